// The library: recorded games as cards, and one of them shown again.
import { Board } from './board.js';
import { send } from './link.js';
import { $, confirm, el, toast } from './table.js';
import { call, say, seat, t } from './words.js';

const speeds = [[0.5, '½ ×'], [1, '1 ×'], [2, '2 ×'], [4, '4 ×']];

export class Games {
  #cards = []; #boards = {}; #shown = null; #ply = 0; #playing = 0; #speed = 1;

  constructor(table) {
    this.table = table;
    $('search').oninput = () => this.#show();
    $('import').onchange = async ({ target }) => {
      const [file] = target.files;
      target.value = '';
      if (file) this.#open(file);
    };
    addEventListener('keydown', (event) => this.#key(event));
  }

  async list() {
    this.#halt();
    const { ok, told } = await send('GET', '/api/games');
    this.#cards = ok ? told.games : [];
    this.#boards = ok ? told.boards : {};
    call(this.table.game?.players);
    this.#show();
  }

  #show() {
    const wanted = $('search').value.trim().toLowerCase();
    const found = this.#cards.filter((one) => this.#about(one).toLowerCase().includes(wanted));
    const empty = el('p', { className: 'faint', textContent: t(this.#cards.length ? 'none-found' : 'no-games') });
    $('cards').replaceChildren(...(found.length ? found.map((one) => this.#card(one)) : [empty]));
  }

  #about(one) {
    return `${one.id} ${one.game} ${(one.seats ?? []).map((who) => one.players[who] || seat(who)).join(' ')} ${new Date((one.when ?? 0) * 1000).toLocaleDateString()}`;
  }

  #card(one) {
    const card = el('article', { className: 'card' });
    if (one.error) { card.append(el('h3', { textContent: one.id }), el('p', { textContent: one.error })); return card; }
    const link = el('a', { href: `#games/${one.id}`, ariaLabel: `${t('watch-again')} ${one.id}` });
    const places = this.#boards[one.board];
    if (places) {
      const board = new Board(places, { label: one.id });
      board.setPieces(one.view, one.colours);
      link.append(board.svg);
    } else link.append(el('span', { className: 'blank', textContent: one.game }));
    const won = Object.entries(one.outcome.scores ?? {}).filter(([, place]) => place === 1).map(([who]) => one.players[who] || seat(who));
    const result = !one.outcome.over ? t('unfinished') : won.length ? t('winner', { seat: won.join(', ') }) : t('over');
    card.append(link, el('h3', { textContent: one.seats.map((who) => one.players[who] || seat(who)).join(' – ') }),
      el('p', { textContent: `${result} · ${t('turns', { count: one.plies })}${one.damaged ? ` · ${t('damaged')}` : ''}` }),
      el('p', { className: 'faint', textContent: `${one.id} · ${new Date(one.when * 1000).toLocaleString(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' })}` }),
      el('div', { className: 'row' }, ...this.#share(one.id), this.#delete(one.id)));
    return card;
  }

  #share(id) {
    return [['txt', 'text'], ['json', 'JSON'], ['gif', 'animation']].map(([form, word]) =>
      el('a', { className: 'button small', href: `/api/games/${id}/as/${form}`, download: `${id}.${form}`, textContent: word === 'JSON' ? word : t(word) }));
  }

  #delete(id) {
    const button = el('button', { className: 'small', textContent: t('delete') });
    button.onclick = async () => {
      const { ok, told } = await send('DELETE', `/api/games/${id}`);
      if (!ok) { toast(say(told.error)); return; }
      toast(t('deleted'), { text: t('bring-back'), done: async () => { await send('POST', `/api/games/${id}/back`); this.list(); } });
      if (location.hash === '#games') this.list(); else location.hash = '#games';
    };
    return button;
  }

  // A record from outside: shown first, kept if wanted.
  async #open(data) {
    const { ok, told } = await send('POST', '/api/preview', data);
    if (!ok) { toast(say(told.error)); return; }
    for (const one of ['table', 'games', 'again']) $(one).hidden = one !== 'again';
    this.#begin(told, data);
  }

  async again({ id, inside }) {
    if (inside) { this.#open(await unpack(inside)); return; }
    const { ok, told } = await send('GET', `/api/games/${encodeURIComponent(id)}`);
    if (!ok) { toast(say(told.error)); location.hash = '#games'; return; }
    this.#begin(told, null);
  }

  #begin(game, data) {
    this.#halt();
    call(game.players);
    const views = [game.start];
    for (const one of game.plies) {
      const view = { ...views.at(-1) };
      for (const [place, token] of Object.entries(one.changes)) if (token === 'empty') delete view[place]; else view[place] = token;
      views.push(view);
    }
    const board = new Board(game.board, { label: t('board') });
    const slider = el('input', { type: 'range', min: 0, max: game.plies.length, value: game.plies.length, ariaLabel: t('ply') });
    slider.oninput = () => this.#go(Number(slider.value));
    const caption = el('p', { className: 'caption' });
    caption.setAttribute('aria-live', 'polite');
    const button = (sign, label, done) => el('button', { textContent: sign, ariaLabel: t(label), title: t(label), onclick: done });
    const play = button('▶', 'play', () => (this.#playing ? this.#halt() : this.#play()));
    const speed = el('select', { ariaLabel: t('speed') }, ...speeds.map(([n, text]) => el('option', { value: n, textContent: text, selected: n === this.#speed })));
    speed.onchange = () => { this.#speed = Number(speed.value); };
    const moves = el('ol', { className: 'moves' }, ...game.plies.map((one, n) => {
      const line = el('li');
      const jump = el('button', { className: 'plain', textContent: `${seat(one.seat)} ${one.move || one.kind}`, onclick: () => this.#go(n + 1) });
      line.append(jump);
      return line;
    }));
    const actions = el('div', { className: 'row' });
    if (game.id) actions.append(...this.#share(game.id), this.#link(game.id), this.#delete(game.id));
    else if (data) actions.append(el('button', { className: 'main', textContent: t('keep'), onclick: () => this.#keep(data) }));
    const stage = el('div', { className: 'stage' });
    stage.append(board.svg);
    $('again').replaceChildren(
      el('section', {}, stage, caption, slider, el('div', { className: 'row' },
        button('«', 'first', () => this.#go(0)), button('‹', 'back', () => this.#go(this.#ply - 1)), play,
        button('›', 'forward', () => this.#go(this.#ply + 1)), speed)),
      el('section', {}, el('a', { href: '#games', textContent: `← ${t('to-library')}` }),
        el('h2', { textContent: game.seats.map((who) => seat(who)).join(' – ') }),
        el('p', { textContent: this.#result(game) }), ...this.#best(game), this.#chart(game, views), actions, moves,
        ...(game.stop ? [el('p', { className: 'why', textContent: game.stop.why })] : [])));
    this.#shown = { game, views, board, slider, caption, play, moves };
    this.#go(game.plies.length);
  }

  #result(game) {
    const won = Object.entries(game.outcome.scores ?? {}).filter(([, place]) => place === 1).map(([who]) => seat(who));
    return `${!game.outcome.over ? t('unfinished') : won.length ? t('winner', { seat: won.join(', ') }) : t('over')} · ${t('turns', { count: game.plies.length })}`;
  }

  #best(game) {
    const hops = game.plies.filter((one) => one.move.includes(':')).sort((a, b) => b.path.length - a.path.length);
    return hops.length ? [el('p', { textContent: t('longest', { move: hops[0].move, hops: hops[0].path.length - 1 }) })] : [];
  }

  // How far each set is from where it goes: the point opposite to where it began.
  #chart(game, views) {
    const at = Object.fromEntries(game.board.places.map(([id, x, y]) => [id, [x, y]]));
    const tokens = Object.values(game.sets).flat();
    const far = (view, token, [gx, gy]) => Object.entries(view).reduce((sum, [id, one]) => (one === token ? sum + Math.hypot(at[id][0] - gx, at[id][1] - gy) : sum), 0);
    const lines = tokens.map((token) => {
      const mine = Object.entries(game.start).filter(([, one]) => one === token).map(([id]) => at[id]);
      const goal = [0, 1].map((n) => -mine.reduce((sum, p) => sum + p[n], 0) / (mine.length || 1));
      return views.map((view) => far(view, token, goal));
    });
    const top = Math.max(1, ...lines.flat());
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    svg.setAttribute('viewBox', '0 0 300 90');
    svg.setAttribute('class', 'chart');
    svg.setAttribute('role', 'img');
    svg.setAttribute('aria-label', t('way-home'));
    lines.forEach((line, n) => {
      const drawn = document.createElementNS('http://www.w3.org/2000/svg', 'polyline');
      drawn.setAttribute('points', line.map((y, x) => `${(300 * x) / Math.max(1, line.length - 1)},${86 - 82 * (y / top)}`).join(' '));
      drawn.setAttribute('stroke', game.colours[tokens[n]]);
      svg.append(drawn);
    });
    const figure = el('figure', { className: 'chart-box' }, el('figcaption', { className: 'faint', textContent: t('way-home') }));
    figure.prepend(svg);
    return figure;
  }

  #link(id) {
    return el('button', { className: 'small', textContent: t('link'), onclick: async () => {
      const answer = await fetch(`/api/games/${id}/as/txt`);
      const address = `${location.origin}/#g/${await pack(await answer.text())}`;
      try { await navigator.clipboard.writeText(address); toast(t('copied')); } catch { confirm(t('link'), () => {}); location.hash = address.split('#')[1]; }
    } });
  }

  async #keep(data) {
    const { ok, told } = await send('POST', '/api/games', data);
    if (!ok) { toast(say(told.error)); return; }
    toast(t('kept'));
    location.hash = `#games/${told.id}`;
  }

  #go(ply) {
    const { game, views, board, slider, caption, moves } = this.#shown;
    const before = this.#ply;
    this.#ply = Math.max(0, Math.min(game.plies.length, ply));
    const one = game.plies[this.#ply - 1];
    board.setPieces(views[this.#ply], game.colours);
    board.setWay(one?.path ?? [], (one?.move ?? '').includes(':'), this.#ply === before + 1);
    slider.value = this.#ply;
    slider.setAttribute('aria-valuetext', one ? `${this.#ply}. ${seat(one.seat)} ${one.move}` : '0');
    caption.textContent = one ? `${this.#ply}. ${seat(one.seat)} ${one.move || one.kind}` : '0';
    for (const [n, line] of [...moves.children].entries()) line.classList.toggle('here', n === this.#ply - 1);
    const here = moves.children[this.#ply - 1];
    if (here) moves.scrollTop = here.offsetTop - moves.clientHeight / 2;
  }

  #play() {
    const { game, play } = this.#shown;
    if (this.#ply >= game.plies.length) this.#go(0);
    play.textContent = '❚❚';
    play.ariaLabel = t('stop');
    const next = () => {
      if (this.#ply >= game.plies.length) { this.#halt(); return; }
      this.#go(this.#ply + 1);
      this.#playing = setTimeout(next, 1000 / this.#speed);
    };
    this.#playing = setTimeout(next, 250);
  }

  #halt() {
    clearTimeout(this.#playing);
    this.#playing = 0;
    if (this.#shown) { this.#shown.play.textContent = '▶'; this.#shown.play.ariaLabel = t('play'); }
  }

  #key(event) {
    if ($('again').hidden || !this.#shown || /INPUT|SELECT|BUTTON|TEXTAREA/.test(event.target.tagName) || $('dialog').open) return;
    const to = { ArrowLeft: this.#ply - 1, ArrowRight: this.#ply + 1, Home: 0, End: this.#shown.game.plies.length }[event.key];
    if (to !== undefined) { event.preventDefault(); this.#go(to); }
    if (event.key === ' ') { event.preventDefault(); if (this.#playing) this.#halt(); else this.#play(); }
  }
}

const flow = (data, through) => new Response(new Blob([data]).stream().pipeThrough(through));

async function pack(text) {
  const bytes = new Uint8Array(await flow(text, new CompressionStream('deflate-raw')).arrayBuffer());
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

// At most two megabytes come out, whatever a link has packed in.
async function unpack(packed) {
  const bytes = Uint8Array.from(atob(packed.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
  const reader = flow(bytes, new DecompressionStream('deflate-raw')).body.getReader();
  const parts = [];
  for (let size = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts);
    size += value.length;
    if (size > 2e6) { reader.cancel(); return new Blob([]); }
    parts.push(value);
  }
}
