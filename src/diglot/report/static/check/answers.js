// What the reviewer says: kept by the browser while the page is used, saved as a file for diglot.

const RIGHT = 'right', FALSE_ALARM = 'false alarm', ALWAYS_FALSE = 'false alarm everywhere', ACCEPT = 'accept';
const VERDICT_SIGNS = { [RIGHT]: '✓', [FALSE_ALARM]: '✗', [ALWAYS_FALSE]: '✗✗', [ACCEPT]: '+' };
const FORMULA = /^(?:[=+\-@\t\r]|'[=+\-@\t\r'])/;

const answers = new Map();
const undone = [];
let author = '';
let isSaved = true;

const storeKey = `diglot-answers-${DATA.digest}`;
function keep() {
  isSaved = false;
  // A browser may forbid pages from the disk to keep anything: then the reader is asked at the end.
  try {
    localStorage.setItem(storeKey, JSON.stringify({ author, answers: [...answers] }));
    return true;
  } catch { return false; }
}
function recall() {
  try {
    const kept = JSON.parse(localStorage.getItem(storeKey));
    if (!kept) return;
    author = kept.author || '';
    for (const [number, answer] of kept.answers) if (number < DATA.findings.length) answers.set(number, answer);
  } catch { /* nothing was kept */ }
}

const hasForm = (number) => stringOf(DATA.findings[number][FINDING.found]).trim() !== '';
const hasEntry = (number) => DATA.groups[groupOf[number]][GROUP.entry] !== null;
const canAccept = (number) => hasForm(number) && hasEntry(number);

// Answer some findings alike; the same answer to all of them once more takes it back.
function answer(numbers, verdict) {
  const fitting = numbers.filter((number) => verdict !== ACCEPT || canAccept(number));
  if (!fitting.length) return;
  const taken = fitting.every((number) => answers.get(number)?.verdict === verdict);
  undone.push(fitting.map((number) => [number, answers.get(number)]));
  const date = new Date().toISOString().slice(0, 10);
  for (const number of fitting) {
    // Where nothing stands, a false alarm can only hold for its segment.
    const given = verdict === ALWAYS_FALSE && !hasForm(number) ? FALSE_ALARM : verdict;
    if (taken) answers.delete(number);
    else answers.set(number, { verdict: given, date, comment: answers.get(number)?.comment || '' });
  }
  keep();
}

function remark(numbers, comment) {
  for (const number of numbers) {
    const given = answers.get(number);
    if (given) answers.set(number, { ...given, comment });
  }
  keep();
}

function undo() {
  const last = undone.pop();
  if (!last) return false;
  for (const [number, before] of last) {
    if (before) answers.set(number, before); else answers.delete(number);
  }
  keep();
  return true;
}

// An answer with everything that diglot needs to know the finding again.
function answerObject(number) {
  const finding = DATA.findings[number];
  const group = DATA.groups[groupOf[number]];
  const unit = unitOf(number);
  const { verdict, comment, date } = answers.get(number);
  return {
    verdict,
    comment,
    rule: DATA.rules[finding[FINDING.rule]][0],
    file: DATA.files[unit[UNIT.file]].name,
    unit: String(unit[UNIT.number] + 1),
    entry: group[GROUP.entry],
    term: group[GROUP.term],
    form: stringOf(finding[FINDING.found]),
    level: finding[FINDING.level] || null,
    place: finding[FINDING.place],
    fingerprint: DATA.entries[group[GROUP.entry]] || null,
    date,
  };
}

const answered = () => [...answers.keys()].sort((one, other) => one - other).map(answerObject);

function asJson() {
  const told = { schema: DATA.schema, version: DATA.schemaVersion, author, answers: answered() };
  return `${JSON.stringify(told, null, 1)}\n`;
}

function asTsv() {
  const columns = ['answer', 'comment', 'rule', 'file', 'unit', 'entry', 'term', 'found', 'level', 'place', 'entry_fingerprint', 'author', 'date'];
  const lines = answered().map((each) => {
    const told = { ...each, answer: each.verdict, found: each.form, entry_fingerprint: each.fingerprint, author };
    return columns.map((name) => {
      // A text file with a NUL is taken for a binary one.
      const cell = String(told[name] ?? '').replace(/[\t\r\n]+/g, ' ').replaceAll('\0', '\ufffd');
      return FORMULA.test(cell) ? `'${cell}` : cell;
    }).join('\t');
  });
  return [columns.join('\t'), ...lines, ''].join('\n');
}

function download(name, type, text) {
  const link = element('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  isSaved = true;
}
