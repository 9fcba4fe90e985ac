// The chosen pair as a matrix: a row for each source word, a column for each target word.

const matrix = byId('matrix');

// Cells beyond this many words a side would make the page wait.
const MOST_WORDS = 120;

function drawMatrix() {
  const [source, target] = drawing.words.map((words) => words.slice(0, MOST_WORDS));
  const table = element('table');
  table.setAttribute('role', 'grid');
  table.setAttribute('aria-label', 'Alignment matrix: source words in rows, target words in columns');
  table.dir = DATA.directions[1] === 'rtl' ? 'rtl' : 'ltr';
  const columns = element('colgroup');
  columns.append(element('col'), ...target.map(() => element('col')));
  const head = element('tr');
  head.append(element('td', 'corner'), ...target.map((word, j) => headElement(1, j, word)));
  const top = element('thead');
  top.append(head);
  const body = element('tbody');
  source.forEach((word, i) => {
    const row = element('tr');
    row.append(headElement(0, i, word), ...target.map((_, j) => cellElement(i, j)));
    body.append(row);
  });
  table.append(columns, top, body);
  const first = body.querySelector('.cell');
  if (first) first.tabIndex = 0;
  matrix.replaceChildren(table);
  const cut = drawing.words.some((words) => words.length > MOST_WORDS);
  byId('cut').hidden = !cut;
  byId('cut').textContent = `The matrix shows the first ${MOST_WORDS} words of each side.`;
  showLegend();
}

function headElement(side, number, word) {
  const made = element('th');
  made.scope = side ? 'col' : 'row';
  made.dataset[SIDES[side]] = number;
  if (!drawing.partners[side][number].length) made.classList.add('unlinked');
  const text = sided(element('span', '', word), side);
  text.title = word;
  made.append(text);
  return made;
}

function cellElement(i, j) {
  const made = element('td', 'cell');
  made.dataset.source = i;
  made.dataset.target = j;
  made.tabIndex = -1;
  const content = drawing.cells.get(keyOf(i, j));
  if (!content) return made;
  const [verdict, probability] = content;
  made.classList.add(...VERDICTS[verdict][0].split(' '));
  if (probability >= 0) made.style.setProperty('--p', probability / 1000);
  made.setAttribute('aria-label', spokenCell(i, j));
  return made;
}

// A cell in words.
function spokenCell(i, j) {
  const content = drawing.cells.get(keyOf(i, j));
  const words = `${drawing.words[0][i]} – ${drawing.words[1][j]}`;
  if (!content) return `${words}: no link`;
  const [verdict, probability] = content;
  const facts = [];
  if (probability >= 0) facts.push(percent(probability / 1000));
  if (verdict !== 'plain') facts.push(VERDICTS[verdict][1]);
  return `${words}: ${facts.join(', ') || 'linked'}`;
}

// The signs that the matrix on show uses.
function showLegend() {
  const used = new Set([...drawing.cells.values()].map(([verdict]) => verdict));
  if (used.has('plain') && !hasProbabilities) used.delete('plain');
  byId('legend').replaceChildren(...Object.keys(VERDICTS).filter((verdict) => used.has(verdict)).map((verdict) => {
    const [classes, words] = VERDICTS[verdict];
    const made = element('li');
    const sample = element('span', `cell ${classes}`);
    sample.setAttribute('aria-hidden', 'true');
    made.append(sample, words);
    return made;
  }));
}
