// Puts the parts together: words, the line to the table, the tabs, light and dark, pairing.
import { $, beside, button, el, fill, toast } from './dom.js';
import { Games } from './games.js';
import { keep, recall } from './kept.js';
import { Link } from './link.js';
import { setUp } from './setup.js';
import { Table } from './table.js';
import { choose, language, say, speak, t } from './words.js';

const AGAIN_MS = 3000, CROWDED = 1013;
const link = new Link();
const table = new Table(link);
const games = new Games(link);

// Show what the address names. Who arrives comes to its heading, who reads the same in other words does not.
async function route(arrived) {
  const [tab, id] = location.hash.slice(1).split('/');
  const where = tab === 'games' ? (id ? 'again' : 'games') : ['g', 'opened'].includes(tab) ? 'again' : 'table';
  for (const one of ['table', 'games', 'again']) $(one).hidden = one !== where;
  for (const one of document.querySelectorAll('nav a')) {
    if (one.hash === (where === 'table' ? '#table' : '#games')) one.setAttribute('aria-current', 'page'); else one.removeAttribute('aria-current');
  }
  const { hash } = location;
  if (where === 'games') await games.list();
  if (where === 'again') await games.again(tab === 'g' ? { inside: hash.slice(3) } : { id }, arrived);
  const heading = $(where).querySelector('h2');
  if (location.hash !== hash || !heading) return;
  document.title = where === 'table' ? 'Hopsight' : `${heading.textContent} – Hopsight`;
  if (arrived) heading.focus({ preventScroll: true });
}

// Without words nothing can be read: they are asked for until they come.
async function learn() {
  if (await speak()) { setTimeout(learn, AGAIN_MS); return; }
  table.words();
  route();
}

function paint() {
  const wanted = recall('theme');
  if (wanted) document.documentElement.dataset.theme = wanted; else delete document.documentElement.dataset.theme;
}

// Letters on the pieces, for who cannot tell colours; from the start where more contrast is wanted.
function mark() {
  const contrast = matchMedia('(prefers-contrast: more), (forced-colors: active)').matches;
  $('signs').checked = (recall('signs') ?? String(contrast)) === 'true';
  document.documentElement.toggleAttribute('data-signs', $('signs').checked);
}

async function pair(code) {
  const told = await link.pair(code);
  toast(told.error ? say(told.error) : '');
  if (told.error || !$('dialog').open) return;
  $('dialog').close();
  // The button that was pressed for it is gone.
  $('new').focus();
}

// Who comes by the link with the code is let in as soon as the table is heard.
function invited() {
  const [, code] = location.hash.split('#pair=');
  if (!code) return false;
  history.replaceState(null, '', '/');
  if ($('offline').hidden) pair(code); else link.addEventListener('here', () => pair(code), { once: true });
  return true;
}

function askForCode() {
  const code = el('input', { inputMode: 'numeric', autocomplete: 'off', maxLength: 6, size: 6, required: true, name: 'code' });
  const form = el('form', {}, el('h2', { textContent: t('pair') }), el('p', { textContent: t('pair-hint') }),
    el('label', {}, t('code'), code), el('div', { className: 'row' },
      button('cancel', () => $('dialog').close()), el('button', { className: 'main', textContent: t('ok') })));
  form.onsubmit = (event) => { event.preventDefault(); pair(code.value.trim()); };
  fill(form);
  $('dialog').showModal();
}

$('language').value = language();
$('language').onchange = async ({ target }) => {
  const wrong = await choose(target.value);
  if (wrong) { toast(say(wrong)); target.value = document.documentElement.lang; return; }
  table.words();
  route();
};
$('theme').onclick = () => {
  const dark = document.documentElement.dataset.theme ? document.documentElement.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  keep('theme', dark ? 'light' : 'dark');
  paint();
};
// The head of the page is one line, on a phone too: there this one stands at the foot.
const phone = matchMedia('(max-width: 30rem)');
phone.onchange = () => document.querySelector(phone.matches ? 'footer' : 'header').append(' ', $('theme'));
phone.onchange();
$('signs').onchange = ({ target }) => { keep('signs', target.checked); mark(); };
$('new').onclick = () => { if (!link.may) toast(t('pair-first')); else if (table.game) setUp(table.game, link, () => table.runs); };
$('pair').onclick = askForCode;
// Nobody loses what was typed: a press closes the dialog where it both began and ended beside it.
const outside = (event) => event.target === $('dialog') && beside($('dialog'), event);
let began = false;
$('dialog').addEventListener('pointerdown', (event) => { began = outside(event); });
$('dialog').addEventListener('click', (event) => { if (began && outside(event)) $('dialog').close(); });
link.addEventListener('here', () => {
  $('offline').hidden = true;
  // Games that could not be listed.
  if (!$('games').hidden && document.querySelector('#cards > p')) games.list();
});
link.addEventListener('lost', ({ detail }) => {
  const text = t(detail === CROWDED ? 'crowded' : 'lost');
  $('offline').hidden = false;
  // What is written anew is read aloud anew.
  if ($('offline').textContent !== text) $('offline').textContent = text;
});
link.addEventListener('may', () => { $('pair').hidden = link.may; document.body.classList.toggle('looks-on', !link.may); });
// Keys with another one held are the browser's own.
addEventListener('keydown', (event) => { if (event.altKey || event.ctrlKey || event.metaKey) event.stopPropagation(); }, true);
addEventListener('hashchange', () => { if (!invited()) route(true); });
// On a phone the board is as high as these leave room for, however much is said.
const before = [...document.querySelectorAll('header, #offline, #follows, #turn, #said, #trouble, #big')];
const room = new ResizeObserver(() => {
  const { style } = document.documentElement, words = before.reduce((sum, one) => sum + one.offsetHeight, 0);
  style.setProperty('--words', `${words}px`);
  style.setProperty('--others', `${words - $('trouble').offsetHeight}px`);
});
for (const one of before) room.observe(one);
paint();
mark();
invited();
speak().then((wrong) => {
  route();
  if (wrong) setTimeout(learn, AGAIN_MS);
  link.open();
});
