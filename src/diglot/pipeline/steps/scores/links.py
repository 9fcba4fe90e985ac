"""Scores of sentence links and of word links against gold."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from diglot import formats
from diglot.errors import ConfigError, InputError, naming
from diglot.evaluate.alignments import confidence, sentences, words
from diglot.evaluate.alignments import confidence as word_confidence
from diglot.evaluate.alignments import trees as tree_agreement
from diglot.evaluate.alignments import trees as word_trees
from diglot.evaluate.alignments.trees import DepthRow, LeafCounts, induced_links
from diglot.evaluate.alignments.words import Marks, punctuation_of
from diglot.evaluate.statistics.significance import Comparison, bootstrap, compare_scores
from diglot.formats.judgements.transread_labels import read_labels
from diglot.formats.links.transread import read_trees
from diglot.formats.registry import LINKS, UNITS, extensions_of
from diglot.formats.word_links import word_link_format
from diglot.formats.word_links.builder import read_pairs
from diglot.pipeline.file_pairs import Pair, files_by_name, pair_files, strip_language
from diglot.pipeline.steps.scores.options import SentenceScoreOptions, WordScoreOptions
from diglot.pipeline.steps.scores.segmentations import (
    Points,
    SegmentedText,
    line_links,
    read_gold,
    read_segmented,
    score_links,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from diglot.evaluate.alignments.confidence import Confidence, LabelledConfidence, PairConfidence
    from diglot.evaluate.alignments.sentences import TypeRow
    from diglot.model import BisegmentTrees, Link, Score, WordLinks
    from diglot.pipeline.steps.scores.segmentations import Gold


@dataclass(frozen=True, slots=True)
class ScoredRun:
    """How one prediction fared.

    Attributes:
        prediction: file or folder.
        scores: by metric, with intervals.
        types: exact matches by link type.
        confidence: quality of the probabilities; None if the links have none.
    """

    prediction: Path
    scores: dict[str, Score]
    types: tuple[TypeRow, ...]
    confidence: Confidence | None


def score_sentences(
    gold: Path | None, predictions: Sequence[Path], options: SentenceScoreOptions | None = None
) -> tuple[ScoredRun, ...]:
    """Score one or several predictions against gold.

    Args:
        gold: link file, or a folder of them; None where the lines of ``gold_source`` and
            ``gold_target`` translate each other, as in the one-line form of BAF.
        predictions: link files, or folders with files of the same names.
        options: the texts, which the word and character levels need.

    Raises:
        InputError: a file cannot be read, has no partner, or does not fit the others.
        ConfigError: the text of one side only is given, or no gold.
    """
    options = options or SentenceScoreOptions()
    check_sides(options.source, options.target)
    check_sides(options.gold_source, options.gold_target)
    if gold is None and options.gold_source is None:
        raise ConfigError("give --gold, or two texts as --gold-source and --gold-target")
    if options.gold_source and not options.source:
        raise ConfigError("--gold-source needs --source and --target")
    return tuple(_score(gold, prediction, options) for prediction in predictions)


def check_sides(source: Path | None, target: Path | None) -> None:
    """Refuse the text of one side without the other.

    Raises:
        ConfigError: one is there.
    """
    if (source is None) != (target is None):
        raise ConfigError("give both --source and --target, or neither")


def _score(gold: Path | None, prediction: Path, options: SentenceScoreOptions) -> ScoredRun:
    pairs = pair_files(gold or options.gold_source or prediction, prediction)
    found = [read_sentence_links(pair.target) for pair in pairs]
    texts = _texts(options.source, options.target, pairs, prediction)
    gold_texts = _texts(options.gold_source, options.gold_target, pairs, prediction)
    right: list[Gold]
    if gold is None:
        right = []
        for pair, sides in zip(pairs, gold_texts or (), strict=True):
            with naming(pair.source):
                right.append(line_links(*sides))
    else:
        right = [read_gold(pair.source) for pair in pairs]
    scores = score_links(found, right, texts, gold_texts, [pair.name for pair in pairs])
    has_scores = all(link.score is not None for links in found for link in links)
    links = [each for each in right if not isinstance(each, Points)]
    judged = "strict" in scores
    return ScoredRun(
        prediction=prediction,
        scores={name: bootstrap(score) for name, score in scores.items()},
        types=sentences.by_type(found, links) if judged else (),
        confidence=confidence.confidence(*confidence.judge_links(found, links))
        if judged and has_scores and any(found)
        else None,
    )


def compare_runs(runs: Sequence[ScoredRun]) -> tuple[tuple[ScoredRun, ScoredRun, Comparison], ...]:
    """Compare every two runs in strict F1, or that of characters, by a paired bootstrap."""
    metric = "strict" if all("strict" in run.scores for run in runs) else "char"
    found = compare_scores([run.scores[metric] for run in runs])
    return tuple((runs[one], runs[other], each) for one, other, each in found)


_OF_TEXT = (".txt", ".tsv", ".csv")
"""Extensions that say nothing of what a file holds."""


def read_sentence_links(path: Path) -> tuple[Link, ...]:
    """Return the links of a file.

    Gold files are often called .txt: what has the name of no other format is one link a line.

    Raises:
        InputError: it cannot be read.
        ConfigError: it is a memory, which holds no links.
    """
    extension = path.suffix.lower()
    named = extension in extensions_of(LINKS) or (
        extension in extensions_of(UNITS) and extension not in _OF_TEXT
    )
    return formats.read_links(path, format=None if named else "links")


def _texts(
    source: Path | None, target: Path | None, pairs: Sequence[Pair], scored: Path
) -> list[tuple[SegmentedText, SegmentedText]] | None:
    if source is None or target is None:
        return None
    return list(zip(_side(source, pairs, scored), _side(target, pairs, scored), strict=True))


def _side(side: Path, pairs: Sequence[Pair], scored: Path) -> list[SegmentedText]:
    if side.is_dir() != scored.is_dir():
        raise InputError(
            f"and {scored} are a file and a folder", path=side, cure="give two files or two folders"
        )
    if not side.is_dir():
        return [read_segmented(side)]
    files = files_by_name(side)
    short = {strip_language(name): path for name, path in files.items()}
    found = []
    for pair in pairs:
        path = files.get(pair.name) or short.get(strip_language(pair.name))
        if path is None:
            raise InputError(f"holds no text for {pair.name}", path=side)
        found.append(read_segmented(path))
    return found


# Scores of word links: against gold links, trees of bisegments, people's labels.

# Formats whose lines say which pair they belong to: pairs at the end without links have no line.
_NUMBERED = ("naacl", "giza", "yawat")
_TREES = (".xml", ".xml.gz")


@dataclass(frozen=True, slots=True, eq=False)
class ScoredWords:
    """How one prediction fared.

    Attributes:
        prediction: the file.
        score: alignment error rate, precision, recall and F, with intervals; None without gold.
        sure_only: gold has no possible links, so that its error rate stands apart.
        confidence: quality of the probabilities against gold, ``possible`` and ``sure``; empty
            without gold or probabilities.
        trees: scores against trees, with intervals; empty without trees.
        depths: figures by depth of the trees.
        leaves: sizes of the final bisegments of the trees, and the links inside them; None without
            trees.
        empty: trees without a node that were left out, as the links have no line for them.
        agreement: scores of the prediction's own trees, if it has any.
        labels: the probabilities against labels; None without labels.
        pairs: confidence of every sentence pair; None without tokens or probabilities.
    """

    prediction: Path
    score: Score | None = None
    sure_only: bool = False
    confidence: Mapping[str, Confidence] = field(default_factory=dict)
    trees: Mapping[str, Score] = field(default_factory=dict)
    depths: tuple[DepthRow, ...] = ()
    leaves: LeafCounts | None = None
    empty: int = 0
    agreement: Mapping[str, Score] = field(default_factory=dict)
    labels: LabelledConfidence | None = None
    pairs: PairConfidence | None = None


@dataclass(frozen=True, slots=True, eq=False)
class _Tokens:
    """What is to be known of the tokenised sentences: their lengths, and their punctuation."""

    lengths: tuple[NDArray[np.int64], NDArray[np.int64]]
    punctuation: tuple[Marks, Marks]


def score_words(
    predictions: Sequence[Path],
    *,
    gold: Path | None = None,
    options: WordScoreOptions | None = None,
) -> tuple[ScoredWords, ...]:
    """Score one or several predictions.

    Args:
        predictions: files of word links, or trees of bisegments for the links they stand for.
        gold: file of gold links, or trees in the same way.
        options: how to read and count, and what else to score against.

    Raises:
        InputError: a file cannot be read, or does not fit the others.
        ConfigError: there is nothing to score against, or options do not fit together.
    """
    options = options or WordScoreOptions()
    if gold is None and options.trees is None and not options.labels:
        raise ConfigError("give --gold, --trees or --labels to score against")
    source, target = options.source, options.target
    check_sides(source, target)
    if source is None and not options.punctuation:
        raise ConfigError("--no-punctuation needs --source and --target")
    tokens = _tokens(source, target) if source is not None and target is not None else None
    gold_trees = _trees(options.trees) if options.trees is not None else None
    return tuple(_scored(path, gold, gold_trees, tokens, options) for path in predictions)


def compare_words(
    runs: Sequence[ScoredWords],
) -> tuple[tuple[ScoredWords, ScoredWords, Comparison], ...]:
    """Compare the error rate, or without gold the node consistency, of every two runs.

    Raises:
        InputError: the runs were not scored against the same gold.
    """
    scores, figure = [run.score for run in runs if run.score is not None], "aer"
    if not scores:
        scores, figure = [run.trees["nodes"] for run in runs if run.trees], "consistency"
    found = compare_scores(scores, (figure,)) if scores else ()
    return tuple((runs[one], runs[other], each) for one, other, each in found)


def read_same_pairs(
    paths: Sequence[Path],
    *,
    format: str | None = None,  # noqa: A002 - the word users type
    base: int | None = None,
    lengths: tuple[NDArray[np.int64], NDArray[np.int64]] | None = None,
) -> list[WordLinks]:
    """Read the links of several people to the same sentence pairs.

    Args:
        paths: files of word links, or trees for the links they stand for.
        format: where the names of the files hide it.
        base: number of the first word of a sentence, where the format leaves it open.
        lengths: numbers of words of both sides, to check positions against.

    Raises:
        InputError: a file cannot be read, or holds no pairs.
        ConfigError: an unknown or unsuitable format or option.
    """
    found = [_word_links(path, format, base, lengths) for path in paths]
    pairs = max(each.pairs for each in found) if lengths is None else len(lengths[0])
    if not pairs:
        raise InputError("holds no sentence pairs", path=paths[0])
    return [_padded(each, pairs, path, format) for each, path in zip(found, paths, strict=True)]


def _scored(
    path: Path,
    gold: Path | None,
    trees: BisegmentTrees | None,
    tokens: _Tokens | None,
    options: WordScoreOptions,
) -> ScoredWords:
    lengths = None if tokens is None else tokens.lengths
    found = _word_links(path, options.pred_format, options.pred_base, lengths)
    right = None if gold is None else _word_links(gold, options.format, options.base, lengths)
    empty = 0
    if trees is not None:
        import numpy as np

        # Files of ALIBI have groups without a tree, for which their flat links have no line.
        held = np.unique(trees.offsets)
        if found.pairs == len(held) - 1 < trees.pairs:
            empty = trees.pairs - found.pairs
            trees = replace(trees, offsets=held)
    pairs = max(each.pairs for each in (found, right, trees) if each is not None)
    if not pairs:
        raise InputError("holds no sentence pairs", path=path)
    found = _padded(found, pairs, path, options.pred_format)
    has_scores = found.scores is not None
    run = ScoredWords(path, empty=empty)
    if gold is not None and right is not None:
        right = _padded(right, pairs, gold, options.format)
        run = replace(run, **_against_gold(found, right, tokens, options))
    if trees is not None:
        run = replace(
            run,
            trees=_with_intervals(word_trees.score(found, trees)),
            depths=word_trees.by_depth(found, trees),
            leaves=word_trees.leaf_counts(found, trees),
        )
        if _holds_trees(path):
            own = tree_agreement.score_trees(_trees(path), trees)
            run = replace(run, agreement=_with_intervals(own))
    if options.labels:
        agreed = word_confidence.unanimous_links(
            [read_labels(each).links for each in options.labels]
        )
        run = replace(run, labels=word_confidence.against_labels(found, agreed))
    if tokens is not None and has_scores:
        run = replace(run, pairs=word_confidence.pair_confidence(found, *tokens.lengths))
    return run


def _against_gold(
    found: WordLinks, gold: WordLinks, tokens: _Tokens | None, options: WordScoreOptions
) -> dict[str, Any]:
    """Return the fields of `ScoredWords` that gold links give."""
    score = words.score(
        found,
        gold,
        all_sure=options.all_sure,
        ignore_possible=options.ignore_possible,
        punctuation=None if options.punctuation or tokens is None else tokens.punctuation,
        alpha=options.alpha,
    )
    judged = {} if found.scores is None else word_confidence.against_gold(found, gold)
    return {
        "score": bootstrap(score),
        "sure_only": words.sure_only(score),
        "confidence": judged,
    }


def _with_intervals(scores: Mapping[str, Score]) -> dict[str, Score]:
    return {name: bootstrap(score) for name, score in scores.items()}


def _word_links(
    path: Path,
    format: str | None,  # noqa: A002 - the word users type
    base: int | None,
    lengths: tuple[NDArray[np.int64], NDArray[np.int64]] | None,
) -> WordLinks:
    """Read word links, or those that trees stand for."""
    if format is None and _holds_trees(path):
        return induced_links(_trees(path))
    return formats.read_word_links(path, format=format, base=base, lengths=lengths)


def _padded(
    links: WordLinks,
    pairs: int,
    path: Path,
    format: str | None,  # noqa: A002 - the word users type
) -> WordLinks:
    """Add pairs without links at the end, where the format has no lines for them."""
    if _holds_trees(path) or word_link_format(path, format).name not in _NUMBERED:
        return links
    import numpy as np

    return replace(links, offsets=np.pad(links.offsets, (0, pairs - links.pairs), mode="edge"))


def _holds_trees(path: Path) -> bool:
    return path.name.lower().endswith(_TREES)


def _trees(path: Path) -> BisegmentTrees:
    return read_trees(path)


def _tokens(source: Path, target: Path) -> _Tokens:
    sides = tuple(zip(*read_pairs(source, target), strict=True))
    if not sides:
        raise InputError("holds no sentences", path=source)
    marks = punctuation_of(sides[0]), punctuation_of(sides[1])
    return _Tokens((marks[0].lengths, marks[1].lengths), marks)
