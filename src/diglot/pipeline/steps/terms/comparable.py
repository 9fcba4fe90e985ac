"""Terms of two languages paired without parallel text, and the training of their rankers."""

from __future__ import annotations

import hashlib
import json
import sys
from dataclasses import dataclass, replace
from functools import partial
from inspect import signature as parameters_of
from typing import TYPE_CHECKING, Any

from diglot._version import __version__
from diglot.errors import ConfigError, FormatError, InputError, describe_unknown
from diglot.files.atomic import atomic_open
from diglot.files.binary import sha256_of_file
from diglot.files.text import read_text
from diglot.formats.blocks import Skips
from diglot.formats.term_lists import read_term_list, read_term_pairs
from diglot.formats.term_lists.word_vectors import read_vectors, write_vectors
from diglot.learning import machines, trees
from diglot.learning.encoders import find_encoder
from diglot.learning.word_vectors import train_vectors
from diglot.model import Signature, Termbase, TermPair
from diglot.packs.finding import load_pack
from diglot.packs.vocabularies import cut_by_packs
from diglot.pipeline.options import resource_notes, sign_resources
from diglot.pipeline.sentence_pairs import read_sentence_pairs
from diglot.pipeline.steps.sentences.evidence import read_lexicon
from diglot.pipeline.steps.terms.extraction import read_texts
from diglot.pipeline.steps.terms.options import ComparableOptions, TextOptions, TrainingOptions
from diglot.pipeline.stored.terms import FoundTerms
from diglot.plurals import count_of
from diglot.terms import comparable
from diglot.terms.comparable import Resources, Side, distinct_terms, learned, ranking
from diglot.terms.comparable.compositional import dictionary_words
from diglot.terms.comparable.dictionary import (
    Dictionary,
    dictionary_from_counts,
    dictionary_from_pairs,
)
from diglot.terms.comparable.ranking import NAMES
from diglot.terms.concepts import group_concepts
from diglot.text.languages import is_spaceless, normalise
from diglot.text.lemmas import Lemmatiser
from diglot.text.tokens import words
from diglot.words import align as align_words
from diglot.words import links as decide_links
from diglot.words.corpus import encode
from diglot.words.decoding.phrases import entries, phrase_table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from diglot.formats.term_lists.bucc import BuccFolder
    from diglot.learning.encoders import Encoder
    from diglot.learning.machines import Machine
    from diglot.learning.trees import Ranker
    from diglot.model import Term, WordVectors
    from diglot.packs.pack import Pack
    from diglot.pipeline.steps.terms.extraction import TermTexts
    from diglot.pipeline.steps.terms.options import PairSystemOptions

    Extract = Callable[[TermTexts], Sequence[Term]]

EXTRACTED = 10_000
"""Terms that are taken of texts without a list of terms, the best ones."""


@dataclass(frozen=True, slots=True)
class TermSide:
    """What is given of one language.

    Attributes:
        language: code.
        terms: distinct terms.
        texts: where they stand; None for a list alone.
        notes: what to tell the user.
    """

    language: str
    terms: tuple[str, ...]
    texts: TermTexts | None
    notes: tuple[str, ...]


@cut_by_packs
def align_comparable(
    source: Sequence[Path] = (),
    target: Sequence[Path] = (),
    *,
    options: ComparableOptions | None = None,
    extract: Extract | None = None,
) -> FoundTerms:
    """Pair the terms of two languages that only share their subject.

    Args:
        source: texts of the source language, files or folders; may be empty if there is a list.
        target: texts of the target language.
        options: how it is to be done.
        extract: gives the terms of texts, best first; needed where there is no list.

    Raises:
        InputError: a file cannot be read or holds nothing.
        ConfigError: an option is wrong or something is missing that the method needs.
    """
    options = options or ComparableOptions()
    method, renamed = current_name(options.method or comparable.DEFAULT)
    one, other = read_sides(source, target, options, extract)
    pack = load_pack(options.packs, one.language, other.language)
    known = read_resources(one, other, options, pack=pack)
    pairs = comparable.align_lists(
        one.terms, other.terms, resources=known, method=method, limit=options.limit
    )
    signature = Signature(
        method,
        __version__,
        (
            ("languages", f"{one.language}-{other.language}"),
            ("terms", f"{len(one.terms)}x{len(other.terms)}"),
            ("dictionary", str(len(known.dictionary))),
        ),
    )
    encoder = known.encoders[0] if known.encoders else None
    signature = sign_resources(signature, pack, encoder)
    notes = [*renamed, *one.notes, *other.notes, *resource_notes(pack, encoder)]
    if not len(known.dictionary) and encoder is None:
        notes.append("no dictionary: only terms that are spelled alike are found")
    return FoundTerms(
        pairs, _termbase(pairs, (one.language, other.language), signature), signature, tuple(notes)
    )


def current_name(name: str) -> tuple[str, tuple[str, ...]]:
    """Return the name that a method has now, and a note if it had another."""
    now = comparable.FORMER_NAMES.get(name)
    if now is None:
        return name, ()
    return now, (f"the method {name} is called {now} now: CUNI's combined run is another system",)


def read_sides(
    source: Sequence[Path],
    target: Sequence[Path],
    options: ComparableOptions,
    extract: Extract | None,
    *,
    spare: tuple[Sequence[str], Sequence[str]] = ((), ()),
) -> tuple[TermSide, TermSide]:
    """Read what is given of both languages.

    ``spare`` are terms besides those of lists and texts, which then may be missing; for the others
    see `align_comparable`.

    Raises:
        InputError: a file cannot be read or holds nothing.
        ConfigError: a language is unknown, or both are the same, or there are no terms.
    """
    one = _given("source", source, options, extract, spare[0])
    other = _given("target", target, options, extract, spare[1])
    if one.language == other.language:
        raise ConfigError(
            f"both sides are in one language ({one.language}): specify which with -s, -t"
        )
    return one, other


def read_resources(
    one: TermSide, other: TermSide, options: ComparableOptions, *, pack: Pack | None = None
) -> Resources:
    """Read dictionaries, vectors and the ranker.

    Raises:
        InputError: a file cannot be read.
        ConfigError: a file is no ranker of this version.
    """
    dictionary = _dictionary(options.dictionaries, (one.language, other.language), pack)
    known = dictionary_words(dictionary)
    ranker = read_judge(options.ranker) if options.ranker else None
    # A ranker that learnt without an encoder has no use for one.
    blind = ranker is not None and ranker.names == NAMES
    return Resources(
        _side(one, options.source_vectors, known[0]),
        _side(other, options.target_vectors, known[1]),
        dictionary,
        ranker,
        encoders=() if blind else _encoders(options, (one.language, other.language)),
        phrases=extract_phrases,
    )


def read_judge(path: Path) -> Ranker | Machine:
    """Read a ranker or a machine that was trained here before.

    Raises:
        FormatError: it is neither, of another version, or damaged.
        InputError: it cannot be read.
    """
    try:
        data = dict(json.loads(read_text(path)))
        if data.get("format") == machines.FORMAT:
            return machines.Machine.from_dict(data)
        return trees.Ranker.from_dict(data)
    except (ConfigError, ValueError, TypeError, RecursionError) as error:
        raise FormatError(f"is not a ranker ({error})", path=path, cure="train it again") from error


def _given(
    side: str,
    paths: Sequence[Path],
    options: ComparableOptions,
    extract: Extract | None,
    spare: Sequence[str],
) -> TermSide:
    language = getattr(options, f"{side}_language")
    listed = getattr(options, f"{side}_terms")
    texts = None
    if paths:
        texts = read_texts(
            paths,
            TextOptions(language=language, lines=options.lines, encoding=options.encoding),
            side=f"{side} language",
        )
        language = texts.language or language
    if language is None:
        raise ConfigError(
            f"specify the {side} language with -{side[0]}: a list of terms does not tell"
        )
    language = normalise(language)
    notes = texts.notes if texts else ()
    if listed:
        terms, left_out = _listed(listed, language)
        notes += left_out
    elif texts is not None or not spare:
        terms = _extracted(side, texts, extract)
    else:
        terms = ()
    terms = tuple(dict.fromkeys((*terms, *spare)))
    return TermSide(language, terms, texts, notes)


def _listed(path: Path, language: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the terms of a list, and notes on what was left out."""
    skips = Skips()
    terms = tuple(term.text for term in read_term_list(path, language=language, skips=skips))
    if not terms:
        raise InputError("holds no terms", path=path, cure="write one term per line")
    return terms, tuple(f"{path.name}: left out: {each}" for each in skips.entries())


def _extracted(side: str, texts: TermTexts | None, extract: Extract | None) -> tuple[str, ...]:
    if texts is None or extract is None:
        raise ConfigError(f"give the {side} texts, or a list of terms with --{side}-terms")
    return tuple(term.text for term in extract(texts)[:EXTRACTED])


def _vectors(path: Path, given: TermSide, known: Iterable[str]) -> WordVectors:
    """Read vectors of the words of terms, and of the dictionary: the map is learnt from these."""
    lemmas = Lemmatiser(given.language)
    needed = {word for term in given.terms for word in words(term, given.language)} | {*known}
    needed |= {word.lower() for word in needed}
    needed |= {lemmas.lemma(word) for word in needed}
    # Where nouns are written with a capital, their vectors are.
    needed |= {word.capitalize() for word in needed}
    return read_vectors(path, only=needed)


def _dictionary(paths: Sequence[Path], languages: tuple[str, str], pack: Pack | None) -> Dictionary:
    entries = (read_lexicon(path, languages=languages) for path in paths)
    known = [dictionary_from_pairs(each, languages=languages) for each in entries]
    if pack:
        linked = dictionary_from_counts(pack.links())
        if any(map(is_spaceless, languages)):  # a pack may cut words otherwise than terms are cut
            rows = ((one[0], other[0], weight) for one, other, weight in linked.entries)
            linked = dictionary_from_pairs(rows, languages=languages)
        known.append(linked)
    return Dictionary().merge(*known)


def extract_phrases(
    pairs: Sequence[tuple[Sequence[str], Sequence[str]]], longest: int
) -> Iterator[tuple[tuple[str, ...], tuple[str, ...], tuple[float, float, float, float]]]:
    """Give the phrase pairs of sentence pairs, see `PhraseExtractor`."""
    corpus = encode(pairs)
    links = align_words(corpus, learn=False, quick=True)
    table = phrase_table(corpus, decide_links(links), longest=longest)
    for source, target, (back, back_lexical, to, lexical), _, _ in entries(corpus, table):
        yield tuple(source), tuple(target), (to, lexical, back, back_lexical)


def _side(given: TermSide, vectors: Path | None, known: Iterable[str]) -> Side:
    sentences = None
    if given.texts is not None:
        sentences = [[word.lower() for word in sentence] for sentence in given.texts.tokens]
    return Side(
        given.language,
        frequencies=count_terms(given.terms, given.texts) if given.texts else None,
        sentences=sentences,
        vectors=_vectors(vectors, given, known) if vectors else None,
    )


def count_terms(terms: Sequence[str], texts: TermTexts) -> dict[str, int]:
    """Count how often every term of the list stands in the texts."""
    known = {tuple(words(term.lower(), texts.language)): term for term in terms}
    longest = max(map(len, known), default=0)
    counts: dict[str, int] = {}
    for sentence in texts.tokens:
        folded = tuple(word.lower() for word in sentence)
        for begin in range(len(folded)):
            for end in range(begin + 1, min(len(folded), begin + longest) + 1):
                term = known.get(folded[begin:end])
                if term is not None:
                    counts[term] = counts.get(term, 0) + 1
    return counts


def _termbase(
    pairs: Sequence[TermPair], languages: tuple[str, str], signature: Signature
) -> Termbase:
    if any(pair.probability is None for pair in pairs):
        pairs = _mutual(pairs)
    found = group_concepts(pairs, languages=languages, method=f"diglot {signature.method}")
    return Termbase(found, signature=signature)


def _mutual(pairs: Sequence[TermPair]) -> list[TermPair]:
    """Return the pairs whose terms are best for each other: scores alone do not say how likely."""
    source: dict[str, TermPair] = {}
    target: dict[str, TermPair] = {}
    for pair in pairs:
        source.setdefault(pair.source, pair)
        target.setdefault(pair.target, pair)
    return [pair for pair in source.values() if target[pair.target] is pair]


# Rankers of comparable terms, learnt from the user's validated pairs.


TRAINED = ("ranker", *learned.TRAINED)


@dataclass(frozen=True, slots=True)
class TrainingCounts:
    """What was learnt from."""

    validated: int
    notes: tuple[str, ...]


@cut_by_packs
def train_comparable(
    source: Sequence[Path],
    target: Sequence[Path],
    validated: Path,
    save: Path,
    *,
    options: TrainingOptions | None = None,
    extract: Extract | None = None,
) -> TrainingCounts:
    """Train a ranker of a method from validated pairs, and save it.

    Other pairs with a source term of the list count as wrong. Terms of lists and texts, where they
    are given, are wrong targets besides those of the list.

    Args:
        source: texts of the source language; may be empty.
        target: texts of the target language.
        validated: list of pairs, or a termbase.
        save: file to write the ranker to.
        options: as for aligning; the method is ``ranker`` (the default) or another of `TRAINED`.
        extract: gives the terms of texts.

    Raises:
        InputError: a file cannot be read or written.
        ConfigError: the method or learner is unknown, or there are too few pairs.
    """
    options = options or TrainingOptions()
    method, renamed = current_name(options.method or TRAINED[0])
    if method not in TRAINED:
        raise ConfigError(
            f"the method {method} is not trained; those that are: {', '.join(TRAINED)}"
        )
    languages = options.source_language, options.target_language
    if languages[0] is None or languages[1] is None:
        raise ConfigError("specify the languages of the validated pairs with -s and -t")
    pairs = [
        (pair.source, pair.target)
        for pair in read_term_pairs(validated, languages=(languages[0], languages[1]))
    ]
    spare = [one for one, _ in pairs], [other for _, other in pairs]
    one, other = read_sides(source, target, options, extract, spare=spare)
    pack = load_pack(options.packs, one.language, other.language)
    known = read_resources(one, other, replace(options, ranker=None), pack=pack)
    judge = learn_judge(
        (distinct_terms(one.terms), distinct_terms(other.terms)),
        pairs,
        known,
        method,
        options.learner,
        f"{count_of(len(pairs), 'validated pair')}, {one.language}-{other.language}",
    )
    with atomic_open(save) as file:
        json.dump(judge.to_dict(), file, separators=(",", ":"))
        file.write("\n")
    notes = [*renamed, *one.notes, *other.notes, *resource_notes(pack)]
    if listed := _read_validated(pairs, known.dictionary, (one.language, other.language)):
        notes.append(
            f"in the dictionary, too: {count_of(listed, 'validated pair')}; "
            "the ranker may trust it too much"
        )
    return TrainingCounts(len(pairs), tuple(notes))


def learn_judge(
    terms: tuple[Sequence[str], Sequence[str]],
    pairs: Sequence[tuple[str, str]],
    known: Resources,
    method: str,
    learner: str | None,
    notes: str,
) -> Ranker | Machine:
    """Learn the ranker of a method from validated pairs among the terms of two lists.

    Raises:
        ConfigError: there is no such learner, or there are too few pairs.
    """
    learner = learner or learned.USUAL_LEARNERS.get(method, learned.LEARNERS[0])
    if learner not in learned.LEARNERS:
        raise ConfigError(describe_unknown("learner", learner, learned.LEARNERS))
    if method != "ranker":
        return learned.train_learner(
            *terms, pairs, known, method=method, learner=learner, notes=notes
        )
    found = ranking.ranking_examples(*terms, pairs, known)
    if learner == "trees":
        return ranking.train_ranker([found], notes=notes)
    kernel = "rbf" if learner == "svm" else "linear"
    names = ranking.names_of(found)
    return machines.train_machine(
        found.features, found.right, names=names, kernel=kernel, notes=notes
    )


def _read_validated(
    pairs: Sequence[tuple[str, str]], dictionary: Dictionary, languages: tuple[str, str]
) -> int:
    """Count the pairs of several words that are entries of the dictionary."""
    entries = {(of, to) for of, to, _ in dictionary.entries if len(of) > 1}
    cut = (
        tuple(
            tuple(word.lower() for word in words(term, language))
            for term, language in zip(pair, languages, strict=True)
        )
        for pair in pairs
    )
    return sum(pair in entries for pair in cut)


# One system on one task: what it may use is read, and it learns where it has to.

WITH_VECTORS = ("cuni-muse", "cuni-combined", "ijs-2", "ijs-3")
"""Methods that share vectors among their steps: they are trained once."""
COMBINED, BASES = "cuni-combined", ("cuni-muse", "cuni-monoses")
"""A method, and those whose pairs it starts from."""
WITH_ENCODERS = ("ranker", "cuni-combined", "ijs-3")
FREQUENT = 100_000
"""Vectors that are read of a file, the first ones, besides those of the words of terms."""


@cut_by_packs
def align_task(
    task: BuccFolder,
    options: PairSystemOptions,
    train: Path | None = None,
    *,
    shared: Path | None = None,
    code: str = "",
) -> tuple[TermPair, ...]:
    """Pair the terms of a task by one method.

    Args:
        task: lists of terms, and the texts where there are any.
        options: the method, and what it may use.
        train: validated pairs, for methods that learn; ``ranker`` learns of them if a learner is
            named.
        shared: folder for vectors that are trained on the texts, and for runs that another method
            builds on.
        code: what tells apart the code that made such a run.

    Raises:
        InputError: a file cannot be read.
        ConfigError: something is missing that the method needs.
    """
    method, _ = current_name(options.method or comparable.DEFAULT)
    asked = replace(
        options,
        source_language=task.languages[0],
        target_language=task.languages[1],
        source_terms=task.source_terms,
        target_terms=task.target_terms,
        lines=True,
    )
    texts = [[path] if path else [] for path in (task.source_corpus, task.target_corpus)]
    one, other = read_sides(texts[0], texts[1], asked, None)
    validated = [
        (pair.source, pair.target)
        for pair in (read_term_pairs(train, languages=task.languages) if train else ())
    ]
    own = one.terms, other.terms
    one = replace(one, terms=tuple(dict.fromkeys((*own[0], *(pair[0] for pair in validated)))))
    other = replace(other, terms=tuple(dict.fromkeys((*own[1], *(pair[1] for pair in validated)))))
    pack = load_pack(options.packs, *task.languages)
    known = read_resources(one, other, asked, pack=pack)
    known = replace(known, validated=validated)
    if method in WITH_VECTORS:
        paths = options.source_vectors, options.target_vectors
        source, target = (
            _with_all_vectors(side, path, text, shared)
            for side, path, text in zip((known.source, known.target), paths, texts, strict=True)
        )
        known = replace(known, source=source, target=target)
    if options.bitext:
        known = replace(known, parallel=_parallel(options, task.languages))
    # The ranker that ships has seen more pairs than a task has.
    learns = method in TRAINED and (method != TRAINED[0] or options.learner)
    if learns and known.ranker is None and validated:
        known = replace(known, ranker=_learn(known, method, options))
    if method not in (COMBINED, *BASES):
        return comparable.align_lists(
            *own, resources=known, method=method, limit=options.limit, settings=options.settings
        )
    files = [task.source_terms, task.target_terms, *texts[0], *texts[1]]
    files += [path for path in (options.source_vectors, options.target_vectors) if path]
    run = partial(_base_run, own, known, options.settings, shared, [code, *files])
    if method in BASES:
        limit = comparable.most_pairs(*map(len, own)) if options.limit is None else options.limit
        return run(method)[:limit]
    settings = {**options.settings, "runs": tuple(map(run, BASES))}
    return comparable.align_lists(
        *own, resources=known, method=method, limit=options.limit, settings=settings
    )


def _base_run(
    terms: tuple[Sequence[str], Sequence[str]],
    known: Resources,
    settings: Mapping[str, Any],
    shared: Path | None,
    made_of: Sequence[str | Path],
    method: str,
) -> tuple[TermPair, ...]:
    """Return all pairs of a run, which is kept in the folder for those that build on it."""
    taken = parameters_of(comparable.METHODS[method]).parameters
    asked = {name: value for name, value in sorted(settings.items()) if name in taken}
    path = None
    if shared is not None:
        parts = [each if isinstance(each, str) else sha256_of_file(each) for each in made_of]
        key = json.dumps([__version__, method, asked, *parts])
        path = shared / f"{hashlib.sha256(key.encode()).hexdigest()[:32]}-{method}.json"
        if path.is_file():
            rows = json.loads(read_text(path))
            return tuple(TermPair(one, other, score=score) for one, other, score in rows)
    pairs = comparable.align_lists(
        *terms, resources=known, method=method, limit=sys.maxsize, settings=asked
    )
    if path is not None:
        path.parent.mkdir(exist_ok=True)
        with atomic_open(path) as file:
            json.dump([(pair.source, pair.target, pair.score) for pair in pairs], file)
    return pairs


def _with_all_vectors(
    side: Side, path: Path | None, texts: Sequence[Path], shared: Path | None
) -> Side:
    """Return a side with the vectors of all frequent words: maps are learnt without dictionary."""
    if path is not None:
        return replace(side, vectors=read_vectors(path, limit=FREQUENT))
    if side.sentences is None:
        return side
    if shared is None or not texts:
        return replace(side, vectors=train_vectors(side.sentences))
    kept = shared / f"{sha256_of_file(texts[0])[:32]}-{side.language}.npy"
    if not kept.is_file():
        shared.mkdir(exist_ok=True)
        write_vectors(kept, train_vectors(side.sentences))
    return replace(side, vectors=read_vectors(kept))


def _encoders(options: ComparableOptions, languages: tuple[str, str]) -> tuple[Encoder, ...]:
    method, _ = current_name(options.method or comparable.DEFAULT)
    if method not in WITH_ENCODERS:
        return ()
    names = getattr(options, "encoders", ()) or (options.encoder,)
    found = [find_encoder(name, *languages) for name in names]
    return tuple(each for each in found if each is not None)


def _parallel(
    options: PairSystemOptions, languages: tuple[str, str]
) -> list[tuple[list[str], list[str]]]:
    """Return the words of parallel text, in lower case."""
    if len(options.bitext) > 2:
        raise ConfigError("bitext is one memory, or two files of lines")
    found = read_sentence_pairs(*options.bitext, languages=languages)
    # They are divided at spaces alone; terms are cut into words.
    return [
        (
            [word.lower() for word in words(one, languages[0])],
            [word.lower() for word in words(other, languages[1])],
        )
        for one, other in found.lines
    ]


def _learn(known: Resources, method: str, options: PairSystemOptions) -> Ranker | Machine:
    source, target = (distinct_terms(side) for side in zip(*known.validated, strict=True))
    return learn_judge(
        (source, target), known.validated, known, method, options.learner, "validated pairs"
    )
