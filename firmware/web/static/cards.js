// A table of cards in a game shown again: what lies there, what a turn took away, who holds and has won how many.
import { el, faint } from './dom.js';

const signs = { S: '♠', H: '♥', D: '♦', C: '♣' };

export class Cards {
  box = el('div', { className: 'deal' });

  // view: the cards that lie there; one: the turn that led to it, if any; counts: how many cards are where.
  lay(view, one, { hands, won, stock }, { seat, t }) {
    const changes = one?.changes ?? {}, moved = new Set([...(one?.path ?? []), ...Object.keys(changes)]);
    const card = (id, kind) => el('span', { className: `playing ${/[HD]$/.test(id) ? 'red ' : ''}${kind}`, textContent: id.slice(0, -1) + signs[id.slice(-1)] });
    const lying = Object.keys(view).filter((id) => view[id] !== 'empty').map((id) => card(id, moved.has(id) ? 'new' : ''));
    const gone = [...moved].filter((id) => (view[id] ?? 'empty') === 'empty').map((id) => card(id, 'gone'));
    const head = ['', t('in-hand'), ...(won ? [t('taken-cards')] : [])];
    const rows = Object.keys(hands).map((who) => el('tr', {}, el('th', { scope: 'row', textContent: seat(who) }),
      ...[hands, won].filter(Boolean).map((has) => el('td', { textContent: has[who] }))));
    this.box.replaceChildren(
      el('p', { className: 'lying' }, ...lying, ...(lying.length ? [] : [el('span', { className: 'faint', textContent: t('no-cards') })])),
      el('p', { className: 'lying' }, ...gone),
      el('table', { className: 'figures' }, el('thead', {}, el('tr', {}, ...head.map((textContent) => el('th', { scope: 'col', textContent })))), el('tbody', {}, ...rows)),
      ...(stock === undefined ? [] : [faint(t('stock', { count: stock }))]));
  }
}
