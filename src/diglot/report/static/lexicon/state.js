// The words and their translations, as written by pages/lexicon.py, and the page's address.

const state = { head: -1, query: '' };
const HUES = 12;

const languageOfWord = unpack(DATA.wordLanguages);

function wordOf(id) {
  const language = languageOfWord[id];
  return { text: DATA.words[id], language: DATA.languages[language], hue: language % HUES, way: DATA.directions[language] };
}

// One word with its translations. Nodes are numbered through the columns of its picture; those that
// had no room in it follow. Paths are lists of such numbers.
const decoded = new Map();
function headOf(number) {
  if (decoded.has(number)) return decoded.get(number);
  const numbers = unpack(DATA.heads[number]);
  let at = 0;
  const next = () => numbers[at++];
  const list = (make) => Array.from({ length: next() }, make);
  const isScore = next() === 1;
  const left = next();
  const drawn = next();
  let node = 0;
  const nodes = [];
  const columns = list(() => list(() => { nodes.push(wordOf(next())); return node++; }));
  const rest = next();
  for (let k = 0; k < rest; k += 1) nodes.push(wordOf(next()));
  const targetLanguage = DATA.languages[next()];
  const translations = list(() => {
    const target = next();
    const score = next() - 1;
    const part = DATA.parts[next()];
    const reasons = list(() => DATA.reasons[next()]);
    const paths = list(() => {
      const inner = list(next);
      const on = [0, ...inner, target];
      return { nodes: on, dictionaries: on.slice(1).map(() => DATA.sets[next()].map((each) => DATA.dictionaries[each])) };
    });
    return { target, score, part, reasons, paths };
  });
  const [why = '', direct = []] = DATA.told[number] || [];
  const head = { number, isScore, left, drawn, nodes, columns, targetLanguage, translations, why, direct };
  decoded.set(number, head);
  return head;
}

function scoreText(head, score) {
  if (score < 0) return '';
  return head.isScore ? (score / 1000).toFixed(2) : percent(score / 1000);
}

// Folded words and translations, made when they are first searched. What is the word comes before
// what begins it, what it contains, and what its translations contain.
let haystack = null;
function visibleHeads() {
  const needle = fold(state.query.trim());
  const all = DATA.heads.map((_, number) => number);
  if (!needle) return all;
  haystack ||= all.map((number) => {
    const { nodes, translations } = headOf(number);
    return [nodes[0], ...translations.map(({ target }) => nodes[target])].map(({ text }) => fold(text));
  });
  const rank = ([word, ...others]) => {
    const at = word.indexOf(needle);
    if (at >= 0) return word === needle ? 0 : at ? 2 : 1;
    return others.some((other) => other.includes(needle)) ? 3 : 4;
  };
  const ranked = [[], [], [], [], []];
  all.forEach((number) => ranked[rank(haystack[number])].push(number));
  return ranked.slice(0, 4).flat();
}

// Addresses: #word-12?q=text, both parts optional.
function readAddress() {
  const [place, given] = readHash();
  state.query = given.get('q') || '';
  const number = numberIn(place, 'word');
  state.head = number < DATA.heads.length ? number : -1;
}

function address() {
  return hashOf(state.head >= 0 ? `word-${state.head + 1}` : '', { q: state.query });
}
