// The live page: the board as it is, what the referee says, and what people may do about it.
import { after } from './board.js';
import { watch } from './camera.js';
import { $, ask, confirm, el, toast } from './dom.js';
import { clock, ended } from './figures.js';
import { amounts, drawn, heap, side, tint } from './pits.js';
import { pressable } from './press.js';
import { Sowing } from './sow.js';
import { Touch } from './touch.js';
import { Ways } from './ways.js';
import { sign, spoken, t, words } from './words.js';

const echoes = new Set(['your-turn', 'game-over', 'unsure-between', 'unsure-whether', 'unsure-way-on', 'unsure-what', 'spread-way-on', 'hold-or-mend']);
const listed = new Set(['way-back', 'put-right']);
const menu = { accept: 'as-it-lies', 'take back': 'undo', pause: 'pause', end: 'end', new: 'new', off: 'off', back: 'back-to-game' };

export class Table {
  #link; #game = null; #now = null; #board = null; #touch = null; #ways = null; #lies = null; #sent = null; #words = spoken(); #heard = performance.now();
  #sentences = []; #after = null; #path = ''; #opener = null; #typed = null;

  constructor(link) {
    this.#link = link;
    link.addEventListener('table', (event) => this.#sit(event.detail));
    link.addEventListener('now', (event) => this.#see(event.detail));
    link.addEventListener('news', (event) => this.#hear(event.detail.items));
    link.addEventListener('may', () => this.#draw());
    this.#buttons();
    setInterval(() => this.#clocks(), 1000);
  }

  get game() { return this.#game; }

  // Whether something has been played that is not over.
  get runs() { return this.#now?.ply > 0 && this.#now.phase.name !== 'finished'; }

  get #pits() { return this.#game.board.medium === 'pit'; }

  words() {
    if (!this.#now) return;
    this.#board.svg.setAttribute('aria-label', t('board'));
    for (const one of ['trouble', 'history']) delete $(one).dataset.key;
    this.#draw();
  }

  // A game sits down: a new board.
  #sit(game) {
    // The same game after a lost connection: the board stays, with whatever is in the hand.
    if (this.#game && JSON.stringify(game) === JSON.stringify(this.#game)) return;
    this.#game = game;
    this.#now = this.#path = null;
    this.#sentences = [];
    this.#words = spoken(game.players);
    this.#board = drawn(game.board, { live: true, label: t('board') });
    this.#board.setOwners(game.sets, this.#words.seat);
    this.#touch = new (this.#pits ? Sowing : Touch)(this.#board, (wish) => this.#ask(wish, true), (what, more) => this.#felt(what, more));
    this.#ways = new Ways(game, this.#board, this.#words, (wish) => this.#ask(wish));
    $('stage').replaceChildren(this.#board.svg);
    $('clumsy').hidden = !game.simulated;
    $('signs').parentElement.hidden = this.#pits;
    document.querySelector('[data-do=knock]').hidden = this.#pits;
    const hint = document.querySelector('#name-move small');
    hint.dataset.t = this.#pits ? 'name-sowing' : 'name-hint';
    hint.textContent = t(hint.dataset.t);
    $('follows').hidden = game.follows === null;
    if (!game.simulated) { $('eye').open = true; $('seen').checked = true; }
    this.#leave();
  }

  // From the press until something is known: on a small machine that takes a while.
  async #press(what) {
    $('big').classList.add('busy');
    if (!(await this.#ask({ do: what })).ok) $('big').classList.remove('busy');
  }

  #see(now) {
    if (now.sitting !== this.#game?.sitting) return;
    this.#now = now;
    if (this.#sent !== null && now.ply > this.#sent) this.#leave();
    this.#take(now.ply);
    $('big').classList.remove('busy');
    this.#heard = performance.now();
    this.#draw();
  }

  // A move that was typed stays, to be mended, until it counts.
  #take(ply) {
    if (!this.#typed || ply <= this.#typed.ply) return;
    const { move } = $('name-move').elements;
    if (move.value === this.#typed.text) move.value = '';
    this.#typed = null;
  }

  #hear(items) {
    $('big').classList.remove('busy');
    // What comes first is old already.
    const live = this.#after !== null;
    for (const { said, after, event, facts, passing } of items) {
      if (live && event === 'nudged' && facts.found) toast(t('nudged'));
      if (!said) continue;
      // The taps stay until the table takes them, and what it says against them is told beside them.
      if (live && this.#sent !== null) $('tools-hint').textContent = this.#words.say(said);
      // What was said before something else came is over, and a refused word with the next sentence.
      if (after !== this.#after) this.#sentences = [];
      this.#after = after;
      // Said once more, it stands once, but it is heard once more.
      const others = this.#sentences.filter((one) => !one.passing && JSON.stringify(one.said) !== JSON.stringify(said));
      this.#sentences = [...others, { said, passing, line: el('p', { textContent: this.#words.say(said) }) }];
    }
    this.#sentences = this.#sentences.slice(-6);
    this.#above();
  }

  #told() {
    // What stands above in large letters, or below as a list, is said for those who listen.
    const echoed = ({ id }, asked = id.replace('still-', '')) => echoes.has(asked) || (listed.has(asked) && this.#now.phase.wrong?.length);
    // What explains an item of the menu is over once it is closed, even without a word.
    const heard = this.#sentences.filter(({ said }) => this.#now.menu || !/^(menu|knob)-/.test(said.id));
    const newest = heard.filter(({ said }) => !echoed(said)).pop();
    for (const one of heard) {
      // A refusal says less with every piece that is put back in silence.
      if (one.said.id === this.#now.phase.why?.id) one.said = this.#now.phase.why;
      one.line.className = echoed(one.said) ? 'echo' : one === newest ? 'newest' : '';
      // In another language it is the same line still: nobody wants to hear it again.
      const text = this.#words.say(one.said), { firstChild } = one.line;
      if (firstChild.data !== text) firstChild.data = text;
    }
    // What stands elsewhere takes no room from what stands only here.
    const seen = heard.filter(({ said }) => !echoed(said)).slice(-3);
    const lines = heard.filter((one) => echoed(one.said) || seen.includes(one)).map(({ line }) => line);
    for (const gone of [...$('said').children].filter((one) => !lines.includes(one))) gone.remove();
    $('said').append(...lines.filter((one) => !one.parentNode));
  }

  #felt(what, more) {
    if (what === 'taken' || what === 'hand-full') toast(t(what));
    if (what === 'idle' && this.#game.simulated && !this.#link.may) toast(t('pair-first'));
    if (what === 'failed' && more.why) toast(this.#words.say(more.why));
    this.#pieces();
    this.#above();
  }

  async #ask(wish, quietly = false) {
    const answer = await this.#link.ask(wish);
    if (!answer.ok && answer.why && !quietly) toast(this.#words.say(answer.why));
    return answer;
  }

  // Everything that can be seen of a moment.
  #draw() {
    const now = this.#now, game = this.#game;
    if (!now) return;
    const { phase } = now;
    this.#touch.enabled = game.simulated && this.#link.may && !this.#lies;
    this.#board.svg.style.touchAction = this.#touch.enabled || this.#lies ? 'none' : '';
    if (this.#pits) {
      const free = this.#touch.enabled && !now.table.hand && ['playing', 'refused', 'unsure', 'guided'].includes(phase.name);
      this.#touch.allow(free, Object.keys(now.view).filter((id) => side(id) === now.to_move));
    }
    this.#touch.colours = now.colours;
    if (now.table) this.#touch.hear(now.table);
    this.#pieces();
    this.#board.setLamps(now.lamps);
    this.#board.svg.classList.toggle('dark', (now.table?.daylight ?? 1) < 0.2);
    this.#board.setLoose(now.table?.loose ?? [], now.table?.covers ?? [], now.colours);
    this.#marks();
    const held = phase.name === 'lifted' && !phase.landed ? t('held', { place: phase.place, count: phase.targets.length }) : '';
    if ($('held').textContent !== held) $('held').textContent = held;
    const path = now.last?.path ?? [];
    const fresh = this.#path !== null && this.#path !== `${now.ply}${path}` && path.length > 1;
    this.#path = `${now.ply}${path}`;
    this.#board.setWay(path, now.last?.move ?? '', fresh);
    if (now.won) this.#board.setWon(now, now.to_move, this.#words.seat);
    $('dot').style.background = this.#colour(now.to_move);
    $('dot').hidden = !now.to_move;
    document.body.dataset.phase = now.blind ? 'blind' : phase.name;
    this.#clocks();
    this.#above();
    this.#button(now, phase);
    this.#history(now);
    this.#text();
    if (this.#game.follows !== null) $('follows-text').textContent = t('follows', { turn: now.turns, count: this.#game.follows });
  }

  // What stands above the board on a phone changes its height: under a finger that drags it stays as it is.
  #above() {
    const now = this.#now;
    if (!now || this.#touch.finger !== null) return;
    $('status').textContent = this.#status(now, now.phase);
    $('looking').hidden = !now.looking;
    this.#trouble(now.phase);
    $('trouble').hidden = Boolean(now.menu) || !$('trouble').childElementCount;
    this.#told();
  }

  #status(now, phase) {
    if (now.menu) return t(now.sure ? 'sure' : 'menu');
    if (now.blind) return t('blind');
    if (phase.name === 'guided') return phase.wrong.length ? t('guided') : t('finding');
    if (phase.name === 'finished') return ended({ ...this.#game, outcome: phase.outcome });
    return ['refused', 'unsure', 'paused'].includes(phase.name) ? t(phase.name) : this.#words.t('to-move', { seat: now.to_move ?? '' });
  }

  #colour(who) { return tint(this.#game, who, this.#now.colours); }

  #dot(who) {
    const dot = el('i');
    dot.style.background = this.#colour(who);
    if (sign(who)) dot.dataset.sign = sign(who);
    return dot;
  }

  #pieces() {
    if (!this.#now) return;
    const view = this.#lies ? after(this.#now.view, this.#lies) : this.#game.simulated ? this.#touch.view() : this.#now.view;
    this.#board.setPieces(view, this.#now.colours);
    const means = this.#means();
    for (const [id, place] of this.#board.places) {
      const label = [this.#read(id, view[id]), ...(means.get(id) ?? [])].join(', ');
      if (place.getAttribute('aria-label') !== label) place.setAttribute('aria-label', label);
      place.classList.toggle('full', Boolean(view[id]));
    }
  }

  // What lamps and marks mean, place by place, for those who listen.
  #means() {
    const { phase, lamps } = this.#now;
    if (phase.wrong) return new Map(phase.wrong.map((one) => [one.place, this.#ways.mend([one])]));
    if (phase.name === 'lifted') return new Map(phase.targets.map((place) => [place, [t('may-go')]]));
    return new Map(this.#game.follows === null ? [] : Object.keys(lamps).map((place) => [place, [t('lit')]]));
  }

  // A place and what lies there, as it is read aloud.
  #read(id, token) {
    if (this.#pits) return `${id}${side(id) ? ` ${this.#words.seat(side(id))}` : ''}${words('list-colon')}${heap(token)}`;
    return `${id} ${token ? this.#words.seat(this.#board.owner(token)) : t('empty')}`;
  }

  #marks() {
    const { phase } = this.#now;
    const marks = {};
    for (const one of phase.wrong ?? []) marks[one.place] = one.seen === 'empty' ? 'back' : 'away';
    for (const place of phase.name === 'unsure' ? phase.places : []) marks[place] = 'doubt';
    for (const place of Object.keys(this.#lies ?? {})) marks[place] = 'pick';
    this.#board.setMarks(marks);
  }

  // What is wrong or doubtful, with the ways on; made anew only when it has changed.
  #trouble(phase) {
    const box = $('trouble'), key = JSON.stringify([phase, this.#now.ply, this.#link.may]);
    if (box.dataset.key === key) return;
    box.dataset.key = key;
    // Who answered by keyboard goes on where the outcome is told.
    if (box.contains(document.activeElement)) $('status').focus({ preventScroll: true });
    box.replaceChildren(...this.#ways.on(this.#now, this.#link.may));
  }

  #button(now, phase) {
    const amiss = ['refused', 'unsure', 'guided'].includes(phase.name);
    const text = now.menu ? t(menu[now.menu] === 'pause' && phase.name === 'paused' ? 'resume' : menu[now.menu])
      : phase.name === 'paused' ? t('go-on') : phase.name !== 'finished' ? t('end-turn')
      : t(this.#game.follows === null ? 'play-again' : 'back-to-game');
    $('big-text').textContent = text;
    $('big-hint').textContent = now.menu ? t(now.sure ? 'menu-sure' : 'menu-next') : typeof phase.asked === 'number' ? t('asked') : amiss ? t('hold-accept') : t('hold');
    $('big').disabled = this.#pits && Boolean(now.table?.hand);
    $('big').classList.toggle('menu', Boolean(now.menu));
    $('big').classList.toggle('amiss', amiss && !now.menu);
    $('big').classList.toggle('ready', Boolean(phase.landed) && !now.menu);
    $('pause').textContent = phase.name === 'paused' ? t('resume') : t('pause');
    for (const one of ['undo', 'resign', 'end', 'pause']) {
      const off = one === 'undo' ? !now.ply : phase.name === 'finished';
      // Whoever was at it goes on where it is told why, not at a button that the same key presses.
      if (off && document.activeElement === $(one)) $('status').focus({ preventScroll: true });
      $(one).disabled = off;
    }
    for (const one of document.querySelectorAll('#big, #quick button, #fix button, #fix input, #clumsy button')) {
      one.classList.toggle('looking-on', !this.#link.may);
      one.ariaDisabled = this.#link.may ? null : 'true';
    }
    const table = now.table;
    if (!table) return;
    const shown = (what, yes) => { document.querySelector(`[data-do=${what}]`).hidden = !yes; };
    shown('pick', table.loose.length && !table.in_hand.length);
    shown('uncover', table.covers.length);
    shown('dark', table.daylight >= 0.2);
    shown('light', table.daylight < 0.2);
  }

  #clocks() {
    const now = this.#now;
    // While nothing is heard of them, they stand still.
    if (!now || !$('offline').hidden) return;
    const since = (performance.now() - this.#heard) / 1000;
    $('clocks').replaceChildren(...this.#game.seats.map((who) => {
      const runs = (now.clock ?? now).running === who;
      const seconds = now.clock
        ? Math.floor(now.clock.left[who] - (runs ? since : 0))
        : Math.floor((now.spent[who] ?? 0) + (runs ? since : 0));
      const className = `${runs ? 'running' : ''}${now.clock && seconds < 0 ? ' out' : ''}${now.resigned.includes(who) ? ' gone' : ''}`;
      return el('span', { className }, this.#dot(who), `${now.home[who] ? `${now.home[who]} ` : ''}${this.#words.seat(who)} ${seconds < 0 ? '−' : ''}${clock(Math.abs(seconds))}`);
    }));
  }

  // Made anew only when it has changed.
  #history(now) {
    const list = $('history'), key = JSON.stringify([now.history, now.colours, now.sitting]);
    if (list.dataset.key === key) return;
    list.dataset.key = key;
    const lines = now.history.map((one) => el('li', { value: one.ply }, this.#dot(one.seat), this.#words.did(one)));
    list.replaceChildren(...(lines.length ? lines.reverse() : [el('li', { className: 'faint', textContent: t('no-moves') })]));
  }

  #text() {
    if (!$('text').open) return;
    const rows = new Map();
    for (const [id] of this.#game.board.places) {
      const token = this.#now.view[id];
      if (token || this.#pits) rows.set(id[0], [...(rows.get(id[0]) ?? []), this.#read(id, token)]);
    }
    for (const [who, has] of Object.entries(this.#now.won ?? {})) {
      const owes = this.#now.owed[who] ? `; ${t('owes', { count: this.#now.owed[who] })}` : '';
      rows.set(who, [this.#words.t('has-won', { seat: who, count: has.citizens, mandarins: has.mandarins }) + owes]);
    }
    $('as-text').replaceChildren(...[...rows.values()].map((row) => el('li', { textContent: row.join(', ') })));
  }

  // "It lies like this": tap places until the picture is right.
  #startLies() {
    this.#lies = {};
    if (this.#pits) this.#touch.tap = (place) => this.#count(place);
    const tokens = ['empty', ...Object.values(this.#game.sets).flat()];
    if (!this.#pits) this.#touch.tap = (place) => {
      const was = this.#now.view[place] ?? 'empty';
      const next = tokens[(tokens.indexOf(this.#lies[place] ?? was) + 1) % tokens.length];
      if (next === was) delete this.#lies[place]; else this.#lies[place] = next;
      this.#draw();
    };
    this.#tools(this.#pits ? 'lies-heaps' : 'lies-hint', 'lies-done', () => {
      if (!Object.keys(this.#lies).length) { this.#leave(); return; }
      this.#sent = this.#now.ply;
      this.#ask({ do: 'correct', places: this.#lies });
    });
    this.#draw();
  }

  // So many stones lie there: typed, since nobody taps through all numbers.
  #count(place) {
    const was = this.#now.view[place] ?? 'empty', [small, big] = amounts(this.#lies[place] ?? was);
    const stones = el('input', { type: 'number', min: 0, max: 70, value: small, ariaLabel: place });
    const stands = el('input', { type: 'checkbox', checked: Boolean(big) });
    const set = () => {
      const next = `${stands.checked ? 'M' : ''}${Number(stones.value) || ''}` || 'empty';
      if (next === was) delete this.#lies[place]; else this.#lies[place] = next;
      this.#draw();
    };
    stones.oninput = stands.onchange = set;
    $('tools-count').replaceChildren(el('label', {}, place, stones), ...(side(place) ? [] : [el('label', {}, stands, t('mandarin'))]));
    stones.select();
  }

  #tools(hint, yes, done) {
    this.#opener = document.activeElement;
    $('tools').hidden = false;
    $('tools-hint').textContent = t(hint);
    $('tools-count').replaceChildren();
    $('tools-yes').hidden = !yes;
    if (yes) $('tools-yes').textContent = t(yes);
    $('tools-yes').onclick = done;
    $('tools-no').onclick = () => this.#leave();
    // On a phone the board may be out of sight.
    $('play').scrollIntoView({ block: 'nearest' });
  }

  #leave() {
    this.#lies = this.#sent = null;
    if (this.#touch) this.#touch.tap = null;
    if ($('tools').contains(document.activeElement)) this.#opener.focus();
    $('tools').hidden = true;
    this.#draw();
  }

  #buttons() {
    pressable($('big'), (what) => this.#press(what));
    // Whoever clicks twice means one turn.
    let undone = -600;
    $('undo').onclick = ({ timeStamp }) => {
      if (timeStamp - undone > 600) this.#ask({ do: 'undo' });
      undone = timeStamp;
    };
    $('pause').onclick = () => this.#ask({ do: this.#now?.phase.name === 'paused' ? 'resume' : 'pause' });
    $('follows-stop').onclick = () => this.#ask({ do: 'back' });
    // Before the table has said a word there is nothing to correct.
    const known = () => { if (!this.#now) toast(t('connecting')); return this.#now; };
    $('lies').onclick = () => known() && this.#startLies();
    $('resign').onclick = () => known() && ask(t('who-resigns'), ...this.#now.playing
      .map((who) => [this.#words.seat(who), () => this.#ask({ do: 'resign', seat: who })]));
    $('end').onclick = () => confirm(t('end'), () => this.#ask({ do: 'end' }));
    $('name-move').onsubmit = (event) => {
      event.preventDefault();
      const { move } = event.target.elements;
      if (!move.value.trim() || !known()) return;
      this.#typed = { text: move.value, ply: this.#now.ply };
      this.#ask({ do: 'move', move: move.value.trim() });
      move.select();
    };
    $('clumsy').onclick = ({ target }) => {
      const what = target.dataset.do;
      if (what === 'knock' || what === 'cover') {
        this.#touch.tap = (place) => { this.#leave(); this.#ask({ do: what, place }); };
        this.#tools(what === 'knock' ? 'tap-piece' : 'tap-place');
      } else if (what === 'dark' || what === 'light') this.#ask({ do: 'light', level: what === 'dark' ? 0 : 1 });
      else if (what) this.#ask({ do: what });
    };
    $('text').ontoggle = () => this.#now && this.#text();
    $('eye').open = matchMedia('(min-width: 60rem)').matches;
    $('eye').ontoggle = watch($('camera'), () => this.#picture());
  }

  // The camera's picture that people look at: what is seen drawn over it, or just as it is.
  #picture() {
    if (!$('eye').open) return null;
    if (!this.#game || $('table').hidden) return '';
    return $('seen').checked ? 'seen' : 'camera';
  }
}
