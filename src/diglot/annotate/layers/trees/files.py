"""Sentence pairs to be divided, or divided already in files of TransRead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from diglot.annotate.items import AnsweredItem, NewItem
from diglot.annotate.layers import sources, words
from diglot.annotate.layers.layer import AnnotatorJudgement, Measure, annotator_pairs
from diglot.annotate.layers.payloads import marks_in
from diglot.annotate.layers.trees import LAYER
from diglot.annotate.layers.trees.nodes import links_of_tree, tree_cells, trees_of
from diglot.annotate.layers.trees.rules import problems
from diglot.evaluate.agreement import division_agreement
from diglot.formats.links import transread
from diglot.model import Bitext, DividedText, Skipped, Termbase
from diglot.pipeline.steps.scores.agreement import AgreementComparison
from diglot.plurals import count_of

if TYPE_CHECKING:
    from pathlib import Path

    from diglot.annotate.options import ImportOptions
    from diglot.annotate.records import LayerRecord
    from diglot.annotate.schemes import Scheme

_DIVIDED = b"<trAnnot"


def recognises(paths: Sequence[Path], options: ImportOptions) -> bool:
    """Files of divisions of TransRead."""
    return all(_DIVIDED in sources.start_of(path) for path in paths)


def read(paths: Sequence[Path], options: ImportOptions) -> sources.FileContents:
    """Read pairs, with the divisions that a file has of them.

    Raises:
        InputError: a file cannot be read.
        ConfigError: the files do not go together.
    """
    if recognises(paths, options):
        return sources.unite(_divided(path, options) for path in paths)
    return sources.read_pairs(paths, options, partial(tree_items, suggestions=options.suggestions))


def _divided(path: Path, options: ImportOptions) -> sources.FileContents:
    """The trees of a file; breaches of rules are listed by pair, such as trims of nothing."""
    reading = options.reading
    text = transread.read_trees_with_tokens(path, encoding=reading.encoding)
    languages = (
        reading.source_language or text.languages[0] or None,
        reading.target_language or text.languages[1] or None,
    )
    items, judgements, listed = [], [], []
    links = _links(text, options)
    for pair, name in enumerate(text.names):
        if not text.source[pair] or not text.target[pair]:
            listed.append(sources.FileNote(path.name, f"group {name}", "has no tree: left out"))
            continue
        made = words.word_pair(text.source[pair], text.target[pair], languages)
        payload = {
            **made.payload,
            "pair": name,
            "links": [[made.source[s], made.target[t], score] for s, t, score in links[pair]],
        }
        cells, untold = tree_cells(payload, text.trees, pair)
        key = f"{path.stem}:{name}"
        items.append(NewItem(key=key, payload=payload))
        judgements.append(sources.FoundJudgement(key, options.annotator or sources.READER, cells))
        if untold:
            note = f"{count_of(untold, 'node')} cannot be represented"
            listed.append(sources.FileNote(path.name, f"group {name}", note))
        listed += [
            sources.FileNote(path.name, f"group {name}", f"{problem.message} [{problem.code}]")
            for problem in problems(payload, LAYER.scheme, cells)
            if problem.severity == "error"
        ]
    return sources.FileContents(tuple(items), tuple(judgements), tuple(listed))


def _links(text: DividedText, options: ImportOptions) -> list[tuple[words.WordLink, ...]]:
    """Links of the words by our own aligner, which rank divisions for whoever judges again."""
    if not options.suggestions:
        return [()] * len(text.names)
    pairs = list(zip(text.source, text.target, strict=True))
    return [found.likely for found in words.linked_words(pairs, seed=options.seed)]


# Divisions of sentence pairs as TransRead has them, and flattened to links.

FORMATS = {".xml": "transread", **words.WORD_LINK_FORMATS}


def write(
    path: Path,
    name: str,
    answers: Sequence[AnsweredItem],
    layer: LayerRecord,
) -> tuple[Skipped, ...]:
    """Write trees, or the links of their leaves: one word with one is sure, others possible.

    Raises:
        InputError: a file cannot be written.
        ConfigError: a word cannot stand in such a file.
    """
    if name != "transread":
        links = [links_of_tree(each.payload, each.cells) for each in answers]
        return words.write_links(path, name, answers, links)
    first = answers[0].payload
    text = DividedText(
        trees=trees_of((each.payload, each.cells) for each in answers),
        names=tuple(str(each.payload.get("pair", each.seq)) for each in answers),
        source=tuple(tuple(words.words_of(each.payload, "source")) for each in answers),
        target=tuple(tuple(words.words_of(each.payload, "target")) for each in answers),
        languages=(first["source"]["lang"], first["target"]["lang"]),
    )
    return transread.write_trees_with_tokens(path, text)


def tree_items(
    bitext: Bitext,
    *,
    suggestions: bool = True,
    termbase: Termbase | None = None,
    seed: int = 0,
) -> list[NewItem]:
    """Sentence pairs to be divided; unlikely links are left out, all others rank divisions.

    Args:
        bitext: its links with both sides are the sentence pairs.
        suggestions: whether the aligner's links are there to rank divisions.
        termbase: whose terms should not be cut.
        seed: of the aligner.
    """
    items = []
    for key, payload, links in words.aligned_pairs(bitext, seed, links=suggestions):
        shown = {
            **payload,
            "links": [list(link) for link in words.place_links(payload, links.likely)],
        }
        if not suggestions:
            shown["suggest"] = False
        if termbase is not None:
            shown["terms"] = {name: _terms(shown[name], termbase) for name in ("source", "target")}
        items.append(words.proposed_item(key, shown, links, {}, seed))
    return items


def _terms(shown: dict[str, Any], termbase: Termbase) -> list[list[int]]:
    """Where terms of more than one word stand in a text."""
    language = str(shown["lang"]).partition("-")[0]
    found = {
        (begin, end)
        for concept in termbase.concepts
        for term in concept.terms
        if " " in term.text.strip() and term.language.partition("-")[0] == language
        if term.text.split()[0].casefold() in shown["text"].casefold()
        for begin, end in marks_in(shown["text"], term.text, language)
    }
    return [list(span) for span in sorted(found)]


# Agreement on divisions.


def compare(judgements: Sequence[AnnotatorJudgement], scheme: Scheme) -> Iterator[Measure]:
    """Compare the divisions of each item; nodes that nobody has divided or closed are leaves."""
    for between, both in annotator_pairs(judgements):
        score = division_agreement(
            *(
                trees_of(((each.payload, each.cells) for each in side), undivided=True)
                for side in zip(*both, strict=True)
            ),
        )
        yield AgreementComparison("divisions", *between, score)
