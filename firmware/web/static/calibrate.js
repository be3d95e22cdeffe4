// Three steps of the wizard: where the board lies, led by hand; how it looks bare; what the doctor says.
import { make } from './board.js';
import { watch } from './camera.js';
import { $, button, el } from './dom.js';
import { send } from './link.js';
import { corner, say, sign, t } from './words.js';

// Who presses again while it is looked asks for nothing more.
const oneAtATime = () => { let on; return (work) => () => { on ??= work().finally(() => { on = null; }); }; };

// At the simulated table nobody has hands: what was taken off lies there again when people leave.
function hands(link, game) {
  const lay = () => link.ask({ do: 'lay' });
  const clear = () => { link.ask({ do: 'clear' }); $('dialog').addEventListener('close', lay, { once: true }); };
  return game.simulated ? [button('cal-clear', clear), button('cal-lay', lay)] : [];
}

// The camera's picture, and room to draw on it. left(done) is told what to do when people go on to something else.
function live(game, left) {
  let gone = false;
  const image = el('img', { alt: t('camera'), className: 'live' });
  const svg = make('svg', { viewBox: '0 0 1000 750', preserveAspectRatio: 'none', class: 'overlay', 'aria-hidden': 'true' });
  const frame = el('div', { className: 'view' }, image);
  frame.append(svg);

  // Rings on every place believed to be there, and the corners' names; a board of pits has fields.
  function draw(told) {
    svg.replaceChildren(...(told.places ?? []).map(([x, y]) => make('circle', { cx: x * 1000, cy: y * 750, r: 6, class: 'ring' })),
      ...Object.entries(told.corners ?? {}).map(([name, [x, y]]) => make('text', { x: x * 1000, y: y * 750 + 10 }, game.board.medium === 'pit' ? game.board.corners[name] : sign(name) || name)));
  }

  left(() => { gone = true; });
  watch(image, () => (gone ? null : 'camera'));
  return { frame, image, svg, draw };
}

export function calibration(link, game, left) {
  let taps = null;
  // Four points tell how any board lies; one of pits has no tips, but fields at the ends of its rows.
  const pits = game.board.medium === 'pit';
  const corners = Object.keys(game.board.corners).filter((one) => !pits || one.length === 2);
  const hint = el('p', { className: 'hint', role: 'status' });
  const { frame, image, svg, draw } = live(game, left);
  const once = oneAtATime();
  const find = button('cal-find', once(() => look({})), 'main');
  const tap = button(pits ? 'cal-tap-fields' : 'cal-tap', () => start());
  const keep = button('cal-keep', once(async () => {
    const { ok, told } = await ask('/api/where', { keep: true });
    step(ok ? 2 : 1, told.error);
  }), 'main');
  const lamps = button('cal-lamps', once(async () => {
    hint.textContent = t('cal-blinking');
    const { ok, told } = await ask('/api/lamps', {});
    hint.textContent = ok ? t('cal-lamps-found', told) + (told.why ? ' ' + say(told.why) : '') : say(told.error);
  }));
  const row = el('div', { className: 'row before' });

  // Other buttons; who was at one of those is at the first of these.
  function offer(...buttons) {
    const here = row.contains(document.activeElement);
    row.replaceChildren(...buttons);
    if (here) buttons[0].focus();
  }

  // What to do there, or why it was not done.
  function step(n, why) {
    taps = null;
    hint.textContent = why ? say(why) : t(['cal-hint', pits ? 'cal-right-fields' : 'cal-right', 'cal-lamps-hint'][n]);
    offer(...[[find, tap], [keep, tap], [...hands(link, game), lamps]][n]);
  }

  const ask = (path, wish) => send('POST', path, JSON.stringify(wish));

  async function look(wish) {
    hint.textContent = t('looking');
    const { ok, told } = await ask('/api/where', wish);
    if (ok) { draw(told); step(1); } else step(0, told.error);
  }

  function start() {
    taps = {};
    svg.replaceChildren();
    next();
  }

  function next() {
    const wanted = corners.find((one) => !taps[one]);
    if (!wanted) { look({ corners: taps }); return; }
    hint.textContent = pits ? t('cal-field', { place: game.board.corners[wanted] }) : t('cal-corner', { corner: corner(wanted) });
    offer(button('cancel', () => step(0)));
  }

  frame.addEventListener('click', (event) => {
    if (!taps) return;
    const box = image.getBoundingClientRect();
    const x = (event.clientX - box.left) / box.width, y = (event.clientY - box.top) / box.height;
    taps[corners.find((one) => !taps[one])] = [x, y];
    svg.append(make('circle', { cx: x * 1000, cy: y * 750, r: 9, class: 'tapped' }));
    next();
  });

  send('GET', '/api/where').then(({ ok, told }) => { if (ok) draw(told); });
  step(0);
  return el('div', {}, hint, row, frame);
}

// The board without pieces, shown once. Nobody has to: the steps and the game go on without.
export function emptyBoard(link, game, left) {
  const hint = el('p', { className: 'hint', role: 'status', textContent: t('empty-hint') });
  const why = el('p', { textContent: t('empty-why') });
  const { frame, svg, draw } = live(game, left);
  const once = oneAtATime();
  const show = button('empty-show', once(() => look({})), 'main');
  const sure = button('empty-sure', once(() => look({ sure: true })));
  sure.hidden = true;

  async function look(wish) {
    svg.replaceChildren();
    hint.textContent = t('looking');
    const { ok, told } = await send('POST', '/api/empty', JSON.stringify(wish));
    hint.textContent = ok ? t('empty-good') : say(told.error);
    // A hole may look like a piece: people know better.
    sure.hidden = ok || !told.error.id.startsWith('empty-board');
    why.hidden = ok;
    if (ok) draw(told);
  }

  send('GET', '/api/where').then(({ ok, told }) => { if (ok && told.shown) why.textContent = t('empty-known'); });
  return el('div', {}, hint, why, el('div', { className: 'row before' }, ...hands(link, game), show, sure), frame);
}

const marks = { ok: '✓', warning: '!', wrong: '✗', 'not here': '–' };
const order = ['wrong', 'warning', 'ok', 'not here'];

// Each part's checks; the first that people can see tells whether it is there.
const parts = [
  ['camera', 'step-camera', /^(cameras|picture|markers|calibration|picamera2|rights: video)$/],
  ['lamps', 'part-lamps', /^(spi|core clock|chain length|lamp .*|lamps|rights: spi)$/],
  ['button', 'part-button', /^(rights: gpio|.*button|knob.*|lgpio|RPi.GPIO)$/],
  ['rules', 'house-rules', /^(house rules|table.conf)$/],
  ['computer', 'part-computer', /./],
];

// A sentence on each part, and the doctor's own lines in it, which name files and pins.
export function checkUp(game) {
  const list = el('ul', { className: 'findings' }, el('li', { textContent: t('looking') }));
  send('GET', '/api/doctor').then(({ ok, told }) => {
    if (!ok) { list.replaceChildren(el('li', { textContent: say(told.error) })); return; }
    const of = (one) => parts.find(([, , checks]) => checks.test(one.check))[0];
    const found = parts.map(([part, word]) => {
      const checks = told.checks.filter((one) => of(one) === part).sort((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
      return { word, checks, verdict: judged(part, checks, told.checks.find((one) => of(one) === part), game) };
    }).sort((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
    list.replaceChildren(el('li', { className: 'why', textContent: t(told.ok ? 'check-good' : 'check-bad') }),
      ...found.filter(({ checks }) => checks.length).map(({ word, verdict, checks }) => el('li', { className: `finding ${verdict.replace(' ', '-')}` },
        el('details', { open: verdict === 'wrong' || verdict === 'warning' },
          el('summary', { textContent: `${marks[verdict]} ${t(`check-${verdict.replace(' ', '-')}`, { part: t(word) })}` }),
          el('ul', { lang: 'en' }, ...checks.map(line))))));
  });
  return list;
}

// A game that is not simulated has its camera, wherever that is.
function judged(part, checks, first, game) {
  const worst = checks[0]?.verdict;
  if (worst === 'wrong' || worst === 'warning') return worst;
  const there = part === 'camera' ? !game.simulated : !['lamps', 'button'].includes(part);
  return there ? 'ok' : first.verdict;
}

function line(one) {
  const made = el('li', {}, el('b', { textContent: `${marks[one.verdict]} ${one.check}` }), ' ', el('span', { textContent: one.says }));
  if (one.mend) made.append(el('code', { textContent: one.mend }));
  return made;
}
