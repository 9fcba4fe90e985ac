"""Where sentences begin in a paragraph: sentencex under a layer of rules of our own.

sentencex proposes; at every *junction* (a run of sentence-final marks, the quotes and brackets
after it, the gap, the quotes and brackets before the next word) the rules here join, cut, or let
the proposal stand, and put the cut between what closes and what opens.
"""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_left
from functools import cache, cached_property
from importlib import resources
from itertools import pairwise

import regex

from diglot.text.languages import (
    UNDETERMINED,
    AbbreviationClass,
    AbbreviationHabits,
    abbreviation_habits,
    is_spaceless,
)

# Raise with every change of the rules below: it is part of the hash that documents carry.
RULES_VERSION = 13

# Marks that end and divide sentences, in all scripts that are written today.
FULL_STOPS = ".．…。｡۔।॥։።፨།༎༏༐༑။។៕᙮᠃᠉᱾᱿꓿꯫꧈꧉"
"""Dandas, shads and the like among them."""
QUESTION_MARKS = "?？؟፧"
"""Greek asks with a semicolon, Armenian with a sign inside the word."""
EXCLAMATION_MARKS = "!！"
FINAL_MARKS = FULL_STOPS + QUESTION_MARKS + EXCLAMATION_MARKS
COLONS = ":：;；؛፤፥፦"
"""Semicolons, too."""
COMMAS = ",，、،፣၊"
CLOSING_MARKS = "\"'»›”’)]}」』》）〉】"
"""Quotes and brackets that may follow the mark at the end of a sentence."""

_GAP = r"[\s\u200B]"  # a space of no width stands between words of Khmer, and after its marks
_QUOTES = "\"'”’“«»‘„‚‹›"
_BRACKETS = r")\](\["


def _junction(marks: str) -> regex.Pattern[str]:
    return regex.compile(
        rf"(?P<mark>[{marks}]+)(?P<tail>[\s{_QUOTES}{_BRACKETS}¿¡]*)"
        r"(?=(?P<next>[-–—*•]*\s*[^\s]{0,80}))"
    )


_JUNCTION = _junction(".!?…؟")
# Greek asks with a semicolon, typed as such or as U+037E.
_GREEK_JUNCTION = _junction(".!?…;\u037e")
_WIDE_JUNCTION = regex.compile(
    r"(?P<mark>[。！？!?｡]+|…{1,2}|\.{3,6})(?P<tail>[\s\"'”’」』）》〉】)]*+)"
)
# What ends sentences in Khmer, Tibetan and Ethiopic, which sentencex does not know or only in part;
# "។ល។" is "etc.", a shad after a digit numbers an item, and shads come in pairs.
_OTHER_FINAL = regex.compile(
    rf"(?:(?<!។ល)[។៕៚](?!ល។)|፡፡|[።፧፨]፡?|(?<![༠-༩])[།-༑](?=\s)(?:\s*+[།-༑])*+)[{_QUOTES})\]]*+"
    rf"{_GAP}*+(?!{_GAP}|$)"
)
_OTHER_MARKS = re.compile("[၊-၏។៕៚፡።፧፨།-༑]")
# After a comma and the genitive of Burmese, and before the mark between words of Ethiopic,
# sentencex begins sentences.
_NONE_BEGINS = regex.compile(r"(?<=[၊၏]\s*)|(?=፡)")
# Marks of direction beside white space, as text from right to left has them after its stops.
_TURNS = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_TURNING = re.compile(rf"(?<=\s)[{_TURNS}]+|[{_TURNS}]+(?=\s)")
# A number in brackets is no item of a list where neither a mark nor a capital tells it, nor is
# one that ends a remark in brackets: "المادة (1) والمادة (2)", "(basis 3)".
_REFERENCE = regex.compile(
    rf"(?<=[^.!?…؟۔।॥:;؛\s]{_GAP}+)\(\d{{1,3}}\)(?!\s*[\p{{Lu}}{_QUOTES}])"
    r"|(?<=\([^()]{1,80})\d{1,3}\)"
)
_ITEM = regex.compile(r"\(?(?:\d{1,3}|\p{L}{1,4})\)(?=.)")
_CLOSING = re.compile(r"(?:</\w[\w:.-]*\s?>\s*)+")
_LAST_WORD = regex.compile(r"[^\s\"”“«»‘„‚‹›()\[\]]+$")
_SPACED_ABBREVIATION = regex.compile(r"(?:(?<![\p{L}.])\p{L}{1,2}\.[ \u00A0\u202F])+\p{L}{1,3}$")
# Also those of scripts without capitals, the lettered items of Arabic and Hebrew among them; in
# Dravidian names and titles they are syllables, written with their vowels: "டி. ராமன்", "డా. రావు".
_INITIALS = regex.compile(
    r"(?:\p{Lu}\p{Ll}?\.-?)*\p{Lu}|(?:[\p{Arabic}\p{Hebrew}\p{Georgian}--[ـ]]ـ?\.)*+"
    r"[\p{Arabic}\p{Hebrew}\p{Georgian}--[ـ]]ـ?"
    r"|[\p{Tamil}\p{Telugu}\p{Kannada}\p{Malayalam}&&\p{L}]\p{M}*",
    flags=regex.V1,
)
# The mark of an abbreviation, typed as a straight quote: it stands before the last letter and the
# endings that follow it (צה"ל, מנכ"לית), a quotation after a prefix goes on (ב"הארץ").
_GERSHAYIM = regex.compile(r"(?<=\p{Hebrew})\"(?=\p{Hebrew}{1,4}+(?!\"))")
_LIST_NUMBER = regex.compile(
    r"[\s*•⁃(–-]*(?:(?:\p{Lu}\.)?(?:\d{1,3}\.)*\d{1,3}|\p{L}|[ivx]{1,5}|[IVX]{1,5})\)?"
)
# What a heading or caption begins with: "Chapter 8. Localisation", "Tab. 3-1. Sizes".
_LABEL = regex.compile(
    r"[\s*•⁃(–-]*\p{Lu}[\p{L}\p{M}]{1,14}\.?\s+(?:\d{1,3}(?:[.–-]\d{1,3})*|[IVXLC]{1,6}|\p{Lu})"
)
# The stops of Thai and Lao abbreviations: sentences have no spaces, so that what a stop ends is
# longer.
_INNER_MARK = regex.compile(
    r"(?<![\p{Thai}\p{Lao}])(?:\p{Thai}{1,4}|\p{Lao}{1,2})\." + _GAP + r"{0,3}$"
)
# What goes on behind a stop or another mark without a gap: "០.៥", "$Sheet3.$D$2", "(2!*3!)",
# r"\s?\d+"; behind a gap in small Latin letters; with a mark that begins no sentence; in Japanese
# with a particle behind what was quoted: "「え?」と言った".
_GOING_ON = regex.compile(
    r"(?<=\.)(?:\d|[!-~--[\"'(\[<]])|(?<=[!?])[*/+=,;:.)\-]|(?<=[!-~][!?])[!-~--[\"'(\[<]]"
    r"|(?<=[!-~][.!?]\s)[a-z]|[.,、，。)）」』]|(?<=[」』)）])[とをがはにのでへもや]",
    flags=regex.V1,
)
# A mark that stands alone behind the last sentence, as behind a note: "It is kept. [1] ."
_MARKS_ALONE = regex.compile(rf"[{FINAL_MARKS}{COLONS}{COMMAS}{re.escape(CLOSING_MARKS)}\s]++$")
_INNER_WIDTH = 9
# Thai and Lao put spaces between sentences and clauses, and no marks. Clauses that go on are told
# by words: and, or, but, that, which, for, by, of, in, from, with, such as, to be; others may be
# parts of a sentence, which alignment can join, while it cannot cut.
_CLAUSE_GAP = regex.compile(
    r"(?<=[\p{Thai}\p{Lao}])(?<!ว่า|คือ|และ|หรือ|ได้แก่|เช่น|ແລະ|ຫຼື|ວ່າ)\s+(?=[\p{Thai}\p{Lao}])"
    r"(?!ที่|ซึ่ง|และ|หรือ|แต่|เพื่อ|โดย|ว่า|ของ|ใน|ด้วย|จาก|กับ|อัน|ให้|ได้แก่|เช่น|ดังเช่น|คือ|[ๆฯ]"
    r"|ແລະ|ຫຼື|ທີ່|ຊຶ່ງ|ຊື່ງ|ເພື່ອ|ໂດຍ|ວ່າ|ຂອງ|ໃນ)"
)
_LEAST_CLAUSE = 20
"""Characters. Thirty articles without breaks against ten texts in other languages: .92 of their
clauses are linked within their paragraphs with 12 and with 20, .91 with 28, .88 with 60."""
_LIST_PIECE = regex.compile(r"[\s*•⁃(–-]*(?:(?:[A-Z]\.)?(?:\d{1,3}\.)*\d{1,3}|[A-Za-z])[.．、]\s*")
_ORDINAL = regex.compile(r"(?:\d{1,2}|[IVXLC]+)")
_NUMERAL = regex.compile(r"[\d(§]|[IVXLC]+\b")
_WORD = regex.compile(r"['’]?[\p{L}\p{M}]+['’]?")
_YEAR_MARK = regex.compile(r"\d{3,4}(?:[-–]\d{2,4})?\s?(?:г|гг|р|рр)$")
_GLUED = regex.compile(r"\p{Ll}{3}$")
# A unit of measure takes no stop of its own, so the stop ends the sentence: "3300 m. Der".
_MEASURE = regex.compile(r"\d[\s\u00A0]?(?:[kcdmµ]?m[²³]?|[km]?g|[kcdm]?l|ha|k?W|°C|%|€)$")
_ENUMERATION = regex.compile(r"\d{1,3}\.\s+\p{Lu}")
_WIDE_SPACE = regex.compile(r"[\p{Zs}\p{Zl}\p{Zp}\x85--[ ]]", flags=regex.V1)
_SURROGATE = regex.compile(r"[\uD800-\uDFFF]")
_PLAIN_SENTENCE = regex.compile(r"(?s:.)*?[.!?…。！？]+\s+(?=\p{Lu})|(?s:.)+")
_LOWER_BRAND = regex.compile(r"\p{Ll}\p{Lu}")
_LETTERED_ITEM = regex.compile(r"\p{Ll}\)")
_OPENERS = frozenset("«“‘„‚‹([¿¡")
_GERMAN_QUOTES = frozenset({"bg", "cs", "de", "et", "hr", "is", "lt", "lv", "pl", "sk", "sl", "sr"})
# One call of sentencex sees at most this many characters, fewer where these stand densely: its
# search for paired quotes is quadratic in unclosed ones.
_PIECE = 60_000
_DENSE_PIECE = 6_000
_UNCLOSED = ("``", "''", "«", "„")
_CYRILLIC_YEARS = frozenset({"ru", "uk", "be", "bg"})


def sentence_starts(text: str, language: str, *, cased: bool = True) -> list[int]:
    """Return the offsets at which sentences begin in one paragraph.

    Args:
        text: the paragraph.
        language: normalised code; ``und`` uses the rules that hold anywhere.
        cased: False when the text has no capitals, so that a small letter says nothing.

    Returns:
        Ascending offsets of the first character of each sentence but the first, past white space.
    """
    marked = text
    if _TURNING.search(text):
        text = _TURNING.sub(_blank, text)
    if '"' in text:
        text = _GERSHAYIM.sub("\u05f4", text)  # one for one: offsets hold
    proposals = _proposals(text, language)
    if is_spaceless(language):
        starts = _wide_starts(text, proposals)
        if language in ("th", "lo"):
            starts = _with_clauses(text, starts)
    else:
        starts = _Judge(text, abbreviation_habits(language), language, cased).starts(proposals)
    starts = [at for at in starts if not _MARKS_ALONE.match(text, at)]
    if marked is not text:
        starts = [_before_marks(marked, start) for start in starts]
    return _past_tags(text, starts) if "</" in text else starts


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _before_marks(text: str, start: int) -> int:
    """Return where the marks of direction begin that stand right before a sentence."""
    while text[start - 1] in _TURNS:
        start -= 1
    return start


def _past_tags(text: str, starts: list[int]) -> list[int]:
    """Move starts past the tags that close what the sentence before has opened."""
    moved = {match.end() if (match := _CLOSING.match(text, at)) else at for at in starts}
    return sorted(moved - {len(text)})


def _proposals(text: str, language: str) -> list[int]:
    """Ask sentencex, and add what it does not know.

    Returns:
        Offsets of the first visible character of each sentence but the first.
    """
    code = "en" if language == UNDETERMINED else language
    # Replaced one for one, so offsets hold: sentencex fails on wide spaces at some places, and
    # Rust has no lone surrogates.
    plain = text if text.isascii() else _SURROGATE.sub("\ufffd", _WIDE_SPACE.sub(" ", text))
    found = []
    offset = 0
    for piece in _pieces(plain):
        for sentence in _ask(code, piece):
            first = offset + len(sentence) - len(sentence.lstrip())
            if offset and first < offset + len(sentence):
                found.append(first)
            offset += len(sentence)
    if ")" in text:
        found = [at for at in found if not _REFERENCE.match(text, at)]
    if _OTHER_MARKS.search(text):
        found = [at for at in found if not _NONE_BEGINS.match(text, at)]
        return sorted({*found, *(match.end() for match in _OTHER_FINAL.finditer(text))})
    return found


def _ask(code: str, piece: str) -> list[str]:
    """Return the sentences that sentencex sees, those inside the items of a list, too."""
    sentences = _ask_once(code, piece)
    if ")" not in piece:
        return sentences
    # An item of a list comes as a whole, and what begins like one is taken for one.
    found = []
    for sentence in sentences:
        item = _ITEM.match(sentence)
        first, *rest = _ask_once(code, sentence[item.end() :]) if item else (sentence,)
        found += [item.group() + first if item else first, *rest]
    return found


def _ask_once(code: str, piece: str) -> list[str]:
    """Return the sentences that sentencex sees; plain ones should it break down."""
    import sentencex

    try:
        sentences: list[str] = sentencex.segment(code, piece)
    except BaseException as error:
        # A panic of Rust arrives as an exception of its own outside of Exception.
        if type(error).__name__ != "PanicException":
            raise
        sentences = []
    if "".join(sentences) == piece:
        return sentences
    return [match.group() for match in _PLAIN_SENTENCE.finditer(piece)]


def _pieces(text: str) -> list[str]:
    """Cut a huge paragraph after sentence-final marks, or anywhere if there are none."""
    is_dense = len(text) > _PIECE // 2 and 100 * sum(map(text.count, _UNCLOSED)) > len(text)
    size = _DENSE_PIECE if is_dense else _PIECE
    pieces = []
    begin = 0
    while len(text) - begin > size:
        window = text[begin : begin + size]
        cut = max(window.rfind(mark) for mark in (". ", "? ", "! ", "。")) + 1
        cut = cut if cut > size // 2 else size
        pieces.append(window[:cut])
        begin += cut
    return [*pieces, text[begin:]]


def _is_small(letter: str) -> bool:
    """Tell whether a letter could have been a capital; those of Georgian texts never are."""
    return letter.islower() and not "\u10d0" <= letter <= "\u10ff"


class _Judge:
    """Decides on every junction of one paragraph, from left to right."""

    def __init__(self, text: str, known: AbbreviationHabits, language: str, cased: bool) -> None:
        self.text = text
        self.known = known
        self.language = language
        self.cased = cased
        self.straight: dict[str, list[int]] = {}
        self.last = 0

    @cached_property
    def quoted(self) -> _Spans:
        """Stretches between quotes; most paragraphs never ask."""
        return _Spans(_PAIRS, self.text)

    @cached_property
    def brackets(self) -> _Spans:
        """Stretches between brackets."""
        return _Spans(_BRACKETED, self.text)

    def starts(self, proposals: list[int]) -> list[int]:
        """Return the sentence starts, given the proposals of sentencex."""
        found: list[int] = []
        waiting = iter([*proposals, len(self.text) + 1])
        proposal = next(waiting)
        pattern = _GREEK_JUNCTION if self.language == "el" else _JUNCTION
        for junction in pattern.finditer(self.text):
            begin, end = junction.end("mark"), junction.start("next")
            # Proposals before this junction follow marks of other scripts or a line break.
            while proposal < begin:
                self._take(found, proposal, own=False)
                proposal = next(waiting)
            wanted = False
            while proposal <= end:
                wanted = True
                proposal = next(waiting)
            if end >= len(self.text):
                continue
            if self._cuts(junction, wanted):
                self._take(found, self._place(junction), own=True)
        while proposal < len(self.text):
            self._take(found, proposal, own=False)
            proposal = next(waiting)
        return found

    def _take(self, found: list[int], offset: int, *, own: bool) -> None:
        if offset <= self.last or offset >= len(self.text):
            return
        following = self.text[offset]
        if not own and self.cased and _is_small(following):
            return
        found.append(offset)
        self.last = offset

    def _cuts(self, junction: regex.Match[str], wanted: bool) -> bool:
        mark, tail, following = junction.group("mark", "tail", "next")
        if not any(character.isspace() for character in tail):
            # "3.14", "e.g.", "A.Smith", "example.org": nothing ends without a gap, unless a
            # capital is glued to an ordinary word by mistake.
            stop = junction.start("mark")
            glued = mark != "." or _GLUED.search(self.text, max(0, stop - 3), stop)
            return wanted and following[:1].isupper() and bool(glued)
        if self._goes_on(following):
            return False
        attached = tail[:1] if tail[:1] and not tail[0].isspace() else ""
        if mark == "." and not attached:
            verdict = self._after_stop(junction, wanted)
            if verdict is not None:
                return verdict
        if wanted:
            return True
        return not attached and self._forces(junction.start("mark"), mark, following)

    def _goes_on(self, following: str) -> bool:
        """True when the next word cannot begin a sentence."""
        word = following.lstrip("-–—*• ")
        if not word:
            return False
        if following[0] == "-" and following[1:2].isalpha() and self.cased:
            return not following[1:2].isupper()
        if word[0] in "ºª)»;,:" or word[0] in "%°":
            return True
        if self.cased and _is_small(word[0]):
            return not (_LOWER_BRAND.match(word) or _LETTERED_ITEM.match(word))
        return False

    def _after_stop(self, junction: regex.Match[str], wanted: bool) -> bool | None:
        """Judge a single full stop; None when the rules have nothing to say."""
        stop, following = junction.start("mark"), junction.group("next")
        left = self.text[max(self.last, stop - 40) : stop]
        if _LIST_NUMBER.fullmatch(self.text, self.last, stop) or _LABEL.fullmatch(
            self.text, 0, stop
        ):
            return False
        found = _LAST_WORD.search(left)
        if not found:
            return None
        word = found.group()
        fresh = self._is_starter(following)
        if _MEASURE.search(left):
            return True if fresh else None
        kind = self._class_of(left, word)
        if self.language in _CYRILLIC_YEARS and _YEAR_MARK.search(left):
            # "В 1990 г. Петров уехал" goes on; a year late in a sentence ends it.
            return fresh or left[: found.start()].count(" ") > 3
        if kind is not None:
            return self._after_abbreviation(kind, following, fresh, wanted)
        if _INITIALS.fullmatch(word) and not self._is_pronoun(word, left):
            return fresh
        if self.known.ordinals and _ORDINAL.fullmatch(word) and not self._is_counted(left):
            return fresh and wanted
        return None if wanted else self._overrules(junction, word, fresh)

    def _after_abbreviation(
        self, kind: AbbreviationClass, following: str, fresh: bool, wanted: bool
    ) -> bool | None:
        if kind is AbbreviationClass.NEVER:
            return False
        if kind is AbbreviationClass.MID:
            return fresh
        if kind is AbbreviationClass.END:
            return not following[:1].isdigit() and (fresh or wanted)
        return False if _NUMERAL.match(following) else None

    def _overrules(self, junction: regex.Match[str], word: str, fresh: bool) -> bool | None:
        """Cut after what sentencex takes for an abbreviation that is unknown here.

        A sure beginning must follow: a sentence starter, or the number of the next item.
        """
        stop = junction.start("mark")
        if len(word) >= 3 and fresh and junction.group("next")[:1].isalpha():
            return stop not in self.brackets
        enumerated = _ENUMERATION.match(self.text, junction.start("next"))
        return True if enumerated and not word[-1].isdigit() else None

    def _class_of(self, left: str, word: str) -> AbbreviationClass | None:
        spaced = _SPACED_ABBREVIATION.search(left)
        if spaced:
            kind = self.known.classify(regex.sub(r"\s", "", spaced.group()))
            if kind:
                return kind
        kind = self.known.classify(word)
        if kind is None:
            for apostrophe in "'’":
                kind = kind or self.known.classify(word.rpartition(apostrophe)[2])
        return kind

    def _is_counted(self, left: str) -> bool:
        """True when the last number of ``left`` follows "no.", "§" and the like: no ordinal."""
        words = left.split()
        before = words[-2] if len(words) > 1 else ""
        return before == "§" or (
            before.endswith(".") and self.known.classify(before[:-1]) is AbbreviationClass.NUMBER
        )

    def _is_starter(self, following: str) -> bool:
        found = _WORD.match(following)
        if not found:
            return following[:1] in _OPENERS or following[:1] in "-–—"
        return found.group().replace("’", "'") in self.known.starters or (
            "'" in found.group()[:3].replace("’", "'")
            and found.group().replace("’", "'").partition("'")[0] + "'" in self.known.starters
        )

    def _is_pronoun(self, word: str, left: str) -> bool:
        """True for the English pronoun, which ends sentences: "so do I"."""
        return word == "I" and self.language == "en" and bool(regex.search(r"\p{Ll} I$", left))

    def _forces(self, stop: int, mark: str, following: str) -> bool:
        """Cut where sentencex did not: it leaves quotations whole, readers of bitexts do not."""
        if following[:1] in "*•▪●◦" or (self.cased and _LOWER_BRAND.match(following)):
            return True
        if not following[:1].isupper() and following[:1] not in _OPENERS:
            return False
        if mark != "." and following[:1].isalpha() and self._is_starter(following):
            return True
        return stop in self.quoted

    def _place(self, junction: regex.Match[str]) -> int:
        """Put the cut between closing and opening quotes; past white space."""
        begin, end = junction.span("tail")
        text = self.text
        cut = begin
        for offset in range(begin, end):
            character = text[offset]
            if character.isspace():
                continue
            if not self._closes(offset, character):
                break
            cut = offset + 1
        while cut < end and text[cut].isspace():
            cut += 1
        return cut

    def _closes(self, offset: int, character: str) -> bool:
        if character in "([¿¡":
            return False
        if character in ")]":
            return True
        spaced_left = self.text[offset - 1].isspace()
        spaced_right = offset + 1 >= len(self.text) or self.text[offset + 1].isspace()
        if spaced_left != spaced_right:
            return spaced_right
        if not spaced_left:
            return True
        # Spaces on both sides, as in tokenised text: of two straight quotes in a row the first
        # closes; otherwise they alternate.
        if character in "\"'":
            if self.text[offset + 1 : offset + 3].strip() == character:
                return True
            return self._count(character, offset) % 2 == 1
        if character == "“":
            return self.language in _GERMAN_QUOTES
        return character not in _OPENERS

    def _count(self, character: str, end: int) -> int:
        """Count a character before an offset."""
        if character not in self.straight:
            self.straight[character] = [
                at for at, each in enumerate(self.text) if each == character
            ]
        return bisect_left(self.straight[character], end)


class _Spans:
    """Stretches of a text that do not overlap; ``offset in spans`` asks for the inside of one."""

    def __init__(self, pattern: regex.Pattern[str], text: str) -> None:
        found = [match.span() for match in pattern.finditer(text)]
        self._begins = [begin for begin, _ in found]
        self._ends = [end for _, end in found]

    def __contains__(self, offset: int) -> bool:
        at = bisect_left(self._begins, offset) - 1
        return at >= 0 and offset < self._ends[at]


_PAIRS = regex.compile(
    r"“[^”“]*”|\"[^\"]*\"|«[^»«]*»|„[^“”„]*[“”]|»[^«»]*«|‘(?:[^’‘]|(?<=\p{L})’(?=\p{L}))*’"
    r"|(?<![\p{L}\d])'(?:[^']|(?<=\p{L})'(?=\p{L}))*'(?!\p{L})"
)


# Remarks in brackets stay whole.
_BRACKETED = regex.compile(r"\([^()]{1,400}\)")


def _wide_starts(text: str, proposals: list[int]) -> list[int]:
    """Sentence starts of a text without spaces between words."""
    found = set(proposals)
    for junction in _WIDE_JUNCTION.finditer(text):
        found.difference_update(range(junction.start(), junction.end()))
        found.add(junction.end())
    kept: list[int] = []
    for offset in sorted(found):
        last = kept[-1] if kept else 0
        if not last < offset < len(text) or _LIST_PIECE.fullmatch(text, last, offset):
            continue
        if _GOING_ON.match(text, offset):
            continue
        if not _INNER_MARK.search(text[max(0, offset - _INNER_WIDTH) : offset]):
            kept.append(offset)
    return kept


def _with_clauses(text: str, starts: list[int]) -> list[int]:
    """Add the clauses that are long enough to the sentence starts of a Thai or Lao text."""
    found: list[int] = []
    for begin, end in pairwise([0, *starts, len(text)]):
        found.append(begin)
        for gap in _CLAUSE_GAP.finditer(text, begin, end):
            if min(gap.start() - found[-1], end - gap.end()) >= _LEAST_CLAUSE:
                found.append(gap.end())
    return found[1:]


@cache
def rule_hash() -> str:
    """Return a short hash of the tables and the version of the rules."""
    digest = hashlib.sha256(str(RULES_VERSION).encode())
    for name in ("abbreviations.tsv", "starters.tsv"):
        digest.update(resources.files("diglot.text").joinpath("data", name).read_bytes())
    for pattern in (_JUNCTION, _WIDE_JUNCTION, _INITIALS, _LIST_NUMBER, _LABEL, _ORDINAL, _NUMERAL):
        digest.update(pattern.pattern.encode())
    return digest.hexdigest()[:10]


@cache
def signature() -> str:
    """Name the method: the version of sentencex and the hash of the rules."""
    from importlib import metadata

    return f"sentencex:{metadata.version('sentencex')}|rules:{rule_hash()}"
