"""What kernels cost in real work: ``python -m bench.kernels``.

Commands on the sample documents and the development data, each in a process of its own in which it
runs twice; the second run counts. For every kernel: its calls, and the CPU seconds in which it ran.
``--against CHECKOUT`` measures another checkout with a `.venv` of its own in turn with this one and
puts its seconds beside: a kernel that moved to another module is found by its name, and those
without a namesake stand in the lines of the packages only. What both do on the *same arrays* is
measured apart: the longest calls of each kernel here are recorded and run again in both checkouts,
the least of seven times each. Commands with language packs and the sentence encoder, which older
releases did not have, are measured here alone.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.data import data_folder
from bench.tables import NOTHING, table
from bench.word_data import TRIAL, word_set
from diglot.files.atomic import atomic_open

if TYPE_CHECKING:
    from collections.abc import Iterable

ROOT = Path(__file__).resolve().parent.parent
TIMER = ROOT / "bench" / "kernel_timer.py"
WORD_PAIRS = 10_000

Cost = dict[str, Any]
"""What `bench.kernel_timer` says of a command: ``cpu`` seconds, and by name of the ``kernels``
their calls and CPU seconds."""


def commands(folder: Path) -> dict[str, list[str]]:
    """Return command lines by name; packs and encoder are not used.

    Args:
        folder: where to put the texts that they read and that are not there as files.
    """
    data = data_folder()
    novel = data / "sentences" / "hunalign-1984-hu-en" / "001"
    tico = data / "consistency" / "tico19"
    marked = data / "consistency" / "terminology_evaluation"
    dictionaries = sorted((data / "lexicons" / "apertium-rdf27").glob("*.tsv.gz"))
    sides = [folder / f"words.{side}" for side in ("en", "fr")]
    for k, side in enumerate(sides):
        lines = (" ".join(pair[k]) + "\n" for pair in word_set(TRIAL, WORD_PAIRS).pairs)
        side.write_text("".join(lines), "utf-8")
    memory = tico / "TMX" / "all.en-fr.tmx"
    glossary = tico / "terminologies" / "g_en_fr-FR.csv"
    wind, eolien = (data / "terms" / "acter" / code / "wind" / "texts" for code in ("en", "fr"))
    texts = (novel / "src.txt", novel / "tgt.txt", "-o", "{out}/links.tsv")
    inferring = ("infer", *dictionaries, "--from", "eng", "--to", "fra", "-o", "{out}/found.tsv")
    words = [
        "words",
        *sides,
        "--tokenised",
        "-o",
        "{out}/links",
        "--translations",
        "{out}/table.tsv",
    ]
    found = {
        "demo": ["demo", "--out", "{out}"],
        "align 1984": ["align", *texts],
        "align 1984 by Moore": ["align", *texts, "--method", "moore"],
        "align 1984 by length": ["align", *texts, "--method", "length"],
        f"words, {WORD_PAIRS:,} pairs": words,
        "build TICO-19": ["build", memory, "-o", "{out}"],
        "bucc TICO-19": ["bucc", "prepare", memory, "-s", "en", "-t", "fr", "-o", "{out}/task"],
        "check TICO-19": ["check", memory, "--termbase", glossary],
        "extract wind energy": ["terms", "extract", wind, "-l", "en", "-o", "{out}/terms.tsv"],
        "comparable wind energy": [
            *("terms", "align", "--comparable", wind, eolien, "-s", "en", "-t", "fr"),
            *("-o", "{out}/pairs.tsv"),
        ],
        "infer eng-fra": [*inferring],
        "infer by cycles": [*inferring, "--method", "cycles"],
        "score terminology": [
            *("score", "terminology", "--source", marked / "dev.en-fr.en.sgm"),
            *("--reference", marked / "dev.en-fr.fr.sgm"),
            *("--hypothesis", marked / "en-fr.dev.txt.truecased.sgm"),
        ],
    }
    return {name: [*map(str, command), "--quiet"] for name, command in found.items()}


def taught_commands() -> dict[str, list[str]]:
    """Return command lines by name that use language packs and the sentence encoder."""
    data = data_folder()
    chinese, german = (
        data / "sentences" / name for name in ("mac-dev-zh-en/001", "textberg-dev-de-fr/dev")
    )
    tico = data / "consistency" / "tico19"
    memory = tico / "TMX" / "all.en-fr.tmx"
    sides = {
        name: [folder / "src.txt", folder / "tgt.txt", "-o", "{out}/links.tsv"]
        for name, folder in (("zh-en", chinese), ("de-fr", german))
    }
    found = {
        "align zh-en, pack and encoder": ["align", *sides["zh-en"], "-s", "zh", "-t", "en"],
        "align de-fr, pack and encoder": ["align", *sides["de-fr"], "-s", "de", "-t", "fr"],
        "mine de-fr": ["mine", *sides["de-fr"], "-s", "de", "-t", "fr"],
        "pack compose hu-ru": ["pack", "compose", "en-hu", "en-ru", "-o", "{out}/hu-ru.pack"],
        "terms of TICO-19, pack and encoder": [
            *("terms", "align", memory, "-s", "en", "-t", "fr", "-o", "{out}/terms.tsv"),
        ],
    }
    return {name: [*map(str, command), "--quiet"] for name, command in found.items()}


def measure(
    checkout: Path, *options: str | Path, command: list[str] | None = None, taught: bool = False
) -> Cost:
    """Run `bench.kernel_timer` with the kernels of a checkout: a command, or what is recorded.

    Packs and the encoder are used where the command is ``taught``.

    Raises:
        subprocess.CalledProcessError: it failed.
    """
    done = subprocess.run(
        [checkout / ".venv" / "bin" / "python", TIMER, *options],
        input=json.dumps([command]),
        env={
            **os.environ,
            **({} if taught else {"DIGLOT_PACKS": "none", "DIGLOT_ENCODER": "none"}),
            "PYTHONPATH": str(checkout / "src"),
        },
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    cost: Cost = json.loads(done.stdout)
    return cost


def compare_replays(checkout: Path, recording: Path) -> dict[str, list[float]]:
    """CPU seconds of the recorded calls here and in another checkout, by ``package.function``."""
    here, there = (measure(each, "--replay", recording) for each in (ROOT, checkout))
    return {_short(name): [here[name], there[name]] for name in here if name in there}


def seconds(costs: Iterable[Cost]) -> Counter[str]:
    """CPU seconds in each kernel, by ``package.function``."""
    found: Counter[str] = Counter()
    for cost in costs:
        for name, (_, taken) in cost["kernels"].items():
            found[_short(name)] += taken
    return found


def calls(costs: Iterable[Cost]) -> Counter[str]:
    """Calls from Python of each kernel, by ``package.function``."""
    found: Counter[str] = Counter()
    for cost in costs:
        for name, (count, _) in cost["kernels"].items():
            found[_short(name)] += count
    return found


def _short(name: str) -> str:
    package, _, rest = name.removeprefix("diglot.").partition(".kernels.")
    return f"{package.rpartition('.')[2]}.{rest.partition('.')[2]}"


def kernel_table(
    new: Iterable[Cost], old: Iterable[Cost], replays: dict[str, list[list[float]]]
) -> str:
    """Every kernel, the costliest first, then the packages.

    Args:
        new: what commands cost here.
        old: what they cost in another checkout.
        replays: for a kernel, the seconds here and there of the same calls, by command.
    """
    new, old = list(new), list(old)
    mine, other, counts = seconds(new), seconds(old), calls(new)

    def same_ratio(name: str) -> str:
        here, there = map(sum, zip(*replays.get(name, [[0, 0]]), strict=True))
        return f"{here / there:.2f}" if there else NOTHING

    rows = [
        [name, f"{counts[name]:,}", *_compared(mine[name], other.get(name)), same_ratio(name)]
        for name in sorted(mine, key=lambda name: -mine[name])
    ]
    for package in sorted({name.partition(".")[0] for name in mine}):
        whole = [
            sum(taken for name, taken in found.items() if name.startswith(f"{package}."))
            for found in (mine, other)
        ]
        rows.append([f"all of {package}", "", *_compared(whole[0], whole[1] if old else None), ""])
    return table(["kernel", "calls", "CPU ms", "before", "ratio", "same arrays"], rows)


def command_table(new: dict[str, Cost], old: dict[str, Cost]) -> str:
    """Whole commands, and what of them is spent in kernels."""
    rows = []
    for name, cost in new.items():
        other = old.get(name)
        rows.append(
            [
                name,
                *_compared(cost["cpu"], other and other["cpu"]),
                *_compared(seconds([cost]).total(), seconds([other]).total() if other else None),
            ]
        )
    header = ["second run of", "CPU ms", "before", "ratio", "kernels, ms", "before", "ratio"]
    return table(header, rows)


def _compared(mine: float, other: float | None) -> list[str]:
    cells = [NOTHING if each is None else f"{1000 * each:,.1f}" for each in (mine, other)]
    return [*cells, f"{mine / other:.2f}" if other else NOTHING]


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(prog="python -m bench.kernels", description=__doc__)
    parser.add_argument("--against", type=Path, metavar="CHECKOUT", help="compare with this one")
    parser.add_argument("--commands", nargs="+", metavar="NAME", help="only these (first words)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write JSON there")
    given = parser.parse_args()
    new: dict[str, Cost] = {}
    old: dict[str, Cost] = {}
    replays: dict[str, list[list[float]]] = {}
    with tempfile.TemporaryDirectory() as folder:
        comparable = commands(Path(folder))
        for name, command in (comparable | taught_commands()).items():
            if given.commands and not name.startswith(tuple(given.commands)):
                continue
            print(name, flush=True)
            new[name] = measure(ROOT, command=command, taught=name not in comparable)
            if given.against and name in comparable:
                there, recording = given.against.resolve(), Path(folder) / "recording"
                old[name] = measure(there, command=command)
                measure(ROOT, "--record", recording, command=command)
                for kernel, both in compare_replays(there, recording).items():
                    replays.setdefault(kernel, []).append(both)
            if given.out:
                with atomic_open(given.out) as file:
                    json.dump({"here": new, "there": old, "same arrays": replays}, file, indent=1)
    print(kernel_table(new.values(), old.values(), replays))
    print(command_table(new, old))


if __name__ == "__main__":
    main()
