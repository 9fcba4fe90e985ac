"""Kills workers and parents of a run: ``python -m bench.run_kills [words] [--kills 100]``.

A small job in two processes is started (the words of some texts, aligned by `diglot runs do`; a
folder of texts, segmented; 450 pairs of texts, whose sentences are aligned; or a campaign of that),
a process of it killed with SIGKILL, and the job started again, until it is complete; then its
outputs, and the tables of the campaign but those of costs, are compared with those of a run that
nobody disturbed, and the next one begins. Ctrl-C ends that early.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from bench.campaigns import as_toml
from bench.word_data import hansards

TEXTS, PAIRS, FILES = 12, 40, 100
PAGES, SENTENCES = 450, 6
PARENT, WORKER = "parent", "worker"


def main() -> None:
    """Print what came of the kills; exit code 1 if outputs differ or a worker outlives its run."""
    parser = argparse.ArgumentParser(prog="python -m bench.run_kills", description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("of", nargs="?", choices=JOBS, default="words", help="what is killed")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as name:
        command = JOBS[options.of](Path(name))
        out = Path(name, "out")
        begun = time.perf_counter()
        subprocess.run(command, check=True)
        whole = time.perf_counter() - begun
        expected = digest(out)
        shutil.rmtree(out)
        done = {PARENT: 0, WORKER: 0}
        finished = different = left = 0
        with suppress(KeyboardInterrupt):
            while sum(done.values()) < options.kills:
                kind = rng.choice((PARENT, WORKER))
                with subprocess.Popen(command, start_new_session=True) as process:
                    struck, others = strike(process, kind, rng.uniform(0, 1.1 * whole))
                    code = process.wait()
                done[kind] += struck
                left += struck and kind == PARENT and alive_after(others, 5)
                if code == 0:
                    finished += 1
                    different += digest(out) != expected
                    shutil.rmtree(out)
                elif kind == WORKER:
                    raise SystemExit(f"a killed worker ended the run with exit code {code}")
        subprocess.run(command, check=True)
        different += digest(out) != expected
    print(
        f"{done[PARENT]} parents and {done[WORKER]} workers killed, {finished + 1} runs completed, "
        f"{different} with other bytes; {left} times a worker outlived its parent"
    )
    raise SystemExit(bool(different or left))


def _write_texts(folder: Path) -> None:
    pairs = hansards(TEXTS * PAIRS)
    for number in range(TEXTS):
        here = pairs[number * PAIRS : (number + 1) * PAIRS]
        for side, language in enumerate(("en", "fr")):
            text = "".join(" ".join(pair[side]) + "\n" for pair in here)
            (folder / f"{number:02}.{language}").write_text(text, encoding="utf-8")


def _campaign(folder: Path) -> list[str]:
    """Write a campaign of a method, a program and outputs made elsewhere, on three corpora."""
    _write_texts(folder)
    links = folder / "diagonal.links"
    links.write_text("".join(f"[{k}]:[{k}]\n" for k in range(PAIRS)))
    corpora = [
        {
            "name": f"texts {k}",
            "segmented": True,
            "gold": str(links),
            "source": f"{number:02}.en",
            "target": f"{number:02}.fr",
        }
        for k, number in enumerate(range(0, TEXTS, 2))
    ]
    systems = [
        {"name": "length", "method": "length"},
        {"name": "program", "command": f"cat {links}"},
        {"name": "made elsewhere", "outputs": str(links)},
    ]
    head = {"task": "sentences"}
    file = folder / "campaign.toml"
    file.write_text(as_toml({"campaign": head, "corpus": corpora, "system": systems}), "utf-8")
    run = ("campaign", "run", str(file), "-o", str(folder / "out"), "--jobs", "2", "--quiet")
    return [sys.executable, "-m", "diglot", *run]


def _command(folder: Path) -> list[str]:
    _write_texts(folder)
    lines = [f"{number:02}.en\t{number:02}.fr\n" for number in range(TEXTS)]
    (folder / "list.tsv").write_text("".join(lines), encoding="utf-8")
    return [
        *(sys.executable, "-m", "diglot", "runs", "do", str(folder / "list.tsv")),
        *("-o", str(folder / "out"), "--jobs", "2", "--quiet", "--", "words", "{1}", "{2}"),
        *("-s", "en", "-t", "fr", "--tokenised", "-o", "{out}.pharaoh"),
    ]


def _aligning(folder: Path) -> list[str]:
    """Write more pairs of texts than are aligned as one, so that shards are written meanwhile."""
    pairs = hansards(PAGES * SENTENCES)
    for side, language in enumerate(("en", "fr")):
        (folder / language).mkdir()
        for number in range(PAGES):
            here = pairs[number * SENTENCES : (number + 1) * SENTENCES]
            text = "".join(" ".join(pair[side]) + "\n" for pair in here)
            (folder / language / f"{number:03}.txt").write_text(text, encoding="utf-8")
    run = ("align", str(folder / "en"), str(folder / "fr"), "-s", "en", "-t", "fr", "--segmented")
    alone = ("--packs", "none", "--encoder", "none")
    out = folder / "out"
    make = ("sh", "-c", 'mkdir -p "$0"; exec "$@"', str(out))
    to = ("-o", str(out / "aligned.tmx"), "--jobs", "2", "--quiet")
    return [*make, sys.executable, "-m", "diglot", *run, *alone, *to]


def _segmenting(folder: Path) -> list[str]:
    texts = folder / "texts"
    texts.mkdir()
    for number in range(FILES):
        pairs = hansards((number + 1) * PAIRS)[number * PAIRS :]
        lines = "".join(" ".join(english) + "\n\n" for english, _ in pairs)
        (texts / f"{number:02}.txt").write_text(lines, encoding="utf-8")
    run = ("segment", str(texts), "-l", "en", "-o", str(folder / "out"), "--jobs", "2", "--quiet")
    return [sys.executable, "-m", "diglot", *run]


JOBS = {"words": _command, "segment": _segmenting, "align": _aligning, "campaign": _campaign}


def strike(process: subprocess.Popen[bytes], kind: str, after: float) -> tuple[bool, list[int]]:
    """Kill a run, or one of its workers, some seconds after its start.

    Returns:
        Whether there was anything to kill, and the other processes of the run.
    """
    time.sleep(after)
    others = members(process.pid)
    if process.poll() is not None:
        return False, []
    victims = [process.pid] if kind == PARENT else workers(process.pid, others)
    if not victims:
        return False, []
    os.kill(random.Random(after).choice(victims), signal.SIGKILL)
    return True, others


def members(session: int) -> list[int]:
    """Return the processes of a session but its leader."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == session and int(path.parent.name) != session and fields[0] != "Z":
            found.append(int(path.parent.name))
    return found


def workers(parent: int, others: list[int]) -> list[int]:
    """Return the processes that do shards: children of the server that forks them."""
    found = []
    for each in others:
        try:
            fields = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) in others and int(fields[1]) != parent:
            found.append(each)
    return found


def alive_after(processes: list[int], seconds: float) -> bool:
    """Tell whether one of some processes still runs after some seconds."""
    end = time.perf_counter() + seconds
    while any(Path(f"/proc/{each}").exists() for each in processes):
        if time.perf_counter() > end:
            return True
        time.sleep(0.05)
    return False


def digest(folder: Path) -> str:
    """Return the digest of the outputs of a run, and of the tables of a campaign."""
    content = hashlib.sha256()
    patterns = "*.pharaoh", "*.txt", "*.tmx", "results/*/outputs/*", "report/*.csv"
    for path in sorted(path for pattern in patterns for path in folder.glob(pattern)):
        if not path.name.endswith("costs.csv"):
            content.update(str(path.relative_to(folder)).encode() + b"\0" + path.read_bytes())
    return content.hexdigest()


if __name__ == "__main__":
    main()
