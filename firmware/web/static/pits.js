// A board of pits: ten square fields and two half-rounds. Stones lie in them, drawn up to a dozen, their number always
// beside them; the mandarins are big stones; above and below stands what each side has won.
import { Board, brief, make } from './board.js';
import { corner, t } from './words.js';

const most = 12, pebbles = ['#9aa1ab', '#c9c4b8', '#737b88', '#b08d6a', '#e3ded2'], mandarin = '#a3262c';
const colour = { south: '#c9502f', north: '#2f74c8' };

// Whose field it is; the half-rounds are nobody's.
export const side = (id) => ({ a: 'south', b: 'north' })[id[0]];

// Stones and mandarins of a heap that looks like this.
export function amounts(token) {
  const [, big, small] = /^(M?)(\d*)$/.exec(token ?? '') ?? [];
  return [Number(small ?? 0), big ? 1 : 0];
}

// A heap in words: a number, with the mandarin where it stands.
export function heap(token) {
  if (token === 'unknown') return '?';
  const [small, big] = amounts(token);
  return big ? `${t('mandarin')}${small ? ` + ${small}` : ''}` : String(small);
}

// The colour that stands for a seat: of its pieces, or of its side.
export const tint = (game, who, colours) => colour[who] ?? colours[game.sets[who]?.[0]] ?? 'transparent';

export const drawn = (facts, how) => (facts.medium === 'pit' ? new Pits(facts, how) : new Board(facts, how));

class Pits extends Board {
  constructor(facts, how) { super(facts, { ...how, around: [] }); }

  frame() { return [-3.75, -1.9, 7.5, 3.8]; }

  ground() {
    const edge = { d: 'M-2.5 -1.17H2.5A1.17 1.17 0 0 1 2.5 1.17H-2.5A1.17 1.17 0 0 1 -2.5 -1.17Z' };
    this.layers.ground.append(make('path', { ...edge, class: 'wood pits' }));
    this.grain(make('path', edge));
    for (const [who, y] of [['north', -1.075], ['south', 1.075]]) {
      this.layers.ground.append(make('path', { d: `M-2.4 ${y}h4.8`, class: 'side', stroke: colour[who] }));
    }
  }

  hollows() {
    for (const [id, { x, y }] of this.at) {
      const end = side(id) ? 0 : Math.sign(x);
      const name = make('text', { x: end ? x - end * 0.32 : x - 0.4, y: end ? -0.66 : y - 0.27, class: 'name', 'text-anchor': end < 0 ? 'end' : 'start' }, id);
      this.layers.hole.append(this.outline(id, 0.46, 'pit'), name);
    }
  }

  outline(id, r, kind) {
    const { x, y } = this.at.get(id), s = Math.sign(x), round = r + 0.5;
    if (side(id)) return make('rect', { x: x - r, y: y - r, width: 2 * r, height: 2 * r, rx: 0.1, class: kind });
    return make('path', { d: `M${s * (3 - r)} ${-round}A${round} ${round} 0 0 ${s > 0 ? 1 : 0} ${s * (3 - r)} ${round}Z`, class: kind });
  }

  // Its fields are named on the board itself.
  named() { return []; }

  piece(token) {
    const [small, big] = amounts(token);
    return this.stone(0, 0, big && !small ? -1 : 0);
  }

  // One stone, number -1 the mandarin.
  stone(x, y, number, seed = 0) {
    const r = number < 0 ? 0.29 : 0.088 + 0.008 * Math.sin(seed + number * 5);
    const paint = this.paint('ball', number < 0 ? mandarin : pebbles[(number * 3 + Math.round(Math.abs(seed))) % pebbles.length]);
    return make('g', { class: number < 0 ? 'stone mandarin' : 'stone', transform: `translate(${x.toFixed(3)} ${y.toFixed(3)})` },
      make('ellipse', { cx: 0.02, cy: r * 0.3, rx: r, ry: r, class: 'shadow' }), make('circle', { r, fill: paint }),
      ...(number < 0 ? [make('circle', { r: 0.19, class: 'crown' })] : []),
      make('ellipse', { cx: -r * 0.32, cy: -r * 0.4, rx: r * 0.26, ry: r * 0.16, class: 'gloss' }));
  }

  // Every further stone lies where it would have lain anyway: a heap that grows keeps its look.
  heap(id, token) {
    const { x, y } = this.at.get(id), [small, big] = amounts(token), end = side(id) ? 0 : Math.sign(x);
    const seed = x * 3 + y * 5, mid = end ? [x - end * 0.06, 0.26] : [x - 0.05, y - 0.07];
    const stones = Array.from({ length: Math.min(small, most) }, (_, n) => {
      const turn = n * 2.4 + seed, far = 0.1 * Math.sqrt(n + 0.3);
      return this.stone(mid[0] + far * Math.cos(turn), mid[1] + far * Math.sin(turn), n, seed);
    });
    if (big) stones.unshift(this.stone(x - end * 0.07, -0.38, -1));
    // The sign of a half-round grows away from the fields.
    const text = String(small), wide = 0.2 + 0.2 * text.length, right = x + (end > 0 ? wide - 0.44 : 0.45), low = end ? 0.92 : y + 0.45;
    return make('g', { class: `heap${small ? '' : ' none'}`, 'data-place': id }, ...stones,
      make('rect', { x: right - wide, y: low - 0.37, width: wide, height: 0.37, rx: 0.12, class: 'count' }),
      make('text', { x: right - wide / 2, y: low - 0.07, class: 'count' }, text));
  }

  setPieces(view) {
    for (const id of this.at.keys()) {
      const token = view[id] ?? 'empty', there = this.pieces.get(id);
      if (there?.token === token) continue;
      const made = this.heap(id, token);
      if (there) there.drawn.replaceWith(made); else this.layers.piece.append(made);
      this.pieces.set(id, { token, drawn: made });
    }
  }

  // What the sides have won and owe, who is to move, and how people are called.
  setWon({ won, owed }, toMove, call = corner) {
    const lines = Object.entries(won).map(([who, has]) => {
      const y = who === 'north' ? -1.5 : 1.5, name = call(who);
      const text = (x, what, kind, anchor = 'start') => make('text', { x, y: y + 0.11, class: kind, 'text-anchor': anchor }, what);
      const small = this.stone(0.92, y, 1), big = this.stone(0, 0, -1);
      big.setAttribute('transform', `translate(1.9 ${y}) scale(.58)`);
      const line = make('g', { class: who === toMove ? 'won turn' : 'won', 'data-seat': who },
        make('circle', { cx: -2.36, cy: y, r: 0.13, fill: colour[who] }),
        text(-2.12, brief(name), 'who'), small, text(1.08, has.citizens, 'has'), big, text(2.14, has.mandarins, 'has'));
      if (owed[who]) line.append(text(0.72, t('owes', { count: owed[who] }), 'owes', 'end'));
      if (who === toMove) line.prepend(make('path', { d: `M-2.72 ${y - 0.13}l.2 .13l-.2 .13z`, class: 'to-move' }));
      return line;
    });
    this.layers.ground.querySelectorAll('.won').forEach((one) => one.remove());
    this.layers.ground.append(...lines);
  }

  // The way of a sowing: an arrow along the edge beside the field that was taken up.
  setWay([field], move) {
    this.layers.way.replaceChildren();
    const from = this.at.get(field);
    if (!from) return;
    const y = Math.sign(from.y) * 1.075, by = move.endsWith('>') ? 1 : -1;
    this.layers.way.append(make('path', { d: `M${from.x - by * 0.3} ${y}h${by * 0.6}m${-by * 0.16} -.13l${by * 0.16} .13l${-by * 0.16} .13`, class: 'sown' }));
  }

  nearest(event) {
    const { x, y } = this.point(event);
    if (Math.abs(y) > 1.1 || Math.abs(x) > 3.6) return null;
    if (Math.abs(x) > 2.5) return x < 0 ? 'W' : 'E';
    return `${y > 0 ? 'a' : 'b'}${Math.round(x) + 3}`;
  }
}
