// The strip at the right edge: the confidence of the whole document, one line a row.

const strip = byId('strip');
const hint = byId('hint');

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

// Where many rows share a pixel some are always doubtful, so their share makes the length there.
function crowded(share) {
  return 0.2 + 0.8 * Math.min(1, 4 * share);
}

function colourOf(row, palette) {
  if (row[DOUBTFUL]) return palette.doubtful;
  if (row[ZONE] >= 0) return palette.zone;
  if (isNull(row)) return palette.null;
  return palette.certain;
}

// A short document is not blown up to the height of the window.
const ROW_HEIGHT = 10;
function drawnHeight(rows) {
  return Math.min(strip.clientHeight, rows.length * ROW_HEIGHT);
}

function drawStrip() {
  if (strip.hidden) return;
  const rows = DATA.documents.length ? rowsOf(state.document) : [];
  const ratio = devicePixelRatio || 1;
  const head = document.querySelector('header').offsetHeight;
  strip.style.insetBlockStart = `${head}px`;
  strip.style.blockSize = `${Math.max(0, innerHeight - head)}px`;
  const width = Math.round(strip.clientWidth * ratio);
  strip.width = width;
  strip.height = Math.round(strip.clientHeight * ratio);
  const height = Math.round(drawnHeight(rows) * ratio);
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
    let doubtful = 0;
    for (let k = start; k < end; k += 1) {
      if (weightOf(rows[k]) > weightOf(best)) best = rows[k];
      doubtful += rows[k][DOUBTFUL];
    }
    const y = Math.floor((line * height) / lines);
    const gap = height / lines > 4 * ratio ? ratio : 0;
    const thick = Math.max(1, Math.floor(((line + 1) * height) / lines) - y - gap);
    const weight = doubtful && end - start > 3 ? crowded(doubtful / (end - start)) : weightOf(best);
    const long = Math.max(2 * ratio, weight * (width - 2 * ratio));
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
  const rows = rowsOf(state.document);
  const share = (event.clientY - box.top) / drawnHeight(rows);
  return Math.max(0, Math.min(rows.length - 1, Math.floor(share * rows.length)));
}

// The doubtful row nearest to a place on the strip, within a few pixels; else the row there.
function aimedAt(event) {
  const rows = rowsOf(state.document);
  const row = rowAt(event);
  const reach = Math.ceil((3 * rows.length) / Math.max(1, drawnHeight(rows)));
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
