// Hands at a simulated board of pits: touch a field and choose a way to sow, or drag a stone from heap to heap.
import { make } from './board.js';
import { Hands, presses } from './hands.js';
import { t } from './words.js';

const ways = { ArrowLeft: '<', ArrowRight: '>' };

export class Sowing extends Hands {
  // tell hears of {failed} besides.
  #from = null; #stone = null; #chosen = null; #fields = [];

  view() { return this.lying; }

  // The server's word on what lies there.
  hear(table) { this.lying = table.lying; }

  // Whether hands may do something (those that are sowing cannot), and the fields that may be sown.
  allow(may, fields) { this.enabled = may; this.#fields = fields; if (!may) this.#leave(); }

  down(event, place, at) {
    this.#leave();
    if (!place) return;
    event.preventDefault();
    this.drag(event);
    this.#from = { place, at };
  }

  move(event) {
    if (!this.#from) return;
    const at = this.board.point(event), { place } = this.#from;
    if (!this.#stone && this.lying[place] && Math.hypot(at.x - this.#from.at.x, at.y - this.#from.at.y) > 0.35) {
      this.#stone = this.board.piece(this.lying[place]);
      this.board.layers.held.replaceChildren(this.#stone);
    }
    this.#stone?.setAttribute('transform', `translate(${at.x} ${at.y - (event.pointerType === 'touch' ? 0.5 : 0)}) scale(1.3)`);
  }

  up(event) {
    if (!this.#from) return;
    const { place } = this.#from, end = this.board.nearest(event), carried = this.#stone;
    this.cancel();
    if (carried && end && end !== place) this.#do({ do: 'carry', place, to: end });
    else if (!carried && end === place) this.press(place);
  }

  cancel() {
    this.#from = this.#stone = this.finger = null;
    this.board.layers.held.replaceChildren();
  }

  key(event) {
    const way = this.#chosen && ways[event.key];
    if (!way && !(this.#chosen && event.key === 'Escape')) { super.key(event); return; }
    event.preventDefault();
    if (way) this.#sow(way); else { this.board.focus(this.#chosen, true); this.#leave(); }
  }

  // Two arrows beside the field. Why another one may not be sown, the referee says.
  press(place) {
    this.#leave();
    if (!this.#fields.includes(place)) { this.#do({ do: 'sow', move: `${place}>`, why: true }); return; }
    this.#chosen = place;
    const { x, y } = this.board.at.get(place);
    const arrows = [['<', -1, 'west'], ['>', 1, 'east']].map(([way, by, word]) => {
      const arrow = make('g', { class: 'arrow-way', role: 'button', tabindex: '0', 'data-way': way, 'aria-label': t(`sow-${word}`, { place }), transform: `translate(${x + by * 0.86} ${y})` },
        make('circle', { r: 0.44 }), make('path', { d: `M${by * 0.22} 0l${by * -0.36} -.24v.48z` }));
      arrow.addEventListener('pointerdown', (event) => { event.stopPropagation(); event.preventDefault(); });
      arrow.addEventListener('click', () => this.#sow(way));
      arrow.addEventListener('keydown', (event) => { if (presses(event)) { event.preventDefault(); this.#sow(way); } });
      return arrow;
    });
    this.board.layers.place.append(this.board.outline(place, 0.5, 'chosen'), ...arrows);
    this.board.focus(place, true);
  }

  #sow(way) {
    const move = this.#chosen + way;
    this.#leave();
    this.#do({ do: 'sow', move });
  }

  #leave() {
    if (!this.#chosen) return;
    this.#chosen = null;
    for (const one of this.board.layers.place.querySelectorAll('.arrow-way, .chosen')) one.remove();
  }

  async #do(wish) {
    const answer = await this.ask(wish);
    if (!answer.ok) this.tell('failed', answer);
  }
}
