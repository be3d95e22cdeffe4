// The big button: a press, or a hold of a second and a half. Who slides off it has thought better of it.
import { beside } from './dom.js';
import { presses } from './hands.js';

// So many pixels beside it count as on it: a finger at its edge may tremble.
const SLACK = 12;

// told hears of press and hold.
export function pressable(big, told) {
  let timer = 0; // -1: it has been held and is still down
  const down = () => {
    if (timer) return;
    big.classList.add('down');
    timer = setTimeout(() => { timer = -1; big.classList.remove('down'); told('hold'); }, 1500);
  };
  const cancel = () => { clearTimeout(timer); timer = 0; big.classList.remove('down'); };
  const up = () => {
    const pressed = timer > 0;
    cancel();
    if (pressed) told('press');
  };
  const slid = (event) => beside(big, event, SLACK);
  big.onpointerdown = (event) => { if (!event.button) { big.setPointerCapture(event.pointerId); down(); } };
  big.onpointermove = (event) => { if (slid(event)) cancel(); };
  big.onpointerup = (event) => { if (slid(event)) cancel(); else up(); };
  big.onpointercancel = big.onblur = cancel;
  big.onkeydown = (event) => { if (presses(event)) { event.preventDefault(); if (!event.repeat) down(); } };
  big.onkeyup = (event) => { if (presses(event)) up(); };
  // What presses it without a pointer or a key, as a screen reader does.
  big.onclick = ({ detail }) => { if (!detail && !timer) told('press'); };
  big.oncontextmenu = (event) => event.preventDefault();
}
