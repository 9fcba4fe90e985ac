"""Plain text: paragraphs of wrapped lines, and tagged words of CoNLL-U."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from itertools import accumulate, chain, islice, pairwise, zip_longest
from math import exp, log
from pathlib import Path

from diglot.errors import FormatError
from diglot.files.lines import stream_lines
from diglot.files.text import read_text, split_lines
from diglot.formats.blocks import Builder
from diglot.model import Document, Segment, TaggedSentence
from diglot.text.boundaries import CLOSING_MARKS, COLONS, FINAL_MARKS
from diglot.text.languages import is_hangul

# Plain text: one segment a line, or paragraphs.
#
# Paragraphs are found by this rule, which needs nothing but the lines:
#
# 1. A file counts as *wrapped* when many lines do not end like a sentence and one width explains
#    most of those, that is, holds the line but not the first word of the next one too; and enough
#    of the next lines begin in lower case (in scripts that have it). Widths are in columns, of
#    which Han, kana and Hangul take two, and people wrap at 30 to 140. Lines that are longer, such
#    as commands and addresses, do not hide the width of the text.
# 2. In a file that is not wrapped every line is a paragraph of its own; blank lines only separate.
# 3. In a wrapped file blank lines end paragraphs. So does a line before one that is indented more
#    (below the text of a list item: more than that text) or that begins the next item, and a line
#    that had place for the next word and either ends like a sentence or fills less than half of the
#    width. The other lines are joined.
#
# Lines drawn with signs (underlines of titles, borders) count as blank. Rows between bars are
# tables, whose cells are paragraphs.


_RULE = re.compile(
    r"[\s|:+]*([=~*_^#-])(?:[\s|:+]{0,2}\1){2,}[\s|:+]*"
    r"|\s*([+\u2500-\u257f])(?:\s?[+\u2500-\u257f]){2,}\s*"
)
_ROW = re.compile(r"\s*([|\u2502\u2503\u2551])(.*)\1\s*")
WIDTHS = (30, 140)
TELLING_SHARE = 0.4
WRAPPED_SHARE = 0.5
LOWER_SHARE = 0.3
UNCASED_MIN_PAIRS = 4
FINAL = tuple(FINAL_MARKS + COLONS + CLOSING_MARKS)
"""What the last line of a paragraph ends with."""


def read(path: Path, *, encoding: str | None = None, lines: bool = False) -> Document:
    r"""Read a plain text file.

    Args:
        encoding: of a file that is neither UTF-8 nor marked.
        lines: every line is one segment, blank lines included, since they are positions in
            line-parallel files; otherwise paragraphs to segment.

    Raises:
        FormatError: it is empty, binary or in another encoding.
    """
    content = list(stream_lines(path, encoding=encoding))
    if len(content) == 1:  # no line feed at all: an old Macintosh ends lines so
        content = content[0].removesuffix("\r").split("\r")
    builder = Builder()
    if lines:
        return _of_lines(path, content)
    for line in filter(_RULE.fullmatch, content):
        builder.skips.add("drawn line", line.strip())
    for number, text in paragraphs(content):
        builder.add(text, anchor=f"line {number}")
    return builder.finish(path, "text")


def read_beginning(path: Path, lines: int) -> list[str]:
    """Return the paragraphs of the first lines of a plain text file; raises what `read` does."""
    return [text for _, text in paragraphs([*islice(stream_lines(path), lines)])]


def _of_lines(path: Path, content: Sequence[str]) -> Document:
    """Document with a segment for each line, all in one block: a million lines need no more."""
    builder = Builder()
    if content:
        builder.add("\n".join(content), kind="line", blank=True)
    document = builder.finish(path, "text")
    segments = []
    start = 0
    for line in content:
        segments.append(Segment(start, start + len(line)))
        start += len(line) + 1
    return replace(document, segments=tuple(segments), segmenter="lines")


def paragraphs(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Give the paragraphs of a text with the number of their first line."""
    drawn = [bool(_RULE.fullmatch(line)) for line in lines]
    rows = [bool(_ROW.fullmatch(line)) for line in lines]
    text = ["" if is_drawn else line for is_drawn, line in zip(drawn, lines, strict=True)]
    for number, is_row in enumerate(rows):  # one line between bars alone is no table
        around = slice(max(number - 1, 0), number + 2)
        if is_row and sum(rows[around]) + sum(drawn[around]) - drawn[number] > 1:
            text[number] = ""
    width = wrap_width(text)
    # Where every line stands for itself there is nothing to join.
    wrapping = learn_wrapping(lines) if width is not None or any(rows) else Wrapping()
    table: list[tuple[int, str]] = []
    group: list[str] = []
    first = 1
    for number, line in enumerate([*text, ""], 1):
        if group and (not line.strip() or width is None or _ends(group, line, width)):
            yield first, join_wrapped_lines(group, wrapping)
            group = []
        if line.strip():
            first = first if group else number
            group.append(line.rstrip())
        if number <= len(lines) and lines[number - 1].strip() and not line:
            table.append((number, lines[number - 1]))
        elif table:
            yield from _cells(table, wrapping)
            table = []


def _cells(table: Sequence[tuple[int, str]], wrapping: Wrapping) -> Iterator[tuple[int, str]]:
    """Give the cells of a table, row by row, with the number of the first line of their row.

    Where borders part three groups of lines or more, a group is a row. Otherwise every line is
    one, but for those that begin with an empty cell: they go on with the row above.
    """
    groups: list[list[tuple[int, list[str]]]] = [[]]
    for number, line in table:
        row = None if _RULE.fullmatch(line) else _ROW.fullmatch(line)
        if row:
            groups[-1].append((number, [cell.strip() for cell in row[2].split(row[1])]))
        elif groups[-1]:
            groups.append([])
    rows = [group for group in groups if group]
    if len(rows) < 3:
        flat, rows = list(chain(*rows)), []
        for number, cells in flat:
            if cells[0] or not rows:
                rows.append([])
            rows[-1].append((number, cells))
    for lines in rows:
        for column in zip_longest(*(cells for _, cells in lines), fillvalue=""):
            if any(column):
                yield lines[0][0], join_wrapped_lines(column, wrapping)


def wrap_width(lines: Sequence[str]) -> int | None:
    """Return the width a text was wrapped at, or None when its lines are not wrapped."""
    pairs = [
        (line.rstrip(), following.lstrip())
        for line, following in pairwise(lines)
        if line.strip() and following.strip()
    ]
    # A line that ends like a sentence may be full by chance; only the others tell.
    telling = [pair for pair in pairs if not pair[0].endswith(FINAL)]
    cased = [
        following[0] for _, following in telling if following[0].lower() != following[0].upper()
    ]
    if not telling or len(telling) < TELLING_SHARE * len(pairs):
        return None
    if not cased and len(telling) < UNCASED_MIN_PAIRS:
        return None  # some width explains a few lines: too little to go by
    lower = sum(character.islower() for character in cased)
    width, explained = _best_width(telling)
    is_wrapped = explained >= WRAPPED_SHARE * len(telling) and lower >= LOWER_SHARE * len(cased)
    return width if is_wrapped else None


def _best_width(pairs: Iterable[tuple[str, str]]) -> tuple[int, int]:
    """Return the width that explains most line ends, the widest of equal ones, and how many.

    It explains those of lines that it holds, but not with the first word of the next line.
    """
    changes = Counter[int]()
    for line, following in pairs:
        changes[count_columns(line)] += 1
        changes[_columns_with(line, following)] -= 1
    explained = list(accumulate(changes[width] for width in range(WIDTHS[1] + 1)))
    most = max(explained[WIDTHS[0] :])
    return max(width for width in range(WIDTHS[0], WIDTHS[1] + 1) if explained[width] == most), most


_BULLET = re.compile(r"\s*[*•▪●◦‣□■○☆★◆◇]\s")
_ITEM = re.compile(
    r"\s*(?:[*•▪●◦‣□■○☆★◆◇·+–-]|o|\(?(?:\d{1,3}|[a-z])[.)]|\d{1,3}(?:\.\d{1,3})+\.?)\s+(?=\S)"
)


def _ends(group: Sequence[str], following: str, width: int) -> bool:
    """Tell whether a paragraph of a wrapped text ends before a line."""
    line, item = group[-1], _ITEM.match(group[0])
    if _BULLET.match(following) or (item and _ITEM.match(following)):
        return True
    if _indent(following) > (item.end() if item and len(group) == 1 else _indent(line)):
        return True
    if is_full_line(line, following, width):
        return False
    return line.endswith(FINAL) or count_columns(line) * 2 < width


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


# Lines that a writer or a printer wrapped become paragraphs again.

NUMBER = re.compile(r"\d{1,9}")
WORD = re.compile(r"[^\W\d_]+(?:[-\u2010][^\W\d_]+)*")
FIRST_WORD = re.compile(r"\S+")
_AT_ONCE = 1000  # lines whose words are counted at once
_LATIN = re.compile("[A-Za-z0-9)]")
_WITHIN = re.compile("([a\uac00-\ud7a3])(?=([\uac00-\ud7a3]))")
_APART = re.compile("([a\uac00-\ud7a3]) (?=([\uac00-\ud7a3]))")
_CLOSING = ".,!?)"  # what Korean puts to the word before it, and such lines may begin with
_OF_SYLLABLES = 4.0
"""Places of two syllables that count as much as what is known of each of them."""
_ROUNDS = 20
# What stands at the seam of two lines in a path, an address or words parted by a slash.
_LAST_CHAIN = re.compile(r"(?<!\w)(?:\w+-?([/._]?)|(?<!\S)(/))$")
_FIRST_CHAIN = re.compile(r"([/._]?)\w+")
_CHAIN = re.compile(r"(?=(?<!\w)((?:\w+-?[/._]|(?<!\S)/)\w+))")
_MARK = re.compile(r"[/._]\w")
_MARKS = frozenset("/._")
_LONGEST = 60  # characters of a line end that are looked at
_GOES_ON = re.compile(r"(?:\w=|:/{1,2}|-/)\n\w|:\n//|:/\n/|[0-9]\u2013\n[0-9]")
"""Values, addresses, compounds and ranges, whose parts no blank separates."""
_STEM = re.compile(r"\w+-?/(?= )")
_OPENS = ("(", "[", "„", "¿", "¡")
_CLOSES = re.compile(r"(?!\.\.)[)\]]*[.,)\]](?=[\s.,;:)\]]|$)")
"""What no blank precedes: printers begin lines so where the type of a word ends before it."""
_SUSPENDED = re.compile(r"[^\W\d_][-\u2010] ([^\W\d_]{2,})(?= )")
_CONJUNCTIONS = frozenset({"und", "oder", "og", "och"})
"""What follows a part of a compound that stands alone, as in "Ein- und Ausgabe"."""
_FULL_MARK = re.compile("[\u3000-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]")
_HAN = "[\u3040-\u30ff\u3400-\u9fff]"
_MIXED = re.compile(f"(?:{_HAN}(?= ?[A-Za-z0-9])|[A-Za-z0-9](?= ?{_HAN}))( ?)")
HYPHENS = ("-", "\u00ad", "\u2010")
LAST_PART = re.compile(r"([^\W\d_]+)[-\u00ad\u2010]$")
FIRST_PART = re.compile(r"[^\W\d_]+")
# Han, kana, Thai, Lao, Khmer, Burmese: no spaces between words, so a line may break anywhere.
UNSPACED = re.compile(
    "[\u3000-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef"
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\U00020000-\U0003ffff]"
)


@dataclass(frozen=True, slots=True)
class Wrapping:
    """What a document tells of the words that its line ends may cut.

    Attributes:
        words: how often it has each word, in lower case.
        syllables: pairs of Korean syllables that are within a word where a line ends between them;
            the first may be a Latin letter, of which all are "a".
        chains: parts of paths and addresses, with the mark between them, that line ends cut.
        conjunctions: words before which a hyphen and a blank stand.
        is_mixed_solid: whether Latin words follow Han and kana without a blank.
    """

    words: Counter[str] = field(default_factory=Counter)
    syllables: AbstractSet[str] = frozenset()
    chains: AbstractSet[str] = frozenset()
    conjunctions: AbstractSet[str] = _CONJUNCTIONS
    is_mixed_solid: bool = False


def learn_wrapping(lines: Sequence[str]) -> Wrapping:
    """Learn from the lines of a document which words their ends cut."""
    mixed = Counter(found for line in lines if not line.isascii() for found in _MIXED.findall(line))
    conjunctions = {word for line in lines if "- " in line for word in _SUSPENDED.findall(line)}
    return Wrapping(
        _count_words(lines),
        _cut_syllables(lines),
        _cut_chains(lines),
        _CONJUNCTIONS | conjunctions,
        mixed[""] > mixed[" "],
    )


def _count_words(lines: Iterable[str]) -> Counter[str]:
    """Count the words of a document in lower case, the cut ones at line ends left out."""
    words: Counter[str] = Counter()
    kept = (
        LAST_PART.sub("", line) if line.endswith(HYPHENS) else line
        for line in map(str.strip, lines)
    )
    while some := "\n".join(islice(kept, _AT_ONCE)):
        found = "\n".join(WORD.findall(some)).lower().replace("\u2010", "-")
        words.update(found.split())
    return words


def _cut_syllables(lines: Sequence[str]) -> AbstractSet[str]:
    """Return the pairs of Korean syllables around line ends that belong to one word.

    Korean has blanks, but many programs end its lines anywhere, before particles behind Latin words
    and numbers, too, which are all taken for one syllable. How often the document has the two
    syllables in one word and in two, or at least each of them at such a place, says how much
    likelier they are within a word than apart; the share of line ends that cut words is what makes
    these odds and the line ends agree. Where lines end between words only, it goes to nothing.

    Reference:
        Saerens, Latinne and Decaestecker 2002, Adjusting the outputs of a classifier to new a
        priori probabilities.
    """
    ends = Counter(
        _LATIN.sub("a", one[-1]) + other[0]
        for one, other in pairwise(map(str.strip, lines))
        if one and other and is_hangul(other[0]) and (is_hangul(one[-1]) or _LATIN.match(one[-1]))
    )
    if not ends:
        return frozenset()
    counts: list[Counter[str]] = [Counter(), Counter()]  # apart, and within a word
    for line in lines:
        for count, found in zip(counts, (_APART, _WITHIN), strict=True):
            count.update(one + other for one, other in found.findall(_LATIN.sub("a", line)))
    usual = log((counts[1].total() + 1) / (counts[0].total() + 1))
    odds = dict.fromkeys(ends, usual)
    for place in (0, 1):
        of_one: list[Counter[str]] = [Counter(), Counter()]
        for count, pairs in zip(of_one, counts, strict=True):
            for pair, number in pairs.items():
                count[pair[place]] += number
        for pair in ends:
            apart, within = (count[pair[place]] + 0.5 for count in of_one)
            odds[pair] += log(within / apart) - usual
    for pair, known in odds.items():
        within = _OF_SYLLABLES / (1 + exp(-known))
        apart = _OF_SYLLABLES - within
        odds[pair] = log((counts[1][pair] + within) / (counts[0][pair] + apart)) - usual
    share, cut = 0.5, dict[str, float]()
    for _ in range(_ROUNDS):
        cut = {pair: 1 / (1 + (1 - share) / share * exp(-known)) for pair, known in odds.items()}
        share = sum(cut[pair] * number for pair, number in ends.items()) / ends.total()
    return frozenset(pair for pair, likely in cut.items() if likely > 1 / 2)


def _cut_chains(lines: Sequence[str]) -> AbstractSet[str]:
    """Return the parts of paths and addresses that belong together where a line ends at their mark.

    The document has them in one line elsewhere. What it has nowhere is cut at slashes, too, where
    most of the slashes at line ends cut what it has.
    """
    ends = Counter[tuple[str, bool]]()
    for one, other in pairwise(map(str.strip, lines)):
        if seam := _seam(one, other):
            ends[seam] += 1
    if not ends:
        return frozenset()
    chains = {chain for line in lines if _MARK.search(line) for chain in _CHAIN.findall(line)}
    stems = {stem for line in lines if "/ " in line for stem in _STEM.findall(line)}
    known = {(chain, is_slash) for chain, is_slash in ends if chain in chains}
    unknown = {
        (chain, is_slash): chain[: chain.rindex("/") + 1] in stems
        for chain, is_slash in ends.keys() - known
        if is_slash
    }
    cut = sum(ends[seam] for seam in known if seam[1])
    if cut > sum(ends[seam] for seam, is_stem in unknown.items() if is_stem):
        known |= {seam for seam, is_stem in unknown.items() if not is_stem}
    return frozenset(chain for chain, _ in known)


def _seam(line: str, following: str) -> tuple[str, bool] | None:
    """Return what a line end may have cut at a mark, and whether the line ends with a slash."""
    if _MARKS.isdisjoint(line[-1:] + following[:1]):
        return None
    before, after = _LAST_CHAIN.search(line[-_LONGEST:]), _FIRST_CHAIN.match(following)
    if not before or not after:
        return None
    mark = before[1] or before[2]
    if bool(mark) == bool(after[1]) or (mark == "." and not after[0][0].islower()):
        return None  # no mark, two of them, or the end of a sentence
    return before[0] + after[0], before[1] == "/"


def join_wrapped_lines(lines: Sequence[str], wrapping: Wrapping) -> str:
    """Join the lines of one paragraph into one line.

    A word that was cut at a line end with a hyphen loses the hyphen, or keeps it where the
    document's own words say that it belongs to the word.
    """
    text = ""
    for line in lines:
        line = line.strip()
        text = _joined(text, line, wrapping) if text and line else text or line
    return text


# Characters that take two columns of a terminal or an editor.
_WIDE = re.compile(
    "[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f"
    "\uff01-\uff60\uffe0-\uffe6\U00020000-\U0003fffd]"
)


def count_columns(text: str) -> int:
    """Return the columns of a terminal that a text takes."""
    return len(text) if text.isascii() else len(text) + len(_WIDE.findall(text))


def is_full_line(line: str, following: str, width: int) -> bool:
    """Tell whether the first word of the following line would not have fitted on ``line``."""
    following = following.strip()
    return bool(following) and _columns_with(line, following) > width


def _columns_with(line: str, following: str) -> int:
    """Return the columns of a line that the first word of the following one had been put on."""
    return count_columns(line) + first_columns(following)


def first_columns(text: str) -> int:
    """Return the columns that the first word of a text takes behind another one."""
    if UNSPACED.match(text):  # a mark may have come with the character: none begins a line
        return 2 * count_columns(text[0])
    first = FIRST_WORD.match(text)
    return 1 + count_columns(first[0] if first else "")


def cuts_a_word(line: str, following: str) -> bool:
    """Tell whether a line ends within a word that goes on in the following one."""
    return _parts_of_word(line, following) is not None


def _parts_of_word(line: str, following: str) -> tuple[str, str] | None:
    """Return both parts of a word that a line end cuts; None if there is none."""
    after = FIRST_PART.match(following) if line.endswith(HYPHENS) else None
    before = LAST_PART.search(line) if after and after[0][0].islower() else None
    return (before[1], after[0]) if before and after else None


def _joined(text: str, line: str, wrapping: Wrapping) -> str:
    if _LATIN.sub("a", text[-1]) + line[0] in wrapping.syllables or (
        is_hangul(text[-1]) and line[0] in _CLOSING
    ):
        return text + line
    if parts := _parts_of_word(text, line):
        head, tail = map(str.lower, parts)
        if text[-1] == "\u00ad":
            return text[:-1] + line
        is_alone = line[len(tail) :][:1].isspace() and not wrapping.words[head + tail]
        if is_alone and tail in wrapping.conjunctions:
            return f"{text} {line}"  # "Ein-" + "und Ausgabe"
        return (text if _keeps_hyphen(head, tail, wrapping.words) else text[:-1]) + line
    if _is_solid(text, line, wrapping):
        return text + line
    if text[-1] in "-\u2010" and len(text) > 1 and not text[-2].isspace():
        return text + line  # "Jean-" + "Paul", "1914-" + "1918"
    return f"{text} {line}"


def _is_solid(text: str, line: str, wrapping: Wrapping) -> bool:
    """Tell whether no blank stands where a line ends."""
    last, first = text[-1], line[0]
    if text.endswith(_OPENS) or _CLOSES.match(line) or _FULL_MARK.match(first):
        return True
    if UNSPACED.match(last) and (UNSPACED.match(first) or _FULL_MARK.match(last)):
        return True
    if wrapping.is_mixed_solid and _MIXED.match(last + first):
        return True
    if _GOES_ON.search(f"{text[-3:]}\n{line[:3]}"):
        return True
    seam = _seam(text, line)
    return seam is not None and seam[0] in wrapping.chains


def _keeps_hyphen(head: str, tail: str, words: Counter[str]) -> bool:
    """Decide between "example" and "well-known" from the words seen elsewhere in the document."""
    solid, hyphened = words[head + tail], words[f"{head}-{tail}"]
    if solid or hyphened:
        return hyphened > solid
    return bool(words[head] and words[tail])


# CoNLL-U: tagged text, one word a line, as taggers of Universal Dependencies write it.

_COLUMNS = 10
_NEW_DOCUMENT = "# newdoc"


def read_conllu(path: str | Path) -> list[TaggedSentence]:
    """Read tagged sentences; empty nodes are passed over.

    Raises:
        FormatError: a line has no ten columns, or a number that is none; it names the line.
        InputError: the file cannot be read.

    Reference:
        Universal Dependencies, CoNLL-U format, version 2.
    """
    found: list[TaggedSentence] = []
    rows: list[tuple[str, str, str]] = []
    document, inside = 0, 0

    def close() -> None:
        nonlocal inside
        if rows:
            words, tags, lemmas = zip(*rows, strict=True)
            found.append(TaggedSentence(words, tags, lemmas, document))
            rows.clear()
        inside = 0

    for number, line in enumerate(split_lines(read_text(path)), 1):
        if not line.strip():
            close()
        elif line.startswith("#"):
            if line.startswith(_NEW_DOCUMENT) and not rows:
                document += bool(found)
        else:
            columns = line.split("\t")
            if len(columns) != _COLUMNS:
                raise _wrong(path, number, f"{len(columns)} columns instead of {_COLUMNS}")
            first, last = _numbers(columns[0], path, number)
            if first is None or last <= inside:
                # Part of a word that stands for several: it has its tag from the first part.
                if first is not None and rows and not rows[-1][1]:
                    rows[-1] = (rows[-1][0], columns[3], columns[2])
                continue
            tag = "" if last > first else columns[3]
            rows.append((columns[1], tag, "" if columns[2] == "_" else columns[2]))
            if last > first:
                inside = last
    close()
    return found


def _numbers(text: str, path: str | Path, line: int) -> tuple[int | None, int]:
    """Return the first and the last word of a row; None for an empty node (``5.1``)."""
    if "." in text:
        return None, 0
    first, _, last = text.partition("-")
    if not NUMBER.fullmatch(first) or not NUMBER.fullmatch(last or first):
        raise _wrong(path, line, f"{text!r} is not a word number")
    return int(first), int(last or first)


def _wrong(path: str | Path, line: int, what: str) -> FormatError:
    return FormatError(what, path=path, place=line, cure="write the ten columns of CoNLL-U")
