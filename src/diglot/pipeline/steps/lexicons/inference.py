"""A dictionary inferred through the dictionaries of others, from files to entries."""

from __future__ import annotations

import difflib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from diglot.errors import ConfigError
from diglot.model import Lexicon, Origin
from diglot.pipeline.steps.lexicons.inference_counts import InferenceCounts, count_entries
from diglot.pipeline.steps.lexicons.inference_signature import signature_of
from diglot.pipeline.steps.lexicons.inferred_entries import known_entries, translations
from diglot.pipeline.steps.lexicons.options import InferOptions, check_infer
from diglot.text.languages import normalise

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from diglot.lexicons.graph.graph import Graph
    from diglot.lexicons.learned.scorer import Scorer
    from diglot.lexicons.scored import ScoredPairs
    from diglot.model import Signature
    from diglot.pipeline.documents import ProgressCall

ENOUGH = 4
"""Hidden dictionaries; learnt from two or three, probabilities were off by .06 to .24."""
PATHLESS = frozenset({"muse", "vecmap", "tuan", "mbert"})
"""Methods that know words of languages that no dictionaries connect."""
LEARNED, PLAIN = "learned", "walk"
"""The method that learns, and what the default is where there is too little to learn from."""


@dataclass(frozen=True, slots=True, eq=False)
class Inference:
    """An inferred dictionary and what it was made of.

    Attributes:
        source_language: code.
        target_language: code.
        lexicon: the entries, headword by headword in the order of the alphabet, the best
            translation first; with scores, reasons and paths.
        pairs: the same entries as nodes of the graph, in the same order.
        graph: the dictionaries.
        pivots: languages that dictionaries join with both, by code.
        counts: numbers.
        notes: remarks for the user.
        signature: how it was made.
        scorer: what the method learnt, to be used again; None where it learns nothing.
    """

    source_language: str
    target_language: str
    lexicon: Lexicon
    pairs: ScoredPairs
    graph: Graph
    pivots: tuple[str, ...]
    counts: InferenceCounts
    notes: tuple[str, ...]
    signature: Signature
    scorer: Scorer | None = None


def infer(
    dictionaries: Sequence[str | Path],
    *,
    source: str,
    target: str,
    options: InferOptions | None = None,
    progress: ProgressCall | None = None,
) -> Inference:
    """Infer a dictionary between two languages through the dictionaries of others.

    Args:
        dictionaries: files of any format of dictionaries, or a saved graph.
        source: code or name of the source language.
        target: code or name of the target language.
        options: how it is to be done.
        progress: called with the stage, the parts done and the parts in all.

    Raises:
        InputError: a file cannot be read or holds no dictionary.
        ConfigError: an option is wrong, a language is unknown, no path leads from one language to
            the other, or something is missing that the method needs.
    """
    from diglot.pipeline.steps.lexicons.dictionaries import load_graph

    options = options or InferOptions()
    check_infer(options)
    pair = (normalise(source), normalise(target))
    _method(options)
    loaded = load_graph(
        dictionaries,
        case=options.case,
        pos=options.pos,
        skip_bad=options.skip_bad,
        rules=options.rules,
        progress=progress,
    )
    found = infer_on(
        loaded.graph, source=pair[0], target=pair[1], options=options, progress=progress
    )
    return replace(found, notes=(*loaded.notes, *found.notes))


def infer_on(
    graph: Graph,
    *,
    source: str,
    target: str,
    options: InferOptions | None = None,
    progress: ProgressCall | None = None,
) -> Inference:
    """Infer a dictionary between two languages of a graph.

    Args:
        graph: the dictionaries.
        source: code of the source language.
        target: code of the target language.
        options: how it is to be done; what they say of reading dictionaries does not matter here.
        progress: called with the stage, the parts done and the parts in all.

    Raises:
        InputError: a file that the options name cannot be read.
        ConfigError: see `infer`.
    """
    from diglot.lexicons import METHODS
    from diglot.lexicons.graph.connections import check_pair
    from diglot.lexicons.graph.entries import entries
    from diglot.lexicons.paths.pivots import pivots_of
    from diglot.pipeline.steps.lexicons.lexical_resources import lexical_resources

    options = options or InferOptions()
    check_infer(options)
    name = _method(options)
    whole, notes = _whole(graph, source, target, options)
    used = _among(whole, source, target, options)
    if name not in PATHLESS:
        check_pair(used, source, target)
    resources = lexical_resources(used, source, target, options, progress)
    scorer = None
    if name == LEARNED:
        scorer, problem = _scorer(whole, source, target, options, progress)
        if scorer is None:
            name = PLAIN
            notes.append(f"{problem}; taken: {PLAIN}, whose scores are no probabilities")
        elif len(scorer.hidden) < ENOUGH:
            notes.append(
                f"only {len(scorer.hidden)} dictionaries could be hidden to learn from: "
                "the probabilities may be far off; add dictionaries"
            )
        resources = replace(resources, scorer=scorer)
    if progress:
        progress(f"inferring {source}-{target}", 0, 1)
    scored = METHODS[name](used, source, target, resources)
    notes += scored.notes
    listed = entries(used, scored, threshold=options.threshold, top=options.top)
    known = known_entries(used, source, target, listed)
    signature = signature_of(name, used, source, target, options)
    found = translations(used, source, target, listed, known, best=options.paths, progress=progress)
    return Inference(
        source_language=source,
        target_language=target,
        lexicon=Lexicon(
            found, Origin(f"{source}-{target}"), notes=tuple(notes), signature=signature
        ),
        pairs=listed,
        graph=used,
        pivots=pivots_of(used, source, target),
        counts=count_entries(used, source, target, scored, listed, known),
        notes=tuple(notes),
        signature=signature,
        scorer=scorer,
    )


def _method(options: InferOptions) -> str:
    from diglot.lexicons import DEFAULT, METHODS

    name = options.method or DEFAULT
    if name not in METHODS:
        close = difflib.get_close_matches(name, METHODS, n=1)
        hint = f"; did you mean {close[0]}?" if close else ""
        raise ConfigError(f"there is no method {name!r}{hint}: known are {', '.join(METHODS)}")
    if name != LEARNED and (options.scorer or options.save_scorer):
        raise ConfigError(f"--scorer and --save-scorer belong to the method {LEARNED}")
    return name


def _scorer(
    graph: Graph,
    source: str,
    target: str,
    options: InferOptions,
    progress: ProgressCall | None,
) -> tuple[Scorer | None, str]:
    """Read a scorer, or learn one; none where the default finds too little to learn from.

    Returns:
        The scorer, and why there is none.

    Raises:
        InputError: a file cannot be read or written.
        ConfigError: there is too little to learn from, though the method was asked for by name.
    """
    from diglot.lexicons.learned.training import trained
    from diglot.pipeline.steps.lexicons.stored_scorers import read_scorer, save_scorer

    if options.scorer:
        return read_scorer(options.scorer), ""

    def report(done: int, total: int) -> None:
        if progress:
            progress("learning", done, total)

    try:
        scorer = trained(graph, source, target, seed=options.seed, progress=report)
    except ConfigError as error:
        if options.method or options.save_scorer:
            raise
        return None, str(error).partition(": ")[0]
    if options.save_scorer:
        save_scorer(options.save_scorer, scorer)
    return scorer, ""


def _whole(
    graph: Graph, source: str, target: str, options: InferOptions
) -> tuple[Graph, list[str]]:
    """Return the graph that may be learnt from, and notes on what it has of the two languages."""
    from diglot.lexicons.graph.selection import direct, without_direct

    for language in (source, target):
        graph.range(language)
    notes = []
    beside = direct(graph, source, target)
    if beside.any():
        said = {
            number
            for each in set(graph.witness[beside].tolist())
            for number in graph.witnesses[each]
        }
        names = ", ".join(graph.origins[number].name for number in sorted(said))
        entries = f"{int(beside.sum()) // 2:,} pairs of {source} and {target}"
        if options.hide_direct:
            graph = without_direct(graph, source, target)
            notes.append(f"dropped {entries}: {names}")
        else:
            notes.append(
                f"{names} translate directly: {entries} are known already; "
                "--hide-direct infers as if they were not"
            )
    return graph, [*notes, *_origin_notes(graph)]


def _among(graph: Graph, source: str, target: str, options: InferOptions) -> Graph:
    """Return the graph without languages that are not to be gone through."""
    from diglot.lexicons.graph.selection import among

    if not options.pivots:
        return graph
    pivots = {each if each in graph.languages else normalise(each) for each in options.pivots}
    return among(graph, {source, target, *pivots})


def _origin_notes(graph: Graph) -> list[str]:
    """Return notes on dictionaries that share their source, and so their errors."""
    from diglot.lexicons.graph.families import grouped, overlap_warnings

    notes = [
        f"{', '.join(graph.origins[number].name for number in members)} come from one source "
        f"({name}): they share its errors, and agree too easily"
        for name, members in grouped(graph.origins).items()
        if 1 < len(members) < len(graph.origins)
    ]
    return [*notes, *overlap_warnings(graph)]
