// Hands at the simulated table: drag a marble, or tap it and then a hole, or do so by keyboard.
import { make } from './board.js';

export class Touch {
  #board; #ask; #tell; #held = null; #dragging = false; #from = null; #finger = null;
  #guess = {}; #guessed = 0;
  lying = {}; colours = {}; tap = null; enabled = false;

  // ask: sends a wish; tell: {taken, hand-full, redraw, lifted, idle} hears what happens.
  constructor(board, ask, tell) {
    this.#board = board; this.#ask = ask; this.#tell = tell;
    const svg = board.svg;
    // While one finger drags, another one or the palm means nothing.
    const alone = (done) => (event) => { if (!this.#dragging || event.pointerId === this.#finger) done(event); };
    svg.addEventListener('pointerdown', alone((event) => this.#down(event)));
    svg.addEventListener('pointermove', alone((event) => this.#move(event)));
    svg.addEventListener('pointerup', alone((event) => this.#up(event)));
    svg.addEventListener('pointercancel', alone(() => this.#back()));
    svg.addEventListener('keydown', (event) => this.#key(event));
    board.places.values().next().value?.setAttribute('tabindex', '0');
  }

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
    if (table.in_hand.length && !this.#held) this.#hold(null, table.in_hand.at(-1));
    if (!table.in_hand.length && this.#held && !Object.keys(this.#guess).length) this.#drop();
  }

  get holding() { return this.#held !== null; }

  #down(event) {
    if (event.button) return;
    const place = this.#board.nearest(event);
    if (place) this.#board.focus(place);
    if (this.tap) { if (place) { event.preventDefault(); this.tap(place); } return; }
    if (!this.enabled) { if (place) this.#tell('idle'); return; }
    const at = this.#board.point(event), near = (one, reach) => Math.hypot(one.x - at.x, one.y - at.y) < reach;
    if (!this.#held && this.#board.covers.some((one) => near(one, one.r))) { this.#ask({ do: 'uncover' }); return; }
    const loose = !this.#held && this.#board.loose.some((one) => near(one, 0.5));
    if (!place && !loose) return;
    event.preventDefault();
    if (this.#held) { this.#put(place); return; }
    if (!loose && !this.view()[place]) return;
    this.#dragging = true;
    this.#finger = event.pointerId;
    this.#board.svg.setPointerCapture(event.pointerId);
    // It is in the hand as soon as the table says so; dragged or tapped, it goes where it is put.
    if (loose) { this.#ask({ do: 'pick' }); this.#from = at; return; }
    this.#from = null;
    this.#lift(place);
    this.#float(this.#board.point(event), event.pointerType === 'touch' ? 0.9 : 0);
  }

  #move(event) {
    if (!this.#held) return;
    const lift = event.pointerType === 'touch' ? 0.9 : 0;
    if (!this.#dragging && event.pointerType === 'touch') return;
    this.#float(this.#board.point(event), lift);
    const over = this.#over(event, lift);
    this.#held.moved ||= over !== this.#held.from;
    this.#aim(over);
  }

  #up(event) {
    if (!this.#dragging) return;
    this.#dragging = false;
    const place = this.#over(event, event.pointerType === 'touch' && this.#held?.moved ? 0.9 : 0);
    const tapped = this.#from ? Math.hypot(this.#board.point(event).x - this.#from.x, this.#board.point(event).y - this.#from.y) < 0.3
      : !this.#held?.moved && place === this.#held?.from;
    const end = place ?? this.#held?.from;
    if (this.#held && end && !tapped) this.#put(end); // tapped: it stays in the hand
  }

  // The marble floats above the finger, to be seen; it is the marble that counts.
  #over(event, lift) { return this.#board.nearest(event, 0.8, lift); }

  #key(event) {
    const place = event.target.closest?.('.place')?.dataset.place;
    if (!place) return;
    const next = this.#board.beside(place, event.key);
    if (next) {
      event.preventDefault();
      this.#board.focus(next, true);
      if (this.#held) { this.#float(this.#board.at.get(next), 0.35); this.#aim(next); }
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      if (this.tap) this.tap(place);
      else if (!this.enabled) this.#tell('idle');
      else if (this.#held) this.#put(place);
      else if (this.view()[place]) { this.#lift(place); this.#float(this.#board.at.get(place), 0.35); }
    } else if (event.key === 'Escape' && this.#held) {
      event.preventDefault();
      this.#back();
    }
  }

  #lift(place) {
    this.#hold(place, this.view()[place]);
    this.#suppose({ [place]: null });
    this.#tell('lifted', place);
    this.#ask({ do: 'lift', place }).then((answer) => { if (!answer.ok) { this.#guess = {}; this.#drop(); this.#tell('failed', answer); } });
  }

  #put(place) {
    const held = this.#held;
    if (this.view()[place]) {
      // What this page has not lifted somebody else may hold, and not know of this tap.
      this.#tell(held.from ? 'taken' : 'hand-full');
      if (held.from && !this.view()[held.from]) place = held.from; else return;
    }
    this.#drop();
    this.#suppose({ [place]: held.token });
    this.#ask({ do: 'put', place }).then((answer) => { if (!answer.ok) { this.#guess = {}; this.#tell('failed', answer); } });
  }

  #back() {
    this.#dragging = false;
    if (this.#held?.from) this.#put(this.#held.from);
  }

  #suppose(places) {
    Object.assign(this.#guess, places);
    this.#guessed = performance.now();
    this.#tell('redraw');
  }

  #hold(from, token) {
    const drawn = this.#board.piece(token, this.colours);
    this.#board.layers.held.replaceChildren(drawn);
    this.#held = { from, token, drawn, moved: from === null };
    this.#board.svg.classList.add('holding');
    this.#float(from ? this.#board.at.get(from) : this.#from ?? { x: 0, y: 0 }, 0.35);
  }

  #drop() {
    this.#held = null;
    this.#board.layers.held.replaceChildren();
    this.#board.svg.classList.remove('holding');
    this.#aim(null);
  }

  #float({ x, y }, lift) { this.#held?.drawn.setAttribute('transform', `translate(${x} ${y - lift}) scale(1.15)`); }

  #aim(place) {
    this.aimed?.remove();
    this.#board.setName(place);
    if (!place) return;
    const { x, y } = this.#board.at.get(place);
    this.aimed = make('circle', { cx: x, cy: y, r: 0.5, class: 'aim' });
    this.#board.layers.mark.append(this.aimed);
  }
}
