// The findings in their groups, as written by check/page.py, what filters let through, the address.

const GROUP = { severity: 0, entry: 1, term: 2, found: 3, expected: 4, size: 5 };
const FINDING = {
  unit: 0, rule: 1, level: 2, score: 3, message: 4, suggestion: 5, suppressed: 6, place: 7,
  source: 8, sourceSpans: 9, target: 10, targetSpans: 11, found: 12,
};
const UNIT = { file: 0, number: 1, id: 2, document: 3, line: 4 };

const SIGNS = ['●', '▲', '○'];
const FILTERS = { rule: '', level: '', file: '', answered: '' };
const state = { group: -1, finding: -1, query: '', hidden: '', suppressed: false, filters: { ...FILTERS } };

// The findings of a group stand one after the other: where each group begins.
const begins = [];
const groupOf = new Int32Array(DATA.findings.length);
DATA.groups.forEach((group, number) => {
  const begin = number ? begins[number - 1] + DATA.groups[number - 1][GROUP.size] : 0;
  begins.push(begin);
  groupOf.fill(number, begin, begin + group[GROUP.size]);
});

const stringOf = (number) => (number < 0 ? '' : DATA.strings[number]);
const severityOf = (number) => DATA.groups[groupOf[number]][GROUP.severity];
const unitOf = (number) => DATA.units[DATA.findings[number][FINDING.unit]];
const isSuppressed = (number) => DATA.findings[number][FINDING.suppressed] >= 0;

// Strings without case and accents, made when they are first searched.
const foldedStrings = new Map();
function foldedString(number) {
  if (!foldedStrings.has(number)) foldedStrings.set(number, fold(stringOf(number)));
  return foldedStrings.get(number);
}

function isSought(number, needle, inGroup) {
  if (!needle || inGroup) return true;
  const finding = DATA.findings[number];
  return [FINDING.source, FINDING.target, FINDING.message].some((key) => foldedString(finding[key]).includes(needle));
}

function isLetThrough(number) {
  const { rule, level, file, answered } = state.filters;
  const finding = DATA.findings[number];
  if (state.hidden.includes(String(severityOf(number)))) return false;
  if (!state.suppressed && isSuppressed(number)) return false;
  if (rule && DATA.rules[finding[FINDING.rule]][0] !== rule) return false;
  if (level && finding[FINDING.level] !== level) return false;
  if (file && String(unitOf(number)[UNIT.file]) !== file) return false;
  return !answered || (answered === 'done') === answers.has(number);
}

// Groups with the findings that filters and search let through.
function visibleGroups() {
  const needle = fold(state.query.trim());
  const found = [];
  DATA.groups.forEach((group, number) => {
    const inGroup = needle && [group[GROUP.entry], group[GROUP.term], group[GROUP.found], ...group[GROUP.expected]]
      .some((text) => fold(text || '').includes(needle));
    const findings = [];
    for (let k = begins[number]; k < begins[number] + group[GROUP.size]; k += 1) {
      if (isLetThrough(k) && isSought(k, needle, inGroup)) findings.push(k);
    }
    if (findings.length) found.push({ number, findings });
  });
  return found;
}

// Addresses: #group-12?q=text&hide=2&rule=TERM-MISSING, all parts optional.
function readAddress() {
  const [place, given] = readHash();
  state.query = given.get('q') || '';
  state.hidden = (given.get('hide') || '').replace(/[^012]/g, '');
  state.suppressed = given.get('suppressed') === 'shown';
  for (const name of Object.keys(FILTERS)) state.filters[name] = given.get(name) || '';
  const number = numberIn(place, 'group');
  state.group = number < DATA.groups.length ? number : -1;
  state.finding = -1;
}

function address() {
  return hashOf(state.group >= 0 ? `group-${state.group + 1}` : '', {
    q: state.query, hide: state.hidden, suppressed: state.suppressed ? 'shown' : '', ...state.filters,
  });
}
