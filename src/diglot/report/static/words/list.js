// The list of pairs.

const PAIR_HEIGHT = 66;

const list = byId('pairs');
const run = byId('run');
let shown = [];

function pairElement(place) {
  const number = shown[place];
  const pair = DATA.pairs[number];
  const made = element('div', 'pair');
  made.id = `option-${number}`;
  made.dataset.place = place;
  made.setAttribute('role', 'option');
  made.setAttribute('aria-setsize', shown.length);
  made.setAttribute('aria-posinset', place + 1);
  made.setAttribute('aria-selected', String(number === state.pair));
  made.classList.toggle('chosen', number === state.pair);
  made.classList.toggle('doubtful', isDoubtful(pair));
  const facts = element('span', 'facts');
  facts.append(element('span', 'number', count.format(pair[NUMBER])));
  const confidence = confidenceElement(pair);
  if (confidence) facts.append(confidence);
  made.append(facts);
  for (const side of [SOURCE, TARGET]) {
    const text = element('span', 'text', textOf(pair, side));
    text.dir = DATA.directions[side - 1];
    if (DATA.languages[side - 1]) text.lang = DATA.languages[side - 1];
    made.append(text);
  }
  return made;
}

function confidenceElement(pair) {
  if (pair[CONFIDENCE] < 0) return null;
  if (!isDoubtful(pair)) return element('span', 'score', percent(pair[CONFIDENCE] / 1000));
  const made = element('span', 'sign');
  const icon = element('i', '', '▲');
  icon.setAttribute('aria-hidden', 'true');
  made.append(icon, ` ${percent(pair[CONFIDENCE] / 1000)}`, element('span', 'unseen', ', doubtful'));
  return made;
}

const { draw: drawList, reveal, page: pairsOnPage } = windowed({
  box: list, run, height: PAIR_HEIGHT, size: () => shown.length, make: pairElement,
  after: (made) => {
    const active = made.some((each) => each.id === `option-${state.pair}`);
    if (active) list.setAttribute('aria-activedescendant', `option-${state.pair}`);
    else list.removeAttribute('aria-activedescendant');
    highlight(run.querySelectorAll('.text'), state.query);
  },
});
