// What every part of the page needs: an element by its id, an element made, a note, a question.
import { t } from './words.js';

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

// A question with its answers, each a text and what it does; nothing is done by leaving.
export function ask(question, ...answers) {
  const button = (textContent, className, done) => el('button', { textContent, className, onclick: () => { $('dialog').close(); done(); } });
  $('dialog').replaceChildren(el('h2', { textContent: question }), el('div', { className: 'row' },
    button(t('cancel'), '', () => {}), ...answers.map(([text, done]) => button(text, 'main', done))));
  $('dialog').showModal();
}

export const confirm = (text, done) => ask(t('sure'), [text, done]);
