// The strip at the right edge: the confidence of the whole document, one line a row.

const strip = document.getElementById('strip');
const hint = document.getElementById('hint');

function colours() {
  const style = getComputedStyle(document.documentElement);
  const of = (name) => style.getPropertyValue(name).trim();
  return {
    certain: of('--strip'), doubtful: of('--doubtful-edge'), null: of('--null-edge'),
    zone: of('--zone-edge'), here: of('--here'),
  };
}

// How much a row asks to be seen, from 0 to 1; it decides which of the rows on one pixel is drawn.
function weightOf(row) {
  if (row[DOUBTFUL]) return 0.7 + 0.3 * (1 - (row[SCORE] ?? 0.5));
  if (row[ZONE] >= 0) return 0.6;
  if (isNull(row)) return 0.4;
  return row[SCORE] === null ? 0.12 : 0.12 + 0.3 * (1 - row[SCORE]);
}

function colourOf(row, palette) {
  if (row[DOUBTFUL]) return palette.doubtful;
  if (row[ZONE] >= 0) return palette.zone;
  if (isNull(row)) return palette.null;
  return palette.certain;
}

function drawStrip() {
  const rows = DATA.documents.length ? rowsOf(state.document) : [];
  const ratio = devicePixelRatio || 1;
  const width = Math.round(strip.clientWidth * ratio);
  const height = Math.round(strip.clientHeight * ratio);
  strip.width = width;
  strip.height = height;
  const pen = strip.getContext('2d');
  if (!rows.length || !pen) return;
  const palette = colours();
  const [top, bottom] = inWindow();
  pen.fillStyle = palette.here;
  const from = Math.floor((top / rows.length) * height);
  pen.fillRect(0, from, width, Math.max(2 * ratio, Math.ceil(((bottom + 1) / rows.length) * height) - from));
  const lines = Math.min(rows.length, height);
  for (let line = 0; line < lines; line += 1) {
    const start = Math.floor((line * rows.length) / lines);
    const end = Math.max(start + 1, Math.floor(((line + 1) * rows.length) / lines));
    let best = rows[start];
    for (let k = start + 1; k < end; k += 1) if (weightOf(rows[k]) > weightOf(best)) best = rows[k];
    const y = Math.floor((line * height) / lines);
    const gap = height / lines > 4 * ratio ? ratio : 0;
    const thick = Math.max(1, Math.floor(((line + 1) * height) / lines) - y - gap);
    const long = Math.max(2 * ratio, weightOf(best) * (width - 2 * ratio));
    pen.fillStyle = colourOf(best, palette);
    pen.fillRect(width - long, y, long, best[DOUBTFUL] ? Math.max(thick, ratio) : thick);
  }
}

// First and last row in the window.
function inWindow() {
  const edge = document.querySelector('header').getBoundingClientRect().bottom;
  return [edge + 6, innerHeight - 6].map((y, end) => {
    for (let step = 0; step < 12; step += 1) {
      const at = document.elementFromPoint(innerWidth / 2, y + (end ? -1 : 1) * step * 16);
      const row = at && at.closest('.row');
      if (row) return Number(row.dataset.row);
    }
    return end ? Math.max(0, shown.lastIndexOf(true)) : 0;
  });
}

function rowAt(event) {
  const box = strip.getBoundingClientRect();
  const share = (event.clientY - box.top) / box.height;
  const total = rowsOf(state.document).length;
  return Math.max(0, Math.min(total - 1, Math.floor(share * total)));
}

// The doubtful row nearest to a place on the strip, within a few pixels; else the row there.
function aimedAt(event) {
  const rows = rowsOf(state.document);
  const row = rowAt(event);
  const reach = Math.ceil((3 * rows.length) / Math.max(1, strip.clientHeight));
  for (let away = 0; away <= reach; away += 1) {
    for (const near of [row - away, row + away]) {
      if (rows[near] && rows[near][DOUBTFUL] && shown[near]) return near;
    }
  }
  return row;
}

let drawing = false;
function drawSoon() {
  if (drawing) return;
  drawing = true;
  requestAnimationFrame(() => { drawing = false; drawStrip(); });
}

strip.addEventListener('pointerdown', (event) => {
  if (!DATA.documents.length || !rowsOf(state.document).length) return;
  strip.setPointerCapture(event.pointerId);
  go(nearestShown(aimedAt(event)), false);
});
strip.addEventListener('pointermove', (event) => {
  if (!DATA.documents.length || !rowsOf(state.document).length) return;
  if (event.buttons & 1) go(nearestShown(rowAt(event)), false);
  const row = rowsOf(state.document)[aimedAt(event)];
  const parts = [row[LINK] < 0 ? 'not linked' : `link ${count.format(row[LINK] + 1)}`];
  if (row[SCORE] !== null) parts.push(percent(row[SCORE]));
  if (row[DOUBTFUL]) parts.push(...row[REASONS].slice(0, 2));
  hint.textContent = parts.join(' · ');
  hint.style.top = `${Math.min(innerHeight - 40, Math.max(4, event.clientY - 12))}px`;
  hint.hidden = false;
});
strip.addEventListener('pointerleave', () => { hint.hidden = true; });
addEventListener('scroll', drawSoon, { passive: true });
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawSoon);
