// Keys, the search and the address of the reader.

function open() {
  query.value = state.query;
  openDocument();
}

listenAndSearch(DATA.documents.length ? {
  ...walk,
  1: () => setView('all'),
  2: () => setView('doubtful'),
  3: () => setView('nulls'),
  d: () => { if (DATA.documents.length > 1) showDialog('documents'); },
  '[': () => setDocument(state.document - 1),
  ']': () => setDocument(state.document + 1),
} : { '/': () => {} }, () => {
  query.blur();
  go(nearestShown(Math.max(0, state.row)));
});

byId('nothing').querySelector('button').addEventListener('click', () => {
  query.value = state.query = '';
  setView('all');
});
followAddress();
