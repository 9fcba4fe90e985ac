"""Where terms are looked up: a folder that was built, or a bitext that is aligned for it."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from diglot.errors import FormatError, InputError
from diglot.files import arrays
from diglot.formats import trigram_index
from diglot.pipeline.build import concordance
from diglot.pipeline.build.build_options import BuildOptions
from diglot.pipeline.build.build_options import check as check_options
from diglot.pipeline.build.building import PAIRS, WORDS, align_sentences, link_words
from diglot.pipeline.build.inputs import find_inputs
from diglot.pipeline.stored.stored_index import INDEX, NAMES, index_of, write_index
from diglot.pipeline.stored.stored_pairs import read_pairs
from diglot.pipeline.stored.stored_words import read_words
from diglot.pipeline.stored.workshop import WORK, workshop

if TYPE_CHECKING:
    from collections.abc import Iterator

    from diglot.model import WordLinks
    from diglot.pipeline.build.concordance import Found, Query
    from diglot.pipeline.documents import ProgressCall
    from diglot.pipeline.stored.stored_pairs import StoredPairs


@dataclass(frozen=True, slots=True)
class Workspace:
    """Sentence pairs with word links and an index; see `open_workspace`.

    Attributes:
        pairs: the sentence pairs.
        links: links between their words that are worth showing.
        index: file of the index, which may not exist yet.
    """

    pairs: StoredPairs
    links: WordLinks
    index: Path

    def find(self, query: Query, *, limit: int | None = None) -> tuple[Found, ...]:
        """Find a term; see `concordance.find`.

        An index that is missing or damaged is made again; where that is impossible, all sentences
        are read instead.

        Raises:
            ConfigError: there is nothing to look for, or the expression is none.
        """
        if not (query.lemma or query.regex):
            with suppress(FormatError, InputError):
                return self._indexed(query, limit)
            with suppress(FormatError, InputError):
                write_index(self.index, index_of(self.pairs))
                return self._indexed(query, limit)
        return concordance.find(query, self.pairs, self.links, limit=limit)

    def _indexed(self, query: Query, limit: int | None) -> tuple[Found, ...]:
        key = index_of(self.pairs).key
        with trigram_index.open_index(self.index, key=key) as index:
            return concordance.find(
                query,
                self.pairs,
                self.links,
                candidates=lambda side, needle: index.candidates(NAMES[side], needle),
                limit=limit,
            )


@contextmanager
def open_workspace(
    path: Path, *, options: BuildOptions | None = None, progress: ProgressCall | None = None
) -> Iterator[Workspace]:
    """Open what is to be searched.

    Args:
        path: folder that a build wrote, or a file that holds a bitext.
        options: how a bitext is read and aligned.
        progress: called with the stage, the parts done and the parts in all.

    Raises:
        InputError: it does not exist, is neither, or is damaged.
        ConfigError: an option is wrong.
    """
    if path.is_dir():
        yield _opened(path)
        return
    options = options or BuildOptions()
    check_options(options)
    with TemporaryDirectory(prefix="diglot-find-") as folder, workshop(Path(folder)) as shop:
        inputs = find_inputs(path, None, options)
        sentences = align_sentences(shop, inputs, options, progress)
        pairs, words = link_words(shop, inputs, sentences, options, progress)
        yield Workspace(pairs.value, words.value.sure(), shop.work / INDEX)


def _opened(folder: Path) -> Workspace:
    paths = [folder / WORK / storage.file for storage in (PAIRS, WORDS)]
    if not all(path.is_file() for path in paths):
        raise InputError(
            "holds no finished word links", path=folder, cure="make it with diglot build"
        )
    for path, kind in zip(paths, ("sentence-pairs", "build-words"), strict=True):
        arrays.verify(path, kind=kind, version=1)
    pairs, words = read_pairs(paths[0]), read_words(paths[1])
    if words.links.pairs != len(pairs):
        raise InputError(
            "holds word links of other sentences: a build was interrupted",
            path=folder,
            cure="build it again",
        )
    return Workspace(pairs, words.sure(), folder / WORK / INDEX)
