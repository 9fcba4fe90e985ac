// What every page of diglot shares: its data, small makers of elements, figures, folding, keys.

const DATA = JSON.parse(document.getElementById('data').textContent);

const byId = (id) => document.getElementById(id);

function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

// Rounded down, so that what is below the threshold reads so and only certainty is 100 %.
function percent(score) {
  const value = Math.floor(score * 100 + 1e-9);
  return value === 0 && score > 0 ? '<1 %' : `${value} %`;
}

const count = new Intl.NumberFormat('en');

const LANGUAGES = 'DisplayNames' in Intl ? new Intl.DisplayNames(['en'], { type: 'language' }) : null;
function languageName(tag) {
  try { return (LANGUAGES && tag && LANGUAGES.of(tag)) || tag; } catch { return tag; }
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

// Names and values in the foot of the page; empty values are passed over.
function showFacts(facts) {
  const list = element('dl');
  for (const [name, value] of facts) {
    if (!value) continue;
    const line = element('div');
    line.append(element('dt', '', name), element('dd', '', value));
    list.append(line);
  }
  byId('foot').replaceChildren(list);
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
}
