"""Terms of texts in one language, from files over tokenised sentences to a ranked list."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from diglot import formats
from diglot._version import __version__
from diglot.errors import RIGHT_FILE, ConfigError, FormatError, InputError
from diglot.files.atomic import atomic_open
from diglot.files.binary import extension_of
from diglot.files.text import read_text
from diglot.formats.documents.srx import read_rules
from diglot.formats.registry import DOCUMENT, LINKS, UNITS, extensions_of
from diglot.model import (
    Bitext,
    Concept,
    ConceptTerm,
    Context,
    Document,
    Signature,
    Term,
    Termbase,
)
from diglot.model.tables import Table
from diglot.options import files_of, from_plain, to_plain
from diglot.packs.vocabularies import words_by_packs
from diglot.pipeline.documents import Decision, code_of, decide
from diglot.pipeline.file_pairs import files_by_name
from diglot.pipeline.steps.terms.options import ExtractOptions, ReadingRun, TextOptions
from diglot.runs import (
    Job,
    Shard,
    ShardResult,
    divide,
    end_part,
    execute,
    shard_path,
    size_of,
)
from diglot.text import segmentation
from diglot.text.frequencies import Frequencies, counted_frequencies
from diglot.text.function_words import (
    fold_word,
    function_words,
    has_function_words,
    linking_words,
    read_word_list,
)
from diglot.text.languages import UNDETERMINED, is_spaceless, name
from diglot.text.tokens import tokenise

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from diglot.pipeline.documents import ProgressCall
    from diglot.terms.extraction.candidates import Candidates
    from diglot.terms.extraction.corpus import Corpus
    from diglot.terms.extraction.termhood import TermRanker

TAGGED = ".conllu"
"""Extension of text with part-of-speech tags."""


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
    cut = (_cut(document, decision.code, options) for document in documents)
    names = tuple(each.name for each in documents)
    return _joined(cut, names, decision, paths)


def _joined(
    cut: Iterable[CutText], names: tuple[str, ...], decision: Decision, paths: Sequence[Path]
) -> TermTexts:
    sentences: list[str] = []
    tokens: list[list[str]] = []
    numbers: list[int] = []
    for number, (texts, words) in enumerate(cut):
        sentences += texts
        tokens += words
        numbers += [number] * len(texts)
    if not sentences:
        raise InputError(
            "holds no text", path=paths[0], cure="check that it is the right file or folder"
        )
    code = None if decision.code == UNDETERMINED else decision.code
    return TermTexts(code, sentences, tokens, numbers, names, decision.notes)


CutText = tuple[list[str], list[list[str]]]
"""The sentences of a text, and the tokens of each."""


def _cut(document: Document, code: str, options: TextOptions) -> CutText:
    """Cut a text in a language into sentences, and these into tokens."""
    if not document.segments:
        document = segmentation.segment(
            replace(document, language=code),
            language=options.language or code,
            mode="lines" if options.lines or options.tokenised else "sentences",
            srx=read_rules(options.srx) if options.srx else None,
        )
    texts = [" ".join(text.split()) for text in document.segment_texts]
    if options.tokenised:
        return texts, [text.split() for text in texts]
    known = None if code == UNDETERMINED else code
    return texts, [_words(text, known, options) for text in texts]


# Many texts, read and cut in shards; what is counted of them is counted at once.

SHARD_SIZE = 100, 1 << 24
"""Files of a shard, and bytes from which on it takes no more."""


def read_shards(
    paths: Sequence[Path],
    home: Path,
    *,
    options: ExtractOptions,
    run: ReadingRun,
    progress: ProgressCall | None = None,
) -> TermTexts:
    """Read files as `read_texts` does, shard by shard, in a folder that keeps what is done.

    Args:
        paths: files and folders.
        home: folder of the shards.
        options: how they are read, and by which vocabularies they are cut.
        run: which part is done, and by how many processes.
        progress: called with the stage, the parts done and the parts in all.

    Raises:
        InputError: as `read_texts`.
        ConfigError: an option is wrong, or the texts are tagged.
        RunError: a shard failed again and again.
        PartDone: only a part was to be done.
    """
    files = [file for path in paths for file in _files(path)]
    if any(file.suffix.lower() == TAGGED for file in files):
        raise ConfigError("tagged text is cut already: leave out --shard, --runner and --run")
    decision = _decide(files, options.texts)
    job = Job(
        "reading",
        f"{__name__}:cut_shard",
        tuple(
            Shard(f"{number:06}", tuple(map(str, some)))
            for number, some in enumerate(divide(files, size_of, SHARD_SIZE))
        ),
        {
            "texts": to_plain(options.texts),
            "packs": list(map(str, options.packs)),
            "language": decision.code,
        },
        tuple(str(path) for _, path in files_of(options.texts)),
    )
    folder = home / "1-reading"
    execute(job, folder, workers=run.jobs, options=run, progress=progress)
    end_part(folder, run, last=True)
    names: list[str] = []
    cut: list[CutText] = []
    for shard in job.shards:
        for text in json.loads(read_text(shard_path(folder, shard.name))):
            names.append(text["name"])
            cut.append((text["sentences"], text["tokens"]))
    return _joined(cut, tuple(names), decision, paths)


def cut_shard(shard: Shard, options: Mapping[str, Any], output: Path) -> ShardResult:
    """Read the texts of a shard; the file holds their sentences and tokens."""
    how: TextOptions = from_plain(options["texts"], TextOptions)
    found = []
    with words_by_packs(options["packs"]):
        for document in (_document(Path(file), how) for file in shard.files):
            sentences, tokens = _cut(document, options["language"], how)
            found.append({"name": document.name, "sentences": sentences, "tokens": tokens})
    with atomic_open(output) as file:
        json.dump(found, file, ensure_ascii=False)
    return ShardResult({"texts": len(found), "sentences": sum(len(e["sentences"]) for e in found)})


def _decide(files: Sequence[Path], options: TextOptions) -> Decision:
    """Decide the language by the first texts, or by what all say where these do not tell it."""
    documents = (_document(file, options) for file in files)
    declared: list[str | None] = []

    def texts() -> Iterator[str]:
        for document in documents:
            declared.append(document.language)
            yield document.text

    first = decide(texts(), told=options.language, declared=declared, side="language")
    if first.sure:
        return first
    declared += [document.language for document in documents]
    return decide(
        (_document(file, options).text for file in files),
        told=options.language,
        declared=declared,
        side="language",
    )


def _tagged(paths: Sequence[Path], options: TextOptions, side: str) -> TermTexts:
    """Read tagged text; every CoNLL-U document counts as a text."""
    from diglot.formats.documents.text_lines import read_conllu

    sentences = [(path, each) for path in paths for each in read_conllu(path)]
    if not sentences:
        raise InputError("holds no text", path=paths[0], cure=RIGHT_FILE)
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
    found = list(files_by_name(path).values())
    if not found:
        raise InputError("the folder holds no files", path=path, cure="check the name")
    return found


def _document(path: Path, options: TextOptions) -> Document:
    record = extensions_of(DOCUMENT, UNITS, LINKS).get(extension_of(path))
    if record is None or record.name == "text":  # corpora end in their language: news.en, news.fr
        lines = options.lines or options.tokenised
        value = formats.read(path, format="text", encoding=options.encoding, lines=lines)
    else:
        value = formats.read(path, encoding=options.encoding)
    if isinstance(value, Bitext):
        return _side(value, path, options)
    return replace(value, name=path.name)


def _side(bitext: Bitext, path: Path, options: TextOptions) -> Document:
    """Return the side of a bitext that is in the language told."""
    if options.language is None:
        raise ConfigError(f"{path} holds two languages: specify which one to read")
    wanted = code_of(options.language)
    for document in (bitext.source, bitext.target):
        if document.language and code_of(document.language) == wanted:
            return replace(document, name=path.name)
    raise InputError(f"holds no text in {options.language}", path=path, cure="check the language")


# Terms of texts in one language, from files to a ranked list.


@dataclass(frozen=True, slots=True, repr=False)
class ExtractedTerms(Table[Term]):
    """Terms of texts.

    Attributes:
        terms: best first.
        texts: where they stand.
        signature: how they were found.
        notes: remarks for the user.
    """

    terms: tuple[Term, ...]
    texts: TermTexts
    signature: Signature
    notes: tuple[str, ...] = ()

    ITEMS = "terms"
    COLUMNS = ("term", "frequency", "documents", "score", "variants")

    def _row(self, item: Term) -> tuple[object, ...]:
        variants = "; ".join(each.text for each in item.variants)
        return item.text, item.frequency, item.documents, item.score, variants


def extract_terms(
    paths: Sequence[Path],
    options: ExtractOptions | None = None,
    *,
    run: ReadingRun | None = None,
    home: Path | None = None,
    progress: ProgressCall | None = None,
) -> ExtractedTerms:
    """Extract the terms of files and folders in one language.

    Args:
        paths: files and folders.
        options: how terms are found.
        run: see `read_shards`.
        home: folder of the shards; None reads one text after the other without any.
        progress: see `read_shards`.

    Raises:
        InputError: a file cannot be read, or all are without text.
        ConfigError: an option is wrong.
        RunError: a shard failed again and again.
        PartDone: only a part of the texts was to be read.
    """
    options = options or ExtractOptions()
    with words_by_packs(options.packs):
        if home is None:
            return extract_from(read_texts(paths, options.texts), options)
        run = run or ReadingRun()
        texts = read_shards(paths, home, options=options, run=run, progress=progress)
        return extract_from(texts, options)


def extract_from(texts: TermTexts, options: ExtractOptions | None = None) -> ExtractedTerms:
    """Extract the terms of texts that were read before; see `extract_terms`."""
    from diglot.terms.extraction.candidates import is_in_characters
    from diglot.terms.extraction.extract import (
        CHARACTERS,
        RANKER,
        TermChoice,
        TermForms,
        ranked_terms,
    )
    from diglot.terms.extraction.variants import GATHERED

    options = options or ExtractOptions()
    own = read_word_list(read_text(options.stop_words)) if options.stop_words else frozenset()
    corpus = corpus_of(texts, own)
    terms = ranked_terms(
        _candidates(texts, corpus, options),
        method=options.method,
        ranker=read_term_ranker(options.ranker) if options.ranker else None,
        reference=_reference(options, texts.language),
        choice=TermChoice(
            least_frequency=options.min_frequency,
            least_letters=options.min_letters,
            digits=options.digits,
            names=options.names,
            unwanted=_unwanted(options, texts.language),
            threshold=options.threshold,
            limit=options.limit,
        ),
        forms=TermForms(
            tuple(k for k in GATHERED if not (options.plurals_apart and k == "number")),
            usual_case=options.usual_case,
        ),
    )
    method = options.method or (CHARACTERS if is_in_characters(corpus) else RANKER)
    chosen = {
        "language": texts.language or "?",
        "longest": str(options.longest or "default"),
        "min-frequency": str(options.min_frequency or "default"),
        "threshold": "best" if options.threshold is None else f"{options.threshold:g}",
    }
    signature = Signature(method, __version__, tuple(chosen.items()))
    return ExtractedTerms(
        terms, texts, signature, (*texts.notes, *stop_word_notes(texts.language, own))
    )


def _candidates(texts: TermTexts, corpus: Corpus, options: ExtractOptions) -> Candidates:
    """Return the candidates, of tagged texts those whose tags match."""
    from diglot.terms.extraction.candidates import (
        LONGEST,
        find_candidates,
        pattern_candidates,
        term_candidates,
    )

    if texts.tags is None:
        if options.patterns:
            raise ConfigError("--patterns needs tagged text: give CoNLL-U files (.conllu)")
        return term_candidates(corpus, options.longest)
    found = find_candidates(corpus, longest=options.longest or LONGEST)
    return pattern_candidates(found, texts.tags, patterns=options.patterns)


def corpus_of(texts: TermTexts, stop_words: frozenset[str] = frozenset()) -> Corpus:
    """Encode texts, with the function words of their language and the user's own.

    Where a language has none, the tags of tagged text say what begins and ends a term.
    """
    from diglot.terms.extraction.candidates import is_cut_into_characters, kinds_by_tags
    from diglot.terms.extraction.corpus import encode_corpus

    characters = is_cut_into_characters(texts.tokens, texts.language)
    corpus = encode_corpus(
        texts.tokens,
        language=texts.language,
        function_words=function_words(texts.language, added=stop_words, characters=characters),
        linking_words=linking_words(texts.language),
        documents=texts.documents,
    )
    if texts.tags is None or stop_words or has_function_words(texts.language):
        return corpus
    return replace(corpus, kinds=kinds_by_tags(corpus, texts.tags))


def train_extraction(
    paths: Sequence[Path], validated: Path, save: Path, options: ExtractOptions | None = None
) -> int:
    """Train a ranker from texts and the list of their terms; return how many of these it saw.

    Args:
        paths: files and folders.
        validated: the terms of the texts: all other candidates are wrong.
        save: file to write the ranker to.
        options: how the texts are read, and candidates counted.

    Raises:
        InputError: a file cannot be read or written.
        ConfigError: too few terms of the list are candidates of the texts.
    """
    import numpy as np

    from diglot.formats.term_lists import read_term_list
    from diglot.terms.extraction.candidates import LONGEST, find_candidates
    from diglot.terms.extraction.extract import count_candidates
    from diglot.terms.extraction.termhood import train_term_ranker

    options = options or ExtractOptions()
    with words_by_packs(options.packs):
        texts = read_texts(paths, options.texts)
    corpus = corpus_of(texts)
    known = {fold_word(term.text) for term in read_term_list(validated, language=texts.language)}
    found = find_candidates(corpus, longest=options.longest or LONGEST)
    text = count_candidates(
        found,
        least_frequency=options.min_frequency or 1,
        reference=_reference(options, texts.language),
    )
    labels = np.array([fold_word(found.text(int(k))) in known for k in text.seen.numbers], np.bool_)
    ranker = train_term_ranker([text], [labels], notes=f"{int(labels.sum())} validated terms")
    with atomic_open(save) as file:
        json.dump(ranker.to_dict(), file, separators=(",", ":"))
        file.write("\n")
    return int(labels.sum())


def read_term_ranker(path: Path) -> TermRanker:
    """Read a ranker that was trained here before.

    Raises:
        FormatError: it is no ranker of terms, of another version, or damaged.
        InputError: it cannot be read.
    """
    from diglot.terms.extraction.termhood import TermRanker

    try:
        return TermRanker.from_dict(dict(json.loads(read_text(path))))
    except ConfigError as error:
        raise FormatError(f"is not a ranker of terms for this: {error}", path=path) from error
    except (ValueError, TypeError, RecursionError) as error:
        raise FormatError(
            "is not a ranker of terms", path=path, cure="train one with --train"
        ) from error


def _reference(options: ExtractOptions, language: str | None) -> Frequencies | None:
    if not options.reference:
        return None
    texts = read_texts(options.reference, replace(options.texts, language=language))
    counts = Counter(word.lower() for sentence in texts.tokens for word in sentence)
    found = counted_frequencies(counts)
    if found is None:
        raise InputError("holds no words", path=options.reference[0], cure="check the file")
    return found


def _unwanted(options: ExtractOptions, language: str | None) -> set[str]:
    from diglot.formats.term_lists import read_term_list

    files = [*options.existing, *([options.stop_list] if options.stop_list else [])]
    return {term.text for path in files for term in read_term_list(path, language=language)}


def stop_word_notes(language: str | None, own: frozenset[str]) -> tuple[str, ...]:
    """Say that no function words of a language are known, unless the user gave some."""
    if has_function_words(language) or own or is_spaceless(language):
        return ()
    which = name(language) if language else "an unknown language"
    cure = "terms may begin and end with words such as articles; give --stop-words FILE"
    return (f"no stop words for {which}: {cure}",)


def write_terms(path: Path, done: ExtractedTerms) -> int:
    """Write terms as a list or as a termbase, as the extension tells; return their number.

    Raises:
        InputError: the file cannot be written.
        ConfigError: the format is not known.
    """
    from diglot.formats.term_lists import is_termbase, write_term_list
    from diglot.formats.termbases import write_termbase

    if not is_termbase(path):
        return write_term_list(path, done.terms)
    write_termbase(path, termbase_of(done))
    return len(done.terms)


def termbase_of(done: ExtractedTerms) -> Termbase:
    """Return a termbase of one language: a concept for every term, with its variants."""
    from diglot.terms.concepts import VARIANT, concept_identity

    language = done.texts.language or UNDETERMINED
    concepts = []
    for term in done.terms:
        contexts = tuple(
            Context(done.texts.sentences[k], source=done.texts.names[done.texts.documents[k]])
            for k in term.contexts
        )
        main = ConceptTerm(
            term.text, language, score=term.score, frequency=term.frequency, contexts=contexts
        )
        variants = (
            ConceptTerm(each.text, language, kind=VARIANT, frequency=each.frequency, note=each.kind)
            for each in term.variants
        )
        concepts.append(
            Concept(concept_identity((language,), term.text), (main, *variants), score=term.score)
        )
    return Termbase(tuple(concepts), signature=done.signature)
