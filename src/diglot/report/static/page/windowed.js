// A list of rows of one height: only those in sight are on the page, so that any number scrolls
// smoothly.

const SPARE = 8;

// box scrolls, run inside it has the height of all rows; make(place) makes the row of a place, and
// after(rows) is called when others have come into sight.
function windowed({ box, run, height, size, make, after = () => {} }) {
  let drawn = [0, 0];
  // Rows that stay are kept, so that focus and hits stay, too.
  const draw = (anew = false) => {
    const first = Math.max(0, Math.floor(box.scrollTop / height) - SPARE);
    const last = Math.min(size(), Math.ceil((box.scrollTop + box.clientHeight) / height) + SPARE);
    if (!anew && first === drawn[0] && last === drawn[1]) return;
    drawn = [first, last];
    run.style.blockSize = `${size() * height}px`;
    const rows = [];
    for (let place = first; place < last; place += 1) {
      const row = make(place);
      row.style.insetBlockStart = `${place * height}px`;
      rows.push(row);
    }
    run.replaceChildren(...rows);
    after(rows);
  };
  // Bring a place into sight.
  const reveal = (place) => {
    run.style.blockSize = `${size() * height}px`;
    const top = place * height;
    if (top < box.scrollTop || top + height > box.scrollTop + box.clientHeight) {
      box.scrollTop = top - (box.clientHeight - height) / 2;
    }
  };
  let waiting = false;
  box.addEventListener('scroll', () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; draw(); });
  }, { passive: true });
  // Rows that fit on a page, for the keys that turn it.
  const page = () => Math.max(1, Math.floor(box.clientHeight / height) - 1);
  return { draw, reveal, page };
}
