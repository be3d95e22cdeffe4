// Sharing a game: files, and a link that holds it whole, readable wherever the page is.
import { $, button, el, fill, toast } from './dom.js';
import { send } from './link.js';
import { say, t } from './words.js';

export function share({ id, forms }) {
  const words = { txt: t('text'), json: 'JSON', gif: t('animation'), ppn: 'PPN' };
  return [...forms.map((form) => el('a', { className: 'button small', href: `/api/games/${id}/as/${form}`, download: `${id}.${form}`, textContent: words[form] })),
    button('link', () => link(id), 'small')];
}

async function link(id) {
  const { ok, told } = await send('GET', `/api/games/${id}/as/txt`);
  // Old browsers pack nothing.
  const packed = ok && await pack(told).catch(() => '');
  if (!packed) { toast(ok ? t('not-done') : say(told.error)); return; }
  const address = `${location.origin}/#g/${packed}`;
  try {
    await navigator.clipboard.writeText(address);
    toast(t('copied'));
  } catch {
    // Over plain HTTP browsers give no clipboard to pages: people copy it themselves.
    const field = el('input', { value: address, readOnly: true, ariaLabel: t('link'), className: 'wide' });
    fill(el('h2', { textContent: t('link') }), field,
      el('div', { className: 'row' }, button('close', () => $('dialog').close(), 'main')));
    $('dialog').showModal();
    field.select();
  }
}

const flow = (data, through) => new Response(new Blob([data]).stream().pipeThrough(through));

async function pack(text) {
  const bytes = new Uint8Array(await flow(text, new CompressionStream('deflate-raw')).arrayBuffer());
  return btoa(Array.from(bytes, (one) => String.fromCharCode(one)).join('')).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

// At most two megabytes come out, whatever a link has packed in; nothing where it is damaged.
export async function unpack(packed) {
  try {
    const bytes = Uint8Array.from(atob(packed.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
    const reader = flow(bytes, new DecompressionStream('deflate-raw')).body.getReader();
    const parts = [];
    for (let size = 0; ;) {
      const { done, value } = await reader.read();
      if (done) return new Blob(parts);
      size += value.length;
      if (size > 2e6) { reader.cancel(); return null; }
      parts.push(value);
    }
  } catch {
    return null;
  }
}
