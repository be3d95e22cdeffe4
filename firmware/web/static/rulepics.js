// Small drawings of house rules: a corner with pieces in it, and what may happen there.
import { make } from './board.js';

const own = '#d0282c', other = '#285ac8', partner = '#1e8246', third = '#eebe28';
const spots = [[0, -1.5], [-0.5, -0.6], [0.5, -0.6], [-1, 0.3], [0, 0.3], [1, 0.3]];

function point(colours, extra = []) {
  return svg(make('polygon', { points: '0,-2.4 -1.75,0.75 1.75,0.75', class: 'home' }),
    ...spots.map(([x, y], n) => make('circle', { cx: x, cy: y, r: 0.38, fill: colours[n] ?? '#6b4322', stroke: '#0005', 'stroke-width': 0.05 })), ...extra);
}

const svg = (...parts) => make('svg', { viewBox: '-2.6 -2.6 5.2 5.2', class: 'rulepic', 'aria-hidden': 'true' }, ...parts);
const arrow = (d, kind = '') => [make('path', { d, class: `arrow ${kind}` })];
const cross = (x, y) => make('path', { d: `M${x - 0.4} ${y - 0.4}l.8 .8m0 -.8l-.8 .8`, class: 'cross' });
const tip = (x, y, way) => make('path', { d: `M${x} ${y}l${way} -.35m${-way} .35l${way} .35`, class: 'arrow' });

// A dot for each corner, clockwise: a star has one at its top, a square has none there.
function corners(colours, lit) {
  const count = colours.length;
  return svg(...colours.map((colour, n) => {
    const a = ((n + (count === 4) / 2) * 2 * Math.PI) / count, x = 1.8 * Math.sin(a), y = -1.8 * Math.cos(a);
    return make('circle', { cx: x, cy: y, r: n === lit ? 0.62 : 0.45, fill: colour, ...(n === lit ? { stroke: '#fff', 'stroke-width': 0.18 } : {}) });
  }));
}

const podium = (n) => svg(...[[0, 2.4], [-1.5, 1.6], [1.5, 1.1]].slice(0, n).map(([x, h], place) =>
  make('g', {}, make('rect', { x: x - 0.7, y: 1.6 - h, width: 1.4, height: h, class: 'home' }), make('circle', { cx: x, cy: 1.15 - h, r: 0.42, fill: [own, other, partner][place] }))));

const out = 'M0.5 -0.6q1.2 .2 1.3 2.3';
const through = 'M-2.2 1.6Q-1.6 -.4 0 -.2';
const drawings = {
  home_lock: { true: () => point([own, own], [...arrow(out, 'faint'), cross(1.7, 1.6)]), false: () => point([own, own], [...arrow(out), tip(1.8, 1.8, -0.3)]) },
  corners: { open: () => point([, , , , own], [...arrow(through)]), no_stop: () => point([], [...arrow('M-2.2 1.6Q-1.2 -1.4 0 -.2T2.2 1.6'), tip(2.2, 1.7, -0.4)]) },
  anti_spoiling: { off: () => point(Array(6).fill(own)), majority: () => point([own, own, other, own, own, other]), any: () => point([other, other, own, other, other, other]) },
  play_on: { true: () => podium(3), false: () => podium(1) },
  teams: { true: () => corners([own, other, partner, own, other, partner]), false: () => corners([own, other, partner, third, '#1e1e22', '#f0f0ec']) },
};
const round = ['N', 'NE', 'SE', 'S', 'SW', 'NW'];

// board: as the server tells it.
export function picture(name, value, board) {
  const all = round.filter((one) => one in board.corners);
  if (name === 'first') return corners(all.map((one) => (one === value ? own : '#8886')), all.indexOf(value));
  return drawings[name]?.[value]?.() ?? null;
}
