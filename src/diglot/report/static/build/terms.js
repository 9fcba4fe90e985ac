// The list beside the card: concepts with their filters, or terms with competing translations.

const list = byId('entries');
let entries = [];

// Concepts as the list shows and filters them, made once.
let prepared = null;
function concepts() {
  prepared ||= DATA.concepts.map((concept, number) => {
    const [sources, targets] = [0, 1].map((side) => namesOf(concept, side));
    const head = (sources.length ? sources : targets.length ? targets : concept[NAMES])[0];
    const side = sources.length ? 0 : targets.length ? 1 : -1;
    const known = [...sources, ...(sources.length ? [] : targets)].map((name) => name[NAME.term]).filter((term) => typeof term === 'number');
    const used = known.map((term) => termOf(side, term));
    const seen = used.reduce((sum, term) => sum + (term[SEEN] || term[NESTED] || 0), 0);
    return {
      number,
      side,
      name: nameText(head),
      other: namesInShort(targets),
      folded: fold(concept[NAMES].map(nameText).join('\n')),
      frequency: seen || Math.max(0, ...concept[NAMES].map((name) => name[NAME.frequency] ?? -1)),
      score: concept[CERTAIN] ?? -1,
      spread: spreadOf(used.reduce((sum, term) => sum | (term[PARTS] || 0), 0)),
      statuses: new Set(concept[NAMES].map((name) => name[NAME.status]).filter(Boolean)),
      rivals: Math.max(0, ...known.map((term) => rivalsOf(side, term).length)),
    };
  });
  return prepared;
}

// The names without their variants, each once.
function namesInShort(names) {
  const main = names.filter((name) => name[NAME.kind] !== 'variant');
  return [...new Set((main.length ? main : names).map(nameText))].join(', ');
}

// Terms of a side with competing translations, those with most doubt first.
const rivalry = [null, null];
function disputed(side) {
  rivalry[side] ||= DATA.terms[side].flatMap((term, number) => {
    if (!conceptsOf(side, number).length) return [];
    const rivals = rivalsOf(side, number);
    if (rivals.length < 2) return [];
    const total = choicesOf(side, number).reduce((sum, choice) => sum + choice.count, 0);
    return [{
      number,
      side,
      name: term[TEXT],
      other: rivals.map((choice) => `${choice.text} ${count.format(choice.count)}`).join(' · '),
      shares: rivals.map((choice) => choice.count / total),
      folded: fold([term[TEXT], ...rivals.map((choice) => choice.text)].join('\n')),
      frequency: term[TOTAL],
      minority: total - rivals[0].count,
      rivals: rivals.length,
    }];
  }).sort((a, b) => b.minority - a.minority || b.frequency - a.frequency);
  return rivalry[side];
}

const ORDERS = {
  rank: null,
  name: (a, b) => a.name.localeCompare(b.name, DATA.languages[a.side] || undefined),
  frequency: (a, b) => b.frequency - a.frequency,
  score: (a, b) => b.score - a.score,
  translations: (a, b) => b.rivals - a.rivals,
};

function visibleEntries() {
  const { q, sort, status, score, freq, spread } = state.filters;
  const needle = fold(q.trim());
  const found = state.tab === 'inconsistent'
    ? disputed(state.side).filter((entry) => !needle || entry.folded.includes(needle))
    : concepts().filter((entry) => (!needle || entry.folded.includes(needle))
      && (!status || (status === 'none' ? !entry.statuses.size : entry.statuses.has(status)))
      && entry.score >= 10 * score - (score ? 0 : 1) && entry.frequency >= freq && entry.spread >= spread);
  const order = state.tab === 'terms' ? ORDERS[sort] : null;
  return order ? [...found].sort(order) : found;
}

const chosenNumber = () => (state.tab === 'terms' ? state.concept : state.term);

function fillEntry(made, place) {
  const entry = entries[place];
  const { side } = entry;
  const name = sided(element('span', 'name', entry.name), side);
  const other = sided(element('span', 'other', entry.other), side < 0 ? -1 : 1 - side);
  const frequency = element('span', 'times', count.format(entry.frequency));
  const figures = element('span', 'times');
  if (entry.statuses) for (const status of entry.statuses) figures.append(statusSign(status));
  if (entry.score >= 0) figures.append(percent(entry.score / 1000));
  if (entry.shares) figures.append(shareElement(entry.shares));
  made.append(name, frequency, other, figures);
}

function statusSign(status) {
  const made = element('i', `status ${Object.hasOwn(STATUS, status) ? status : ''}`, STATUS[status] || '·');
  made.title = status;
  return made;
}

// How the translations share the term, as a bar of as many parts.
function shareElement(shares) {
  const made = element('span', 'shares');
  made.setAttribute('aria-hidden', 'true');
  for (const share of shares) {
    const part = element('span');
    part.style.flexGrow = String(share);
    made.append(part);
  }
  return made;
}

const entryList = listOf({
  box: list,
  height: 54,
  name: 'entry',
  size: () => entries.length,
  number: (place) => entries[place].number,
  chosen: chosenNumber,
  go: (place) => { chooseEntry(place); list.focus({ preventScroll: true }); },
  fill: fillEntry,
  after: (made) => highlight(made.flatMap((each) => [...each.querySelectorAll('.name, .other')]), state.filters.q),
});

const narrow = matchMedia('(max-width: 800px)');

function chooseEntry(place) {
  const entry = entries[place];
  if (!entry) return;
  if (entry.number !== chosenNumber()) Object.assign(state, { name: -1, only: '' });
  if (state.tab === 'terms') state.concept = entry.number; else state.term = entry.number;
  entryList.reveal(place);
  entryList.draw(true);
  showChosen();
  writeAddress(false);
}

function stepEntry(direction) {
  const now = entryList.here();
  chooseEntry(Math.max(0, Math.min(entries.length - 1, now < 0 ? 0 : now + direction)));
}

function showChosen() {
  const number = chosenNumber();
  byId('panes').classList.toggle('chosen', number >= 0 || state.tab === 'find');
  if (number < 0) { card.replaceChildren(); contexts.replaceChildren(); return; }
  if (state.tab === 'terms') showConcept(number); else showRivals(state.side, number);
  card.scrollTop = 0;
}

// Draw the list again; where nothing is chosen that it shows, a wide window takes the first.
function showList() {
  const inconsistent = state.tab === 'inconsistent';
  for (const name of ['sort', 'score', 'freq', 'spread']) controls[name].hidden = inconsistent;
  controls.status.hidden = inconsistent || !anyStatus;
  byId('directions').hidden = !inconsistent;
  entries = visibleEntries();
  const all = inconsistent ? disputed(state.side).length : DATA.concepts.length;
  byId('shown').textContent = entries.length < all ? `${count.format(entries.length)} of ${count.format(all)}`
    : `${count.format(all)} ${inconsistent ? 'terms' : 'concepts'}`;
  byId('no-entries').hidden = entries.length > 0;
  list.hidden = !entries.length;
  if (!entries.length) {
    byId('no-entries').querySelector('p').textContent = all ? 'Nothing in the list passes these filters.'
      : inconsistent ? 'Every term is translated in one way.' : 'This build found no terms.';
    byId('no-entries').querySelector('button').hidden = !all;
  }
  let place = entryList.here();
  if (place < 0 && !narrow.matches && entries.length) {
    place = 0;
    Object.assign(state, { name: -1, only: '', [inconsistent ? 'term' : 'concept']: entries[0].number });
    writeAddress(false);
  } else if (place < 0 && chosenNumber() >= 0 && (narrow.matches || !entries.length)) {
    Object.assign(state, { concept: -1, term: -1 });
    writeAddress(false);
  }
  entryList.reveal(place);
  entryList.draw(true);
  showFilters();
  showChosen();
}

const controls = { q: byId('filter'), sort: byId('sort'), status: byId('status'), score: byId('score'), freq: byId('freq'), spread: byId('spread') };

function showFilters() {
  for (const [name, control] of Object.entries(controls)) {
    // What somebody types is left alone; a number of 0 is the empty choice.
    if (document.activeElement !== control || control.tagName === 'SELECT') control.value = state.filters[name] || '';
    control.classList.toggle('set', state.filters[name] !== FILTERS[name]);
  }
  const used = state.tab === 'inconsistent' ? ['q'] : Object.keys(FILTERS).filter((name) => name !== 'sort');
  byId('clear').hidden = !used.some((name) => state.filters[name] !== FILTERS[name]);
  for (const button of document.querySelectorAll('#directions button')) {
    press(button, Number(button.dataset.side) === state.side);
  }
}

function setFilter(name, value) {
  state.filters[name] = value;
  writeAddress(false);
  showList();
}

// Statuses that occur, and a filter for those that have none.
let anyStatus = false;
function fillStatuses() {
  const found = new Set();
  for (const entry of concepts()) for (const status of entry.statuses) found.add(status);
  anyStatus = found.size > 0;
  for (const status of [...found].sort()) {
    const option = element('option', '', status);
    option.value = status;
    controls.status.append(option);
  }
  const none = element('option', '', 'no status');
  none.value = 'none';
  controls.status.append(none);
}

controls.q.addEventListener('input', delayed(() => setFilter('q', controls.q.value), 80));
for (const name of ['sort', 'status']) controls[name].addEventListener('change', () => setFilter(name, controls[name].value));
for (const name of ['score', 'freq', 'spread']) {
  controls[name].addEventListener('change', () => setFilter(name, Number(controls[name].value) || 0));
}
function clearFilters() {
  state.filters = { ...FILTERS, sort: state.filters.sort };
  controls.q.value = '';
  writeAddress(false);
  showList();
}
byId('clear').addEventListener('click', clearFilters);
byId('no-entries').querySelector('button').addEventListener('click', clearFilters);
for (const button of document.querySelectorAll('#directions button')) {
  button.addEventListener('click', () => {
    Object.assign(state, { side: Number(button.dataset.side), term: -1, only: '' });
    writeAddress(false);
    showList();
  });
}
