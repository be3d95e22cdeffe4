// The line to the table: follows by WebSocket, comes back after a loss with the number of the last news it heard.
export class Link extends EventTarget {
  #socket = null; #asked = new Map(); #count = 0; #pause = 300; #after = null; #beat = 0;
  may = true;

  open() {
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`);
    this.#socket = socket;
    socket.onopen = () => { this.#hello(); };
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data));
    socket.onclose = () => {
      if (socket !== this.#socket) return;
      clearInterval(this.#beat);
      for (const settle of this.#asked.values()) settle({ ok: false });
      this.#asked.clear();
      this.#tell('lost');
      setTimeout(() => this.open(), this.#pause);
      this.#pause = Math.min(this.#pause * 1.7, 6000);
    };
  }

  async #hello() {
    this.#pause = 300;
    clearInterval(this.#beat);
    this.#beat = setInterval(() => this.ask({ do: 'ping' }), 25000);
    this.#tell('here');
    await this.ask({ do: 'hello', key: localStorage.getItem('key'), after: this.#after });
  }

  // Ask for something; resolves to the answer, {ok: false} where the line breaks meanwhile.
  ask(wish) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return Promise.resolve({ ok: false });
    const id = ++this.#count;
    return new Promise((settle) => {
      this.#asked.set(id, settle);
      this.#socket.send(JSON.stringify({ ...wish, id }));
    });
  }

  async pair(code) {
    const answer = await fetch('/api/pair', { method: 'POST', body: JSON.stringify({ code }) });
    const told = await answer.json();
    if (!told.key) return told;
    localStorage.setItem('key', told.key);
    await this.#hello();
    return told;
  }

  #hear(told) {
    if (told.type === 'answer') {
      if (told.may !== undefined && told.may !== this.may) { this.may = told.may; this.#tell('may'); }
      this.#asked.get(told.id)?.(told);
      this.#asked.delete(told.id);
      return;
    }
    if (told.type === 'news') this.#after = told.items.at(-1).n;
    this.#tell(told.type, told);
  }

  #tell(type, detail) { this.dispatchEvent(new CustomEvent(type, { detail })); }
}

export async function send(method, path, body) {
  const key = localStorage.getItem('key');
  const answer = await fetch(path, { method, body, headers: key ? { authorization: `Bearer ${key}` } : {} });
  return { ok: answer.ok, told: await answer.json() };
}
