"""A corpus is read, judged by rules and by a score, and read again for what is kept.

Of a pair, a verdict, a score and a hundred bytes for finding repetitions stay in memory; the text
is scored in chunks, each with what the chunks before taught about its words.
"""

from __future__ import annotations

import dataclasses
import json
import math
from array import array
from collections import Counter, deque
from dataclasses import dataclass, field
from functools import cache, cached_property
from hashlib import blake2b
from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np

from diglot import formats, words
from diglot._version import __version__
from diglot.cleaning import rules
from diglot.cleaning.features import Habits, WordEvidence, find_features, learn_habits
from diglot.errors import RIGHT_FILE, FormatError
from diglot.formats.blocks import Skips
from diglot.formats.registry import UNITS, find_format
from diglot.learning.encoders import NONE, find_encoder
from diglot.learning.encoders.vectors import encode_texts
from diglot.learning.trees import Ranker
from diglot.model import Signature, Variant
from diglot.packs.finding import load_pack
from diglot.packs.vocabularies import words_by_packs
from diglot.pipeline.options import resource_notes, sign_resources
from diglot.pipeline.sentence_pairs import (
    SentencePairs,
    decide_tokenising,
    places_of,
    sides_of,
)
from diglot.pipeline.steps.cleaning.options import CleanOptions
from diglot.pipeline.steps.words.chunks import prune_to_fit, read_chunks, share_memory
from diglot.plurals import count_of
from diglot.text.detection import wrong_language_warning
from diglot.text.languages import UNDETERMINED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from diglot.learning.encoders import Encoder
    from diglot.model import Skipped, Unit
    from diglot.packs.pack import Pack
    from diglot.pipeline.documents import ProgressCall
    from diglot.pipeline.sentence_pairs import Languages, Tokenising
    from diglot.pipeline.steps.words.chunks import Chunk, MemoryShare
    from diglot.words.alignment import Alignment
    from diglot.words.corpus import Corpus
    from diglot.words.storage.model import Model


class Scorer:
    """Gives pairs the probability that they are good, chunk by chunk.

    What is usual is learnt from the first chunk; the words from all chunks, one after the other.

    Attributes:
        limit: memory for a chunk and for what is learnt.
        chunks: how many there were so far.
    """

    def __init__(
        self,
        limit: MemoryShare,
        *,
        pack: Pack | None = None,
        encoder: Encoder | None = None,
        jobs: int = 1,
        seed: int = 0,
    ) -> None:
        self.limit, self.chunks = limit, 0
        self._pack, self._encoder, self._jobs, self._seed = pack, encoder, jobs, seed
        self._model: Model | None = None
        self._habits: Habits | None = None

    def score(self, chunk: Chunk, texts: Sequence[tuple[str, str]]) -> NDArray[np.float32]:
        """Return the scores of the pairs of a chunk, shape (pairs,).

        Args:
            chunk: the pairs in words.
            texts: source and target of every pair.
        """
        self.chunks += 1
        alignment = words.align(
            chunk.corpus,
            words.Knowledge(self._model, self._pack),
            learn=not chunk.last,
            jobs=self._jobs,
            seed=self._seed,
        )
        if alignment.model:
            self._model = prune_to_fit(alignment.model, self.limit.model)
        linked = link_pairs(chunk.corpus, alignment)
        own = self._habits is None
        habits = self._habits = self._habits or learn_habits(texts, linked)
        similarity = compare_vectors(texts, self._encoder) if self._encoder else None
        features = find_features(texts, linked, habits, own=own, similarity=similarity)
        return shipped_ranker().probabilities(features).astype(np.float32)


@cache
def shipped_ranker() -> Ranker:
    """Return the weights of the score, trained by ``python -m bench.cleaning --train``."""
    file = files("diglot.cleaning") / "ranker.json"
    return Ranker.from_dict(json.loads(file.read_text(encoding="utf-8")))


def link_pairs(corpus: Corpus, alignment: Alignment) -> WordEvidence:
    """Return the words of pairs with the candidate links that word alignment found."""
    found = alignment.posteriors
    return WordEvidence(
        corpus.source,
        corpus.source_offsets,
        corpus.target,
        corpus.target_offsets,
        corpus.source_vocabulary.words,
        corpus.target_vocabulary.words,
        found.offsets,
        (found.source, found.target),
        alignment.probabilities,
    )


def compare_vectors(texts: Sequence[tuple[str, str]], encoder: Encoder) -> NDArray[np.float32]:
    """Return the cosine of the vectors of both sides, shape (pairs,)."""
    source, target = (
        encode_texts([pair[side] for pair in texts], encoder).vectors for side in (0, 1)
    )
    cosine: NDArray[np.float32] = np.einsum("nd,nd->n", source, target)
    return cosine


Texts = tuple[str, str]

BATCH = 5_000
"""Pairs whose signatures are made at once."""
KEPT = len(rules.RULES)
"""Verdict on a pair that breaks no rule; any other is the number of the rule."""
NUMBERS = {name: number for number, name in enumerate(rules.RULES)}
SURE = 0.8
"""Only pairs with a smaller score are asked for their language: what translates is in the right
one, and asking costs more than all else."""
FEW = 50
"""Pairs that teach little of what is usual: of good ones, in the worst of ten languages, the score
drops four of five, three of twenty and four of fifty."""
LEAST_LETTERS = 40
"""Characters from which on a side is asked for its language."""
LOOKED_AT = 100_000
"""Units that samples of a rule are drawn from."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A pair that a rule dropped: its number from 1, both texts, and its score if it has one."""

    number: int
    source: str
    target: str
    score: float | None


@dataclass(frozen=True, eq=False)
class CleanRun:
    """A corpus with a verdict and a score for every pair.

    Attributes:
        path: the file.
        verdicts: shape (units,), uint8: `KEPT`, or the number of the rule that the unit breaks.
        scores: shape (units,), float32, NaN where a rule dropped the unit before.
        languages: of source and target.
        samples: dropped pairs by the name of the rule.
        documents: kept pairs by document, where documents are named.
        notes: what to tell the user.
        skipped: what the reader left out.
        signature: how it was done.
    """

    path: Path
    verdicts: NDArray[np.uint8]
    scores: NDArray[np.float32]
    languages: tuple[str, str]
    samples: dict[str, list[Sample]]
    documents: Counter[str]
    notes: tuple[str, ...]
    skipped: tuple[Skipped, ...]
    signature: Signature
    _corpus: _Corpus = field(repr=False)

    @cached_property
    def counts(self) -> dict[str, int]:
        """Dropped units by rule."""
        counts = np.bincount(self.verdicts, minlength=KEPT + 1).tolist()
        return {name: counts[number] for name, number in NUMBERS.items()}

    @property
    def size(self) -> int:
        """Number of units that break no rule."""
        return int((self.verdicts == KEPT).sum())

    def histogram(self, bins: int = 10) -> list[int]:
        """Return the number of scored units in equal ranges of the score, from 0 to 1."""
        known = self.scores[~np.isnan(self.scores)]
        return np.histogram(known, bins, (0, 1))[0].tolist()  # type: ignore[no-any-return]

    def units(self, *, dropped: bool = False) -> Iterator[Unit]:
        """Give the kept units with their scores, or the dropped ones with the rule as reason.

        The file is read once more. A unit has its two languages only, the source first.
        """
        names = list(rules.RULES)
        method = str(self.signature)
        for number, (unit, _) in enumerate(self._corpus.read()):
            verdict, score = self.verdicts[number], float(self.scores[number])
            if (verdict != KEPT) != dropped:
                continue
            yield dataclasses.replace(
                unit,
                score=None if np.isnan(score) else round(score, 3),
                method=method,
                reasons=(*unit.reasons, names[verdict]) if dropped else unit.reasons,
            )


def clean_file(
    path: Path, *, options: CleanOptions | None = None, progress: ProgressCall | None = None
) -> CleanRun:
    """Judge every pair of a file of translation units.

    Args:
        path: the file.
        options: what is dropped.
        progress: called with the stage, the pairs done and the pairs in all.

    Returns:
        Verdicts and scores; `CleanRun.units` gives what is kept.

    Raises:
        InputError: the file cannot be read, or holds no pairs.
        ConfigError: an option is wrong, or both sides are in one language.
    """
    options = options or CleanOptions()
    limit = share_memory(options.memory)
    say = progress or _ignore
    with words_by_packs(options.packs):
        corpus = _Corpus(path, options)
        sample = (texts for _, texts in corpus.read())
        how, _ = decide_tokenising(
            SentencePairs(sample, corpus.declared),
            told=(options.source_language, options.target_language),
            tokenised=False,
            same_language=False,
        )
        corpus.name_languages(how.codes)
        say("reading", 0, 1)
        verdicts, skips = _judge_alone(corpus, options)
        pack = load_pack(options.packs, *how.codes)
        encoder = find_encoder(options.encoder or NONE, *how.codes)
        scorer = Scorer(limit, pack=pack, encoder=encoder, jobs=options.jobs, seed=options.seed)
        scores = _score(corpus, how, verdicts == KEPT, scorer, say)
        _judge_scores(corpus, how.codes, verdicts, scores, options)
    samples, documents = _look(corpus, verdicts, scores, options)
    parts = {"languages": "-".join(corpus.names), "min-score": f"{options.min_score:g}"}
    notes = how.notes
    if scorer.chunks > 1:
        parts["memory"] = str(limit.megabytes)
        notes += (f"scored in {scorer.chunks} chunks, to stay within {limit.megabytes:,} MB",)
    scored, dropped = int((~np.isnan(scores)).sum()), verdicts == NUMBERS["score"]
    if scored < FEW and dropped.any():
        told = f"{count_of(scored, 'pair')} to learn from: scores tell little"
        notes += (f"{told}, look at what they drop, or keep it with --min-score 0",)
    if (verdicts == NUMBERS["duplicate"]).any():
        notes += ("duplicates may differ in case, marks and numbers: --keep-duplicates keeps them",)
    signature = Signature("clean", __version__, tuple(parts.items()))
    return CleanRun(
        path, verdicts, scores, corpus.names, samples, documents,
        (*notes, *resource_notes(pack, encoder)), skips.entries(),
        sign_resources(signature, pack, encoder), corpus,
    )  # fmt: skip


def _ignore(stage: str, done: int, total: int) -> None:
    """Report no progress."""


class _Corpus:
    """A file of units that is read several times, as pairs in two languages.

    Attributes:
        sides: languages of source and target, as the units have them.
        names: the same, with a language for a side that says none.
    """

    def __init__(self, path: Path, options: CleanOptions) -> None:
        self._path, self._encoding = path, options.encoding
        self._format = find_format(path, UNITS, format=options.source_format, look=True)
        first = next((unit for unit in self._units() if len(unit.variants) > 1), None)
        if first is None:
            raise FormatError("holds no unit in two languages", path=path, cure=RIGHT_FILE)
        told = (options.source_language, options.target_language)
        self.sides = self.names = sides_of(first.variants, told)

    def _units(self, skips: Skips | None = None) -> Iterator[Unit]:
        return formats.read_units(
            self._path, format=self._format, encoding=self._encoding, skips=skips
        )

    def name_languages(self, codes: Languages) -> None:
        """Name the languages that the file does not say."""
        source, target = (
            code or side if side == UNDETERMINED else side
            for side, code in zip(self.sides, codes, strict=True)
        )
        self.names = (source, target)

    @property
    def declared(self) -> Languages:
        """Languages as the file says them; None for one that it does not say."""
        source, target = (None if side == UNDETERMINED else side for side in self.sides)
        return source, target

    def read(self, skips: Skips | None = None) -> Iterator[tuple[Unit, Texts]]:
        """Give every unit with its two languages only, and both texts."""
        for unit in self._units(skips):
            places = places_of(unit.variants, self.sides)
            both = tuple(
                Variant(name, "")
                if place is None
                else dataclasses.replace(unit.variants[place], language=name)
                for name, place in zip(self.names, places, strict=True)
            )
            yield dataclasses.replace(unit, variants=both), (both[0].text, both[1].text)

    def texts(self, wanted: NDArray[np.bool_]) -> Iterator[Texts]:
        """Give both texts of some units."""
        return (texts for (_, texts), it in zip(self.read(), wanted, strict=True) if it)


def _judge_alone(corpus: _Corpus, options: CleanOptions) -> tuple[NDArray[np.uint8], Skips]:
    """Ask every rule that needs no score; return verdicts, and what the reader skipped."""
    limits = rules.Limits(
        options.longest, options.fewest_words, options.letters, options.same_numbers
    )
    skips = Skips()
    verdicts, ratios, keys = array("B"), array("f"), array("Q")
    signatures: list[NDArray[np.uint8]] = []
    batch: list[str] = []
    for unit, (source, target) in corpus.read(skips):
        breach = rules.find_breach(source, target, limits)
        verdicts.append(KEPT if breach is None else NUMBERS[breach])
        both = rules.normalise(source, target)
        ratios.append(math.log((len(target) + 1) / (len(source) + 1)))
        keys.extend(map(_key, (both, *both.split("\t"), unit.document or "")))
        if options.duplicates:
            batch.append(both)
        if len(batch) == BATCH:
            signatures.append(rules.make_signatures(batch))
            batch.clear()
    found = np.frombuffer(verdicts, np.uint8).copy()
    if not len(found):
        return found, skips
    _drop(found, "ratio", _odd_ratios(np.frombuffer(ratios, np.float32), found, options))
    table = np.frombuffer(keys, np.uint64).reshape(-1, 4)
    if options.boilerplate:
        often = _is_boilerplate(table, options.boilerplate)
    if options.duplicates:
        _drop(found, "duplicate", _is_repeated(table[:, 0], found == KEPT))
        if options.near < 1:
            signatures.append(rules.make_signatures(batch))
            left = np.flatnonzero(found == KEPT)
            earlier = rules.find_near_duplicates(np.concatenate(signatures)[left], options.near)
            _drop(found, "near-duplicate", np.isin(np.arange(len(found)), left[earlier >= 0]))
    if options.boilerplate:
        _drop(found, "boilerplate", often)
    return found, skips


def _key(text: str) -> int:
    return int.from_bytes(blake2b(text.encode("utf-8", "replace"), digest_size=8).digest())


def _drop(verdicts: NDArray[np.uint8], rule: str, broken: NDArray[np.bool_]) -> None:
    """Note a rule for the units that break it, and none before it."""
    verdicts[broken & (verdicts == KEPT)] = NUMBERS[rule]


def _odd_ratios(
    ratios: NDArray[np.float32], verdicts: NDArray[np.uint8], options: CleanOptions
) -> NDArray[np.bool_]:
    """Tell which lengths differ too much from what is usual in this corpus."""
    usual = ratios[verdicts == KEPT]
    middle = np.median(usual) if len(usual) else np.float32(0)
    odd: NDArray[np.bool_] = np.abs(ratios - middle) > math.log(options.max_ratio)
    return odd


def _is_repeated(keys: NDArray[np.uint64], wanted: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Tell which of the wanted ones have the key of an earlier one."""
    places = np.flatnonzero(wanted)
    _, first = np.unique(keys[places], return_index=True)
    repeated = wanted.copy()
    repeated[places[first]] = False
    return repeated


def _is_boilerplate(table: NDArray[np.uint64], least: int) -> NDArray[np.bool_]:
    """Tell which pairs stand in many documents, or have a side with many translations.

    Args:
        table: shape (units, 4): keys of the pair, of both sides, and of the document.
        least: so many are many.
    """
    result = np.zeros(len(table), bool)
    for one, other in ((0, 3), (1, 2), (2, 1)):
        keys, where = np.unique(table[:, one], return_inverse=True)
        pairs = np.unique(np.column_stack((where.astype(np.uint64), table[:, other])), axis=0)
        result |= np.bincount(pairs[:, 0].astype(np.int64), minlength=len(keys))[where] >= least
    return result


def _score(
    corpus: _Corpus,
    how: Tokenising,
    wanted: NDArray[np.bool_],
    scorer: Scorer,
    say: ProgressCall,
) -> NDArray[np.float32]:
    """Return the scores of the wanted units, NaN for the others."""
    waiting: deque[Texts] = deque()

    def lines() -> Iterator[Texts]:
        for texts in corpus.texts(wanted):
            waiting.append(texts)
            yield texts

    parts = []
    done, total = 0, int(wanted.sum())
    for chunk in read_chunks(how.tokens(lines()), limit=scorer.limit, known=False):
        say("scoring", done, total)
        texts = [waiting.popleft() for _ in range(chunk.corpus.pairs)]
        parts.append(scorer.score(chunk, texts))
        done += len(texts)
    scores = np.full(len(wanted), np.nan, np.float32)
    if parts:
        scores[wanted] = np.concatenate(parts)
    return scores


def _judge_scores(
    corpus: _Corpus,
    codes: Languages,
    verdicts: NDArray[np.uint8],
    scores: NDArray[np.float32],
    options: CleanOptions,
) -> None:
    """Ask the rules that need a score."""
    if options.languages and all(codes):
        doubtful = scores < SURE
        strange = [
            any(
                code and len(text) > LEAST_LETTERS and wrong_language_warning(text, code)
                for text, code in zip(texts, codes, strict=True)
            )
            for texts in corpus.texts(doubtful)
        ]
        broken = np.zeros(len(verdicts), bool)
        broken[doubtful] = strange
        _drop(verdicts, "language", broken)
    _drop(verdicts, "score", scores < options.min_score)


def _look(
    corpus: _Corpus, verdicts: NDArray[np.uint8], scores: NDArray[np.float32], options: CleanOptions
) -> tuple[dict[str, list[Sample]], Counter[str]]:
    """Draw samples for every rule, and count the kept units of every document."""
    rng = np.random.default_rng(options.seed)
    drawn: dict[int, set[int]] = {}
    for number in NUMBERS.values():
        places = np.flatnonzero(verdicts == number)[:LOOKED_AT]
        drawn[number] = set(rng.permutation(places)[: options.samples].tolist())
    samples: dict[str, list[Sample]] = {name: [] for name in rules.RULES}
    documents: Counter[str] = Counter()
    for number, (unit, texts) in enumerate(corpus.read()):
        verdict = int(verdicts[number])
        if verdict == KEPT:
            if unit.document:
                documents[unit.document] += 1
        elif number in drawn[verdict]:
            score = float(scores[number])
            known = None if math.isnan(score) else round(score, 4)
            samples[list(rules.RULES)[verdict]].append(Sample(number + 1, *texts, known))
    return samples, documents
