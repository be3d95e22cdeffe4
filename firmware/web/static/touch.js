// Hands at the simulated table: drag a marble, or tap it and then a hole, or do so by keyboard.
import { Hands } from './hands.js';

export class Touch extends Hands {
  // tell hears of {taken, hand-full, redraw, lifted, failed} besides.
  #held = null; #from = null; #guess = {}; #guessed = 0;

  // What lies there as far as the fingers know: the server's word, and what was done a moment ago.
  view() {
    const view = { ...this.lying };
    for (const [place, token] of Object.entries(this.#guess)) if (token) view[place] = token; else delete view[place];
    return view;
  }

  // The server's word on what lies there and what is in the hand.
  hear(table) {
    this.lying = table.lying;
    if (performance.now() - this.#guessed > 1500) this.#guess = {};
    for (const [place, token] of Object.entries(this.#guess)) if ((table.lying[place] ?? null) === token) delete this.#guess[place];
    if (Object.keys(this.#guess).length) return; // older than what was done
    if (table.in_hand.length && !this.#held) this.#hold(null, table.in_hand.slice(-1)[0]);
    if (!table.in_hand.length && this.#held) this.#drop();
  }

  get holding() { return this.#held !== null; }

  down(event, place, at) {
    const loose = !this.#held && this.board.loose.some((one) => Math.hypot(one.x - at.x, one.y - at.y) < 0.5);
    if (!place && !loose) return;
    event.preventDefault();
    if (this.#held) { this.#put(place); return; }
    if (!loose && !this.view()[place]) return;
    this.drag(event);
    // It is in the hand as soon as the table says so; dragged or tapped, it goes where it is put.
    if (loose) { this.ask({ do: 'pick' }); this.#from = at; return; }
    this.#from = null;
    this.#lift(place);
    this.#float(at, event.pointerType === 'touch' ? 0.9 : 0);
  }

  move(event) {
    if (!this.#held) return;
    const lift = event.pointerType === 'touch' ? 0.9 : 0;
    if (this.finger === null && event.pointerType === 'touch') return;
    this.#float(this.board.point(event), lift);
    const over = this.#over(event, lift);
    this.#held.moved ||= over !== this.#held.from;
    this.#aim(over);
  }

  up(event) {
    if (this.finger === null) return;
    this.finger = null;
    const place = this.#over(event, event.pointerType === 'touch' && this.#held?.moved ? 0.9 : 0);
    const tapped = this.#from ? Math.hypot(this.board.point(event).x - this.#from.x, this.board.point(event).y - this.#from.y) < 0.3
      : !this.#held?.moved && place === this.#held?.from;
    const end = place ?? this.#held?.from;
    if (this.#held && end && !tapped) this.#put(end); // tapped: it stays in the hand
  }

  // The marble floats above the finger, to be seen; it is the marble that counts.
  #over(event, lift) { return this.board.nearest(event, 0.8, lift); }

  pass(place) {
    if (this.#held) { this.#float(this.board.at.get(place), 0.35); this.#aim(place); }
  }

  press(place) {
    if (this.#held) this.#put(place);
    else if (this.view()[place]) { this.#lift(place); this.#float(this.board.at.get(place), 0.35); }
  }

  key(event) {
    if (event.key === 'Escape' && this.#held) { event.preventDefault(); this.cancel(); } else super.key(event);
  }

  #lift(place) {
    this.#hold(place, this.view()[place]);
    this.#suppose({ [place]: null });
    this.tell('lifted', place);
    this.ask({ do: 'lift', place }).then((answer) => { if (!answer.ok) { this.#guess = {}; this.#drop(); this.tell('failed', answer); } });
  }

  #put(place) {
    const held = this.#held;
    if (this.view()[place]) {
      // What this page has not lifted somebody else may hold, and not know of this tap.
      this.tell(held.from ? 'taken' : 'hand-full');
      if (held.from && !this.view()[held.from]) place = held.from; else return;
    }
    this.#drop();
    this.#suppose({ [place]: held.token });
    this.ask({ do: 'put', place }).then((answer) => { if (!answer.ok) { this.#guess = {}; this.tell('failed', answer); } });
  }

  cancel() {
    this.finger = null;
    if (this.#held?.from) this.#put(this.#held.from);
  }

  #suppose(places) {
    Object.assign(this.#guess, places);
    this.#guessed = performance.now();
    this.tell('redraw');
  }

  #hold(from, token) {
    const drawn = this.board.piece(token, this.colours);
    this.board.layers.held.replaceChildren(drawn);
    this.#held = { from, token, drawn, moved: from === null };
    this.board.svg.classList.add('holding');
    this.#float(from ? this.board.at.get(from) : this.#from ?? { x: 0, y: 0 }, 0.35);
  }

  #drop() {
    this.#held = null;
    this.board.layers.held.replaceChildren();
    this.board.svg.classList.remove('holding');
    this.#aim(null);
  }

  #float({ x, y }, lift) { this.#held?.drawn.setAttribute('transform', `translate(${x} ${y - lift}) scale(1.15)`); }

  #aim(place) {
    this.aimed?.remove();
    this.board.setName(place);
    if (!place) return;
    this.aimed = this.board.outline(place, 0.5, 'aim');
    this.board.layers.mark.append(this.aimed);
  }
}
