// Keys, buttons and the address: everything that moves the page.

const slider = byId('threshold');
const hint = byId('hint');

// Words that a click or the focus holds, as { source, target }, each a number or undefined.
let held = {};

// Light up a word with its partners, or the two words of a cell.
function light({ source, target }) {
  for (const old of byId('pair').querySelectorAll('.lit, .partner')) old.classList.remove('lit', 'partner');
  const mark = (side, number, name) => {
    for (const each of byId('pair').querySelectorAll(`.word[data-${SIDES[side]}="${number}"], th[data-${SIDES[side]}="${number}"]`)) {
      each.classList.add(name);
    }
    const line = side ? matrix.querySelectorAll('col')[number + 1] : matrix.querySelectorAll('tbody tr')[number];
    if (line) line.classList.add(name);
  };
  const given = [source, target];
  const both = source !== undefined && target !== undefined;
  given.forEach((number, side) => {
    if (number === undefined) return;
    mark(side, number, 'lit');
    if (!both) for (const partner of drawing.partners[side][number]) mark(1 - side, partner, 'partner');
  });
  const side = source === undefined ? 1 : 0;
  const words = both ? spokenCell(source, target)
    : given[side] === undefined ? '' : spokenWord(side, given[side]);
  byId('spoken').textContent = words || 'Point at a word or a cell to see its links.';
}

function pointedAt(node) {
  const found = node instanceof Element && node.closest('#pair [data-source], #pair [data-target]');
  if (!found) return null;
  const number = (value) => (value === undefined ? undefined : Number(value));
  return { source: number(found.dataset.source), target: number(found.dataset.target) };
}

// The figure of a cell beside it.
function showHint(cell) {
  const content = cell && drawing.cells.get(keyOf(cell.dataset.source, cell.dataset.target));
  hint.hidden = !content;
  if (!content) return;
  const [verdict, probability] = content;
  const parts = [probability >= 0 ? percent(probability / 1000) : '', verdict === 'plain' ? '' : VERDICTS[verdict][1]];
  hint.textContent = parts.filter(Boolean).join(' · ') || 'linked';
  const box = cell.getBoundingClientRect();
  hint.style.top = `${Math.max(4, box.top - hint.offsetHeight - 4)}px`;
  hint.style.left = `${Math.max(4, Math.min(innerWidth - hint.offsetWidth - 4, box.left))}px`;
}

function drawPair() {
  held = {};
  hint.hidden = true;
  byId('pair').hidden = state.pair < 0;
  if (state.pair < 0) return;
  const pair = DATA.pairs[state.pair];
  prepare(pair);
  byId('pair-title').textContent = `Pair ${count.format(pair[NUMBER])}`;
  const facts = byId('pair-facts');
  facts.replaceChildren();
  const confidence = confidenceElement(pair);
  if (confidence) facts.append(confidence);
  if (isDoubtful(pair)) facts.append(element('span', 'reason', 'possibly not translations of each other'));
  const [source, target] = drawing.words.map((words) => count.format(words.length));
  facts.append(element('span', '', `${source} and ${target} words`));
  facts.append(element('span', '', counted(linksOf(pair).length, 'link')));
  if (pair.length > GOLD) facts.append(element('span', '', measures(tally([pair]))));
  drawWords();
  drawMatrix();
  light(held);
}

// Choose a place of the list.
function go(place) {
  if (place < 0 || place >= shown.length) return;
  state.pair = shown[place];
  reveal(place);
  drawList(true);
  drawPair();
  byId('detail').scrollTop = 0;
  matrix.scrollTo(0, 0);
  writeAddress(false);
}

// Draw again what the view and the search let through; keep the chosen pair if it is among it.
function refresh(stepping) {
  shown = visiblePairs();
  const place = here();
  const words = { all: 'There are no pairs.', doubtful: 'No pair is doubtful.', errors: 'No pair differs from the gold.' };
  showEmpty(!shown.length, words[state.view]);
  list.hidden = !shown.length;
  showViews();
  if (place < 0) state.pair = shown.length ? shown[0] : -1;
  reveal(place);
  drawList(true);
  drawPair();
  writeAddress(stepping);
}

function setView(view) {
  if (view === 'errors' && !hasGold) return;
  state.view = view;
  refresh(true);
}

function sort() {
  if (!hasConfidence) return;
  state.sorted = !state.sorted;
  state.pair = -1;
  refresh(true);
}

const countSoon = delayed(showTotals, 200);
function setThreshold(thousandths) {
  state.threshold = Math.max(0, Math.min(1000, thousandths));
  showThreshold();
  if (state.view === 'errors') refresh(false);
  else drawPair();
  writeAddress(false);
  countSoon();
}

function showThreshold() {
  slider.value = state.threshold / 10;
  byId('threshold-value').textContent = `≥ ${percent(state.threshold / 1000)}`;
  slider.setAttribute('aria-valuetext', percent(state.threshold / 1000));
}

function showViews() {
  for (const button of document.querySelectorAll('[data-view]')) {
    press(button, button.dataset.view === state.view);
  }
  press(byId('sort'), state.sorted);
}

// Figures of all pairs, which change with the threshold only.
function showTotals() {
  for (const button of document.querySelectorAll('[data-view]')) {
    button.querySelector('b').textContent = count.format(DATA.pairs.filter(VIEWS[button.dataset.view]).length);
  }
  showFoot();
}

function showFoot() {
  const links = DATA.pairs.reduce((sum, pair) => sum + pair[LINKS].length / 3, 0);
  const known = DATA.pairs.filter((pair) => pair[CONFIDENCE] >= 0);
  const mean = known.reduce((sum, pair) => sum + pair[CONFIDENCE], 0) / known.length / 10;
  const languages = DATA.languages.map(languageName);
  showFacts([
    ['pairs', DATA.part || count.format(DATA.pairs.length)],
    ['languages', languages.every(Boolean) ? languages.join(' and ') : ''],
    ['links', count.format(links)],
    ['mean confidence', known.length ? `${mean.toFixed(1)} %` : ''],
    ['doubtful', known.length ? `${count.format(known.filter(isDoubtful).length)}: confidence below ${percent(DATA.doubtful / 1000)}` : ''],
    ['against the gold', hasGold ? `${measures(tally(DATA.pairs))}, links of at least ${percent(state.threshold / 1000)}` : ''],
    ...noteFacts(DATA.notes),
    ['signature', DATA.signature],
  ]);
}

listenAndSearch({
  j: () => go(here() + 1),
  k: () => go(here() - 1),
  1: () => setView('all'),
  2: () => { if (hasConfidence) setView('doubtful'); },
  3: () => setView('errors'),
  s: sort,
  '[': () => { if (hasProbabilities) setThreshold(state.threshold - 50); },
  ']': () => { if (hasProbabilities) setThreshold(state.threshold + 50); },
  Escape: () => { held = {}; light(held); hint.hidden = true; },
}, () => list.focus());

// Move the focus to a word or cell; only the place last visited is on the way of the Tab key.
function visit(node, among) {
  if (!node) return;
  for (const old of among.querySelectorAll('[tabindex="0"]')) old.tabIndex = -1;
  node.tabIndex = 0;
  node.focus();
}

// Steps of the arrow keys to the right and down; text written to the left turns them round.
function arrow(event, turned) {
  const steps = { ArrowRight: [turned ? -1 : 1, 0], ArrowLeft: [turned ? 1 : -1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
  if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(steps, event.key)) return null;
  event.preventDefault();
  return steps[event.key];
}

const isRightToLeft = (node) => getComputedStyle(node).direction === 'rtl';

SIDES.forEach((name, side) => {
  const line = lines[name];
  const optionOf = (where, number) => lines[where].querySelector(`[role="option"][data-${where}="${number}"]`);
  line.addEventListener('keydown', (event) => {
    const now = Number(event.target.dataset[name]);
    const step = arrow(event, isRightToLeft(line));
    if (!step) return;
    if (step[0]) visit(optionOf(name, now + step[0]), line);
    else if (step[1] === (side ? -1 : 1) && drawing.partners[side][now].length) {
      visit(optionOf(SIDES[1 - side], drawing.partners[side][now][0]), lines[SIDES[1 - side]]);
    }
  });
});
matrix.addEventListener('keydown', (event) => {
  const { source, target } = event.target.dataset;
  const step = arrow(event, isRightToLeft(matrix.firstElementChild));
  if (!step) return;
  visit(matrix.querySelector(`td[data-source="${Number(source) + step[1]}"][data-target="${Number(target) + step[0]}"]`), matrix);
});
const box = byId('pair');
box.addEventListener('pointerover', (event) => {
  light(pointedAt(event.target) || held);
  showHint(event.target.closest('td.cell'));
});
box.addEventListener('pointerleave', () => { light(held); hint.hidden = true; });
box.addEventListener('click', (event) => {
  const found = pointedAt(event.target);
  if (found) held = found;
  light(held);
});
box.addEventListener('focusin', (event) => {
  held = pointedAt(event.target) || {};
  if (event.target.matches('td.cell')) {
    event.target.setAttribute('aria-label', spokenCell(held.source, held.target));
  }
  light(held);
  showHint(event.target.closest('td.cell'));
});
byId('detail').addEventListener('scroll', () => { hint.hidden = true; }, { passive: true });
matrix.addEventListener('scroll', () => { hint.hidden = true; }, { passive: true });

slider.addEventListener('input', () => setThreshold(Math.round(10 * slider.valueAsNumber)));
byId('sort').addEventListener('click', sort);
byId('nothing').querySelector('button').addEventListener('click', () => {
  query.value = state.query = '';
  setView('all');
});
for (const button of document.querySelectorAll('[data-view]')) {
  button.addEventListener('click', () => setView(button.dataset.view));
}
function open() {
  query.value = state.query;
  showThreshold();
  refresh(false);
  showTotals();
}

showTitle();
byId('part').hidden = !DATA.part;
byId('part').textContent = `The ${DATA.part}`;
byId('slider').hidden = !hasProbabilities;
byId('sort').hidden = document.querySelector('[data-view="doubtful"]').hidden = !hasConfidence;
document.querySelector('[data-view="errors"]').hidden = !hasGold;
followAddress();
