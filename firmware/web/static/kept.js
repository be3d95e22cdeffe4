// What this browser keeps for the page. Where it may keep none, that is known until the page is left.
const here = new Map();

export function recall(name) {
  try { return localStorage.getItem(name) ?? here.get(name) ?? null; } catch { return here.get(name) ?? null; }
}

export function keep(name, value) {
  try { localStorage.setItem(name, value); } catch { here.set(name, String(value)); }
}
