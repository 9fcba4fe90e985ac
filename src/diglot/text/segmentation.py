"""Cut the blocks of a document into segments.

Sentences, paragraphs or lines, by our own rules or those of an SRX file.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace

import regex

from diglot.errors import ConfigError
from diglot.model.document import Block, Document, Segment, SrxRule, SrxRules
from diglot.text import boundaries
from diglot.text.languages import UNDETERMINED, normalise

# Segment by the rules of an SRX file.
#
# SRX patterns are written for ICU or Java; the few spellings that ``regex`` reads differently are
# translated. A rule that cannot be translated is an error that names its number, never skipped.

# One pattern may search one paragraph for this long: users' rules can backtrack without end.
_TIMEOUT = 2.0

_HORIZONTAL = r"\t \u00A0\u1680\u180E\u2000-\u200A\u202F\u205F\u3000"
_VERTICAL = r"\n\x0B\f\r\x85\u2028\u2029"
_ESCAPES = {
    "h": (f"[{_HORIZONTAL}]", _HORIZONTAL),
    "H": (f"[^{_HORIZONTAL}]", None),
    "R": (rf"(?:\r\n|[{_VERTICAL}])", None),
    "v": (f"[{_VERTICAL}]", _VERTICAL),
    "Z": (r"(?=\n?\Z)", None),
    "z": (r"\Z", None),
    "e": (r"\x1B", r"\x1B"),
}
_HEX = regex.compile(r"\\x\{([0-9A-Fa-f]{1,6})\}")
_JAVA_CLASSES = regex.compile(r"\\([pP])\{(?:Is|In|java)([A-Z]\w*)\}")
_JAVA_NAMES = {"LowerCase": "Ll", "UpperCase": "Lu", "Whitespace": "White_Space", "Letter": "L"}


class Cutter:
    """The rules of one SRX file that serve one language, ready to cut.

    Args:
        rules: the parsed file.
        language: the code as the user gave it, e.g. ``en-GB``; SRX maps match the whole code.

    Raises:
        ConfigError: no rules serve the language, or a pattern cannot be used; the message lists
            the rules by the name of their ``languagerule`` and number, from 1.
    """

    def __init__(self, rules: SrxRules, language: str) -> None:
        self._rules: list[tuple[bool, regex.Pattern[str]]] = []
        self._name = rules.name
        bad: list[str] = []
        named = dict(rules.languages)
        for name in rule_names(rules, language):
            for number, rule in enumerate(named[name], 1):
                try:
                    self._rules.append((rule.breaks, _compile(rule)))
                except (regex.error, ValueError) as error:
                    bad.append(f"{name} rule {number} ({error})")
        if bad:
            raise ConfigError(f"{rules.name}: patterns that cannot be used: {'; '.join(bad)}")

    def starts(self, text: str) -> list[int]:
        """Return the offsets at which segments begin in one paragraph, but the first.

        Raises:
            ConfigError: a rule took too long on this paragraph.
        """
        verdicts: dict[int, bool] = {}
        for number, (breaks, pattern) in enumerate(self._rules, 1):
            try:
                for match in pattern.finditer(text, overlapped=True, timeout=_TIMEOUT):
                    # The first rule in order that matches at a position decides on it.
                    verdicts.setdefault(match.end(), breaks)
            except TimeoutError as error:
                raise ConfigError(
                    f"{self._name}: rule {number} took more than {_TIMEOUT:.0f} s on one "
                    "paragraph; simplify its pattern"
                ) from error
        return sorted(at for at, breaks in verdicts.items() if breaks and 0 < at < len(text))


def rule_names(rules: SrxRules, language: str) -> list[str]:
    """Return the names of the rule lists that serve ``language``, in the order they apply.

    Raises:
        ConfigError: none does, or a map names a list that the file does not hold.
    """
    named = dict(rules.languages)
    found: list[str] = []
    for entry in rules.maps:
        try:
            # Codes are matched in any case: files say EN, en and [eE][nN].
            matches = regex.fullmatch(
                translate_pattern(entry.pattern), language, flags=regex.IGNORECASE, timeout=_TIMEOUT
            )
        except (regex.error, ValueError, TimeoutError) as error:
            raise ConfigError(
                f"{rules.name}: language pattern {entry.pattern!r} cannot be used ({error})"
            ) from error
        if matches and entry.rules not in found:
            if entry.rules not in named:
                raise ConfigError(
                    f"{rules.name}: a map names the rules {entry.rules!r}, which are missing"
                )
            found.append(entry.rules)
            if not rules.cascade:
                break
    if not found:
        raise ConfigError(
            f"{rules.name}: no rules for the language {language!r}; "
            f"the file has {', '.join(named) or 'none at all'}"
        )
    return found


def translate_pattern(pattern: str) -> str:
    r"""Return an ICU or Java pattern in the dialect of ``regex``.

    Translated are ``\h \H \v \R \Z \z \e``, ``\Q..\E``, ``\x{h..h}``, Java's ``\p{IsX}`` and the
    set operators that ICU writes inside brackets.

    Raises:
        ValueError: the pattern ends inside an escape or a quotation.
    """
    pattern = _HEX.sub(lambda match: _literal(chr(int(match[1], 16))), pattern)
    pattern = _JAVA_CLASSES.sub(
        lambda match: rf"\{match[1]}{{{_JAVA_NAMES.get(match[2], match[2])}}}", pattern
    )
    result: list[str] = []
    depth = 0
    at = 0
    while at < len(pattern):
        character = pattern[at]
        if character == "\\":
            piece, at = _escape(pattern, at, inside=depth > 0)
            result.append(piece)
            continue
        if character == "[":
            if pattern.startswith("[:", at):
                end = pattern.find(":]", at)
                if end > 0:
                    result.append(pattern[at : end + 2])
                    at = end + 2
                    continue
            depth += 1
        elif character == "]" and depth:
            depth -= 1
        elif depth and character in "&-" and pattern.startswith(character + "[", at):
            # ICU: [a-z&[^b]] and [\p{L}-[a]]; the operators of ``regex`` are doubled.
            if character == "-" and (result[-1:] == ["["] or pattern[at - 1] == "-"):
                result.append(character)
                at += 1
                continue
            if pattern[at - 1] != character:
                result.append(character * 2)
                at += 1
                continue
        result.append(character)
        at += 1
    return "".join(result)


def _escape(pattern: str, at: int, *, inside: bool) -> tuple[str, int]:
    if at + 1 >= len(pattern):
        raise ValueError("it ends in a backslash")
    letter = pattern[at + 1]
    if letter == "Q":
        end = pattern.find(r"\E", at)
        quoted = pattern[at + 2 : end if end > 0 else len(pattern)]
        return "".join(_literal(each) for each in quoted), end + 2 if end > 0 else len(pattern)
    if letter in _ESCAPES:
        outside, within = _ESCAPES[letter]
        if not inside:
            return outside, at + 2
        if within is None:
            raise ValueError(rf"\{letter} is not allowed inside brackets")
        return within, at + 2
    return pattern[at : at + 2], at + 2


def _literal(character: str) -> str:
    return regex.escape(character, special_only=False, literal_spaces=False)


def _compile(rule: SrxRule) -> regex.Pattern[str]:
    before, after = translate_pattern(rule.before), translate_pattern(rule.after)
    # Patterns are compiled apart first, so that a stray bracket cannot reach over.
    regex.compile(before, flags=regex.V1)
    regex.compile(after, flags=regex.V1)
    ahead = f"(?={after})" if after else ""
    return regex.compile(f"(?:{before}){ahead}", flags=regex.V1 | regex.MULTILINE)


MODES = ("sentences", "paragraphs", "lines")

# Blocks of these kinds are no running prose: their lines stand for themselves.
_LINE_KINDS = frozenset({"line", "code"})
_LINE_END = regex.compile(r"\r?\n")
# A text with fewer capitals than this says nothing by a small letter (lower-cased corpora), nor
# does one in letters that have none: the name of a command begins its sentences as it is written.
_CAPITALS = 0.002
_SAMPLE, _STEP = 20_000, 1_000
_CAPITAL, _CASED = regex.compile(r"\p{Lu}"), regex.compile(r"[\p{Lu}\p{Ll}]")
# White space, and signs of no width; those that turn the direction belong to the text beside them.
_EDGES = "".join(filter(str.isspace, map(chr, range(0x3001)))) + "\u200b\ufeff"
_UNSEEN = "\u200e\u200f\u061c\u2060"
_CASELESS = regex.compile(r"[\p{Lo}\p{Georgian}]")


def segment(
    document: Document,
    *,
    language: str | None = None,
    mode: str = "sentences",
    srx: SrxRules | None = None,
) -> Document:
    """Return the document with its segments filled in; the text and the blocks stay as they are.

    Segments never cross a block, lie in text order, and leave white space at both ends outside.
    Empty lines of a block of kind ``line``, and all lines in ``lines`` mode, stay as empty
    segments: in line-parallel files their position counts.

    Args:
        document: a text that has been read; without blocks it counts as one paragraph.
        language: code or name; the document's own language when None, then ``und``.
        mode: ``sentences``, ``paragraphs`` (one segment a block) or ``lines``.
        srx: the user's rules; they replace all of ours in ``sentences`` mode.

    Raises:
        ConfigError: unknown mode or language, or SRX rules with a pattern that cannot be used.
    """
    if mode not in MODES:
        raise ConfigError(f"unknown segmentation mode {mode!r}: choose from {', '.join(MODES)}")
    if srx is not None and mode != "sentences":
        raise ConfigError(f"SRX rules cut sentences and cannot be used in {mode} mode")
    spelled = language or document.language
    code = normalise(spelled) if spelled else UNDETERMINED
    if not document.blocks and document.text:
        document = replace(document, blocks=(Block(0, len(document.text)),))
    cut, name = _method(document, code, spelled or UNDETERMINED, mode, srx)
    segments: list[Segment] = []
    for index, block in enumerate(document.blocks):
        whole_lines = mode == "lines" or block.kind in _LINE_KINDS
        text = document.text[block.start : block.end]
        starts = [0, *(_line_starts(text) if whole_lines else cut(text)), len(text)]
        for begin, end in itertools.pairwise(starts):
            first, last = _trim(text, begin, end)
            if first < last or (whole_lines and block.kind != "code"):
                segments.append(Segment(block.start + first, block.start + last, index))
    return replace(
        document, segments=tuple(segments), segmenter=name, language=document.language or code
    )


def _method(
    document: Document, code: str, spelled: str, mode: str, srx: SrxRules | None
) -> tuple[Callable[[str], list[int]], str]:
    """Return the function that finds the inner boundaries of a block, and its signature."""
    if mode != "sentences":
        return (lambda _text: []), mode
    if srx is not None:
        cutter = Cutter(srx, spelled)
        return cutter.starts, f"srx:{srx.name}:{srx.digest[:10]}|language:{spelled}"
    cased = _is_cased(document.text)
    name = f"{boundaries.signature()}|language:{code}"
    return (lambda text: boundaries.sentence_starts(text, code, cased=cased)), name


def _is_cased(text: str) -> bool:
    sample = text[:_SAMPLE]
    if not text.isascii() and 2 * len(_CASELESS.findall(sample)) > len(sample):
        return False
    capitals = 0
    for begin in range(0, len(sample), _STEP):
        capitals += len(_CAPITAL.findall(sample[begin : begin + _STEP]))
        if capitals > _CAPITALS * len(sample):  # whatever follows
            return True
    letters = len(_CASED.findall(sample))
    return not letters or capitals > _CAPITALS * letters


def _line_starts(text: str) -> list[int]:
    return [match.end() for match in _LINE_END.finditer(text)]


def _trim(text: str, begin: int, end: int) -> tuple[int, int]:
    piece = text[begin:end]
    inner = piece.strip(_EDGES)
    if not inner.strip(_UNSEEN):
        return begin, begin
    first = begin + len(piece) - len(piece.lstrip(_EDGES))
    return first, first + len(inner)
