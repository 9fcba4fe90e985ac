// The chosen word: its picture, and its translations with reasons and paths.

let light = () => {};

function pathElement(head, path) {
  const made = element('p', 'path');
  path.nodes.forEach((number, k) => {
    const word = head.nodes[number];
    if (k) made.append(' ', element('span', 'step', path.dictionaries[k - 1].join(', ')), ' ');
    const box = element('span', `graph-word l${word.hue}${word.text.length > 40 ? ' long' : ''}`);
    const code = element('span', 'code', word.language);
    code.title = languageName(word.language);
    box.append(code, ' ', wordElement('bdi', '', word));
    made.append(box);
  });
  return made;
}

function translationElement(head, translation, number) {
  const { target, score, part, reasons, paths } = translation;
  const made = element('li');
  made.tabIndex = 0;
  made.dataset.number = number;
  const probability = element('div', 'probability');
  if (score >= 0) {
    const meter = element('span', 'meter');
    const filled = element('i');
    filled.style.inlineSize = `${score / 10}%`;
    meter.append(filled);
    probability.append(element('span', '', `${head.isScore ? `${DATA.measure} ` : ''}${scoreText(head, score)}`), meter);
  }
  const name = wordElement('div', 'translation', head.nodes[target]);
  if (part) name.append(element('span', 'part', part));
  const ways = element('div', 'ways');
  if (reasons.length) ways.append(element('p', 'reasons', reasons.join(' · ')));
  ways.append(...paths.map((path) => pathElement(head, path)));
  if (!paths.length) ways.append(element('p', 'kept', 'No path was saved for it.'));
  made.append(probability, name, ways);
  return made;
}

// Draw the picture of the chosen word; return whether there is any.
function drawPicture() {
  const head = headOf(state.head);
  const hasPaths = head.translations.slice(0, head.drawn).some(({ paths }) => paths.length);
  const frame = byId('picture');
  frame.hidden = !hasPaths;
  frame.replaceChildren();
  light = () => {};
  if (hasPaths) {
    const picture = pictureOf(head, frame.clientWidth);
    frame.append(picture.svg);
    light = picture.light;
  }
  return hasPaths;
}

function drawEntry() {
  const head = headOf(state.head);
  const [word] = head.nodes;
  const title = byId('entry-title');
  title.textContent = word.text;
  title.dir = word.way;
  title.lang = word.language;
  const number = head.translations.length + head.left;
  const facts = [
    `${languageName(word.language)} to ${languageName(head.targetLanguage)}`,
    counted(number, 'translation'),
    head.direct.length ? `dictionaries say directly: ${head.direct.join(', ')}` : '',
  ];
  byId('entry-facts').textContent = facts.filter(Boolean).join(' · ');
  byId('why').hidden = !head.why;
  byId('why').textContent = head.why;
  const hasPaths = drawPicture();
  const missing = head.translations.length - head.drawn;
  byId('undrawn').hidden = !hasPaths || missing <= 0;
  byId('undrawn').textContent = `The picture shows the best ${count.format(head.drawn)}; ${count.format(missing)} more do not fit.`;
  byId('translations').replaceChildren(...head.translations.map((each, k) => translationElement(head, each, k)));
  byId('more').hidden = !head.left;
  byId('more').textContent = `${count.format(head.left)} more are not on this page.`;
}
