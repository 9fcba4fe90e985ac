"""What is known beside the dictionaries: vectors, texts, and links of parallel text."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from diglot.errors import ConfigError, InputError
from diglot.pipeline.documents import ProgressCall, advance
from diglot.text.languages import normalise

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from diglot.learning.encoders import Encoder
    from diglot.lexicons.graph.graph import Graph
    from diglot.lexicons.interface import LinkCounts, Resources
    from diglot.model import WordVectors
    from diglot.packs.pack import Pack
    from diglot.pipeline.steps.lexicons.options import InferOptions
    from diglot.words.corpus import Vocabulary
    from diglot.words.decoding.links import Spans


def lexical_resources(
    graph: Graph,
    source: str,
    target: str,
    options: InferOptions,
    progress: ProgressCall | None = None,
    *,
    pack: Pack | None = None,
) -> Resources:
    """Read what the options name.

    A language pack helps to link the words of parallel text; without any, its own links count.

    Raises:
        InputError: a file cannot be read.
        ConfigError: vectors or texts of a language that the dictionaries do not have.
    """
    from diglot.learning.encoders import find_encoder
    from diglot.lexicons.interface import Resources

    encoder = find_encoder(options.encoder, source, target) if options.encoder else None
    return Resources(
        vectors=_vectors(graph, options.vectors, progress),
        texts=_texts(graph, options.texts, progress),
        links=_links(graph, source, target, options, pack, progress),
        encode=partial(_encode_words, encoder) if encoder else None,
        options=options.settings,
        seed=options.seed,
    )


_encoded: dict[str, dict[str, NDArray[np.float32]]] = {}
"""Vectors by encoder and word: directions of one graph share most of their words."""


def _encode_words(encoder: Encoder, words: Sequence[str]) -> NDArray[np.float32]:
    import numpy as np

    known = _encoded.setdefault(encoder.name, {})
    if missing := [word for word in dict.fromkeys(words) if word not in known]:
        known.update(zip(missing, encoder.encode(missing), strict=True))
    vectors = [known[word] for word in words]
    if len({len(each) for each in vectors}) > 1:
        raise ConfigError(f"the encoder {encoder.name} gives vectors of different sizes")
    return np.array(vectors, np.float32)


def _vectors(
    graph: Graph, files: Mapping[str, Path], progress: ProgressCall | None
) -> dict[str, WordVectors]:
    from diglot.formats.term_lists.word_vectors import read_vectors

    found = {}
    for done, (language, path) in enumerate(_by_code(graph, files, "--vectors").items()):
        advance(progress, "reading vectors", done, len(files))
        found[language] = read_vectors(path, only=_spellings(graph, language))
    return found


def _spellings(graph: Graph, language: str) -> Collection[str]:
    """Return the words of a language as a file of vectors may write them."""
    needed: set[str] = set()
    for node in range(*graph.range(language)):
        lemma = graph.lemma(node)
        needed.update((lemma, lemma.replace(" ", "_")), lemma.split())
    needed |= {word.lower() for word in needed}
    # Where nouns are written with a capital, their vectors are.
    return needed | {word.capitalize() for word in needed}


def _texts(
    graph: Graph, files: Mapping[str, tuple[Path, ...]], progress: ProgressCall | None
) -> dict[str, list[list[str]]]:
    from diglot.pipeline.steps.terms.extraction import read_texts
    from diglot.pipeline.steps.terms.options import TextOptions

    found = {}
    for done, (language, paths) in enumerate(_by_code(graph, files, "--texts").items()):
        advance(progress, "reading texts", done, len(files))
        texts = read_texts(paths, TextOptions(language=language))
        found[language] = [[word.lower() for word in tokens] for tokens in texts.tokens]
    return found


def _links(
    graph: Graph,
    source: str,
    target: str,
    options: InferOptions,
    pack: Pack | None,
    progress: ProgressCall | None,
) -> LinkCounts | None:
    if not options.bitext:
        return pack_links(pack) if pack else None
    return link_counts(
        graph, source, target, *options.bitext, pack=pack, seed=options.seed, progress=progress
    )


def pack_links(pack: Pack) -> LinkCounts:
    """Return the links of a language pack, of words as they are and of their lemmas.

    In how many sentences both words stand is not known; more than the rarer of them has links they
    can hardly be.
    """
    import numpy as np

    from diglot.lexicons.interface import LinkCounts
    from diglot.text.lemmas import Lemmatiser

    ends: list[NDArray[np.int64]] = [pack.row_of_pair, pack.columns.astype(np.int64)]
    counts = pack.counts.astype(np.float64)
    totals, words = [], []
    for at, (side, linked) in enumerate(zip((pack.source, pack.target), pack.totals, strict=True)):
        lemmatiser = Lemmatiser(side.language)
        number = dict(side.numbers)
        lemma = np.array(
            [number.setdefault(lemmatiser.lemma(word), len(number)) for word in side.words]
        )
        inflected = lemma != np.arange(len(lemma))
        totals.append(np.zeros(len(number)))
        totals[at][: len(linked)] = linked
        np.add.at(totals[at], lemma[inflected], linked[inflected])
        words.append(list(number))
        # A pair of an inflected word stands for its lemma, too.
        again = np.concatenate([np.arange(len(counts)), np.flatnonzero(inflected[ends[at]])])
        size = len(counts)
        ends, counts = [each[again] for each in ends], counts[again]
        ends[at][size:] = lemma[ends[at][size:]]
    keys, place = np.unique(ends[0] * len(words[1]) + ends[1], return_inverse=True)
    links = np.bincount(place, counts)
    one, other = np.divmod(keys, len(words[1]))
    rarer = np.minimum(totals[0][one], totals[1][other])
    pairs = [(words[0][a], words[1][b]) for a, b in zip(one.tolist(), other.tolist(), strict=True)]
    return LinkCounts(
        dict(zip(pairs, links.tolist(), strict=True)),
        dict(zip(pairs, np.rint(np.maximum(links, rarer)).astype(int).tolist(), strict=True)),
        sum(source.pairs for source in pack.sources),
    )


def _by_code(graph: Graph, files: Mapping[str, Any], option: str) -> dict[str, Any]:
    found = {}
    for language, value in files.items():
        code = language if language in graph.languages else normalise(language)
        if code not in graph.languages:
            raise ConfigError(
                f"{option} {language}: no dictionary has words of {code}; available: "
                f"{', '.join(graph.languages)}"
            )
        found[code] = value
    return found


# What parallel text says of translations: its words aligned, and links counted by lemma.


def link_counts(
    graph: Graph,
    source: str,
    target: str,
    bitext: Path,
    translation: Path | None = None,
    *,
    pack: Pack | None = None,
    seed: int = 0,
    progress: ProgressCall | None = None,
) -> LinkCounts:
    """Align parallel text and count the links between the words of dictionaries.

    A word of the dictionaries stands wherever the text has it as it is or as a lemma; words of
    several parts wherever all of them stand together. Pairs that are never linked are left out.

    The text is two files of sentences, one a line, or a ``bitext`` of translation units, or of
    lines ``source ||| target``.

    Raises:
        InputError: a file cannot be read, the two do not belong together, or no pair has words on
            both sides.
        ConfigError: the graph has no words of a language.
    """
    from diglot import words
    from diglot.lexicons.interface import LinkCounts
    from diglot.pipeline.sentence_pairs import Tokenising, read_sentence_pairs
    from diglot.pipeline.steps.words.chunks import fit_to_text
    from diglot.words.corpus import encode
    from diglot.words.decoding.links import count_links

    lists = [_words(graph, language) for language in (source, target)]
    advance(progress, "reading")
    pairs = read_sentence_pairs(bitext, translation, languages=(source, target))
    how = Tokenising((source, target))
    corpus = encode(how.tokens(pairs.lines))
    sentences = corpus.pairs - sum(map(len, corpus.skipped.values()))
    if not sentences:
        raise InputError(
            "holds no pair of sentences with words on both sides",
            path=bitext,
            cure="check that it is the right file and languages",
        )
    known, _ = fit_to_text(words.Knowledge(pack=pack), corpus, how)
    alignment = words.align(corpus, known, learn=False, quick=True, seed=seed, progress=progress)
    links = words.links(alignment)
    del alignment
    sides = [
        _spans(tokens, offsets, vocabulary, listed, language)
        for tokens, offsets, vocabulary, listed, language in (
            (corpus.source, corpus.source_offsets, corpus.source_vocabulary, lists[0], source),
            (corpus.target, corpus.target_offsets, corpus.target_vocabulary, lists[1], target),
        )
    ]
    found = count_links(links, sides[0][0], sides[1][0])
    keys = [
        (sides[0][1][one], sides[1][1][other])
        for one, other in zip(found.source.tolist(), found.target.tolist(), strict=True)
    ]
    return LinkCounts(
        links=dict(zip(keys, map(float, found.links.tolist()), strict=True)),
        together=dict(zip(keys, found.together.tolist(), strict=True)),
        sentences=sentences,
    )


def _words(graph: Graph, language: str) -> list[str]:
    """Return the words of a language in the graph, in small letters."""
    import numpy as np

    return sorted({each.lower() for each in graph.lemmas(np.arange(*graph.range(language)))})


def _spans(
    tokens: NDArray[np.int32],
    offsets: NDArray[np.int64],
    vocabulary: Vocabulary,
    listed: Sequence[str],
    language: str,
) -> tuple[Spans, list[str]]:
    """Return where listed words stand in the text, and the words that may, by number."""
    import numpy as np

    from diglot.text.lemmas import Lemmatiser
    from diglot.text.tokens import words as cut
    from diglot.words.decoding.links import find_entries

    lemmatiser = Lemmatiser(language)
    numbers = {word: number for number, word in enumerate(vocabulary.words)}
    lemma = np.array(
        [
            numbers.setdefault(lemmatiser.lemma(word), len(numbers)) if word else 0
            for word in vocabulary.words
        ],
        np.int64,
    )
    entries, names = [], []
    for word in listed:
        parts = [numbers.get(part, -1) for part in cut(word, language)]
        if parts and min(parts) > 0:
            entries.append(parts)
            names.append(word)
    return find_entries([tokens.astype(np.int64), lemma[tokens]], offsets, entries), names
