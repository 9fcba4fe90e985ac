// What the reader shows, as written by reader.py, and the state that its address keeps.

// A row is an array; these are its places.
const SOURCE = 0, TARGET = 1, SCORE = 2, DOUBTFUL = 3, REASONS = 4, KIND = 5, LINK = 6, ZONE = 7;

const VIEWS = {
  all: () => true,
  doubtful: (row) => row[DOUBTFUL] === 1,
  nulls: (row) => isNull(row),
};

const state = { document: 0, row: -1, view: 'all', query: '' };

function isNull(row) {
  return row[LINK] >= 0 && (row[SOURCE].length === 0 || row[TARGET].length === 0);
}

function rowsOf(number) {
  return DATA.documents[number].rows;
}

// Figures of a document, counted once.
const figures = new Map();
function figuresOf(number) {
  if (!figures.has(number)) {
    const found = { links: 0, doubtful: 0, nulls: 0, scored: 0, sum: 0, types: new Map() };
    for (const row of rowsOf(number)) {
      if (row[LINK] < 0) continue;
      found.links += 1;
      found.doubtful += row[DOUBTFUL];
      found.nulls += isNull(row) ? 1 : 0;
      if (row[SCORE] !== null) { found.scored += 1; found.sum += row[SCORE]; }
      const type = typeOf(row);
      found.types.set(type, (found.types.get(type) || 0) + 1);
    }
    figures.set(number, found);
  }
  return figures.get(number);
}

function typeOf(row) {
  return `${row[SOURCE].length}-${row[TARGET].length}`;
}

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

// Folded texts of a document, made when it is first searched.
const haystacks = new Map();
function haystackOf(number) {
  if (!haystacks.has(number)) {
    const { source, target } = DATA.documents[number];
    haystacks.set(number, [source.segments.map(fold), target.segments.map(fold)]);
  }
  return haystacks.get(number);
}

// The rows that the view and the search let through.
function visibleRows() {
  const inView = VIEWS[state.view];
  const needle = fold(state.query.trim());
  const hay = needle ? haystackOf(state.document) : null;
  return rowsOf(state.document).map((row) => inView(row) && (!needle
    || row[SOURCE].some((i) => hay[0][i].includes(needle))
    || row[TARGET].some((j) => hay[1][j].includes(needle))));
}
