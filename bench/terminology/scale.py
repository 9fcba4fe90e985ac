"""What a check of a million sentence pairs against a hundred thousand terms costs.

``python -m bench.terminology.scale --sentences 1 --terms 100`` (millions, thousands) repeats the
pairs of TICO-19 with other words and numbers in them, so that no two are alike, takes runs of one
to four words of its texts as terms, and prints CPU seconds by stage and the memory at its peak.

With ``--command`` the same is written to files of a temporary folder and ``diglot check --links
none`` itself is run on them, once on two text files and once on TSV: from reading to the summary.
There only one pair in twenty is changed inside, and the terms are those that the translation has
wherever their source terms stand: what is found is not all errors, as in a text of translators.
"""

from __future__ import annotations

import argparse
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from bench.data import data_folder
from diglot.consistency.entries import Entries, Entry, EntryTerm
from diglot.consistency.judging.checker import Checker
from diglot.consistency.matching.occurrences import TermIndex

if TYPE_CHECKING:
    from collections.abc import Iterator

TEXTS = Path("consistency", "tico19", "txt")
BLOCK = 20_000  # pairs
# What only rules on forbidden terms, and on terms without a source, need.
TARGETS, TARGET_LIST = "terms of the translation", "list of target terms"
SINGLE = 0.005  # share of terms of one word
CHANGED = 20  # one pair in as many is changed inside, where the command is run
COMMAND = """
import resource, sys
from diglot.cli import main
code = main(sys.argv[1:])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)
sys.exit(code)
"""
EDGES = 3  # letters of the words that terms begin and end with, at least


def pairs(target: str) -> list[tuple[str, str]]:
    """Read the sentence pairs that are repeated."""
    name = {"es": "en-es-419", "fr": "en-fr"}[target]
    suffix = {"es": "es-419", "fr": "fr"}[target]
    folder = data_folder() / TEXTS
    source, translation = (
        (folder / f"{name}.{side}").read_text(encoding="utf-8").split("\n")
        for side in ("en", suffix)
    )
    return [pair for pair in zip(source, translation, strict=True) if all(pair)]


def repeated(base: list[tuple[str, str]], size: int, seed: int) -> Iterator[tuple[str, str]]:
    """Yield sentence pairs, each with two words and a number of its own on either side."""
    chance = random.Random(seed)
    words = [[word for pair in base for word in pair[side].split(" ")] for side in (0, 1)]
    for number in range(size):
        pair = []
        for side in (0, 1):
            sentence = base[number % len(base)][side].split(" ")
            for _ in range(2):
                sentence[chance.randrange(len(sentence))] = chance.choice(words[side])
            sentence.insert(chance.randrange(len(sentence) + 1), str(chance.randrange(100_000)))
            pair.append(" ".join(sentence))
        yield pair[0], pair[1]


def entries(base: list[tuple[str, str]], size: int, languages: tuple[str, str]) -> Entries:
    """Draw runs of one to five words, few of them single words, and what may translate them.

    A translation is a run of as many words from the same place of the sentence.
    """
    chance = random.Random(0)
    found: list[dict[str, str]] = [{}, {}]
    for pair in base:
        source, target = (re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)*", side) for side in pair)
        for length in range(1, 6):
            for begin in range(len(source) - length + 1):
                run = source[begin : begin + length]
                there = begin * len(target) // len(source)
                other = target[there : there + length]
                edges = [*run[:1], *run[-1:], *other[:1], *other[-1:]]
                if other and min(map(len, edges)) > EDGES:
                    found[length > 1].setdefault(" ".join(run), " ".join(other))
    drawn: list[tuple[str, str]] = []
    for runs, share in zip(found, (SINGLE, 1 - SINGLE), strict=True):
        drawn += chance.sample(list(runs.items()), min(round(share * size), len(runs)))
    # Pairs of words that the texts need not have fill up the list.
    words, translations = list(found[0]), list(found[0].values())
    known = {source for source, _ in drawn}
    while len(drawn) < size:
        source = " ".join(chance.choices(words, k=2))
        if source not in known:
            known.add(source)
            drawn.append((source, " ".join(chance.choices(translations, k=2))))
    return Entries(
        tuple(
            Entry(str(number), EntryTerm(source), (EntryTerm(translation),))
            for number, (source, translation) in enumerate(drawn)
        ),
        languages,
    )


def edged(base: list[tuple[str, str]], size: int, seed: int) -> Iterator[tuple[str, str]]:
    """Yield sentence pairs that differ before their first words; a few of them inside, too."""
    chance = random.Random(seed)
    words = [[word for pair in base for word in pair[side].split(" ")] for side in (0, 1)]
    for number, changed in enumerate(repeated(base, size, seed)):
        if number % CHANGED == 0:
            yield changed
            continue
        figure = str(chance.randrange(100_000))
        source, target = (
            f"{chance.choice(of_side)} {figure} {text}"
            for of_side, text in zip(words, base[number % len(base)], strict=True)
        )
        yield source, target


def answered(base: list[tuple[str, str]], drawn: Entries, size: int) -> list[tuple[str, str]]:
    """Return terms whose translations stand in every pair that has them."""
    places: dict[str, set[int]] = defaultdict(set)
    for number, (source, _) in enumerate(base):
        words = re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)*", source.casefold())
        for length in range(1, 6):
            for begin in range(len(words) - length + 1):
                places[" ".join(words[begin : begin + length])].add(number)
    found = [(entry.source.text, entry.targets[0].text) for entry in drawn.entries]
    return [
        (source, target)
        for source, target in found
        if all(
            target.casefold() in base[number][1].casefold()
            for number in places.get(source.casefold(), ())
        )
    ][:size]


def command(base: list[tuple[str, str]], size: int, terms: int, target: str) -> None:
    """Run the command on files, and print what it takes."""
    drawn = answered(base, entries(base, 2 * terms, ("en", target)), terms)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        texts, table = (folder / "text.en", folder / f"text.{target}"), folder / "text.tsv"
        termbase = folder / "terms.tsv"
        rows = "".join(f"{one}\t{other}\n" for one, other in drawn)
        termbase.write_text(f"en\t{target}\n{rows}", encoding="utf-8")
        with (
            texts[0].open("w", encoding="utf-8") as source,
            texts[1].open("w", encoding="utf-8") as translation,
            table.open("w", encoding="utf-8") as both,
        ):
            both.write(f"en\t{target}\n")
            for one, other in edged(base, size, 1):
                source.write(one + "\n")
                translation.write(other + "\n")
                both.write(one.replace("\t", " ") + "\t" + other.replace("\t", " ") + "\n")
        for label, files in (("two text files", texts), ("TSV", (table,))):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            begin = time.monotonic()
            languages = ["-s", "en", "-t", target]
            arguments = ["check", *map(str, files), "--termbase", str(termbase), *languages]
            done = subprocess.run(
                [sys.executable, "-c", COMMAND, *arguments, "--links", "none"],
                check=False,
                capture_output=True,
                text=True,
            )
            wall = time.monotonic() - begin
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            if done.returncode not in (0, 1):
                raise SystemExit(done.stderr)
            spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            memory = int(done.stderr.split()[-1]) * 1024 / 1e9
            told = [line for line in done.stdout.split("\n") if " source terms of " in line]
            alarms = [line for line in done.stdout.split("\n") if " in 1 file" in line]
            print(
                f"{label}: {spent:.1f} CPU seconds ({wall:.1f} by the clock), "
                f"peak {memory:.2f} GB; {size:,} pairs, {len(drawn):,} terms"
            )
            print("  " + "; ".join([*told, *alarms]))


class Clock:
    """CPU seconds by stage."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = defaultdict(float)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Count what is done inside."""
        begin = time.process_time()
        yield
        self.spent[name] += time.process_time() - begin


def peak() -> float:
    """Most memory of this process so far, in gigabytes."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(re.search(r"VmHWM:\s*(\d+)", status)[1]) * 1024 / 1e9


def main() -> None:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(prog="python -m bench.terminology.scale", description=__doc__)
    parser.add_argument("--sentences", type=float, default=1, help="millions of sentence pairs")
    parser.add_argument("--terms", type=float, default=100, help="thousands of terms")
    parser.add_argument("--target", choices=("es", "fr"), default="es", help="other language")
    parser.add_argument("--command", action="store_true", help="run the command itself on files")
    options = parser.parse_args()
    base = pairs(options.target)
    if options.command:
        command(base, round(options.sentences * 1e6), round(options.terms * 1e3), options.target)
        return
    clock = Clock()
    size = round(options.sentences * 1e6)
    drawn = entries(base, round(options.terms * 1e3), ("en", options.target))
    warm = Checker(Entries(drawn.entries[:9], drawn.languages))  # compiled loops are loaded once
    warm.judge(warm.encode(base[:99]))
    before = peak()
    with clock.stage("terms"):
        checker = Checker(drawn)
    with clock.stage(TARGET_LIST):
        targets = {term.text: term for entry in checker.entries for term in entry.targets}
        index = TermIndex(list(targets.values()), checker.target.forms)
    tokens = found = judged = 0
    stream = repeated(base, size, 1)
    print(f"{size:,} sentence pairs, {len(drawn):,} terms; {before:.2f} GB before the check")
    for begin in range(0, size, BLOCK):
        units = [next(stream) for _ in range(min(BLOCK, size - begin))]
        with clock.stage("tokens"):
            block = checker.encode(units)
        with clock.stage("forms and lemmas"):
            checker.source.tables()
            checker.target.tables()
        with clock.stage("terms of the source, and judging"):
            judged += len(checker.judge(block))
        with clock.stage(TARGETS):
            found += len(index.find(block.target))
        tokens += len(block.source.tokens) + len(block.target.tokens)
        if begin // BLOCK % 10 == 9:
            print(f"  {begin + BLOCK:,}: {sum(clock.spent.values()):.1f} s, {peak():.2f} GB")
    for name, seconds in clock.spent.items():
        print(f"{name}: {seconds:.1f} CPU seconds")
    print(f"{tokens:,} tokens; source terms judged: {judged:,}, target terms found: {found:,}")
    whole = sum(clock.spent.values())
    check = whole - clock.spent[TARGETS] - clock.spent[TARGET_LIST]
    print(
        f"the check {check:.1f} CPU seconds, with all target terms looked for {whole:.1f}; ", end=""
    )
    print(f"peak {peak():.2f} GB")


if __name__ == "__main__":
    main()
