// The texts and their rows, as written by pages/reader.py, and which of them a view lets through.

// A row is an array; these are its places.
const SOURCE = 0, TARGET = 1, SCORE = 2, DOUBTFUL = 3, REASONS = 4, KIND = 5, LINK = 6, ZONE = 7;

const VIEWS = {
  all: () => true,
  doubtful: (row) => row[DOUBTFUL] === 1,
  nulls: (row) => isNull(row),
};

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
