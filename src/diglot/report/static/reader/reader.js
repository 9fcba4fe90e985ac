// Keys, the search and the address of the reader.

const query = byId('query');

function open() {
  query.value = state.query;
  openDocument();
}

const keys = {
  ...walk,
  1: () => setView('all'),
  2: () => setView('doubtful'),
  3: () => setView('nulls'),
  '/': () => { query.focus(); query.select(); },
  '?': () => dialog('keys'),
  d: () => { if (DATA.documents.length > 1) dialog('documents'); },
  '[': () => setDocument(state.document - 1),
  ']': () => setDocument(state.document + 1),
};

listen(DATA.documents.length ? keys : { '?': keys['?'] }, query, {
  leave: () => {
    query.value = '';
    search();
    query.blur();
  },
  enter: () => {
    query.blur();
    go(nearestShown(Math.max(0, state.row)));
  },
});

function search() {
  state.query = query.value;
  refresh(false);
}

let typing = 0;
query.addEventListener('input', () => {
  clearTimeout(typing);
  typing = setTimeout(search, 120);
});
byId('help').addEventListener('click', () => dialog('keys'));
byId('nothing').querySelector('button').addEventListener('click', () => {
  query.value = state.query = '';
  setView('all');
});
// Back, forward, or an address typed by hand.
for (const moved of ['popstate', 'hashchange']) {
  addEventListener(moved, () => { if (addressOf(state.row) !== (location.hash || '#')) { readAddress(); open(); } });
}
document.title = DATA.title;
readAddress();
open();
