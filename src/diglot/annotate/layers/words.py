"""What layers of words share: words of a payload, sure and possible links, what the aligner knows.

Reference: Och and Ney 2003, A systematic comparison of various statistical alignment models,
    Computational Linguistics 29 (sure and possible links).
"""

from __future__ import annotations

import re
import tempfile
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from diglot import formats
from diglot._version import __version__
from diglot.annotate.items import AnsweredItem, NewItem, NewSuggestion
from diglot.annotate.layers.cells import Payload, text_of, tokens_of
from diglot.annotate.layers.payloads import key_of, pair_name, pair_payloads
from diglot.errors import ConfigError, FormatError, InputError
from diglot.files.atomic import write_bytes
from diglot.files.binary import read_bytes
from diglot.flat_arrays import offsets_of
from diglot.formats.registry import first_line
from diglot.formats.word_links import builder
from diglot.model import Bitext, Skipped, WordLinks
from diglot.plurals import count_of
from diglot.text.languages import direction
from diglot.words import align
from diglot.words.corpus import encode

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from diglot.annotate.options import Reading
    from diglot.annotate.schemes import Scheme
    from diglot.words.alignment import Alignment

MarkedLink: TypeAlias = tuple[int, int, Literal["S", "P"]]
"""Source token, target token, sure or possible."""

LabelledWords: TypeAlias = tuple[int, int, str]
"""Source token, target token, label."""


def join_links(pairs: Sequence[Sequence[MarkedLink]]) -> WordLinks:
    """Links of many sentence pairs as one value."""
    import numpy as np

    offsets = offsets_of([*map(len, pairs)])
    rows = [link for links in pairs for link in sorted(links)]
    return WordLinks(
        offsets,
        np.array([s for s, _, _ in rows], dtype=np.int32),
        np.array([t for _, t, _ in rows], dtype=np.int32),
        possible=np.array([kind == "P" for _, _, kind in rows], dtype=np.bool_),
    )


def split_links(links: WordLinks) -> list[list[MarkedLink]]:
    """Links of every sentence pair, the inverse of `join_links`."""
    kinds = ["S"] * len(links.source) if links.possible is None else links.possible.tolist()
    marks: list[Literal["S", "P"]] = ["P" if kind is True else "S" for kind in kinds]
    return [
        [
            (s, t, mark)
            for (s, t), mark in zip(
                links.of(pair), marks[links.offsets[pair] : links.offsets[pair + 1]], strict=True
            )
        ]
        for pair in range(links.pairs)
    ]


def marked_links(
    scheme: Scheme, links: Iterable[LabelledWords], *, other: Literal["S", "P", ""] = ""
) -> list[MarkedLink]:
    """Labelled links as the scheme marks their labels; a link that is sure once is sure.

    Args:
        scheme: of the layer.
        links: may hold the same words twice.
        other: mark of labels that the scheme maps to none; without one, their links are left out.
    """
    kinds = {label.name: label.links for label in scheme.labels}
    found: dict[tuple[int, int], Literal["S", "P"]] = {}
    for s, t, label in links:
        kind = kinds.get(label) or other
        if kind and found.get((s, t)) != "S":
            found[s, t] = kind
    return sorted((s, t, kind) for (s, t), kind in found.items())


# What the aligner knows of the words of a pair.


WordLink: TypeAlias = tuple[int, int, float]
"""Source token, target token, probability."""

UNLIKELY = 0.02
"""Probability from which a link says something on where parts belong."""


@dataclass(frozen=True, slots=True)
class LinkedWords:
    """What the aligner knows of a sentence pair.

    Attributes:
        chosen: links that it would give.
        both: links that both directions give.
        likely: all that are not unlikely.
    """

    chosen: tuple[WordLink, ...]
    both: tuple[WordLink, ...]
    likely: tuple[WordLink, ...]


def linked_words(
    pairs: Sequence[tuple[Sequence[str], Sequence[str]]], *, seed: int = 0
) -> list[LinkedWords]:
    """Align the words of sentence pairs, learning from these pairs alone.

    Args:
        pairs: source words and target words; sides that are empty or very long get no links.
        seed: of the sampler.
    """
    if not any(source and target for source, target in pairs):
        return [LinkedWords((), (), ()) for _ in pairs]
    alignment = align(encode(pairs), learn=False, seed=seed)
    return [_linked_words(alignment, pair) for pair in range(len(pairs))]


def _linked_words(alignment: Alignment, pair: int) -> LinkedWords:
    found = alignment.posteriors
    here = slice(int(found.offsets[pair]), int(found.offsets[pair + 1]))
    links = [
        (int(s), int(t), round(float(p), 4))
        for s, t, p in zip(
            found.source[here], found.target[here], alignment.probabilities[here], strict=True
        )
    ]
    known = {(s, t): p for s, t, p in links}
    sources = found.forward_best[found.target_offsets[pair] : found.target_offsets[pair + 1]]
    targets = found.backward_best[found.source_offsets[pair] : found.source_offsets[pair + 1]]
    both = [
        (s, t, known.get((s, t), 0.0))
        for t, s in enumerate(sources.tolist())
        if 0 <= s < len(targets) and targets[s] == t
    ]
    return LinkedWords(
        tuple(link for link in links if link[2] >= alignment.threshold),
        tuple(sorted(both)),
        tuple(link for link in links if link[2] >= UNLIKELY),
    )


METHOD = "diglot.words"


def aligned_pairs(
    bitext: Bitext, seed: int, *, links: bool = True
) -> Iterator[tuple[str, dict[str, Any], LinkedWords]]:
    """Key, payload and word links of every sentence pair."""
    name = pair_name(bitext)
    shown = list(pair_payloads(bitext))
    tokens = [(words_of(each, "source"), words_of(each, "target")) for _, each in shown]
    nothing = [LinkedWords((), (), ())] * len(shown)
    found = linked_words(tokens, seed=seed) if links else nothing
    for (pair, payload), here in zip(shown, found, strict=True):
        yield key_of(name, pair.number + 1), payload, here


def place_links(payload: dict[str, Any], links: Sequence[WordLink]) -> list[WordLink]:
    """Links by the first characters of their words."""
    source, target = payload["source"]["tokens"], payload["target"]["tokens"]
    return [(source[s][0], target[t][0], score) for s, t, score in links]


def proposed_item(
    key: str, payload: dict[str, Any], links: LinkedWords, cells: dict[str, Any], seed: int
) -> NewItem:
    """An item whose suggestion, if there is any, is what the aligner gives."""
    score = round(fmean(link[2] for link in links.chosen), 4) if links.chosen else None
    made = NewSuggestion(METHOD, __version__, cells, {"seed": seed}, score)
    return NewItem(key=key, payload=payload, score=score, suggestions=(made,) if cells else ())


# Sentence pairs as payloads of words, and their links as files.


Languages = tuple[str | None, str | None]


@dataclass(frozen=True, slots=True)
class WordPair:
    """A sentence pair cut into words.

    Attributes:
        payload: as layers of words show it.
        source: first characters of the source words.
        target: the same of the target words.
    """

    payload: dict[str, Any]
    source: tuple[int, ...]
    target: tuple[int, ...]

    def spans(self, side: str, positions: Iterable[int]) -> dict[str, int]:
        """Cells that mark words: ``s<start>`` or ``t<start>`` with the end."""
        tokens = self.payload[side]["tokens"]
        return {f"{side[0]}{tokens[at][0]}": tokens[at][1] for at in positions}


def word_pair(source: Sequence[str], target: Sequence[str], languages: Languages) -> WordPair:
    """Make a payload of two lists of words.

    Args:
        source: words, none of them with a blank.
        target: the same of the other side.
        languages: codes; None where they are unknown.
    """
    sides = [
        _side(words, language) for words, language in zip((source, target), languages, strict=True)
    ]
    starts = [tuple(start for start, _ in side["tokens"]) for side in sides]
    return WordPair({"source": sides[0], "target": sides[1]}, starts[0], starts[1])


SPARSE = frozenset({"naacl", "giza"})
"""Formats that leave out pairs without links."""

_NUMBERED = re.compile(rb"([0-9]+)\t")


def linked_lines(paths: Sequence[Path], reading: Reading) -> tuple[dict[str, WordPair], WordLinks]:
    """Pairs by their keys, of two files of words between spaces, and the links between them.

    The lines of all three may begin with their number and a tab, as in the flat files of ALIBI.

    Raises:
        InputError: a file cannot be read, or a link names a word that is not there.
        ConfigError: the files do not go together.
    """
    with tempfile.TemporaryDirectory(prefix="diglot-lines-") as folder:
        source, target, file = _without_numbers(paths, Path(folder))
        try:
            texts = list(builder.read_pairs(source, target, encoding=reading.encoding))
            record = formats.word_link_format(file, reading.format)
            links = formats.read_word_links(
                file,
                format=record,
                lengths=([len(one) for one, _ in texts], [len(other) for _, other in texts]),
                pairs=len(texts) if record.name in SPARSE else None,
                base=BASES.get(record.name),
            )
        except InputError as error:  # of a copy: people know the file by its own name
            named = {source: paths[0], target: paths[1], file: paths[2]}
            error.path = named.get(error.path or file)
            raise
    if links.pairs != len(texts):
        raise ConfigError(
            f"{paths[2].name} has {count_of(links.pairs, 'pair')}, {paths[0].name} has "
            f"{count_of(len(texts), 'line')}: "
            "name the links of these texts"
        )
    pairs = {
        f"{paths[0].name}:{number}": word_pair(*words, reading.languages)
        for number, words in enumerate(texts, 1)
    }
    return pairs, links


def are_numbered(paths: Sequence[Path]) -> bool:
    """Whether files begin as three of which every line begins with its number and a tab."""
    if len(paths) != 3 or not all(path.is_file() for path in paths):
        return False
    firsts = [_NUMBERED.match(first_line(path).encode()) for path in paths]
    return all(firsts) and len({found[1] for found in firsts if found}) == 1


def _without_numbers(paths: Sequence[Path], folder: Path) -> Sequence[Path]:
    """The files, or copies without the numbers of their lines, where all lines have them."""
    if not are_numbered(paths):
        return paths
    contents = [read_bytes(path).splitlines() for path in paths]
    numbers = [
        [found[1] if (found := _NUMBERED.match(line)) else None for line in lines]
        for lines in contents
    ]
    for other, path in zip(numbers[1:], paths[1:], strict=True):
        if other != numbers[0]:
            place = next(
                (n for n, (a, b) in enumerate(zip(numbers[0], other, strict=False), 1) if a != b),
                min(len(numbers[0]), len(other)) + 1,
            )
            raise FormatError(
                f"line {place} has another number than that of {paths[0].name}",
                path=path,
                cure="name three files with the same numbers",
            )
    copies = [folder / name for name in ("source", "target", "links.pharaoh")]
    for copy, lines in zip(copies, contents, strict=True):
        copy.write_bytes(b"".join(line.split(b"\t", 1)[-1] + b"\n" for line in lines))
    return copies


def _side(tokens: Sequence[str], language: str | None) -> dict[str, Any]:
    spans = []
    start = 0
    for token in tokens:
        spans.append([start, start + len(token)])
        start += len(token) + 1
    return {
        "lang": language or "",
        "dir": direction(language) if language else "ltr",
        "text": " ".join(tokens),
        "tokens": spans,
        "doc": "",
        "start": 0,
    }


# Layers of words as files of sure and possible links, an item a pair.


WORD_LINK_FORMATS = {".pharaoh": "pharaoh", ".naacl": "naacl", ".talp": "talp"}
BASES = {"talp": 1}
"""Number of the first word, where a format leaves it open: that of its guidelines."""


def write_links(
    path: Path, name: str, answers: Sequence[AnsweredItem], links: Sequence[Sequence[MarkedLink]]
) -> tuple[Skipped, ...]:
    """Write links, and beside them the words that they count, a pair a line.

    The words stand in files of the same name that end in ``.source`` and ``.target``.

    Raises:
        InputError: a file cannot be written.
    """
    for side in ("source", "target"):
        lines = "".join(" ".join(words_of(each.payload, side)) + "\n" for each in answers)
        write_bytes(path.with_suffix(f".{side}"), lines.encode())
    return formats.write_word_links(path, join_links(links), format=name, base=BASES.get(name))


def positions(payload: Payload, side: str) -> dict[int, int]:
    """Positions of the words of one side by their first characters."""
    return {begin: at for at, (begin, _) in enumerate(tokens_of(payload, side))}


def words_of(payload: Payload, side: str) -> list[str]:
    """The words of one side."""
    text = text_of(payload, side)
    return [text[begin:end] for begin, end in tokens_of(payload, side)]
