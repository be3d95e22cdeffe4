// Hands at a simulated board, whatever lies on it: a finger or the keyboard, at one place after the other.

// A key that presses what it is at.
export const presses = ({ key }) => key === 'Enter' || key === ' ';

// A kind of hands answers down, move, up, cancel and press; pass hears which place the keyboard has come to.
export class Hands {
  lying = {}; colours = {}; tap = null; enabled = false; finger = null;

  // ask: sends a wish; tell: hears what happens, such as idle.
  constructor(board, ask, tell) {
    Object.assign(this, { board, ask, tell });
    const { svg } = board;
    // While one finger drags, another one or the palm means nothing.
    const alone = (done) => (event) => { if ([null, event.pointerId].includes(this.finger)) done(event); };
    svg.addEventListener('pointerdown', alone((event) => this.#touch(event)));
    for (const kind of ['move', 'up', 'cancel']) svg.addEventListener(`pointer${kind}`, alone((event) => { const was = this.finger; this[kind](event); if (this.finger !== was) tell('redraw'); }));
    svg.addEventListener('keydown', (event) => this.key(event));
    board.places.values().next().value?.setAttribute('tabindex', '0');
  }

  // The finger that came down drags from now on.
  drag(event) {
    this.finger = event.pointerId;
    this.board.svg.setPointerCapture(event.pointerId);
  }

  #touch(event) {
    if (event.button) return;
    const { board } = this, place = board.nearest(event), at = board.point(event);
    if (place) board.focus(place);
    if (this.tap && place) event.preventDefault();
    if (!this.#free(place)) return;
    if (!this.holding && board.covers.some((one) => Math.hypot(one.x - at.x, one.y - at.y) < one.r)) this.ask({ do: 'uncover' });
    else this.down(event, place, at);
  }

  // Whether hands are free to act there; else it is the tap that is waited for, or told that nobody may.
  #free(place) {
    const free = this.enabled && !this.tap;
    if (place && !free) (this.tap ?? (() => this.tell('idle')))(place);
    return free;
  }

  key(event) {
    const place = event.target.closest?.('.place')?.dataset.place;
    if (!place) return;
    const next = this.board.beside(place, event.key);
    if (next) {
      event.preventDefault();
      this.board.focus(next, true);
      this.pass?.(next);
    } else if (presses(event)) {
      event.preventDefault();
      if (this.#free(place)) this.press(place);
    }
  }
}
