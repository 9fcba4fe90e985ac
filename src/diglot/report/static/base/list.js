// A list of rows of one height, of which one is chosen: only those in sight are on the page, so that
// any number scrolls smoothly.

const SPARE = 8;

// The box scrolls, `run` inside it has the height of all rows. number(place) is the number of the
// row at a place, chosen() the chosen number, go(place) chooses another, fill(row, place) says what
// a row holds, and after(rows) is called when others have come into sight.
function listOf({ box, height, name, size, number, chosen, go, fill, after = () => {} }) {
  const run = byId('run');
  // The place of the chosen row; -1 where it is not in the list.
  const here = () => Array.from({ length: size() }, (_, place) => number(place)).indexOf(chosen());
  const make = (place) => {
    const row = element('div', name);
    row.id = `option-${number(place)}`;
    row.dataset.place = place;
    row.style.insetBlockStart = `${place * height}px`;
    const isChosen = number(place) === chosen();
    const facts = { role: 'option', 'aria-setsize': size(), 'aria-posinset': place + 1, 'aria-selected': isChosen };
    for (const [key, value] of Object.entries(facts)) row.setAttribute(key, String(value));
    row.classList.toggle('chosen', isChosen);
    fill(row, place);
    return row;
  };
  let bounds = [0, 0];
  // Rows that stay are kept, so that focus and hits stay, too.
  const draw = (anew = false) => {
    const first = Math.max(0, Math.floor(box.scrollTop / height) - SPARE);
    const last = Math.min(size(), Math.ceil((box.scrollTop + box.clientHeight) / height) + SPARE);
    if (!anew && first === bounds[0] && last === bounds[1]) return;
    bounds = [first, last];
    run.style.blockSize = `${size() * height}px`;
    const rows = [];
    for (let place = first; place < last; place += 1) rows.push(make(place));
    run.replaceChildren(...rows);
    const active = `option-${chosen()}`;
    if (rows.some((row) => row.id === active)) box.setAttribute('aria-activedescendant', active);
    else box.removeAttribute('aria-activedescendant');
    after(rows);
  };
  // Bring a place into sight; without one, the beginning.
  const reveal = (place) => {
    run.style.blockSize = `${size() * height}px`;
    const top = place * height;
    if (place < 0) box.scrollTop = 0;
    else if (top < box.scrollTop || top + height > box.scrollTop + box.clientHeight) {
      box.scrollTop = top - (box.clientHeight - height) / 2;
    }
  };
  let waiting = false;
  box.addEventListener('scroll', () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; draw(); });
  }, { passive: true });
  addEventListener('resize', () => { if (box.clientHeight) draw(); });
  box.addEventListener('keydown', (event) => {
    const page = Math.max(1, Math.floor(box.clientHeight / height) - 1);
    const steps = {
      ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity,
    };
    if (!Object.hasOwn(steps, event.key)) return;
    event.preventDefault();
    go(Math.max(0, Math.min(size() - 1, here() + steps[event.key])));
  });
  box.addEventListener('click', (event) => {
    const row = event.target.closest(`.${name}`);
    if (row) go(Number(row.dataset.place));
  });
  return { draw, reveal, here };
}
