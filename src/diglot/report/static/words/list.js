// The list of pairs: only the rows in sight are on the page, so that any number scrolls smoothly.

const PAIR_HEIGHT = 66;
const SPARE = 8;

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
  made.style.insetBlockStart = `${place * PAIR_HEIGHT}px`;
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

// Put the rows in sight on the page; those that stay are kept, so that focus and hits stay, too.
let drawn = [0, 0];
function drawList(anew = false) {
  const first = Math.max(0, Math.floor(list.scrollTop / PAIR_HEIGHT) - SPARE);
  const last = Math.min(shown.length, Math.ceil((list.scrollTop + list.clientHeight) / PAIR_HEIGHT) + SPARE);
  if (!anew && first === drawn[0] && last === drawn[1]) return;
  drawn = [first, last];
  run.style.blockSize = `${shown.length * PAIR_HEIGHT}px`;
  const made = [];
  for (let place = first; place < last; place += 1) made.push(pairElement(place));
  run.replaceChildren(...made);
  const active = made.some((each) => each.id === `option-${state.pair}`);
  if (active) list.setAttribute('aria-activedescendant', `option-${state.pair}`);
  else list.removeAttribute('aria-activedescendant');
  highlight(run.querySelectorAll('.text'), state.query);
}

// Bring a place of the list into sight.
function reveal(place) {
  const top = place * PAIR_HEIGHT;
  if (top < list.scrollTop || top + PAIR_HEIGHT > list.scrollTop + list.clientHeight) {
    list.scrollTop = top - (list.clientHeight - PAIR_HEIGHT) / 2;
  }
}

let listing = false;
list.addEventListener('scroll', () => {
  if (listing) return;
  listing = true;
  requestAnimationFrame(() => { listing = false; drawList(); });
}, { passive: true });
