// The lexicon as a whole: tables of figures, with a bar where a column of figures asks for one.

function figuresElement({ title, hint, head, rows, bar }) {
  const made = element('section');
  made.append(element('h3', '', title));
  if (hint) made.append(element('p', 'hint', hint));
  const classes = head.map((_, k) => (rows.every((row) => typeof row[k] === 'number' || /^[\d.,<>]+ ?%?$|^$/.test(row[k])) ? 'figure' : ''));
  const most = bar === undefined ? 0 : Math.max(...rows.map((row) => row[bar]), 1);
  const barCell = (value) => {
    const cell = element('td', 'bar-cell');
    const filled = element('i');
    filled.style.inlineSize = `${(100 * value) / most}%`;
    cell.append(filled);
    return cell;
  };
  const cells = rows.map((row) => [
    ...row.map((value) => (typeof value === 'number' ? count.format(value) : value)),
    ...(most ? [barCell(row[bar])] : []),
  ]);
  made.append(tableElement(most ? [...head, ''] : head, cells, classes));
  return made;
}

function drawSummary() {
  const tables = element('div', 'tables');
  tables.append(...DATA.tables.map(figuresElement));
  byId('summary').replaceChildren(element('h2', '', DATA.title), tables);
}
