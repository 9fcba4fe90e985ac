// The list of pairs.

const list = byId('pairs');
let shown = [];

// A text of a side in its language.
const sided = (made, side) => inLanguage(made, DATA.languages[side], DATA.directions[side]);

function fillPair(made, place) {
  const pair = DATA.pairs[shown[place]];
  made.classList.toggle('doubtful', isDoubtful(pair));
  const facts = element('span', 'facts');
  facts.append(element('span', 'number', count.format(pair[NUMBER])));
  const confidence = confidenceElement(pair);
  if (confidence) facts.append(confidence);
  made.append(facts);
  for (const side of [SOURCE, TARGET]) {
    made.append(sided(element('span', 'text', textOf(pair, side)), side - 1));
  }
}

function confidenceElement(pair) {
  if (pair[CONFIDENCE] < 0) return null;
  if (!isDoubtful(pair)) return element('span', 'score', percent(pair[CONFIDENCE] / 1000));
  const made = element('span', 'sign');
  made.append(icon('▲'), ` ${percent(pair[CONFIDENCE] / 1000)}`, element('span', 'unseen', ', doubtful'));
  return made;
}

const { draw: drawList, reveal, here } = listOf({
  box: list,
  height: 66,
  name: 'pair',
  size: () => shown.length,
  number: (place) => shown[place],
  chosen: () => state.pair,
  go,
  fill: fillPair,
  after: () => highlight(document.querySelectorAll('#run .text'), state.query),
});
