// The pairs, as written by pages/words.py, and the state that the page's address keeps.

// A pair is an array; these are its places. Words stand in one string unless spaces cannot tell
// them apart; links are (source, target, thousandths or -1) and gold (source, target, sure), flat.
const NUMBER = 0, SOURCE = 1, TARGET = 2, LINKS = 3, CONFIDENCE = 4, GOLD = 5;

const state = {
  pair: -1, view: 'all', query: '', threshold: DATA.threshold, sorted: false,
};

const VIEWS = { all: () => true, doubtful: isDoubtful, errors: hasErrors };

const hasProbabilities = DATA.pairs.some((pair) => pair[LINKS].some((value, k) => k % 3 === 2 && value >= 0));
const hasConfidence = DATA.pairs.some((pair) => pair[CONFIDENCE] >= 0);
const hasGold = DATA.pairs.some((pair) => pair.length > GOLD);

function isDoubtful(pair) {
  return pair[CONFIDENCE] >= 0 && pair[CONFIDENCE] < DATA.doubtful;
}

function wordsOf(pair, side) {
  return typeof pair[side] === 'string' ? pair[side].split(' ') : pair[side];
}

function textOf(pair, side) {
  return typeof pair[side] === 'string' ? pair[side] : pair[side].join(' ');
}

// The links that the threshold lets through; those without a probability always pass.
function linksOf(pair) {
  const flat = pair[LINKS];
  const found = [];
  for (let k = 0; k < flat.length; k += 3) {
    const probability = flat[k + 2];
    if (probability < 0 || probability >= state.threshold) {
      found.push({ source: flat[k], target: flat[k + 1], probability });
    }
  }
  return found;
}

// Folded texts, made when they are first searched.
let haystack = null;
function containing(needle) {
  haystack ||= DATA.pairs.map((pair) => fold(`${textOf(pair, SOURCE)}\n${textOf(pair, TARGET)}`));
  return (number) => haystack[number].includes(needle);
}

// Places of the pairs that view and search let through, in the order asked for.
function visiblePairs() {
  const inView = VIEWS[state.view];
  const needle = fold(state.query.trim());
  const hit = needle ? containing(needle) : () => true;
  const found = [];
  DATA.pairs.forEach((pair, number) => { if (inView(pair) && hit(number)) found.push(number); });
  if (state.sorted) {
    const certainty = (number) => (DATA.pairs[number][CONFIDENCE] < 0 ? 1001 : DATA.pairs[number][CONFIDENCE]);
    found.sort((a, b) => certainty(a) - certainty(b) || a - b);
  }
  return found;
}

// Addresses: #pair-318?view=doubtful&from=40&order=certainty&q=word, all parts optional.
function readAddress() {
  const [place, given] = readHash();
  state.view = Object.hasOwn(VIEWS, given.get('view') || '') ? given.get('view') : 'all';
  state.query = given.get('q') || '';
  state.sorted = given.get('order') === 'certainty';
  const from = Number.parseFloat(given.get('from'));
  state.threshold = from >= 0 && from <= 100 ? Math.round(10 * from) : DATA.threshold;
  const number = numberIn(place, 'pair') + 1;
  state.pair = number > 0 ? DATA.pairs.findIndex((each) => each[NUMBER] === number) : -1;
}

function address() {
  return hashOf(state.pair >= 0 ? `pair-${DATA.pairs[state.pair][NUMBER]}` : '', {
    view: state.view === 'all' ? '' : state.view,
    from: state.threshold === DATA.threshold ? '' : String(state.threshold / 10),
    order: state.sorted ? 'certainty' : '',
    q: state.query,
  });
}
