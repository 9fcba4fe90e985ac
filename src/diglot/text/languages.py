"""Language codes: one spelling for each language, its script, direction and joining character."""

from __future__ import annotations

import difflib
import re
import unicodedata
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from importlib import resources

from diglot.errors import ConfigError


class AbbreviationClass(Enum):
    """How an abbreviation behaves before its full stop; ``abbreviations.tsv`` explains them."""

    NEVER = "never"
    MID = "mid"
    END = "end"
    NUMBER = "number"


# A word in several rows takes the class that asks more of the context.
_STRENGTH = (
    AbbreviationClass.NEVER,
    AbbreviationClass.MID,
    AbbreviationClass.END,
    AbbreviationClass.NUMBER,
)
# Languages that write ordinal numbers with a full stop: "3. Mai", "2. világháború".
ORDINALS = frozenset(
    {"bs", "cs", "da", "de", "et", "fi", "hr", "hsb", "hu", "is", "lb", "lv"}
    | {"nb", "nn", "no", "sh", "sk", "sl", "sr", "tr"}
)
ANY = "*"


@dataclass(frozen=True, slots=True)
class AbbreviationHabits:
    """Abbreviations and sentence starters of one language.

    Attributes:
        folded: abbreviations in lower case that match in any case.
        exact: abbreviations that match as written only.
        starters: words that begin sentences, with their capital.
        ordinals: True when ordinal numbers take a full stop.
    """

    folded: dict[str, AbbreviationClass]
    exact: dict[str, AbbreviationClass]
    starters: frozenset[str]
    ordinals: bool

    def classify(self, word: str) -> AbbreviationClass | None:
        """Return the class of ``word`` (without its last stop), or None for a plain word."""
        return self.exact.get(word) or self.folded.get(word.lower())


@cache
def abbreviation_habits(language: str) -> AbbreviationHabits:
    """Return what is known of ``language`` (a normalised code); common entries for any other."""
    folded: dict[str, AbbreviationClass] = {}
    exact: dict[str, AbbreviationClass] = {}
    # Rows of the language come after the common ones and win over them.
    for codes in ([ANY], [language]):
        rows = [row for row in read_table("abbreviations.tsv") if set(row[0].split()) & set(codes)]
        for kind in reversed(_STRENGTH):
            for _, name, words in rows:
                if AbbreviationClass(name) is not kind:
                    continue
                for word in words.split():
                    (folded if word == word.lower() else exact)[word] = kind
    starters = {
        word
        for codes, words in read_table("starters.tsv")
        if language in codes.split()
        for word in words.split()
    }
    return AbbreviationHabits(folded, exact, frozenset(starters), language in ORDINALS)


UNDETERMINED = "und"
"""BCP 47 for a language that nobody tells."""

# Written without spaces between sentences, too.
_UNSPACED = frozenset({"ii", "ja", "lzh", "wuu", "yue", "zh"})
# Written without spaces between words: tokens are single characters.
_SPACELESS = frozenset({"bo", "dz", "ii", "ja", "km", "lo", "my", "th", "yue", "zh"})
# Scripts of ISO 15924 whose letters Unicode writes from right to left, and languages written in
# them that the table of languages does not have.
# fmt: off
_RTL_SCRIPTS = frozenset({
    "adlm", "arab", "aran", "armi", "avst", "chrs", "cprt", "elym", "gara", "hatr", "hebr", "hung",
    "khar", "lydi", "mand", "mani", "mend", "merc", "mero", "narb", "nbat", "nkoo", "orkh", "ougr",
    "palm", "phli", "phlp", "phnx", "prti", "rohg", "samr", "sarb", "sidt", "sogd", "sogo", "syrc",
    "syre", "syrj", "syrn", "thaa", "yezi",
})
_RTL_LANGUAGES = frozenset({
    "aeb", "arc", "azb", "bal", "glk", "khw", "lrc", "mzn", "nqo", "ota", "pnb", "syc", "syr",
})
# fmt: on
CODE_LENGTH = 3
"""Letters of a code of ISO 639-2 or 639-3."""
# ISO 639-2 keeps qaa..qtz free for local use.
_LOCAL_USE = ("qaa", "qtz")


@dataclass(frozen=True, slots=True)
class Language:
    """One language of the table.

    Attributes:
        code: ISO 639-1 code, or ISO 639-3 where there is none.
        aliases: ISO 639-2/3 codes and withdrawn codes that mean the same here.
        script: usual script, ISO 15924.
        names: English name first, then the language's own, and others of these two.
        foreign_names: what other languages call it.
    """

    code: str
    aliases: tuple[str, ...]
    script: str
    names: tuple[str, ...]
    foreign_names: tuple[str, ...]


@cache
def language_table() -> dict[str, Language]:
    """Return every known language by its code."""
    found = {}
    for code, aliases, script, *names in read_table("languages.tsv"):
        own, foreign = (tuple(filter(None, each.split("|"))) for each in names)
        found[code] = Language(code, tuple(aliases.split()), script, own, foreign)
    return found


def read_table(name: str) -> list[list[str]]:
    """Return the rows of a tab-separated table of the package, without comments and blanks."""
    text = resources.files("diglot.text").joinpath("data", name).read_text(encoding="utf-8")
    return [
        line.split("\t") for line in text.split("\n") if line.strip() and not line.startswith("#")
    ]


@cache
def _spellings() -> dict[str, str]:
    spellings: dict[str, str] = {}
    for language in language_table().values():
        for spelling in (*language.names, *language.aliases, *language.foreign_names):
            spellings.setdefault(spelling.casefold(), language.code)
    # A code always wins over an alias or a name that looks like it ("mo" is Moldavian, "cn" China).
    spellings.update({code: code for code in language_table()})
    return spellings


@lru_cache(1 << 10)
def primary_subtag(language: str) -> str:
    """Return the primary subtag in lower case: ``fr`` of ``fr-CA`` and ``FR_ca``."""
    return language.replace("_", "-").partition("-")[0].lower()


def is_of(tag: str, language: str) -> bool:
    """Tell whether a tag is that of a language, alone or with a region or a script."""
    return f"{tag.lower()}-".startswith(f"{language.lower()}-")


def code_if_known(language: str) -> str:
    """Return the code of a language as a file names it; a name unknown here stays."""
    try:
        return normalise(language)
    except ConfigError:
        return language


def normalise(language: str) -> str:
    """Return the code diglot uses for a language, e.g. ``en`` for ``en-GB``, ``eng``, ``English``.

    Args:
        language: BCP 47 tag, ISO 639-1/2/3 code, or a name in English, in the language itself or,
            of the larger ones, in another language.

    Raises:
        ConfigError: the language is unknown; the message lists close spellings.
    """
    folded = " ".join(language.replace("_", "-").split()).casefold()
    if folded in (UNDETERMINED, "mul", "zxx"):
        return UNDETERMINED
    known = _spellings()
    subtag = folded.partition("-")[0]
    for spelling in (folded, subtag):
        if spelling in known:
            return known[spelling]
    if folded.startswith("x-") or (len(subtag) == 3 and _LOCAL_USE[0] <= subtag <= _LOCAL_USE[1]):
        return UNDETERMINED
    close = difflib.get_close_matches(folded, known, n=4, cutoff=0.6)
    close = list(dict.fromkeys(f"{known[each]} ({name(known[each])})" for each in close))
    hint = f"did you mean {', '.join(close)}?" if close else "use a code such as en, fr or zh"
    raise ConfigError(
        f"unknown language {language!r}: {hint} "
        f"({UNDETERMINED} stands for a language that has no rules here)"
    )


# What stands beside the name or the code of a language in the heading of a column.
_IDLE = frozenset({
    "term", "terms", "source", "target", "text", "version", "versión", "versione", "versão",
    "fassung", "verze", "lingua", "langue", "idioma", "língua", "sprache",
    "in", "en", "em", "auf", "po", "na", "на",
})  # fmt: skip
# How adjectives are inflected, without accents: *englische*, *inglesa*, *angolul*; and those of
# Slavic languages, whose names of languages are adjectives themselves: *английское*, *angielskie*.
_INFLECTED = re.compile(r"(?P<stem>.{6,})(?:e[nmrs]?|[ao]|ul)")
_SLAVIC = re.compile(
    r"(?P<stem>.+(?:[sc]k|[сц]ь?к))(?:[aeiouy]|i[em]|[aу]|а|о|[иы][ием]|о[еимю]|ая|ого|ому)"
)
_KINDS = {
    "simplified": "Hans",
    "traditional": "Hant",
    "latin": "Latn",
    "cyrillic": "Cyrl",
    "american": "US",
    "british": "GB",
    "canadian": "CA",
    "australian": "AU",
    "swiss": "CH",
    "austrian": "AT",
    "belgian": "BE",
    "brazilian": "BR",
    "mexican": "MX",
    "latinamerican": "419",
}
_BETWEEN = re.compile(r"[\s_:;,./()\[\]-]+")
_IN_BRACKETS = re.compile(r"\([^()]*\)")
_LONGEST_HEADING = 60
_TAG = re.compile(
    r"(?:(?:source|target|terms?|text)[\s_-]*)?[(\[]?(?P<primary>[A-Za-z]{2,3})"
    r"(?P<rest>(?:[-_][A-Za-z0-9]{2,8})*)[)\]]?(?:[\s_-]*(?:terms?|text))?",
    re.IGNORECASE,
)


@cache
def _names() -> dict[str, str]:
    return {
        _joined(name): language.code
        for language in reversed(language_table().values())
        for name in (*language.foreign_names, *language.names)
    }


@cache
def _stems() -> dict[str, str]:
    """Return the languages by what no inflection changes in their names."""
    found = {}
    for name, code in _names().items():
        plain = _plain(name)
        slavic = _SLAVIC.fullmatch(plain)
        found[slavic["stem"] if slavic else plain] = code
    return found


def _plain(name: str) -> str:
    """Return a name without accents; `diglot.text.spelling` would cost every command its load."""
    return re.sub("[\u0300-\u036f]", "", unicodedata.normalize("NFD", name))


def _code_of_name(name: str) -> str | None:
    if known := _names().get(name.casefold()):
        return known
    plain = _plain(name.casefold())
    found = (each.fullmatch(plain) for each in (_SLAVIC, _INFLECTED))
    return next(
        (_stems()[each["stem"]] for each in found if each and each["stem"] in _stems()), None
    )


@cache
def _kinds() -> dict[str, str]:
    """Return the subtags of regions, and of what is said of languages, by their names."""
    rows = read_table("regions.tsv")
    return _KINDS | {_joined(name): code for code, names in rows for name in names.split("|")}


def _joined(name: str) -> str:
    return "".join(_BETWEEN.split(name)).casefold()


def language_by_name(heading: str) -> str | None:
    """Return the language whose name, in whatever language, is all that a heading says.

    >>> language_by_name("Português (Brasil)"), language_by_name("German term")
    ('pt-BR', 'de')
    >>> language_by_name("English_United_States"), language_by_name("Traditional Chinese")
    ('en-US', 'zh-Hant')
    >>> language_by_name("English (US)"), language_by_name("Greek letter")
    ('en-US', None)
    >>> language_by_name("Version française"), language_by_name("Englisch / English")
    ('fr', 'en')
    """
    if len(heading) > _LONGEST_HEADING:
        return None
    return _named(heading) or _named(_IN_BRACKETS.sub(" ", heading))


def _named(heading: str) -> str | None:
    words = [word for word in _BETWEEN.split(heading) if word and word.lower() not in _IDLE]
    for length in range(len(words), 0, -1):
        for start in range(len(words) - length + 1):
            code = _code_of_name("".join(words[start : start + length]))
            rest = words[:start] + words[start + length :]
            if code and (not rest or _code_of_name("".join(rest)) == code):
                return code
            if code and (kind := _kind("".join(rest), code)):
                return f"{code}-{kind}"
    return None


def _kind(words: str, code: str) -> str | None:
    """Return the subtag for what is said of a language: a region, a script."""
    if words.casefold() == "european":
        return code.upper()
    is_code = words.isupper() and words in _kinds().values()
    return words if is_code else _kinds().get(words.casefold())


@lru_cache(1 << 12)
def language_by_heading(heading: str) -> str | None:
    """Return the language that is all that a heading says, by its name or by its code.

    >>> language_by_heading("anglais"), language_by_heading("Term DE"), language_by_heading("No")
    ('en', 'de', None)
    """
    if named := language_by_name(heading):
        return named
    found = _TAG.fullmatch(heading.strip())
    if found is None:
        return None
    primary, rest = found["primary"], found["rest"].replace("_", "-")
    # Words of a sentence begin with a capital: "No", "Is".
    has_case = primary in (primary.lower(), primary.upper())
    return f"{primary.lower()}{rest}" if has_case and is_code(primary.lower()) else None


def is_code(word: str) -> bool:
    """Tell whether a word is the code of a language as it is used today, in lower case."""
    return word in language_table() or (len(word) == CODE_LENGTH and word in _spellings())


@cache
def is_language(word: str) -> bool:
    """Tell whether a word is a code or a name of a language."""
    try:
        return normalise(word) != UNDETERMINED
    except ConfigError:
        return False


def name(code: str) -> str:
    """Return the English name of a normalised code."""
    language = language_table().get(code)
    return language.names[0] if language else "an undetermined language"


def script(code: str) -> str:
    """Return the usual script (ISO 15924) of a normalised code; ``Zyyy`` when unknown."""
    language = language_table().get(code)
    return language.script if language else "Zyyy"


def direction(language: str | None) -> str:
    """Return the HTML ``dir`` of a language: ``rtl``, ``ltr``, or ``auto`` when it is not given.

    The script that a tag names decides (``ku-Arab``, ``ar-Latn``), else the usual one.

    Args:
        language: as `normalise` takes it; an unknown one is ``ltr``.
    """
    if not language:
        return "auto"
    folded = language.replace("_", "-").casefold()
    subtag, *others = folded.split("-")
    known = _spellings()
    code = known.get(folded) or known.get(subtag, subtag)
    usual = "arab" if code in _RTL_LANGUAGES else script(code).lower()
    written = next((each for each in others if len(each) == 4 and each.isalpha()), usual)
    return "rtl" if written in _RTL_SCRIPTS else "ltr"


def is_spaceless(code: str | None) -> bool:
    """Return True for languages written without spaces between words."""
    return code in _SPACELESS


NOUN_CAPITALS = frozenset({"de", "lb"})
"""Languages that write every noun with a capital."""

COMPOUNDING = frozenset({"af", "da", "de", "fo", "fy", "is", "lb", "nb", "nl", "nn", "no", "sv"})
"""Languages that write compounds as one word."""

PILING = frozenset({"et", "fi", "hu"})
"""Languages that do so, too, and put several endings to a word."""

SYLLABIC = {"vi": frozenset({"bài", "bản", "bộ", "con", "cơ", "điều"})}
"""Languages that write every syllable as a word, and which function words are syllables of nouns,
too: "bộ nhớ", memory."""

PREFIXING = {
    "ar": re.compile("[وف]?(?:[بک]?ال|لل|[بکلس])?"),
    "he": re.compile("[והבכלמש]{1,3}"),
    "am": re.compile("[የበለከ]|እንደ|ወደ|ስለ"),
}
"""Languages that write articles, prepositions and "and" as one with the word behind them, and what
these are in unified letters. A word of three letters is little beside them: "ספק" in "הספק"."""


def is_hangul(sign: str) -> bool:
    """Tell whether a character is a syllable of Korean."""
    return "가" <= sign <= "힣"


def joiner(code: str | None) -> str:
    """Return what stands between two sentences of a language: a space, or nothing.

    Thai, Lao, Khmer, Burmese and Tibetan write a space there, though none between words. A tag such
    as ``zh-TW`` is of its language.
    """
    return "" if primary_subtag(code or "") in _UNSPACED else " "
