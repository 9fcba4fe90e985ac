// Tables of a campaign: heads sort, figures open the items behind them.

const state = { table: 0, sort: -1, down: true, cell: null, place: '', query: '' };
const SHOWN = 200;

const address = () => hashOf(`table-${state.table + 1}`, {});
function readAddress() {
  const [place] = readHash();
  const found = numberIn(place, 'table');
  if (found >= 0 && found < DATA.tables.length) state.table = found;
}

// A cell is a text, or an object with the value it is sorted by.
const isFigure = (cell) => cell !== null && typeof cell === 'object';
const sortKey = (cell) => (isFigure(cell) ? cell.value : cell);

function sortedRows(table) {
  if (state.sort < 0) return table.rows;
  const sign = state.down ? -1 : 1;
  return [...table.rows].sort((one, other) => {
    const [a, b] = [sortKey(one[state.sort]), sortKey(other[state.sort])];
    if (a === b) return 0;
    if (a === null) return 1;
    if (b === null) return -1;
    return sign * (a < b ? -1 : 1);
  });
}

function figureCell(cell, place) {
  const made = element('td');
  const shown = element(cell.items ? 'button' : 'span', '', cell.text);
  if (cell.best) shown.className = 'best';
  if (cell.items) {
    shown.type = 'button';
    press(shown, state.cell === cell);
    shown.addEventListener('click', () => { state.cell = state.cell === cell ? null : cell; state.place = place; showTable(); byId('behind').scrollIntoView({ block: 'nearest' }); });
    shown.setAttribute('aria-label', `${cell.text}, ${place}: show what is behind it`);
  }
  made.append(shown);
  if (cell.letters) made.append(element('sup', '', cell.letters));
  if (cell.interval) made.append(element('small', '', cell.interval));
  return made;
}

function headCell(name, k, table) {
  const made = element('th', k < table.labels ? 'name' : '');
  made.scope = 'col';
  const sorts = button('', name);
  sorts.addEventListener('click', () => {
    if (state.sort === k) state.down = !state.down; else { state.sort = k; state.down = k >= table.labels; }
    showTable();
  });
  if (state.sort === k) made.setAttribute('aria-sort', state.down ? 'descending' : 'ascending');
  if (state.sort === k) sorts.append(icon(state.down ? '▾' : '▴'));
  made.append(sorts);
  return made;
}

function showTable() {
  const table = DATA.tables[state.table];
  byId('caption').textContent = table.title;
  const rows = sortedRows(table).map((row) => row.map((cell, k) => {
    if (isFigure(cell)) return figureCell(cell, [...row.slice(0, table.labels), table.columns[k]].filter((part) => part !== null).map((part) => (isFigure(part) ? part.text : part)).join(', '));
    const kind = k < table.labels ? (table.name === 'failures' && k === 3 ? 'name reason' : 'name') : '';
    return element('td', kind, cell === null ? '–' : String(cell));
  }));
  byId('table').replaceChildren(tableElement(table.columns.map((name, k) => headCell(name, k, table)), rows));
  byId('notes').replaceChildren(...table.notes.map((note) => element('li', '', note)));
  [...byId('tables').children].forEach((each, k) => press(each, k === state.table));
  showBehind();
  writeAddress(false);
}

const sentenceText = (side) => side.join(' · ') || '—';

const isMissed = (item) => item.kind.startsWith('missed');

// How many systems are wrong alike.
const shares = (item) => (isMissed(item) ? DATA.systems.length - item.has.length : item.has.length);

function itemLine(item, system) {
  const line = element('li');
  const others = item.has.filter((each) => each !== system).map((each) => DATA.systems[each]).join(', ');
  const said = isMissed(item) ? `found by ${others || 'no system'}` : others ? `also made by ${others}` : 'made by no other system';
  const about = element('p', 'about');
  const places = item.place.map((each) => (each === null ? '–' : each + 1)).join(' : ');
  about.append(element('b', item.kind, item.kind), ['', DATA.documents[item.document], ...(places ? [places] : []), said].join(' · '));
  const sides = element('div', 'sides');
  sides.append(...[item.source, item.target].map((side) => inLanguage(element('p', '', sentenceText(side)), '')));
  line.append(about, sides);
  return line;
}

// What only this system did comes first: it is what the others can teach.
function showBehind() {
  const cell = state.cell;
  byId('behind').hidden = !cell;
  if (!cell) return;
  const [system, numbers] = cell.items;
  const wanted = new Set(numbers);
  const found = DATA.items.filter((item) => wanted.has(item.document) && item.by.includes(system));
  found.sort((one, other) => shares(one) - shares(other) || one.document - other.document);
  byId('behind-title').textContent = `${state.place}: ${cell.text}`;
  byId('behind-note').textContent = found.length
    ? `${counted(found.length, 'item')} in ${counted(wanted.size, 'text')}, what fewest systems share first${found.length > SHOWN ? `; the first ${SHOWN}` : ''}`
    : 'nothing was wrong or missed here, or nothing was kept';
  byId('items').replaceChildren(...found.slice(0, SHOWN).map((item) => itemLine(item, system)));
}

function open() { showTable(); }

function choose(number) {
  Object.assign(state, { table: number, sort: -1, cell: null });
  showTable();
}

showTitle();
byId('tables').append(...DATA.tables.map((table, k) => {
  const made = button('', table.name);
  made.addEventListener('click', () => choose(k));
  return made;
}));
showFacts([...noteFacts(DATA.notes), ...DATA.signatures.map((each) => ['signature', each])]);
listen({
  j: () => choose(Math.min(state.table + 1, DATA.tables.length - 1)),
  k: () => choose(Math.max(state.table - 1, 0)),
  '?': () => toggleDialog('keys'),
  Escape: () => { state.cell = null; showTable(); },
}, [], { leave: () => {}, enter: () => {} });
followAddress();
