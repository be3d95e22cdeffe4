// What every part of the page needs: elements, a dialog, a note, a question.
import { t } from './words.js';

export const $ = (id) => document.getElementById(id);

export const el = (name, { ariaLabel, ...props } = {}, ...children) => {
  const made = Object.assign(document.createElement(name), props);
  // Older browsers know the attribute only.
  if (ariaLabel) made.setAttribute('aria-label', ariaLabel);
  made.append(...children);
  return made;
};

// A button that says word; className: its look.
export const button = (word, onclick, className = '') => el('button', { type: 'button', textContent: t(word), onclick, className });

export const faint = (textContent) => el('p', { className: 'faint', textContent });

// Whether a pointer is so many pixels beside an element, or more.
export const beside = (element, { clientX, clientY }, far = 0) => {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return clientX < left - far || clientX > right + far || clientY < top - far || clientY > bottom + far;
};

const dialog = $('dialog'), offline = $('offline'), box = $('toast');

// Fill the dialog, called by its heading. What the page tells stands in it too: beside it nothing is seen or heard.
export function fill(...children) {
  dialog.replaceChildren(offline, ...children, box);
  dialog.querySelector('h2').id = 'asked';
}

dialog.addEventListener('close', () => {
  if (dialog.open) return;
  document.querySelector('header').after(offline);
  document.body.append(box);
});

// Nothing to be said takes away what stands there.
let resting = 0;
export function toast(text, action) {
  box.replaceChildren(text, ...(action ? [el('button', { textContent: action.text, onclick: () => { box.hidden = true; action.done(); } })] : []));
  box.hidden = !text;
  clearTimeout(resting);
  resting = setTimeout(() => { box.hidden = true; }, action ? 12000 : 5000);
}

// A question with its answers, each a text and what it does; nothing is done by leaving.
export function ask(question, ...answers) {
  const answer = (textContent, className, done) => el('button', { textContent, className, onclick: () => { dialog.close(); done(); } });
  fill(el('h2', { textContent: question }), el('div', { className: 'row' },
    answer(t('cancel'), '', () => {}), ...answers.map(([text, done]) => answer(text, 'main', done))));
  dialog.showModal();
}

export const confirm = (text, done) => ask(t('sure'), [text, done]);
