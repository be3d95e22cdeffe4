// The camera's picture, while somebody looks at it.

// Show one picture after the other in image. wanted() names the next; '': not now, null: nobody looks any more.
// What is returned looks anew at once.
export function watch(image, wanted) {
  let timer = 0;
  const again = (wait) => { clearTimeout(timer); timer = setTimeout(look, wait); };
  function look() {
    clearTimeout(timer);
    const name = wanted();
    if (name === null) return;
    if (!name || document.hidden) { again(800); return; }
    const next = new Image();
    next.onload = () => { image.src = next.src; again(500); };
    next.onerror = () => again(2000);
    next.src = `/api/${name}.jpg?${Date.now()}`;
  }
  look();
  return look;
}
