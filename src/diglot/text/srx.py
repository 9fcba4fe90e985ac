"""Segment by the rules of an SRX file.

SRX patterns are written for ICU or Java; the few spellings that ``regex`` reads differently are
translated. A rule that cannot be translated is an error that names its number, never skipped.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import regex

from diglot.errors import ConfigError

if TYPE_CHECKING:
    from diglot.model.srx import SrxRule, SrxRules

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
                translate(entry.pattern), language, flags=regex.IGNORECASE, timeout=_TIMEOUT
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


def translate(pattern: str) -> str:
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
            raise ValueError(rf"\{letter} cannot stand inside brackets")
        return within, at + 2
    return pattern[at : at + 2], at + 2


def _literal(character: str) -> str:
    return regex.escape(character, special_only=False, literal_spaces=False)


def _compile(rule: SrxRule) -> regex.Pattern[str]:
    before, after = translate(rule.before), translate(rule.after)
    # Patterns are compiled apart first, so that a stray bracket cannot reach over.
    regex.compile(before, flags=regex.V1)
    regex.compile(after, flags=regex.V1)
    ahead = f"(?={after})" if after else ""
    return regex.compile(f"(?:{before}){ahead}", flags=regex.V1 | regex.MULTILINE)
