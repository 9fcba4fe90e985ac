"""Errors of ``diglot check`` read one by one: ``python -m bench.terminology.judged``.

    python -m bench.terminology.judged draw cs hu --part 2 [--termbase build]
    python -m bench.terminology.judged draw nn --part 0 --program gimp
    python -m bench.terminology.judged keep
    python -m bench.terminology.judged [count]
    python -m bench.terminology.judged read

The paragraphs of an office suite's help are cut into `PARTS` by chance, with a fixed seed; part 0
is all of it but what was not translated. ``draw`` checks a part as a user would: by the strings of
the suite's interface, or by the termbase that ``diglot build`` makes of the very paragraphs. No
pack is used, as packs are partly made of the same text. It writes up to `MOST` errors with their
sentences to ``bench/results/errors``, those read before with their judgements. A person writes
``y`` where the translation has another word than the entry demands, or none; where the source has
the word in another sense, as a verb of every text or as a part of a longer term, where the entry's
term is there in any form, and where the entry itself is wrong, ``n`` and why. ``keep`` adds the
judgements to ``bench/judged``, without any words of the help: an error is known by the number of
its paragraph and a hash of the term and of what was found. ``count`` counts the judgements of the
samples that were drawn last: after a change, draw again. ``read`` counts all that is kept, by
program: errors under the rules of their time. Texts of other programs are read, too: see
`bench.programs`.
"""

from __future__ import annotations

import argparse
import csv
import random
import tempfile
from collections import Counter, defaultdict
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from bench import office, programs
from diglot.pipeline.build.building import TERMBASE, build_files
from diglot.pipeline.build.options import BuildOptions
from diglot.pipeline.steps.checking.check import check

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from diglot.pipeline.steps.checking.check import CheckRun

JUDGED = Path(__file__).parents[1] / "judged"
DRAWN = Path(__file__).parents[1] / "results" / "errors"
PARTS, MOST, SEED = 4, 100, 20
TERMBASES = ("glossary", "build")
OFFICE = "errors"
"""What files of the office suite are called; those of other programs have their names."""
KEPT = ("part", "paragraph", "words", "right", "why")
HEADER = ("part", "paragraph", "right", "why", "term", "found", "message", "source", "target")
Key = tuple[str, str]


def main() -> None:
    """Draw samples to read, keep what was read, or count it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "action", choices=("count", "draw", "keep", "read"), nargs="?", default="count"
    )
    parser.add_argument("languages", nargs="*", help="codes, to draw of")
    parser.add_argument("--part", type=int, choices=range(PARTS + 1), default=1)
    parser.add_argument("--termbase", choices=TERMBASES, default="glossary")
    parser.add_argument("--program", choices=(OFFICE, *programs.PROGRAMS), default=OFFICE)
    options = parser.parse_args()
    for language in options.languages if options.action == "draw" else ():
        draw(language, options.part, options.termbase, program=options.program)
    if options.action == "read":
        count_kept()
    drawn = sorted(DRAWN.glob("*.tsv"))
    for path in drawn if options.action == "keep" else ():
        keep(path)
    if options.action == "count":
        print(f"all: {_share(sum(map(count, drawn), Counter()))}")


def draw(language: str, part: int, termbase: str, *, program: str = OFFICE) -> None:
    """Write a sample of the errors on one part of the help."""
    if program == OFFICE:
        pairs, terms = office.help_pairs(language), office.interface_terms
    else:
        pairs = programs.help_pairs(program, language)
        terms = partial(programs.interface_terms, program)
    order = random.Random(SEED).sample(range(len(pairs)), len(pairs))
    numbers = sorted(order[part - 1 :: PARTS] if part else order)
    if not part:
        numbers = [number for number in numbers if pairs[number][0] != pairs[number][1]]
    run = _check(
        [pairs[number] for number in numbers], language, terms if termbase == "glossary" else None
    )
    (checked,) = run.checked
    errors = [each for each in run.findings if each.severity == "error" and each.term]
    chosen = sorted(random.Random(SEED).sample(range(len(errors)), min(MOST, len(errors))))
    path = DRAWN / f"{program}.en-{language}.{termbase}.{part}.tsv"
    known = _known(program, language, termbase)
    rows = []
    for error in (errors[place] for place in chosen):
        unit = checked.units[error.unit]
        words = (error.term or "", error.found or "")
        number = str(numbers[error.unit - 1])
        judged = known.get((number, _hash_words(*words)), ("", ""))
        rows.append((part, number, *judged, *words, error.message, unit.source, unit.target))
    path.parent.mkdir(parents=True, exist_ok=True)
    _write(path, HEADER, rows)
    print(f"{path}: {len(chosen)} of {len(errors)} errors in {len(numbers)} paragraphs")
    count(path)


def keep(path: Path) -> None:
    """Add the judgements of a sample to those that are kept."""
    name, language, termbase, _ = path.stem.split(".")
    kept = JUDGED / f"{name}.{language}.{termbase}.tsv"
    read = [row for row in _rows(path) if row["right"]]
    if not read:
        return
    rows = {_key(row): row for row in _rows(kept)} if kept.exists() else {}
    for row in read:
        row["words"] = _hash_words(row["term"], row["found"])
        rows[_key(row)] = row
    ordered = sorted(rows.values(), key=lambda row: (row["part"], int(row["paragraph"])))
    _write(kept, KEPT, ([row[column] for column in KEPT] for row in ordered))


def count(path: Path) -> Counter[str]:
    """Print how many errors of a sample are right, and why others are not; give the numbers."""
    rows = list(_rows(path))
    judged = Counter(row["right"] for row in rows)
    print(f"{path.stem}: {_share(judged)}")
    for row in rows:
        if row["right"] == "n":
            print("  " + "\t".join(row[each] for each in ("paragraph", "term", "found", "why")))
    return judged


def count_kept() -> None:
    """Print how many of all errors that were read are right, by program and termbase."""
    kept: dict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
    for path in sorted(JUDGED.glob("*.*.*.tsv")):
        program, _, termbase = path.stem.split(".")
        kept[program, termbase].update(row["right"] for row in _rows(path))
    for names, judged in kept.items():
        print(f"{' '.join(names)}: {_share(judged)}")


def _share(judged: Counter[str]) -> str:
    read = judged["y"] + judged["n"]
    share = f" ({judged['y'] / read:.1%})" if read else ""
    return f"{judged['y']} of {read} right{share}, {judged['']} not read"


def _check(
    pairs: list[tuple[str, str]],
    language: str,
    interface: Callable[[str], Mapping[str, Sequence[str]]] | None,
) -> CheckRun:
    """Check by the strings of an interface, or else by what ``build`` makes of the pairs."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        texts = folder / "en.txt", folder / f"{language}.txt"
        for side, path in enumerate(texts):
            path.write_text("".join(pair[side] + "\n" for pair in pairs), encoding="utf-8")
        if interface is None:
            options = BuildOptions(
                source_language="en", target_language=language, packs=("none",), parallel=True
            )
            terms = build_files(*texts, out=folder / "out", options=options).folder / TERMBASE
        else:
            terms = folder / "terms.tsv"
            found = interface(language).items()
            rows = ((source, target) for source, targets in found for target in targets)
            _write(terms, ("en", language), rows)
        return check(texts, terms, source_language="en", target_language=language, packs=("none",))


def _known(program: str, language: str, termbase: str) -> Mapping[Key, tuple[str, str]]:
    path = JUDGED / f"{program}.en-{language}.{termbase}.tsv"
    return {_key(row): (row["right"], row["why"]) for row in _rows(path)} if path.exists() else {}


def _key(row: Mapping[str, str]) -> Key:
    return row["paragraph"], row["words"]


def _hash_words(term: str, found: str) -> str:
    return sha256(f"{term}\t{found}".encode()).hexdigest()[:12]


def _rows(path: Path) -> Iterable[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file, delimiter="\t")


def _write(path: Path, header: Iterable[str], rows: Iterable[Iterable[object]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, delimiter="\t", lineterminator="\n")
        table.writerow(header)
        table.writerows(rows)


if __name__ == "__main__":
    main()
