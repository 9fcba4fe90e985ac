// Tabs, keys and the address: everything that moves the page.

const find = byId('find');
const panes = byId('panes');

// Where each tab was left, so that coming back finds it so.
const remembered = {};

function open() {
  tip.hidden = true;
  const text = isText();
  document.body.dataset.tab = state.tab;
  for (const tab of document.querySelectorAll('[data-tab]')) {
    if (tab.dataset.tab === state.tab) tab.setAttribute('aria-current', 'page'); else tab.removeAttribute('aria-current');
  }
  byId('heads').hidden = main.hidden = strip.hidden = !text;
  panes.hidden = text || state.tab === 'counts';
  byId('counts').hidden = state.tab !== 'counts';
  byId('foot').hidden = !panes.hidden;
  byId('part').hidden = !text || !partWords();
  if (document.activeElement !== find) find.value = state.word;
  if (state.tab === 'doubtful' && DATA.documents.length && !figuresOf(state.document).doubtful) {
    const number = Math.max(documentWithDoubt(state.document, 1), documentWithDoubt(0, 1));
    if (number >= 0) { Object.assign(state, { document: number, row: -1 }); writeAddress(false); }
  }
  if (text) openDocument();
  else {
    byId('nothing').hidden = true;
    showTitle();
    byId('side').hidden = state.tab === 'find';
    panes.classList.toggle('finding', state.tab === 'find');
    if (state.tab === 'counts') { showCounts(); scrollTo({ top: 0, behavior: 'instant' }); }
    else if (state.tab === 'find') showFind();
    else showList();
  }
}

// The nearest document in a direction that has doubtful links; -1 where there is none.
function documentWithDoubt(from, direction) {
  for (let number = from; number >= 0 && number < DATA.documents.length; number += direction) {
    if (figuresOf(number).doubtful) return number;
  }
  return -1;
}

// Steps to a doubtful link go on in the next document.
function stepDoubtful(direction) {
  const isDoubtful = (row) => row[DOUBTFUL];
  let row = step(direction, isDoubtful);
  if (row < 0) {
    const number = documentWithDoubt(state.document + direction, direction);
    if (number < 0) return;
    setDocument(number);
    const rows = rowsOf(number);
    row = direction > 0 ? rows.findIndex(isDoubtful) : rows.findLastIndex(isDoubtful);
  }
  go(row);
}
walk.n = () => stepDoubtful(1);
walk.p = () => stepDoubtful(-1);

function goTab(tab) {
  const back = card.querySelector('.back');
  if (tab === state.tab && back && narrow.matches) { back.click(); return; }
  remembered[state.tab] = location.hash;
  location.hash = remembered[tab] || `#/${tab}`;
}

// Choose one translation, or all again.
function only(key) {
  state.only = state.only === key ? '' : key;
  writeAddress(false);
  if (state.tab === 'find') showFind(); else showChosen();
  const pressed = card.querySelector('[aria-pressed="true"][data-only]');
  if (pressed) pressed.scrollIntoView({ block: 'nearest', behavior: 'instant' });
}

function stepOnly(direction) {
  const keysOf = [...card.querySelectorAll('[data-only]')].map((each) => each.dataset.only);
  if (!keysOf.length) return;
  const now = keysOf.indexOf(state.only);
  const next = now < 0 ? (direction > 0 ? 0 : keysOf.length - 1) : now + direction;
  state.only = '';
  only(keysOf[next] ?? '');
}

function lookFor(word) {
  const fresh = state.tab !== 'find';
  if (fresh) remembered[state.tab] = location.hash;
  Object.assign(state, { tab: 'find', word, side: -1, only: '' });
  writeAddress(fresh);
  open();
}

function openChosen() {
  const link = document.activeElement.closest('.context') && document.activeElement.closest('a');
  if (link) { link.click(); return; }
  if (state.tab === 'doubtful' && state.row >= 0) location.hash = linkAddress(rowsOf(state.document)[state.row], state.document, 'read');
}

const inPanes = () => !panes.hidden;
const byTab = (text, inList, found = inList) => () => {
  if (isText()) text(); else if (state.tab === 'find') found(); else if (inPanes()) inList();
};

const keys = {
  1: () => goTab('read'),
  2: () => goTab('terms'),
  3: () => goTab('inconsistent'),
  4: () => goTab('doubtful'),
  5: () => goTab('counts'),
  j: byTab(walk.j, () => stepEntry(1), () => stepOnly(1)),
  k: byTab(walk.k, () => stepEntry(-1), () => stepOnly(-1)),
  n: byTab(() => walk.n(), () => stepContext(1)),
  p: byTab(() => walk.p(), () => stepContext(-1)),
  '[': byTab(() => setDocument(state.document - 1), () => stepOnly(-1)),
  ']': byTab(() => setDocument(state.document + 1), () => stepOnly(1)),
  0: byTab(() => {}, () => { if (state.only) only(state.only); }),
  f: () => { find.focus(); find.select(); },
  w: () => { if (state.tab === 'find') setWhole(); },
  v: () => { if (inPanes()) setLines(); },
  '/': () => { const field = byId('side').checkVisibility() ? controls.q : find; field.focus(); field.select(); },
  '?': () => toggleDialog('keys'),
  d: () => { if (isText() && DATA.documents.length > 1) showDialog('documents'); },
  Escape: () => { tip.hidden = true; light(null); if (state.only) only(state.only); },
};

function setWhole() {
  Object.assign(state, { whole: !state.whole, only: '' });
  writeAddress(false);
  showFind();
}

function setLines() {
  state.lines = !state.lines;
  writeAddress(false);
  if (state.tab === 'find') showFind(); else showChosen();
}
contexts.addEventListener('click', (event) => { if (event.target.closest('#lines')) setLines(); });

listen(keys, [find, controls.q], {
  leave: (field) => {
    if (field === controls.q) { field.value = ''; setFilter('q', ''); }
    field.blur();
  },
  enter: (field) => {
    if (field === controls.q) { setFilter('q', field.value); list.focus(); chooseEntry(Math.max(0, entryList.here())); }
    else { findSoon.stop(); lookFor(field.value); field.blur(); }
  },
});
// Enter is the button's or the link's where one has the focus.
addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest('input, select, button, a, dialog')) return;
  openChosen();
});

const findSoon = delayed(() => { if (find.value.trim() || state.tab === 'find') lookFor(find.value); }, 200);
find.addEventListener('input', findSoon);
byId('nothing').querySelector('button').addEventListener('click', () => { location.hash = '#/read'; });
byId('tabs').addEventListener('click', (event) => {
  const tab = event.target.closest('[data-tab]');
  if (!tab || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  goTab(tab.dataset.tab);
});
card.addEventListener('click', (event) => {
  const button = event.target.closest('button');
  if (!button) return;
  if (button.dataset.only !== undefined) only(button.dataset.only);
  else if (button.id === 'whole') setWhole();
  else if (button.dataset.side !== undefined) {
    Object.assign(state, { side: Number(button.dataset.side), only: '' });
    writeAddress(false);
    showFind();
  }
});
narrow.addEventListener('change', () => { if (inPanes() && state.tab !== 'find') showList(); });

byId('part').textContent = partWords();
document.querySelector('[data-tab="terms"] b').textContent = count.format(DATA.concepts.length);
document.querySelector('[data-tab="inconsistent"] b').textContent = count.format(disputed(0).length + disputed(1).length);
document.querySelector('[data-tab="doubtful"] b').textContent = count.format(DATA.figures.doubtful);
document.querySelectorAll('#directions button').forEach((button, side) => {
  const [from, to] = [side, 1 - side].map((each) => DATA.languages[each] || SIDES[each]);
  const names = [side, 1 - side].map((each) => languageName(DATA.languages[each]) || SIDES[each]);
  button.textContent = `${from} → ${to} `;
  button.title = `${names[0]} terms with several translations`;
  button.append(element('b', '', count.format(disputed(side).length)));
});
fillStatuses();
followAddress();
