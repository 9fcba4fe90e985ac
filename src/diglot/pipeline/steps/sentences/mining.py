"""Comparable texts are read, every sentence becomes a vector, and near ones are judged.

Of a sentence, its text and its neighbours stay in memory, some 250 bytes; vectors lie in a
temporary file that is mapped.
"""

from __future__ import annotations

import tempfile
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from diglot._version import __version__
from diglot.errors import RIGHT_FILE, ConfigError, EmptyTextError, InputError, MissingExtraError
from diglot.files.lines import stream_lines
from diglot.learning.encoders import (
    Encoder,
    find_encoder,
    identify_encoder,
)
from diglot.model import Signature, Unit, Variant
from diglot.options import make_record
from diglot.pipeline.documents import (
    ProgressCall,
    advance,
    check_different,
    decide,
    segment_file,
)
from diglot.pipeline.file_pairs import list_texts
from diglot.pipeline.options import resource_notes, sign_resources
from diglot.pipeline.steps.sentences.options import AlignOptions, MineOptions
from diglot.sentences import mining
from diglot.text.languages import name as language_name

BATCH = 8192
"""Sentences that are encoded at once."""


@dataclass(slots=True)
class Sentences:
    """The distinct sentences of a side, in the order in which they come.

    Attributes:
        names: of the files.
        repeated: sentences that had been there before.
        empty: names of files without text.
    """

    names: list[str] = field(default_factory=list)
    repeated: int = 0
    empty: list[str] = field(default_factory=list)
    _text: bytearray = field(default_factory=bytearray)
    _ends: array[int] = field(default_factory=lambda: array("q", [0]))
    _files: array[int] = field(default_factory=lambda: array("i"))
    _places: array[int] = field(default_factory=lambda: array("i"))
    _seen: set[int] = field(default_factory=set)

    def __len__(self) -> int:
        return len(self._files)

    def __getitem__(self, number: int) -> str:
        return self._text[self._ends[number] : self._ends[number + 1]].decode()

    def __iter__(self) -> Iterator[str]:
        return map(self.__getitem__, range(len(self)))

    def add(self, name: str, texts: Iterator[str]) -> None:
        """Add the sentences of a file; white space within is one space."""
        self.names.append(name)
        for place, text in enumerate(texts):
            data = " ".join(text.split()).encode("utf-8", "replace")
            if not data:
                continue
            key = int.from_bytes(blake2b(data, digest_size=8).digest())
            if key in self._seen:
                self.repeated += 1
                continue
            self._seen.add(key)
            self._text += data
            self._ends.append(len(self._text))
            self._files.append(len(self.names) - 1)
            self._places.append(place)

    def seal(self) -> None:
        """Forget what tells repetitions: nothing more is added."""
        self._seen.clear()

    def origin(self, number: int) -> tuple[str, int]:
        """Return the name of the file of a sentence, and its number there from 0."""
        return self.names[self._files[number]], self._places[number]


@dataclass(frozen=True, slots=True, eq=False)
class MineRun:
    """Pairs of sentences that were found.

    Attributes:
        sides: sentences of source and target.
        languages: of both.
        pairs: int32 (n, 2), numbers of sentences, the most probable first.
        scores: float64 (n,), probabilities.
        notes: what to tell the user.
        signature: how it was done.
    """

    sides: tuple[Sentences, Sentences]
    languages: tuple[str, str]
    pairs: NDArray[np.int32]
    scores: NDArray[np.float64]
    notes: tuple[str, ...]
    signature: Signature

    def __len__(self) -> int:
        return len(self.pairs)

    def units(self) -> Iterator[Unit]:
        """Give the pairs as translation units, the most probable first."""
        for (one, other), score in zip(self.pairs.tolist(), self.scores.tolist(), strict=True):
            origins = [side.origin(k) for side, k in zip(self.sides, (one, other), strict=True)]
            yield Unit(
                (
                    Variant(self.languages[0], self.sides[0][one]),
                    Variant(self.languages[1], self.sides[1][other]),
                ),
                id="-".join(str(place + 1) for _, place in origins),
                score=round(score, 3),
                method=str(self.signature),
                document=" | ".join(dict.fromkeys(name for name, _ in origins)),
            )


def mine_files(
    source: Path,
    target: Path,
    *,
    options: MineOptions | None = None,
    progress: ProgressCall | None = None,
) -> MineRun:
    """Find sentences that translate each other in two files, or in the files of two folders.

    Args:
        source: file or folder of one language.
        target: the same of the other one.
        options: how they are read, and which pairs are kept.
        progress: called with the stage, the parts done and the parts in all.

    Raises:
        InputError: a file cannot be read or holds no text.
        ConfigError: both sides are in one language, or there is no encoder for the languages.
    """
    options = options or MineOptions()
    if not identify_encoder(options.encoder):
        raise MissingExtraError(
            "mining needs a sentence encoder, which the extra encoder brings: "
            "pip install 'diglot[encoder]', or name one with --encoder"
        )
    told = (options.source_language, options.target_language)
    sides, decisions = [], []
    for path, language, side in zip((source, target), told, ("source", "target"), strict=True):
        sentences = _read(path, language, options, progress)
        sides.append(sentences)
        decisions.append(decide(sentences, told=language, side=f"{side} language"))
    doubts = check_different(*decisions, same_language=False)
    languages = (decisions[0].code, decisions[1].code)
    encoder = _encoder_for(options, languages)
    with tempfile.TemporaryDirectory(prefix="diglot-mine-") as folder:
        vectors = [
            _encode(texts, encoder, Path(folder) / str(number), progress)
            for number, texts in enumerate(sides)
        ]
        nearest = mining.find_nearest(*vectors, progress=partial(advance, progress, "comparing"))
    candidates = mining.find_candidates(*nearest)
    advance(progress, "judging")
    scores = mining.probabilities(mining.find_features(candidates, *sides))
    chosen = mining.choose(candidates, scores)
    chosen = chosen[scores[chosen] >= options.min_score]
    signature = Signature("mine", __version__, (("min-score", f"{options.min_score:g}"),))
    notes = [*(note for each in decisions for note in each.notes), *doubts]
    if empty := [name for each in sides for name in each.empty]:
        more = f" and {len(empty) - 1} more" if len(empty) > 1 else ""
        notes.append(f"without text, and passed over: {empty[0]}{more}")
    return MineRun(
        (sides[0], sides[1]), languages, candidates.pairs[chosen], scores[chosen],
        (*notes, *resource_notes(encoder=encoder)), sign_resources(signature, encoder=encoder),
    )  # fmt: skip


def _read(
    path: Path, language: str | None, options: MineOptions, progress: ProgressCall | None
) -> Sentences:
    if not path.exists():
        raise InputError("no such file or folder", path=path, cure="check the name")
    files = list_texts(path) if path.is_dir() else [path]
    if not files:
        raise InputError("the folder holds no files", path=path, cure="check the name")
    reading = make_record(
        {name: getattr(options, name) for name in ("segmented", "srx", "input_format", "encoding")}
        | {"source_language": language},
        AlignOptions,
    )
    found = Sentences()
    for done, file in enumerate(files):
        advance(progress, "reading", done, len(files))
        if options.segmented:
            found.add(file.name, stream_lines(file, encoding=options.encoding))
        else:
            try:
                document, _ = segment_file(file, options=reading)
            except EmptyTextError:
                if len(files) == 1:
                    raise
                found.empty.append(file.name)
                continue
            found.add(file.name, iter(document.segment_texts))
    found.seal()
    if not len(found):
        raise EmptyTextError("holds no text", path=path, cure=RIGHT_FILE)
    return found


def _encoder_for(options: MineOptions, languages: tuple[str, str]) -> Encoder:
    found = find_encoder(options.encoder, *languages)
    if found is None:
        both = " and ".join(map(language_name, languages))
        raise ConfigError(
            f"the sentence encoder does not know {both}: name one that does with --encoder, or "
            "the languages with -s and -t if they are others"
        )
    return found


def _encode(
    texts: Sentences, encoder: Encoder, path: Path, progress: ProgressCall | None
) -> NDArray[np.float16]:
    """Return the vectors of sentences in a file that is mapped into memory."""
    dimensions = encoder.encode([texts[0]]).shape[1]
    made = np.memmap(path, np.float16, "w+", shape=(len(texts), dimensions))
    for begin in range(0, len(texts), BATCH):
        advance(progress, "encoding", begin, len(texts))
        end = min(begin + BATCH, len(texts))
        made[begin:end] = encoder.encode([texts[number] for number in range(begin, end)])
    return made
