"""Figures of the shared task on terminology of 2025: ``python -m bench.terminology.tasks``.

English to German, track 1: 52 runs of 18 teams with success rates for both dictionaries, BLEU and
chrF2++, and the consistency of the released tables of occurrences, each against what the organisers
published. ``--align`` adds diglot's own consistency, by word links (two CPU minutes).
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bench.data import data_folder
from bench.tables import figure, table
from diglot.evaluate.statistics.ranks import spearman
from diglot.evaluate.terminology.consistency import KINDS, task_consistency
from diglot.evaluate.terminology.success import TaskTexts, term_success, wmt25_success
from diglot.formats.marked_terms import read_annotated_set
from diglot.formats.marked_terms.shared_tasks import read_pseudo_references, read_submission

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from diglot.model import AnnotatedSet

DICTIONARIES = ("proper", "random")
MODES = ("noterm", "proper", "random")
SHOWN_MODE = "proper"


@dataclass(frozen=True, slots=True)
class Run:
    """A submission with what was published of it.

    Attributes:
        team: its name.
        mode: which dictionary its system saw.
        outputs: one a segment.
        published: figures by name.
    """

    team: str
    mode: str
    outputs: tuple[str, ...]
    published: dict[str, float]


@dataclass(frozen=True, slots=True)
class Cell:
    """A success rate beside the published one.

    Attributes:
        run: of which submission.
        dictionary: of which terms.
        found: as computed here.
        published: as published.
        terms: entries that count.
    """

    run: Run
    dictionary: str
    found: float
    published: float
    terms: int

    @property
    def difference(self) -> float:
        """Absolute difference."""
        return abs(self.found - self.published)


def folder() -> Path:
    """The folder of the task."""
    return data_folder() / "consistency" / "wmt25-en-de"


def test_sets() -> dict[str, AnnotatedSet]:
    """The test set by dictionary."""
    path = folder() / "full_data.ende.jsonl"
    return {name: read_annotated_set(path, mode=name) for name in DICTIONARIES}


def runs() -> list[Run]:
    """All submissions with published figures."""
    content = json.loads((folder() / "published_scores.json").read_text("utf-8"))["de"]
    return [
        Run(
            team,
            mode,
            read_submission(folder() / "submissions" / f"{team}.ende.{mode}.jsonl").texts,
            published,
        )
        for mode in MODES
        for team, published in content[mode].items()
        if published
    ]


def sides() -> tuple[TaskTexts, TaskTexts]:
    """Texts of source and target; opening the lemmas costs a second or more."""
    return TaskTexts("en"), TaskTexts("de")


def cells(
    sets: dict[str, AnnotatedSet], submitted: list[Run], texts: tuple[TaskTexts, TaskTexts]
) -> list[Cell]:
    """Success rates of all submissions for both dictionaries."""
    source, target = texts
    found = []
    for run in submitted:
        for name, annotated in sets.items():
            score = wmt25_success(annotated.segments, run.outputs, source=source, target=target)
            terms = int(score.statistics[:, score.columns.index("terms")].sum())
            published = run.published[f"{name}_term_success_rate"]
            found.append(Cell(run, name, score.values["success"], published, terms))
    return found


def consistency_values() -> Iterator[tuple[str, str, str, float, float]]:
    """Give team, mode, name of the figure, value here, published value; 306 in all."""
    for mode in MODES:
        path = folder() / "consistency-stats" / f"stats-ende.{mode}.json"
        content: dict[str, Any] = json.loads(path.read_text("utf-8"))
        for team, published in content.items():
            name = f"{team}.ende.{mode}.jsonl_pseudoref.tsv.gz"
            tables = read_pseudo_references(folder() / "pseudorefs" / name)
            for kind in KINDS:
                found = task_consistency(tables[kind])
                yield team, mode, f"{kind} micro", found.micro, published[kind]["micro"]
                yield team, mode, f"{kind} macro", found.macro, published[kind]["macro"]


def success_table(
    found: list[Cell],
    sets: dict[str, AnnotatedSet],
    submitted: list[Run],
    texts: tuple[TaskTexts, TaskTexts],
) -> str:
    """Success of the runs that saw the proper terms, beside the published one and in words."""
    source, target = texts
    rows = []
    for run in sorted(submitted, key=lambda run: -run.published["chrf2++"]):
        if run.mode != SHOWN_MODE:
            continue
        here = {cell.dictionary: cell for cell in found if cell.run is run}
        words = term_success(
            sets[SHOWN_MODE].segments, run.outputs, source=source, target=target
        ).values
        rows.append(
            [
                run.team,
                *(
                    figure(value, 4)
                    for name in DICTIONARIES
                    for value in (here[name].published, here[name].found)
                ),
                figure(words["success"]),
                figure(words["whole_words"]),
            ]
        )
    return table(
        [
            "team",
            *(f"{name}, {who}" for name in DICTIONARIES for who in ("published", "diglot")),
            "in words",
            "whole words",
        ],
        rows,
    )


def strings_line(submitted: list[Run], annotated: AnnotatedSet) -> str:
    """How far BLEU and chrF2++ are from the published ones, at most."""
    from diglot.evaluate.strings import ngrams

    references = [segment.reference for segment in annotated.segments]
    worst = {"bleu4": 0.0, "chrf2++": 0.0}
    for run in submitted:
        outputs = [each.strip() for each in run.outputs]
        found = {
            "bleu4": ngrams.bleu(outputs, references).score,
            "chrf2++": ngrams.chrf(outputs, references)[1].score,
        }
        for name, value in found.items():
            worst[name] = max(worst[name], abs(value - run.published[name]))
    return ", ".join(f"{name} differs by {value:.1e} at most" for name, value in worst.items())


def aligned_table(submitted: list[Run]) -> str:
    """Diglot's own consistency of the runs that saw the proper terms."""
    from diglot.pipeline.steps.scores.options import TaskOptions
    from diglot.pipeline.steps.scores.shared_tasks import score_task

    rows = []
    pairs = []
    for run in submitted:
        if run.mode != SHOWN_MODE:
            continue
        path = folder() / "submissions" / f"{run.team}.ende.{run.mode}.jsonl"
        options = TaskOptions(mode=run.mode, align=True, draws=0)
        found = score_task(folder() / "full_data.ende.jsonl", [path], options=options).runs[0]
        kinds = found.consistency
        published = [run.published[f"consistency_{kind}"] for kind in ("frequent", "predefined")]
        pairs.append(
            (kinds["frequent"].macro, published[0], kinds["predefined"].macro, published[1])
        )
        rows.append(
            [
                run.team,
                figure(kinds["frequent"].micro),
                figure(kinds["frequent"].macro),
                figure(published[0]),
                figure(kinds["predefined"].macro),
                figure(published[1]),
                str(kinds["frequent"].support),
                str(kinds["frequent"].singletons),
                str(kinds["frequent"].unaligned),
                figure(found.first_f1["f1"]),
            ]
        )
    columns = list(zip(*pairs, strict=True))
    header = [
        *("team", "frequent micro", "frequent macro", "published", "predefined macro"),
        *("published", "occurrences", "seen once", "unaligned", "F1 of 2023"),
    ]
    frequent, predefined = spearman(columns[0], columns[1]), spearman(columns[2], columns[3])
    return (
        f"{table(header, rows)}\n\nSpearman with the published macro values, {frequent.n} systems: "
        f"frequent {frequent.rho:.3f} (p {frequent.p:.3f}), "
        f"predefined {predefined.rho:.3f} (p {predefined.p:.4f})"
    )


def main() -> None:
    """Print the comparison."""
    made = argparse.ArgumentParser(prog="python -m bench.terminology.tasks", description=__doc__)
    made.add_argument("--align", action="store_true", help="diglot's own consistency, too")
    asked = made.parse_args()
    sets, submitted = test_sets(), runs()
    begin = time.process_time()
    texts = sides()
    opened = time.process_time()
    found = cells(sets, submitted, texts)
    seconds = time.process_time() - opened
    print(success_table(found, sets, submitted, texts), end="\n\n")
    differences = [cell.difference for cell in found]
    print(
        f"success: {len(found)} cells, mean difference {sum(differences) / len(found):.5f}, "
        f"at most {max(differences):.5f}, {sum(each < 1e-12 for each in differences)} equal; "
        f"{seconds:.2f} CPU s, and {opened - begin:.2f} to open the lemmas"
    )
    terms = {cell.dictionary: cell.terms for cell in found}
    print("terms: " + ", ".join(f"{terms[name]} {name}" for name in DICTIONARIES))
    begin = time.process_time()
    values = list(consistency_values())
    equal = sum(here == there for *_, here, there in values)
    print(
        f"consistency: {equal} of {len(values)} values equal; "
        f"{time.process_time() - begin:.2f} CPU s"
    )
    print(strings_line(submitted, sets[SHOWN_MODE]))
    if asked.align:
        print()
        print(aligned_table(submitted))


if __name__ == "__main__":
    main()
