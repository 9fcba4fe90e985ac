"""Probabilities of links against what people called sure, contextual, partial or wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.data import data_folder
from bench.tables import figure, table
from bench.word_data import Words, hansards, plain, word_set
from bench.word_models import part
from diglot.evaluate.alignments.confidence import (
    LabelledConfidence,
    against_labels,
    unanimous_links,
)
from diglot.formats.judgements.transread_labels import read_task
from diglot.model import LabelledLink
from diglot.words import align
from diglot.words.corpus import encode
from diglot.words.decoding.links import by_threshold

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

TASKS = ("task_1_fr-en", "task_2_fr-en")
TEXTS = (0, 30_000)
"""Pairs of the Hansards that are learnt from, too, behind the labelled text and that of alibi."""


def labelled() -> Iterator[tuple[list[Words], tuple[LabelledLink, ...]]]:
    """Yield the pairs of each task with the labels that all annotators agree on."""
    folder = data_folder() / "annotation" / "transread" / "dat" / "wconf" / "English_French"
    for name in TASKS:
        task = read_task(folder / name)
        pairs = [(list(one), list(other)) for one, other in task.texts.values()]
        yield pairs, unanimous_links([each.links for each in task.annotations.values()])


def labels(more: int) -> LabelledConfidence:
    """Judge the probabilities of the labelled links.

    Args:
        more: pairs of the Hansards that are learnt from; accents are off then, as they are there.
    """
    pairs: list[Words] = []
    found: list[LabelledLink] = []
    for text, links in labelled():
        found += [
            LabelledLink(each.pair + len(pairs), each.source, each.target, each.label)
            for each in links
        ]
        pairs += text
    alibi = [(english, french) for french, english in word_set("alibi-fr-en").pairs]
    text = pairs + alibi
    if more:
        text = [(plain(one), plain(other)) for one, other in text] + hansards(more)
    corpus = encode(text)
    aligned = align(corpus, reported=len(pairs), learn=False)
    every = by_threshold(aligned.posteriors, aligned.probabilities, 0.0)
    return against_labels(part(every, 0, len(pairs)), found)


def all_labels(
    texts: Iterable[int] = TEXTS, *, say: Callable[[str], None]
) -> dict[int, LabelledConfidence]:
    """Judge with all texts to learn from."""
    found = {}
    for more in texts:
        say(f"labelled links + {more:,}")
        found[more] = labels(more)
    return found


def labels_table(found: dict[int, LabelledConfidence]) -> str:
    """Mean probability by label, and how well sure links are told from the others."""
    rows = []
    for more, each in found.items():
        by = {row.label: row for row in each.labels}
        rows.append(
            [
                "own and alibi" + (f" + {more:,} Hansards" if more else ""),
                *(figure(by[name].mean) for name in ("sure", "contextual", "partial", "wrong")),
                *(figure(by[name].auc) for name in ("wrong", "partial", "contextual")),
                figure(each.possible.ece),
                figure(each.sure.ece),
            ]
        )
    header = ["learnt from", "sure", "contextual", "partial", "wrong"]
    header += ["AUC wrong", "AUC partial", "AUC contextual", "ECE in all but wrong", "in sure"]
    return table(header, rows)
