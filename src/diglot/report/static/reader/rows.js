// The rows: built in chunks when they come near the window, so that any length scrolls smoothly.

const CHUNK = 100;

const main = byId('rows');
let chunks = [];
let shown = [];

// What is put into a segment; a page that knows more than its text puts more there.
let fill = (made, text) => { made.textContent = text; };

// One side of a row: each segment a paragraph of its own, so that merged ones stay apart.
function cell(row, place, side, marks) {
  const made = inLanguage(element('div', 'text'), side.language, side.direction);
  row[place].forEach((index, nth) => {
    const segment = element('p', marks.headings.has(index) ? 'heading' : '');
    fill(segment, side.segments[index], row, place, nth);
    made.append(segment);
  });
  return made;
}

function signOf(row) {
  if (row[KIND] === 'confirmed') return ['✓', 'confirmed'];
  if (row[DOUBTFUL]) return ['▲', row[SCORE] === null ? 'doubtful' : percent(row[SCORE])];
  return null;
}

// What a null link says: which side it has.
function nullWords(row) {
  return row[SOURCE].length ? 'source only' : 'target only';
}

function gutter(row) {
  const made = element('div', 'gutter');
  const first = element('span', 'line');
  if (row[LINK] < 0) {
    made.append(first);
    first.append(element('span', 'words', row[ZONE] < 0 ? 'in no link' : 'not linked'));
    return made;
  }
  const number = element('a', 'number', count.format(row[LINK] + 1));
  number.href = linkAddress(row);
  made.append(number, first);
  const type = typeOf(row);
  if (type !== '1-1' && !isNull(row)) first.append(element('span', 'type', type));
  const sign = signOf(row);
  if (sign) {
    const mark = element('span', 'sign');
    mark.append(icon(sign[0]), ` ${sign[1]}`);
    if (row[DOUBTFUL] && row[SCORE] !== null) {
      mark.append(element('span', 'unseen', ' probability, doubtful'));
      mark.title = `The aligner gives this link a probability of ${row[SCORE]}.`;
    }
    first.append(mark);
  } else if (row[SCORE] !== null) {
    const quiet = element('span', 'score', percent(row[SCORE]));
    quiet.title = `The aligner gives this link a probability of ${row[SCORE]}.`;
    first.append(quiet);
  }
  if (isNull(row)) {
    const words = element('span', 'null-words');
    words.append(icon('∅'), ` ${nullWords(row)}`);
    if (sign) made.append(words); else first.prepend(words);
  }
  for (const reason of row[REASONS]) made.append(element('span', 'reason', reason));
  if (row[KIND] && row[KIND] !== 'confirmed') made.append(element('span', 'reason', row[KIND]));
  return made;
}

function rowElement(number, context) {
  const row = context.rows[number];
  const made = element('div', 'row');
  made.dataset.row = number;
  made.tabIndex = -1;
  // Not an id: the browser would scroll to it by itself, before the rows above have their height.
  if (row[LINK] >= 0) made.dataset.link = row[LINK] + 1;
  if (row[DOUBTFUL]) made.classList.add('doubtful');
  if (row[KIND] === 'confirmed') made.classList.add('confirmed');
  if (isNull(row)) made.classList.add('null');
  else if (row[LINK] >= 0 && !row[DOUBTFUL] && !row[KIND] && typeOf(row) === '1-1') made.classList.add('plain');
  if (row[LINK] < 0) made.classList.add('loose');
  const begins = (side, indices) => indices.length > 0 && context[side].begins.has(indices[0]);
  if (begins('source', row[SOURCE]) || begins('target', row[TARGET])) made.classList.add('begins');
  if (row[ZONE] >= 0) made.classList.add('in-zone');
  // A page that holds a part of the text shows where some is left out.
  const before = number ? context.rows[number - 1][LINK] : -1;
  if (row[LINK] > before + 1 && (before >= 0 || !number)) made.classList.add('gap');
  made.append(
    cell(row, SOURCE, context.document.source, context.source),
    gutter(row),
    cell(row, TARGET, context.document.target, context.target),
  );
  return made;
}

// The line above a zone, once for each stretch of its rows.
function zoneElement(number, context) {
  const zone = context.rows[number][ZONE];
  const [kind, reason] = context.document.zones[zone];
  const made = element('div', 'zone-head');
  made.dataset.head = number;
  const words = kind === 'unmatched' ? 'No counterpart' : 'Other order';
  made.append(icon('⇅'), element('b', '', words));
  if (reason) made.append(element('span', '', reason));
  return made;
}

function opensZone(rows, number) {
  return rows[number][ZONE] >= 0 && (number === 0 || rows[number - 1][ZONE] !== rows[number][ZONE]);
}

// Height that a row will have, near enough for the scroll bar.
function guess(row, context) {
  const lines = Math.max(
    ...[[row[SOURCE], 'source'], [row[TARGET], 'target']].map(([indices, side]) => indices.reduce(
      (sum, i) => sum + Math.ceil((context.document[side].segments[i].length + 1) / context.width),
      0,
    )),
    1 + row[REASONS].length,
  );
  return lines * 22.5 + 13;
}

function marksOf(side) {
  return { begins: new Set(side.begins), headings: new Set(side.headings) };
}

// Lay out the chunks of the current document, empty as yet.
function layOut() {
  watcher.disconnect();
  chunks = [];
  main.replaceChildren();
  if (!DATA.documents.length) return;
  const current = DATA.documents[state.document];
  const narrow = matchMedia('(max-width: 700px)').matches;
  const context = {
    document: current,
    rows: current.rows,
    source: marksOf(current.source),
    target: marksOf(current.target),
    width: narrow ? 45 : Math.min(75, innerWidth / 19),
  };
  for (let start = 0; start < current.rows.length; start += CHUNK) {
    const box = element('div', 'chunk');
    box.dataset.chunk = chunks.length;
    chunks.push({ box, start, end: Math.min(start + CHUNK, current.rows.length), context, built: false });
    main.append(box);
    watcher.observe(box);
  }
}

function build(chunk) {
  if (chunk.built) return;
  chunk.built = true;
  const made = document.createDocumentFragment();
  for (let number = chunk.start; number < chunk.end; number += 1) {
    if (opensZone(chunk.context.rows, number)) made.append(zoneElement(number, chunk.context));
    made.append(rowElement(number, chunk.context));
  }
  chunk.box.append(made);
  filterChunk(chunk);
}

function chunkOf(number) {
  return chunks[Math.floor(number / CHUNK)];
}

function elementOf(number) {
  const chunk = chunkOf(number);
  build(chunk);
  return chunk.box.querySelector(`[data-row="${number}"]`);
}

// Show what the view and the search let through, and tell the browser how high the rest will be.
function filterChunk(chunk) {
  let height = 0;
  for (let number = chunk.start; number < chunk.end; number += 1) {
    if (shown[number]) height += guess(chunk.context.rows[number], chunk.context);
  }
  chunk.box.hidden = height === 0;
  chunk.box.style.setProperty('contain-intrinsic-block-size', `auto ${Math.round(height)}px`);
  if (!chunk.built) {
    chunk.box.style.minBlockSize = `${Math.round(height)}px`;
    return;
  }
  chunk.box.style.minBlockSize = '';
  for (const made of chunk.box.children) {
    const head = made.dataset.head;
    if (head === undefined) made.hidden = !shown[Number(made.dataset.row)];
    else made.hidden = !zoneShown(chunk.context.rows, Number(head));
  }
}

function zoneShown(rows, start) {
  for (let k = start; k < rows.length && rows[k][ZONE] === rows[start][ZONE]; k += 1) {
    if (shown[k]) return true;
  }
  return false;
}

function filterRows() {
  shown = DATA.documents.length ? visibleRows() : [];
  main.classList.toggle('whole', !shown.includes(false));
  main.classList.toggle('all-doubtful', state.view === 'doubtful');
  for (const chunk of chunks) filterChunk(chunk);
}

// Chunks near the window are built; those in it get their search hits marked.
const near = new Set();
const watcher = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    const chunk = chunks[Number(target.dataset.chunk)];
    if (!chunk || chunk.box !== target) continue;
    if (isIntersecting) { build(chunk); near.add(chunk); } else near.delete(chunk);
  }
  markHits();
  drawSoon();
}, { rootMargin: '1500px 0px' });

// Mark the search hits in the rows near the window.
function markHits() {
  const segments = [];
  for (const { box } of near) segments.push(...box.querySelectorAll('.row:not([hidden]) .text p'));
  highlight(segments, state.query);
}

// The rest is built while nothing else happens, so that the browser's own search finds it too.
const IDLE_ROWS = 30000;
let idling = 0;
function buildWhenIdle() {
  const mine = idling += 1;
  if (shown.length > IDLE_ROWS || !window.requestIdleCallback) return;
  let next = 0;
  const work = (deadline) => {
    if (mine !== idling) return;
    while (next < chunks.length && deadline.timeRemaining() > 8) { build(chunks[next]); next += 1; }
    if (next < chunks.length) requestIdleCallback(work);
  };
  requestIdleCallback(work);
}
