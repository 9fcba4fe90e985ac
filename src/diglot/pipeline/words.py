"""Word alignment of files: sentence pairs in, links with probabilities out."""

from __future__ import annotations

import dataclasses
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import diglot
from diglot.errors import ConfigError, InputError
from diglot.formats._atomic import atomic_open
from diglot.model import Signature
from diglot.pipeline import eflomal
from diglot.pipeline.sentence_pairs import read_sentence_pairs
from diglot.pipeline.word_options import EFLOMAL, WordOptions, check
from diglot.pipeline.word_tokens import Tokenising, tokenising
from diglot.text.languages import name, normalise

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import numpy as np
    from numpy.typing import NDArray

    from diglot.model import WordLinks
    from diglot.pipeline.documents import ProgressCall
    from diglot.pipeline.sentence_pairs import Words
    from diglot.pipeline.word_units import Languages
    from diglot.words.alignment import Alignment
    from diglot.words.corpus import Corpus
    from diglot.words.model import Model

Entry = tuple[list[str], list[str], float]

DOUBTFUL = 0.5
"""Pairs of a lower confidence may not be translations of each other."""


@dataclass(frozen=True, slots=True, eq=False)
class WordRun:
    """Word links of a file, and how they came about.

    Attributes:
        links: pair n of the links answers line (or unit) n of the input.
        corpus: words of all pairs, those of the training text behind the ones with links.
        alignment: everything the method knows: candidates, probabilities, model.
        tokenising: languages of both sides, and who cut the tokens.
        skipped: zero-based numbers of pairs without links by reason: ``empty``, ``long``.
        notes: what to tell the user.
        signature: how the links were made.
        threshold: least probability of a link; None if links were not chosen by it.
        read_again: gives the tokens of every pair once more, from the files.
        unit: what a pair is in the input: ``line`` or ``unit``.
    """

    links: WordLinks
    corpus: Corpus
    alignment: Alignment
    tokenising: Tokenising
    skipped: dict[str, list[int]]
    notes: tuple[str, ...]
    signature: Signature
    threshold: float | None
    read_again: Callable[[], Iterator[Words]]
    unit: str = "line"

    @property
    def confidence(self) -> NDArray[np.float32] | None:
        """Shape (pairs,): probability that the sides of a pair translate each other, if known."""
        return self.alignment.pair_confidence

    @property
    def mean_confidence(self) -> float | None:
        """Mean probability of the links; None if they have none."""
        scores = self.links.scores
        return float(scores.mean()) if scores is not None and len(scores) else None

    @property
    def doubtful(self) -> list[int]:
        """Zero-based numbers of the pairs that may not be translations of each other."""
        if self.confidence is None:
            return []
        passed = {number for numbers in self.skipped.values() for number in numbers}
        low = (self.confidence < DOUBTFUL).nonzero()[0].tolist()
        return [number for number in low if number not in passed]


def align_words(source: str | Path, target: str | Path | None = None, **options: Any) -> WordRun:
    """Align the words of sentence pairs.

    Args:
        source: sentences, one a line; without ``target`` a file of translation units, or of lines
            ``source ||| target``.
        target: their translations, line by line.
        options: fields of `WordOptions` by name, such as ``tokenised=True``.

    Returns:
        The links of every pair, with their probabilities.

    Raises:
        InputError: a file cannot be read, or the two do not belong together.
        ConfigError: an option is unknown or does not fit the others.
    """
    known = {field.name for field in dataclasses.fields(WordOptions)}
    if unknown := sorted(set(options) - known):
        raise ConfigError(f"unknown option {unknown[0]!r}; known are: {', '.join(sorted(known))}")
    return align_word_files(
        Path(source), None if target is None else Path(target), options=WordOptions(**options)
    )


def align_word_files(
    source: Path,
    target: Path | None = None,
    *,
    options: WordOptions | None = None,
    progress: ProgressCall | None = None,
) -> WordRun:
    """Align the words of sentence pairs; see `align_words`.

    The input is read once, as a stream; what stays in memory is a number for every token.

    Args:
        source: file of the source side, or of both.
        target: file of the target side.
        options: how it is to be done.
        progress: called with the stage, the parts done and the parts in all.

    Raises:
        InputError: a file cannot be read or written, or the two do not belong together.
        ConfigError: an option is wrong.
    """
    from diglot import words
    from diglot.words import model_file

    options = options or WordOptions()
    check(options)
    model = model_file.load(options.model) if options.model else None
    told = _told(options, model)
    if progress:
        progress("reading", 0, 1)
    with ExitStack() as outputs:
        pairs = read_sentence_pairs(source, target, encoding=options.encoding, languages=told)
        how, stream = tokenising(
            pairs, told=told, tokenised=options.tokenised, same_language=options.same_language
        )
        lexicon = _entries(options.lexicon, how) if options.lexicon else None
        files = [outputs.enter_context(atomic_open(path)) for path in options.token_files]
        corpus, reported = _encoded(how.tokens(stream), files, how, options)
        skipped = {
            reason: [number for number in numbers if number < reported]
            for reason, numbers in corpus.skipped.items()
        }
        _check_words(reported, sum(map(len, skipped.values())), source)
        if progress:
            progress("reading", 1, 1)
        if options.method == EFLOMAL:
            alignment, links = eflomal.align(
                corpus, reported=reported, symmetrise=options.symmetrise
            )
        else:
            alignment = words.align(
                corpus,
                reported=reported,
                method=options.method,
                model=model,
                prior=lexicon,
                learn=options.learn or options.save_model is not None,
                jobs=options.jobs,
                seed=options.seed,
                progress=progress,
            )
            links = words.links(
                alignment, threshold=options.threshold, symmetrise=options.symmetrise
            )
        threshold = options.threshold
        if threshold is None and links.scores is not None and options.symmetrise is None:
            threshold = alignment.threshold
        signature = _signature(alignment, how, options, threshold)
        if options.save_model:
            _save(options.save_model, alignment, how)
    return WordRun(
        links=links,
        corpus=corpus,
        alignment=alignment,
        tokenising=how,
        skipped={reason: numbers for reason, numbers in skipped.items() if numbers},
        notes=(
            *how.notes,
            *_model_notes(model, how),
            *_training_notes(corpus, reported),
            *alignment.notes,
        ),
        signature=signature,
        threshold=threshold,
        read_again=partial(_tokens, source, target, options.encoding, told, how),
        unit=pairs.unit,
    )


def _tokens(
    source: Path, target: Path | None, encoding: str | None, told: Languages, how: Tokenising
) -> Iterator[Words]:
    pairs = read_sentence_pairs(source, target, encoding=encoding, languages=told)
    return how.tokens(pairs.words)


def _encoded(
    tokens: Iterator[Words],
    files: list[IO[str]],
    how: Tokenising,
    options: WordOptions,
) -> tuple[Corpus, int]:
    """Number the tokens of the pairs and of the training text behind them; count the former."""
    from diglot.words.corpus import encode

    counted = _Counted(tokens, files)
    training: Iterator[Words] = iter(())
    if options.train_source and options.train_target:
        more = read_sentence_pairs(
            options.train_source, options.train_target, encoding=options.encoding
        )
        training = how.tokens(more.words)
    corpus = encode(chain(counted, training))
    return corpus, counted.count


class _Counted:
    """Counts pairs as they pass through, and writes their tokens."""

    def __init__(self, tokens: Iterator[Words], files: list[IO[str]]) -> None:
        self.count = 0
        self._tokens = tokens
        self._files = files

    def __iter__(self) -> Iterator[Words]:
        for pair in self._tokens:
            self.count += 1
            for file, side in zip(self._files, pair, strict=False):
                # "p. ex." is one token: a space in it would make two when the file is read again.
                file.write(" ".join("_".join(token.split()) or "_" for token in side) + "\n")
            yield pair


def _told(options: WordOptions, model: Model | None) -> Languages:
    """Languages as the user told them, or those of the model.

    Raises:
        ConfigError: a language is unknown, or not that of the model.
    """
    told = options.source_language, options.target_language
    if model is None:
        return told
    for language, known in zip(told, model.languages, strict=True):
        if language and known and normalise(language) != known:
            names = " and ".join(name(code) if code else "any" for code in model.languages)
            raise ConfigError(
                f"{options.model} is a model of {names}: {name(normalise(language))} was asked for"
            )
    return told[0] or model.languages[0], told[1] or model.languages[1]


def _model_notes(model: Model | None, how: Tokenising) -> tuple[str, ...]:
    if model is None or (model.tokeniser == "none") == how.tokenised:
        return ()
    then, now = ("", " not") if model.tokeniser == "none" else (" not", "")
    note = (
        f"the model was trained on text that was{then} tokenised, this text is{now}: "
        "words may be cut in another way"
    )
    return (note,)


def _training_notes(corpus: Corpus, reported: int) -> tuple[str, ...]:
    more = corpus.pairs - reported
    if not more:
        return ()
    passed = sum(number >= reported for numbers in corpus.skipped.values() for number in numbers)
    lacking = f", {passed:,} of them passed over" if passed else ""
    return (f"learned from {more:,} more pairs of training text{lacking}",)


def _check_words(reported: int, skipped: int, path: Path) -> None:
    if reported == skipped:
        raise InputError(
            "holds no pair with words on both sides" if reported else "holds no pairs",
            path=path,
            cure="check that it is the right file and, of several languages, which were asked for",
        )


def _entries(path: Path, how: Tokenising) -> list[Entry]:
    """Read a lexicon and cut its entries into tokens as the text is."""
    from diglot.pipeline.evidence import read_lexicon

    source, target = how.codes
    entries = read_lexicon(path, languages=(source, target) if source and target else None)
    tokens = how.tokens((one.split(), other.split()) for one, other, _ in entries)
    return [(*pair, weight) for pair, (_, _, weight) in zip(tokens, entries, strict=True)]


def _signature(
    alignment: Alignment, how: Tokenising, options: WordOptions, threshold: float | None
) -> Signature:
    languages = "-".join(code or "?" for code in how.codes)
    parts = {
        "languages": languages,
        "tokens": "given" if how.tokenised else "diglot",
        "seed": str(options.seed),
    }
    if threshold is not None:
        parts["threshold"] = f"{threshold:.4g}"
    else:
        parts["symmetrise"] = options.symmetrise or eflomal.SYMMETRISATION
    return Signature(alignment.method, diglot.__version__, tuple(parts.items()))


def _save(path: Path, alignment: Alignment, how: Tokenising) -> None:
    from diglot.words import model_file

    if alignment.model is None:
        raise ConfigError(f"the method {alignment.method} leaves no model to save")
    model_file.save(
        path,
        dataclasses.replace(
            alignment.model,
            languages=how.codes,
            tokeniser="none" if how.tokenised else "diglot",
        ),
    )
