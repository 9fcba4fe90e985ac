// Links held against the gold, sure and possible, with the measures of Och and Ney (2003).

// What a cell is: a link that is right for sure, right as possible, wrong, or plain where there is
// no gold; without a link: missed, or possible and left out.
const VERDICTS = {
  plain: ['link', 'a link; the stronger its colour, the more probable'],
  sure: ['link sure', 'right: sure in the gold'],
  possible: ['link possible', 'right: possible in the gold'],
  wrong: ['link wrong', 'wrong: not in the gold'],
  missed: ['missed', 'missed: sure in the gold, no link'],
  left: ['left', 'possible in the gold, no link'],
};

const keyOf = (source, target) => `${source}-${target}`;

// The verdict on every cell that has a link or gold: Map of "i-j" to [verdict, thousandths].
function cellsOf(pair) {
  const gold = pair[GOLD];
  const cells = new Map();
  for (let k = 0; gold && k < gold.length; k += 3) {
    cells.set(keyOf(gold[k], gold[k + 1]), [gold[k + 2] ? 'missed' : 'left', -1]);
  }
  for (const { source, target, probability } of linksOf(pair)) {
    const key = keyOf(source, target);
    const known = cells.get(key);
    const verdict = !gold ? 'plain' : !known ? 'wrong' : known[0] === 'missed' || known[0] === 'sure' ? 'sure' : 'possible';
    cells.set(key, [verdict, probability]);
  }
  return cells;
}

// How often each verdict falls in some pairs.
function tally(pairs) {
  const counts = { plain: 0, sure: 0, possible: 0, wrong: 0, missed: 0, left: 0 };
  for (const pair of pairs) {
    if (pair.length <= GOLD) continue;
    for (const [verdict] of cellsOf(pair).values()) counts[verdict] += 1;
  }
  return counts;
}

function hasErrors(pair) {
  if (pair.length <= GOLD) return false;
  const { wrong, missed } = tally([pair]);
  return wrong + missed > 0;
}

// Precision, recall and alignment error rate, as the field writes them.
function measures({ sure, possible, wrong, missed }) {
  const links = sure + possible + wrong;
  const figure = (value) => value.toFixed(3).replace(/^0/, '');
  const parts = [];
  if (links) parts.push(`precision ${figure((sure + possible) / links)}`);
  if (sure + missed) parts.push(`recall ${figure(sure / (sure + missed))}`);
  if (links + sure + missed) parts.push(`AER ${figure(1 - (2 * sure + possible) / (links + sure + missed))}`);
  return parts.join(' · ');
}
