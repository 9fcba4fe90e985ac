"""What people are asked about a task: terms of both sides, similar pairs, best phrases."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import diglot
from diglot.errors import FormatError
from diglot.files.atomic import atomic_open
from diglot.files.text import stream_lines
from diglot.formats.term_lists.vectors import read_vectors
from diglot.model.proposals import Proposal
from diglot.pipeline.stored.workshop import Said
from diglot.text.function_words import function_words, linking_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from diglot.model import TermPair
    from diglot.pipeline.build.bucc_corpora import Corpora
    from diglot.pipeline.build.bucc_options import BuccOptions
    from diglot.pipeline.stored.stored_pairs import StoredPairs
    from diglot.pipeline.stored.stored_words import StoredWords
    from diglot.terms.extraction.candidates import Candidates

SCHEMA, VERSION = "diglot-bucc-proposals", 1
VECTORS, ALIGNMENT = "vectors", "alignment"

Terms = tuple[tuple[str, ...], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Proposed:
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
    """Return the candidates for terms of a side."""
    from diglot.terms.extraction.candidates import candidates
    from diglot.terms.extraction.characters import character_candidates, is_in_characters
    from diglot.terms.extraction.corpus import encode

    language = pairs.languages[side]
    corpus = encode(
        pairs.sides[side].words(),
        language=language,
        function_words=function_words(language),
        linking_words=linking_words(language),
        documents=pairs.documents.tolist(),
    )
    return character_candidates(corpus) if is_in_characters(corpus) else candidates(corpus)


def extract_terms(pairs: StoredPairs, options: BuccOptions) -> Terms:
    """Extract the terms of both sides, every form by itself, without proper names."""
    from diglot.terms.extraction.extraction import extract

    found = []
    for side in (0, 1):
        known = candidates_of(pairs, side)
        terms = extract(
            known.corpus,
            found=known,
            least_frequency=options.least_frequency,
            gathered=(),
            usual_case=False,
            contexts=0,
        )
        found.append(tuple(term.text for term in terms))
    return found[0], found[1]


def propose_pairs(
    pairs: StoredPairs,
    links: StoredWords,
    corpora: Corpora,
    terms: Terms,
    options: BuccOptions,
) -> Proposed:
    """Find the pairs to ask people about.

    Raises:
        InputError: vectors cannot be read.
        ConfigError: vectors cannot be mapped.
    """
    from diglot.terms.task.proposing import near_targets, propose

    sides = [candidates_of(pairs, side) for side in (0, 1)]
    parts = tuple(
        (_counted(sides[0], corpora.of(part, 0)), _counted(sides[1], corpora.of(part, 1)))
        for part in (0, 1)
    )
    whole = (_summed(parts[0][0], parts[1][0]), _summed(parts[0][1], parts[1][1]))
    listed = [
        [term for term in own if counts.get(term, 0)]
        for own, counts in zip(terms, whole, strict=True)
    ]
    aligned = _aligned(sides, links, listed)
    by_vectors = options.source_vectors is not None and options.target_vectors is not None
    similar = _by_vectors(pairs, links, listed, options) if by_vectors else aligned
    measure = VECTORS if by_vectors else ALIGNMENT
    phrases = _phrases(pairs, links, set(listed[0]), whole[1], sides, options.phrases)
    proposals = propose(
        similar,
        phrases,
        measure=measure,
        least=options.least_similarity,
        most=options.phrases,
        counts=whole,
        sample=options.sample,
        seed=options.seed,
    )
    near = near_targets(proposals, similar, listed[1], most=options.near, by_vectors=by_vectors)
    proposals = tuple(_with_contexts(proposals, pairs, sides, aligned))
    known = [
        {*listed[0], *(each.source for each in proposals)},
        {*listed[1], *(each.target for each in proposals)},
    ]
    return Proposed(
        proposals,
        near,
        tuple(  # type: ignore[arg-type]  # two parts of two sides
            tuple(
                {term: counts[term] for term in sorted(wanted) if counts.get(term, 0)}
                for counts, wanted in zip(part, known, strict=True)
            )
            for part in parts
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


def write_proposed(path: Path, proposed: Proposed) -> None:
    """Write what is proposed; the same gives the same bytes."""
    said = {name: getattr(proposed, name) for name in ("near", "counts")}
    head = {"schema": SCHEMA, "version": VERSION, "measure": proposed.measure, **said}
    with atomic_open(path) as file:
        file.write(json.dumps(head, ensure_ascii=False) + "\n")
        for each in proposed.proposals:
            file.write(json.dumps(asdict(each), ensure_ascii=False) + "\n")


def read_proposed(path: Path) -> Proposed:
    """Read what `write_proposed` wrote.

    Raises:
        FormatError: the file is something else, or damaged.
        InputError: it cannot be read.
    """
    lines = stream_lines(path)
    try:
        head = json.loads(next(lines, "null"))
        _check(head["schema"] == SCHEMA and head["version"] == VERSION)
        train, test = ((dict(one), dict(other)) for one, other in head["counts"])
        return Proposed(
            tuple(_proposal(json.loads(line)) for line in lines),
            {source: tuple(near) for source, near in head["near"].items()},
            (train, test),
            str(head["measure"]),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise FormatError("holds no proposals", path=path, cure="prepare it again") from error


def said_of(proposed: Proposed, options: BuccOptions) -> Said:
    """Count terms and pairs, and say what the similarity is."""
    note = (
        "similarity is the cosine of mapped word vectors"
        if proposed.measure == VECTORS
        else "no vectors: similarity is the probability that word links give a pair"
    )
    return Said(
        f"method:{proposed.measure}|least:{options.least_similarity:g}|phrases:{options.phrases}"
        f"|seed:{options.seed}|version:{diglot.__version__}",
        counts={
            "asked_terms": len({each.source for each in proposed.proposals}),
            "asked_pairs": len(proposed.proposals),
        },
        notes=(note,),
    )


def said_of_terms(terms: Terms) -> Said:
    """Count the terms of the parallel text, table 2 of the shared task."""
    counts = {}
    for side, found in zip(("source", "target"), terms, strict=True):
        counts[f"{side}_terms"] = len(found)
        counts[f"{side}_multi_word_terms"] = _several(found)
    return Said(f"method:extract|version:{diglot.__version__}", counts)


def _check(fits: bool) -> None:
    if not fits:
        raise ValueError("another version")


def _proposal(value: dict[str, Any]) -> Proposal:
    return Proposal(**{**value, "origins": tuple(value["origins"])})


def _counted(side: Candidates, chosen: NDArray[np.bool_]) -> dict[str, int]:
    """Count n-grams in the chosen sentences."""
    import numpy as np

    held = np.repeat(chosen, np.diff(side.offsets))
    counts = np.bincount(side.ngrams[held], minlength=len(side))
    return {side.text(number): int(counts[number]) for number in np.flatnonzero(counts).tolist()}


def _summed(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    return {term: one.get(term, 0) + other.get(term, 0) for term in {**one, **other}}


def _aligned(
    sides: Sequence[Candidates], links: StoredWords, listed: Sequence[Iterable[str]]
) -> tuple[TermPair, ...]:
    """Return the pairs that word links show, with their probability as score."""
    from diglot.terms.parallel import parallel

    wanted = [set(each) for each in listed]
    pairs = []
    for pair in parallel.align(sides[0], sides[1], links.links):
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
    from diglot.terms.comparable import Resources, Side
    from diglot.terms.comparable.cmwep import cmwep
    from diglot.terms.comparable.dictionary import from_links

    source, target = (
        Side(language or "", vectors=read_vectors(path or Path()))
        for language, path in zip(
            pairs.languages, (options.source_vectors, options.target_vectors), strict=True
        )
    )
    found = cmwep(
        listed[0],
        listed[1],
        Resources(source, target, from_links(pairs.words(), links.links)),
        length=0.0,
        frequency=0.0,
        best=options.near + options.phrases + 1,
    )
    return tuple(sorted(found, key=lambda each: (-(each.score or 0.0), each.source, each.target)))


def _phrases(
    pairs: StoredPairs,
    links: StoredWords,
    wanted: set[str],
    attested: Mapping[str, int],
    sides: Sequence[Candidates],
    most: int,
) -> dict[str, list[tuple[str, float]]]:
    """Return the best phrases for source terms, as a phrase table of the parallel text has them."""
    from diglot.terms.extraction.candidates import LONGEST, join
    from diglot.words.corpus import encode
    from diglot.words.decoding.phrases import entries, phrase_table

    if not most:
        return {}
    corpus = encode(pairs.words())
    table = phrase_table(corpus, links.sure(), longest=LONGEST)
    joiners = [side.corpus.joiner for side in sides]
    found: dict[str, list[tuple[str, float]]] = defaultdict(list)
    for source, target, scores, _, _ in entries(corpus, table):
        one = join(source, joiners[0])
        if one in wanted:
            other = join(target, joiners[1])
            if other in attested:
                found[one].append((other, scores[2]))
    for phrases in found.values():
        phrases.sort(key=lambda each: (-each[1], each[0]))
        del phrases[most:]
    return found


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


def _several(terms: Iterable[str]) -> int:
    return sum(" " in term for term in terms)
