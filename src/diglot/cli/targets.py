"""Where results go: files, folders and pages, their formats, and whether they can be written."""

from __future__ import annotations

import sys
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from diglot import formats
from diglot.errors import ConfigError
from diglot.files.atomic import atomic_open, make_folder
from diglot.files.binary import extension_of
from diglot.formats import registry
from diglot.model import Bitext, Skipped
from diglot.pipeline.options import WriteOptions, check_apart

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from diglot.pipeline.file_pairs import Pair
    from diglot.pipeline.steps.words.alignment import WordRun
    from diglot.pipeline.steps.words.options import WordLinkForm, WordOptions
    from diglot.report.pages.words import WordPair

_PAGE = "html"
_PAGE_EXTENSIONS = (".html", ".htm")
_NAMES_DOCUMENTS = ("ces", "tei")  # their links point into files that they name


class _Rehearsal(Exception):  # noqa: N818 - it ends a rehearsal that went well
    pass


@dataclass(frozen=True, slots=True)
class Target:
    """One output of a run.

    Attributes:
        path: file, or folder that gets one file a pair.
        format: name of the format.
        folder: whether it is a folder.
    """

    path: Path
    format: str
    folder: bool

    def files(self, pairs: Sequence[Pair]) -> list[Path]:
        """Return the files that will be written."""
        if not self.folder:
            return [self.path]
        return [self._file(pair.name) for pair in pairs]

    def _file(self, name: str) -> Path:
        return self.path / f"{name}{_extension(self.format)}"

    def write(self, bitexts: Sequence[Bitext], options: WriteOptions) -> tuple[Skipped, ...]:
        """Write the bitexts of a run; return what the format could not carry."""
        if not self.folder:
            return _write(self.path, self.format, bitexts, options)
        from diglot.pipeline.documents import sum_skipped

        lost: list[Skipped] = []
        for bitext in bitexts:
            lost += _write(self._file(bitext.source.name), self.format, [bitext], options)
        return sum_skipped(lost)


def plan(
    outputs: Sequence[Path], format_name: str | None, pairs: Sequence[Pair]
) -> tuple[Target, ...]:
    """Decide what each output is, and make sure that it can be written before any work is done.

    Raises:
        ConfigError: a format is unknown or cannot be written, or an output is an input.
        InputError: a file or folder cannot be written.
    """
    targets = tuple(_target(output, format_name, pairs) for output in outputs)
    check_apart(
        (path for pair in pairs for path in (pair.source, pair.target)),
        (path for target in targets for path in target.files(pairs)),
    )
    for target in targets:
        if _is_links(target.format) and not target.folder and len(pairs) > 1:
            raise ConfigError(
                f"{target.path} is one file, but there are {len(pairs)} pairs and {target.format} "
                f"files hold one pair each: use a folder, -o DIR --format {target.format}"
            )
        for path in target.files(pairs):
            if target.folder:
                make_folder(path.parent)
            check_writable(path)
    return targets


def check_writable(path: Path) -> None:
    """Go through all steps of writing a file, except the last one that would replace it.

    Raises:
        InputError: it cannot be written.
    """
    if path.exists() and not (path.is_file() or path.is_dir()):
        return  # a pipe would take the rehearsal for the performance
    with suppress(_Rehearsal), atomic_open(path, "wb"):
        raise _Rehearsal


def _target(output: Path, format_name: str | None, pairs: Sequence[Pair]) -> Target:
    known = _by_extension(output)
    if output.is_dir() or (known is None and not output.suffix):
        if format_name is None:
            raise ConfigError(f"{output} is a folder or has no extension: add --format NAME")
        return Target(output, _writable(output, format_name), folder=True)
    if known is not None:
        return Target(output, _writable(output, known), folder=False)
    if format_name is None:
        raise ConfigError(
            f"{output}: the extension {output.suffix!r} names no format; add --format with one of "
            f"{_names()}"
        )
    several = len(pairs) > 1 and _is_links(format_name)
    return Target(output, _writable(output, format_name), folder=several)


def _by_extension(output: Path) -> str | None:
    extension = extension_of(output)
    if extension in _PAGE_EXTENSIONS:
        return _PAGE
    known = registry.extensions_of(*registry.GENERAL).get(extension)
    if known and known.is_container and extension != output.suffix.lower():
        return None
    # Text files (.txt) are no bitexts, but a good name for a list of links.
    return None if known is None or known.name == "text" else known.name


def _is_links(name: str) -> bool:
    return any(each.name == name for each in registry.formats_of(registry.LINKS))


def _writable(output: Path, name: str) -> str:
    if name == _PAGE:
        return _PAGE
    found = registry.find_format(output, format=name)
    if found.kind == registry.WORD_LINKS:
        raise ConfigError(
            f"{output}: {found.name} files hold links of words, which diglot words finds in the "
            f"result of diglot align; write one of {_names()}"
        )
    if not found.writes:
        raise ConfigError(f"{output}: {found.name} files are read only; write one of {_names()}")
    return found.name


def _names() -> str:
    able = registry.formats_of(registry.UNITS, registry.LINKS, writes=True)
    return ", ".join(sorted((*(each.name for each in able), _PAGE)))


def _extension(name: str) -> str:
    if name == _PAGE:
        return f".{_PAGE}"
    return registry.find_format("", registry.UNITS, registry.LINKS, format=name).extensions[0]


def _write(
    path: Path, name: str, bitexts: Sequence[Bitext], options: WriteOptions
) -> tuple[Skipped, ...]:
    if name == _PAGE:
        from diglot.report.pages.reader import write_html

        left = write_html(path, bitexts)
        return (Skipped("more certain row", left),) if left else ()
    choices: Any = options.of(name)
    if name in _NAMES_DOCUMENTS:
        sides = bitexts[0].source, bitexts[0].target
        names = [side.source.path.name if side.source else side.name for side in sides]
        choices = {"from_document": names[0], "to_document": names[1]}
    return formats.write(path, bitexts, format=name, keep_nulls=options.keep_nulls, **choices)


# Where word links go: files of links, and a page to read them.


_BASED = ("pharaoh", "talp")


@dataclass(frozen=True, slots=True)
class WordTarget:
    """One output of a run.

    Attributes:
        path: file to write.
        format: of a file of links, ``html``, or the name of a table.
        form: what files of links hold.
    """

    path: Path
    format: str
    form: WordLinkForm

    def write(self, run: WordRun) -> tuple[Skipped, ...]:
        """Write the links; return what the format could not carry."""
        if self.format == "html":
            from diglot.report.pages.words import write_word_page

            write_word_page(
                self.path,
                _shown(run),
                title=self.path.stem,
                languages=run.tokenising.codes,
                signature=run.signature,
                notes=run.notes,
                total=run.tally.pairs,
            )
            return ()
        if self.format == "translations":
            from diglot.pipeline.steps.words.alignment import write_translations

            write_translations(self.path, run.model)
            return ()
        if self.format == "phrases":
            from diglot.pipeline.steps.words.alignment import write_phrases

            write_phrases(self.path, run)
            return ()
        links = (block.links for block in run.blocks)
        if not self.form.confidence:
            links = (replace(each, scores=None) for each in links)
        options: dict[str, Any] = {}
        if self.format in _BASED:
            options["scores"] = self.form.confidence
            if self.form.base is not None:
                options["base"] = self.form.base
        return formats.write_word_links(self.path, links, format=self.format, **options)


def plan_word_targets(
    outputs: Sequence[Path],
    form: WordLinkForm,
    *,
    options: WordOptions,
    inputs: Sequence[Path | None],
    tables: Mapping[str, Path | None],
) -> tuple[WordTarget, ...]:
    """Decide what each output is, and make sure that all can be written before any work is done.

    Raises:
        ConfigError: a format cannot be written, an output is an input or given twice, the method
            or the input does not serve it.
        InputError: a file cannot be written.
    """
    if options.method == "eflomal" and form.confidence:
        raise ConfigError("eflomal gives no probabilities: leave out --confidence")
    if (options.memory is not None or options.shard_pairs) and tables.get("phrases"):
        raise ConfigError(
            "--phrases needs the whole text in memory: leave out --memory and --shard-pairs"
        )
    if options.method == "eflomal" and tables.get("translations"):
        raise ConfigError("eflomal leaves no model: leave out --translations")
    targets = [WordTarget(path, _format(path, form), form) for path in outputs]
    targets += [WordTarget(path, name, form) for name, path in tables.items() if path]
    if any(target.format == "html" for target in targets):
        for path in inputs:
            if path and path.exists() and not (path.is_file() or path.is_dir()):
                raise ConfigError(f"{path} can be read only once: a page needs a file")
    # A model may be replaced by what it has grown to.
    models = (path for path in options.models if path != options.save_model)
    read = (*inputs, options.train_source, options.train_target, options.lexicon, *models)
    written = (*outputs, *tables.values(), *options.token_files, options.save_model)
    check_apart(read, written)
    for path in filter(None, written):
        check_writable(path)
    return tuple(targets)


def tell_unnamed(paths: Iterable[Path], written: str, *kinds: registry.Kind) -> None:
    """Say on standard error of outputs whose extensions name no format in which they are written.

    Args:
        paths: the outputs.
        written: the format that any other name stands for.
        kinds: of the formats that the command writes; none for all kinds.
    """
    known = ("", ".txt", *_PAGE_EXTENSIONS, *registry.extensions_of(*kinds))
    for path in paths:
        if (extension := extension_of(path)) not in known:
            print(
                f"diglot: {path}: {extension!r} names no format: written as {written}",
                file=sys.stderr,
            )


def _format(path: Path, form: WordLinkForm) -> str:
    if path.suffix.lower() in _PAGE_EXTENSIONS:
        return "html"
    record = formats.word_link_format(path)
    name = record.name
    if not record.writes:
        raise ConfigError(f"{path}: {name} files are read only; write .pharaoh, .naacl or .talp")
    if name == "talp" and form.base is None:
        raise ConfigError(f"{path}: TALP files count words from 0 or from 1: say --base 0 or 1")
    return name


def _shown(run: WordRun) -> Iterator[WordPair]:
    """Give the pairs with their tokens, which are read again: links do not hold them."""
    from diglot.report.pages.words import WordPair

    tokens = enumerate(run.read_again(), 1)
    for block in run.blocks:
        links, confidence = block.links, block.confidence
        for pair, (number, (source, target)) in zip(range(links.pairs), tokens, strict=False):
            here = slice(links.offsets[pair], links.offsets[pair + 1])
            ends = links.source[here].tolist(), links.target[here].tolist()
            scores = [None] * len(ends[0]) if links.scores is None else links.scores[here].tolist()
            yield WordPair(
                number=number,
                source_tokens=source,
                target_tokens=target,
                links=[*zip(*ends, scores, strict=True)],
                confidence=None if confidence is None else float(confidence[pair]),
            )
