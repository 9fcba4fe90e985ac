// The list of groups.

const ROW_HEIGHT = 54;

const list = byId('entries');
const run = byId('run');
let shown = [];

function wordElement(name, className, text, file, side) {
  const made = element(name, className, text);
  made.lang = DATA.files[file].languages[side];
  made.dir = DATA.files[file].directions[side];
  return made;
}

const fileOfGroup = (number) => unitOf(begins[number])[UNIT.file];

function signElement(severity) {
  const name = DATA.severities[severity];
  const made = element('span', `sign ${name}`);
  const sign = element('i', '', SIGNS[severity]);
  sign.setAttribute('aria-hidden', 'true');
  made.append(sign, element('span', 'unseen', name));
  return made;
}

// What a group is about: the term and what stands for it, or the rule where there is no term.
function titleParts(number) {
  const group = DATA.groups[number];
  const file = fileOfGroup(number);
  const rule = DATA.rules[DATA.findings[begins[number]][FINDING.rule]];
  if (!group[GROUP.term]) return [element('span', '', rule[1])];
  const term = wordElement('bdi', 'term', group[GROUP.term], file, 0);
  // Nobody expects anything in the place of a term that no entry has.
  if (group[GROUP.found] === null && group[GROUP.entry] === null) return [term];
  const found = group[GROUP.found] === null ? element('span', 'absent', 'nothing in its place') : wordElement('bdi', '', group[GROUP.found], file, 1);
  return [term, element('span', 'to', ' → '), found];
}

function rowElement(place) {
  const { number, findings } = shown[place];
  const group = DATA.groups[number];
  const made = element('div', 'row');
  made.id = `option-${number}`;
  made.dataset.place = place;
  made.setAttribute('role', 'option');
  made.setAttribute('aria-setsize', shown.length);
  made.setAttribute('aria-posinset', place + 1);
  made.setAttribute('aria-selected', String(number === state.group));
  made.classList.toggle('chosen', number === state.group);
  const title = element('span', 'word');
  title.append(...titleParts(number));
  const tally = element('span', 'size', count.format(findings.length));
  const about = element('span', 'others');
  const rule = DATA.rules[DATA.findings[findings[0]][FINDING.rule]][0];
  about.append(rule);
  if (group[GROUP.expected].length) {
    const file = fileOfGroup(number);
    about.append(' · expected ', ...group[GROUP.expected].slice(0, 4).flatMap((text, k) => {
      const word = wordElement('bdi', '', text, file, 1);
      return k ? [', ', word] : [word];
    }));
  }
  const done = findings.filter((each) => answers.has(each)).length;
  const state_ = element('span', 'done', done === findings.length ? '✓' : done ? `${count.format(done)} ✓` : '');
  if (done) state_.title = `${count.format(done)} answered`;
  made.append(signElement(group[GROUP.severity]), title, tally, about, state_);
  return made;
}

const { draw: drawList, reveal, page: rowsOnPage } = windowed({
  box: list, run, height: ROW_HEIGHT, size: () => shown.length, make: rowElement,
  after: (made) => {
    const active = made.some((each) => each.id === `option-${state.group}`);
    if (active) list.setAttribute('aria-activedescendant', `option-${state.group}`);
    else list.removeAttribute('aria-activedescendant');
    highlight(document.querySelectorAll('#run bdi, .text :is(span, mark), .message'), state.query);
  },
});
