// The state of the reader, which its address keeps.

const state = { document: 0, row: -1, view: 'all', query: '' };

// Addresses: #link-318?view=doubtful&doc=2&q=word, all parts optional, numbers from 1.
function readAddress() {
  const [place, options = ''] = location.hash.slice(1).split('?', 2);
  const given = new URLSearchParams(options);
  const wanted = Number.parseInt(given.get('doc') || '1', 10) - 1;
  state.document = wanted >= 0 && wanted < DATA.documents.length ? wanted : 0;
  state.view = Object.hasOwn(VIEWS, given.get('view') || '') ? given.get('view') : 'all';
  state.query = given.get('q') || '';
  const link = /^link-(\d+)$/.exec(place);
  state.row = link && DATA.documents.length
    ? rowsOf(state.document).findIndex((row) => row[LINK] === Number(link[1]) - 1)
    : -1;
}

// Where the link of a row is to be found.
function linkAddress(row) {
  return `#link-${row[LINK] + 1}${state.document ? `?doc=${state.document + 1}` : ''}`;
}

function addressOf(row) {
  const options = new URLSearchParams();
  if (state.document) options.set('doc', state.document + 1);
  if (state.view !== 'all') options.set('view', state.view);
  if (state.query) options.set('q', state.query);
  const link = row >= 0 ? rowsOf(state.document)[row][LINK] : -1;
  const place = link >= 0 ? `link-${link + 1}` : '';
  const tail = options.toString();
  return `#${place}${tail ? `?${tail}` : ''}`;
}

// A step to another view or document can be taken back; walking through the links cannot.
function writeAddress(step) {
  const address = addressOf(state.row);
  if ((location.hash || '#') === address) return;
  history[step ? 'pushState' : 'replaceState'](null, '', address);
}
