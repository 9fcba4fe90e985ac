// The card of a concept, of a term or of a word: what it is called, how it was translated, and why.

const card = byId('card');

// Signs of the statuses; a word always stands beside them.
const STATUS = {
  preferred: '✓', admitted: '○', forbidden: '✕', 'do-not-translate': '=',
};

function statusElement(status) {
  const made = element('span', `status ${Object.hasOwn(STATUS, status) ? status : ''}`);
  made.append(icon(STATUS[status] || '·'), ` ${status}`);
  return made;
}

// A text of a side; another language where it is of none.
const sided = (made, side, tag = DATA.languages[side]) => inLanguage(made, tag, DATA.directions[side]);

function section(title, ...parts) {
  const made = element('section');
  if (title) made.append(element('h3', '', title));
  made.append(...parts);
  return made;
}

// Translations as bars; each leads to its contexts, and back to all. Rare ones wait for a button.
const MOST_BARS = 12;
function bars(groups, side, most = MOST_BARS) {
  const list = element('div', 'bars');
  const total = groups.reduce((sum, group) => sum + group.count, 0);
  const cut = groups.length > most + 2 ? most : groups.length;
  // The chosen one is always in sight.
  const shownGroups = groups.filter((group, k) => k < cut || group.key === NONE || group.key === state.only);
  for (const group of shownGroups) {
    const made = button('bar-line');
    made.dataset.only = group.key;
    press(made, state.only === group.key);
    const share = group.count / total;
    const name = group.key === NONE ? element('span', 'none', 'no translation found')
      : sided(element('span', 'name', group.text), 1 - side);
    const forms = new Set(group.forms.map((form) => keyFor(form.text)));
    if (forms.size > 1) made.title = group.forms.map((form) => `${form.text} ${form.count}`).join(', ');
    const track = element('span', 'track');
    const fillBar = element('span', 'share');
    fillBar.style.inlineSize = `${100 * share}%`;
    track.append(fillBar);
    made.append(name, track, element('span', 'times', count.format(group.count)), element('span', 'times', percent(share)));
    list.append(made);
  }
  if (shownGroups.length < groups.length) {
    const more = button('all-bars', `Show all ${count.format(groups.length)} translations`);
    more.addEventListener('click', () => list.replaceWith(bars(groups, side, Infinity)));
    const box = element('div');
    box.append(list, more);
    more.addEventListener('click', () => more.remove());
    return box;
  }
  return list;
}

// In which tenths of the text a term was seen.
function spreadElement(parts, documents) {
  const made = element('div', 'spread');
  made.setAttribute('role', 'img');
  let seen = 0;
  for (let k = 0; k < 10; k += 1) {
    const there = (parts >> k) & 1;
    seen += there;
    made.append(element('span', there ? 'there' : ''));
  }
  const all = DATA.figures.documents;
  const further = all > 1 ? `, in ${count.format(documents)} of ${count.format(all)} documents` : '';
  const words = `in ${seen} of 10 parts of the text${further}`;
  made.setAttribute('aria-label', words);
  const whole = element('div', 'spread-line');
  whole.append(made, element('span', 'times', words));
  return whole;
}

function spreadOf(parts) {
  let seen = 0;
  for (let k = 0; k < 10; k += 1) seen += (parts >> k) & 1;
  return seen;
}

// A name of a concept: the term, its status and grammar, how often it was seen, other forms.
function nameElement(name, place, concept) {
  const made = element('div', 'name-line');
  const side = DATA.sides[name[NAME.language]];
  const text = sided(element(side >= 0 ? 'a' : 'span', 'name', nameText(name)), side, DATA.tags[name[NAME.language]]);
  if (side >= 0) {
    text.href = `#/terms/${concept + 1}?name=${place + 1}`;
    if (state.name === place) text.setAttribute('aria-current', 'true');
  }
  made.append(text);
  const facts = element('span', 'facts');
  if (name[NAME.status]) facts.append(statusElement(name[NAME.status]));
  for (const value of [name[NAME.kind], name[NAME.speech]]) if (value) facts.append(element('span', '', value));
  const term = side >= 0 && typeof name[NAME.term] === 'number' ? termOf(side, name[NAME.term]) : null;
  const seen = term && term[TOTAL] ? term[SEEN] || term[NESTED] : name[NAME.frequency];
  if (seen > 0) facts.append(element('span', '', `${count.format(seen)}×`));
  if (term && term[SEEN] && term[NESTED]) facts.append(element('span', '', `+ ${count.format(term[NESTED])} in longer terms`));
  const score = name[NAME.score] >= 0 ? percent(name[NAME.score] / 1000) : '';
  // What the head of the card says already is not said again.
  if (score && score !== percent((DATA.concepts[concept][CERTAIN] ?? -1) / 1000)) facts.append(element('span', '', score));
  if (facts.childNodes.length) made.append(facts);
  const variants = (term && term[VARIANTS]) || [];
  if (variants.length) {
    const list = sided(element('div', 'variants'), side, DATA.tags[name[NAME.language]]);
    variants.slice(0, 12).forEach(([form, kind, times], k) => {
      const one = element('span', '', `${k ? ', ' : ''}${form}`);
      one.title = [kind, times ? `${count.format(times)}×` : ''].filter(Boolean).join(', ');
      list.append(one);
    });
    if (variants.length > 12) list.append(` and ${count.format(variants.length - 12)} more`);
    made.append(list);
  }
  for (const value of [name[NAME.origin], name[NAME.note]]) if (value) made.append(element('div', 'origin', value));
  return made;
}

// Terms of the concept by language, those of the text first.
function namesByLanguage(concept) {
  const names = DATA.concepts[concept][NAMES];
  const order = [...new Set(names.map((name) => name[NAME.language]))].sort((a, b) => {
    const rank = (language) => (DATA.sides[language] < 0 ? 2 : DATA.sides[language]);
    return rank(a) - rank(b);
  });
  return order.map((language) => {
    const made = section(languageName(DATA.tags[language]));
    names.forEach((name, place) => { if (name[NAME.language] === language) made.append(nameElement(name, place, concept)); });
    return made;
  });
}

// Why the pairs of a concept are believed, and what else was found for its terms.
function evidenceSections(concept) {
  const [sources, targets] = [0, 1].map((side) => new Set(namesOf(DATA.concepts[concept], side).map((name) => name[NAME.term])));
  const known = [];
  const others = [];
  for (const pair of DATA.termPairs) {
    const [one, other] = [sources.has(pair[0]), targets.has(pair[1])];
    if (one && other) known.push(pair);
    else if (one || other) others.push([pair, one ? 1 : 0]);
  }
  const made = [];
  const reasons = known.map((pair) => {
    const list = element('ul', 'reasons');
    for (const reason of pair[EVIDENCE.reasons] || []) list.append(element('li', '', DATA.reasons[reason]));
    const head = element('div', 'pair-name');
    head.append(element('span', '', `${termOf(0, pair[0])[TEXT]} – ${termOf(1, pair[1])[TEXT]}`));
    const figures = [];
    if (pair[EVIDENCE.probability] >= 0) figures.push(percent(pair[EVIDENCE.probability] / 1000));
    if (pair[EVIDENCE.frequency] > 0) figures.push(`linked ${count.format(Math.round(10 * pair[EVIDENCE.frequency]) / 10)}×`);
    head.append(element('span', 'times', figures.join(' · ')));
    const box = element('div', 'evidence');
    box.append(head);
    if (list.childNodes.length) box.append(list);
    return box;
  });
  if (reasons.length) made.push(section('Where the score comes from', ...reasons.slice(0, 6)));
  if (others.length) {
    const list = element('div', 'alternatives');
    for (const [pair, side] of others.slice(0, 12)) {
      const line = element('div', 'alternative');
      const names = element('span');
      [0, 1].forEach((each) => {
        const [home] = each === side ? conceptsOf(each, pair[each]) : [];
        const one = sided(element(home === undefined ? 'span' : 'a', 'name', termOf(each, pair[each])[TEXT]), each);
        if (home !== undefined) one.href = `#/terms/${home + 1}`;
        names.append(each ? ' – ' : '', one);
      });
      const probability = pair[EVIDENCE.probability];
      line.append(names, element('span', 'times', probability >= 0 ? percent(probability / 1000) : ''));
      list.append(line);
    }
    made.push(section('Also found', list));
  }
  return made;
}

function measuresSection(concept) {
  const facts = [];
  for (const side of [0, 1]) {
    for (const name of namesOf(DATA.concepts[concept], side).slice(0, 1)) {
      if (typeof name[NAME.term] !== 'number') continue;
      for (const [measure, value] of termOf(side, name[NAME.term])[MEASURES] || []) {
        facts.push([`${measure.replaceAll('_', ' ')} (${DATA.languages[side] || SIDES[side]})`, String(value)]);
      }
    }
  }
  if (!facts.length) return [];
  const box = element('details');
  box.append(element('summary', '', 'Measures'), factList(facts));
  return [box];
}

// Which terms the contexts of a concept are of: the chosen name, else all of the source side.
function askedOf(concept) {
  const names = DATA.concepts[concept][NAMES];
  const chosen = names[state.name];
  const side = chosen ? DATA.sides[chosen[NAME.language]] : namesOf(DATA.concepts[concept], 0).length ? 0 : 1;
  const asked = chosen ? [chosen] : namesOf(DATA.concepts[concept], side);
  return [side, [...new Set(asked.map((name) => name[NAME.term]).filter((term) => typeof term === 'number'))]];
}

// In a narrow window the way back to the list.
function backButton() {
  const made = button('back', '‹ All terms');
  made.addEventListener('click', () => {
    Object.assign(state, { concept: -1, term: -1, name: -1, only: '' });
    writeAddress(true);
    showList();
  });
  return made;
}

function showConcept(number) {
  const concept = DATA.concepts[number];
  const [side, terms] = askedOf(number);
  const groups = side < 0 ? [] : usageOf(side, terms);
  const head = element('div', 'card-head');
  head.append(backButton());
  const first = namesOf(concept, 0)[0] || concept[NAMES][0];
  head.append(sided(element('h2', '', nameText(first)), DATA.sides[first[NAME.language]], DATA.tags[first[NAME.language]]));
  const figures = element('div', 'facts');
  if (concept[CERTAIN] >= 0) figures.append(element('span', '', percent(concept[CERTAIN] / 1000)));
  if (concept[SUBJECT]) figures.append(element('span', '', concept[SUBJECT]));
  head.append(figures);
  const used = terms.map((term) => termOf(side, term));
  const parts = used.reduce((sum, term) => sum | (term[PARTS] || 0), 0);
  const documents = Math.max(0, ...used.map((term) => term[SPREAD] || 0));
  card.replaceChildren(
    head,
    ...namesByLanguage(number),
    ...(concept[DEFINITIONS] || []).map(([tag, text]) => section('Definition', inLanguage(element('p', '', text), tag))),
    ...(groups.length ? [section('Translated as', bars(groups, side), spreadElement(parts, documents))] : []),
    ...evidenceSections(number),
    ...measuresSection(number),
    section('', factList([['source', concept[ORIGIN]], ['note', concept[NOTE]], ['concept', concept[ID]]])),
  );
  showContexts(groups, side, 'No sentence on this page contains it.');
}

// A term that is translated in several ways.
function showRivals(side, number) {
  const groups = usageOf(side, [number]);
  const term = termOf(side, number);
  const head = element('div', 'card-head');
  head.append(backButton());
  head.append(sided(element('h2', '', term[TEXT]), side));
  const figures = element('div', 'facts');
  figures.append(
    element('span', '', `${count.format(term[SEEN] || term[NESTED] || 0)}×`),
    element('span', '', `${count.format(rivalsOf(side, number).length)} competing translations`),
  );
  head.append(figures);
  const homes = conceptsOf(side, number).map((concept) => {
    const made = element('a', 'home', 'Its concept');
    made.href = `#/terms/${concept + 1}`;
    return made;
  });
  const spread = spreadElement(term[PARTS] || 0, term[SPREAD] || 0);
  card.replaceChildren(head, section('Translated as', bars(groups, side), spread), ...homes.slice(0, 1));
  showContexts(groups, side, 'No sentence on this page contains it.');
}
