"""What two words have to do with each other: number, spelling, derivation, prefix."""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache

# Singular and plural ending, by language; the stem before them is the same.
_NUMBER = {
    "en": "-s -es y-ies f-ves fe-ves is-es us-i um-a on-a ix-ices ex-ices man-men",
    "fr": "-s -x al-aux ail-aux",
    "es": "-s -es z-ces",
    "gl": "-s -es l-is n-ns",
    "pt": "-s -es m-ns l-is al-ais el-eis il-is ol-ois ao-oes ao-aes r-res z-zes",
    "ca": "-s a-es -os ca-ques ga-gues",
    "it": "o-i a-e e-i a-i co-chi go-ghi ca-che ga-ghe io-i cia-ce gia-ge",
    "nl": "-s -en -'s -eren f-ven s-zen",
    "de": "-e -en -er -n -s -nen um-en on-en",
    "af": "-e -s",
    "da": "-e -er -r -s",
    "no": "-er -r -e",
    "sv": "-er -r -ar -or -n a-or e-ar",
    "ro": "-i -e -uri -le a-e a-i u-i",
    "eo": "-j",
}
# International prefixes and the commonest ones of a few languages, without accents.
_PREFIXES = frozenset(
    """
    anti auto bi contre counter contra contro de des dis ex extra hyper hypo im in infra inter intra
    ir macro makro mega meta micro mikro mini mis mono multi nano neo non niet nicht on over para
    photo poly post pre pro pseudo quasi re semi sous sub super sur thermo trans tri ultra un under
    uni unter uber vice co ko sobre elektro electro hydro radio bio geo tele nad pod pred przed od
    bez ne nie не без пере под над анти авто микро макро
    """.split()  # noqa: SIM905 - a list of words reads as words
)
_STEM = 5
_REST = 5
_LEAST_BASE = 4


@lru_cache(maxsize=1 << 16)
def plain(text: str) -> str:
    """Return ``text`` without accents and in lower case."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(character for character in parts if not unicodedata.combining(character))


def letters(text: str) -> str:
    """Return what is left of ``text`` without accents, case, spaces, hyphens and apostrophes."""
    return "".join(character for character in plain(text) if character.isalnum())


def differ_in_number(one: str, other: str, language: str | None) -> bool:
    """Return True if one of two words is the plural of the other, by its ending."""
    endings = _endings(language or "")
    a, b = plain(one), plain(other)
    if a == b:
        # Umlauts alone: "Vater", "Väter".
        return one != other and language == "de"
    for singular, plural in endings:
        for small, large in ((a, b), (b, a)):
            if large.endswith(plural) and small.endswith(singular):
                stem = small[: len(small) - len(singular)]
                if len(stem) > 1 and _same_stem(stem, large[: len(large) - len(plural)], language):
                    return True
    return False


def derived(one: str, other: str) -> bool:
    """Return True if two words of different lemmas share a stem: ``electric``, ``electrical``."""
    a, b = plain(one), plain(other)
    same = 0
    for x, y in zip(a, b, strict=False):
        if x != y:
            break
        same += 1
    return same >= _STEM and max(len(a), len(b)) - same <= _REST and a != b


def without_prefix(word: str) -> list[str]:
    """Return what can be left of ``word`` once a prefix is off."""
    folded = plain(word)
    if len(folded) != len(word):
        return []
    return [
        word[size:]
        for size in range(2, min(9, len(word) - _LEAST_BASE) + 1)
        if folded[:size].rstrip("-") in _PREFIXES and word[size] != "-"
    ]


def _same_stem(small: str, large: str, language: str | None) -> bool:
    if small == large:
        return True
    if language != "nl":
        return False
    # "man", "mannen"; "taak", "taken".
    doubled = small + small[-1:]
    shortened = small[:-2] + small[-1:] if len(small) > 2 and small[-2] == small[-3] else ""
    return large in (doubled, shortened)


@cache
def _endings(language: str) -> tuple[tuple[str, str], ...]:
    pairs = (each.partition("-") for each in _NUMBER.get(language, "").split())
    return tuple((singular, plural) for singular, _, plural in pairs)
