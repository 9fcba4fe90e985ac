// Figures of the whole build, and three small plots.

// A plot with room for its axes; the inner area is 0…width, 0…height.
const PLOT = { width: 360, height: 160, left: 44, bottom: 34, top: 24, right: 12 };
function plot(title, label) {
  const box = element('figure', 'plot');
  const svg = svgElement('svg', {
    viewBox: `0 0 ${PLOT.width + PLOT.left + PLOT.right} ${PLOT.height + PLOT.bottom + PLOT.top}`,
    role: 'img',
    'aria-label': `${title}: ${label}`,
  });
  const inner = svgElement('g', { transform: `translate(${PLOT.left} ${PLOT.top})` });
  svg.append(inner);
  box.append(element('figcaption', '', title), svg);
  return { box, inner };
}

function axis(inner, { x = [], y = [], xTitle = '', yTitle = '' }) {
  for (const [at, text] of y) {
    inner.append(svgElement('line', { x1: 0, x2: PLOT.width, y1: at, y2: at, class: 'grid' }));
    inner.append(svgElement('text', { x: -8, y: at + 4, 'text-anchor': 'end' }, text));
  }
  for (const [at, text, anchor = 'middle'] of x) inner.append(svgElement('text', { x: at, y: PLOT.height + 16, 'text-anchor': anchor }, text));
  if (xTitle) inner.append(svgElement('text', { x: PLOT.width, y: PLOT.height + 31, 'text-anchor': 'end', class: 'axis-title' }, xTitle));
  if (yTitle) inner.append(svgElement('text', { x: -PLOT.left + 8, y: -12, class: 'axis-title' }, yTitle));
}

function niceTop(value) {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return [1, 2, 5, 10].map((step) => step * unit).find((step) => step >= value);
}

function confidencePlot() {
  const bins = DATA.figures.confidence;
  if (!bins.length) return null;
  const { box, inner } = plot('Confidence of the links', `${count.format(DATA.figures.doubtful)} doubtful, mean ${percent(DATA.figures.mean)}`);
  const top = niceTop(Math.max(...bins));
  // Square roots, so that a few doubtful links are seen beside thousands of certain ones.
  const high = (value) => PLOT.height * Math.sqrt(value / top);
  const marks = [...new Set([0.1, 0.5, 1].map((share) => Math.round(share * top)))].filter(Boolean);
  axis(inner, {
    x: [0, 0.25, 0.5, 0.75, 1].map((at) => [at * PLOT.width, `${100 * at} %`]),
    y: marks.map((value) => [PLOT.height - high(value), count.format(value)]),
    xTitle: 'probability that the link is right', yTitle: 'links (root scale)',
  });
  const wide = PLOT.width / bins.length;
  bins.forEach((value, k) => {
    if (!value) return;
    const low = (k + 1) / bins.length <= DATA.threshold + 1e-9;
    const bar = svgElement('rect', {
      x: k * wide + 1,
      width: wide - 2,
      y: PLOT.height - Math.max(1.5, high(value)),
      height: Math.max(1.5, high(value)),
      class: low ? 'doubtful' : 'certain',
    });
    bar.append(svgElement('title', {}, `${5 * k}–${5 * (k + 1)} %: ${counted(value, 'link')}`));
    inner.append(bar);
  });
  return box;
}

function rankPlot() {
  const series = [0, 1].map((side) => DATA.terms[side]
    .filter((_, number) => conceptsOf(side, number).length)
    .map((term) => term[SEEN] || term[NESTED] || 0)
    .filter(Boolean)
    .sort((a, b) => b - a));
  if (series.every((each) => each.length < 2)) return null;
  const most = Math.max(...series.map((each) => each[0] || 1));
  const long = Math.max(...series.map((each) => each.length));
  const { box, inner } = plot('Frequency of the terms by rank', `${count.format(long)} terms, the most frequent ${count.format(most)} times`);
  const x = (rank) => (long > 1 ? (PLOT.width * Math.log(rank)) / Math.log(long) : 0);
  const y = (value) => PLOT.height * (1 - Math.log(value) / Math.log(Math.max(2, most)));
  const powers = (limit) => [1, 10, 100, 1000, 10000, 100000].filter((value) => value <= limit);
  axis(inner, {
    x: powers(long).map((value) => [x(value), count.format(value)]),
    y: powers(most).map((value) => [y(value), count.format(value)]),
    xTitle: 'rank (log)', yTitle: 'occurrences (log)',
  });
  series.forEach((each, side) => {
    if (!each.length) return;
    const points = [];
    for (let rank = 1; rank <= each.length; rank = Math.max(rank + 1, Math.floor(rank * 1.03))) {
      points.push(`${x(rank).toFixed(1)},${y(each[rank - 1]).toFixed(1)}`);
    }
    inner.append(svgElement('polyline', { points: points.join(' '), class: SIDES[side] }));
    const name = languageName(DATA.languages[side]) || SIDES[side];
    const place = { x: PLOT.width - 4, y: 14 + 16 * side, 'text-anchor': 'end', class: `legend ${SIDES[side]}` };
    inner.append(svgElement('text', place, `${side ? '╌ ' : '— '}${name}`));
  });
  return box;
}

function typesPlot() {
  const types = DATA.figures.types.slice(0, 8);
  if (!types.length) return null;
  const { box, inner } = plot('Types of the links', types.map(([type, n]) => `${type} ${n}`).join(', '));
  const most = types[0][1];
  const high = Math.min(24, PLOT.height / types.length);
  types.forEach(([type, n], k) => {
    const long = Math.max(2, ((PLOT.width - 60) * n) / most);
    inner.append(
      svgElement('text', { x: -8, y: k * high + high / 2 + 4, 'text-anchor': 'end' }, type),
      svgElement('rect', { x: 0, y: k * high + 3, width: long, height: high - 6, class: type.split('-').includes('0') ? 'null' : 'certain' }),
      svgElement('text', { x: long + 6, y: k * high + high / 2 + 4 }, count.format(n)),
    );
  });
  return box;
}

function countsTable() {
  const { figures } = DATA;
  const [source, target] = DATA.languages.map((tag, side) => languageName(tag) || SIDES[side]);
  const both = (pair) => `${count.format(pair[0])} ${source}, ${count.format(pair[1])} ${target}`;
  const dispute = [0, 1].map((side) => disputed(side).length);
  return factList([
    ['documents', figures.documents > 1 ? count.format(figures.documents) : ''],
    ['segments', both(figures.segments)],
    ['words', both(figures.words)],
    ['links', count.format(figures.links)],
    ['doubtful links', wayTo('#/doubtful', count.format(figures.doubtful))],
    ['nulls', figures.nulls ? wayTo('#/read?view=nulls', count.format(figures.nulls)) : '0'],
    ['mean confidence', figures.mean >= 0 ? `${(100 * figures.mean).toFixed(1)} %` : ''],
    ['word links', figures.wordLinks ? count.format(figures.wordLinks) : ''],
    ['concepts', wayTo('#/terms', count.format(DATA.concepts.length))],
    ['term pairs', figures.termPairs ? count.format(figures.termPairs) : ''],
    ['inconsistent', wayTo('#/inconsistent', `${count.format(dispute[0])} ${source}, ${count.format(dispute[1])} ${target} terms`)],
    ...DATA.facts,
  ]);
}

function wayTo(address, text) {
  const made = element('a', '', text);
  made.href = address;
  return made;
}

// What stays of a build that is too long for one page.
function partWords() {
  const [shown, all] = DATA.shown;
  if (shown === all) return '';
  return `This page holds ${count.format(shown)} of ${count.format(all)} sentence pairs: the doubtful ones, `
    + 'the contexts of the terms, and those with the most terms. Counts are of all pairs.';
}

function showCounts() {
  const plots = element('div', 'plots');
  plots.append(...[confidencePlot(), rankPlot(), typesPlot()].filter(Boolean));
  byId('counts').replaceChildren(section('Counts', countsTable()), plots);
  if (DATA.documents.length > 1) byId('counts').append(documentsTable());
  showFacts([
    ['part', partWords()],
    ...noteFacts(DATA.notes),
    ...DATA.documents.slice(0, 3).flatMap(({ source, target, signature }) => [
      // Both sides of a memory are one file.
      ...(source.digest && source.digest === target.digest ? [source] : [source, target]).map(fileFact),
      ['sentence links', DATA.signatures.some(([, known]) => known === signature) ? '' : signature],
    ]),
    ...DATA.signatures,
    ...DATA.files.map(([name, what]) => ['next to this page', `${name}: ${what}`]),
  ]);
}

const MOST_DOCUMENTS = 500;
function documentsTable() {
  const rows = DATA.documents.slice(0, MOST_DOCUMENTS).map((each, number) => {
    const name = element('th');
    name.append(wayTo(`#/read?doc=${number + 1}`, each.name || `document ${number + 1}`));
    return [name, ...figureCells(figuresOf(number))];
  });
  return section('Documents on this page', tableElement(['document', 'links', 'doubtful', 'nulls', 'mean'], rows));
}
