// Every sentence comes from the server, one language at a time; gaps are filled here.
import { keep, recall } from './kept.js';
import { send } from './link.js';

const known = ['en', 'fr', 'de', 'vi', 'zh'];
let sentences = {};
// Gaps that may hold heaps: M is a mandarin there.
const stones = new Set(['places', 'expected', 'seen']);

export function language() {
  const wanted = [recall('language'), ...navigator.languages].filter(Boolean);
  return wanted.map((one) => one.slice(0, 2)).find((one) => known.includes(one)) ?? 'en';
}

// Speak a language from now on; the reason where its words cannot be had.
export async function speak(wanted = language()) {
  const { ok, told } = await send('GET', `/api/words/${wanted}`);
  if (!ok) return told.error;
  sentences = told;
  document.documentElement.lang = wanted;
  dress(document);
  return null;
}

export function choose(wanted) {
  keep('language', wanted);
  return speak(wanted);
}

// Put words on everything that asks for them: text, label, placeholder, alternative text.
function dress(root) {
  for (const one of root.querySelectorAll('[data-t]')) one.textContent = t(one.dataset.t);
  for (const one of root.querySelectorAll('[data-l]')) one.setAttribute('aria-label', t(one.dataset.l));
  for (const one of root.querySelectorAll('[data-p]')) one.placeholder = t(one.dataset.p);
  for (const one of root.querySelectorAll('[data-a]')) one.alt = t(one.dataset.a);
}

// The sentence itself; undefined where there is none.
export const words = (id) => sentences[id];

// Seats without a corner have a number; people count from 1.
export const corner = (id) => sentences[`seat-${id}`] || (/^\d+$/.test(id) ? say({ id: 'seat-number', args: { n: Number(id) + 1 } }) : id);

export const named = (game) => sentences[`web-game-${game}`] ?? game;

// A letter or two for a seat; none where it has no corner.
export const sign = (id) => sentences[`web-sign-${id}`] ?? '';

// A name written from right to left keeps to itself: it would turn what stands around it.
const backwards = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const apart = (name) => (name && backwards.test(name) ? `\u2068${name}\u2069` : name);

// How one game is spoken of: seats are called as the people of that game are called, or by their corners.
export function spoken(players = {}) {
  const seat = (id) => apart(players[id]) || (id ? corner(id) : '');
  const scored = (one) => one.replace(/([A-Za-z]+)(: )?/, (_, who, has) => seat(who) + (has ? words('list-colon') : ''));
  // A reason as the referee gives it.
  const say = (reason) => {
    const sentence = sentences[reason.id] ?? sentences[`web-${reason.id}`] ?? reason.id;
    return sentence.replace(/\{(\w+)\}/g, (gap, name) => {
      const value = reason.args?.[name];
      if (value === undefined) return gap;
      return ['seat', 'owner', 'by', 'dealer', 'set', 'seats'].includes(name) ? String(value).split(', ').map(seat).join(words('list-comma'))
        : ['game', 'games'].includes(name) ? String(value).split(', ').map(named).join(words('list-comma'))
        : stones.has(name) ? String(value).replace(/\bM(\d*)\b/g, (_, count) => t('mandarin') + (count && ` + ${count}`))
        : name === 'scores' ? String(value).split(', ').map(scored).join(words('list-comma')) : String(value);
    });
  };
  const t = (id, gaps = {}) => say({ id: `web-${id}`, args: gaps });
  // What one ply was: its move, which may be a word, or what else was done.
  const did = (one) => sentences[`done-${one.move}`] ?? (one.move || say({ id: `done-${one.kind}`, args: { seat: one.seat } }));
  return { did, seat, say, t };
}

export const { say, t } = spoken();
