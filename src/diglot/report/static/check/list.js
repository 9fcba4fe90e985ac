// The list of groups.

const list = byId('entries');
let shown = [];

function wordElement(name, className, text, file, side) {
  const { languages, directions } = DATA.files[file];
  return inLanguage(element(name, className, text), languages[side], directions[side]);
}

const fileOfGroup = (number) => unitOf(begins[number])[UNIT.file];

function signElement(severity) {
  const name = DATA.severities[severity];
  const made = element('span', `sign ${name}`);
  made.append(icon(SIGNS[severity]), element('span', 'unseen', name));
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

// Words of a file, with commas between them.
const listed = (texts, file) => texts.flatMap((text, k) => {
  const word = wordElement('bdi', '', text, file, 1);
  return k ? [', ', word] : [word];
});

function fillRow(made, place) {
  const { number, findings } = shown[place];
  const group = DATA.groups[number];
  const title = element('span', 'word');
  title.append(...titleParts(number));
  const tally = element('span', 'size', count.format(findings.length));
  const about = element('span', 'others');
  const rule = DATA.rules[DATA.findings[findings[0]][FINDING.rule]][0];
  about.append(rule);
  if (group[GROUP.expected].length) {
    about.append(' · expected ', ...listed(group[GROUP.expected].slice(0, 4), fileOfGroup(number)));
  }
  const done = findings.filter((each) => answers.has(each)).length;
  const state_ = element('span', 'done', done === findings.length ? '✓' : done ? `${count.format(done)} ✓` : '');
  if (done) state_.title = `${count.format(done)} answered`;
  made.append(signElement(group[GROUP.severity]), title, tally, about, state_);
}

const showHits = () => highlight(document.querySelectorAll('#run bdi, .text :is(span, mark), .message'), state.query);

const { draw: drawList, reveal, here } = listOf({
  box: list,
  height: 54,
  name: 'row',
  size: () => shown.length,
  number: (place) => shown[place].number,
  chosen: () => state.group,
  go,
  fill: fillRow,
  after: showHits,
});
