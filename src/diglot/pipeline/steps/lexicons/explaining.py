"""Where the translations of a word come from: scores, reasons, paths, and why there are none."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from diglot.errors import ConfigError
from diglot.model.lexicon import BACKWARD, BOTH, FORWARD, Translation
from diglot.pipeline.steps.lexicons.explanation import (
    PROBABILITY,
    ExplainOptions,
    Explanation,
    codes_of,
    unknown_word,
)
from diglot.text.languages import normalise

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from diglot.pipeline.documents import ProgressCall

EXPLAINED = ".explained.jsonl"
"""End of the name of the file that ``diglot infer`` writes beside its output."""

_TURNED = {BOTH: BOTH, FORWARD: BACKWARD, BACKWARD: FORWARD}


def explain_word(
    word: str,
    files: Sequence[str | Path],
    *,
    options: ExplainOptions | None = None,
    progress: ProgressCall | None = None,
) -> tuple[Explanation, ...]:
    """Explain the translations of a word.

    Args:
        word: in either language; case does not matter.
        files: a lexicon that was inferred (its ``.explained.jsonl`` is found beside it), or
            dictionaries or a saved graph of them, which need ``target_language``.
        options: what is to be explained.
        progress: called with the stage, the parts done and the parts in all.

    Returns:
        One explanation for each language that the word is of, and each language of translations.

    Raises:
        InputError: a file cannot be read, or the word does not stand in it; the message names
            close spellings.
        ConfigError: an option is wrong, or a language is unknown.
    """
    options = options or ExplainOptions()
    if options.paths < 1 or (options.top is not None and options.top < 1):
        raise ConfigError("the number of paths and of translations is 1 or more")
    if not word.strip():
        raise ConfigError("the word is empty: give one")
    explained = explanations_of(files, options)
    if explained is not None:
        return _from_lexicon(word, explained, options)
    from diglot.pipeline.steps.lexicons.dictionaries import load_graph
    from diglot.pipeline.steps.lexicons.explained_graph import explain_in_graph

    graph = load_graph(
        files,
        case=options.case,
        pos=options.pos,
        skip_bad=options.skip_bad,
        rules=options.rules,
        progress=progress,
    ).graph
    return explain_in_graph(graph, word, options=options)


def explanations_of(files: Sequence[str | Path], options: ExplainOptions) -> Path | None:
    """Return the lexicon that holds the explanations; None if the files are dictionaries.

    Raises:
        ConfigError: several dictionaries without a target language.
    """
    if len(files) == 1:
        path = Path(files[0])
        if path.name.endswith(EXPLAINED):
            return path
        beside = path.with_name(path.stem + EXPLAINED)
        if beside.is_file():
            return beside
        if _holds_everything(path) or not (options.target_language or _is_graph(path)):
            return path
    if not options.target_language:
        raise ConfigError("dictionaries need a target language: give --to")
    return None


def _is_graph(path: Path) -> bool:
    """Return whether a path holds many dictionaries: a saved graph, or a folder."""
    from diglot.formats.stored_graphs import is_stored_graph

    return path.is_dir() or is_stored_graph(path)


def _holds_everything(path: Path) -> bool:
    """Return whether a file is a lexicon as diglot keeps it, with reasons and paths."""
    from diglot.formats.lexicons import lexicon_format

    return path.suffix == ".jsonl" and lexicon_format(path, look=True) == "jsonl"


def _from_lexicon(word: str, path: Path, options: ExplainOptions) -> tuple[Explanation, ...]:
    from diglot.formats.lexicons import read_signature, read_translations
    from diglot.lexicons import DEFAULT

    translations = read_translations(path, skip_bad=options.skip_bad)
    made = read_signature(path)
    measure = made.method if made and made.method != DEFAULT else PROBABILITY
    return explain_in_lexicon(translations, word, options=options, path=path, measure=measure)


def explain_in_lexicon(
    translations: Iterable[Translation],
    word: str,
    *,
    options: ExplainOptions | None = None,
    path: Path | None = None,
    measure: str = PROBABILITY,
) -> tuple[Explanation, ...]:
    """Explain the translations that a lexicon holds of a word, on either side.

    Args:
        translations: read once.
        word: case does not matter.
        options: what is to be explained.
        path: the file, for messages.
        measure: what its scores are, see `Explanation`.

    Raises:
        InputError: the lexicon does not hold the word, or not that translation of it.
        ConfigError: a language is unknown.
    """
    from diglot.lexicons.paths.lookup import close_spellings, spelling

    options = options or ExplainOptions()
    wanted = spelling(word)
    languages = codes_of(options)
    other = spelling(options.translation) if options.translation else None
    found: dict[tuple[str, str], list[Translation]] = {}
    known: set[str] = set()
    for each in translations:
        for text, mine in ((each.source, True), (each.target, False)):
            if spelling(text) != wanted:
                known.add(text)
                continue
            side = each if mine else turned(each)
            codes = (_code(side.source_language), _code(side.target_language))
            if all(want in (None, code) for want, code in zip(languages, codes, strict=True)):
                found.setdefault(codes, []).append(side)
    if not found:
        raise unknown_word(word, languages[0], close_spellings(word, known), path)
    explanations = []
    for codes, those in sorted(found.items()):
        kept = [each for each in those if other in (None, spelling(each.target))]
        why = ""
        if not kept:
            why = (
                f"{options.translation!r} is no translation of {word!r} here; dictionaries with "
                "--from and --to say whether a path leads there"
            )
        kept.sort(key=lambda each: (-(each.score or 0.0), each.target))
        top = len(kept) if options.top is None else options.top
        explanations.append(
            Explanation(
                word=those[0].source,
                language=codes[0],
                target_language=codes[1],
                translations=tuple(
                    replace(each, paths=each.paths[: options.paths]) for each in kept[:top]
                ),
                measure=measure,
                left=max(0, len(kept) - top),
                why=why,
            )
        )
    return tuple(explanations)


def turned(translation: Translation) -> Translation:
    """Return a translation the other way round, its paths, too."""
    return replace(
        translation,
        source=translation.target,
        target=translation.source,
        source_language=translation.target_language,
        target_language=translation.source_language,
        source_pos=translation.target_pos,
        target_pos=translation.source_pos,
        direction=_TURNED[translation.direction],
        paths=tuple(
            replace(
                each,
                words=each.words[::-1],
                languages=each.languages[::-1],
                dictionaries=each.dictionaries[::-1],
            )
            for each in translation.paths
        ),
    )


def _code(language: str) -> str:
    """Return the code of a language as a file names it; a name unknown here stays."""
    try:
        return normalise(language)
    except ConfigError:
        return language
