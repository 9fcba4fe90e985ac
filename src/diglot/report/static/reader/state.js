// The state of the reader, which its address keeps.

const state = { document: 0, row: -1, view: 'all', query: '' };

// Addresses: #link-318?view=doubtful&doc=2&q=word, all parts optional, numbers from 1.
function readAddress() {
  const [place, given] = readHash();
  const wanted = Number.parseInt(given.get('doc') || '1', 10) - 1;
  state.document = wanted >= 0 && wanted < DATA.documents.length ? wanted : 0;
  state.view = Object.hasOwn(VIEWS, given.get('view') || '') ? given.get('view') : 'all';
  state.query = given.get('q') || '';
  const link = numberIn(place, 'link');
  state.row = link >= 0 && DATA.documents.length ? rowsOf(state.document).findIndex((row) => row[LINK] === link) : -1;
}

// Where the link of a row is to be found.
function linkAddress(row) {
  return `#link-${row[LINK] + 1}${state.document ? `?doc=${state.document + 1}` : ''}`;
}

function address() {
  const link = state.row >= 0 ? rowsOf(state.document)[state.row][LINK] : -1;
  return hashOf(link >= 0 ? `link-${link + 1}` : '', {
    doc: state.document ? state.document + 1 : '',
    view: state.view === 'all' ? '' : state.view,
    q: state.query,
  });
}
