// What every part of the page needs: an element by its id, an element made, a note, a question.
import { dress, t } from './words.js';

export const $ = (id) => document.getElementById(id);

export const el = (name, props = {}, ...children) => {
  const made = Object.assign(document.createElement(name), props);
  made.append(...children);
  return made;
};

let resting = 0;
export function toast(text, action) {
  const box = $('toast');
  box.replaceChildren(text, ...(action ? [el('button', { textContent: action.text, onclick: () => { box.hidden = true; action.done(); } })] : []));
  box.hidden = false;
  clearTimeout(resting);
  resting = setTimeout(() => { box.hidden = true; }, action ? 12000 : 5000);
}

export function confirm(text, done) {
  const yes = el('button', { className: 'main', textContent: text });
  const no = el('button', { textContent: t('cancel') });
  yes.onclick = () => { $('dialog').close(); done(); };
  no.onclick = () => $('dialog').close();
  $('dialog').replaceChildren(el('h2', { textContent: t('sure') }), el('div', { className: 'row' }, no, yes));
  $('dialog').showModal();
  dress($('dialog'));
}
