// What every page of diglot shares: its data, small makers of elements, figures, folding, keys.

const DATA = JSON.parse(document.getElementById('data').textContent);

const byId = (id) => document.getElementById(id);

function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

// A sign that a screen reader passes over: a word always stands beside it.
function icon(text, className = '') {
  const made = element('i', className, text);
  made.setAttribute('aria-hidden', 'true');
  return made;
}

function button(className, ...content) {
  const made = element('button', className);
  made.type = 'button';
  made.append(...content);
  return made;
}

// A text in its language and direction.
function inLanguage(made, language, way = 'auto') {
  if (language) made.lang = language;
  made.dir = way;
  return made;
}

// A button or link that is chosen, or a part of one.
function press(made, isPressed) {
  made.setAttribute('aria-pressed', String(isPressed));
}

// A table of cells: texts, or elements that stand for themselves.
function tableElement(head, rows, classes = []) {
  const line = (cells, name) => {
    const made = element('tr');
    made.append(...cells.map((each, k) => (each instanceof Element ? each : element(name, classes[k] || '', each))));
    return made;
  };
  const [table, top, body] = ['table', 'thead', 'tbody'].map((name) => element(name));
  top.append(line(head, 'th'));
  body.append(...rows.map((row) => line(row, 'td')));
  table.append(top, body);
  return table;
}

// Rounded down, so that what is below the threshold reads so and only certainty is 100 %.
function percent(score) {
  const value = Math.floor(score * 100 + 1e-9);
  return value === 0 && score > 0 ? '<1 %' : `${value} %`;
}

const count = new Intl.NumberFormat('en');
const counted = (number, one) => `${count.format(number)} ${one}${number === 1 ? '' : 's'}`;

const LANGUAGES = 'DisplayNames' in Intl ? new Intl.DisplayNames(['en'], { type: 'language' }) : null;
function languageName(tag) {
  try { return (LANGUAGES && tag && LANGUAGES.of(tag)) || tag; } catch { return tag; }
}

// Numbers of 0 and more, five bits a character, the lowest first (see pages/base.py).
const DIGITS = new Uint8Array(128);
[...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].forEach((digit, value) => { DIGITS[digit.charCodeAt(0)] = value; });
function unpack(text) {
  const numbers = [];
  let value = 0;
  let unit = 1;
  for (let k = 0; k < text.length; k += 1) {
    const digit = DIGITS[text.charCodeAt(k)];
    value += (digit & 31) * unit;
    if (digit < 32) { numbers.push(value); value = 0; unit = 1; } else unit *= 32;
  }
  return numbers;
}

// Letters without case and accents, one for each character so that places stay the same.
const folds = new Map();
function fold(text) {
  if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase();
  let folded = '';
  for (let k = 0; k < text.length; k += 1) {
    const c = text[k];
    if (!folds.has(c)) folds.set(c, (c.normalize('NFD')[0].toLowerCase() + c)[0]);
    folded += folds.get(c);
  }
  return folded;
}

// Mark what a search found without touching the text, where the browser can.
function highlight(elements, query) {
  if (!('highlights' in CSS)) return;
  CSS.highlights.delete('hit');
  const needle = fold(query.trim());
  if (!needle) return;
  const ranges = [];
  for (const { firstChild: text } of elements) {
    if (!text) continue;
    const folded = fold(text.data);
    for (let at = folded.indexOf(needle); at >= 0; at = folded.indexOf(needle, at + needle.length)) {
      const range = new Range();
      range.setStart(text, at);
      range.setEnd(text, at + needle.length);
      ranges.push(range);
    }
  }
  if (ranges.length) CSS.highlights.set('hit', new Highlight(...ranges));
}

function showTitle(title = DATA.title) {
  byId('title').textContent = byId('title').title = title;
}

// Names and values, each on a line; empty values are passed over.
function factList(facts) {
  const list = element('dl');
  for (const [name, value] of facts) {
    if (value === '' || value === null || value === undefined) continue;
    const line = element('div');
    const content = element('dd');
    content.append(value);
    line.append(element('dt', '', name), content);
    list.append(line);
  }
  return list;
}

const noteFacts = (notes) => notes.map((note) => ['note', note]);

// The foot of the page: facts, and what made it.
function showFacts(facts) {
  byId('foot').replaceChildren(factList([...facts, ['made by', `diglot ${DATA.version}`]]));
}

// What is said where nothing is shown, with a button that shows all again.
function showEmpty(isEmpty, words) {
  const sought = state.query.trim();
  byId('nothing').hidden = !isEmpty;
  byId('nothing').querySelector('p').textContent = sought ? `Nothing here contains “${sought}”.` : words;
  const all = byId('nothing').querySelector('button');
  if (all) all.hidden = state.view === 'all' && !sought;
}

function toggleDialog(id) {
  if (byId(id).open) byId(id).close(); else byId(id).showModal();
}

// Work that waits until nobody has asked for it for a while.
function delayed(work, delay) {
  let timer = 0;
  const ask = () => { clearTimeout(timer); timer = setTimeout(work, delay); };
  ask.stop = () => clearTimeout(timer);
  return ask;
}

// Addresses: a place and options, all of them optional. Every page says what its address is, reads
// it and opens what it names.
function readHash() {
  const [place, options = ''] = location.hash.slice(1).split('?', 2);
  return [place, new URLSearchParams(options)];
}

function hashOf(place, options) {
  const tail = new URLSearchParams(Object.entries(options).filter(([, value]) => value)).toString();
  return `#${place}${tail ? `?${tail}` : ''}`;
}

// The number in a place such as word-12, counted from 0; -1 for another place.
function numberIn(place, name) {
  const found = new RegExp(`^${name}-(\\d+)$`).exec(place);
  return found ? Number(found[1]) - 1 : -1;
}

// A step to another view can be taken back; walking through a list cannot.
function writeAddress(step) {
  if ((location.hash || '#') === address()) return;
  history[step ? 'pushState' : 'replaceState'](null, '', address());
}

// Back, forward, or an address typed by hand.
function followAddress() {
  for (const moved of ['popstate', 'hashchange']) {
    addEventListener(moved, () => { if (address() !== (location.hash || '#')) { readAddress(); open(); } });
  }
  readAddress();
  open();
}

// One key, one command; letters typed into a field are none, and a dialog keeps the keys to itself.
// The fields are those that Escape and Enter leave.
function listen(keys, fields, { leave, enter }) {
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.target instanceof HTMLSelectElement) return;
    if (event.target instanceof HTMLInputElement && event.target.type !== 'range') {
      if (![fields].flat().includes(event.target)) return;
      if (event.key === 'Escape') leave(event.target);
      else if (event.key === 'Enter') enter(event.target);
      return;
    }
    const dialog = document.querySelector('dialog[open]');
    if (dialog && !(event.key === '?' && dialog.id === 'keys')) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (Object.hasOwn(keys, key)) {
      event.preventDefault();
      keys[key]();
    }
  });
  byId('help').addEventListener('click', () => toggleDialog('keys'));
}
