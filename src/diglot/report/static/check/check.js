// Keys, buttons, filters and the address: everything that moves the page.

const detail = byId('detail');

function drawDetail() {
  const place = here();
  byId('group').hidden = place < 0;
  if (place < 0) return;
  current = shown[place].findings;
  if (!current.includes(state.finding)) [state.finding] = current;
  drawGroup();
  detail.scrollTop = 0;
}

function go(place, finding = -1) {
  if (place < 0 || place >= shown.length) return;
  state.group = shown[place].number;
  state.finding = finding;
  reveal(place);
  drawDetail();
  drawList(true);
  writeAddress(false);
}

// Choose a finding of the group, drawing what stands before it.
function choose(number, scroll = true) {
  const old = byId(`finding-${state.finding}`);
  if (old) { old.classList.remove('here'); old.removeAttribute('aria-current'); }
  state.finding = number;
  const place = current.indexOf(number);
  if (place >= drawn) drawMore(place + 1);
  const box = byId(`finding-${number}`);
  box.classList.add('here');
  box.setAttribute('aria-current', 'true');
  if (scroll) {
    box.focus({ preventScroll: true });
    box.scrollIntoView({ block: 'nearest' });
  }
}

function step(by) {
  const place = current.indexOf(state.finding) + by;
  if (place >= 0 && place < current.length) { choose(current[place]); return; }
  const next = here() + by;
  if (next < 0 || next >= shown.length) return;
  const { findings } = shown[next];
  go(next, by > 0 ? findings[0] : findings[findings.length - 1]);
  choose(state.finding);
}

function showAnswers() {
  byId('save').querySelector('b').textContent = answers.size ? count.format(answers.size) : '';
  byId('save').disabled = answers.size === 0;
}

// Show anew what was answered; findings that a filter now hides stay until it is used again.
function answersChanged(numbers) {
  redraw(numbers);
  if (here() >= 0) drawActs();
  drawList(true);
  showAnswers();
  focusFinding();
}

function answerFinding(number, verdict) {
  if (number < 0 || here() < 0) return;
  choose(number, false);
  answer([number], verdict);
  answersChanged([number]);
}

function answerGroup(verdict) {
  if (here() < 0) return;
  const all = wholeGroup();
  answer(all, verdict);
  answersChanged(all);
}

function falseEverywhere() {
  answerGroup(here() >= 0 && hasForm(wholeGroup()[0]) ? ALWAYS_FALSE : FALSE_ALARM);
}

function takeBack() {
  if (!undo()) return;
  answersChanged(current);
}

function comment() {
  const field = byId(`finding-${state.finding}`)?.querySelector('.comment');
  if (field) field.focus();
}

// Draw again what filters and search let through; keep the chosen group if it is among it.
function refresh() {
  shown = visibleGroups();
  if (here() < 0) state.group = shown.length ? shown[0].number : -1;
  const findings = shown.reduce((sum, each) => sum + each.findings.length, 0);
  byId('nothing').hidden = shown.length > 0;
  list.hidden = !shown.length;
  const sought = state.query.trim();
  byId('nothing').querySelector('p').textContent = !DATA.findings.length ? 'No findings: every term is translated as in the termbase.'
    : sought ? `No finding contains “${sought}”.` : 'No finding passes the filters.';
  byId('nothing').querySelector('button').hidden = !DATA.findings.length;
  const all = DATA.total;
  byId('tally').textContent = `${findings === all ? '' : `${count.format(findings)} of `}${counted(all, 'finding')} in ${counted(shown.length, 'group')}`;
  reveal(here());
  drawDetail();
  drawList(true);
  showFilters();
  writeAddress(false);
}

function showFilters() {
  for (const each of document.querySelectorAll('[data-severity]')) press(each, !state.hidden.includes(each.dataset.severity));
  press(byId('suppressed'), state.suppressed);
  for (const name of Object.keys(FILTERS)) byId(name).value = state.filters[name];
}

function toggleSeverity(severity) {
  const others = [...'012'].filter((each) => state.hidden.includes(each) !== (each === severity));
  state.hidden = others.join('');
  refresh();
}

function showEverything() {
  Object.assign(state, { query: '', hidden: '', suppressed: true, filters: { ...FILTERS } });
  query.value = '';
  refresh();
}

function openSaving() {
  if (!answers.size) return;
  const given = [...answers.values()].map(({ verdict }) => verdict);
  const parts = [RIGHT, FALSE_ALARM, ALWAYS_FALSE, ACCEPT]
    .map((verdict) => [verdict, given.filter((each) => each === verdict).length])
    .filter(([, number]) => number)
    .map(([verdict, number]) => `${count.format(number)} ${verdict}`);
  byId('saving-counts').textContent = `${parts.join(', ')}.`;
  byId('author').value = author;
  byId('saving').showModal();
}

function save(name, type, make) {
  author = byId('author').value.trim();
  keep();
  download(name, type, make());
  byId('saving').close();
  byId('saved').textContent = `Saved ${counted(answers.size, 'answer')} at ${new Date().toTimeString().slice(0, 5)}.`;
}

listenAndSearch({
  j: () => step(1),
  k: () => step(-1),
  n: () => go(here() + 1),
  p: () => go(here() - 1),
  r: () => answerFinding(state.finding, RIGHT),
  x: () => answerFinding(state.finding, FALSE_ALARM),
  e: falseEverywhere,
  a: () => answerGroup(ACCEPT),
  g: () => answerGroup(RIGHT),
  c: comment,
  z: takeBack,
  s: openSaving,
  1: () => toggleSeverity('0'),
  2: () => toggleSeverity('1'),
  3: () => toggleSeverity('2'),
}, () => list.focus());

findingsBox.addEventListener('click', (event) => {
  const box = event.target.closest('li');
  if (box && !event.target.closest('button, input')) choose(current[Number(box.dataset.place)], false);
});
detail.addEventListener('scroll', () => {
  if (drawn < current.length && detail.scrollTop + 2 * detail.clientHeight > detail.scrollHeight) drawMore();
}, { passive: true });

for (const name of Object.keys(FILTERS)) {
  byId(name).addEventListener('change', () => {
    state.filters[name] = byId(name).value;
    refresh();
    byId(name).blur();
  });
}
byId('suppressed').addEventListener('click', () => { state.suppressed = !state.suppressed; refresh(); });
byId('nothing').querySelector('button').addEventListener('click', showEverything);
byId('save').addEventListener('click', openSaving);
byId('save-json').addEventListener('click', () => save('answers.json', 'application/json', asJson));
byId('save-tsv').addEventListener('click', () => save('answers.tsv', 'text/tab-separated-values', asTsv));
addEventListener('beforeunload', (event) => {
  let isKept = false;
  try { isKept = localStorage.getItem(storeKey) !== null; } catch { /* nothing can be kept */ }
  if (!isSaved && answers.size && !isKept) event.preventDefault();
});
// Filters offer what occurs, with its count.
function fill(select, counts) {
  for (const [value, label, number] of counts) {
    if (!number) continue;
    const option = element('option', '', `${label} (${count.format(number)})`);
    option.value = value;
    select.append(option);
  }
}
function prepare() {
  const by = (key) => {
    const found = new Map();
    DATA.findings.forEach((_, number) => { const value = key(number); found.set(value, (found.get(value) || 0) + 1); });
    return found;
  };
  const rules = by((number) => DATA.findings[number][FINDING.rule]);
  const levels = by((number) => DATA.findings[number][FINDING.level]);
  const files = by((number) => unitOf(number)[UNIT.file]);
  const bySeverity = by((number) => (isSuppressed(number) ? -1 : severityOf(number)));
  fill(byId('rule'), DATA.rules.map(([name], k) => [name, name.replace('TERM-', '').toLowerCase(), rules.get(k)]));
  fill(byId('level'), DATA.levels.map((name) => [name, name, levels.get(name)]));
  fill(byId('file'), DATA.files.map(({ name }, k) => [k, name, files.get(k)]));
  byId('file').hidden = DATA.files.length < 2;
  DATA.severities.forEach((name, k) => {
    const number = bySeverity.get(k) || 0;
    const words = element('span', 'name', number === 1 ? name : `${name}s`);
    const made = button('', element('kbd', '', k + 1), icon(SIGNS[k], `sign ${name}`), count.format(number), words);
    made.dataset.severity = k;
    made.addEventListener('click', () => toggleSeverity(String(k)));
    byId('severities').append(made);
  });
  const held = bySeverity.get(-1) || 0;
  byId('suppressed').hidden = !held;
  byId('suppressed').textContent = `${count.format(held)} suppressed`;
}

function open() {
  query.value = state.query;
  refresh();
}

showTitle();
prepare();
recall();
showAnswers();
showFacts([
  ['findings', DATA.total > DATA.findings.length ? `the first ${count.format(DATA.findings.length)} of ${count.format(DATA.total)}, the worst and most frequent` : ''],
  ...DATA.files.flatMap(({ name, facts }) => [['file', name], ...facts]),
  ['profile', DATA.profile],
  ...DATA.inputs.map(([name, digest]) => ['read', `${name} (${digest})`]),
  ['expired', DATA.expired ? `${counted(DATA.expired, 'suppression')} whose entry has changed` : ''],
  ...noteFacts(DATA.notes),
]);
followAddress();
