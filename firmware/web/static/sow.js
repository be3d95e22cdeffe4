// Hands at a simulated board of pits: touch a field and choose a way to sow, or drag a stone from heap to heap.
import { make } from './board.js';
import { t } from './words.js';

const ways = { ArrowLeft: '<', ArrowRight: '>' };

export class Sowing {
  #board; #ask; #tell; #from = null; #stone = null; #chosen = null; #fields = [];
  lying = {}; colours = {}; tap = null; enabled = false;

  // ask: sends a wish; tell: {failed, idle} hears what happens.
  constructor(board, ask, tell) {
    this.#board = board; this.#ask = ask; this.#tell = tell;
    const svg = board.svg;
    // While one finger drags, another one or the palm means nothing.
    const alone = (done) => (event) => { if (!this.#from || event.pointerId === this.#from.finger) done(event); };
    svg.addEventListener('pointerdown', alone((event) => this.#down(event)));
    svg.addEventListener('pointermove', alone((event) => this.#move(event)));
    svg.addEventListener('pointerup', alone((event) => this.#up(event)));
    svg.addEventListener('pointercancel', alone(() => this.#drop()));
    svg.addEventListener('keydown', (event) => this.#key(event));
    board.places.get('a1').setAttribute('tabindex', '0');
  }

  view() { return this.lying; }

  // The server's word on what lies there.
  hear(table) { this.lying = table.lying; }

  // Whether hands may do something (those that are sowing cannot), and the fields that may be sown.
  allow(may, fields) { this.enabled = may; this.#fields = fields; if (!may) this.#leave(); }

  #down(event) {
    if (event.button) return;
    const place = this.#board.nearest(event);
    if (place) this.#board.focus(place);
    if (this.tap) { if (place) { event.preventDefault(); this.tap(place); } return; }
    if (!this.enabled) { if (place) this.#tell('idle'); return; }
    const at = this.#board.point(event);
    if (this.#board.covers.some((one) => Math.hypot(one.x - at.x, one.y - at.y) < one.r)) { this.#ask({ do: 'uncover' }); return; }
    this.#leave();
    if (!place) return;
    event.preventDefault();
    this.#board.svg.setPointerCapture(event.pointerId);
    this.#from = { place, at, finger: event.pointerId };
  }

  #move(event) {
    if (!this.#from) return;
    const at = this.#board.point(event), { place } = this.#from;
    if (!this.#stone && this.lying[place] && Math.hypot(at.x - this.#from.at.x, at.y - this.#from.at.y) > 0.35) {
      this.#stone = this.#board.piece(this.lying[place]);
      this.#board.layers.held.replaceChildren(this.#stone);
    }
    this.#stone?.setAttribute('transform', `translate(${at.x} ${at.y - (event.pointerType === 'touch' ? 0.5 : 0)}) scale(1.3)`);
  }

  #up(event) {
    if (!this.#from) return;
    const { place } = this.#from, end = this.#board.nearest(event), carried = this.#stone;
    this.#drop();
    if (carried && end && end !== place) this.#do({ do: 'carry', place, to: end });
    else if (!carried && end === place) this.#choose(place);
  }

  #drop() {
    this.#from = this.#stone = null;
    this.#board.layers.held.replaceChildren();
  }

  #key(event) {
    if (this.#chosen && ways[event.key]) { event.preventDefault(); this.#sow(ways[event.key]); return; }
    if (this.#chosen && event.key === 'Escape') { event.preventDefault(); this.#board.focus(this.#chosen, true); this.#leave(); return; }
    const place = event.target.closest?.('.place')?.dataset.place;
    if (!place) return;
    const next = this.#board.beside(place, event.key);
    if (next) {
      event.preventDefault();
      this.#board.focus(next, true);
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      if (this.tap) this.tap(place); else if (this.enabled) this.#choose(place); else this.#tell('idle');
    }
  }

  // Two arrows beside the field. Why another one may not be sown, the referee says.
  #choose(place) {
    this.#leave();
    if (!this.#fields.includes(place)) { this.#do({ do: 'sow', move: `${place}>`, why: true }); return; }
    this.#chosen = place;
    const { x, y } = this.#board.at.get(place);
    const arrows = [['<', -1, 'west'], ['>', 1, 'east']].map(([way, by, word]) => {
      const arrow = make('g', { class: 'arrow-way', role: 'button', tabindex: '0', 'data-way': way, 'aria-label': t(`sow-${word}`, { place }), transform: `translate(${x + by * 0.86} ${y})` },
        make('circle', { r: 0.44 }), make('path', { d: `M${by * 0.22} 0l${by * -0.36} -.24v.48z` }));
      arrow.addEventListener('pointerdown', (event) => { event.stopPropagation(); event.preventDefault(); });
      arrow.addEventListener('click', () => this.#sow(way));
      arrow.addEventListener('keydown', (event) => { if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); this.#sow(way); } });
      return arrow;
    });
    this.#board.layers.place.append(this.#board.outline(place, 0.5, 'chosen'), ...arrows);
    this.#board.focus(place, true);
  }

  #sow(way) {
    const move = this.#chosen + way;
    this.#leave();
    this.#do({ do: 'sow', move });
  }

  #leave() {
    if (!this.#chosen) return;
    this.#chosen = null;
    for (const one of this.#board.layers.place.querySelectorAll('.arrow-way, .chosen')) one.remove();
  }

  async #do(wish) {
    const answer = await this.#ask(wish);
    if (!answer.ok) this.#tell('failed', answer);
  }
}
