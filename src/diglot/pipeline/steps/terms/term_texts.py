"""Texts of one language as tokenised sentences: what terms are looked for in."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from diglot import formats
from diglot.errors import ConfigError, InputError
from diglot.formats.documents.conllu import read_conllu
from diglot.formats.documents.srx import read_rules
from diglot.model import Bitext, Document
from diglot.pipeline.languages import code_of, decide
from diglot.pipeline.pairing import names_in
from diglot.text import segmentation
from diglot.text.languages import UNDETERMINED
from diglot.text.tokens import tokenise

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

TAGGED = ".conllu"
"""Extension of text with part-of-speech tags."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextOptions:
    """How texts of one language are read.

    Attributes:
        language: code or name; None detects it.
        lines: every line of a text file is a sentence.
        tokenised: tokens stand between spaces: cut nothing else.
        encoding: of text files that are not in Unicode.
        srx: file of segmentation rules to use instead of the built-in ones.
        segmenter: ``jieba`` cuts Chinese into words (extra ``cjk``).
    """

    language: str | None = None
    lines: bool = False
    tokenised: bool = False
    encoding: str | None = None
    srx: Path | None = None
    segmenter: str | None = None


@dataclass(frozen=True, slots=True)
class TermTexts:
    """Texts of one language.

    Attributes:
        language: code; None where it is unknown.
        sentences: as written.
        tokens: of every sentence.
        documents: number of the text of every sentence, ascending.
        names: of the texts.
        notes: remarks for the user.
        tags: Universal POS tags of every token; None without a tagger.
    """

    language: str | None
    sentences: list[str]
    tokens: list[list[str]]
    documents: list[int]
    names: tuple[str, ...]
    notes: tuple[str, ...] = ()
    tags: list[tuple[str, ...]] | None = None


def read_texts(
    paths: Sequence[Path], options: TextOptions | None = None, *, side: str = "language"
) -> TermTexts:
    """Read files, and the files of folders, as texts of one language.

    Of a bitext the side in the language that the user told is read. CoNLL-U files give tokens and
    tags; they stand alone.

    Args:
        paths: files and folders.
        options: how to read them.
        side: what notes call the language, such as ``"source language"``.

    Raises:
        InputError: a file cannot be read, or all are without text.
        ConfigError: an option is wrong.
    """
    options = options or TextOptions()
    files = [file for path in paths for file in _files(path)]
    if tagged := [file for file in files if file.suffix.lower() == TAGGED]:
        if len(tagged) < len(files):
            raise ConfigError(
                f"{tagged[0]} is tagged text, but other files are not: choose one kind"
            )
        return _tagged(tagged, options, side)
    documents = [_document(file, options) for file in files]
    decision = decide(
        (document.text for document in documents),
        told=options.language,
        declared=[document.language for document in documents],
        side=side,
    )
    code = None if decision.code == UNDETERMINED else decision.code
    rules = read_rules(options.srx) if options.srx else None
    sentences: list[str] = []
    numbers: list[int] = []
    for number, document in enumerate(documents):
        if not document.segments:
            document = segmentation.segment(
                replace(document, language=decision.code),
                language=options.language or decision.code,
                mode="lines" if options.lines or options.tokenised else "sentences",
                srx=rules,
            )
        texts = [" ".join(text.split()) for text in document.segment_texts]
        sentences += texts
        numbers += [number] * len(texts)
    if not sentences:
        raise InputError(
            "holds no text", path=paths[0], cure="check that it is the right file or folder"
        )
    tokens = [
        text.split() if options.tokenised else _words(text, code, options) for text in sentences
    ]
    return TermTexts(
        code, sentences, tokens, numbers, tuple(each.name for each in documents), decision.notes
    )


def _tagged(paths: Sequence[Path], options: TextOptions, side: str) -> TermTexts:
    """Read tagged text; every CoNLL-U document counts as a text."""
    sentences = [(path, each) for path in paths for each in read_conllu(path)]
    if not sentences:
        raise InputError("holds no text", path=paths[0], cure="check that it is the right file")
    tokens = [list(each.words) for _, each in sentences]
    texts = [" ".join(words) for words in tokens]
    decision = decide(texts, told=options.language, side=side)
    names: dict[tuple[Path, int], int] = {}
    documents = [names.setdefault((path, each.document), len(names)) for path, each in sentences]
    return TermTexts(
        None if decision.code == UNDETERMINED else decision.code,
        texts,
        tokens,
        documents,
        tuple(path.name for path, _ in names),
        decision.notes,
        [each.tags for _, each in sentences],
    )


def _words(text: str, language: str | None, options: TextOptions) -> list[str]:
    spans = tokenise(text, language, segmenter=options.segmenter)
    return [text[begin:end] for begin, end in spans]


def _files(path: Path) -> list[Path]:
    if not path.exists():
        raise InputError("no such file or folder", path=path, cure="check the name")
    if not path.is_dir():
        return [path]
    found = list(names_in(path).values())
    if not found:
        raise InputError("the folder holds no files", path=path, cure="check the name")
    return found


def _document(path: Path, options: TextOptions) -> Document:
    extension = path.suffix.lower()
    known = {**formats.READERS, **formats.UNIT_FORMATS, **formats.LINK_FORMATS}
    # Corpora end in their language: news.en, news.fr.
    name = formats.READERS.get(extension) if extension in known else "text"
    choices = {"lines": True} if name == "text" and (options.lines or options.tokenised) else {}
    value = formats.read(
        path, format="text" if name == "text" else None, encoding=options.encoding, **choices
    )
    if isinstance(value, Bitext):
        return _side(value, path, options)
    return replace(value, name=path.name)


def _side(bitext: Bitext, path: Path, options: TextOptions) -> Document:
    """Return the side of a bitext that is in the language told."""
    if options.language is None:
        raise ConfigError(f"{path} holds two languages: say which one to read")
    wanted = code_of(options.language)
    for document in (bitext.source, bitext.target):
        if document.language and code_of(document.language) == wanted:
            return replace(document, name=path.name)
    raise InputError(f"holds no text in {options.language}", path=path, cure="check the language")
