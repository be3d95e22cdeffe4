// The ways on from what is amiss: what to put right, which move it was, and after the end what now.
import { after } from './board.js';
import { $, button, el, faint } from './dom.js';
import { figures } from './figures.js';
import { send } from './link.js';
import { drawn, heap } from './pits.js';
import { t } from './words.js';

export class Ways {
  #game; #board; #words; #ask;

  // `words` as the people of the game are called; `wish` is asked of the table.
  constructor(game, board, words, wish) {
    this.#game = game;
    this.#board = board;
    this.#words = words;
    this.#ask = wish;
  }

  get #pits() { return this.#game.board.medium === 'pit'; }

  // What stands there now, if anything does; may: not for those who only look on.
  on(now, may) {
    const { phase } = now;
    if (phase.name === 'finished') return [this.#card(now)];
    if (phase.name === 'unsure') return [this.#doubt(now)];
    if (phase.wrong?.length) return this.#mending(phase);
    const begins = now.ply === 0 && this.#game.simulated && this.#game.follows === null;
    if (!begins || !['playing', 'lifted'].includes(phase.name)) return [];
    const hint = !may ? t('pair-first') : phase.landed ? t('now-press') : this.#words.t(this.#pits ? 'sow-hint' : 'start-hint', { seat: now.to_move });
    return [el('p', { textContent: hint }), faint(t(this.#pits ? 'sow-goal' : 'goal-hint'))];
  }

  // What is to be done here: one line for a side's pieces; a list by place is longer than a phone.
  mend(wrong) {
    if (this.#pits) return wrong.map((one) => t('heap', { place: one.place, right: heap(one.expected), seen: heap(one.seen) }));
    const away = [], back = {};
    for (const { place, seen, expected } of wrong) {
      if (seen !== 'empty') away.push(place);
      if (expected !== 'empty') (back[this.#board.owner(expected)] ??= []).push(place);
    }
    return [...(away.length ? [t('take-away', { place: away.join(', ') })] : []), ...Object.entries(back).map(([seat, places]) =>
      this.#words.t(places.length > 1 ? 'put-back-all' : 'put-back', { seat, place: places.join(', ') }))];
  }

  #mending({ name, wrong }) {
    const list = el('ul', {}, ...this.mend(wrong).map((textContent) => el('li', { textContent })));
    // More than a few pieces are put back at once, too.
    if (!this.#game.simulated || !this.#pits && wrong.length < 12) return [list];
    const lay = button(name === 'refused' ? 'lay-back' : 'lay', () => this.#ask({ do: 'lay' }));
    return [list, el('div', { className: 'row' }, lay, this.#pits ? this.#spread(wrong.map((one) => one.place)) : '')];
  }

  #spread(places) { return button('spread-out', () => this.#ask({ do: 'spread', places })); }

  #doubt({ phase, number, view, colours }) {
    // One close-up shows its neighbours too.
    const far = (one, other) => { const a = this.#board.at.get(one), b = this.#board.at.get(other); return Math.hypot(a.x - b.x, a.y - b.y) > 2; };
    const views = phase.places.reduce((found, one) => (found.every((other) => far(one, other)) ? [...found, one] : found), []).slice(0, 3);
    const crops = el('div', { className: 'crops' }, ...views.map((place) =>
      el('figure', {}, el('img', { src: `/api/crop/${place}?${number}`, alt: t('close-up', { place }), width: 180, height: 180 }),
        el('figcaption', { textContent: t('close-up', { place }) }))));
    // All possibilities from the same distance: what differs between them is what is asked.
    const around = [...phase.places, ...phase.between.flatMap((row) => row.paths.flat())];
    const choices = el('div', { className: 'choices' }, ...phase.between.map((row, n) => {
      const small = drawn(this.#game.board, { around });
      small.svg.ariaHidden = true;
      small.setPieces(after(view, row.changes), colours);
      small.setMarks(Object.fromEntries(phase.places.map((place) => [place, 'doubt'])));
      if (row.paths[0]) small.setWay(row.paths[0], row.moves[0]);
      const choice = el('button', { className: n === phase.asked ? 'choice asked' : 'choice' }, small.svg, el('b', { textContent: row.moves.join(' + ') || t('nothing') }));
      choice.onclick = () => this.#ask({ do: 'answer', moves: row.moves });
      return choice;
    }));
    // Where no move explains what lies there, nothing is to be tapped.
    const tapped = this.#pits || phase.between.some((row) => row.moves.length);
    const hint = tapped ? t(this.#pits ? 'unsure-heaps' : 'unsure-hint') : this.#words.say({ id: 'unsure-what', args: { places: phase.places.join(', ') } });
    const box = el('div', {}, el('p', { className: 'hint', textContent: hint }));
    if (this.#pits && this.#game.simulated) box.append(el('div', { className: 'row' }, this.#spread(phase.places)));
    box.append(tapped ? choices : '', crops);
    return box;
  }

  #card({ phase: { outcome }, turns }) {
    const points = (who) => (outcome.points ? ` – ${outcome.points[who]}` : '');
    const again = button('new-set-up', () => $('new').click(), 'main');
    const watch = el('a', { className: 'button', textContent: t('watch-again'), href: `#games/${this.#game.record}` });
    const places = Object.entries(outcome.places ?? {}).map(([who, value]) => el('li', { value, textContent: this.#words.seat(who) + points(who) }));
    const row = el('div', { className: 'row' }, again);
    const box = el('div', {}, el('ol', {}, ...places), el('p', { textContent: t('turns', { count: turns }) }), row);
    if (this.#game.record) {
      row.append(watch);
      // The figures need the whole record, refereed anew: they come when they are made.
      send('GET', `/api/games/${this.#game.record}`).then(({ ok, told }) => {
        if (ok) row.before(figures(told, () => { location.hash = watch.hash; }));
      });
    }
    return box;
  }
}
