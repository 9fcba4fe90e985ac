"""String catalogues of Xcode: one text under a key in any number of languages.

Reference: Apple, "Localizing and varying text with a string catalog".
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from diglot.errors import RIGHT_FILE, FormatError
from diglot.files.text import read_text
from diglot.formats.blocks import Skips
from diglot.model import Unit, Variant


def read_units(
    path: Path, *, encoding: str | None = None, skips: Skips | None = None
) -> Iterator[Unit]:
    """Give one unit for each key, or for each of its variations, with all its languages.

    The key is the text of the source language where the catalogue has no other. Texts that are new
    or stale, and keys that are not to be translated, are counted.

    Raises:
        FormatError: it is no such catalogue.
    """
    skips = skips if skips is not None else Skips()
    try:
        value = json.loads(read_text(path, encoding=encoding))
        source, strings = value["sourceLanguage"], value["strings"].items()
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise FormatError("is not an Xcode string catalogue", path=path, cure=RIGHT_FILE) from error
    for key, entry in strings:
        if not isinstance(entry, dict) or entry.get("shouldTranslate") is False:
            skips.add("string not to be translated", key)
            continue
        languages = entry.get("localizations")
        languages = languages if isinstance(languages, dict) else {}
        forms: dict[str, dict[str, str]] = {}
        for language, localisation in languages.items():
            for form, text in _texts(localisation, skips, key):
                forms.setdefault(form, {})[language] = text
        for form, texts in forms.items():
            original = texts.get(source) or forms.get("other", {}).get(source) or key
            others = [Variant(each, text) for each, text in texts.items() if each != source]
            if not others:
                skips.add("string without a translation", key)
                continue
            yield Unit(
                (Variant(str(source), original), *others),
                id=f"{key}[{form}]" if form else key,
                notes=(entry["comment"],) if isinstance(entry.get("comment"), str) else (),
            )
        if not forms:
            skips.add("string without a translation", key)


def _texts(value: Any, skips: Skips, key: str, form: str = "") -> Iterator[tuple[str, str]]:
    """Give the texts of a localisation by the name of their variation (``one``, ``mac``)."""
    if not isinstance(value, dict):
        return
    unit = value.get("stringUnit")
    if isinstance(unit, dict) and isinstance(unit.get("value"), str):
        if unit.get("state") in {"new", "stale"}:
            skips.add(f"string that is {unit['state']}", key)
        elif unit["value"].strip():
            yield form, unit["value"]
    variations = value.get("variations")
    for kind in variations.values() if isinstance(variations, dict) and len(form) < 100 else ():
        for name, inner in kind.items() if isinstance(kind, dict) else ():
            yield from _texts(inner, skips, key, f"{form}.{name}" if form else str(name))
