// Any word or string in all sentence pairs, grouped by what it is linked with.

const folded = [];
function foldedText(pair, side) {
  folded[side] ||= new Array(DATA.pairs.length);
  folded[side][pair] ??= fold(textOf(pair, side));
  return folded[side][pair];
}

// Places of a string in one side, as [first word, one past the last word].
function placesIn(pair, side, needle, whole) {
  const text = foldedText(pair, side);
  const found = [];
  let spans = null;
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + needle.length)) {
    spans ||= wordsOf(pair, side);
    let start = 0;
    while (start < spans.length && spans[start + 1] <= at) start += 2;
    let end = start;
    while (end < spans.length && spans[end] < at + needle.length) end += 2;
    if (end > start && (!whole || (spans[start] === at && spans[end - 1] === at + needle.length))) found.push([start / 2, end / 2]);
  }
  return found;
}

// What a stretch of words is linked with: a term that covers most of it, or the words themselves.
function linkedText(pair, side, start, end) {
  const words = new Set();
  for (let k = start; k < end; k += 1) words.add(k);
  // A term is translated as its card says.
  const known = termsIn(pair, side).find((mark) => mark.start === start && mark.end === end && mark.form);
  if (known) {
    const choice = choiceOfForm(side, known.term, known.form);
    return { text: choice.text, term: choice.term };
  }
  const linked = [...across(linksOf(pair), side, words)].sort((a, b) => a - b);
  if (!linked.length) return { text: NONE, term: -1 };
  let best = { cover: 0.5, term: -1 };
  for (const mark of termsIn(pair, 1 - side)) {
    const inside = linked.filter((k) => k >= mark.start && k < mark.end).length;
    const cover = (2 * inside) / (mark.end - mark.start + linked.length);
    if (inside && cover > best.cover) best = { cover, term: mark.term };
  }
  if (best.term >= 0) return { text: termOf(1 - side, best.term)[TEXT], term: best.term };
  const text = textOf(pair, 1 - side);
  const spans = wordsOf(pair, 1 - side);
  const kept = linked.filter((k) => /[\p{L}\p{N}]/u.test(text.slice(spans[2 * k], spans[2 * k + 1])));
  if (!kept.length || kept.length > 8) return { text: NONE, term: -1 };
  let said = '';
  kept.forEach((k, n) => {
    if (n && k - kept[n - 1] > 2) said += ' … ';
    else if (n) said += text.slice(spans[2 * kept[n - 1] + 1], spans[2 * k]);
    said += text.slice(spans[2 * k], spans[2 * k + 1]);
  });
  return { text: said, term: -1 };
}

function search(word, side, whole) {
  const needle = fold(word.trim());
  const groups = new Map();
  if (!needle) return [];
  for (let pair = 0; pair < DATA.pairs.length; pair += 1) {
    for (const [start, end] of placesIn(pair, side, needle, whole)) {
      const { text, term } = linkedText(pair, side, start, end);
      const key = text === NONE ? NONE : keyFor(text);
      const group = groups.get(key) || { key, text, term, forms: [], count: 0, items: [] };
      groups.set(key, group);
      group.count += 1;
      group.items.push({ pair, side, start, end });
    }
  }
  const found = [...groups.values()].sort((a, b) => (a.key === NONE) - (b.key === NONE) || b.count - a.count);
  const merged = [];
  for (const group of found) {
    const head = group.key === NONE ? null
      : merged.slice(0, MOST_MERGED).find((each) => each.key !== NONE && sameWord(each.text, group.text));
    const form = { text: group.text, count: group.count };
    if (!head) { merged.push({ ...group, forms: [form] }); continue; }
    head.forms.push(form);
    head.count += group.count;
    head.items.push(...group.items);
  }
  for (const group of merged) group.items.sort((a, b) => a.pair - b.pair || a.start - b.start);
  return merged.sort((a, b) => (a.key === NONE) - (b.key === NONE) || b.count - a.count);
}

// Expressions that differ in endings and short words at most (see usage.py).
const MOST_MERGED = 200;
function sameWord(one, other) {
  const words = [one, other].map((text) => {
    const parts = text.toLowerCase().replaceAll('-', ' ').replaceAll(/['’]/g, "' ").split(/\s+/).filter(Boolean);
    const long = parts.filter((part) => part.length > 3);
    return long.length ? long : parts;
  });
  return words[0].length === words[1].length && words[0].every((word, k) => {
    const mate = words[1][k];
    let shared = 0;
    while (shared < word.length && word[shared] === mate[shared]) shared += 1;
    const longest = Math.max(word.length, mate.length);
    return shared === longest || shared >= Math.max(4, longest - 3);
  });
}

let searched = { key: '', sides: [[], []] };
function showFind() {
  byId('panes').classList.add('chosen');
  const key = JSON.stringify([state.word, state.whole]);
  if (searched.key !== key) searched = { key, sides: [0, 1].map((side) => search(state.word, side, state.whole)) };
  const totals = searched.sides.map((groups) => groups.reduce((sum, group) => sum + group.count, 0));
  // Where nobody chose a side, the one that holds it more often.
  const shownSide = state.side >= 0 ? state.side : Number(totals[1] > totals[0]);
  const groups = searched.sides[shownSide];
  const head = element('div', 'card-head');
  head.append(sided(element('h2', '', state.word.trim() || 'Find'), shownSide));
  const sides = element('div', 'sides');
  [0, 1].forEach((side) => {
    const made = button('', `${languageName(DATA.languages[side]) || SIDES[side]} ${count.format(totals[side])}`);
    made.dataset.side = side;
    press(made, side === shownSide);
    made.disabled = !totals[side];
    sides.append(made);
  });
  const whole = button('', element('kbd', '', 'W'), 'Whole words');
  whole.id = 'whole';
  press(whole, state.whole);
  sides.append(whole);
  if (!state.word.trim()) {
    card.replaceChildren(head, element('p', 'empty', 'Type a word or a part of one in the field above: '
      + 'every sentence pair that contains it is shown, grouped by its translation.'));
    contexts.replaceChildren();
    return;
  }
  head.append(sides);
  card.replaceChildren(head);
  if (groups.length) card.append(section('Linked with', bars(groups, shownSide)));
  const [shown, all] = DATA.shown;
  if (shown < all) {
    const words = `Searched in the ${count.format(shown)} sentence pairs on this page, of ${count.format(all)}.`;
    card.append(element('p', 'origin', words));
  }
  showContexts(groups, shownSide, `Nothing here contains “${state.word.trim()}”.`);
}
