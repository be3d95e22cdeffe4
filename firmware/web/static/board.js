// The board as SVG, true to its geometry: holes or squares, lamps under, pieces on, ways over them.
import { corner, sign } from './words.js';

const NS = 'http://www.w3.org/2000/svg';
const arrows = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
let count = 0;

export function make(name, attributes = {}, ...children) {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// Where in a drawing a pointer is.
export const pointed = (svg, { clientX, clientY }) => new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse());

export class Board {
  // facts: as the server tells a board; live: places can be focused and have labels; around: only what lies about them;
  // rim: rows (and files) are named at their ends.
  constructor(facts, { live = false, label = '', around = [], rim = live } = {}) {
    this.at = new Map(facts.places.map(([id, x, y]) => [id, { x, y: -y }]));
    this.square = facts.medium === 'square';
    this.id = `b${++count}`;
    this.pieces = new Map();
    this.lamps = new Map();
    this.places = new Map();
    this.loose = this.covers = [];
    this.owners = {};
    this.call = corner;
    this.box = this.frame();
    const shown = around.length ? near(around.map((id) => this.at.get(id)).filter(Boolean)) : this.box;
    this.svg = make('svg', { viewBox: shown.join(' '), class: live ? 'board live' : 'board', role: live ? 'group' : 'img', 'aria-label': label });
    this.defs = make('defs');
    this.layers = Object.fromEntries(['ground', 'hole', 'lamp', 'mark', 'piece', 'way', 'loose', 'held', 'name', 'place']
      .map((name) => [name, make('g', { class: `layer-${name}` })]));
    this.svg.append(this.defs, ...Object.values(this.layers));
    this.ground(facts);
    this.hollows();
    this.layers.name.setAttribute('aria-hidden', 'true');
    this.layers.name.append(...['rim', 'marked', 'over'].map((name) => (this[name] = make('g', { class: name }))));
    if (rim && ['hole', 'square'].includes(facts.medium)) this.#rim();
    if (!live) return;
    // A browser would come to it for its listeners, before its places.
    this.svg.tabIndex = -1;
    for (const id of this.at.keys()) this.#place(id);
    const over = ({ target }) => this.setName(target.closest('.place')?.dataset.place);
    for (const kind of ['pointerover', 'focusin']) this.svg.addEventListener(kind, over);
    for (const kind of ['pointerout', 'focusout']) this.svg.addEventListener(kind, () => this.setName());
  }

  frame() { return box([...this.at.values()], this.square ? 1.1 : 1.05); }

  hollows() {
    const all = [...this.at.values()];
    if (this.square) this.layers.hole.append(make('path', { d: all.map(({ x, y }) => `M${x - 0.48} ${y - 0.48}h.96v.96h-.96z`).join(''), class: 'square' }));
    else for (const [kind, r, dx, dy] of [['rim', 0.3, 0.02, 0.035], ['hole', 0.265, 0, 0], ['deep', 0.19, -0.03, -0.05]]) {
      this.layers.hole.append(make('path', { d: all.map(({ x, y }) => dot(x + dx, y + dy, r)).join(''), class: kind }));
    }
  }

  ground(facts) {
    const points = (list) => list.map(([x, y]) => `${x},${-y}`).join(' ');
    if (this.square) {
      const [x, y, w, h] = this.box;
      const edge = { x: x + 0.2, y: y + 0.2, width: w - 0.4, height: h - 0.4, rx: 0.3 };
      this.layers.ground.append(make('rect', { ...edge, class: 'wood' }));
      this.grain(make('rect', edge));
      return;
    }
    const edge = points(facts.outline.map(([x, y]) => [x * 0.86, y * 0.86]));
    this.layers.ground.append(make('polygon', { points: edge, class: 'wood' }));
    const tips = Object.values(facts.corners).map((id) => this.at.get(id)).map(({ x, y }) => [x * 1.09, -y * 1.09]);
    if (tips.length === 6) for (const odd of [0, 1]) {
      this.layers.ground.append(make('polygon', { points: points(tips.filter((_, n) => n % 2 === odd)), class: 'star' }));
    }
    this.grain(make('polygon', { points: edge }));
  }

  // The grain of the wood: long lines that swing a little, always the same, within the edge.
  grain(edge) {
    const id = `${this.id}-edge`, [x, y, w, h] = this.box;
    this.defs.append(make('clipPath', { id }, edge));
    const lines = Array.from({ length: 34 }, (_, n) => {
      const at = y + (h * (n + 0.5)) / 34 + 0.16 * Math.sin(n * 7.3), swing = 0.5 * Math.sin(n * 0.53);
      return `M${x} ${at}q${w / 4} ${swing} ${w / 2} ${swing / 3}t${w / 2} ${0.35 * Math.sin(n * 2.1)}`;
    });
    for (const [kind, odd] of [['grain', 0], ['grain fine', 1]]) {
      this.layers.ground.append(make('path', { d: lines.filter((_, n) => n % 2 === odd).join(''), class: kind, 'clip-path': `url(#${id})` }));
    }
  }

  // The edge of a place, as a shape to be touched or marked.
  outline(id, r, kind) {
    const { x, y } = this.at.get(id);
    return make('circle', { cx: x, cy: y, r, class: kind });
  }

  // A row's name stands at its left end; where rows are numbers, the files' letters stand below.
  #rim() {
    const rows = new Map(), files = new Map();
    for (const [id, { x, y }] of this.at) {
      const row = this.square ? id.slice(1) : id[0];
      if (!(x > rows.get(row)?.x)) rows.set(row, { x, y });
      if (this.square && !(y < files.get(id[0])?.y)) files.set(id[0], { x, y });
    }
    this.rim.append(...[...rows].map(([row, { x, y }]) => word(row, x - 0.69, y)), ...[...files].map(([file, { x, y }]) => word(file, x, y + 0.69)));
  }

  // Whose each set is, and how people are called: told beside their colours from now on.
  setOwners(sets, call) {
    this.call = call;
    this.owners = Object.fromEntries(Object.entries(sets).flatMap(([seat, tokens]) => tokens.map((token) => [token, seat])));
  }

  // Whose pieces these are; nobody's are called by themselves.
  owner(token) { return this.owners[token] ?? token; }

  // A place's name, or what else is to be read, so far above it; near the edge it keeps within the picture.
  named(id, above, text = id) {
    const there = this.at.get(id), half = 0.13 * text?.length, [left, , width] = this.box;
    return there ? [word(text, Math.max(left + half, Math.min(there.x, left + width - half)), there.y - above)] : [];
  }

  // The name of the place that one is at, and of whose piece lies there; none without an id.
  setName(id) {
    this.here = id;
    const name = this.call(this.owners[this.pieces.get(id)?.token]);
    this.over.replaceChildren(...this.named(id, 0.54, name ? `${id} · ${brief(name)}` : id));
  }

  // The place that the keyboard is at, the only one that it comes to from outside; really: now.
  focus(id, really = false) {
    for (const one of this.places.values()) if (one.getAttribute('tabindex') === '0') one.setAttribute('tabindex', '-1');
    const one = this.places.get(id);
    one.setAttribute('tabindex', '0');
    if (really) one.focus({ preventScroll: true });
  }

  #place(id) {
    const place = make('g', { class: 'place', role: 'button', tabindex: '-1', 'data-place': id, 'aria-label': id }, this.outline(id, 0.47, 'edge'));
    this.layers.place.append(place);
    this.places.set(id, place);
  }

  // A radial gradient by colour: a glossy marble, or the light of a lamp. Made once for each.
  paint(kind, colour) {
    const id = `${this.id}-${kind}-${colour.slice(1)}`;
    if (!this.defs.querySelector(`#${id}`)) {
      const stops = kind === 'lamp' ? [[0, '#ffffff', 1], [0.22, bright(colour), 1], [0.55, bright(colour), 0.8], [1, bright(colour), 0]]
        : [[0, mix(colour, '#ffffff', 0.65), 1], [0.32, mix(colour, '#ffffff', 0.12), 1], [0.75, colour, 1], [1, mix(colour, '#000000', 0.45), 1]];
      this.defs.append(make('radialGradient', kind === 'lamp' ? { id } : { id, cx: 0.38, cy: 0.32, r: 0.72 },
        ...stops.map(([offset, c, o]) => make('stop', { offset, 'stop-color': c, 'stop-opacity': o }))));
    }
    return `url(#${id})`;
  }

  piece(token, colours) {
    const r = this.square ? 0.36 : 0.4;
    const text = sign(this.owners[token]);
    return make('g', { class: 'piece', 'data-token': token },
      make('ellipse', { cx: 0.05, cy: 0.1, rx: r, ry: r * 0.94, class: 'shadow' }),
      make('circle', { r, fill: this.paint('ball', colours[token] ?? '#888888') }),
      make('ellipse', { cx: -0.13, cy: -0.17, rx: 0.1, ry: 0.06, class: 'gloss' }),
      ...(text ? [make('g', { class: 'sign', 'aria-hidden': 'true' }, word(text, 0, 0))] : []));
  }

  setPieces(view, colours) {
    for (const [id, there] of this.pieces) {
      const same = view[id] === there.token && colours[there.token] === there.colour && sign(this.owners[there.token]) === there.sign;
      if (!same) { there.drawn.remove(); this.pieces.delete(id); }
    }
    for (const [id, token] of Object.entries(view)) {
      if (this.pieces.has(id) || !this.at.has(id)) continue;
      const drawn = this.piece(token, colours);
      const { x, y } = this.at.get(id);
      drawn.setAttribute('transform', `translate(${x} ${y})`);
      this.layers.piece.append(drawn);
      this.pieces.set(id, { token, drawn, colour: colours[token], sign: sign(this.owners[token]) });
    }
    if (this.here) this.setName(this.here);
  }

  setLamps(lamps) {
    for (const [id, lamp] of this.lamps) if (!lamps[id]) { lamp.remove(); this.lamps.delete(id); }
    for (const [id, [colour, level, rhythm]] of Object.entries(lamps)) {
      if (!this.at.has(id)) continue;
      let lamp = this.lamps.get(id);
      if (!lamp) {
        const { x, y } = this.at.get(id);
        lamp = make('g', {}, make('circle', { cx: x, cy: y, r: 0.78 }));
        this.layers.lamp.append(lamp);
        this.lamps.set(id, lamp);
      }
      const kind = `lamp ${rhythm}`;
      if (lamp.getAttribute('class') !== kind) lamp.setAttribute('class', kind);
      lamp.dataset.colour = colour;
      lamp.dataset.place = id;
      lamp.firstChild.setAttribute('fill', this.paint('lamp', colour));
      lamp.firstChild.setAttribute('opacity', (0.45 + 0.55 * level).toFixed(2));
    }
  }

  // Rings around places, with their names: {place: 'away' | 'back' | 'doubt' | 'pick'}.
  setMarks(marks) {
    this.marked.replaceChildren(...Object.keys(marks).flatMap((id) => this.named(id, 0)));
    this.layers.mark.replaceChildren(...Object.entries(marks).filter(([id]) => this.at.has(id)).map(([id, kind]) => this.outline(id, 0.52, `mark ${kind}`)));
  }

  // The way of a move: hops as arcs, steps as lines; drawn hop by hop if it is new.
  setWay(path, move, fresh = false) {
    const hops = move.includes(':'), key = path.join() + hops;
    if (key === this.way && !fresh) return;
    this.way = key;
    this.layers.way.replaceChildren();
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    path.slice(1).forEach((end, n) => {
      const a = this.at.get(path[n]), b = this.at.get(end);
      if (!a || !b) return;
      const lift = hops ? 0.55 : 0;
      const arc = make('path', { d: `M${a.x} ${a.y}Q${(a.x + b.x) / 2} ${(a.y + b.y) / 2 - lift} ${b.x} ${b.y}`, class: 'way', pathLength: 1 });
      const dot = make('circle', { cx: b.x, cy: b.y, r: n === path.length - 2 ? 0.13 : 0.09, class: 'landing' });
      this.layers.way.append(arc, dot);
      if (fresh && !calm) {
        const timing = { duration: 320, delay: n * 320, fill: 'backwards', easing: 'ease-in-out' };
        arc.animate([{ strokeDashoffset: 1 }, { strokeDashoffset: 0 }], timing);
        dot.animate([{ opacity: 0 }, { opacity: 1 }], { ...timing, delay: timing.delay + 240, duration: 100 });
      }
    });
    const last = this.pieces.get(path.slice(-1)[0]);
    if (fresh && !calm && last) this.#hop(last.drawn, path);
  }

  #hop(drawn, path) {
    const frames = path.flatMap((id, n) => {
      const p = this.at.get(id), q = this.at.get(path[n + 1]);
      const at = (x, y, s) => ({ transform: `translate(${x}px, ${y}px) scale(${s})` });
      return q ? [at(p.x, p.y, 1), at((p.x + q.x) / 2, (p.y + q.y) / 2 - 0.3, 1.22)] : [at(p.x, p.y, 1)];
    });
    drawn.animate(frames, { duration: 320 * (path.length - 1), easing: 'linear' });
  }

  // What lies beside the holes; what has rolled off the board is shown at its edge.
  setLoose(loose, covers, colours) {
    const [left, top, width, height] = this.box;
    const within = (at, from, size) => Math.max(from + 0.45, Math.min(at, from + size - 0.45));
    this.loose = loose.map(([token, x, y]) => ({ token, x: within(x, left, width), y: within(-y, top, height) }));
    this.covers = covers.map(([x, y, r]) => ({ x, y: -y, r }));
    this.layers.loose.replaceChildren(
      ...this.loose.map(({ token, x, y }) => {
        const drawn = this.piece(token, colours);
        drawn.setAttribute('transform', `translate(${x} ${y})`);
        drawn.classList.add('loose');
        return drawn;
      }),
      ...this.covers.map(({ x, y, r }) => make('circle', { cx: x, cy: y, r, class: 'plate' })));
  }

  // Client coordinates, lifted so far, to the nearest place; null where none is within reach.
  nearest(event, reach = 0.75, lift = 0) {
    const p = this.point(event);
    let best = null, least = reach;
    for (const [id, { x, y }] of this.at) {
      const away = Math.hypot(x - p.x, y - p.y + lift);
      if (away < least) { best = id; least = away; }
    }
    return best;
  }

  point(event) { return pointed(this.svg, event); }

  // The neighbour of a place in the direction of an arrow key; null for another key.
  beside(id, key) {
    if (!arrows[key]) return null;
    const [dx, dy] = arrows[key], from = this.at.get(id);
    let best = id, least = Infinity;
    for (const [other, { x, y }] of this.at) {
      const away = Math.hypot(x - from.x, y - from.y);
      const ahead = (x - from.x) * dx + (y - from.y) * dy;
      if (ahead > 0.7 * away && away < least - 0.01) { best = other; least = away; }
    }
    return best;
  }
}

// The box about some points, with a margin; the same squared and not too small, for a close look.
function box(points, outer) {
  const [left, right] = [Math.min(...points.map((p) => p.x)), Math.max(...points.map((p) => p.x))];
  const [top, low] = [Math.min(...points.map((p) => p.y)), Math.max(...points.map((p) => p.y))];
  return [left - outer, top - outer, right - left + 2 * outer, low - top + 2 * outer];
}

function near(points) {
  const [x, y, w, h] = box(points, 1.5);
  const side = Math.max(w, h, 5);
  return [x + (w - side) / 2, y + (h - side) / 2, side, side];
}

// As much of a name as there is room for.
export const brief = (name) => (name.length > 15 ? `${name.slice(0, 14)}…` : name);

// Written large and drawn small: browsers have a least size of letters.
const word = (text, x, y) => make('text', { transform: `translate(${x} ${y}) scale(.04)` }, text);

const dot = (x, y, r) => `M${(x - r).toFixed(3)} ${y.toFixed(3)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;

const parts = (colour) => [1, 3, 5].map((n) => parseInt(colour.slice(n, n + 2), 16));
function mix(one, other, share) {
  const b = parts(other);
  return `#${parts(one).map((part, n) => Math.round(part + (b[n] - part) * share).toString(16).padStart(2, '0')).join('')}`;
}
// A lamp's colour as the eye sees it through the board: full, and a little white in its middle.
const bright = (colour) => mix(colour, '#ffffff', 0.25);

// What lies there after some places have changed.
export function after(view, changes) {
  const next = { ...view, ...changes };
  for (const [place, token] of Object.entries(changes)) if (token === 'empty') delete next[place];
  return next;
}
