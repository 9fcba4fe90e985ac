"""Lemmas as dictionaries print them become words: remarks go, variants become translations.

Every rule is named and can be switched on or off; what a rule leaves out or changes is counted.
Unicode form and blanks are the graph's own business (`interning.normal`).
"""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from diglot.errors import ConfigError
from diglot.lexicons.graph.parts_of_speech import UNKNOWN, lexinfo_part
from diglot.text.languages import normalise

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from diglot.formats.blocks import Skips
    from diglot.model import Translation

WORDS = 4  # more are a gloss, not a lemma
LENGTH = "length"  # name of the rule that says so

_OPTIONAL = re.compile(r"(?<=\w)\((\w+)\)|\((\w+['’-]?)\)(?=\w)")
_REMARK = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|<[^<>]*>|\{[^{}]*\}|(?<!\S)/[^/]*[^/\s]/(?!\S)")
# Half a remark, where a parser cut it in two; a bracket alone is no remark.
_ALONE = re.compile(r"(?<!\S)[()\[\]<>{}](?!\S)")
_HALF = re.compile(r"(?<!\S)[(\[<{][^)\]>}]*$|^[^(\[<{]*[)\]>}](?!\S)")
_UNDERSCORE = re.compile(r"(?<=\w)_+(?=\w)")
_JOIN = re.compile(r"(?<=[^\W\d_]{2})\+(?=[^\W\d_]{2})")
_BETWEEN_VARIANTS = re.compile(r"\s*;\s*|\s*[,،、]\s+|\s*、\s*")
_SENTENCE = re.compile(r"\w{3}[.!?…]['\"”»)]?\s+\S|:\s|[\"“”«»]|(?:\S+\s+){2,}\S*[^.\s]{3,}\.$|…$")
# Where no part of speech is told, these are no verbs after "to".
_PHRASES = frozenset({"boot", "capacity", "date", "order", "perfection", "scale", "wit", "some"})


@dataclass(frozen=True, slots=True)
class Rule:
    """One thing that is done to a lemma.

    Attributes:
        trigger: what a lemma must hold for the rule to look at it: a regular expression.
        apply: gives the words that a lemma stands for: none if it is no word, several if it lists
            variants; called with the lemma, the code of its language and its part of speech (that
            of its translation where it has none).
        counted: what is counted when the rule leaves a lemma out; empty if it never does.
    """

    trigger: str
    apply: Callable[[str, str, str], tuple[str, ...]]
    counted: str = ""


def underscores(lemma: str, language: str, part: str) -> tuple[str, ...]:  # noqa: ARG001
    """``demi_pre`` is ``demi pre``: some formats write blanks inside a lemma so."""
    return (_UNDERSCORE.sub(" ", lemma),)


def joins(lemma: str, language: str, part: str) -> tuple[str, ...]:  # noqa: ARG001
    """``de+el`` is ``de el``: Apertium joins words with ``+``. ``I+D`` and ``Na+`` stay."""
    return (_JOIN.sub(" ", lemma),)


def remarks(lemma: str, language: str, part: str) -> tuple[str, ...]:  # noqa: ARG001
    """``bank (money)`` is ``bank``, ``colo(u)r`` is ``colour``; what is all remark is no word."""
    without = _OPTIONAL.sub(r"\1\2", lemma)
    while (shorter := _REMARK.sub(" ", without)) != without:
        without = shorter
    without = " ".join(_HALF.sub(" ", _ALONE.sub(" ", without)).split())
    return (without,) if without else ()


def variants(lemma: str, language: str, part: str) -> tuple[str, ...]:  # noqa: ARG001
    """``car; automobile`` is two words. ``1,000`` is one."""
    return tuple(dict.fromkeys(filter(None, _BETWEEN_VARIANTS.split(lemma))))


def infinitive(lemma: str, language: str, part: str) -> tuple[str, ...]:
    """``to go`` is ``go`` if it is an English verb; ``to and fro`` stays."""
    if language != "en" or lemma[:3].casefold() != "to ":
        return (lemma,)
    rest = lemma[3:].strip()
    if part == UNKNOWN:
        is_verb = rest.isalpha() and rest.casefold() not in _PHRASES
    else:
        is_verb = part in {"verb", "auxiliary", "modal"}
    return (rest,) if is_verb and rest else (lemma,)


def glosses(lemma: str, language: str, part: str) -> tuple[str, ...]:  # noqa: ARG001
    """What reads as a sentence explains a word and is none."""
    return () if _SENTENCE.search(lemma) else (lemma,)


RULES = {
    "underscores": Rule("_", underscores),
    "joins": Rule(r"\+", joins),
    "remarks": Rule(r"[()\[\]<>{}/]", remarks, "lemma that is all remark"),
    "glosses": Rule(r"[.!?:…\"“”«»]", glosses, "sentence in place of a lemma"),
    "variants": Rule("[;,،、]", variants, "lemma without a word"),
    "infinitive": Rule(r"^[Tt]o\s", infinitive),
}
"""The rules by name, in the order in which they apply; the limit of words comes last."""

SHEETS = ("infinitive",)
APERTIUM = ("underscores", "joins", "infinitive")
PRINTED = ("remarks", "glosses", "variants", "infinitive")
_BY_FORMAT = {
    "dix": APERTIUM,
    "csv": SHEETS,
    "xlsx": SHEETS,
    "freedict": PRINTED,
    "dictd": PRINTED,
    "stardict": PRINTED,
    "wiktextract": PRINTED,
}


@dataclass(frozen=True, slots=True)
class Normalisation:
    """Which rules apply.

    Attributes:
        rules: names of `RULES`.
        words: most words of a lemma; None for any number.
    """

    rules: tuple[str, ...] = ()
    words: int | None = None


def for_format(name: str) -> Normalisation:
    """Return what suits the dictionaries of a format.

    Data sets are taken as they are; dictionaries that people print hold remarks, variants and
    glosses beside their words; those of Apertium join words in ways of their own.
    """
    rules = _BY_FORMAT.get(name, ())
    return Normalisation(rules, WORDS if rules == PRINTED else None)


def chosen(names: Collection[str], *, words: int = WORDS) -> Normalisation:
    """Return a choice of rules.

    Args:
        names: of `RULES`, or ``length`` for the limit of words; none leaves lemmas as they are.
        words: most words of a lemma, if ``length`` is among the names.

    Raises:
        ConfigError: there is no such rule, or the number of words is below 1.
    """
    known = (*RULES, LENGTH)
    for name in names:
        if name not in known:
            close = difflib.get_close_matches(name, known, n=1)
            hint = f"; did you mean {close[0]}?" if close else ""
            raise ConfigError(f"there is no rule {name!r}{hint} There are {', '.join(known)}")
    if words < 1:
        raise ConfigError(f"a lemma of at most {words} words is none: give 1 or more")
    limit = words if LENGTH in names else None
    return Normalisation(tuple(name for name in RULES if name in names), limit)


def normalised(
    translations: Iterable[Translation], normalisation: Normalisation, skips: Skips
) -> Iterator[Translation]:
    """Give translations with their lemmas as words.

    Args:
        translations: as they stand in a dictionary.
        normalisation: which rules apply.
        skips: counts what is left out, and how many lemmas a rule changes.
    """
    rules = [(name, RULES[name]) for name in RULES if name in normalisation.rules]
    triggers = [rule.trigger for _, rule in rules]
    if normalisation.words is not None:
        triggers.append(rf"\S(?:\s+\S+){{{normalisation.words}}}")
    if not triggers:
        yield from translations
        return
    concerned: Callable[[str], object] = re.compile("|".join(triggers)).search
    steps = _Steps(rules, normalisation.words, skips)
    for each in translations:
        if not concerned(each.source) and not concerned(each.target):
            yield each
            continue
        sources = steps.words(
            each.source, each.source_language, each.source_pos or each.target_pos or ""
        )
        targets = steps.words(
            each.target, each.target_language, each.target_pos or each.source_pos or ""
        )
        for source in sources:
            for target in targets:
                if source == each.source and target == each.target:
                    yield each
                else:
                    yield replace(each, source=source, target=target)


class _Steps:
    """The rules in turn, and what they did."""

    def __init__(self, rules: list[tuple[str, Rule]], words: int | None, skips: Skips) -> None:
        self._rules, self._words, self._skips = rules, words, skips
        self._triggers = [re.compile(rule.trigger).search for _, rule in rules]

    def words(self, lemma: str, language: str, part: str) -> list[str]:
        found = [lemma]
        for (name, rule), triggered in zip(self._rules, self._triggers, strict=True):
            before, found = found, []
            for each in before:
                if not triggered(each):
                    found.append(each)
                    continue
                after = rule.apply(each, _code(language), lexinfo_part(part))
                found.extend(after)
                if not after:
                    self._skips.add(rule.counted, each)
                elif after != (each,):
                    self._skips.add(f"lemma changed by the rule {name}", each)
        if self._words is None:
            return found
        short = [each for each in found if len(each.split()) <= self._words]
        for each in found:
            if len(each.split()) > self._words:
                self._skips.add(f"lemma of more than {self._words} words", each)
        return short


@lru_cache(1 << 10)
def _code(language: str) -> str:
    try:
        return normalise(language)
    except ConfigError:
        return language
