// The list of words.

const ROW_HEIGHT = 54;

const list = byId('entries');
const run = byId('run');
let shown = [];

function wordElement(name, className, { text, language, way }) {
  const made = element(name, className, text);
  made.dir = way;
  made.lang = language;
  return made;
}

function rowElement(place) {
  const number = shown[place];
  const head = headOf(number);
  const made = element('div', 'row');
  made.id = `option-${number}`;
  made.dataset.place = place;
  made.setAttribute('role', 'option');
  made.setAttribute('aria-setsize', shown.length);
  made.setAttribute('aria-posinset', place + 1);
  made.setAttribute('aria-selected', String(number === state.head));
  made.classList.toggle('chosen', number === state.head);
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
  return made;
}

const { draw: drawList, reveal, page: rowsOnPage } = windowed({
  box: list, run, height: ROW_HEIGHT, size: () => shown.length, make: rowElement,
  after: (made) => {
    const active = made.some((each) => each.id === `option-${state.head}`);
    if (active) list.setAttribute('aria-activedescendant', `option-${state.head}`);
    else list.removeAttribute('aria-activedescendant');
    highlight(run.querySelectorAll('.word, .others bdi'), state.query);
  },
});
