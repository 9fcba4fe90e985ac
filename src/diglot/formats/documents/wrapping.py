"""Lines that a writer or a printer wrapped become paragraphs again."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

WORD = re.compile(r"[^\W\d_]+(?:[-\u2010][^\W\d_]+)*")
FIRST_WORD = re.compile(r"\S+")
LAST_PART = re.compile(r"([^\W\d_]+)[-\u00ad\u2010]$")
FIRST_PART = re.compile(r"[^\W\d_]+")
# Han, kana, Thai, Lao, Khmer, Burmese: no spaces between words, so a line may break anywhere.
UNSPACED = re.compile(
    "[\u3000-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef"
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\U00020000-\U0003ffff]"
)


def vocabulary(lines: Iterable[str]) -> Counter[str]:
    """Count the words of a document in lower case, the cut ones at line ends left out."""
    words: Counter[str] = Counter()
    for line in lines:
        line = line.strip()
        kept = LAST_PART.sub("", line)
        words.update(word.lower().replace("\u2010", "-") for word in WORD.findall(kept))
    return words


def join(lines: Sequence[str], words: Counter[str]) -> str:
    """Join the lines of one paragraph into one line.

    A word that was cut at a line end with a hyphen loses the hyphen, or keeps it where the
    document's own words (``words``) say that it belongs to the word.
    """
    text = ""
    for line in lines:
        line = line.strip()
        text = _joined(text, line, words) if text and line else text or line
    return text


def full(line: str, following: str, width: int) -> bool:
    """Tell whether the first word of the following line would not have fitted on ``line``."""
    following = following.strip()
    first = FIRST_WORD.match(following)
    if first is None:
        return False
    if UNSPACED.match(following):
        return len(line) + 2 > width
    return len(line) + 1 + len(first[0]) > width


def _joined(text: str, line: str, words: Counter[str]) -> str:
    before = LAST_PART.search(text)
    after = FIRST_PART.match(line)
    if before and after and after[0][0].islower():
        head, tail = before[1].lower(), after[0].lower()
        if text[-1] == "\u00ad":
            return text[:-1] + line
        return (text if _keeps_hyphen(head, tail, words) else text[:-1]) + line
    if UNSPACED.match(text[-1]) and UNSPACED.match(line):
        return text + line
    if text[-1] in "-\u2010" and len(text) > 1 and not text[-2].isspace():
        return text + line  # "Jean-" + "Paul", "1914-" + "1918"
    return f"{text} {line}"


def _keeps_hyphen(head: str, tail: str, words: Counter[str]) -> bool:
    """Decide between "example" and "well-known" from the words seen elsewhere in the document."""
    solid, hyphened = words[head + tail], words[f"{head}-{tail}"]
    if solid or hyphened:
        return hyphened > solid
    return bool(words[head] and words[tail])
