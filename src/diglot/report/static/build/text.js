// Words and terms in running text: a word lights up its partners, a term tells its translations.

const tip = byId('tip');

// Terms of a side that are not inside longer ones and name a concept; where two overlap, the first.
function markedTerms(pair, side) {
  const found = [];
  for (const mark of termsIn(pair, side)) {
    if (mark.nested || !conceptsOf(side, mark.term).length) continue;
    if (!found.length || mark.start >= found.at(-1).end) found.push(mark);
  }
  return found;
}

// Put the stretch [from, to) of a side of a pair into an element. Runs of words share a mark: the
// term they belong to, or what a concordance found. Words become elements only when asked for.
function drawText(made, pair, side, from, to, { words = false, found = null } = {}) {
  const text = textOf(pair, side);
  const spans = wordsOf(pair, side);
  const markOf = found ? (k) => found.get(k) : termMarks(pair, side);
  made.replaceChildren();
  let at = from;
  let run = null;
  let mark;
  const put = (place, end) => {
    const last = place.lastChild;
    const piece = text.slice(at, end);
    at = end;
    if (!piece) return;
    if (last && last.nodeType === Node.TEXT_NODE) last.data += piece; else place.append(piece);
  };
  for (let k = 0; k < spans.length / 2; k += 1) {
    const begin = Math.max(spans[2 * k], from);
    const end = Math.min(spans[2 * k + 1], to);
    if (begin >= end) continue;
    const now = markOf(k);
    if (now !== mark || !run) {
      put(made, begin);
      run = now ? runElement(now, side) : made;
      if (now) made.append(run);
      mark = now;
    } else put(run, begin);
    if (words) {
      const word = element('span', 'word', text.slice(begin, end));
      word.dataset.word = k;
      run.append(word);
      at = end;
    } else put(run, end);
  }
  put(made, to);
}

function termMarks(pair, side) {
  const marks = new Map();
  for (const mark of markedTerms(pair, side)) for (let k = mark.start; k < mark.end; k += 1) marks.set(k, mark);
  return (k) => marks.get(k);
}

// A term is a way to its concept; a find is a mark with a name: hit or partner.
function runElement(mark, side) {
  if (typeof mark === 'string') return element('mark', mark);
  const made = element('a', 'term');
  made.href = `#/terms/${conceptsOf(side, mark.term)[0] + 1}`;
  made.tabIndex = -1;
  made.dataset.term = mark.term;
  return made;
}

// Segments of the reader know their pair and stretch, and so can be drawn again word by word.
fill = (made, text, row, side, nth) => {
  const pair = row[PAIR];
  if (pair === undefined || pair < 0) { made.textContent = text; return; }
  const { segments } = DATA.documents[places[pair][0]][SIDES[side]];
  const from = row[side].slice(0, nth).reduce((sum, index) => sum + segments[index].length + 1, 0);
  stretch(made, pair, side, from, from + text.length);
};

const stretches = new WeakMap();
function stretch(made, pair, side, from, to, found = null) {
  made.classList.add('stretch');
  made.dataset.pair = pair;
  stretches.set(made, { pair, side, from, to, found });
  drawText(made, pair, side, from, to, { found });
}

// All stretches of the same pair in the same row or context.
function together(made) {
  const row = made.closest('.row, .context');
  return row ? [...row.querySelectorAll('.stretch')] : [made];
}

function splitWords(made) {
  const { pair, side, from, to, found, split } = stretches.get(made);
  if (split) return;
  stretches.get(made).split = true;
  drawText(made, pair, side, from, to, { words: true, found });
}

// Light up a word and its partners; null puts the light out.
let lit = [];
function light(made, word) {
  for (const old of lit) old.classList.remove('lit', 'partner', 'weak');
  lit = [];
  if (made === null) return;
  const { pair, side } = stretches.get(made);
  const strengths = new Map(linksOf(pair).filter((link) => link[side] === word).map((link) => [link[1 - side], link[2]]));
  for (const each of together(made)) {
    const theirs = stretches.get(each).side;
    for (const one of each.querySelectorAll('.word')) {
      const number = Number(one.dataset.word);
      if (theirs === side ? number !== word : !strengths.has(number)) continue;
      one.classList.add(theirs === side ? 'lit' : 'partner');
      if (theirs !== side && strengths.get(number) < 10) one.classList.add('weak');
      lit.push(one);
    }
  }
}

function pointAt(target, x, y) {
  const made = target instanceof Element && target.closest('.stretch');
  if (!made) { light(null); return; }
  if (!stretches.get(made).split) {
    for (const each of together(made)) splitWords(each);
    // The words are new, so ask again what is under the pointer.
    target = document.elementFromPoint(x, y) || target;
  }
  const word = target.closest('.word');
  if (word) light(made, Number(word.dataset.word)); else light(null);
  const term = target.closest('a.term');
  if (term) showTerm(term, stretches.get(made).side); else hideTip();
}

function hideTip() {
  tip.hidden = true;
}

// What is known of a term, beside it: how often it was seen, and as what.
const MOST_FORMS = 5;
function showTerm(made, side) {
  const number = Number(made.dataset.term);
  const term = termOf(side, number);
  const head = element('b', '', term[TEXT]);
  const times = element('span', 'times', `${count.format(term[SEEN] || term[NESTED] || 0)}×`);
  const lines = choicesOf(side, number).slice(0, MOST_FORMS).map((choice) => line(choice.text, choice.count));
  const rest = (term[CHOICES] || []).length - lines.length;
  tip.replaceChildren(line(head, times), ...lines);
  if (rest > 0) tip.append(element('div', 'rest', `and ${count.format(rest)} more`));
  function line(text, n) {
    const one = element('div', 'line');
    const words = element('span');
    words.append(text);
    words.dir = DATA.directions[text === head ? side : 1 - side];
    one.append(words, typeof n === 'number' ? element('span', 'times', count.format(n)) : n);
    return one;
  }
  tip.hidden = false;
  const box = made.getClientRects()[0];
  const above = box.bottom + tip.offsetHeight + 6 > innerHeight;
  tip.style.insetBlockStart = `${above ? Math.max(4, box.top - tip.offsetHeight - 6) : box.bottom + 6}px`;
  tip.style.insetInlineStart = `${Math.max(8, Math.min(innerWidth - tip.offsetWidth - 8, box.left))}px`;
}

addEventListener('pointerover', (event) => pointAt(event.target, event.clientX, event.clientY));
document.documentElement.addEventListener('pointerleave', () => { light(null); hideTip(); });
addEventListener('scroll', hideTip, { passive: true, capture: true });
