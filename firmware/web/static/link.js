// The line to the table: follows by WebSocket, comes back after a loss with the number of the last news it heard.
import { keep, recall } from './kept.js';

const OPEN_MS = 8000, ANSWER_MS = 5000, BEAT_MS = 25000, FIRST_PAUSE_MS = 300, LAST_PAUSE_MS = 6000;

export class Link extends EventTarget {
  #socket = null; #asked = new Map(); #count = 0; #pause = FIRST_PAUSE_MS; #again = 0; #after = null; #page;
  may = true;

  constructor() {
    super();
    setInterval(() => this.#check(), BEAT_MS);
    // A phone that wakes up, or finds its network again, need not wait for the next beat.
    const woken = () => { this.#check(); this.#hello(); };
    addEventListener('online', woken);
    document.addEventListener('visibilitychange', () => document.hidden || woken());
  }

  open() {
    clearTimeout(this.#again);
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`);
    const late = setTimeout(() => this.#lose(socket), OPEN_MS);
    this.#socket = socket;
    socket.onopen = () => { clearTimeout(late); if (socket === this.#socket) this.#hello(); };
    socket.onmessage = (event) => { if (socket === this.#socket) this.#hear(JSON.parse(event.data)); };
    socket.onclose = ({ code }) => { clearTimeout(late); this.#lose(socket, code); };
  }

  #check() {
    if (!this.#socket) this.open(); else this.ask({ do: 'ping' });
  }

  #lose(socket, code) {
    if (socket !== this.#socket) return;
    this.#socket = null;
    socket.close();
    for (const settle of this.#asked.values()) settle(unheard);
    this.#asked.clear();
    this.#tell('lost', code);
    this.#again = setTimeout(() => this.open(), this.#pause);
    this.#pause = Math.min(this.#pause * 1.7, LAST_PAUSE_MS);
  }

  async #hello() {
    const { ok } = await this.ask({ do: 'hello', key: recall('key'), after: this.#after });
    if (!ok) return;
    this.#pause = FIRST_PAUSE_MS;
    this.#tell('here');
  }

  // Ask for something; resolves to the answer, or to a word that there is none.
  // Nobody need have closed a dead line: who leaves a ping unanswered is not there.
  ask(wish) {
    const socket = this.#socket, id = ++this.#count;
    if (socket?.readyState !== WebSocket.OPEN) return Promise.resolve(unheard);
    return new Promise((settle) => {
      const late = setTimeout(() => (wish.do === 'ping' ? this.#lose(socket) : this.#check()), ANSWER_MS);
      this.#asked.set(id, (told) => { clearTimeout(late); settle(told); });
      socket.send(JSON.stringify({ ...wish, id }));
    });
  }

  async pair(code) {
    const { told } = await send('POST', '/api/pair', JSON.stringify({ code }));
    if (!told.key) return told;
    keep('key', told.key);
    await this.#hello();
    return told;
  }

  #hear(told) {
    if (told.type === 'answer') {
      // After an update.
      if (told.page && told.page !== (this.#page ??= told.page)) location.reload();
      if (told.may !== undefined && told.may !== this.may) { this.may = told.may; this.#tell('may'); }
      this.#asked.get(told.id)?.(told);
      this.#asked.delete(told.id);
      return;
    }
    if (told.type === 'news') this.#after = told.items.slice(-1)[0].n;
    this.#tell(told.type, told);
  }

  #tell(type, detail) { this.dispatchEvent(new CustomEvent(type, { detail })); }
}

// Ask over HTTP: {ok, told}, told being JSON or text. Whatever goes wrong, told.error is a reason that people can read.
export async function send(method, path, body) {
  const key = recall('key');
  try {
    const answer = await fetch(path, { method, body, headers: key ? { authorization: `Bearer ${key}` } : {} });
    const json = answer.headers.get('content-type')?.includes('json');
    if (answer.ok || json) return { ok: answer.ok, told: await (json ? answer.json() : answer.text()) };
    // Turned away at the door, which speaks no language but English.
    return refused({ 413: 'too-long', 429: 'too-many' }[answer.status] ?? 'not-done');
  } catch {
    return refused('no-answer');
  }
}

const unheard = { ok: false, why: { id: 'web-no-answer' } };
const refused = (word) => ({ ok: false, told: { error: { id: `web-${word}` } } });
