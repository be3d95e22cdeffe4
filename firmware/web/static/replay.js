// One recorded game shown again; its doubtful tables; its card.
import { after } from './board.js';
import { Cards } from './cards.js';
import { $, button, el, toast } from './dom.js';
import { chart, ended, figures } from './figures.js';
import { send } from './link.js';
import { drawn } from './pits.js';
import { share } from './share.js';
import { say, spoken, t, words } from './words.js';

const speeds = [[0.5, '½ ×'], [1, '1 ×'], [2, '2 ×'], [4, '4 ×']];

export class Replay {
  #link; #delete; #shown = null; #ply = 0; #playing = 0; #speed = 1;

  constructor(link, done) {
    this.#link = link;
    this.#delete = done;
    addEventListener('keydown', (event) => this.#key(event));
  }

  // game: as the server shows it; data: a record from outside, not kept yet; arrived: from its end, else the turn shown.
  begin(game, data, arrived) {
    this.halt();
    const ply = arrived || !this.#shown ? game.plies.length : this.#ply;
    const views = [game.start];
    for (const one of game.plies) {
      views.push(after(views.slice(-1)[0], one.changes));
    }
    const cards = game.cards && new Cards();
    const board = cards ? null : drawn(game.board, { label: t('board'), rim: true });
    board?.setOwners(game.sets, spoken(game.players).seat);
    const go = (ply) => this.#go(ply);
    const slider = el('input', { type: 'range', min: 0, max: game.plies.length, value: game.plies.length, ariaLabel: t('ply') });
    slider.oninput = () => go(Number(slider.value));
    const caption = el('p', { className: 'caption' });
    caption.setAttribute('aria-live', 'polite');
    const key = (sign, label, done) => el('button', { textContent: sign, ariaLabel: t(label), title: t(label), onclick: done });
    const play = key('▶', 'play', () => (this.#playing ? this.halt() : this.#play()));
    const speed = el('select', { ariaLabel: t('speed') }, ...speeds.map(([n, text]) => el('option', { value: n, textContent: text, selected: n === this.#speed })));
    speed.onchange = () => { this.#speed = Number(speed.value); };
    const moves = el('ol', { className: 'moves' }, ...game.plies.map((one, n) => {
      const line = el('li');
      line.append(el('button', { className: 'plain', textContent: said(game, one), onclick: () => go(n + 1) }));
      if (game.doubts?.some((doubt) => about(doubt, game) === n + 1)) line.classList.add('doubted');
      return line;
    }));
    const stage = el('div', { className: 'stage' });
    stage.append(cards ? cards.box : board.svg);
    const doubts = el('div', { className: 'crops', hidden: true });
    const line = chart(game, go);
    $('again').replaceChildren(
      el('section', {}, stage, caption, slider, el('div', { className: 'row' },
        key('«', 'first', () => go(0)), key('‹', 'back', () => go(this.#ply - 1)), play,
        key('›', 'forward', () => go(this.#ply + 1)), speed), doubts),
      el('section', {}, el('a', { href: '#games', textContent: `← ${t('to-library')}` }),
        el('h2', { tabIndex: -1, textContent: game.seats.map(spoken(game.players).seat).join(' – ') }),
        el('p', { textContent: result(game, game.plies.filter((one) => one.kind === 'move').length) }), ...(game.stop ? [el('p', { className: 'why', textContent: spoken(game.players).say(game.stop.why) })] : []),
        ...(line ? [line] : []), figures(game, go), this.#actions(game, data), moves));
    this.#shown = { game, views, board, cards, slider, caption, play, moves, doubts, line };
    go(ply);
  }

  #actions(game, data) {
    const actions = el('div', { className: 'row' });
    if (!game.id) {
      if (data) actions.append(button('keep', () => this.#keep(data), 'main'));
      return actions;
    }
    if (game.followed) actions.append(Object.assign(button('follow', () => this.#follow(game), 'main'), { title: t('follow-hint') }));
    actions.append(...share(game), button('delete', () => this.#delete(game.id), 'small'));
    return actions;
  }

  // On the real board: the lamps show each move, people make it, the camera checks.
  async #follow(game) {
    const ply = this.#ply < game.plies.length ? this.#ply : 0;
    const answer = await this.#link.ask({ do: 'follow', game: game.id, ply });
    if (answer.ok) location.hash = '#table'; else if (answer.why) toast(say(answer.why));
  }

  async #keep(data) {
    const { ok, told } = await send('POST', '/api/games', data);
    if (!ok) {
      const { stop } = this.#shown.game, { error } = told;
      toast(say(error.id === 'web-stops-early' ? { ...error, args: { ...error.args, why: say(stop.why) } } : error));
      return;
    }
    toast(t('kept'));
    location.hash = `#games/${told.id}`;
  }

  #go(ply) {
    const { game, views, board, cards, slider, caption, moves, line } = this.#shown;
    const before = this.#ply;
    this.#ply = Math.max(0, Math.min(game.plies.length, ply));
    const one = game.plies[this.#ply - 1];
    cards?.lay(views[this.#ply], one, (one ?? game).cards, spoken(game.players));
    board?.setPieces(views[this.#ply], game.colours);
    board?.setWay(one?.path ?? [], one?.move ?? '', this.#ply === before + 1);
    if (game.won) board.setWon(one ?? game, one ? one.to_move : game.seats[0], spoken(game.players).seat);
    slider.value = this.#ply;
    const text = one ? `${this.#ply}. ${said(game, one)}` : t('at-start');
    slider.setAttribute('aria-valuetext', text);
    caption.textContent = text;
    line?.mark(this.#ply);
    for (const [n, item] of [...moves.children].entries()) item.classList.toggle('here', n === this.#ply - 1);
    const here = moves.children[this.#ply - 1];
    if (here) moves.scrollTop = here.offsetTop - moves.clientHeight / 2;
    this.#doubts();
  }

  // The pictures that were kept of doubtful tables, in this turn.
  #doubts() {
    const { game, doubts } = this.#shown;
    const found = (game.doubts ?? []).filter((one) => about(one, game) === this.#ply);
    doubts.hidden = !found.length;
    doubts.replaceChildren(...found.map((one) => {
      const why = one.why ? spoken(game.players).say(one.why) : `${t('unsure')} ${few((one.between ?? []).map((row) => row.join(' + ') || t('nothing')))}`;
      const picture = `/api/games/${game.id}/evidence/${one.picture}`;
      return el('figure', {}, el('a', { href: picture, target: '_blank' }, el('img', { src: picture, alt: why, className: 'evidence' })), el('figcaption', { textContent: why }));
    }));
  }

  #play() {
    const { game, play } = this.#shown;
    if (this.#ply >= game.plies.length) this.#go(0);
    play.textContent = '❚❚';
    play.ariaLabel = t('stop');
    const next = () => {
      if (this.#ply >= game.plies.length) { this.halt(); return; }
      this.#go(this.#ply + 1);
      this.#playing = setTimeout(next, 1000 / this.#speed);
    };
    this.#playing = setTimeout(next, 250);
  }

  halt() {
    clearTimeout(this.#playing);
    this.#playing = 0;
    if (this.#shown) { this.#shown.play.textContent = '▶'; this.#shown.play.ariaLabel = t('play'); }
  }

  #key(event) {
    if ($('again').hidden || !this.#shown || /INPUT|SELECT|TEXTAREA/.test(event.target.tagName) || $('dialog').open) return;
    const to = { ArrowLeft: this.#ply - 1, ArrowRight: this.#ply + 1, Home: 0, End: this.#shown.game.plies.length }[event.key];
    if (to !== undefined) { event.preventDefault(); this.#go(to); }
    if (event.key === ' ' && event.target.tagName !== 'BUTTON') { event.preventDefault(); if (this.#playing) this.halt(); else this.#play(); }
  }
}

// The turn in which a table was doubtful: the one that came of it, or the last.
const about = (doubt, game) => Math.min(doubt.ply + 1, game.plies.length);

const few = (all) => [...all.slice(0, 3), ...(all.length > 3 ? ['…'] : [])].join(' / ');

const said = (game, one) => {
  const { did, seat } = spoken(game.players);
  return one.move ? `${seat(one.seat)} ${did(one)}` : did(one);
};

// How a game ended, with the points that decided it, or that it has not; of so many turns.
export function result({ outcome, players }, count) {
  const points = Object.entries(outcome.points ?? {}).map(([who, has]) => `${spoken(players).seat(who)}${words('list-colon')}${has} · `).join('');
  return `${outcome.over ? ended({ outcome, players }) : t('unfinished')} · ${points}${t('turns', { count })}`;
}
