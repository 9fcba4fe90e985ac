// Sentence pairs in which something was found, grouped by what translates it there.

const contexts = byId('contexts');

// A group is { key, text, forms, count, items }; an item { pair, side, start, end, form }.
const NONE = '∅';
const keyFor = (text) => text.toLowerCase();

// What translates some terms of a side: one group for each translation, and one for none.
function usageOf(side, numbers) {
  const groups = new Map();
  const missing = { key: NONE, text: NONE, forms: [], count: 0, items: [], term: -1 };
  for (const number of numbers) {
    const byForm = [];
    let missed = termOf(side, number)[TOTAL] || 0;
    for (const choice of choicesOf(side, number)) {
      const key = keyFor(choice.text);
      const group = groups.get(key) || { key, text: choice.text, forms: [], count: 0, items: [], term: choice.term };
      groups.set(key, group);
      group.count += choice.count;
      missed -= choice.count;
      group.forms.push(...choice.forms);
      for (let k = 0; k < choice.forms.length; k += 1) byForm.push(group);
    }
    const inside = !termOf(side, number)[SEEN];
    missing.count += missed;
    for (const found of occurrencesOf(side, number)) {
      if (found.nested !== inside) continue;
      (found.form ? byForm[found.form - 1] : missing).items.push({ ...found, side });
    }
  }
  const found = [...groups.values()].sort((a, b) => b.count - a.count);
  if (missing.count) found.push(missing);
  for (const group of found) group.items = clearestFirst(side, numbers, group);
  return found;
}

// The pairs that a term pair names as its evidence come first, in its order.
function clearestFirst(side, numbers, group) {
  const order = new Map();
  for (const number of numbers) {
    for (const pair of evidenceOf(side, number)) {
      if (pair[EVIDENCE[SIDES[1 - side]]] !== group.term) continue;
      for (const place of pair[EVIDENCE.contexts] || []) if (!order.has(place)) order.set(place, order.size);
    }
  }
  const rank = (item) => order.get(item.pair) ?? order.size + (rowOfPair(item.pair)[DOUBTFUL] ? 1 : 0);
  return group.items.sort((a, b) => rank(a) - rank(b) || a.pair - b.pair || a.start - b.start);
}

// Term pairs by a term of one side.
let evidence = null;
function evidenceOf(side, number) {
  if (!evidence) {
    evidence = [new Map(), new Map()];
    for (const pair of DATA.termPairs) {
      for (const each of [0, 1]) {
        if (!evidence[each].has(pair[each])) evidence[each].set(pair[each], []);
        evidence[each].get(pair[each]).push(pair);
      }
    }
  }
  return evidence[side].get(number) || [];
}

// The words to mark in both sides of a find: itself, and what is linked with it or is the term
// that translates it.
function findMarks(item) {
  const hit = new Map();
  const words = new Set();
  for (let k = item.start; k < item.end; k += 1) { hit.set(k, 'hit'); words.add(k); }
  const partner = new Map();
  const linked = across(linksOf(item.pair), item.side, words);
  for (const k of linked) partner.set(k, 'partner');
  const wanted = item.wanted ?? -1;
  if (wanted >= 0) {
    for (const mark of termsIn(item.pair, 1 - item.side)) {
      if (mark.term !== wanted) continue;
      const inside = [...linked].some((k) => k >= mark.start && k < mark.end);
      if (!inside && linked.size) continue;
      for (let k = mark.start; k < mark.end; k += 1) partner.set(k, 'partner');
    }
  }
  return item.side ? [partner, hit] : [hit, partner];
}

// The part of a long sentence around what is marked in it; a click shows the whole.
// In lines there is room for less.
function around(pair, side, marks) {
  const [LONG, MARGIN] = state.lines ? [84, 34] : [280, 110];
  const text = textOf(pair, side);
  // A character of Chinese or Japanese says as much as two or three letters.
  const wide = /^(zh|ja|yue|ko)/.test(DATA.languages[side]) ? 2.5 : 1;
  if (text.length <= LONG / wide) return [0, text.length];
  const spans = wordsOf(pair, side);
  const words = [...marks.keys()].sort((a, b) => a - b);
  const first = words.length ? spans[2 * words[0]] : 0;
  const last = words.length ? spans[2 * words.at(-1) + 1] : first;
  let from = first - MARGIN / wide;
  let to = Math.max(last, Math.min(last, first + LONG)) + MARGIN / wide;
  if (from < 24) { to -= from; from = 0; }
  if (to > text.length - 24) to = text.length;
  // Not within a word.
  for (let k = 0; k < spans.length; k += 2) {
    if (spans[k] < from && spans[k + 1] > from) from = spans[k];
    if (spans[k] < to && spans[k + 1] > to) to = spans[k + 1];
  }
  return [Math.max(0, Math.floor(from)), Math.min(text.length, Math.ceil(to))];
}

function showWhole(context) {
  for (const made of context.querySelectorAll('.stretch')) {
    const { pair, side, found, split } = stretches.get(made);
    stretch(made, pair, side, 0, textOf(pair, side).length, found);
    if (split) splitWords(made);
    made.classList.remove('cut-before', 'cut-after');
  }
  context.classList.remove('cut');
  context.classList.add('whole');
}

contexts.addEventListener('click', (event) => {
  const context = event.target.closest('.context.cut');
  if (context && !event.target.closest('a') && getSelection().isCollapsed) showWhole(context);
});

function contextElement(item, times, newDocument) {
  const made = element('article', 'context');
  made.dataset.pair = item.pair;
  const row = rowOfPair(item.pair);
  const [number] = places[item.pair];
  const about = element('div', 'about');
  const link = element('a', 'number', count.format(row[LINK] + 1));
  link.href = linkAddress(row, number, 'read');
  link.title = 'Read it in the text';
  about.append(link);
  if (row[DOUBTFUL]) {
    const sign = element('span', 'sign');
    sign.append(icon('▲'), ` ${row[SCORE] === null ? 'doubtful' : percent(row[SCORE])}`);
    sign.title = row[REASONS].join(', ');
    about.append(sign);
  }
  if (times > 1) about.append(element('span', 'times', `× ${count.format(times)}`));
  if (newDocument) made.append(element('span', 'document', DATA.documents[number].name));
  made.append(about);
  const marks = findMarks(item);
  for (const side of [0, 1]) {
    const text = sided(element('div', 'text'), side);
    const line = element('p');
    const [from, to] = around(item.pair, side, marks[side]);
    stretch(line, item.pair, side, from, to, marks[side]);
    line.classList.toggle('cut-before', from > 0);
    line.classList.toggle('cut-after', to < textOf(item.pair, side).length);
    made.classList.toggle('cut', made.matches('.cut') || line.matches('.cut-before, .cut-after'));
    text.append(line);
    made.append(text);
  }
  return made;
}

const FEW = 8, MANY = 60;

// Fill a group with contexts, the same two sentences once, and a button for the rest.
function fillGroup(box, group, few) {
  let next = 0;
  const seen = new Map();
  const distinct = [];
  for (const item of group.items) {
    const key = `${textOf(item.pair, 0)}\n${textOf(item.pair, 1)}`;
    const known = seen.get(key);
    if (known) { known.pairs.add(item.pair); continue; }
    const fresh = { item, pairs: new Set([item.pair]) };
    seen.set(key, fresh);
    distinct.push(fresh);
  }
  const more = button('more');
  const add = (size) => {
    const made = distinct.slice(next, next + size).map(({ item, pairs }, k) => {
      // The name of a document stands above the first of its contexts.
      const before = distinct[next + k - 1];
      const fresh = DATA.documents.length > 1 && (!before || places[before.item.pair][0] !== places[item.pair][0]);
      return contextElement({ ...item, wanted: group.term }, pairs.size, fresh);
    });
    next += made.length;
    more.before(...made);
    more.hidden = next >= distinct.length;
    more.textContent = `Show ${count.format(Math.min(MANY, distinct.length - next))} more`;
    return made[0];
  };
  box.append(more);
  add(few ? FEW : MANY);
  more.addEventListener('click', () => {
    const first = add(MANY);
    if (first) first.querySelector('a').focus({ preventScroll: true });
  });
}

// Groups beyond these are drawn when they are asked for.
const MOST_GROUPS = 40;

function showContexts(groups, side, nothing) {
  contexts.replaceChildren();
  contexts.scrollTop = 0;
  contexts.classList.toggle('lines', state.lines);
  const chosen = groups.filter((group) => !state.only || group.key === state.only);
  const total = groups.reduce((sum, group) => sum + group.count, 0);
  let drawn = 0;
  const draw = (from) => {
    for (const group of chosen.slice(from, from + MOST_GROUPS)) {
      drawn += 1;
      const box = element('section', 'group');
      const head = element('h3');
      const name = element('span', group.key === NONE ? 'none' : 'name', group.key === NONE ? 'no translation found' : group.text);
      if (group.key !== NONE) sided(name, 1 - side);
      const all = total > group.count ? ` of ${count.format(total)}` : '';
      head.append(name, element('span', 'times', `${count.format(group.count)}${all}`));
      if (group.items.length < group.count) head.append(element('span', 'times', `${count.format(group.items.length)} on this page`));
      if (!contexts.querySelector('#lines')) head.append(linesButton());
      box.append(head);
      fillGroup(box, group, chosen.length > 1);
      contexts.append(box);
    }
    if (drawn < chosen.length) {
      const more = button('more', `Show ${count.format(Math.min(MOST_GROUPS, chosen.length - drawn))} more translations`);
      more.addEventListener('click', () => { more.remove(); draw(drawn); });
      contexts.append(more);
    }
  };
  draw(0);
  if (!chosen.length) contexts.append(element('p', 'empty', nothing));
}

// One line a side, to look through many contexts fast.
function linesButton() {
  const made = button('', element('kbd', '', 'V'), 'Lines');
  made.id = 'lines';
  press(made, state.lines);
  return made;
}

// Walk through the contexts in sight of the reader's eye, and open one in the text.
function stepContext(direction) {
  const all = [...contexts.querySelectorAll('.context')];
  const now = all.indexOf(contexts.querySelector('.context.chosen'));
  const next = all[Math.max(0, Math.min(all.length - 1, now + direction))];
  if (!next) return;
  if (now >= 0) all[now].classList.remove('chosen');
  next.classList.add('chosen');
  next.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  next.querySelector('a').focus({ preventScroll: true });
}
