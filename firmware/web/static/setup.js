// A new game: who plays, under which house rules; the corners that will be used are shown on the board.
import { Board } from './board.js';
import { $, el, toast } from './table.js';
import { corner, say, t } from './words.js';

const palette = ['#d0282c', '#eebe28', '#1e8246', '#285ac8', '#f0f0ec', '#1e1e22'];

export async function setUp(game, link) {
  const chosen = { players: String(game.seats.length) };
  const names = { ...game.players };
  const show = async () => {
    const answer = await fetch(`/api/choices/${game.game}?${new URLSearchParams(chosen)}`);
    const told = await answer.json();
    if (!answer.ok) { toast(say(told.error)); return false; }
    draw(told);
    return true;
  };
  const pick = (name) => async ({ target }) => {
    const before = chosen[name];
    if (target.value) chosen[name] = target.value; else delete chosen[name];
    if (!await show()) { if (before) chosen[name] = before; else delete chosen[name]; await show(); }
  };
  const rule = (option, told) => {
    const select = el('select', { name: option.name, onchange: pick(option.name) });
    if (option.name !== 'players') select.append(el('option', { value: '', textContent: `${t('as-usual')}${option.default === null ? '' : ` (${option.default})`}` }));
    select.append(...option.choices.map((one) => el('option', { value: String(one), textContent: String(one) })));
    select.value = chosen[option.name] ?? '';
    if (option.name === 'players') select.value = String(told.chosen.players ?? told.seats.length);
    return el('label', {}, el('span', { textContent: say(option.meaning) }), select);
  };
  const draw = (told) => {
    const board = new Board(told.board, { label: t('board') });
    const tokens = [...new Set(Object.values(told.start))].filter((one) => one !== 'empty').sort();
    const colours = Object.fromEntries(tokens.map((one, n) => [one, palette[n % palette.length]]));
    board.setPieces(Object.fromEntries(Object.entries(told.start).filter(([, one]) => one !== 'empty')), colours);
    const [players, ...rules] = [...told.options].filter((one) => one.choices.length).sort((a, b) => (b.name === 'players') - (a.name === 'players'));
    const form = el('form', { className: 'setup' },
      el('h2', { textContent: t('new') }),
      el('div', { className: 'picture' }),
      rule(players, told),
      el('fieldset', {}, el('legend', { textContent: t('players') }), ...told.seats.map((who) => {
        const input = el('input', { maxLength: 40, value: names[who] ?? '', placeholder: t('name'), autocomplete: 'off' });
        input.oninput = () => { names[who] = input.value; };
        const dot = el('i');
        dot.style.background = colours[told.sets[who][0]];
        return el('label', {}, el('span', {}, dot, corner(who)), input);
      })),
      el('details', {}, el('summary', { textContent: t('house-rules') }), ...rules.map((one) => rule(one, told))),
      el('div', { className: 'row' },
        el('button', { type: 'button', textContent: t('cancel'), onclick: () => $('dialog').close() }),
        el('button', { className: 'main', textContent: t('begin') })));
    form.querySelector('.picture').append(board.svg);
    form.onsubmit = async (event) => {
      event.preventDefault();
      const options = Object.fromEntries(Object.keys(chosen).map((name) => [name, told.chosen[name]]));
      if (options.first === undefined) delete options.first;
      const answer = await link.ask({ do: 'new', options, players: names });
      if (answer.ok) { $('dialog').close(); location.hash = '#table'; } else if (answer.why) toast(say(answer.why));
    };
    const open = $('dialog').querySelector('details')?.open;
    $('dialog').replaceChildren(form);
    if (open) form.querySelector('details').open = true;
  };
  if (await show()) $('dialog').showModal();
}
