"""Writing direction of a language."""

from __future__ import annotations

# Languages written in the Arabic, Hebrew, Syriac, Thaana and N'Ko scripts.
# fmt: off
_RIGHT_TO_LEFT = frozenset({
    "aeb", "apc", "acm", "ar", "arc", "ary", "arz", "azb", "bal", "ckb", "dv", "fa", "glk", "he",
    "iw", "ji", "khw", "ks", "lrc", "mzn", "nqo", "ota", "pnb", "prs", "ps", "sd", "syc", "syr",
    "ug", "ur", "yi",
})
# fmt: on
_RIGHT_TO_LEFT_SCRIPTS = frozenset({"arab", "hebr", "syrc", "thaa", "nkoo", "adlm", "aran"})


def direction(language: str | None) -> str:
    """Return the HTML ``dir`` of a language tag: ``rtl``, ``ltr``, or ``auto`` when unknown."""
    if not language:
        return "auto"
    parts = language.lower().replace("_", "-").split("-")
    scripts = [part for part in parts[1:] if len(part) == 4 and part.isalpha()]
    if scripts:
        return "rtl" if scripts[0] in _RIGHT_TO_LEFT_SCRIPTS else "ltr"
    return "rtl" if parts[0] in _RIGHT_TO_LEFT else "ltr"
