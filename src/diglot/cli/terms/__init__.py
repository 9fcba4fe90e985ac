"""The command diglot terms with its actions extract, align and annotate.

Arguments that name texts, dictionaries or termbases enter. Files of terms, pairs or test sets and a
printed summary leave.
"""

from __future__ import annotations

from diglot.cli.commands import Command

DESCRIPTION = (
    "Extract the terms of texts in one language, or pair the terms of two languages: in "
    "translations by word links, in comparable texts by dictionaries and spelling. Mark the "
    "terms of a termbase in parallel text, to make a test set."
)
ACTIONS = {
    "extract": Command("extract the terms of texts in one language", "terms.extract"),
    "align": Command("pair the terms of two languages", "terms.align"),
    "annotate": Command(
        "mark the terms of a termbase in parallel text, to make a test set", "terms.annotate"
    ),
}
