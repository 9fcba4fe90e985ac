"""Labels and settings that layers have unless a project brings its own.

Keys are named as the browser names them, letters in lower case. Colours are those of Okabe and Ito.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from diglot.annotate.schemes import Label, Scheme

if TYPE_CHECKING:
    from collections.abc import Mapping

SENTENCES = Scheme(
    "sentences",
    (
        Label("exclude", "x", "grey", "∅", "not translated: neither linked nor scored"),
        Label("non-monotone", "w", "purple", "⤨", "same content in another order"),
    ),
    # Beads of more segments than `zone` are better a zone; `nulls` in a row deserve a look.
    settings=MappingProxyType({"zone": 250, "nulls": 3, "band": 0.99}),
)

CONFIDENCE = Scheme(
    "confidence",
    (
        Label("sure", "1", "green", "✓", "near perfect mutual translation"),
        Label("partial", "2", "blue", "◐", "one side has untranslated parts: mark them"),
        Label(
            "unperfect",
            "3",
            "orange",
            "≈",
            "loose but complete, or only valid in this context",
            ("imperfect",),
        ),
        Label("erroneous", "4", "vermilion", "✗", "no correspondence", ("not corresponding",)),
        Label("undecidable", "5", "purple", "?", "cannot be judged without more context"),
    ),
    settings=MappingProxyType({"ratio": 1.8, "short": 20}),
)

WORD_LABELS = Scheme(
    "word_labels",
    (
        Label("sure", "1", "green", "✓", "same meaning in most contexts", links="S"),
        Label("contextual", "2", "blue", "≈", "right here, seldom elsewhere", links="P"),
        Label("partial", "3", "orange", "◐", "belongs to a larger link", links="P"),
        Label("wrong", "4", "vermilion", "✗", "no link"),
    ),
)

GROUPS = Scheme(
    "groups",
    (
        Label("S", " ", "blue", "■", "sure: any reader would link these words", ("sure",), "S"),
        Label("P", "p", "orange", "□", "possible: links that may be left out", ("possible",), "P"),
    ),
    settings=MappingProxyType({"shared": False, "words": 4}),
)

TREES = Scheme(
    "trees",
    (
        Label("1-1", "l", "green", "·", "one word with one word", links="S"),
        Label("non-compositional", "l", "blue", "■", "corresponds only as a whole", links="P"),
        Label("skipped", "k", "grey", "∅", "left undivided for another reason", links="P"),
    ),
    settings=MappingProxyType({"words": 6, "imbalance": 0.15, "balance": 0.35}),
)

TERMS = Scheme(
    "terms",
    (
        Label("valid", "y", "green", "✓", "the terms translate each other", ("accepted",)),
        Label("wrong", "n", "vermilion", "✗", "they do not", ("rejected",)),
        Label("partial", "p", "orange", "◐", "one side lacks a part or has too much"),
        Label("unsure", "u", "purple", "?", "somebody else has to decide"),
    ),
    settings=MappingProxyType({"relations": ("exact", "broader", "narrower", "related")}),
)

MATCHES = Scheme(
    "matches",
    (
        Label("valid", "y", "green", "✓", "the term is translated by the marked words"),
        Label("wrong sense", "s", "vermilion", "≠", "the word is meant otherwise here"),
        Label("wrong span", "b", "orange", "↔", "right entry, wrong boundaries: correct them"),
        Label("translated otherwise", "o", "blue", "≈", "by other words: mark them"),
        Label("not translated", "0", "grey", "∅", "the translation leaves it out"),
    ),
)

QUESTIONS = Scheme(
    "questions",
    (
        Label("yes", "y", "green", "✓", "correct"),
        Label("no", "n", "vermilion", "✗", "not correct"),
    ),
)

STANDARD: Mapping[str, Scheme] = MappingProxyType(
    {
        scheme.kind: scheme
        for scheme in (
            SENTENCES,
            CONFIDENCE,
            WORD_LABELS,
            GROUPS,
            TREES,
            TERMS,
            MATCHES,
            QUESTIONS,
        )
    }
)
"""Schemes by kind of layer."""
