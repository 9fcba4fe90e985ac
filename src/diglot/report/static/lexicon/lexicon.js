// Keys, buttons and the address: everything that moves the page.

const query = byId('query');
const hasSummary = DATA.tables.length > 0;

function drawDetail() {
  const chosen = state.head >= 0;
  byId('entry').hidden = !chosen;
  byId('summary').hidden = chosen || !hasSummary;
  byId('summary-button').setAttribute('aria-pressed', String(!chosen && hasSummary));
  if (chosen) drawEntry();
  byId('detail').scrollTop = 0;
}

const here = () => shown.indexOf(state.head);

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
  byId('nothing').hidden = shown.length > 0;
  list.hidden = !shown.length;
  byId('nothing').querySelector('p').textContent = sought ? `Nothing here contains “${sought}”.` : 'There are no words.';
  const all = `${count.format(DATA.heads.length)} ${DATA.heads.length === 1 ? 'word' : 'words'}`;
  byId('tally').textContent = sought ? `${count.format(shown.length)} of ${all}` : DATA.part || all;
  if (here() < 0 && (sought || !hasSummary)) state.head = shown.length ? shown[0] : -1;
  if (here() >= 0) reveal(here()); else list.scrollTop = 0;
  drawList(true);
  drawDetail();
  writeAddress(false);
}

function search() {
  state.query = query.value;
  refresh();
}

function help() {
  if (byId('keys').open) byId('keys').close(); else byId('keys').showModal();
}

const isSingle = DATA.heads.length <= 1;
listen({
  j: () => go(here() + 1),
  k: () => go(here() - 1),
  0: showSummary,
  '/': () => { if (!isSingle) { query.focus(); query.select(); } },
  '?': help,
  Escape: () => light([]),
}, query, {
  leave: () => {
    query.value = '';
    search();
    query.blur();
  },
  enter: () => list.focus(),
});

list.addEventListener('keydown', (event) => {
  const page = rowsOnPage();
  const places = {
    ArrowDown: here() + 1, ArrowUp: here() - 1, PageDown: here() + page, PageUp: here() - page,
    Home: 0, End: shown.length - 1,
  };
  if (!Object.hasOwn(places, event.key)) return;
  event.preventDefault();
  go(Math.max(0, Math.min(shown.length - 1, places[event.key])));
});
list.addEventListener('click', (event) => {
  const row = event.target.closest('.row');
  if (row) go(Number(row.dataset.place));
});

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

let typing = 0;
query.addEventListener('input', () => {
  clearTimeout(typing);
  typing = setTimeout(search, 120);
});
byId('help').addEventListener('click', help);
byId('summary-button').addEventListener('click', showSummary);
for (const moved of ['popstate', 'hashchange']) {
  addEventListener(moved, () => { if (address() !== (location.hash || '#')) { readAddress(); open(); } });
}
let resizing = 0;
addEventListener('resize', () => {
  drawList();
  clearTimeout(resizing);
  resizing = setTimeout(() => { if (state.head >= 0) drawPicture(); }, 120);
});

function open() {
  query.value = state.query;
  refresh();
}

document.title = DATA.title;
byId('title').textContent = byId('title').title = DATA.title;
document.querySelector('.panes').classList.toggle('single', isSingle);
byId('nav').hidden = byId('search').hidden = isSingle;
byId('summary-button').hidden = !hasSummary;
byId('entry').classList.add('graph-words');
drawSummary();
showFacts([
  ['words', DATA.part || count.format(DATA.heads.length)],
  ...DATA.facts,
  ...DATA.notes.map((note) => ['note', note]),
  ['signature', DATA.signature],
  ['made by', `diglot ${DATA.version}`],
]);
readAddress();
open();
