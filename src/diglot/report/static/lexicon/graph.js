// The picture of a word: pivots in columns by distance, translations at the end, what was inferred
// dashed. plots/word_graph.py draws the same without a script.

const STEP = 36, DENSE = 30, MANY = 12, NEAREST = 48, HIGH = 26, MARGIN = 12, LANE = 34, SCORE_ROOM = 64, BEND = 8;
const LONGEST = 30, NAMED_EDGES = 12, NAMED_GAP = 180, SPREAD = 1.5;

function short(text, most = LONGEST) {
  const signs = [...text];
  return signs.length <= most ? text : `${signs.slice(0, most - 1).join('')}…`;
}

const pen = document.createElement('canvas').getContext('2d');
function wide(text, font) {
  pen.font = `${font} ${getComputedStyle(document.body).fontFamily}`;
  return pen.measureText(text).width;
}

const badgeOf = ({ language }) => 12 + wide(short(language, 8), '600 11px');

// Edges of the translations that are drawn: each once, with its dictionaries and the translations
// whose paths go over it.
function edgesOf({ translations, drawn: number }) {
  const edges = new Map();
  translations.slice(0, number).forEach(({ paths }, translation) => paths.forEach((path, rank) => {
    for (let k = 0; k + 1 < path.nodes.length; k += 1) {
      const ends = path.nodes.slice(k, k + 2).sort((a, b) => a - b);
      const key = ends.join();
      if (!edges.has(key)) edges.set(key, { ends, names: new Set(), on: new Set(), best: false });
      const edge = edges.get(key);
      for (const name of path.dictionaries[k]) edge.names.add(name);
      edge.on.add(translation);
      edge.best ||= rank === 0;
    }
  }));
  return [...edges.values()];
}

// Where nodes stand. The columns move together, up to a point, to fit into the width there is.
function boxesOf(head, available) {
  const { nodes, columns } = head;
  const tallest = Math.max(...columns.map((column) => column.length));
  const row = tallest > MANY ? DENSE : STEP;
  const sizes = nodes.map((word, at) => badgeOf(word) + 18 + wide(short(word.text), at ? '14px' : '600 14px'));
  const widest = columns.map((column) => Math.max(0, ...column.map((number) => sizes[number])));
  const roomy = edgesOf(head).length <= NAMED_EDGES ? NAMED_GAP : 84 + Math.min(96, 6 * tallest);
  const free = available - MARGIN - SCORE_ROOM - 24 - widest.reduce((sum, each) => sum + each, 0);
  const gap = Math.max(NEAREST, Math.min(roomy, free / (columns.length - 1)));
  const boxes = [];
  let left = MARGIN;
  columns.forEach((column, at) => {
    const step = row * Math.min(SPREAD, tallest / column.length || 1);
    const top = MARGIN + (tallest * row - column.length * step) / 2 + step / 2;
    column.forEach((number, k) => {
      boxes[number] = { left, right: left + sizes[number], middle: top + k * step, column: at };
    });
    left += widest[at] + gap;
  });
  return { boxes, right: left - gap, low: MARGIN + tallest * row };
}

function curve(one, other) {
  if (one.column > other.column) [one, other] = [other, one];
  if (one.column === other.column) {
    const out = Math.max(one.right, other.right) + 30;
    return [`M${one.right} ${one.middle}C${out} ${one.middle} ${out} ${other.middle} ${other.right} ${other.middle}`, out, (one.middle + other.middle) / 2];
  }
  const bend = (other.left - one.right) * 0.45;
  // Lines fan out from the word and come together at its translations: labels stand near the pivots.
  const t = one.column === 0 ? 0.62 : 0.38;
  const along = (a, b, c, d) => a * (1 - t) ** 3 + 3 * b * t * (1 - t) ** 2 + 3 * c * t * t * (1 - t) + d * t ** 3;
  return [
    `M${one.right} ${one.middle}C${one.right + bend} ${one.middle} ${other.left - bend} ${other.middle} ${other.left} ${other.middle}`,
    along(one.right, one.right + bend, other.left - bend, other.left), along(one.middle, one.middle, other.middle, other.middle),
  ];
}

function nodeElement(word, box, isHead) {
  const made = svgElement('g', { class: `node l${word.hue}${isHead ? ' head' : ''}` });
  const top = box.middle - HIGH / 2;
  const badge = badgeOf(word);
  made.append(
    svgElement('title', {}, `${word.text} (${languageName(word.language)})`),
    svgElement('rect', { x: box.left, y: top, width: box.right - box.left, height: HIGH, rx: 6 }),
    svgElement('path', { class: 'badge', d: `M${box.left + 6} ${top}h${badge - 6}v${HIGH}h${6 - badge}q-6 0 -6 -6v${12 - HIGH}q0 -6 6 -6z` }),
    svgElement('text', { class: 'code', 'text-anchor': 'middle', x: box.left + badge / 2, y: box.middle + 4 }, short(word.language, 8)),
    svgElement('text', { class: 'word', 'text-anchor': 'middle', x: (box.left + badge + box.right) / 2, y: box.middle + 5, lang: word.language, direction: word.way === 'rtl' ? 'rtl' : 'ltr' }, short(word.text)),
  );
  return made;
}

// The dashed line runs below the pivots and rises behind the translations. Every part carries the
// numbers of the translations that it belongs to, so that they can be lit up.
function pictureOf(head, available) {
  const { boxes, right, low } = boxesOf(head, available);
  const edges = edgesOf(head);
  const width = right + SCORE_ROOM + 24;
  const height = low + LANE;
  const svg = svgElement('svg', { class: 'graph', role: 'img', width, height, viewBox: `0 0 ${width} ${height}` });
  const spoken = head.translations.slice(0, head.drawn).map(({ target, score }) => `${head.nodes[target].text} ${scoreText(head, score)}`.trim());
  svg.setAttribute('aria-label', `${head.nodes[0].text}: ${spoken.join(', ')}`);
  const parts = [];
  const labels = [];
  const part = (made, on) => { parts.push([made, on]); return made; };
  for (const { ends, names, on, best } of edges) {
    const [one, other] = ends.map((end) => boxes[end]);
    const pivot = one.column === 0 ? ends[1] : ends[0];
    const [shape, x, y] = curve(one, other);
    const made = part(svgElement('path', { class: `edge l${head.nodes[pivot].hue}${best ? ' best' : ''}`, d: shape }), on);
    made.append(svgElement('title', {}, `${ends.map((end) => head.nodes[end].text).join(' – ')}: ${[...names].join(', ')}`));
    svg.append(made);
    if (edges.length <= NAMED_EDGES) {
      labels.push(part(svgElement('text', { class: 'dictionary', 'text-anchor': 'middle', x, y: y + 4 }, short([...names].join(', '), 22)), on));
    }
  }
  const trunk = width - SCORE_ROOM - 8;
  const lane = height - 12;
  const begin = boxes[0].left + Math.min((boxes[0].right - boxes[0].left) / 2, 28);
  const targets = new Map();
  head.translations.slice(0, head.drawn).forEach(({ target, score }, number) => {
    if (!targets.has(target)) targets.set(target, { score, on: new Set() });
    targets.get(target).on.add(number);
  });
  const top = Math.min(...[...targets.keys()].map((target) => boxes[target].middle));
  svg.append(
    svgElement('path', { class: 'link trunk', d: `M${begin} ${boxes[0].middle + HIGH / 2}V${lane - BEND}Q${begin} ${lane} ${begin + BEND} ${lane}H${trunk - BEND}Q${trunk} ${lane} ${trunk} ${lane - BEND}V${top}` }),
    svgElement('text', { class: 'caption', x: begin + 14, y: lane - 5 }, 'inferred'),
  );
  for (const [target, { score, on }] of targets) {
    const box = boxes[target];
    svg.append(
      part(svgElement('path', { class: 'link', d: `M${trunk} ${box.middle}H${box.right + 7}` }), on),
      part(svgElement('path', { class: 'tip', d: `M${box.right + 1} ${box.middle}l8 -4v8z` }), on),
      part(svgElement('text', { class: 'score', x: trunk + 8, y: box.middle + 4.5 }, scoreText(head, score)), on),
    );
  }
  svg.append(...labels);
  for (const column of head.columns) {
    for (const number of column) {
      const on = new Set();
      head.translations.slice(0, head.drawn).forEach(({ target, paths }, translation) => {
        if (number === 0 || target === number || paths.some(({ nodes }) => nodes.includes(number))) on.add(translation);
      });
      const made = part(nodeElement(head.nodes[number], boxes[number], number === 0), on);
      made.dataset.on = [...on].join();
      made.dataset.node = number;
      svg.append(made);
    }
  }
  // Light up the paths of some translations; of none, all are plain again.
  const light = (translations) => {
    svg.classList.toggle('lit', translations.length > 0);
    for (const [made, on] of parts) made.classList.toggle('on', translations.some((each) => on.has(each)));
  };
  return { svg, light };
}
