// Walking through the rows: steps, views, documents, and what is said around the text.

// The shown row nearest to a given one, looking down first.
function nearestShown(number) {
  for (let away = 0; away < shown.length; away += 1) {
    if (shown[number + away]) return number + away;
    if (shown[number - away]) return number - away;
  }
  return -1;
}

// The next or previous row that the view shows and that passes a test.
function step(direction, test) {
  const rows = rowsOf(state.document);
  // Scrolled away from the chosen row, go on from what is in sight.
  const [top, bottom] = inWindow();
  const inSight = state.row >= top && state.row <= bottom;
  const start = inSight ? state.row : direction > 0 ? top - 1 : bottom + 1;
  for (let k = start + direction; k >= 0 && k < rows.length; k += direction) {
    if (shown[k] && test(rows[k])) return k;
  }
  return -1;
}

// Bring a row into sight and choose it.
function go(number, focus = true) {
  if (number < 0) return;
  choose(number);
  const made = elementOf(number);
  for (const chunk of [chunks[chunkOf(number).box.dataset.chunk - 1]]) if (chunk) build(chunk);
  const centre = () => made.scrollIntoView({ block: 'center', behavior: 'instant' });
  centre();
  // Chunks on the way were only guessed at; once they are drawn, aim again.
  requestAnimationFrame(() => { centre(); drawSoon(); });
  if (focus) made.focus({ preventScroll: true });
}

function choose(number) {
  for (const chosen of main.querySelectorAll('.row.chosen')) {
    chosen.classList.remove('chosen');
    chosen.removeAttribute('aria-current');
  }
  state.row = number;
  if (number >= 0) {
    const made = elementOf(number);
    made.classList.add('chosen');
    made.setAttribute('aria-current', 'true');
  }
  writeAddress(false);
  showPlace();
}

function showPlace() {
  if (!DATA.documents.length) return;
  const rows = rowsOf(state.document);
  const { doubtful } = figuresOf(state.document);
  const chosen = rows[state.row];
  const before = chosen && chosen[DOUBTFUL]
    ? rows.slice(0, state.row + 1).reduce((sum, row) => sum + row[DOUBTFUL], 0) : 0;
  byId('place').textContent = doubtful
    ? `${before ? count.format(before) : '–'} / ${count.format(doubtful)}` : 'none doubtful';
  byId('previous').disabled = byId('next').disabled = doubtful === 0;
}

const walk = {
  n: () => go(step(1, (row) => row[DOUBTFUL])),
  p: () => go(step(-1, (row) => row[DOUBTFUL])),
  j: () => go(step(1, (row) => row[LINK] >= 0)),
  k: () => go(step(-1, (row) => row[LINK] >= 0)),
};

function setView(view) {
  state.view = view;
  refresh(true);
}

function setDocument(number) {
  if (number < 0 || number >= DATA.documents.length) return;
  Object.assign(state, { document: number, row: -1 });
  writeAddress(true);
  openDocument();
}

// Draw again what the view and the search let through; keep the chosen row in sight if it is.
function refresh(stepping) {
  filterRows();
  showViews();
  showNothing();
  if (state.row >= 0 && !shown[state.row]) choose(-1);
  writeAddress(stepping);
  const kept = state.row >= 0 ? state.row : -1;
  if (kept >= 0) go(kept, false); else scrollTo({ top: 0, behavior: 'instant' });
  markHits();
  drawSoon();
}

function showViews() {
  const found = figuresOf(state.document);
  const totals = { all: found.links, doubtful: found.doubtful, nulls: found.nulls };
  for (const button of document.querySelectorAll('[data-view]')) {
    press(button, button.dataset.view === state.view);
    button.querySelector('b').textContent = count.format(totals[button.dataset.view]);
  }
}

function showNothing() {
  const what = { all: 'There are no links', doubtful: 'No link is doubtful', nulls: 'There are no nulls' };
  showEmpty(!shown.includes(true), `${what[state.view]} in this document.`);
}

function showHead() {
  const { source, target, name } = DATA.documents[state.document];
  showTitle(name || DATA.title);
  for (const [side, id] of [[source, 'source-head'], [target, 'target-head']]) {
    const words = [languageName(side.language), name.includes(side.name) ? '' : side.name];
    byId(id).textContent = words.filter(Boolean).join(' · ');
    byId(id).classList.toggle('rtl', side.direction === 'rtl');
  }
  const many = DATA.documents.length > 1;
  byId('list').hidden = !many;
  byId('list-label').textContent = `${count.format(state.document + 1)} of ${count.format(DATA.documents.length)}`;
}

function showFoot() {
  const { source, target, notes, signature, zones } = DATA.documents[state.document];
  const found = figuresOf(state.document);
  const types = [...found.types].sort((a, b) => b[1] - a[1]);
  showFacts([
    ['links', `${count.format(found.links)} (${types.map(([type, n]) => `${count.format(n)} ${type}`).join(', ')})`],
    ['segments', `${count.format(source.segments.length)} and ${count.format(target.segments.length)}`],
    ['mean confidence', found.scored ? `${((100 * found.sum) / found.scored).toFixed(1)} %` : ''],
    ['doubtful', `${count.format(found.doubtful)}: probability below ${percent(DATA.threshold)}, or a reason against`],
    ...zones.map(([kind, reason]) => ['zone', [kind, reason].filter(Boolean).join(': ')]),
    ...noteFacts(notes),
    ...[source, target].flatMap((side) => [
      fileFact(side),
      ...side.skipped.map(([kind, n, example]) => ['left out', `${count.format(n)} × ${kind}${example ? ` (“${example}”)` : ''}`]),
    ]),
    ['signature', signature],
  ]);
}

const fileFact = ({ file, digest, segmenter }) => ['file', [file, digest && `sha256 ${digest}`, segmenter].filter(Boolean).join(' · ')];

// Links, doubtful ones, nulls and mean confidence of a document, as cells of a table.
function figureCells(found) {
  return [
    element('td', '', count.format(found.links)),
    element('td', found.doubtful ? 'doubtful' : '', found.doubtful ? `▲ ${count.format(found.doubtful)}` : '–'),
    element('td', '', found.nulls ? count.format(found.nulls) : '–'),
    element('td', '', found.scored ? percent(found.sum / found.scored) : '–'),
  ];
}

function showDocuments() {
  const body = byId('documents').querySelector('tbody');
  const needle = fold(byId('find-document').value.trim());
  body.replaceChildren();
  DATA.documents.forEach((each, number) => {
    const name = each.name || `document ${number + 1}`;
    if (needle && !fold(name).includes(needle)) return;
    const found = figuresOf(number);
    const line = element('tr');
    if (number === state.document) line.setAttribute('aria-current', 'true');
    const link = element('a', '', name);
    link.href = `#?doc=${number + 1}`;
    const head = element('th');
    head.scope = 'row';
    head.append(link);
    line.append(head, ...figureCells(found));
    line.addEventListener('click', (event) => {
      event.preventDefault();
      byId('documents').close();
      setDocument(number);
    });
    body.append(line);
  });
}

// Show the document that the state names.
function openDocument() {
  if (!DATA.documents.length) {
    byId('title').textContent = DATA.title;
    showNothing();
    return;
  }
  showHead();
  showFoot();
  layOut();
  filterRows();
  showViews();
  showNothing();
  showPlace();
  if (state.row >= 0 && shown[state.row]) go(state.row, false);
  else scrollTo({ top: 0, behavior: 'instant' });
  drawSoon();
  buildWhenIdle();
}

function showDialog(id) {
  if (id === 'documents' && !byId(id).open) { byId('find-document').value = ''; showDocuments(); }
  toggleDialog(id);
}

byId('find-document').addEventListener('input', showDocuments);
byId('previous').addEventListener('click', () => walk.p());
byId('next').addEventListener('click', () => walk.n());
byId('list').addEventListener('click', () => showDialog('documents'));
for (const button of document.querySelectorAll('[data-view]')) {
  button.addEventListener('click', () => setView(button.dataset.view));
}
main.addEventListener('click', (event) => {
  const row = event.target.closest('.row');
  if (!row) return;
  if (event.target.closest('a.number')) event.preventDefault();
  else if (!getSelection().isCollapsed) return;
  choose(Number(row.dataset.row));
});
addEventListener('beforeprint', () => { for (const chunk of chunks) build(chunk); });
const filterSoon = delayed(() => { for (const chunk of chunks) filterChunk(chunk); }, 200);
addEventListener('resize', () => { drawSoon(); filterSoon(); });
