"""The corpora of a task, and what people are asked about it: terms, similar pairs, contexts."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import asdict, dataclass, replace
from itertools import chain, compress, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from diglot._version import __version__
from diglot.errors import FormatError, InputError
from diglot.files.arrays import map_fields, read_arrays, write_arrays
from diglot.files.atomic import atomic_open
from diglot.files.lines import stream_lines
from diglot.flat_arrays import offsets_of
from diglot.formats.registry import find_format
from diglot.formats.term_lists import read_term_list
from diglot.formats.term_lists.word_vectors import read_vectors
from diglot.formats.word_links.builder import read_pairs as read_lines
from diglot.model import TermPair, WordLinks
from diglot.model.terms import Proposal
from diglot.pipeline.build.inputs import PARALLEL, Inputs
from diglot.pipeline.documents import ProgressCall, advance, check_different, decide
from diglot.pipeline.sentence_pairs import unit_pairs
from diglot.pipeline.stored.folder import StepSummary
from diglot.pipeline.stored.pairs import PairsBuilder, StoredPairs, clean_sentence
from diglot.terms.bucc import (
    TermFinder,
    choose_asked,
    deparallelise,
    make_proposals,
    near_targets,
)
from diglot.terms.comparable import Resources, Side
from diglot.terms.comparable.decoding import LanguageModel, Translator
from diglot.terms.comparable.dictionary import dictionary_from_links
from diglot.terms.comparable.mapped import cmwep
from diglot.terms.comparable.monoses import Table, phrase_options
from diglot.terms.extraction.candidates import (
    LONGEST,
    Candidates,
    join_words,
    term_candidates,
)
from diglot.terms.extraction.corpus import encode_corpus
from diglot.terms.extraction.extract import TermChoice, TermForms, ranked_terms
from diglot.terms.parallel import alignment
from diglot.text.function_words import function_words, linking_words
from diglot.text.languages import UNDETERMINED
from diglot.text.tokens import tokenise, words
from diglot.words.corpus import encode
from diglot.words.decoding.phrases import entries, phrase_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from diglot.pipeline.bucc.options import BuccOptions
    from diglot.pipeline.file_pairs import Pair
    from diglot.pipeline.stored.words import StoredWords

    _Numbered = tuple[int, int, tuple[str, str]]

CORPORA_KIND, CORPORA_VERSION = "bucc-corpora", 1
LOOKED_AT = 2_000
"""Sentence pairs that languages are decided by, where nobody says them."""
SIDES = ("source", "target")


@dataclass(frozen=True, slots=True, eq=False)
class Corpora:
    """What becomes of every sentence pair.

    Attributes:
        domain: shape (pairs,): it holds a term of the domain.
        test: shape (pairs,): it is of the test part.
        kept: shape (2, pairs): its source side stays, its target side stays.
        found: how many terms of the domain were found at all, on either side.
    """

    domain: NDArray[np.bool_]
    test: NDArray[np.bool_]
    kept: NDArray[np.bool_]
    found: int

    def of(self, part: int, side: int) -> NDArray[np.bool_]:
        """Return which sentences of a side belong to part 0 (training) or 1 (test)."""
        chosen: NDArray[np.bool_] = self.kept[side] & (self.test if part else ~self.test)
        return chosen


def domain_pairs(
    inputs: Inputs, options: BuccOptions, progress: ProgressCall | None = None
) -> tuple[StoredPairs, tuple[str, ...]]:
    """Read the sentence pairs of the domain, and no others: memory grows with these alone.

    Args:
        inputs: parallel lines or bitexts.
        options: name the languages and the terms of the domain.
        progress: called with the stage, the files read and the files in all.

    Returns:
        The pairs, and notes on the languages.

    Raises:
        InputError: a file cannot be read, or no sentence holds a term of the domain.
        ConfigError: the languages are unknown, or both are the same.
    """
    begin, rest, declared = _opened(inputs, options)
    decisions = [
        decide(
            (texts[side] for _, _, texts in begin),
            told=told,
            declared=(declared[side],),
            side=f"{SIDES[side]} language",
        )
        for side, told in enumerate((options.source_language, options.target_language))
    ]
    doubts = check_different(decisions[0], decisions[1], same_language=False)
    codes = [None if each.code == UNDETERMINED else each.code for each in decisions]
    finders = _domain_finders(options, codes)
    builder = PairsBuilder()
    number = -1
    for document, link, texts in chain(begin, rest):
        if document != number:
            advance(progress, "reading", document, len(inputs.pairs))
            number = document
        cleaned = [clean_sentence(text) for text in texts]
        if not all(cleaned):
            continue
        spans: list[Sequence[tuple[int, int]] | None] = [None, None]
        held = not any(finders)
        for side, finder in enumerate(finders):
            if finder is not None:
                spans[side] = own = tuple(tokenise(cleaned[side], codes[side]))
                held |= finder.holds([cleaned[side][first:last] for first, last in own])
        if held:
            pair = [
                (text, tokenise(text, code) if known is None else known)
                for text, code, known in zip(cleaned, codes, spans, strict=True)
            ]
            builder.add(document, link, pair)
    names = [pair.name for pair in inputs.pairs]
    pairs = builder.finish(names, (codes[0], codes[1]))
    if not len(pairs):
        raise _no_domain(options)
    return pairs, (*decisions[0].notes, *decisions[1].notes, *doubts)


def _opened(
    inputs: Inputs, options: BuccOptions
) -> tuple[list[_Numbered], Iterator[_Numbered], tuple[str | None, str | None]]:
    """Return the first pairs, by which languages are decided, the others, and what is declared."""
    told = options.source_language, options.target_language
    found: list[tuple[str | None, str | None]] = []

    def texts(pair: Pair) -> Iterator[tuple[str, str]]:
        if inputs.kind == PARALLEL:
            lines = read_lines(pair.source, pair.target, encoding=options.encoding)
            return ((" ".join(one), " ".join(other)) for one, other in lines)
        kind = find_format(pair.source, look=True).name
        units, declared = unit_pairs(
            pair.source, kind=kind, encoding=options.encoding, languages=told
        )
        found.append(declared)
        return units

    def each() -> Iterator[_Numbered]:
        for document, pair in enumerate(inputs.pairs):
            for link, pair_texts in enumerate(texts(pair)):
                yield document, link, pair_texts

    rest = each()
    begin = list(islice(rest, LOOKED_AT))
    declared = found[0] if found else (None, None)
    return begin, rest, declared


def _domain_finders(options: BuccOptions, codes: Sequence[str | None]) -> list[TermFinder | None]:
    found: list[TermFinder | None] = []
    for path, code in zip((options.seed_terms, options.target_seed_terms), codes, strict=True):
        if path is None:
            found.append(None)
            continue
        terms = read_term_list(path, language=code)
        if not terms:
            raise InputError("holds no term", path=path, cure="write one term per line")
        found.append(TermFinder(words(term.text, code) for term in terms))
    return found


def _no_domain(options: BuccOptions) -> InputError:
    path = options.seed_terms or options.target_seed_terms
    if path is None:
        return InputError("the texts hold no pair of sentences", cure="check the files")
    return InputError(
        "no sentence holds one of the terms of the domain",
        path=path,
        cure="give other terms, or none",
    )


def corpora_of(pairs: StoredPairs, options: BuccOptions) -> Corpora:
    """Choose the sentences of the domain, divide them, and take one side of every pair away.

    Raises:
        InputError: a list of terms cannot be read or holds none, or no sentence has one of them.
    """
    import numpy as np

    domain = np.zeros(len(pairs), np.bool_)
    finders = _domain_finders(options, pairs.languages)
    if not any(finders):
        domain[:] = True
    for side, finder in zip(pairs.sides, finders, strict=True):
        if finder is not None:
            domain |= np.array([finder.holds(each) for each in side.words()], np.bool_)
    if not domain.any():
        raise _no_domain(options)
    kept = np.zeros((2, len(pairs)), np.bool_)
    kept[:, domain] = deparallelise(
        *(compress(side.sentences(), domain.tolist()) for side in pairs.sides),
        drop_source=options.drop_source,
        seed=options.seed,
    )
    # A generator of its own: the division does not depend on the probability.
    test = np.random.default_rng((options.seed, 1)).random(len(pairs)) < options.test
    return Corpora(domain, test, kept, sum(len(each.found) for each in finders if each))


def write_corpora(path: Path, corpora: Corpora) -> None:
    """Write the choice; the same one gives the same bytes.

    Raises:
        InputError: the file cannot be written.
    """
    given = {"domain": corpora.domain, "test": corpora.test, "kept": corpora.kept}
    arrays: dict[str, NDArray[Any]] = {name: each.view("u1") for name, each in given.items()}
    write_arrays(path, arrays, {"found": corpora.found}, kind=CORPORA_KIND, version=CORPORA_VERSION)


def read_corpora(path: Path) -> Corpora:
    """Read the choice.

    Raises:
        FormatError: the file is something else, or damaged.
    """
    file = read_arrays(path, kind=CORPORA_KIND, version=CORPORA_VERSION)
    try:
        found = int(file.metadata["found"])
        domain, test, kept = (file.arrays[k].view("?") for k in ("domain", "test", "kept"))
        return Corpora(domain, test, kept, found)
    except (KeyError, TypeError, ValueError) as error:
        raise FormatError(
            "its parts do not fit together", path=path, cure="prepare it again"
        ) from error


def summarise_corpora(corpora: Corpora, options: BuccOptions) -> StepSummary:
    """Count the sentences of the domain, and those of the corpora."""
    counts = {"domain_pairs": int(corpora.domain.sum())}
    if options.seed_terms or options.target_seed_terms:
        counts["domain_terms_found"] = corpora.found
    for side, name in enumerate(SIDES):
        for part, called in enumerate(("train", "test")):
            counts[f"{called}_{name}_sentences"] = int(corpora.of(part, side).sum())
    # One side of a pair would stay but for sentences that come in several pairs.
    counts["pairs_lost"] = counts["domain_pairs"] - int(corpora.kept.sum())
    return StepSummary(
        f"method:deparallelise|drop-source:{options.drop_source:g}|test:{options.test:g}"
        f"|seed:{options.seed}|version:{__version__}",
        counts=counts,
    )


def write_sentences(path: Path, pairs: StoredPairs, side: int, chosen: NDArray[np.bool_]) -> int:
    """Write the chosen sentences of a side, one a line; return their number.

    Raises:
        InputError: the file cannot be written.
    """
    import numpy as np

    numbers = np.flatnonzero(chosen).tolist()
    with atomic_open(path) as file:
        for number in numbers:
            file.write(pairs.sides[side].sentence(number) + "\n")
    return len(numbers)


# What people are asked about a task: terms of both sides, similar pairs, best phrases.

SCHEMA, VERSION = "diglot-bucc-proposals", 1
VECTORS, ALIGNMENT = "vectors", "alignment"
LEARNT_FROM = 200_000
"""Sentence pairs, drawn at random, that the decoder of the best translations learns from."""

Terms = tuple[tuple[str, ...], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class ProposalSet:
    """Pairs to judge, and what goes with them.

    Attributes:
        proposals: the pairs.
        near: targets that may confuse, by source term.
        counts: occurrences in the corpora: of each part (training, test), of each side, by term.
        measure: what the similarity is: ``vectors`` or ``alignment``.
    """

    proposals: tuple[Proposal, ...]
    near: dict[str, tuple[str, ...]]
    counts: tuple[tuple[dict[str, int], dict[str, int]], tuple[dict[str, int], dict[str, int]]]
    measure: str


def candidates_of(pairs: StoredPairs, side: int) -> Candidates:
    """Return the candidates for terms of a side; what is as long as the text lies on the disk."""
    language = pairs.languages[side]
    corpus = encode_corpus(
        pairs.sides[side].words(),
        language=language,
        function_words=function_words(language),
        linking_words=linking_words(language),
        documents=pairs.documents.tolist(),
    )
    corpus = map_fields(corpus, "tokens", "written", "offsets")
    return map_fields(term_candidates(corpus), "offsets", "begins", "lengths", "ngrams")


def extract_terms(pairs: StoredPairs, options: BuccOptions) -> Terms:
    """Extract the terms of both sides, every form by itself, without proper names."""
    found = []
    for side in (0, 1):
        known = candidates_of(pairs, side)
        terms = ranked_terms(
            known,
            choice=TermChoice(least_frequency=options.least_frequency),
            forms=TermForms((), usual_case=False, contexts=0),
        )
        found.append(tuple(term.text for term in terms))
        del known, terms  # those of the other side need the memory
    return found[0], found[1]


def propose_pairs(
    pairs: StoredPairs, links: StoredWords, corpora: Corpora, terms: Terms, options: BuccOptions
) -> ProposalSet:
    """Find the pairs to ask people about.

    Raises:
        InputError: vectors cannot be read.
        ConfigError: vectors cannot be mapped.
    """
    sides = [candidates_of(pairs, side) for side in (0, 1)]
    tallies = [_tally(side, corpora, k) for k, side in enumerate(sides)]
    parts = [_named(sides[k], tallies[k], terms[k]) for k in (0, 1)]
    whole = (_summed(*parts[0]), _summed(*parts[1]))
    listed = [
        [term for term in own if counts.get(term, 0)]
        for own, counts in zip(terms, whole, strict=True)
    ]
    aligned = _aligned(sides, links, listed)
    by_vectors = options.source_vectors is not None and options.target_vectors is not None
    similar = _by_vectors(pairs, links, listed, options) if by_vectors else aligned
    measure = VECTORS if by_vectors else ALIGNMENT
    asked = choose_asked(
        similar,
        whole,
        least=options.least_similarity,
        sample=options.sample,
        seed=options.seed,
    )
    translations = _translations(pairs, links, [source for source, _ in asked], sides, options)
    # A translation may be no term, and still stand in the texts.
    said = {text for found in translations.values() for text, _ in found}
    for named, more in zip(parts[1], _named(sides[1], tallies[1], said), strict=True):
        named |= more
    whole = (whole[0], _summed(*parts[1]))
    proposals = make_proposals(asked, similar, translations, measure=measure, counts=whole)
    near = near_targets(proposals, similar, listed[1], most=options.near, by_vectors=by_vectors)
    proposals = tuple(_with_contexts(proposals, pairs, sides, aligned))
    known = [
        {*listed[0], *(each.source for each in proposals)},
        {*listed[1], *(each.target for each in proposals)},
    ]
    return ProposalSet(
        proposals,
        near,
        tuple(  # type: ignore[arg-type]  # two parts of two sides
            tuple(
                {term: counts[term] for term in sorted(wanted) if counts.get(term, 0)}
                for counts, wanted in zip(part, known, strict=True)
            )
            for part in zip(*parts, strict=True)
        ),
        measure,
    )


def write_term_texts(path: Path, terms: Terms) -> None:
    """Write the terms of both sides, one a line as JSON."""
    with atomic_open(path) as file:
        for side in terms:
            file.write(json.dumps(side, ensure_ascii=False) + "\n")


def read_term_texts(path: Path) -> Terms:
    """Read what `write_term_texts` wrote.

    Raises:
        FormatError: the file is something else.
    """
    try:
        source, target = (tuple(map(str, json.loads(line))) for line in stream_lines(path))
    except (ValueError, TypeError) as error:
        raise FormatError("holds no terms", path=path, cure="prepare it again") from error
    return source, target


def write_proposed(path: Path, proposed: ProposalSet) -> None:
    """Write what is proposed; the same gives the same bytes."""
    said = {name: getattr(proposed, name) for name in ("near", "counts")}
    head = {"schema": SCHEMA, "version": VERSION, "measure": proposed.measure, **said}
    with atomic_open(path) as file:
        file.write(json.dumps(head, ensure_ascii=False) + "\n")
        for each in proposed.proposals:
            file.write(json.dumps(asdict(each), ensure_ascii=False) + "\n")


def read_proposed(path: Path) -> ProposalSet:
    """Read what `write_proposed` wrote.

    Raises:
        FormatError: the file is something else, or damaged.
        InputError: it cannot be read.
    """
    lines = stream_lines(path)
    try:
        head = json.loads(next(lines, "null"))
        if (head["schema"], head["version"]) != (SCHEMA, VERSION):
            raise ValueError("another version")  # noqa: TRY301 - as of any other damage
        train, test = ((dict(one), dict(other)) for one, other in head["counts"])
        return ProposalSet(
            tuple(_proposal(json.loads(line)) for line in lines),
            {source: tuple(near) for source, near in head["near"].items()},
            (train, test),
            str(head["measure"]),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise FormatError("holds no proposals", path=path, cure="prepare it again") from error


def summarise_proposals(proposed: ProposalSet, options: BuccOptions) -> StepSummary:
    """Count terms and pairs, and say what the similarity is."""
    note = (
        "similarity is the cosine of mapped word vectors"
        if proposed.measure == VECTORS
        else "no vectors: similarity is the probability that word links give a pair"
    )
    return StepSummary(
        f"method:{proposed.measure}|least:{options.least_similarity:g}|phrases:{options.phrases}"
        f"|seed:{options.seed}|version:{__version__}",
        counts={
            "asked_terms": len({each.source for each in proposed.proposals}),
            "asked_pairs": len(proposed.proposals),
        },
        notes=(note,),
    )


def summarise_terms(terms: Terms) -> StepSummary:
    """Count the terms of the parallel text, table 2 of the shared task."""
    counts = {}
    for side, found in zip(("source", "target"), terms, strict=True):
        counts[f"{side}_terms"] = len(found)
        counts[f"{side}_multi_word_terms"] = sum(" " in term for term in found)
    return StepSummary(f"method:extract|version:{__version__}", counts)


def _proposal(value: dict[str, Any]) -> Proposal:
    return Proposal(**{**value, "origins": tuple(value["origins"])})


def _tally(side: Candidates, corpora: Corpora, number: int) -> NDArray[np.int64]:
    """Count n-grams in the sentences of both parts, shape (2, n-grams)."""
    import numpy as np

    lengths = np.diff(side.offsets)
    held = (np.repeat(corpora.of(part, number), lengths) for part in (0, 1))
    return np.stack([np.bincount(side.ngrams[each], minlength=len(side)) for each in held])


def _named(
    side: Candidates, tally: NDArray[np.int64], wanted: Iterable[str]
) -> tuple[dict[str, int], dict[str, int]]:
    """Return the counts of some n-grams in both parts: the texts of all would fill the memory."""
    chosen = set(wanted)
    found: tuple[dict[str, int], dict[str, int]] = ({}, {})
    for number in tally.sum(axis=0).nonzero()[0].tolist():
        text = side.text(number)
        if text in chosen:
            for named, counts in zip(found, tally, strict=True):
                if counts[number]:
                    named[text] = int(counts[number])
    return found


def _summed(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    return {term: one.get(term, 0) + other.get(term, 0) for term in {**one, **other}}


def _aligned(
    sides: Sequence[Candidates], links: StoredWords, listed: Sequence[Iterable[str]]
) -> tuple[TermPair, ...]:
    """Return the pairs that word links show, with their probability as score."""
    import numpy as np

    wanted = [set(each) for each in listed]
    chosen = [
        np.fromiter((side.text(n).lower() in own for n in range(len(side))), np.bool_, len(side))
        for side, own in zip(sides, wanted, strict=True)
    ]
    pairs = []
    choices = alignment.ParallelChoices(wanted=(chosen[0], chosen[1]))
    for pair in alignment.align_parallel(sides[0], sides[1], links.links, choices):
        # Pairs are shown as they are mostly written, n-grams are counted in lower case.
        source, target = (text.lower().replace("’", "'") for text in (pair.source, pair.target))
        if source in wanted[0] and target in wanted[1]:
            pairs.append(replace(pair, source=source, target=target, score=pair.probability))
    return tuple(pairs)


def _by_vectors(
    pairs: StoredPairs, links: StoredWords, listed: Sequence[Sequence[str]], options: BuccOptions
) -> tuple[TermPair, ...]:
    """Return the nearest targets of source terms by CMWEP, with the cosine as score.

    The vectors are mapped by the words that the parallel text shows as translations.
    """
    source, target = (
        Side(language or "", vectors=read_vectors(path or Path()))
        for language, path in zip(
            pairs.languages, (options.source_vectors, options.target_vectors), strict=True
        )
    )
    found = cmwep(
        listed[0],
        listed[1],
        Resources(source, target, dictionary_from_links(pairs.words(), links.links)),
        length=0.0,
        frequency=0.0,
        best=options.near + options.phrases + 1,
    )
    return tuple(sorted(found, key=lambda each: (-(each.score or 0.0), each.source, each.target)))


def _translations(
    pairs: StoredPairs,
    links: StoredWords,
    asked: Sequence[str],
    sides: Sequence[Candidates],
    options: BuccOptions,
) -> dict[str, list[tuple[str, float]]]:
    """Return the best translations of terms by a decoder over phrase pairs of the parallel text."""
    import numpy as np

    if not options.phrases:
        return {}
    # Each pair of phrases takes room: of very large text a sample is learnt from.
    order = np.random.default_rng((options.seed, 2)).permutation(len(pairs))[:LEARNT_FROM]
    chosen = np.zeros(len(pairs), np.bool_)
    chosen[order] = True
    corpus = encode(compress(pairs.words(), chosen.tolist()))
    table = phrase_table(corpus, _links_of(links.sure(), chosen), longest=LONGEST)
    cut = {term: tuple(words(term, pairs.languages[0])) for term in asked}
    wanted = {
        term[first:last]
        for term in cut.values()
        for first in range(len(term))
        for last in range(first + 1, len(term) + 1)
    }
    known: Table = defaultdict(list)
    for source, target, (back, back_lexical, to, lexical), _, _ in entries(corpus, table):
        # Terms have straight apostrophes, however the text prints them.
        phrase = tuple(word.replace("’", "'") for word in source)
        if phrase in wanted:
            known[phrase].append((tuple(target), (to, lexical, back, back_lexical)))
    targets = (
        [word.lower() for word in side]
        for side in compress(pairs.sides[1].words(), chosen.tolist())
    )
    translator = Translator(phrase_options(known), LanguageModel(targets), LONGEST)
    joiner = sides[1].corpus.joiner
    return {
        term: [
            (join_words(list(said), joiner), share)
            for said, share in translator.shares(parts, options.phrases)
        ]
        for term, parts in cut.items()
    }


def _links_of(links: WordLinks, chosen: NDArray[np.bool_]) -> WordLinks:
    """Return the links of some sentence pairs."""
    import numpy as np

    sizes = np.diff(links.offsets)
    kept = np.repeat(chosen, sizes)
    offsets = offsets_of(sizes[chosen])
    scores = None if links.scores is None else links.scores[kept]
    return WordLinks(offsets, links.source[kept], links.target[kept], scores)


def _with_contexts(
    proposals: Iterable[Proposal],
    pairs: StoredPairs,
    sides: Sequence[Candidates],
    aligned: Iterable[TermPair],
) -> Iterable[Proposal]:
    """Add a sentence to each term: one pair that shows both, else the first of each."""
    import numpy as np

    shown = {(pair.source, pair.target): pair.contexts for pair in aligned}
    wanted = [{each.source for each in proposals}, {each.target for each in proposals}]
    first: list[dict[str, int]] = []
    for side, terms in zip(sides, wanted, strict=True):
        sentences = np.searchsorted(side.offsets, side.first, side="right") - 1
        texts = ((side.text(number), number) for number in range(len(side)))
        first.append({text: int(sentences[number]) for text, number in texts if text in terms})
    for each in proposals:
        places = shown.get((each.source, each.target))
        one = places[0] if places else first[0].get(each.source)
        other = places[0] if places else first[1].get(each.target)
        yield replace(
            each,
            source_context="" if one is None else pairs.sides[0].sentence(one),
            target_context="" if other is None else pairs.sides[1].sentence(other),
        )
