// The set-up wizard: who plays, by which house rules (also kept under a name), the camera, the empty board,
// a check-up of the machine.
import { calibration, checkUp, emptyBoard } from './calibrate.js';
import { $, button, el, faint, fill, toast } from './dom.js';
import { send } from './link.js';
import { drawn, tint } from './pits.js';
import { picture } from './rulepics.js';
import { corner, say, t, words } from './words.js';

const agreed = ['5', '10+5', '15+10', '30'];
const layouts = new Set(['players', 'sets', 'second', 'size', 'pieces', 'mandarin']);

// runs: whether a game is on that people would miss.
export async function setUp(game, link, runs) {
  const pits = game.board.medium === 'pit';
  let chosen = 'players' in game.options ? { players: String(game.seats.length) } : {};
  let told = null, step = 0, leave = () => {}, settled = chosen, last = null;
  const names = { ...game.players };
  let clock = game.clock ?? '', { sitting } = game;
  const dialog = $('dialog');
  const ask = (wish) => send('GET', `/api/choices/${game.game}?${new URLSearchParams(wish)}`);
  // A choice counts at once: the next may come before the table answers. Only its last answer is heard; what it refuses is undone.
  const choose = (wish) => {
    const before = chosen;
    chosen = wish;
    const mine = last = ask(wish).then(async (answer) => {
      if (last !== mine) return true;
      if (answer.ok) { told = answer.told; settled = wish; draw(); return true; }
      toast(say(answer.told.error));
      last = Promise.resolve(true);
      chosen = settled;
      if (before !== settled) await choose(before); else if (told) draw();
      return false;
    });
    return mine;
  };
  // Whether the table takes all that was chosen; not where the dialog is left meanwhile.
  const taken = async () => {
    let heard, good = true;
    while (good && heard !== last) { heard = last; good = await heard; }
    return good;
  };
  const pick = (name, value) => {
    const wish = { ...chosen };
    if (value === '') delete wish[name]; else wish[name] = String(value);
    return choose(wish);
  };

  const options = () => Object.fromEntries(Object.keys(chosen).map((name) => [name, told.chosen[name]]));

  const who = () => {
    const players = told.options.find((one) => one.name === 'players');
    const fields = told.seats.map((one) => {
      const input = el('input', { maxLength: 40, value: names[one] ?? '', placeholder: t('name'), autocomplete: 'off' });
      input.oninput = () => { names[one] = input.value; };
      const dot = el('i');
      dot.style.background = tint(told, one, told.colours);
      return el('label', {}, el('span', {}, dot, corner(one)), input);
    });
    const shown = board(told, !pits);
    const box = el('div', { className: 'picture' });
    box.append(shown.svg);
    return el('div', { className: 'halves' }, box,
      el('div', {}, players ? rule(players) : '', el('fieldset', {}, el('legend', { textContent: t('players') }), ...fields), clocks()));
  };

  const agreement = (one) => {
    const [n, s] = one.split('+');
    return one ? t(s ? 'clock-added' : 'clock-minutes', { n, s }) : t('clock-none');
  };

  // A chess clock: minutes for each, and seconds added with each turn; mostly people play without.
  const clocks = () => {
    const select = el('select', { name: 'clock', onchange: () => { clock = select.value; } },
      ...[...new Set(['', clock, ...agreed])].map((one) => el('option', { value: one, textContent: agreement(one), selected: one === clock })));
    select.ariaLabel = t('clock');
    return el('fieldset', {}, el('legend', { textContent: t('clock') }), select);
  };

  const rules = () => {
    // What leaves no choice is not shown, unless it bars something: people look for it then.
    const bars = new Set(told.options.flatMap((one) => one.barred.map(({ rule }) => rule)));
    const rest = told.options.filter((one) => (one.possible.length > 1 || number(one) || bars.has(one.name)) && one.name !== 'players');
    return el('div', {}, profiles(), ...rest.map(rule));
  };

  // One house rule: what it decides, and a picture for each choice.
  const rule = (option) => {
    const box = el('fieldset', { className: 'rule' }, el('legend', { textContent: words(`web-rule-${option.name}`) ?? say(option.meaning) }));
    const value = told.chosen[option.name];
    if (number(option)) {
      box.append(el('input', { type: 'number', name: option.name, min: 0, max: 50, value, ariaLabel: say(option.meaning), onchange: ({ target }) => pick(option.name, Number(target.value) || 0) }));
      return box;
    }
    const row = el('div', { className: 'tiles' });
    for (const one of option.choices) {
      const disabled = !option.possible.includes(one);
      const input = el('input', { type: 'radio', name: option.name, value: String(one), checked: String(value) === String(one), disabled, onchange: () => pick(option.name, one) });
      const tile = el('label', { className: 'tile' }, input, disabled ? '' : art(option, one), el('span', { textContent: label(option.name, one) }));
      row.append(tile);
    }
    box.append(row, ...barred(option));
    return box;
  };

  // What cannot be chosen, and which other rule is to blame.
  const barred = (option) => {
    const rules = [...new Set(option.barred.map((one) => one.rule))];
    return rules.map((rule) => {
      const what = option.barred.filter((one) => one.rule === rule).map((one) => label(option.name, one.choice)).join(', ');
      const other = told.options.find((one) => one.name === rule);
      // A meaning goes on to explain; its first words name the rule.
      const gaps = other && { rule: say(other.meaning).split(/\s*[;；:：]/)[0], value: label(rule, told.chosen[rule]) };
      return faint(t(other ? 'barred-by' : 'barred', { what, ...gaps }));
    });
  };

  // Where the pieces lie at the start is asked of the rules; everything else is a small drawing.
  const art = (option, value) => {
    const box = el('span', { className: 'art' });
    if (!layouts.has(option.name)) { const art = pits ? null : picture(option.name, value, told.board); if (art) box.append(art); return box; }
    // The bare board keeps the room: nothing jumps away.
    box.append(board({ ...told, start: {} }).svg);
    ask({ ...settled, [option.name]: String(value) }).then((answer) => {
      if (answer.ok) box.replaceChildren(board(answer.told).svg);
    });
    return box;
  };

  const profiles = () => {
    const box = el('div', { className: 'row before' });
    const name = el('input', { placeholder: t('profile-name'), maxLength: 40, ariaLabel: t('profile-name'), autocomplete: 'off' });
    const keep = button('profile-keep', async () => {
      // The name is that of a file: whatever is neither letter nor digit becomes a hyphen.
      const wanted = name.value.normalize().replace(/[^\p{L}\p{N}_]+/gu, '-').replace(/^-|-$/g, '');
      if (!wanted) { name.focus(); return; }
      if (!await taken()) return;
      const answer = await send('PUT', `/api/profiles/${encodeURIComponent(wanted)}`, JSON.stringify({ game: game.game, options: options() }));
      if (answer.ok) draw();
      toast(answer.ok ? t('kept') : say(answer.told.error));
    });
    const select = el('select', { ariaLabel: t('profile'), name: 'profile' }, el('option', { value: '', textContent: t('profile') }));
    send('GET', '/api/profiles').then(({ ok, told: kept }) => {
      const mine = Object.entries(ok ? kept : {}).filter(([, games]) => games[game.game]);
      select.append(...mine.map(([one]) => el('option', { value: one, textContent: one })));
      select.hidden = !mine.length;
      select.onchange = () => select.value && choose(Object.fromEntries(Object.entries(kept[select.value][game.game]).map(([one, value]) => [one, String(value)])));
    });
    box.append(select, name, keep);
    return box;
  };

  // Another game takes the place of the one that is on: the buttons ask whether that is meant.
  const sure = () => {
    const no = button('cancel', draw);
    dialog.querySelector('.foot').replaceChildren(el('b', { className: 'grow', role: 'alert', textContent: t('begin-ends') }), no,
      button('begin', begin, 'main'));
    no.focus();
  };

  const begin = async () => {
    if (!await taken()) return;
    const answer = await link.ask({ do: 'new', sitting, options: options(), players: names, clock });
    if (answer.ok) { dialog.close(); location.hash = '#table'; } else if (answer.why) toast(say(answer.why));
    // Who has been told of another game means that one from now on, whichever it is.
    if (answer.why?.id === 'web-other-game') sitting = null;
  };

  const steps = [['step-who', who], ['step-rules', rules], ['step-camera', () => calibration(link, game, (done) => { leave = done; })],
    ...(game.board.medium === 'hole' ? [['step-empty', () => emptyBoard(link, game, (done) => { leave = done; })]] : []), ['step-check', () => checkUp(game)]];
  const draw = () => {
    leave();
    leave = () => {};
    // The corners that will be used light up on the table, too; the camera is better off without.
    if (link.may) link.ask({ do: 'show', places: step < 2 && !pits ? Object.keys(laid(told)) : [] });
    const scroll = [dialog.scrollTop, dialog.querySelector('.step')?.scrollTop ?? 0];
    const tabs = el('div', { className: 'steps', role: 'group', ariaLabel: t('new') }, ...steps.map(([word], n) => {
      const tab = el('button', { type: 'button', textContent: `${n + 1}. ${t(word)}`, onclick: () => go(n) });
      if (n === step) tab.setAttribute('aria-current', 'step');
      return tab;
    }));
    const focused = [document.activeElement?.name, document.activeElement?.value];
    fill(el('div', { className: 'setup' }, el('h2', { textContent: t('new') }), tabs,
      el('div', { className: 'step', tabIndex: 0, role: 'group', ariaLabel: t(steps[step][0]) }, steps[step][1]()),
      el('div', { className: 'row foot' }, button('cancel', () => dialog.close()),
        el('span', { className: 'grow' }),
        ...(step < steps.length - 1 ? [button(steps[step + 1][0], () => go(step + 1), 'next')] : []),
        button('begin', () => (runs() ? sure() : begin()), 'main'))));
    rolled(...scroll);
    tabs.scrollLeft = tabs.children[step].offsetLeft - tabs.clientWidth / 2;
    if (!dialog.open) return;
    const same = focused[0] && [...dialog.querySelectorAll('input')].find((one) => one.name === focused[0] && one.value === focused[1]);
    (same || dialog.querySelector('.step')).focus({ preventScroll: true });
  };

  const go = (n) => { step = n; draw(); rolled(0, 0); };
  // Where everything is magnified the dialog rolls as a whole, else only what is in the step.
  const rolled = (whole, part) => { dialog.scrollTop = whole; dialog.querySelector('.step').scrollTop = part; };

  // The table's house rules go on; those that are usual, or follow from others, may change with these.
  const { chosen: usual = {}, options: known = [] } = (await ask(chosen)).told;
  let own = { ...chosen };
  for (const [name, value] of Object.entries(game.options)) if (String(value) !== String(usual[name])) own[name] = String(value);
  for (const { name } of known.filter((one) => one.default === null && one.name in own)) {
    const { [name]: value, ...others } = own;
    const without = await ask(others);
    if (without.ok && String(without.told.chosen[name]) === value) own = others;
  }
  if (!await choose(own)) return;
  dialog.classList.add('wide');
  dialog.addEventListener('close', () => {
    leave();
    last = null;
    dialog.classList.remove('wide');
    if (link.may) link.ask({ do: 'show', places: [] });
  }, { once: true });
  dialog.showModal();
}

const laid = (told) => Object.fromEntries(Object.entries(told.start).filter(([, one]) => one !== 'empty'));

function board(told, lit = false) {
  const made = drawn(told.board, { label: told.seats.map(corner).join(', ') });
  made.setPieces(laid(told), told.colours);
  if (lit) made.setLamps(Object.fromEntries(Object.keys(laid(told)).map((place) => [place, ['#ffffff', 1, 'breath']])));
  return made;
}

// Whether a house rule is a number that is typed.
const number = (option) => !option.choices.length && typeof option.default === 'number';

// What a choice is called: in words where there are some, a corner by its name, a number as it is.
function label(name, value) {
  if (value === true || value === false) return t(value ? 'yes' : 'no');
  return words(`web-choice-${value}`) ?? (name === 'first' ? corner(value) : String(value));
}
