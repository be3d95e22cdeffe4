// A page that lacks a part is loaded anew as soon as the table answers.
const again = () => setTimeout(() => fetch('/').then(() => location.reload(), again), 3000);
addEventListener('error', ({ target }) => { if (target.type === 'module') again(); }, true);
