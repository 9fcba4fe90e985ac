"""A task like that of BUCC 2022, made of parallel text by its protocol, or of other texts.

Reference: Adjali et al. 2022, "Overview of the 2022 BUCC shared task: bilingual term alignment in
comparable specialized corpora", section 3.
"""

from __future__ import annotations

import random
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from diglot.errors import ConfigError, InputError
from diglot.files.atomic import atomic_open, make_folder
from diglot.formats.term_lists import read_term_pairs, write_term_list, write_term_pairs
from diglot.formats.term_lists.bucc import read_proposals, task_of, write_proposals
from diglot.model import TermPair
from diglot.model.terms import YES
from diglot.options import make_record
from diglot.pipeline.bucc import proposals
from diglot.pipeline.bucc.options import BuccFinishOptions, BuccOptions, check_bucc
from diglot.pipeline.bucc.proposals import (
    Corpora,
    ProposalSet,
    Terms,
    corpora_of,
    domain_pairs,
    extract_terms,
    propose_pairs,
    read_corpora,
    read_proposed,
    read_term_texts,
    write_corpora,
    write_proposed,
    write_term_texts,
)
from diglot.pipeline.build import building
from diglot.pipeline.build.inputs import (
    DOCUMENTS,
    find_inputs,
    option_records,
    read_bitexts,
    summarise_bitexts,
)
from diglot.pipeline.build.options import BuildOptions
from diglot.pipeline.documents import advance
from diglot.pipeline.steps.terms.comparable import count_terms
from diglot.pipeline.steps.terms.extraction import read_texts
from diglot.pipeline.steps.terms.options import TextOptions
from diglot.pipeline.stored.folder import (
    WORK,
    Storage,
    StoredResult,
    open_build_folder,
    read_manifest,
)
from diglot.pipeline.stored.pairs import PAIRS, StoredPairs, read_pairs
from diglot.pipeline.stored.words import WORDS
from diglot.terms.bucc import divide_task

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from diglot.model import Skipped
    from diglot.model.terms import Proposal
    from diglot.pipeline.build.inputs import Inputs
    from diglot.pipeline.documents import ProgressCall
    from diglot.pipeline.steps.terms.comparable import Extract
    from diglot.pipeline.stored.folder import BuildFolder, Manifest
    from diglot.terms.bucc import Division


CANDIDATES = "candidates.xlsx"
COUNTS = "counts.tsv"
PARTS = ("train", "test")

CORPORA: Storage[Corpora] = Storage("corpora.arrays", 1, write_corpora, read_corpora)
TERMS: Storage[Terms] = Storage("terms.jsonl", 1, write_term_texts, read_term_texts)
PROPOSED: Storage[ProposalSet] = Storage("proposed.jsonl", 1, write_proposed, read_proposed)
STAGES = ("tokens", "words", "corpora", "terms", "proposals")


@dataclass(frozen=True, slots=True)
class Task:
    """A task as far as it is made.

    Attributes:
        folder: where it stands.
        languages: codes of source and target.
        candidates: the table for people to fill in.
        manifest: what was made of what.
    """

    folder: Path
    languages: tuple[str, str]
    candidates: Path
    manifest: Manifest


@dataclass(frozen=True, slots=True)
class FinishedTask:
    """A judged task.

    Attributes:
        folder: where it stands.
        languages: codes of source and target.
        divided: both parts, and what became of the decisions.
        sentences: number of sentences of each part, source and target.
        silver: pairs that were accepted unseen, by their similarity.
    """

    folder: Path
    languages: tuple[str, str]
    divided: Division
    sentences: tuple[tuple[int, int], tuple[int, int]]
    silver: int

    def counts(self) -> list[tuple[str, int | str, int | str]]:
        """Return the counts of table 3 of the shared task: name, training, test."""
        train, test = self.divided.parts
        source, target = self.languages
        return [
            ("number of", *PARTS),
            ("gold pairs", len(train.gold), len(test.gold)),
            *(
                (f"{code} sentences", self.sentences[0][side], self.sentences[1][side])
                for side, code in enumerate(self.languages)
            ),
            (f"{source} terms", len(train.source_terms), len(test.source_terms)),
            (f"{target} terms", len(train.target_terms), len(test.target_terms)),
        ]


def prepare_task(
    source: Path,
    target: Path | None = None,
    *,
    out: Path,
    options: BuccOptions | None = None,
    progress: ProgressCall | None = None,
) -> Task:
    """Make comparable corpora of parallel text, and a table of pairs for people to judge.

    What an earlier run left in the folder is used again as far as it still holds.

    Args:
        source: sentences, one a line, or documents; without ``target`` a bitext, or a folder of
            bitexts.
        target: their translations.
        out: folder of the task; it is made if it does not exist.
        options: how it is to be done.
        progress: called with the stage, the parts done and the parts in all.

    Raises:
        InputError: a file cannot be read or written, or holds no sentence pairs.
        ConfigError: an option is wrong, or another run is at work in the folder.
        PartDone: only a part of the sentences was to be aligned.
    """
    options = options or BuccOptions()
    check_bucc(options)
    parallel = options.parallel and target is not None
    reading = make_record(asdict(options), BuildOptions, parallel=parallel)
    inputs = find_inputs(source, target, reading)
    if options.shard:
        read_bitexts(inputs, reading, progress, out / WORK / building.SENTENCES_RUN)
    with open_build_folder(out) as shop:
        kept = _stages(shop, inputs, options, reading, progress)
        languages = _languages(kept.pairs.value)
        _write_parts(shop, kept, languages)
        shop.output(
            CANDIDATES,
            depends=[kept.proposed.record.sha256],
            options={},
            write=lambda path: (write_proposals(path, kept.proposed.value.proposals), ()),
        )
        return Task(out, languages, out / CANDIDATES, shop.finish())


def finish_task(folder: Path, options: BuccFinishOptions | None = None) -> FinishedTask:
    """Make gold, lists of terms and the division of a task of what people decided.

    Args:
        folder: of a prepared task.
        options: where the decisions are; gold of pairs accepted unseen is silver, and counted.

    Raises:
        InputError: the folder holds no prepared task, or a decision cannot be read.
        ConfigError: nothing was accepted.
    """
    import numpy as np

    options = options or BuccFinishOptions()
    checked = options.checked or folder / CANDIDATES
    manifest = read_manifest(folder)
    done = {record.name: record for record in manifest.stages} if manifest else {}
    if not set(STAGES) <= set(done) or not all((folder / done[k].file).is_file() for k in STAGES):
        raise InputError(
            "holds no prepared task", path=folder, cure="run diglot bucc prepare first"
        )
    proposed = read_proposed(folder / done["proposals"].file)
    corpora = read_corpora(folder / done["corpora"].file)
    languages = _languages(read_pairs(folder / done["tokens"].file))
    judged, silver = _judged(read_proposals(checked), proposed.proposals, options.accept_above)
    said = dict(part.partition(":")[::2] for part in done["corpora"].signature.split("|"))
    test, seed = float(said["test"]), int(said["seed"])
    divided = divide_task(judged, proposed.near, proposed.counts, test=test, seed=seed)
    if not divided.accepted:
        raise ConfigError(
            f"{checked}: no pair is accepted: write yes in the column "
            "accept of right pairs, or give --accept-above"
        )
    for name, part in zip(PARTS, divided.parts, strict=True):
        files = task_of(folder / name, *languages)
        write_term_list(files.source_terms, part.source_terms)
        write_term_list(files.target_terms, part.target_terms)
        if files.gold is not None:
            write_term_pairs(files.gold, [TermPair(*pair) for pair in part.gold], scores=False)
    sentences = [
        (int(np.sum(corpora.of(part, 0))), int(np.sum(corpora.of(part, 1)))) for part in (0, 1)
    ]
    task = FinishedTask(folder, languages, divided, (sentences[0], sentences[1]), silver)
    with atomic_open(folder / COUNTS) as file:
        file.writelines("\t".join(map(str, row)) + "\n" for row in task.counts())
    return task


@dataclass(frozen=True, slots=True)
class _Stages:
    """What the steps left."""

    pairs: StoredResult[StoredPairs]
    corpora: StoredResult[Corpora]
    proposed: StoredResult[ProposalSet]


def _stages(
    shop: BuildFolder,
    inputs: Inputs,
    options: BuccOptions,
    reading: BuildOptions,
    progress: ProgressCall | None,
) -> _Stages:
    """Do the steps; one whose inputs and options are those of an earlier run is not done again."""
    records = option_records(options)
    files = {record.role: record.sha256 for record in records}
    shop.begin([*inputs.records, *records])
    domain = _some(files, "seed-terms", "target-seed-terms")
    pairs = _read(shop, inputs, options, reading, domain, progress)
    pairs.forget()
    words = shop.stage(
        "words",
        WORDS,
        depends=[pairs.record.sha256],
        options={"seed": options.seed},
        make=lambda: building.align_pairs(pairs.value, reading, progress),
        say=building.summarise_words,
    )
    words.forget()
    corpora = shop.stage(
        "corpora",
        CORPORA,
        depends=[pairs.record.sha256, *domain],
        options={"drop": options.drop_source, "test": options.test, "seed": options.seed},
        make=lambda: corpora_of(pairs.value, options),
        say=lambda value: proposals.summarise_corpora(value, options),
    )
    advance(progress, "extracting terms")
    terms = shop.stage(
        "terms",
        TERMS,
        depends=[pairs.record.sha256],
        options={"least": options.least_frequency},
        make=lambda: extract_terms(pairs.value, options),
        say=proposals.summarise_terms,
    )
    advance(progress, "proposing pairs")
    proposed = shop.stage(
        "proposals",
        PROPOSED,
        depends=[
            *(each.record.sha256 for each in (pairs, words, corpora, terms)),
            *_some(files, "source-vectors", "target-vectors"),
        ],
        options={
            "least": options.least_similarity,
            "phrases": options.phrases,
            "near": options.near,
            "sample": options.sample,
            "seed": options.seed,
        },
        make=lambda: propose_pairs(pairs.value, words.value, corpora.value, terms.value, options),
        say=lambda value: proposals.summarise_proposals(value, options),
    )
    return _Stages(pairs, corpora, proposed)


def _read(
    shop: BuildFolder,
    inputs: Inputs,
    options: BuccOptions,
    reading: BuildOptions,
    domain: list[str],
    progress: ProgressCall | None,
) -> StoredResult[StoredPairs]:
    """Read the sentence pairs: those of documents are aligned first, others may be of a domain."""
    how: dict[str, Any] = {
        "choices": [options.source_language, options.target_language, options.encoding],
        "kind": inputs.kind,
        "names": [pair.name for pair in inputs.pairs],
    }
    if inputs.kind == DOCUMENTS:
        run = shop.work / building.SENTENCES_RUN
        sentences = shop.stage(
            "sentences",
            building.SENTENCES,
            depends=inputs.digests(),
            options=how,
            make=lambda: read_bitexts(inputs, reading, progress, run),
            say=summarise_bitexts,
        )
        pairs = shop.stage(
            "tokens",
            PAIRS,
            depends=[sentences.record.sha256],
            options={},
            make=lambda: building.sentence_pairs(sentences.value),
            say=building.summarise_pairs,
        )
        sentences.forget()
        return pairs
    notes: list[str] = []

    def read() -> StoredPairs:
        found, said = domain_pairs(inputs, options, progress)
        notes.extend(said)
        return found

    return shop.stage(
        "tokens",
        PAIRS,
        depends=[*inputs.digests(), *domain],
        options=how,
        make=read,
        say=lambda value: replace(building.summarise_pairs(value), notes=tuple(notes)),
    )


def _write_parts(shop: BuildFolder, kept: _Stages, languages: tuple[str, str]) -> None:
    """Write the corpora: they do not depend on what people decide."""
    for part, name in enumerate(PARTS):
        # Outputs are written in the work folder and moved from there.
        for folder in (shop.folder / name, shop.work / f"new-{name}"):
            folder.mkdir(exist_ok=True)
        for side, language in enumerate(languages):
            shop.output(
                f"{name}/corpus-{language}.txt",
                depends=[kept.pairs.record.sha256, kept.corpora.record.sha256],
                options={"part": part, "side": side},
                write=partial(_write_corpus, kept=kept, part=part, side=side),
            )


def _write_corpus(
    path: Path, *, kept: _Stages, part: int, side: int
) -> tuple[int, tuple[Skipped, ...]]:
    chosen = kept.corpora.value.of(part, side)
    return proposals.write_sentences(path, kept.pairs.value, side, chosen), ()


def _judged(
    decided: Sequence[Proposal], proposed: Sequence[Proposal], above: float | None
) -> tuple[list[Proposal], int]:
    """Return what people decided, with undecided pairs accepted that are similar enough."""
    known: Mapping[tuple[str, str], Proposal] = {
        (each.source, each.target): each for each in proposed
    }
    judged = []
    silver = 0
    for each in decided:
        before = known.get((each.source, each.target))
        similarity = before.similarity if before else None
        if each.decision is None and above is not None and (similarity or 0.0) >= above:
            silver += 1
            judged.append(replace(each, decision=YES))
        else:
            judged.append(each)
    return judged, silver


def _languages(pairs: StoredPairs) -> tuple[str, str]:
    """Return both languages, which name the files."""
    source, target = pairs.languages
    if source is None or target is None or source == target:
        raise ConfigError("specify the two languages of the text with -s and -t")
    return source, target


def _some(files: Mapping[str, str], *roles: str) -> list[str]:
    return [f"{role}:{files[role]}" for role in roles if role in files]


# A task made of texts that share their subject, and a glossary: gold are its pairs of which both
# terms occur in the texts; all other terms of the texts may confuse.

LISTED = 5_000
"""Terms of the texts that join each list, the best ones."""
SEED = 2022


@dataclass(frozen=True, slots=True)
class TextTask:
    """What a task holds.

    Attributes:
        gold: pairs of the glossary that both texts attest.
        missing: its other pairs.
        terms: of the source list, of the target list.
    """

    gold: int
    missing: int
    terms: tuple[int, int]


def task_of_texts(
    folder: Path,
    source: Sequence[Path],
    target: Sequence[Path],
    glossary: Sequence[Path],
    *,
    languages: tuple[str, str],
    extract: Extract,
) -> TextTask:
    """Write the lists, the gold and the corpora of a task; the same files give the same bytes.

    Args:
        folder: is made if it does not exist.
        source: texts of the source language, files or folders.
        target: texts of the target language.
        glossary: right pairs: lists of pairs, or termbases.
        languages: of source and target.
        extract: gives the terms of texts, best first.

    Raises:
        InputError: a file cannot be read or written, or no pair of the glossary occurs.
    """
    pairs = list(
        dict.fromkeys(
            (pair.source, pair.target)
            for path in glossary
            for pair in read_term_pairs(path, languages=languages)
        )
    )
    texts = [
        read_texts(paths, TextOptions(language=language))
        for paths, language in zip((source, target), languages, strict=True)
    ]
    counts = [count_terms([pair[k] for pair in pairs], each) for k, each in enumerate(texts)]
    gold = [pair for pair in pairs if all(counts[k].get(pair[k]) for k in (0, 1))]
    if not gold:
        raise InputError(
            "holds no pair of which both terms occur in the texts",
            path=glossary[0],
            cure="give a glossary of their subject",
        )
    make_folder(folder)
    files = task_of(folder, *languages)
    order = random.Random(SEED)  # noqa: S311 - the order of lists must not tell what is right
    sizes = []
    for k, path in enumerate((files.source_terms, files.target_terms)):
        found = [term.text for term in extract(texts[k])[:LISTED]]
        terms = sorted({*(pair[k] for pair in gold), *found})
        order.shuffle(terms)
        sizes.append(write_term_list(path, terms))
        with atomic_open(folder / f"corpus-{languages[k]}.txt") as file:
            file.writelines(f"{sentence}\n" for sentence in texts[k].sentences)
    order.shuffle(gold)
    assert files.gold is not None  # noqa: S101 - task_of names it
    write_term_pairs(files.gold, [TermPair(*pair) for pair in gold], scores=False)
    return TextTask(len(gold), len(pairs) - len(gold), (sizes[0], sizes[1]))
