"""A dictionary inferred through the dictionaries of others.

From files to entries with paths, counts and a signature.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from diglot._version import __version__
from diglot.errors import ConfigError, FormatError, MissingExtraError, describe_unknown
from diglot.files.atomic import atomic_open
from diglot.files.text import read_text
from diglot.installed import extra_for
from diglot.lexicons import DEFAULT, METHODS, check_method_options
from diglot.lexicons.graph.families import group_by_family, overlap_warnings
from diglot.lexicons.graph.graph import among_languages, check_pair, direct_edges, without_direct
from diglot.lexicons.graph.interning import SLACK, entries
from diglot.lexicons.interface import SYSTEMS, find_system
from diglot.lexicons.learned.scorer import Scorer, train_for_pair
from diglot.lexicons.paths.paths import best_paths, lexical_paths, path_reasons
from diglot.lexicons.paths.pivots import pivots_of
from diglot.model import Lexicon, Origin, Signature, Translation
from diglot.packs.finding import load_pack
from diglot.pipeline.documents import advance
from diglot.pipeline.options import resource_notes, sign_resources
from diglot.pipeline.steps.lexicons.dictionaries import load_graph, unite_origins
from diglot.pipeline.steps.lexicons.options import InferOptions, check_infer
from diglot.pipeline.steps.lexicons.resources import lexical_resources, pack_links
from diglot.text.languages import normalise

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from diglot.lexicons.graph.graph import Graph
    from diglot.lexicons.interface import ScoredPairs
    from diglot.model import LexicalPath
    from diglot.pipeline.documents import ProgressCall

_ARRAYS = (
    *("lemma_bytes", "lemma_starts", "bounds", "part"),
    *("starts", "neighbours", "allowed", "witness"),
)


def signature_of(
    method: str, graph: Graph, source: str, target: str, options: InferOptions
) -> Signature:
    """Return method, options and the hash of the dictionaries."""
    chosen = {
        "languages": f"{source}-{target}",
        "threshold": f"{options.threshold:g}",
        "top": str(options.top or "all"),
        "pivots": "+".join(options.pivots) or "all",
        "case": graph.case,
        "pos": graph.pos,
        **{key: str(value) for key, value in sorted(options.settings.items())},
    }
    if options.seed:
        chosen["seed"] = str(options.seed)
    for what in ("vectors", "texts", "bitext", "encoder", "scorer"):
        if given := getattr(options, what):
            chosen[what] = "+".join(given) if isinstance(given, dict) else "yes"
    return Signature(method, __version__, tuple(chosen.items()), data=graph_digest(graph))


def graph_digest(graph: Graph) -> str:
    """Return the hash of what a graph says: the same for the same dictionaries."""
    hashed = hashlib.sha256()
    for name in _ARRAYS:
        hashed.update(getattr(graph, name).tobytes())
    hashed.update(repr((graph.languages, graph.parts, graph.witnesses)).encode())
    return hashed.hexdigest()


# Numbers about an inferred dictionary.

BANDS = (0.9, 0.8, 0.7, 0.6, 0.5, 0.0)
"""Least scores of the groups that entries are counted in."""


@dataclass(frozen=True, slots=True)
class InferenceCounts:
    """Numbers about an inferred dictionary.

    Attributes:
        candidates: pairs of words that the method scored.
        entries: pairs that are listed.
        headwords: source words that are listed, without regard to case and part of speech.
        source_words: source words of the dictionaries, counted the same way.
        target_words: target words of the dictionaries.
        known: entries that a dictionary of the two languages has already.
        bands: entries by score: the least score of each band of `BANDS`, and how many there are.
    """

    candidates: int
    entries: int
    headwords: int
    source_words: int
    target_words: int
    known: int
    bands: tuple[tuple[float, int], ...]

    @property
    def coverage(self) -> float:
        """Share of the source words that are listed."""
        return self.headwords / self.source_words if self.source_words else 0.0


def count_entries(
    graph: Graph,
    source: str,
    target: str,
    scored: ScoredPairs,
    listed: ScoredPairs,
    known: NDArray[np.bool_],
) -> InferenceCounts:
    """Count what was found, what is listed of it, and what of that, shape (listed,), is known."""
    import numpy as np

    def words(language: str) -> int:
        ascending = graph.word[slice(*graph.range(language))]
        return int(np.count_nonzero(np.diff(ascending, prepend=-1)))

    # The bands ascend for bincount; scores meet their bounds as they meet the threshold.
    bounds = np.array(BANDS[::-1])
    band = np.searchsorted(bounds, listed.score + SLACK, side="right") - 1
    sizes = np.bincount(band, minlength=len(bounds)).tolist()
    return InferenceCounts(
        candidates=len(scored),
        entries=len(listed),
        headwords=len(np.unique(graph.word[listed.source])),
        source_words=words(source),
        target_words=words(target),
        known=int(known.sum()),
        bands=tuple(zip(BANDS, sizes[::-1], strict=True)),
    )


# Inferred pairs of nodes as translations, with paths and reasons.

KNOWN = "in a dictionary of both languages"
DIGITS = 6
"""Decimals of a score: those that tables of TIAD have."""


def known_entries(graph: Graph, source: str, target: str, listed: ScoredPairs) -> NDArray[np.bool_]:
    """Return which pairs a dictionary of the two languages has, whatever case and part."""
    import numpy as np

    begins = np.repeat(np.arange(graph.nodes), np.diff(graph.starts))
    beside = direct_edges(graph, source, target)
    size = int(graph.word[-1]) + 1

    def keys(one: NDArray[Any], other: NDArray[Any]) -> NDArray[np.int64]:
        numbers: NDArray[np.int64] = graph.word[one].astype(np.int64) * size + graph.word[other]
        return numbers

    return np.isin(
        keys(listed.source, listed.target), keys(begins[beside], graph.neighbours[beside])
    )


def inferred_translations(
    graph: Graph,
    source: str,
    target: str,
    listed: ScoredPairs,
    known: NDArray[np.bool_],
    *,
    best: int,
    progress: ProgressCall | None = None,
) -> tuple[Translation, ...]:
    """Return listed pairs as translations, in their order.

    The ``best`` paths of each are kept, with reasons; 0 looks for neither. ``known``, shape
    (listed,), says whether a dictionary of the two languages has a pair.
    """
    if not len(listed):
        return ()
    paths: Sequence[tuple[LexicalPath, ...]] = [()] * len(listed)
    reasons: Sequence[tuple[str, ...]] = [()] * len(listed)
    if best:
        advance(progress, "finding paths")
        found = best_paths(
            graph, listed.source, listed.target, source=source, target=target, best=best
        )
        paths = lexical_paths(graph, found)
        reasons = path_reasons(graph, found)
        if listed.grounds:
            grounds = listed.grounds.reasons()
            reasons = [(*each, *why) for each, why in zip(reasons, grounds, strict=True)]
    parts = [name or None for name in graph.parts]
    return tuple(
        Translation(
            one,
            other,
            source,
            target,
            source_pos=parts[its],
            target_pos=parts[their],
            score=round(score, DIGITS),
            reasons=(*why, KNOWN) if old else why,
            paths=ways,
        )
        for one, other, its, their, score, old, why, ways in zip(
            graph.lemmas(listed.source),
            graph.lemmas(listed.target),
            graph.part[listed.source].tolist(),
            graph.part[listed.target].tolist(),
            listed.score.tolist(),
            known.tolist(),
            reasons,
            paths,
            strict=True,
        )
    )


# Scorers of inferred pairs in files.


def read_scorer(path: Path) -> Scorer:
    """Read a scorer that was trained here before.

    Raises:
        FormatError: it is none, of another version, or damaged.
        InputError: it cannot be read.
    """
    try:
        return Scorer.from_dict(json.loads(read_text(path)))
    except (ConfigError, ValueError, RecursionError) as error:
        raise FormatError(
            f"is not a scorer ({error})", path=path, cure="train one with --save-scorer"
        ) from error


def save_scorer(path: Path, scorer: Scorer) -> None:
    """Write a scorer; the same one gives the same bytes.

    Raises:
        InputError: the file cannot be written.
    """
    with atomic_open(path) as file:
        json.dump(scorer.to_dict(), file, separators=(",", ":"))
        file.write("\n")


# A dictionary inferred through the dictionaries of others, from files to entries.


ENOUGH = 4
"""Hidden dictionaries; learnt from two or three, probabilities were off by .06 to .24."""
PATHLESS = frozenset({"muse", "vecmap", "tuan", "mbert"})
"""Methods that know words of languages that no dictionaries connect."""
LEARNED, PLAIN = "learned", "walk"
"""The method that learns, and what the default is where there is too little to learn from."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
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

    def __repr__(self) -> str:
        return f"<Inference: {self.source_language}-{self.target_language}, {self.lexicon!r}>"


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
    options = options or InferOptions()
    check_infer(options)
    pair = (normalise(source), normalise(target))
    if pair[0] == pair[1]:
        raise ConfigError(f"source and target are both {pair[0]}: give two languages")
    chosen = options_of_system(options)[0]
    check_method_options(_method(chosen), chosen.settings)
    loaded = load_graph(dictionaries, **options.reading(), progress=progress)
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

    Languages are given by their codes; what options say of reading dictionaries does not matter.

    Raises:
        InputError: a file that the options name cannot be read.
        ConfigError: see `infer`.
    """
    options, said = options_of_system(options or InferOptions())
    check_infer(options)
    name = _method(options)
    whole, notes = _whole(graph, source, target, options)
    notes[:0] = said
    used = _among(whole, source, target, options)
    if name not in PATHLESS:
        check_pair(used, source, target)
    wanted = options.bitext or (name == LEARNED and options.packs)
    pack = load_pack(options.packs, source, target) if wanted else None
    resources = lexical_resources(used, source, target, options, progress, pack=pack)
    scorer = None
    if name == LEARNED:
        scorer, problem = _scorer(whole, source, target, options, progress)
        if scorer is None:
            name = PLAIN
            pack = pack if options.bitext else None
            notes.append(
                f"{problem}; using the method {PLAIN} instead, whose scores are not probabilities"
            )
        elif not wanted and (pack := load_pack((), source, target)):
            resources = replace(resources, links=pack_links(pack))
        if scorer and len(scorer.hidden) < ENOUGH:
            notes.append(
                f"only {len(scorer.hidden)} dictionaries could be hidden to learn from: "
                "the probabilities may be far off; add dictionaries"
            )
        resources = replace(resources, scorer=scorer)
    advance(progress, f"inferring {source}-{target}")
    scored = METHODS[name](used, source, target, resources)
    notes += [*scored.notes, *resource_notes(pack)]
    listed = entries(used, scored, threshold=options.threshold, top=options.top)
    if not len(scored):
        notes.append(f"no word has a path from {source} to {target}: add dictionaries")
    elif not len(listed):
        notes.append(
            f"the best of {len(scored):,} candidates has {scored.score.max():.2f}: choose a lower "
            "--threshold, or add dictionaries"
        )
    known = known_entries(used, source, target, listed)
    signature = sign_resources(signature_of(name, used, source, target, options), pack)
    found = inferred_translations(
        used, source, target, listed, known, best=options.paths, progress=progress
    )
    return Inference(
        source_language=source,
        target_language=target,
        lexicon=Lexicon(
            found,
            _origin(f"{source}-{target}", used.origins),
            notes=tuple(notes),
            signature=signature,
        ),
        pairs=listed,
        graph=used,
        pivots=pivots_of(used, source, target),
        counts=count_entries(used, source, target, scored, listed, known),
        notes=tuple(notes),
        signature=signature,
        scorer=scorer,
    )


def _origin(name: str, dictionaries: Sequence[Origin]) -> Origin:
    said = unite_origins(dictionaries)
    names = "inferred from " + ", ".join(each.name for each in dictionaries)
    return Origin(name, "; ".join(filter(None, (names, said.statement))), said.licence)


def options_of_system(options: InferOptions) -> tuple[InferOptions, tuple[str, ...]]:
    """Return options with the method of a system of TIAD 2021 named instead, and a note on it.

    The user's options come before those of the system; options that name a method stay as they are.
    """
    system = find_system(options.method) if options.method else None
    if system is None or options.method in METHODS:
        return options, ()
    settings = {**system.settings, **options.settings}
    said = " ".join([system.method, *(f"{name}={value}" for name, value in settings.items())])
    encoder = options.encoder or system.encoder or None
    return (
        replace(options, method=system.method, settings=settings, encoder=encoder),
        (f"{system.name} of TIAD 2021 is read as {said}: {system.reading}",),
    )


def _method(options: InferOptions) -> str:
    # Dictionaries take long to read: what their graph is worked on with is looked for before.
    with extra_for("inferring a dictionary"):
        import scipy.sparse  # noqa: F401
    name = options.method or DEFAULT
    if name not in METHODS:
        known = [*METHODS, *(each.name for each in SYSTEMS)]
        raise ConfigError(describe_unknown("method", name, known))
    if name != LEARNED and (options.scorer or options.save_scorer):
        raise ConfigError(f"--scorer and --save-scorer belong to the method {LEARNED}")
    return name


def _scorer(
    graph: Graph, source: str, target: str, options: InferOptions, progress: ProgressCall | None
) -> tuple[Scorer | None, str]:
    """Read a scorer, or learn one; none where the default finds too little to learn from.

    Returns:
        The scorer, and why there is none.
    """
    if options.scorer:
        return read_scorer(options.scorer), ""

    def report(done: int, total: int) -> None:
        advance(progress, "learning", done, total)

    try:
        scorer = train_for_pair(graph, source, target, seed=options.seed, progress=report)
    except ConfigError as error:
        if options.method or options.save_scorer or isinstance(error, MissingExtraError):
            raise
        return None, str(error).partition(": ")[0]
    if options.save_scorer:
        save_scorer(options.save_scorer, scorer)
    return scorer, ""


def _whole(
    graph: Graph, source: str, target: str, options: InferOptions
) -> tuple[Graph, list[str]]:
    """Return the graph that may be learnt from, and notes on what it has of the two languages."""
    for language in (source, target):
        graph.range(language)
    notes = []
    beside = direct_edges(graph, source, target)
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
    if not options.pivots:
        return graph
    pivots = {each if each in graph.languages else normalise(each) for each in options.pivots}
    return among_languages(graph, {source, target, *pivots})


def _origin_notes(graph: Graph) -> list[str]:
    """Return notes on dictionaries that share their source, and so their errors."""
    notes = [
        f"{', '.join(graph.origins[number].name for number in members)} come from one source "
        f"({name}): they share its errors, and agree too easily"
        for name, members in group_by_family(graph.origins).items()
        if 1 < len(members) < len(graph.origins)
    ]
    return [*notes, *overlap_warnings(graph)]
