// The lexicon as a whole: tables of figures, with a bar where a column of figures asks for one.

function tableElement({ title, hint, head, rows, bar }) {
  const made = element('section');
  made.append(element('h3', '', title));
  if (hint) made.append(element('p', 'hint', hint));
  const table = element('table');
  const isFigure = head.map((_, k) => rows.every((row) => typeof row[k] === 'number' || /^[\d.,<>]+ ?%?$|^$/.test(row[k])));
  const first = element('tr');
  head.forEach((name, k) => first.append(element('th', isFigure[k] ? 'figure' : '', name)));
  const top = element('thead');
  top.append(first);
  const most = bar === undefined ? 0 : Math.max(...rows.map((row) => row[bar]), 1);
  if (most) first.append(element('th'));
  const body = element('tbody');
  for (const row of rows) {
    const line = element('tr');
    row.forEach((value, k) => line.append(element('td', isFigure[k] ? 'figure' : '', typeof value === 'number' ? count.format(value) : value)));
    if (most) {
      const cell = element('td', 'bar-cell');
      const filled = element('i');
      filled.style.inlineSize = `${(100 * row[bar]) / most}%`;
      cell.append(filled);
      line.append(cell);
    }
    body.append(line);
  }
  table.append(top, body);
  made.append(table);
  return made;
}

function drawSummary() {
  const tables = element('div', 'tables');
  tables.append(...DATA.tables.map(tableElement));
  byId('summary').replaceChildren(element('h2', '', DATA.title), tables);
}
