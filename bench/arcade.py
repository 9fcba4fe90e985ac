"""ARCADE again: its six systems and diglot's own on the development sets, as a campaign.

``python -m bench.arcade`` writes a campaign file and runs it. Two corpora of technical texts are
made: paragraphs of an office suite's help, translated one to one, and behind them its terms as a
glossary, once in the order of the source on both sides, once in the alphabetical order of each
language. The gold of the latter is one link of everything, as in the TECH corpus of 1998.
"""

from __future__ import annotations

import argparse
import json
import shlex
import shutil
import sys
from pathlib import Path

from bench import office
from bench.data import data_folder
from diglot.campaign.plan import make_plan
from diglot.campaign.reporting import FOLDER, make_report, write_report
from diglot.campaign.running import run_campaign

TYPES = {
    "transread-en-fr": "literary",
    "hunalign-1984-hu-en": "literary",
    "mac-dev-zh-en": "literary",
    "textberg-dev-de-fr": "yearbook",
    "hunalign-dtm-hu-en": "press",
    "parice-en-is": "mixed",
    "alignar-law-ar-en": "law",
    "maligna-pl-en": "technical",
    "maligna-pl-de": "technical",
}
SYSTEMS = ("jacal", "salign", "loria", "irmc", "lia", "issco", "crf", "lexical", "moore", "length")
GLOSSARIES = ("cs", "hu")
"""Target languages of the help, which is in English."""
PARAGRAPHS, TERMS = 300, 250
_HEAD = {"segmented": True}


def corpora(folder: Path) -> list[dict[str, object]]:
    """Return all corpora; those with a glossary are written into a folder."""
    sentences = data_folder() / "sentences"
    found = []
    for name, kind in TYPES.items():
        meta = json.loads((sentences / name / "meta.json").read_text("utf-8"))
        files = {
            key: str(sentences / name / "*" / file)
            for key, file in (("source", "src.txt"), ("target", "tgt.txt"), ("gold", "gold.txt"))
        }
        found.append(_corpus(name, kind, files, meta["src"], meta["tgt"]))
    for language in GLOSSARIES:
        for order in ("one order", "two orders"):
            place = folder / f"{language}, {order}"
            place.mkdir(parents=True, exist_ok=True)
            files = _write_glossary(place, language, two=order == "two orders")
            name = f"help and glossary en-{language}, {order}"
            found.append(_corpus(name, f"glossary, {order}", files, "en", language))
    return found


def _corpus(
    name: str, kind: str, files: dict[str, str], source: str, target: str
) -> dict[str, object]:
    # Glossaries were left out of the final ranking.
    rank = not kind.startswith("glossary")
    languages = {"source_language": source, "target_language": target}
    return {"name": name, "type": kind, "rank": rank, **_HEAD, **files, **languages}


def _write_glossary(folder: Path, language: str, *, two: bool) -> dict[str, str]:
    pairs = [
        (" ".join(one.split()), " ".join(other.split()))
        for one, other in office.help_pairs(language, most=PARAGRAPHS)
    ]
    terms = sorted(
        (office.undressed(term), office.undressed(translations[0]))
        for term, translations in office.interface_terms(language).items()
    )[:TERMS]
    targets = [target for _, target in terms]
    links = [f"[{k}]:[{k}]" for k in range(len(pairs) + (0 if two else len(terms)))]
    if two:
        targets.sort(key=str.casefold)
        everything = list(range(len(pairs), len(pairs) + len(terms)))
        links.append(f"{everything}:{everything}")
    texts = {
        "source": [*(one for one, _ in pairs), *(term for term, _ in terms)],
        "target": [*(other for _, other in pairs), *targets],
        "gold": links,
    }
    for name, lines in texts.items():
        (folder / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return {name: str(folder / f"{name}.txt") for name in texts}


def _peers(folder: Path) -> list[dict[str, str]]:
    """Return hunalign, with an empty dictionary, where it is installed."""
    if not shutil.which("hunalign"):
        return []
    empty = folder / "empty.dic"
    empty.touch()
    command = f"hunalign -utf -realign {shlex.quote(str(empty))} {{source}} {{target}}"
    return [{"name": "hunalign", "command": command, "writes": "ladder"}]


def main(arguments: list[str] | None = None) -> int:
    """Run the campaign and print its tables."""
    parser = argparse.ArgumentParser(prog="python -m bench.arcade", description=__doc__)
    parser.add_argument("-o", "--output", type=Path, default=Path("bench/results/arcade"))
    parser.add_argument("--systems", nargs="+", default=SYSTEMS, metavar="NAME")
    parser.add_argument("--jobs", type=int, default=1, metavar="N")
    options = parser.parse_args(arguments)
    out = options.output.resolve()
    plan = make_plan(
        {
            "campaign": {"task": "sentences", "title": "ARCADE again"},
            "corpus": corpora(out / "glossaries"),
            "system": [{"name": name, "method": name} for name in options.systems] + _peers(out),
        },
        Path.cwd(),
    )
    results = run_campaign(plan, out, jobs=options.jobs)
    report = make_report(plan, results)
    write_report(out / FOLDER, plan, report)
    sys.stdout.write((out / FOLDER / "tables.txt").read_text("utf-8"))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
