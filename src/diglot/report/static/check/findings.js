// The chosen group: its head, and its findings with both texts, drawn as they come into sight.

const CHUNK = 40;

const findingsBox = byId('findings');
let current = [];
let drawn = 0;

// A text with its marked places; spans are flat [begin, end, begin, end, …].
function textElement(file, side, text, spans) {
  const made = wordElement('p', 'text', '', file, side);
  let at = 0;
  for (let k = 0; k < spans.length; k += 2) {
    if (spans[k] > at) made.append(element('span', '', text.slice(at, spans[k])));
    made.append(element('mark', side ? 'of-target' : 'of-source', text.slice(spans[k], spans[k + 1])));
    at = spans[k + 1];
  }
  if (at < text.length) made.append(element('span', '', text.slice(at)));
  if (!text) made.append(element('span', 'absent', 'empty'));
  return made;
}

// Words of diglot run to the right, whatever terms they begin with.
function ownWords(className, text) {
  const made = element('bdi', className, text);
  made.dir = 'ltr';
  return made;
}

// Where a finding stands; what the file says is kept from turning the words around it.
function whereElement(unit) {
  const made = element('span', 'where', `unit ${count.format(unit[UNIT.number] + 1)}`);
  const tell = (name, text) => made.append(name, ownWords('', text));
  if (unit[UNIT.id] !== null && unit[UNIT.id] !== String(unit[UNIT.number] + 1)) tell(' · id ', unit[UNIT.id]);
  if (unit[UNIT.line] !== null && unit[UNIT.line] !== unit[UNIT.number] + 1) tell(' · line ', count.format(unit[UNIT.line]));
  if (unit[UNIT.document] !== null) tell(' · ', unit[UNIT.document]);
  if (DATA.files.length > 1) tell(' · ', DATA.files[unit[UNIT.file]].name);
  return made;
}

const BUTTONS = [
  { verdict: RIGHT, key: 'R', label: 'Right' },
  { verdict: FALSE_ALARM, key: 'X', label: 'False alarm here' },
];

function actButton({ verdict, key, label }, numbers, isGroup) {
  const made = button('', element('kbd', '', key), label);
  made.dataset.verdict = verdict;
  const all = numbers.length > 0 && numbers.every((number) => answers.get(number)?.verdict === verdict);
  press(made, all);
  made.addEventListener('click', () => (isGroup ? answerGroup(verdict) : answerFinding(numbers[0], verdict)));
  return made;
}

// What was answered, with a field for a comment on it.
function answerElement(number) {
  const given = answers.get(number);
  const made = element('span', 'answer');
  if (!given) return made;
  const words = given.verdict === RIGHT || given.verdict === FALSE_ALARM ? '' : given.verdict === ACCEPT ? 'form accepted' : given.verdict;
  if (words) made.append(element('b', '', `${VERDICT_SIGNS[given.verdict]} ${words}`));
  const field = element('input', 'comment');
  field.placeholder = 'Why? (optional)';
  field.setAttribute('aria-label', 'Comment on the answer');
  field.value = given.comment;
  field.addEventListener('change', () => remark([number], field.value.trim()));
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' || event.key === 'Escape') { field.blur(); focusFinding(); }
  });
  made.append(field);
  return made;
}

function findingElement(place) {
  const number = current[place];
  const finding = DATA.findings[number];
  const unit = unitOf(number);
  const file = unit[UNIT.file];
  const [rule, meaning] = DATA.rules[finding[FINDING.rule]];
  const made = element('li');
  made.id = `finding-${number}`;
  made.dataset.place = place;
  made.tabIndex = -1;
  const head = element('div', 'finding-head');
  const name = element('span', 'rule', rule);
  name.title = meaning;
  head.append(whereElement(unit), name);
  if (finding[FINDING.level]) head.append(element('span', 'level', `nearest form: ${finding[FINDING.level]}`));
  if (finding[FINDING.score] >= 0) head.append(element('span', 'score', `${percent(finding[FINDING.score] / 1000)} sure`));
  const texts = element('div', 'texts');
  texts.append(
    textElement(file, 0, stringOf(finding[FINDING.source]), finding[FINDING.sourceSpans]),
    textElement(file, 1, stringOf(finding[FINDING.target]), finding[FINDING.targetSpans]),
  );
  const why = element('p', 'why');
  why.append(ownWords('message', stringOf(finding[FINDING.message])));
  const suggestion = stringOf(finding[FINDING.suggestion]);
  if (suggestion) why.append(' ', ownWords('suggestion', `→ ${suggestion}`));
  const acts = element('div', 'acts');
  acts.append(...BUTTONS.map((each) => actButton(each, [number], false)));
  head.append(acts);
  const foot = element('div', 'finding-foot');
  foot.append(why, answerElement(number));
  made.append(head, texts, foot);
  if (isSuppressed(number)) {
    made.classList.add('held');
    made.append(element('p', 'held-why', `suppressed: ${stringOf(finding[FINDING.suppressed])}`));
  }
  made.classList.toggle('answered', answers.has(number));
  made.classList.toggle('here', number === state.finding);
  if (number === state.finding) made.setAttribute('aria-current', 'true');
  return made;
}

function drawMore(least = drawn + CHUNK) {
  const last = Math.min(current.length, Math.max(least, drawn + CHUNK));
  const made = [];
  for (let place = drawn; place < last; place += 1) made.push(findingElement(place));
  findingsBox.append(...made);
  drawn = last;
  byId('more').hidden = drawn >= current.length;
  byId('more').textContent = `${count.format(current.length - drawn)} more below`;
  showHits();
}

// Make some findings of the group anew, those that are drawn.
function redraw(numbers) {
  for (const number of numbers) {
    const old = byId(`finding-${number}`);
    if (old) old.replaceWith(findingElement(Number(old.dataset.place)));
  }
}

function drawActs() {
  const group = DATA.groups[state.group];
  const all = wholeGroup();
  const form = group[GROUP.found];
  const many = all.length > 1;
  const buttons = [
    { verdict: RIGHT, key: 'G', label: many ? `All ${count.format(all.length)} right` : 'Right' },
    form === null
      ? { verdict: FALSE_ALARM, key: 'E', label: many ? `False alarm in all ${count.format(all.length)} segments` : 'False alarm' }
      : { verdict: ALWAYS_FALSE, key: 'E', label: 'False alarm everywhere' },
  ];
  if (canAccept(all[0])) buttons.push({ verdict: ACCEPT, key: 'A', label: `Accept “${form.length > 30 ? `${form.slice(0, 29)}…` : form}”` });
  byId('group-acts').replaceChildren(...buttons.map((each) => actButton(each, all, true)));
}

function wholeGroup() {
  const group = DATA.groups[state.group];
  return Array.from({ length: group[GROUP.size] }, (_, k) => begins[state.group] + k);
}

function drawGroup() {
  const group = DATA.groups[state.group];
  byId('group-title').replaceChildren(...titleParts(state.group));
  const name = DATA.severities[group[GROUP.severity]];
  const facts = byId('group-facts');
  const sign = element('span', `sign ${name}`, `${SIGNS[group[GROUP.severity]]} ${name}`);
  const hidden = group[GROUP.size] - current.length;
  const told = [
    `${counted(current.length, 'finding')}${hidden ? `, ${count.format(hidden)} hidden by filters` : ''}`,
    group[GROUP.entry] === null ? '' : `entry ${group[GROUP.entry]}`,
    group[GROUP.term] ? [...new Set(current.map((number) => DATA.rules[DATA.findings[number][FINDING.rule]][1]))].join('; ') : '',
  ];
  facts.replaceChildren(sign, ...told.filter(Boolean).map((each) => ownWords('', each)));
  const expected = byId('expected');
  expected.hidden = !group[GROUP.expected].length;
  const words = listed(group[GROUP.expected], fileOfGroup(state.group));
  expected.replaceChildren(element('span', 'label', 'expected '), ...words);
  drawActs();
  findingsBox.replaceChildren();
  drawn = 0;
  drawMore();
}

function focusFinding() {
  const box = byId(`finding-${state.finding}`);
  if (box) box.focus({ preventScroll: true });
}
