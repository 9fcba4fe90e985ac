"""Where translations of a word come from: scores, reasons and paths, of a lexicon or a graph.

Rejected translations are traced back to entries of the dictionaries they were inferred through.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from diglot.errors import ConfigError, InputError
from diglot.formats.lexicons import read_translations
from diglot.formats.lexicons.sources import reverse_translation
from diglot.lexicons.paths.lookup import BlamedEdge, blamed_edges, lookup_spelling, nodes_of
from diglot.lexicons.paths.paths import best_paths, lexical_paths
from diglot.model import LexicalPath, Signature, Translation
from diglot.pipeline.steps.lexicons.options import ExplainOptions
from diglot.text.languages import code_if_known, normalise

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from diglot.lexicons.graph.graph import Graph
    from diglot.pipeline.documents import ProgressCall

    Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Blame:
    """Entries of dictionaries that explain rejected translations.

    Attributes:
        edges: the one that explains most first.
        rejected: number of rejected translations that have a path.
        accepted: number of accepted ones that have a path.
        pathless: judged translations without a known path, which tell nothing.
    """

    edges: tuple[BlamedEdge, ...]
    rejected: int
    accepted: int
    pathless: tuple[tuple[str, str], ...]


def blame_dictionaries(
    files: Sequence[str | Path],
    rejected: str | Path,
    *,
    accepted: str | Path | None = None,
    options: ExplainOptions | None = None,
    progress: ProgressCall | None = None,
) -> Blame:
    """Find the entries of dictionaries that explain rejected translations.

    Args:
        files: a lexicon that was inferred, or the dictionaries; see `explaining.explain_word`.
        rejected: file with translations that are wrong: any format of dictionaries, such as two
            columns.
        accepted: file with translations that are right.
        options: languages, which dictionaries need, and how many paths count.
        progress: called with the stage, the parts done and the parts in all.

    Raises:
        InputError: a file cannot be read.
        ConfigError: an option is wrong, or a translation is both rejected and accepted.
    """
    options = options or ExplainOptions()
    judged = _judgements(rejected, accepted, options)
    explained = explanations_of(files, options)
    if explained is not None:
        from diglot.formats.lexicons import read_translations

        ways = paths_in_lexicon(read_translations(explained, skip_bad=options.skip_bad), judged)
    else:
        source, target = codes_of(options)
        if source is None or target is None:
            raise ConfigError("dictionaries need both languages: give --from and --to")
        from diglot.pipeline.steps.lexicons.dictionaries import load_graph

        graph = load_graph(files, **options.reading(), progress=progress).graph
        ways = paths_in_graph(graph, judged, source, target, best=options.paths)
    known = [pair for pair in judged if ways.get(pair)]
    verdicts = [judged[pair] for pair in known]
    return Blame(
        edges=blamed_edges([ways[pair] for pair in known], verdicts),
        rejected=sum(verdicts),
        accepted=len(verdicts) - sum(verdicts),
        pathless=tuple(pair for pair in judged if not ways.get(pair)),
    )


def _judgements(
    rejected: str | Path, accepted: str | Path | None, options: ExplainOptions
) -> dict[Pair, bool]:
    """Return whether each judged pair, as it is looked up, is rejected."""
    judged: dict[Pair, bool] = {}
    for path, verdict in ((rejected, True), (accepted, False)):
        if path is None:
            continue
        for each in read_translations(path, skip_bad=options.skip_bad):
            pair = (lookup_spelling(each.source), lookup_spelling(each.target))
            if judged.setdefault(pair, verdict) != verdict:
                raise ConfigError(
                    f"{each.source!r} and {each.target!r} are both rejected and accepted: "
                    "leave one out"
                )
    return judged


def paths_in_lexicon(
    translations: Iterable[Translation], pairs: Iterable[Pair]
) -> dict[Pair, tuple[LexicalPath, ...]]:
    """Return the paths that a lexicon keeps of pairs, written in either order."""
    wanted = set(pairs)
    found: dict[Pair, dict[LexicalPath, None]] = {}
    for each in translations:
        for side in (each, reverse_translation(each)):
            pair = (lookup_spelling(side.source), lookup_spelling(side.target))
            if pair in wanted:
                found.setdefault(pair, {}).update(dict.fromkeys(side.paths))
                break
    return {pair: tuple(paths) for pair, paths in found.items()}


def paths_in_graph(
    graph: Graph, pairs: Iterable[Pair], source: str, target: str, *, best: int
) -> dict[Pair, tuple[LexicalPath, ...]]:
    """Return the best paths of pairs of words, over all their parts of speech.

    Raises:
        ConfigError: no dictionary has words of a language.
    """
    import numpy as np

    rows: list[int] = []
    columns: list[int] = []
    of: list[Pair] = []
    for pair in pairs:
        others = nodes_of(graph, pair[1], target).tolist()
        for one in nodes_of(graph, pair[0], source).tolist():
            for other in others:
                rows.append(one)
                columns.append(other)
                of.append(pair)
    paths = best_paths(
        graph, np.array(rows, np.int32), np.array(columns, np.int32), source=source, target=target,
        best=best,
    )  # fmt: skip
    found: dict[Pair, dict[LexicalPath, None]] = {}
    for pair, ways in zip(of, lexical_paths(graph, paths), strict=True):
        found.setdefault(pair, {}).update(dict.fromkeys(ways))
    return {
        pair: tuple(sorted(ways, key=lambda way: -(way.score or 0.0))[:best])
        for pair, ways in found.items()
    }


PROBABILITY, WALK = "probability", "walk"
SUGGESTED = 3
"""Translations that are shown of a word which is spelt nearly as the one that is not there."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """A word of one language and its translations into another.

    Attributes:
        word: as it is written where it was found.
        language: its code.
        target_language: code of the translations.
        translations: with the word as their source, best first; with reasons and paths.
        measure: what the scores are: ``probability``; ``walk``: the part of a random walk from
            either word that goes to the other; or the method that gave them, by name.
        left: number of translations beyond those that were asked for.
        direct: what dictionaries say of the two languages themselves; no part of the paths.
        why: why there are no translations, and what would help; empty where there are.
    """

    word: str
    language: str
    target_language: str
    translations: tuple[Translation, ...]
    measure: str = PROBABILITY
    left: int = 0
    direct: tuple[str, ...] = ()
    why: str = ""


def codes_of(options: ExplainOptions) -> tuple[str | None, str | None]:
    """Return the codes of the languages that options name.

    Raises:
        ConfigError: a language is unknown.
    """
    source, target = (
        normalise(each) if each else None
        for each in (options.source_language, options.target_language)
    )
    return source, target


def unknown_word(
    word: str, language: str | None, close: Sequence[str], path: Path | None, helpful: str = ""
) -> InputError:
    """Return the error of a word that is not there: words that are spelt nearly so, what helps."""
    where = f" as a word of {language}" if language else ""
    cure = f"did you mean {', '.join(close)}?" if close else "check the spelling"
    if helpful:
        cure += f" {helpful}" if close else f"; {helpful}"
    return InputError(f"{word!r} is not there{where}", path=path, cure=cure)


# Where dictionaries alone lead from a word, without inferring anything first.


def explain_in_graph(
    graph: Graph, word: str, *, options: ExplainOptions
) -> tuple[Explanation, ...]:
    """Explain what a walk through dictionaries makes of a word.

    Args:
        graph: the dictionaries.
        word: case does not matter.
        options: what is to be explained; the target language must be there.

    Raises:
        InputError: no dictionary has the word; the message names close spellings.
        ConfigError: no dictionary has words of a language, or there is no target language.
    """
    from diglot.lexicons.paths.lookup import close_spellings, nodes_of

    source, target = codes_of(options)
    if target is None:
        raise ConfigError("dictionaries need a target language: give --to")
    graph.range(target)
    languages = [source] if source else [each for each in graph.languages if each != target]
    if source == target:
        raise ConfigError(f"the word and its translations are both {target}: give two languages")
    nodes = {code: nodes_of(graph, word, code) for code in languages}
    found = {code: those for code, those in nodes.items() if len(those)}
    if not found:
        known = [graph.lemma(node) for code in languages for node in range(*graph.range(code))]
        close = [
            f"{each} ({', '.join(those)})"
            if (those := _over_one_pivot(graph, each, languages, target))
            else each
            for each in close_spellings(word, known)
        ]
        helpful = f"a dictionary of {source or 'its language'} that has it would help"
        if source and (linked := linked_in_pack(word, source, target)):
            helpful += f"; {linked}"
        raise unknown_word(word, source, close, None, helpful)
    return tuple(
        _explain_nodes(graph, those, code, target, options, _as_asked(word, graph.lemmas(those)))
        for code, those in found.items()
    )


def linked_in_pack(word: str, source: str, target: str) -> str:
    """Say what the language pack of two languages links a word with; empty if it knows nothing."""
    from diglot.lexicons.paths.lookup import lookup_spelling
    from diglot.packs.finding import load_pack
    from diglot.pipeline.steps.lexicons.resources import pack_links

    pack = load_pack((), source, target)
    links = pack_links(pack).links if pack else {}
    wanted = lookup_spelling(word)
    mine = {other: count for (one, other), count in links.items() if one == wanted}
    totals = dict.fromkeys(mine, 1.0)
    for (_, other), count in links.items():
        if other in totals:
            totals[other] += count
    # A link of a word that is linked with many others says less.
    best = sorted(mine, key=lambda each: (-mine[each] / totals[each] ** 0.5, each))
    words = ", ".join(best[:SUGGESTED])
    return f"without a dictionary, the language pack links it with {words}" if words else ""


def _over_one_pivot(graph: Graph, word: str, languages: Sequence[str], target: str) -> list[str]:
    """Return the likeliest translations of a known word over a single pivot."""
    import numpy as np

    from diglot.lexicons.paths.lookup import nodes_of, reachable_words
    from diglot.lexicons.paths.paths import best_paths

    found: dict[str, float] = {}
    for code in languages:
        nodes = nodes_of(graph, word, code)
        goals = reachable_words(graph, nodes, code, target, longest=2)
        pairs = np.repeat(nodes, len(goals)), np.tile(goals, len(nodes))
        paths = best_paths(graph, *pairs, source=code, target=target, best=1, longest=2)
        for lemma, strength in zip(
            graph.lemmas(paths.target), paths.strength.tolist(), strict=True
        ):
            if strength:
                found[lemma] = max(strength, found.get(lemma, 0.0))
    return sorted(found, key=lambda each: (-found[each], each))[:SUGGESTED]


def _as_asked(word: str, written: Sequence[str]) -> str:
    """Return a word as it was asked for if it is written like that anywhere, else the first way."""
    return min(written, key=lambda each: each != word.strip())


def _explain_nodes(
    graph: Graph,
    nodes: NDArray[np.int32],
    source: str,
    target: str,
    options: ExplainOptions,
    word: str,
) -> Explanation:
    import numpy as np

    from diglot.lexicons.paths.lookup import neighbours_of, nodes_of, reachable_words, why_no_path
    from diglot.lexicons.paths.paths import best_paths, lexical_paths, path_reasons

    first, last = graph.range(target)
    around = neighbours_of(graph, nodes)
    direct = graph.lemmas(around[(around >= first) & (around < last)])
    others = None
    if options.translation:
        others = nodes_of(graph, options.translation, target)
        if not len(others):
            raise unknown_word(options.translation, target, (), None)
    goals = reachable_words(graph, nodes, source, target) if others is None else others
    pairs = np.repeat(nodes, len(goals)), np.tile(goals, len(nodes))
    paths = best_paths(graph, *pairs, source=source, target=target, best=options.paths)
    order = np.lexsort((paths.target, paths.source, -paths.strength))
    order = order[paths.strength[order] > 0]
    chosen: dict[tuple[str, str, str], int] = {}
    for at in order.tolist():
        one, other = int(paths.source[at]), int(paths.target[at])
        part = graph.parts[graph.part[one]]
        chosen.setdefault((graph.lemma(one), graph.lemma(other), part), at)
    kept = list(chosen.values())
    top = options.top or len(kept)
    every = np.array(kept[:top], np.int64)
    shown = best_paths(
        graph, pairs[0][every], pairs[1][every], source=source, target=target, best=options.paths
    )
    why = "" if kept else why_no_path(graph, nodes, others, source, target)
    if not kept and others is None:
        why = "; ".join(filter(None, (why, linked_in_pack(word, source, target))))
    return Explanation(
        word=word,
        language=source,
        target_language=target,
        translations=tuple(
            _translation(graph, one, other, (source, target), strength, reasons, ways)
            for one, other, strength, reasons, ways in zip(
                shown.source.tolist(),
                shown.target.tolist(),
                shown.strength.tolist(),
                path_reasons(graph, shown),
                lexical_paths(graph, shown),
                strict=True,
            )
        ),
        measure=WALK,
        left=max(0, len(kept) - top),
        direct=tuple(dict.fromkeys(direct)),
        why=why,
    )


def _translation(
    graph: Graph,
    one: int,
    other: int,
    languages: tuple[str, str],
    strength: float,
    reasons: tuple[str, ...],
    ways: tuple[LexicalPath, ...],
) -> Translation:
    return Translation(
        graph.lemma(one),
        graph.lemma(other),
        *languages,
        graph.parts[graph.part[one]] or None,
        graph.parts[graph.part[other]] or None,
        score=min(1.0, strength),
        reasons=reasons,
        paths=ways,
    )


# Where the translations of a word come from: scores, reasons, paths, and why there are none.


EXPLAINED = ".explained.jsonl"
"""End of the name of the file that ``diglot infer`` writes beside its output."""


def explain_word(
    word: str,
    files: Sequence[str | Path],
    *,
    options: ExplainOptions | None = None,
    progress: ProgressCall | None = None,
) -> tuple[Explanation, ...]:
    """Explain the translations of a word.

    Args:
        word: in either language; case does not matter.
        files: a lexicon that was inferred (its ``.explained.jsonl`` is found beside it), or
            dictionaries or a saved graph of them, which need ``target_language``.
        options: what is to be explained.
        progress: called with the stage, the parts done and the parts in all.

    Returns:
        One explanation for each language that the word is of, and each language of translations.

    Raises:
        InputError: a file cannot be read, or the word does not stand in it; the message names
            close spellings.
        ConfigError: an option is wrong, or a language is unknown.
    """
    options = options or ExplainOptions()
    if not word.strip():
        raise ConfigError("the word is empty: give one")
    explained = explanations_of(files, options)
    if explained is not None:
        return _from_lexicon(word, explained, options)
    from diglot.pipeline.steps.lexicons.dictionaries import load_graph

    graph = load_graph(files, **options.reading(), progress=progress).graph
    return explain_in_graph(graph, word, options=options)


def explanations_of(files: Sequence[str | Path], options: ExplainOptions) -> Path | None:
    """Return the lexicon that holds the explanations; None if the files are dictionaries.

    Raises:
        ConfigError: several dictionaries without a target language.
    """
    if len(files) == 1:
        path = Path(files[0])
        if path.name.endswith(EXPLAINED):
            return path
        beside = path.with_name(path.stem + EXPLAINED)
        if beside.is_file():
            return beside
        if not path.exists():
            cure = "check the name; the word comes first: diglot explain WORD LEXICON"
            raise InputError("no such file", path=path, cure=cure)
        if _holds_everything(path) or not (options.target_language or _is_graph(path)):
            return path
    if not options.target_language:
        raise ConfigError("dictionaries need a target language: give --to")
    return None


def _is_graph(path: Path) -> bool:
    """Return whether a path holds many dictionaries: a saved graph, or a folder."""
    from diglot.formats.stored import is_stored_graph

    return path.is_dir() or is_stored_graph(path)


def _holds_everything(path: Path) -> bool:
    """Return whether a file is a lexicon as diglot keeps it, with reasons and paths."""
    from diglot.formats.registry import LEXICON, find_format

    return path.suffix == ".jsonl" and find_format(path, LEXICON, look=True).name == "jsonl"


def _from_lexicon(word: str, path: Path, options: ExplainOptions) -> tuple[Explanation, ...]:
    from diglot.formats.lexicons import read_signature, read_translations

    translations = read_translations(path, skip_bad=options.skip_bad)
    measure = measure_of(read_signature(path))
    return explain_in_lexicon(translations, word, options=options, path=path, measure=measure)


def measure_of(made: Signature | None) -> str:
    """Return what the scores of a lexicon are: probabilities, or those of a method."""
    from diglot.lexicons import DEFAULT

    return made.method if made and made.method != DEFAULT else PROBABILITY


def explain_in_lexicon(
    translations: Iterable[Translation],
    word: str,
    *,
    options: ExplainOptions | None = None,
    path: Path | None = None,
    measure: str = PROBABILITY,
) -> tuple[Explanation, ...]:
    """Explain the translations that a lexicon holds of a word, on either side.

    Raises:
        InputError: the lexicon does not hold the word, or not that translation of it.
        ConfigError: a language is unknown.
    """
    from diglot.lexicons.paths.lookup import close_spellings, lookup_spelling

    options = options or ExplainOptions()
    wanted = lookup_spelling(word)
    languages = codes_of(options)
    other = lookup_spelling(options.translation) if options.translation else None
    found: dict[tuple[str, str], list[Translation]] = {}
    known: set[str] = set()
    for each in translations:
        for text, mine in ((each.source, True), (each.target, False)):
            if lookup_spelling(text) != wanted:
                known.add(text)
                continue
            side = each if mine else reverse_translation(each)
            codes = (code_if_known(side.source_language), code_if_known(side.target_language))
            if all(want in (None, code) for want, code in zip(languages, codes, strict=True)):
                found.setdefault(codes, []).append(side)
    if not found:
        helpful = "dictionaries with --to show what a single pivot gives, and what would help"
        raise unknown_word(word, languages[0], close_spellings(word, known), path, helpful)
    explanations = []
    for codes, those in sorted(found.items()):
        kept = [each for each in those if other in (None, lookup_spelling(each.target))]
        why = ""
        if not kept:
            why = (
                f"{options.translation!r} is not a translation of {word!r} here; dictionaries with "
                "--from and --to say whether a path leads there"
            )
        kept.sort(key=lambda each: (-(each.score or 0.0), each.target))
        top = options.top or len(kept)
        explanations.append(
            Explanation(
                word=_as_asked(word, [each.source for each in those]),
                language=codes[0],
                target_language=codes[1],
                translations=tuple(
                    replace(each, paths=each.paths[: options.paths]) for each in kept[:top]
                ),
                measure=measure,
                left=max(0, len(kept) - top),
                why=why,
            )
        )
    return tuple(explanations)
