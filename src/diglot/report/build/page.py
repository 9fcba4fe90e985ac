"""The page of a whole build, made of what the build keeps in its folder."""

from __future__ import annotations

import dataclasses
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, zip_longest
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diglot.errors import InputError
from diglot.flat_arrays import offsets_of, take_rows
from diglot.model import Bitext, Concept, Link, Signature, Term, Termbase, TermPair, WordLinks
from diglot.model.links import DOUBTFUL, is_doubtful
from diglot.options import with_one_or_two
from diglot.pipeline.build.building import TERMS, Build, build_files
from diglot.pipeline.build.options import BuildOutput
from diglot.pipeline.steps.words.chunks import DOUBTFUL as UNLIKELY
from diglot.pipeline.stored.folder import NAME as MANIFEST
from diglot.pipeline.stored.folder import WORK, Manifest, read_manifest
from diglot.pipeline.stored.pairs import (
    PAIRS,
    PairsBuilder,
    StoredPairs,
    clean_sentence,
    read_pairs,
)
from diglot.pipeline.stored.terms import FoundTerms, read_terms
from diglot.pipeline.stored.words import WORDS, StoredWords, read_words
from diglot.report.build.scan import (
    Marks,
    Scan,
    concept_row,
    number_terms,
    pair_rows,
    parts_of,
    scan,
    select_pairs,
    term_rows,
    with_tokens,
)
from diglot.report.build.usage import LEAST, TermForms, rivals
from diglot.report.pages.base import pack_rows, pack_tokens, write_page
from diglot.report.pages.reader import Row, document_data, title_of
from diglot.text.languages import direction, joiner
from diglot.text.tokens import tokenise

LIMIT = 50_000
"""Sentence pairs on one page."""

_STYLES = ("reader/reader.css", "build/build.css")
_SCRIPTS = (
    *(f"reader/{name}.js" for name in ("table", "rows", "strip", "walk")),
    *("base/list.js", "base/svg.js"),
    *(
        f"build/{name}.js"
        for name in ("state", "text", "contexts", "card", "terms", "find", "counts", "build")
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BuildContent:
    """What a build found, for its page.

    Sentence pairs are the links of all bitexts that have both sides, numbered from 0 through all
    bitexts in their order; `sentence_pairs` gives their texts. Everything that speaks of pairs
    (``word_links``, ``tokens``, ``confidence``, the contexts of terms) uses these numbers.

    Attributes:
        bitexts: one, or one for each pair of documents.
        languages: tags of the source and the target language.
        termbase: concepts in order of rank. Terms belong to a side by the primary part of their
            language tag; those of other languages stand on the card of their concept only.
        term_pairs: translations found, best first; their probabilities, reasons and alternatives
            are shown with the concepts they touch, their contexts come first among the examples.
        terms: extracted terms of the source and of the target side: their variants are marked in
            the text as forms of the term, their measures are shown.
        word_links: links between the tokens of each pair, one entry for every pair; None without.
        tokens: words of the source and the target of each pair, read twice; by default the texts
            are tokenised here in their languages, as the word aligner does.
        confidence: shape (pairs,), probability that the two sides translate each other, NaN where
            unknown; it stands in where a link has no probability of its own, and speaks against
            the link where it is low.
        signatures: name of each step and how it was made, in the order of the steps.
        facts: further lines for the foot and the counts: name and value.
        notes: remarks for the user.
        files: files that lie beside the page: name, and what it holds.
    """

    bitexts: Sequence[Bitext]
    languages: tuple[str | None, str | None]
    termbase: Termbase
    term_pairs: Sequence[TermPair] = ()
    terms: tuple[Sequence[Term], Sequence[Term]] = ((), ())
    word_links: WordLinks | None = None
    tokens: Iterable[tuple[Sequence[str], Sequence[str]]] | None = None
    confidence: NDArray[np.float32] | None = None
    signatures: Sequence[tuple[str, Signature]] = ()
    facts: Sequence[tuple[str, str]] = ()
    notes: Sequence[str] = ()
    files: Sequence[tuple[str, str]] = ()


def sentence_pairs(bitexts: Iterable[Bitext]) -> Iterator[tuple[str, str]]:
    """Give the texts of all links that have both sides, segments of a side joined by spaces."""
    for bitext in bitexts:
        for link in bitext.links:
            if not link.is_null:
                yield bitext.source_text(link), bitext.target_text(link)


def write_build_page(
    path: Path | str,
    content: BuildContent,
    *,
    title: str = "",
    limit: int | None = LIMIT,
) -> None:
    """Write a single-file page of a build.

    Beyond ``limit`` the page keeps the least certain pairs, the first contexts of every term pair
    and as many of the pairs with most terms as there is room for; counts stay those of all pairs,
    and the page says how many it shows.

    Args:
        path: file to write; replaced as a whole or left as it was.
        content: what to show.
        title: title of the page; by default the names of the documents.
        limit: most sentence pairs on the page; None for all.

    Raises:
        InputError: the file cannot be written.
        ValueError: word links, tokens or confidence are not one for each pair.
    """
    write_page(
        path,
        title or title_of(content.bitexts),
        page_data(content, limit=limit),
        body="build/build.html",
        styles=_STYLES,
        scripts=_SCRIPTS,
    )


# What the page of a build holds, as its scripts expect it (see static/build/state.js).


# Bars of the plot of confidence.
_BINS = 20
_UNSURE = "words do not match"


def page_data(content: BuildContent, *, limit: int | None) -> dict[str, Any]:
    """Return everything the page holds.

    Raises:
        ValueError: word links, tokens or confidence are not one for each pair.
    """
    languages = _languages(content)
    bitexts = _judged(content)
    links = [link for bitext in bitexts for link in bitext.links if not link.is_null]
    documents = [
        number for number, bitext in enumerate(bitexts) for link in bitext.links if not link.is_null
    ]
    known = number_terms(content.termbase, content.term_pairs, content.terms, languages)
    seen = scan(
        sentence_pairs(bitexts),
        content.tokens,
        documents=documents,
        links=content.word_links,
        forms=known.forms,
        partners=known.partners,
    )
    certainty = [
        (0.5 if link.score is None else link.score) - 2 * is_doubtful(link) for link in links
    ]
    chosen = choose_pairs(seen, content.term_pairs, certainty, limit)
    places = {number: place for place, number in enumerate(chosen)}
    shown = select_pairs(content.termbase, content.term_pairs)
    pairs, reasons = pair_rows(shown, known, places)
    best = _best(content.term_pairs)
    return {
        "threshold": DOUBTFUL,
        "languages": [language or "" for language in languages],
        "directions": [direction(language) for language in languages],
        "documents": _documents(bitexts, places),
        "pairs": [
            [*cut, *packed]
            for cut, *packed in zip(
                _tokens(bitexts, content.tokens, known.forms, chosen),
                _packed_links(content.word_links, chosen),
                *(_packed_marks(marks, chosen) for marks in seen.marks),
                strict=True,
            )
        ],
        "shown": [len(chosen), len(links)],
        "terms": term_rows(known, seen, content.terms),
        "tags": known.languages,
        "sides": [-1 if side is None else side for side in known.sides],
        "concepts": [
            concept_row(concept, known, _score(concept, best))
            for concept in content.termbase.concepts
        ],
        "termPairs": pairs,
        "reasons": reasons,
        "figures": {**_figures(bitexts, seen), "termPairs": len(content.term_pairs)},
        "facts": [list(fact) for fact in content.facts],
        "notes": [*content.notes, *content.termbase.notes],
        "files": [list(file) for file in content.files],
        "signatures": [[name, str(signature)] for name, signature in content.signatures],
    }


def _languages(content: BuildContent) -> tuple[str | None, str | None]:
    """Return the languages of both sides: as told, else those of the first documents."""
    first = content.bitexts[0] if content.bitexts else None
    return (
        content.languages[0] or (first.source.language if first else None),
        content.languages[1] or (first.target.language if first else None),
    )


def _judged(content: BuildContent) -> list[Bitext]:
    """Return the bitexts with what the words say of their links.

    Links that had no probability get that of their words; links whose words make a translation
    unlikely get that as a reason against them.
    """
    if content.confidence is None:
        return list(content.bitexts)
    given = content.confidence.tolist()
    total = sum(not link.is_null for bitext in content.bitexts for link in bitext.links)
    if len(given) != total:
        raise ValueError(f"{len(given)} pairs have a confidence, {total} have text")
    values = iter(given)
    return [
        dataclasses.replace(
            bitext,
            links=tuple(
                link if link.is_null else _with_words(link, next(values)) for link in bitext.links
            ),
        )
        for bitext in content.bitexts
    ]


def _with_words(link: Link, confidence: float) -> Link:
    """Return a link with the confidence of its words; NaN says nothing."""
    if confidence != confidence:
        return link
    score = confidence if link.score is None else link.score
    reasons = link.reasons
    if confidence < UNLIKELY and link.kind != "confirmed":
        reasons = (*reasons, _UNSURE)
    return dataclasses.replace(link, score=score, reasons=reasons)


def _best(pairs: Sequence[TermPair]) -> dict[tuple[str, str], float]:
    """Return the probability of every term pair that has one."""
    return {
        (pair.source, pair.target): pair.probability
        for pair in reversed(pairs)
        if pair.probability is not None
    }


def _score(concept: Concept, best: Mapping[tuple[str, str], float]) -> float | None:
    """Return how sure a concept is: its own score, that of its best pair or of its best term."""
    if concept.score is not None:
        return concept.score
    texts = [term.text for term in concept.terms]
    pairs = [best[one, other] for one in texts for other in texts if (one, other) in best]
    return max(
        pairs or [term.score for term in concept.terms if term.score is not None], default=None
    )


def _documents(bitexts: Sequence[Bitext], places: Mapping[int, int]) -> list[dict[str, Any]]:
    """Return the documents as the reader expects them, each row with the place of its pair.

    Where pairs are left out, so are segments without a link and nulls nobody doubts.
    """
    result = []
    first = 0
    total = sum(not link.is_null for bitext in bitexts for link in bitext.links)
    for bitext in bitexts:
        # The pair of every link, -1 for one with an empty side; numbers go on through all bitexts.
        pairs = array("q")
        for link in bitext.links:
            pairs.append(-1 if link.is_null else first)
            first += not link.is_null

        def place_of(link: int | None, pairs: array[int] = pairs) -> int:
            return -1 if link is None else places.get(pairs[link], -1)

        def is_shown(row: Row, pairs: array[int] = pairs) -> bool:
            if row.link is None or pairs[row.link] < 0:
                return row.doubtful
            return pairs[row.link] in places

        limited = len(places) < total
        document = document_data(bitext, choose=is_shown if limited else None)
        for row in document["rows"]:
            row.append(place_of(row[6] if row[6] >= 0 else None))
        if document["rows"]:
            result.append(document)
    return result


def _tokens(
    bitexts: Sequence[Bitext],
    tokens: Iterable[tuple[Sequence[str], Sequence[str]]] | None,
    forms: tuple[TermForms, TermForms],
    chosen: Sequence[int],
) -> Iterator[tuple[str, ...]]:
    """Give the packed tokens of both sides of some pairs, ascending."""
    if isinstance(tokens, StoredPairs):
        sides = [_packed_spans(bitexts, tokens, side, chosen) for side in (0, 1)]
        yield from zip(*sides, strict=True)
        return
    total = sum(not link.is_null for bitext in bitexts for link in bitext.links)
    wanted = iter(chosen)
    following = next(wanted, None)
    for number, (texts, cut) in enumerate(
        with_tokens(sentence_pairs(bitexts), tokens, forms, total)
    ):
        if number == following:
            yield tuple(pack_tokens(text, each) for text, each in zip(texts, cut, strict=True))
            following = next(wanted, None)


def _packed_spans(
    bitexts: Sequence[Bitext], pairs: StoredPairs, side: int, chosen: Sequence[int]
) -> list[str]:
    """Return the packed tokens of one side of some pairs, by where they are known to stand."""
    stored = pairs.sides[side].select(np.array(chosen, np.int64))
    sizes = np.diff(stored.offsets)
    begins, ends = stored.spans.astype(np.int64).T
    gaps = begins - np.append(0, ends)[:-1]
    starts = stored.offsets[:-1][sizes > 0]
    gaps[starts] = begins[starts]
    wide = gaps > 1
    # What `pack_tokens` makes of each: a wide gap and its size come before the token.
    counts = 1 + 2 * wide
    last = np.cumsum(counts) - 1
    numbers = np.zeros(int(counts.sum()), np.int64)
    numbers[last] = 2 * (ends - begins) + (gaps == 1) + 1
    numbers[last[wide] - 1] = gaps[wide]
    before = offsets_of(counts)
    packed = pack_rows(numbers, np.diff(before[stored.offsets]))
    # A text that is shown as it was found may have other white space.
    texts = _texts(bitexts, side, chosen)
    for at, (text, sentence) in enumerate(zip(texts, stored.sentences(), strict=True)):
        if text != sentence:
            spans = stored.spans[stored.offsets[at] : stored.offsets[at + 1]].tolist()
            packed[at] = pack_tokens(text, [sentence[begin:end] for begin, end in spans])
    return packed


def _texts(bitexts: Sequence[Bitext], side: int, chosen: Sequence[int]) -> Iterator[str]:
    """Give the texts of one side of some pairs, ascending."""
    links = ((bitext, link) for bitext in bitexts for link in bitext.links if not link.is_null)
    before = -1
    for number in chosen:
        bitext, link = next(islice(links, number - before - 1, None))
        before = number
        yield bitext.target_text(link) if side else bitext.source_text(link)


def _packed_links(links: WordLinks | None, chosen: Sequence[int]) -> list[str]:
    """Return the links of pairs as numbers: step of the source, of the target, how certain.

    Certainty goes from 0 to 20, and is 20 where it is unknown.
    """
    if links is None:
        return [""] * len(chosen)
    numbers = np.array(chosen, np.int64)
    rows, offsets = take_rows(links.offsets, numbers)
    sizes = np.diff(offsets)
    steps = [_steps(each[rows].astype(np.int64), sizes) for each in (links.source, links.target)]
    certain = np.full(len(rows), 20)
    if links.scores is not None:
        certain = np.rint(20 * np.clip(links.scores[rows].astype(np.float64), 0, 1)).astype(
            np.int64
        )
    # Zigzag: targets go back, too.
    across = np.where(steps[1] >= 0, 2 * steps[1], -2 * steps[1] - 1)
    return pack_rows(np.stack([steps[0], across, certain], axis=1).ravel(), 3 * sizes)


def _packed_marks(marks: Marks, chosen: Sequence[int]) -> list[str]:
    """Return the terms of one side: number, step from the last, length and nesting, translation.

    A translation is its place among all forms that translate the term, from 1; 0 is none.
    """
    numbers = np.array(chosen, np.int64)
    rows, offsets = take_rows(marks.ends, numbers)
    sizes = np.diff(offsets)
    term, start, end, nested = marks.flat[rows].astype(np.int64).T
    columns = (term, _steps(start, sizes), 2 * (end - start) + nested, marks.places[rows])
    return pack_rows(np.stack(columns, axis=1).ravel(), 4 * sizes)


def _steps(values: NDArray[np.int64], sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return each value less the one before it in its row, the first of a row as it is."""
    steps = np.diff(values, prepend=0)
    starts = (np.cumsum(sizes) - sizes)[sizes > 0]
    steps[starts] = values[starts]
    return np.asarray(steps)


def _figures(bitexts: Sequence[Bitext], seen: Scan) -> dict[str, Any]:
    """Count what the plots draw, over everything and not only over what the page shows."""
    links = [link for bitext in bitexts for link in bitext.links]
    scores = [link.score for link in links if link.score is not None and not link.is_null]
    bins = Counter(min(_BINS - 1, int(_BINS * score)) for score in scores)
    types = Counter(link.type for link in links)
    return {
        "documents": len(bitexts),
        "links": len(links),
        "nulls": sum(link.is_null for link in links),
        "doubtful": sum(is_doubtful(link) for link in links),
        "mean": round(sum(scores) / len(scores), 4) if scores else -1,
        "confidence": [bins[each] for each in range(_BINS)] if scores else [],
        "types": types.most_common(),
        "segments": [
            sum(len(bitext.source.segments) for bitext in bitexts),
            sum(len(bitext.target.segments) for bitext in bitexts),
        ],
        "words": list(seen.words),
        "wordLinks": seen.links,
    }


# Which sentence pairs stay on a page that cannot hold all of them.

# Part of the page that doubtful pairs may take.
_DOUBTFUL = 0.25
# Examples of each competing translation.
_EXAMPLES = 5


def choose_pairs(
    scan: Scan, pairs: Sequence[TermPair], certainty: Sequence[float], limit: int | None
) -> list[int]:
    """Return the numbers of the sentence pairs that stay, ascending.

    First the least certain ones, up to a quarter of the page; then contexts of the term pairs in
    turn, the clearest of each first; examples of competing translations; last the pairs that hold
    most terms.

    Args:
        scan: all pairs.
        pairs: term pairs with their contexts, best first.
        certainty: of each pair, lower than 0 where it asks to be looked at.
        limit: most pairs to keep; None for all.
    """
    source, target = scan.marks
    total = len(certainty)
    if limit is None or total <= limit:
        return list(range(total))
    doubtful = sorted((k for k in range(total) if certainty[k] < 0), key=certainty.__getitem__)
    kept = dict.fromkeys(doubtful[: int(limit * _DOUBTFUL)])

    def fill(candidates: Iterator[int]) -> None:
        for each in candidates:
            if len(kept) >= limit:
                return
            kept[each] = None

    fill(_in_turn([pair.contexts for pair in pairs], total))
    fill(_examples(scan))
    fill(iter(np.argsort(-source.counts() - target.counts(), kind="stable").tolist()))
    return sorted(kept)


def _in_turn(contexts: Sequence[Sequence[int]], total: int) -> Iterator[int]:
    """Give the first context of every term pair, then the second ones, and so on."""
    for turn in zip_longest(*contexts):
        for each in turn:
            if each is not None and 0 <= each < total:
                yield each


def _examples(scan: Scan) -> Iterator[int]:
    """Give some pairs for each translation of the terms that have competing ones."""
    for side in (0, 1):
        marks = scan.marks[side]
        disputed = [term for term, use in scan.uses[side].items() if rivals(use.choices) >= LEAST]
        seen: Counter[tuple[int, int]] = Counter()
        for here in parts_of(marks.flat):
            term, _, _, nested = marks.flat[here].T
            asked = np.flatnonzero(np.isin(term, disputed) & (nested == 0))
            pairs = np.searchsorted(marks.ends, asked + here.start, "right") - 1
            codes = marks.codes[here][asked]
            for *key, number in zip(
                term[asked].tolist(), codes.tolist(), pairs.tolist(), strict=True
            ):
                if seen[key[0], key[1]] < _EXAMPLES:
                    seen[key[0], key[1]] += 1
                    yield number


_HOLDS = {
    "bitext.tmx": "translation memory",
    "termbase.tbx": "termbase",
    "terms.xlsx": "terms to review in a spreadsheet",
}


@with_one_or_two(BuildOutput)
def build(source: str | Path, target: str | Path | None, options: BuildOutput) -> Build:
    """Make a memory, a termbase, a workbook and a page of texts in two languages.

    Args:
        source: file or folder; without ``target`` a bitext (a memory, a table), or a folder of
            bitexts.
        target: its translation: a file, or a folder whose files have the same names.
        options: ``out``, the folder of the results (what it holds of an earlier build is used
            again); ``report=False`` leaves the page out; fields of `BuildOptions`, such as
            ``min_frequency=3``.

    Returns:
        What was built; its values are read from the folder when they are asked for.

    Raises:
        InputError: a file cannot be read or written, or holds nothing to align.
        ConfigError: an option is unknown or wrong, or another build is at work in the folder.
    """
    return build_files(
        Path(source),
        None if target is None else Path(target),
        out=Path(options.out),
        options=options,
        page=write_built_page if options.report else None,
    )


def write_built_page(path: Path, build: Build) -> None:
    """Write the page to read of a build.

    Raises:
        InputError: the file cannot be written.
    """
    made = build.sentences.value, build.pairs.value, build.words.value, build.terms.value
    write_build_page(path, _content_of(*made, build.manifest))


def write_reviewed_page(
    path: Path, folder: Path, bitexts: Sequence[Bitext], termbase: Termbase
) -> None:
    """Write the page of a build whose links, texts and terms people have corrected.

    Sentence pairs that stayed as they were keep the word links of the build; others have none.

    Args:
        path: file to write.
        folder: of the build.
        bitexts: as corrected.
        termbase: as decided.

    Raises:
        InputError: the file cannot be written, or what the build keeps cannot be read.
    """
    manifest = read_manifest(folder)
    if manifest is None:
        raise InputError("is damaged", path=folder / MANIFEST, cure="build it again")
    work = folder / WORK
    pairs, words = read_pairs(work / PAIRS.file), read_words(work / WORDS.file)
    found = read_terms(work / TERMS.file)
    texts = list(zip(*(side.sentences() for side in pairs.sides), strict=True))
    known = {both: number for number, both in enumerate(texts)}
    builder, numbers = PairsBuilder(), array("q")
    places: dict[tuple[str, ...], int] = {}
    for document, bitext in enumerate(bitexts):
        for place, link in enumerate(bitext.links):
            if link.is_null:
                continue
            both = tuple(
                clean_sentence(text(link, joiner(language)))
                for text, language in zip(
                    (bitext.source_text, bitext.target_text), pairs.languages, strict=True
                )
            )
            number = known.get(both, -1)
            spans = (
                tokenise(text, language) if number < 0 else side.tokens(number)
                for text, language, side in zip(both, pairs.languages, pairs.sides, strict=True)
            )
            builder.add(document, place, list(zip(both, spans, strict=True)))
            places.setdefault(both, len(numbers))
            numbers.append(number)
    # A pair that nobody knew is the last row, which is empty.
    old, links = np.array(numbers, np.int64), words.links
    rows, offsets = take_rows(np.append(links.offsets, links.offsets[-1]), old % (len(texts) + 1))
    scores = None if links.scores is None else links.scores[rows]
    kept = WordLinks(offsets, links.source[rows], links.target[rows], scores)
    contexts = [
        dataclasses.replace(
            pair, contexts=tuple(places[texts[n]] for n in pair.contexts if texts[n] in places)
        )
        for pair in found.pairs
    ]
    confidence = np.append(words.confidence, np.float32(np.nan))[old]
    content = _content_of(
        bitexts,
        builder.finish([each.source.name for each in bitexts], pairs.languages),
        dataclasses.replace(words, links=kept, confidence=confidence),
        dataclasses.replace(found, termbase=termbase, pairs=tuple(contexts)),
        manifest,
    )
    write_build_page(path, content)


def _content_of(
    bitexts: Sequence[Bitext],
    pairs: StoredPairs,
    words: StoredWords,
    terms: FoundTerms,
    manifest: Manifest,
) -> BuildContent:
    signatures = [("words", words.signature), ("terms", terms.signature)]
    if made := bitexts[0].signature:
        signatures.insert(0, ("sentences", made))
    return BuildContent(
        bitexts=bitexts,
        languages=(bitexts[0].source.language, bitexts[0].target.language),
        termbase=terms.termbase,
        term_pairs=terms.pairs,
        word_links=words.sure(),
        tokens=pairs,
        confidence=words.confidence,
        signatures=signatures,
        notes=manifest.notes,
        files=[(each.file, _HOLDS[each.file]) for each in manifest.outputs if each.file in _HOLDS],
    )
