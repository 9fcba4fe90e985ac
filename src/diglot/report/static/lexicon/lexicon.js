// Keys, buttons and the address: everything that moves the page.

const hasSummary = DATA.tables.length > 0;

function drawDetail() {
  const chosen = state.head >= 0;
  byId('entry').hidden = !chosen;
  byId('summary').hidden = chosen || !hasSummary;
  press(byId('summary-button'), !chosen && hasSummary);
  if (chosen) drawEntry();
  byId('detail').scrollTop = 0;
}

function go(place) {
  if (place < 0 || place >= shown.length) return;
  state.head = shown[place];
  reveal(place);
  drawList(true);
  drawDetail();
  writeAddress(false);
}

function showSummary() {
  if (!hasSummary) return;
  state.head = -1;
  drawList(true);
  drawDetail();
  writeAddress(true);
}

// Draw again what the search lets through; keep the chosen word if it is among it.
function refresh() {
  shown = visibleHeads();
  const sought = state.query.trim();
  showEmpty(!shown.length, 'There are no words.');
  list.hidden = !shown.length;
  const all = counted(DATA.heads.length, 'word');
  byId('tally').textContent = sought ? `${count.format(shown.length)} of ${all}` : DATA.part || all;
  if (here() < 0 && (sought || !hasSummary)) state.head = shown.length ? shown[0] : -1;
  reveal(here());
  drawList(true);
  drawDetail();
  writeAddress(false);
}

const isSingle = DATA.heads.length <= 1;
listenAndSearch({
  j: () => go(here() + 1),
  k: () => go(here() - 1),
  0: showSummary,
  Escape: () => light([]),
  ...(isSingle && { '/': () => {} }),
}, () => list.focus());

// A translation, or a word of the picture, lights up the paths that it is on.
function pointedAt(node) {
  const found = node instanceof Element && node.closest('#translations li, #picture .node');
  if (!found) return [];
  if (found.dataset.number !== undefined) return [Number(found.dataset.number)];
  return found.classList.contains('head') || !found.dataset.on ? [] : found.dataset.on.split(',').map(Number);
}
const box = byId('entry');
for (const moved of ['pointerover', 'focusin']) box.addEventListener(moved, (event) => light(pointedAt(event.target)));
for (const gone of ['pointerleave', 'focusout']) box.addEventListener(gone, () => light([]));

// A translation of the picture leads to its line in the list.
byId('picture').addEventListener('click', (event) => {
  const node = event.target instanceof Element && event.target.closest('.node');
  const number = node ? headOf(state.head).translations.findIndex(({ target }) => target === Number(node.dataset.node)) : -1;
  if (number >= 0) byId('translations').children[number].focus();
});

byId('summary-button').addEventListener('click', showSummary);
const drawPictureSoon = delayed(() => { if (state.head >= 0) drawPicture(); }, 120);
addEventListener('resize', drawPictureSoon);

function open() {
  query.value = state.query;
  refresh();
}

showTitle();
document.querySelector('.panes').classList.toggle('single', isSingle);
byId('nav').hidden = byId('search').hidden = isSingle;
byId('summary-button').hidden = !hasSummary;
byId('entry').classList.add('graph-words');
drawSummary();
showFacts([
  ['words', DATA.part || count.format(DATA.heads.length)],
  ...DATA.facts,
  ...noteFacts(DATA.notes),
  ['signature', DATA.signature],
]);
followAddress();
