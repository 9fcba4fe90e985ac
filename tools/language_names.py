"""Write what languages and regions are called into the tables of `diglot.text`.

``python tools/language_names.py`` takes the names from the Unicode Common Locale Data Repository,
as it comes with Babel: what every language that a pack knows is called in every other one. A name
that two languages would share is left out, and so is one of fewer than four letters, which might
be a code. Regions have their English name, and those in their own languages.
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.languages import get_official_languages

from diglot.packs.finding import list_packs

DATA = Path(__file__).resolve().parent.parent / "src/diglot/text/data"
TABLE = DATA / "languages.tsv"
SHORT_NAMES = {
    "US": ("USA",),
    "GB": ("UK", "Great Britain"),
    "CN": ("PRC",),
    "HK": ("Hong Kong", "Hong Kong SAR"),
    "419": ("LATAM",),
}
LEAST = 4
"""Letters of a name."""


def main() -> None:
    """Fill the last column of the table of languages, and write that of regions."""
    write_languages()
    write_regions()


def write_regions() -> None:
    """Write the code and the names of every region."""
    english = Locale("en").territories
    with (DATA / "regions.tsv").open("w", encoding="utf-8") as file:
        file.write("# code\tnames (English first; Unicode CLDR)\n")
        for code, name in sorted(english.items()):
            if not code.isalpha() and code != "419":
                continue
            own = (
                Locale(language).territories.get(code, "")
                for language in get_official_languages(code)
                if _has_locale(language)
            )
            names = dict.fromkeys((name, *SHORT_NAMES.get(code, ()), *filter(None, own)))
            file.write(f"{code}\t{'|'.join(names)}\n")


def write_languages() -> None:
    """Fill the last column of the table of languages."""
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t")[:4] for line in lines if not line.startswith("#")]
    known = {code for pack in list_packs() for code in pack.languages}
    locales = [Locale.parse(code) for code in sorted(known) if _has_locale(code)]
    named = {row[0]: {name.casefold() for name in row[3].split("|")} for row in rows}
    taken = {name for names in named.values() for name in names}
    found: dict[str, dict[str, None]] = {
        code: dict.fromkeys(
            name for locale in locales if _says_enough(name := locale.languages.get(code, ""))
        )
        for code in named
        if code in known
    }
    users = defaultdict(set)
    for code, names in found.items():
        for name in names:
            users[name.casefold()].add(code)
    with TABLE.open("w", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in lines if line.startswith("#"))
        for code, aliases, script, names in rows:
            others = {
                name.casefold(): name
                for name in found.get(code, ())
                if len(users[name.casefold()]) == 1 and name.casefold() not in taken
            }
            file.write("\t".join((code, aliases, script, names, "|".join(others.values()))) + "\n")


def _has_locale(code: str) -> bool:
    try:
        Locale.parse(code)
    except UnknownLocaleError:
        return False
    return True


def _says_enough(name: str) -> bool:
    """Tell whether this is one name, and long enough; ideographs and syllables say more."""
    is_dense = name[:1] > "\u2e80"
    return bool(name) and "," not in name and (is_dense or len(name) >= LEAST)


if __name__ == "__main__":
    main()
