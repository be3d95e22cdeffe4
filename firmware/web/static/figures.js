// A game in figures: its time, hops made and missed, the way home of every seat.
import { make, pointed } from './board.js';
import { el } from './dom.js';
import { tint } from './pits.js';
import { spoken, words } from './words.js';

// Only whole seconds count.
export function clock(seconds) {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

// go(ply) is called when a turn is chosen.
export function figures(game, go) {
  const { turns, seconds, longest, missed, least, home } = game.figures;
  const { t } = spoken(game.players);
  const rows = game.seats.map((who) => el('tr', {}, head(game, who), el('td', { textContent: turns[who] ?? 0 }),
    el('td', { textContent: seconds[who] ? clock(seconds[who]) : '–' }),
    ...(game.figures.way ? [el('td', { textContent: game.figures.way[who].slice(-1)[0] })] : [])));
  const title = (word) => el('th', { scope: 'col', textContent: t(word) });
  const table = el('table', { className: 'figures' }, el('thead', {}, el('tr', {}, el('td'), title('moves'), title('time'), ...(game.figures.way ? [title('to-go')] : []))), el('tbody', {}, ...rows));
  const jump = (text, { ply }) => el('p', {}, el('button', { className: 'plain', textContent: text, onclick: () => go(ply) }));
  const box = el('div', { className: 'card-figures' }, table);
  if (longest) box.append(jump(t('longest', { move: longest.move, hops: longest.hops }), longest));
  if (missed) box.append(jump(t('missed', { move: missed.move, hops: missed.hops, ply: missed.ply }), missed));
  for (const [who, moves] of Object.entries(home ?? {})) box.append(el('p', { textContent: t('least', { seat: who, moves, least }) }));
  return box;
}

function head(game, who) {
  const dot = el('i', { hidden: Boolean(game.cards) });
  dot.style.background = tint(game, who, game.colours);
  return el('th', { scope: 'row' }, dot, spoken(game.players).seat(who));
}

// How a game ended, in a few words: who has won. Of several rounds one has no winner yet.
export function ended({ outcome, players }) {
  const places = Object.entries(outcome.places ?? {}), won = places.filter(([, place]) => place === 1).map(([who]) => who);
  const { t } = spoken(players);
  if (outcome.game_over === false) return t('round-over');
  if (!won.length) return t('over');
  return t(!won[1] ? 'winner' : places[won.length] ? 'winners' : 'draw', { seat: won.join(', ') });
}

// The way home of all seats; the returned element's mark(ply) shows where in the game one is.
export function chart(game, go) {
  const way = game.figures.way;
  if (!way || game.plies.length < 2) return null;
  const { seat, t } = spoken(game.players);
  const last = game.plies.length, top = Math.max(10, ...Object.values(way).flat());
  const x = (ply) => 26 + (290 * ply) / last, y = (steps) => 104 - (96 * steps) / top;
  const svg = make('svg', { viewBox: '0 0 324 122', class: 'chart', role: 'img',
    'aria-label': `${t('way-home')}${words('list-colon')}${Object.entries(way).map(([who, line]) => `${seat(who)} ${line[0]} → ${line.slice(-1)[0]}`).join(words('list-comma'))}` });
  const step = nice(top / 3), tick = nice(last / 5);
  for (let n = 0; n <= top; n += step) svg.append(make('line', { x1: 26, x2: 316, y1: y(n), y2: y(n), class: 'grid' }), make('text', { x: 22, y: y(n) + 3, 'text-anchor': 'end' }, String(n)));
  for (let n = tick; n <= last; n += tick) svg.append(make('text', { x: x(n), y: 117, 'text-anchor': 'middle' }, String(n)));
  for (const who of game.seats) {
    const points = way[who].map((steps, ply) => `${x(ply).toFixed(1)},${y(steps).toFixed(1)}`).join(' ');
    svg.append(make('polyline', { points, class: 'edge' }), make('polyline', { points, stroke: game.colours[game.sets[who][0]] }));
  }
  const here = make('line', { y1: 6, y2: 104, class: 'here' });
  svg.append(here);
  svg.addEventListener('click', (event) => {
    go(Math.round(((pointed(svg, event).x - 26) / 290) * last));
  });
  const figure = el('figure', { className: 'chart-box' }, el('figcaption', { className: 'faint', textContent: t('way-home') }));
  figure.prepend(svg);
  figure.mark = (ply) => { here.setAttribute('x1', x(ply)); here.setAttribute('x2', x(ply)); };
  return figure;
}

// The next of 1, 2, 5, 10, 20, …
function nice(least) {
  const ten = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return [1, 2, 5, 10].map((n) => n * ten).find((n) => n >= least) ?? ten;
}
