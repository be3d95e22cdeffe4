// The library: recorded games as cards, found, taken in, deleted and brought back.
import { $, button, el, faint, toast } from './dom.js';
import { send } from './link.js';
import { drawn } from './pits.js';
import { Replay, result } from './replay.js';
import { share, unpack } from './share.js';
import { named, say, spoken, t } from './words.js';

export class Games {
  #cards = []; #boards = {}; #more = false; #filter = 'all'; #replay; #opened = null;

  // link: the line to the table.
  constructor(link) {
    this.#replay = new Replay(link, (id) => this.delete(id));
    $('search').oninput = () => this.#show();
    $('filter').onchange = ({ target }) => { this.#filter = target.value; this.#show(); };
    $('import').onchange = ({ target }) => { this.#open(target.files[0]); target.value = ''; };
    $('games').addEventListener('dragover', (event) => event.preventDefault());
    $('games').addEventListener('drop', (event) => {
      event.preventDefault();
      this.#open(event.dataTransfer.files[0]);
    });
  }

  async list() {
    this.#replay.halt();
    const { ok, told } = await send('GET', '/api/games');
    if (!ok) { $('cards').replaceChildren(faint(say(told.error))); return; }
    // Older ones that were asked for stay below the newest.
    const older = told.more ? this.#cards.filter((one) => isOlder(one, told.games.slice(-1)[0])) : [];
    this.#cards = [...told.games, ...older];
    Object.assign(this.#boards, told.boards);
    if (!older.length) this.#more = told.more;
    this.#show();
  }

  async #older(asked) {
    asked.disabled = true;
    const { ok, told } = await send('GET', `/api/games?before=${this.#cards.slice(-1)[0].id}`);
    asked.disabled = false;
    if (!ok) { toast(say(told.error)); return; }
    const more = told.games.filter((one) => isOlder(one, this.#cards.slice(-1)[0]));
    this.#cards.push(...more);
    Object.assign(this.#boards, told.boards);
    this.#more = told.more;
    this.#show();
    ($('cards').querySelector(`a[href="#games/${more[0]?.id}"]`) ?? $('older') ?? $('search')).focus();
  }

  #show() {
    const kinds = [...new Set(this.#cards.map((one) => one.game).filter(Boolean))].sort();
    const choices = ['all', 'finished', 'unfinished', ...(kinds.length > 1 ? kinds : [])];
    $('filter').replaceChildren(...choices.map((one) => el('option', { value: one, textContent: kinds.includes(one) ? named(one) : t(one), selected: one === this.#filter })));
    const words = plain($('search').value).trim().split(/\s+/);
    const found = this.#cards.filter((one) => this.#fits(one) && words.every((word) => this.#about(one).includes(word)));
    const empty = faint(t(this.#cards.length ? 'none-found' : 'no-games'));
    const older = Object.assign(button('older', () => this.#older(older)), { id: 'older' });
    const more = this.#more ? [el('div', {}, faint(t('more-games', { count: this.#cards.length })), older)] : [];
    $('cards').replaceChildren(...(found.length ? found.map((one) => this.#card(one)) : [empty]), ...more);
  }

  #fits(one) {
    if (this.#filter === 'all') return true;
    if (this.#filter === 'finished') return Boolean(one.outcome?.over);
    return this.#filter === 'unfinished' ? !one.outcome?.over : one.game === this.#filter;
  }

  #about(one) {
    return plain(`${one.id} ${named(one.game)} ${(one.seats ?? []).map(spoken(one.players).seat).join(' ')} ${when(one)}`);
  }

  #card(one) {
    const card = el('article', { className: 'card' });
    const who = (one.seats ?? []).map(spoken(one.players).seat).join(' – '), called = `${who} ${one.id}`;
    const away = Object.assign(button('delete', () => this.delete(one.id), 'small'), { ariaLabel: `${t('delete')} ${called}` });
    if (one.error) { card.append(el('h2', { textContent: one.id }), el('p', { textContent: say(one.error) }), away); return card; }
    const link = el('a', { href: `#games/${one.id}`, ariaLabel: `${t('watch-again')} ${called}` });
    const places = this.#boards[one.board];
    if (places) {
      const board = drawn(places, { label: one.id });
      board.setPieces(one.view, one.colours);
      if (one.won) board.setWon(one, null, spoken(one.players).seat);
      link.append(board.svg);
    } else link.append(el('span', { className: 'blank', textContent: named(one.game) }));
    card.append(link, el('h2', { textContent: who }),
      el('p', { textContent: `${result(one, one.turns)}${one.damaged ? ` · ${t('damaged')}` : ''}` }),
      faint(`${one.id.split('-')[0]} · ${named(one.game)} · ${when(one)}`),
      el('details', {}, el('summary', { textContent: t('share') }), el('div', { className: 'row' }, ...share(one))),
      away);
    return card;
  }

  async delete(id) {
    const { ok, told } = await send('DELETE', `/api/games/${id}`);
    if (!ok) { toast(say(told.error)); return; }
    const gone = this.#cards.filter((one) => one.id === id);
    this.#cards = this.#cards.filter((one) => one.id !== id);
    toast(t('deleted'), { text: t('bring-back'), done: () => this.#bringBack(id, gone) });
    if (location.hash !== '#games') { location.hash = '#games'; return; }
    // Whoever was at this card goes on to the next.
    const at = [...$('cards').children].findIndex((card) => card.contains(document.activeElement));
    await this.list();
    if (at >= 0) (($('cards').children[at] ?? $('cards').lastChild).querySelector('a') ?? $('search')).focus();
  }

  async #bringBack(id, gone) {
    const { ok, told } = await send('POST', `/api/games/${id}/back`);
    if (ok) {
      this.#cards.push(...gone.map((one) => ({ ...one, id: told.id })));
      this.#cards.sort((one, other) => parseInt(other.id) - parseInt(one.id));
    } else toast(say(told.error));
    await this.list();
    const card = $('games').hidden ? null : $('cards').querySelector(`a[href="#games/${id}"]`);
    (card ?? document.querySelector('main:not([hidden]) h2')).focus();
  }

  // A record from outside has a page of its own, left like any other. A photograph is too large to send.
  #open(file) {
    if (!file) return;
    if (file.type.startsWith('image/')) { toast(say({ id: 'record-picture' })); return; }
    this.#opened = file;
    location.hash = '#opened';
  }

  // A game of the library by its id; or one from outside, within a link or opened from a file: kept if wanted.
  // arrived: people come to it, and do not just read it in another language.
  async again({ id, inside }, arrived) {
    const { hash } = location, data = id ? null : inside ? await unpack(inside) : this.#opened;
    if (!id && !data) { if (inside) toast(t('bad-link')); location.replace('#games'); return; }
    const { ok, told } = await (data ? send('POST', '/api/preview', data) : send('GET', `/api/games/${encodeURIComponent(id)}`));
    // Who has gone on is not fetched back.
    if (location.hash !== hash) return;
    if (!ok) { toast(say(told.error)); location.replace('#games'); return; }
    this.#replay.begin(told, data, arrived);
  }
}

const isOlder = (one, other) => parseInt(one.id) < parseInt(other.id);

// As people type who search: small, without accents.
const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('đ', 'd');

const when = (one) => new Date((one.when ?? 0) * 1000).toLocaleString(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' });
