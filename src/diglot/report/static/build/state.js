// What a build found, as written by build/page.py, and the state that the page's address keeps.

// A row of the text has one place more than the reader's: its sentence pair in DATA.pairs or -1.
const PAIR = 8;
// A sentence pair: words of both sides, their links, terms of both sides; packed strings.
const WORDS = 0, LINKS = 2, MARKS = 3;
// A term; the choices are its translations, each with all its forms: [form, count, form, count, …],
// a form being a term of the other side by number, or the words as they were found.
const TEXT = 0, SEEN = 1, NESTED = 2, PARTS = 3, SPREAD = 4, CHOICES = 5, TOTAL = 6, VARIANTS = 7, MEASURES = 8;
// A concept, and a term as one of its names.
const ID = 0, NAMES = 1, CERTAIN = 2, SUBJECT = 3, ORIGIN = 4, NOTE = 5, DEFINITIONS = 6;
const NAME = { language: 0, term: 1, status: 2, kind: 3, speech: 4, score: 5, frequency: 6, origin: 7, note: 8 };
// A term pair.
const EVIDENCE = { source: 0, target: 1, probability: 2, reasons: 3, contexts: 4, score: 5, frequency: 6 };

// A translation competes when it was seen twice, and in one place out of ten (see usage.py).
const LEAST = 2, SHARE = 0.1;

const SIDES = ['source', 'target'];
const TABS = ['read', 'terms', 'inconsistent', 'doubtful', 'counts', 'find'];
const FILTERS = { q: '', sort: 'rank', status: '', score: 0, freq: 0, spread: 0 };
const SORTS = ['rank', 'name', 'frequency', 'score', 'translations'];

const state = {
  tab: 'read', document: 0, row: -1, view: 'all', query: '', filters: { ...FILTERS },
  concept: -1, name: -1, side: 0, term: -1, word: '', whole: false, lines: false, only: '',
};

// Where each sentence pair stands: [document, row].
const places = [];
DATA.documents.forEach((each, number) => each.rows.forEach((row, k) => { if (row[PAIR] >= 0) places[row[PAIR]] = [number, k]; }));

function rowOfPair(pair) {
  const [number, k] = places[pair];
  return DATA.documents[number].rows[k];
}

function textOf(pair, side) {
  const { segments } = DATA.documents[places[pair][0]][SIDES[side]];
  const row = rowOfPair(pair);
  return row[side].length === 1 ? segments[row[side][0]] : row[side].map((index) => segments[index]).join(' ');
}

// Words of a side as [begin, end, begin, end, …].
function wordsOf(pair, side) {
  const steps = unpack(DATA.pairs[pair][WORDS + side]);
  const found = [];
  let at = 0;
  for (let k = 0; k < steps.length; k += 1) {
    if (steps[k] === 0) { at += steps[k + 1]; k += 2; }
    const step = steps[k] - 1;
    at += step & 1;
    found.push(at, at += step >> 1);
  }
  return found;
}

// Links as [source, target, twentieths] one after the other.
function linksOf(pair) {
  const steps = unpack(DATA.pairs[pair][LINKS]);
  const found = [];
  let source = 0;
  let target = 0;
  for (let k = 0; k < steps.length; k += 3) {
    source += steps[k];
    target += steps[k + 1] & 1 ? -(steps[k + 1] + 1) / 2 : steps[k + 1] / 2;
    found.push([source, target, steps[k + 2]]);
  }
  return found;
}

// Terms of a side: the first words of longer ones come before those of shorter ones.
function termsIn(pair, side) {
  const steps = unpack(DATA.pairs[pair][MARKS + side]);
  const found = [];
  let start = 0;
  for (let k = 0; k < steps.length; k += 4) {
    start += steps[k + 1];
    found.push({ term: steps[k], start, end: start + (steps[k + 2] >> 1), nested: (steps[k + 2] & 1) === 1, form: steps[k + 3] });
  }
  return found;
}

// Words of the other side that are linked with some of these.
function across(links, side, words) {
  return new Set(links.filter((link) => words.has(link[side])).map((link) => link[1 - side]));
}

const termOf = (side, number) => DATA.terms[side][number];
const formText = (side, form) => (typeof form === 'number' ? termOf(1 - side, form)[TEXT] : form);

// Translations of a term, most frequent first: their texts with counts, each with all its forms.
const choicesKnown = [new Map(), new Map()];
function choicesOf(side, number) {
  if (!choicesKnown[side].has(number)) {
    choicesKnown[side].set(number, (termOf(side, number)[CHOICES] || []).map((flat) => {
      const forms = [];
      for (let k = 0; k < flat.length; k += 2) {
        const term = typeof flat[k] === 'number' ? flat[k] : -1;
        forms.push({ text: formText(side, flat[k]), count: flat[k + 1], term });
      }
      return { forms, text: forms[0].text, term: forms[0].term, count: forms.reduce((sum, form) => sum + form.count, 0) };
    }));
  }
  return choicesKnown[side].get(number);
}

// The translation that a form belongs to, forms being counted from 1 through all of them.
function choiceOfForm(side, number, form) {
  let left = form;
  return choicesOf(side, number).find((choice) => { left -= choice.forms.length; return left <= 0; });
}

// The translations that compete; fewer than two is consistent.
function rivalsOf(side, number) {
  const choices = choicesOf(side, number);
  const least = Math.max(LEAST, SHARE * choices.reduce((sum, choice) => sum + choice.count, 0));
  return choices.filter((choice) => choice.count >= least);
}

// Occurrences of every term on the page, found when they are first asked for.
let occurrences = null;
function occurrencesOf(side, number) {
  if (!occurrences) {
    occurrences = [new Map(), new Map()];
    for (let pair = 0; pair < DATA.pairs.length; pair += 1) {
      for (const each of [0, 1]) {
        for (const mark of termsIn(pair, each)) {
          if (!occurrences[each].has(mark.term)) occurrences[each].set(mark.term, []);
          occurrences[each].get(mark.term).push({ pair, ...mark });
        }
      }
    }
  }
  return occurrences[side].get(number) || [];
}

// Concepts that name a term of a side.
const conceptsByTerm = [new Map(), new Map()];
DATA.concepts.forEach((concept, number) => {
  for (const name of concept[NAMES]) {
    const side = DATA.sides[name[NAME.language]];
    if (side < 0) continue;
    const known = conceptsByTerm[side].get(name[NAME.term]);
    if (known) known.push(number); else conceptsByTerm[side].set(name[NAME.term], [number]);
  }
});
const conceptsOf = (side, number) => conceptsByTerm[side].get(number) || [];

const nameText = (name) => {
  const side = DATA.sides[name[NAME.language]];
  return side < 0 || typeof name[NAME.term] === 'string' ? name[NAME.term] : termOf(side, name[NAME.term])[TEXT];
};

// Names of a concept on one side of the text.
const namesOf = (concept, side) => concept[NAMES].filter((name) => DATA.sides[name[NAME.language]] === side);

// Addresses: #/read/318?doc=2, #/doubtful, #/terms/12?status=admitted, #/inconsistent/7,
// #/counts, #/find/word; all parts after the first are optional, numbers count from 1.
function readAddress() {
  const [path, given] = readHash();
  const [, tab = '', ...rest] = path.split('/');
  const tail = rest.join('/');
  const number = /^\d+$/.test(tail) ? Number(tail) - 1 : -1;
  const within = (name, least, most) => {
    const value = Number.parseInt(given.get(name) || '', 10);
    return value >= least && value <= most ? value : 0;
  };
  state.tab = TABS.includes(tab) ? tab : 'read';
  state.document = Math.max(0, within('doc', 1, DATA.documents.length) - 1);
  const view = given.get('view');
  state.view = state.tab === 'doubtful' ? 'doubtful' : Object.hasOwn(VIEWS, view || '') ? view : 'all';
  state.row = isText() && DATA.documents.length && number >= 0
    ? rowsOf(state.document).findIndex((row) => row[LINK] === number) : -1;
  state.filters = {
    q: given.get('q') || '',
    sort: SORTS.includes(given.get('sort')) ? given.get('sort') : FILTERS.sort,
    status: given.get('status') || '',
    score: within('score', 1, 100),
    freq: within('freq', 1, 1e6),
    spread: within('spread', 1, 10),
  };
  // A find without a side takes the one that has it.
  state.side = SIDES.includes(given.get('side')) ? SIDES.indexOf(given.get('side')) : state.tab === 'find' ? -1 : 0;
  state.concept = state.tab === 'terms' && number < DATA.concepts.length ? number : -1;
  state.name = within('name', 1, 1000) - 1;
  state.term = state.tab === 'inconsistent' && number < DATA.terms[Math.max(0, state.side)].length ? number : -1;
  try { state.word = state.tab === 'find' ? decodeURIComponent(tail) : ''; } catch { state.word = tail; }
  state.whole = given.has('whole');
  state.lines = given.has('lines');
  state.only = given.get('only') || '';
}

const isText = () => state.tab === 'read' || state.tab === 'doubtful';

function linkAddress(row, number = state.document, tab = state.tab) {
  return `#/${tab}/${row[LINK] + 1}${number ? `?doc=${number + 1}` : ''}`;
}

// The address of the tab, with what it remembers.
function address() {
  const { tab, filters } = state;
  const options = {};
  let path = `/${tab}`;
  if (isText()) {
    options.doc = state.document ? state.document + 1 : '';
    options.view = tab === 'read' && state.view === 'nulls' ? 'nulls' : '';
    const row = state.row >= 0 ? rowsOf(state.document)[state.row] : null;
    if (row && row[LINK] >= 0) path += `/${row[LINK] + 1}`;
  } else if (tab === 'terms' || tab === 'inconsistent') {
    const chosen = tab === 'terms' ? state.concept : state.term;
    if (chosen >= 0) path += `/${chosen + 1}`;
    for (const [name, value] of Object.entries(filters)) options[name] = value === FILTERS[name] ? '' : value;
    options.name = tab === 'terms' && state.name >= 0 ? state.name + 1 : '';
    options.side = tab === 'inconsistent' && state.side ? 'target' : '';
  } else if (tab === 'find') {
    path += state.word ? `/${encodeURIComponent(state.word)}` : '';
    options.side = SIDES[state.side];
    options.whole = state.whole ? '1' : '';
  }
  if (!isText() && tab !== 'counts') Object.assign(options, { lines: state.lines ? '1' : '', only: state.only });
  return hashOf(path, options);
}
