"""Where word links go: files of links, and a page to read them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from diglot import formats, pipeline
from diglot.cli.targets import check_writable
from diglot.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from diglot.model import Skipped
    from diglot.pipeline import WordOptions, WordRun
    from diglot.report.pages.words import WordPair

_PAGES = (".html", ".htm")
_BASED = ("pharaoh", "talp")


@dataclass(frozen=True, slots=True)
class Form:
    """What files of links hold.

    Attributes:
        confidence: write the probabilities of links.
        base: number of the first word of a sentence; None for the format's own.
    """

    confidence: bool = False
    base: int | None = None


@dataclass(frozen=True, slots=True)
class Target:
    """One output of a run.

    Attributes:
        path: file to write.
        format: of a file of links, ``html``, or the name of a table.
        form: what files of links hold.
    """

    path: Path
    format: str
    form: Form

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
            pipeline.write_translations(self.path, run.model)
            return ()
        if self.format == "phrases":
            pipeline.write_phrases(self.path, run)
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


def plan(
    outputs: Sequence[Path],
    form: Form,
    *,
    options: WordOptions,
    inputs: Sequence[Path | None],
    tables: Mapping[str, Path | None],
) -> tuple[Target, ...]:
    """Decide what each output is, and make sure that all can be written before any work is done.

    Args:
        outputs: files of links and pages.
        form: what files of links hold.
        options: of the run.
        inputs: files that are read.
        tables: files of ``translations`` and ``phrases``.

    Raises:
        ConfigError: a format cannot be written, an output is an input or given twice, the method
            or the input does not serve it.
        InputError: a file cannot be written.
    """
    if options.method == "eflomal" and form.confidence:
        raise ConfigError("eflomal gives no probabilities: leave out --confidence")
    if options.memory is not None and tables.get("phrases"):
        raise ConfigError("--phrases needs the whole text in memory: leave out --memory")
    if options.method == "eflomal" and tables.get("translations"):
        raise ConfigError("eflomal leaves no model: leave out --translations")
    targets = [Target(path, _format(path, form), form) for path in outputs]
    targets += [Target(path, name, form) for name, path in tables.items() if path]
    if any(target.format == "html" for target in targets):
        for path in inputs:
            if path and path.exists() and not (path.is_file() or path.is_dir()):
                raise ConfigError(f"{path} can be read only once: a page needs a file")
    read = (*inputs, options.train_source, options.train_target, options.lexicon)
    known = {path.resolve() for path in read if path}
    # A model may be replaced by what it has grown to.
    known |= {path.resolve() for path in options.models if path != options.save_model}
    seen: set[Path] = set()
    for path in (*outputs, *tables.values(), *options.token_files, options.save_model):
        if path is None:
            continue
        if path.resolve() in known:
            raise ConfigError(f"{path} is both input and output: write to another file")
        if path.resolve() in seen:
            raise ConfigError(f"{path} is given twice as an output")
        seen.add(path.resolve())
        check_writable(path)
    return tuple(targets)


def _format(path: Path, form: Form) -> str:
    if path.suffix.lower() in _PAGES:
        return "html"
    name = formats.word_link_format(path)
    if name not in formats.WRITABLE:
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
