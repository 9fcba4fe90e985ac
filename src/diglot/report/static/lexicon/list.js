// The list of words.

const list = byId('entries');
let shown = [];

const wordElement = (name, className, { text, language, way }) => inLanguage(element(name, className, text), language, way);

function fillRow(made, place) {
  const head = headOf(shown[place]);
  const others = element('span', 'others');
  const [first] = head.translations;
  const targets = [...new Set(head.translations.map(({ target }) => target))];
  others.append(...targets.slice(0, 8).flatMap((target, k) => {
    const word = wordElement('bdi', '', head.nodes[target]);
    return k ? [', ', word] : [word];
  }));
  if (!first) others.append('no translation');
  made.append(
    wordElement('span', 'word', head.nodes[0]),
    element('span', 'score', first ? scoreText(head, first.score) : ''),
    others,
  );
}

const { draw: drawList, reveal, here } = listOf({
  box: list,
  height: 54,
  name: 'row',
  size: () => shown.length,
  number: (place) => shown[place],
  chosen: () => state.head,
  go,
  fill: fillRow,
  after: () => highlight(document.querySelectorAll('#run .word, .others bdi'), state.query),
});
