// The chosen pair as interlinear text: source words with their partners below, then the target.

const SIDES = ['source', 'target'];
const lines = { source: byId('source'), target: byId('target') };

// What is drawn: the words of both sides, the partners of each by their number, and the cells.
let drawing = { words: [[], []], partners: [[], []], cells: new Map() };

function prepare(pair) {
  const words = [wordsOf(pair, SOURCE), wordsOf(pair, TARGET)];
  const partners = words.map((side) => side.map(() => []));
  for (const link of linksOf(pair)) {
    partners[0][link.source].push(link.target);
    partners[1][link.target].push(link.source);
  }
  for (const side of partners) for (const each of side) each.sort((a, b) => a - b);
  drawing = { words, partners, cells: cellsOf(pair) };
}

// Groups of words that links hold together: for each source word, the number of its group or -1.
function groups() {
  const { partners } = drawing;
  const group = partners[0].map(() => -1);
  const members = [];
  partners[0].forEach((_, start) => {
    if (group[start] >= 0 || !partners[0][start].length) return;
    const sides = [new Set(), new Set()];
    const open = [[0, start]];
    while (open.length) {
      const [side, at] = open.pop();
      if (sides[side].has(at)) continue;
      sides[side].add(at);
      for (const partner of partners[side][at]) open.push([1 - side, partner]);
    }
    for (const word of sides[0]) group[word] = members.length;
    members.push(sides.map((side) => [...side].sort((a, b) => a - b)));
  });
  return { group, members };
}

// A name for the nth group whose parts stand apart: a, b, … z, aa, …
function letter(number) {
  return number < 26 ? String.fromCharCode(97 + number) : letter(Math.floor(number / 26) - 1) + letter(number % 26);
}

function wordElement(side, number, role) {
  const text = drawing.words[side][number];
  const made = element('span', 'word', text);
  made.dataset[SIDES[side]] = number;
  if (!drawing.partners[side][number].length) made.classList.add('unlinked');
  if (role) {
    made.setAttribute('role', role);
    made.setAttribute('aria-label', spokenWord(side, number));
    made.setAttribute('aria-selected', 'false');
    made.tabIndex = -1;
  }
  return made;
}

function nameElement(name) {
  const made = element('sup', 'name', name);
  made.setAttribute('aria-hidden', 'true');
  return made;
}

// A word and its partners in words.
function spokenWord(side, number) {
  const { words, partners, cells } = drawing;
  const linked = partners[side][number].map((partner) => {
    const [, value] = cells.get(side ? keyOf(partner, number) : keyOf(number, partner));
    return value < 0 ? words[1 - side][partner] : `${words[1 - side][partner]} ${percent(value / 1000)}`;
  });
  return `${words[side][number]}: ${linked.join(', ') || 'not linked'}`;
}

// Source words side by side that belong together, as [first, last] of each unit.
function units(group) {
  const found = [];
  group.forEach((mine, number) => {
    const before = found.at(-1);
    if (before && mine >= 0 && group[before[1]] === mine) before[1] = number;
    else found.push([number, number]);
  });
  return found;
}

function drawWords() {
  const { group, members } = groups();
  const runs = units(group);
  const pieces = members.map(() => 0);
  for (const [first] of runs) if (group[first] >= 0) pieces[group[first]] += 1;
  const names = new Map();
  pieces.forEach((n, mine) => {
    const target = members[mine][1];
    if (n > 1 || target.at(-1) - target[0] >= target.length) names.set(mine, letter(names.size));
  });
  lines.source.replaceChildren(...runs.map(([first, last]) => {
    const made = element('div', 'unit');
    const above = element('div', 'above');
    for (let k = first; k <= last; k += 1) above.append(wordElement(0, k, 'option'));
    const below = sided(element('div', 'below'), 1);
    below.setAttribute('aria-hidden', 'true');
    const mine = group[first];
    if (mine < 0) {
      made.classList.add('loose');
      below.append(element('span', 'none', '∅'));
    } else {
      const [source, target] = members[mine];
      if (source.length > 1 || target.length > 1) made.classList.add('group');
      for (const partner of target) below.append(wordElement(1, partner));
      if (names.has(mine)) above.append(nameElement(names.get(mine)));
    }
    made.append(above, below);
    return made;
  }));
  const theirs = drawing.partners[1].map((partners) => (partners.length ? group[partners[0]] : -1));
  lines.target.replaceChildren(...theirs.flatMap((mine, k) => {
    const word = wordElement(1, k, 'option');
    return names.has(mine) && theirs[k + 1] !== mine ? [word, nameElement(names.get(mine))] : [word];
  }));
  SIDES.forEach((name, side) => {
    sided(lines[name], side);
    const language = languageName(DATA.languages[side]);
    lines[name].setAttribute('aria-label', `${name === 'source' ? 'Source' : 'Target'} words${language ? `, ${language}` : ''}`);
    const first = lines[name].querySelector('[role="option"]');
    if (first) first.tabIndex = 0;
  });
}
