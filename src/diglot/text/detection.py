"""Which language a text is in, told offline.

Compact Language Detector 2 knows 160 languages, and says so where it is not sure; py3langid knows
97, tells short texts, too, and takes every other language for one of these. So the second is asked
only where the first is silent.

Reference: Lui and Baldwin 2012, langid.py: An off-the-shelf language identification tool (here in
the py3langid edition).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache
from typing import Any

import regex

from diglot.text.languages import UNDETERMINED, language_table, name, normalise, script

# Letters needed before an answer is worth anything, and characters looked at.
_ENOUGH = 20
_SAMPLE = 20_000
_PIECES = 5
_LATIN = regex.compile(r"\p{Latin}+")
_OTHER = regex.compile(r"[\p{L}--\p{Latin}]+", regex.V1)
_WIDE = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}]")
_OTHER_SHARE = 0.3
# Letters of languages that the model does not know, or hardly, and takes for another one in the
# same script or in none like it; neither has them.
_TELLING = {
    "my": r"[\p{Myanmar}&&\p{L}]",
    "dv": r"[\p{Thaana}&&\p{L}]",
    "ckb": "[ێڵڕ]",
    "ps": "[ټډړښګڼځڅۍ]",
    "sd": "[ڪٻڄڃڏٿڊڻ]",
    "ti": "[ኣቐ-ቝ]",
    "tg": "[ӣӯҷ]",
    "yi": "[װױײ]",
}
_TELLS = {code: regex.compile(letters, regex.V1 | regex.I) for code, letters in _TELLING.items()}
_TELLING_SHARE = 0.02
# Scripts that one language has to itself, or nearly: a few letters tell it.
_ALONE = {
    language: regex.compile(rf"[{letters}]", regex.V1)
    for language, letters in {
        "ja": r"\p{Hiragana}\p{Katakana}", "ko": r"\p{Hangul}", "th": r"\p{Thai}", "lo": r"\p{Lao}",
        "km": r"\p{Khmer}", "el": r"\p{Greek}", "he": r"\p{Hebrew}", "hy": r"\p{Armenian}",
        "ka": r"\p{Georgian}", "gu": r"\p{Gujarati}", "pa": r"\p{Gurmukhi}", "ta": r"\p{Tamil}",
        "te": r"\p{Telugu}", "kn": r"\p{Kannada}", "ml": r"\p{Malayalam}", "si": r"\p{Sinhala}",
    }.items()
}  # fmt: skip
_FEW, _FEW_SHARE = 4, 0.3
# Below this probability the answer is "undetermined".
_SURE = 0.5
# Letters from which on a language is told only if the first detector does not think of another.
_TELLING_LETTERS = 200
# Characters that the first detector is asked about at once.
_PIECE = 1_200
# Codes of the first detector that are others now; Kurdish, which it is said to know, it is never
# sure of.
_RENAMED = {"iw": "he", "jw": "jv", "bh": "bho", "ku": "", "zh-Hant": "zh"}


def detect(text: str, *, candidates: Iterable[str] | None = None) -> tuple[str, float]:
    """Return the language of ``text`` and the probability of that answer.

    Long texts are judged by samples from start to end, so that a preface in another language does
    not decide.

    Args:
        text: at least a sentence; shorter texts give ``und``, but in a script of one language.
        candidates: codes or names of the languages that it can be; all known ones when None.

    Returns:
        ISO 639-1 code (ISO 639-3 where there is none) and probability; ``("und", p)`` when the
        text is too short or no language is likely.

    Raises:
        ConfigError: a candidate is unknown.
    """
    sample = _in_main_script(_sampled(text))
    letters = sum(map(str.isalpha, sample))
    wanted = None if candidates is None else {normalise(each) for each in candidates}
    if letters < _ENOUGH:
        found = _of_script(sample, letters, wanted)
        return found, float(found != UNDETERMINED)
    if not sample.isascii():
        for language, telling in _TELLS.items():
            told = len(telling.findall(sample)) > _TELLING_SHARE * letters
            if told and (wanted is None or language in wanted):
                return language, 1.0
    known, share = _confirmed(sample)
    if known and (wanted is None or known in wanted):
        return known, share
    scores: dict[str, float] = {}
    for label, score in _identifier().rank(sample):
        code = _code(label)
        if code is not None and (wanted is None or code in wanted):
            scores[code] = scores.get(code, 0.0) + float(score)
    total = sum(scores.values())
    if not scores or total <= 0.0:
        return UNDETERMINED, 0.0
    best = max(scores, key=lambda code: (scores[code], code))
    probability = scores[best] / total
    doubted = best in _confirmable() and best not in _shares(sample, guesses=True)
    if wanted is None and letters >= _TELLING_LETTERS and doubted:
        return UNDETERMINED, 0.0
    return (best if probability >= _SURE else UNDETERMINED), probability


def _of_script(sample: str, letters: int, wanted: Collection[str] | None) -> str:
    """Return the only language, of those wanted, that a few letters can be in by their script."""
    least = max(_FEW, _FEW_SHARE * letters)
    alone = [code for code, each in _ALONE.items() if len(each.findall(sample)) >= least]
    if wanted is not None and not alone and letters >= _FEW:
        is_latin = 2 * sum(map(len, _LATIN.findall(sample))) > letters
        alone = [code for code in wanted if (script(code) == "Latn") == is_latin]
        alone = alone if len(alone) == 1 else []
    return next((code for code in alone if wanted is None or code in wanted), UNDETERMINED)


def wrong_language_warning(text: str, language: str) -> str | None:
    """Return a line of warning when a text is surely not in the language it is said to be in.

    Raises:
        ConfigError: the language is unknown.
    """
    code = normalise(language)
    found, probability = detect(text)
    if probability < 0.9 or is_close(found, code) or not _is_known(code):
        return None
    return f"the text given as {name(code)} ({code}) seems to be in {name(found)} ({found})"


def _is_known(code: str) -> bool:
    """Tell whether a detector knows a language; others may be taken for some that it knows."""
    return code in _confirmable() or code in map(_code, _identifier().nb_classes)


def is_close(code: str, other: str) -> bool:
    """Tell whether two codes name one language, close ones that are confused, or none."""
    return UNDETERMINED in (code, other) or code == other or code in _CLOSE.get(other, frozenset())


_FAMILIES = (
    frozenset({"nb", "nn", "no", "da"}),
    frozenset({"hr", "sr", "bs", "sh"}),
    frozenset({"id", "ms"}),
    frozenset({"gl", "pt"}),
    frozenset({"zh", "yue"}),
    frozenset({"de", "lb"}),
    frozenset({"tl", "fil"}),
)
_CLOSE = {code: family for family in _FAMILIES for code in family}


def _in_main_script(sample: str) -> str:
    """Return a sample in one script: Latin, unless much of it is in another one.

    Names, code and what was left in English stand in texts of every script, and a mixture looks
    like a third language. A sign of Chinese, Japanese or Korean says about as much as two letters.
    """
    latin = sum(map(len, _LATIN.findall(sample)))
    wide = len(_WIDE.findall(sample))
    others = sum(map(str.isalpha, sample)) - latin + wide
    return (_LATIN if others >= _OTHER_SHARE * (latin + others) else _OTHER).sub(" ", sample)


def _sampled(text: str) -> str:
    if len(text) <= _SAMPLE:
        return text
    size = _SAMPLE // _PIECES
    step = (len(text) - size) // (_PIECES - 1)
    return "\n".join(text[each * step : each * step + size] for each in range(_PIECES))


def _confirmed(sample: str) -> tuple[str, float]:
    """Return the language that the first detector is sure of, or "", and its share of a text."""
    shares = _shares(sample)
    best = max(shares, key=lambda code: (shares[code], code), default="")
    if best not in _confirmable() or shares[best] < _SURE:
        return "", 0.0
    return best, shares[best]


def _shares(sample: str, *, guesses: bool = False) -> dict[str, float]:
    """Return the shares of a text in the languages that the first detector is sure of.

    It is asked about pieces: of more than four kilobytes it passes over what it has seen before,
    which would leave little of a list of messages.

    Args:
        sample: the text.
        guesses: take its best guess where it is not sure.
    """
    detector = _detector()
    shares: dict[str, float] = {}
    pieces = [sample[begin : begin + _PIECE] for begin in range(0, len(sample), _PIECE)]
    for piece in pieces if detector else ():
        plain = piece.encode("utf-8", "replace").translate(None, _CONTROLS)
        try:
            sure, _, found = detector.detect(plain, bestEffort=guesses)
        except detector.error:  # characters that are newer than its tables
            continue
        label, percent = found[0][1:3]
        if sure or guesses:
            code = _RENAMED.get(label, label)
            shares[code] = shares.get(code, 0.0) + percent / 100 / len(pieces)
    return shares


_CONTROLS = bytes({*range(32), 127} - {9, 10, 13})


@cache
def _confirmable() -> frozenset[str]:
    """Return the languages that the first detector knows."""
    detector = _detector()
    if detector is None:
        return frozenset()
    labels = dict(detector.LANGUAGES)
    codes = (labels[name] for name in detector.DETECTED_LANGUAGES)
    return frozenset(_RENAMED.get(code, code) for code in codes) & frozenset(language_table())


@cache
def _detector() -> Any:
    """Load the first detector; None on systems for which it is not to be had ready made."""
    try:
        import pycld2
    except ImportError:
        return None
    return pycld2


@cache
def _code(label: str) -> str | None:
    """Return our code for a label of the model; None for labels that are no language here."""
    if label in language_table():
        return label
    return next((code for code, each in language_table().items() if label in each.aliases), None)


@cache
def _identifier() -> Any:
    """Load the model (some tenths of a CPU second) once."""
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_pickled_model(MODEL_FILE, norm_probs=True)
