"""The shared tasks again: ``python -m bench.campaigns [NAME ...]``, campaigns on development data.

Each is the file of ``diglot campaign init --like NAME`` with the development data as its corpora,
and some more systems. It is written into a folder and run by ``diglot campaign run``.

Some corpora are made here. ``arcade``: paragraphs of an office suite's help, translated one to one,
and behind them its terms as a glossary, once in the order of the source on both sides, once in the
alphabetical order of each language; the gold of the latter is one link of everything, as in the
TECH corpus of 1998. ``bucc2022``: the benchmark of `bench.terms.comparable_data`.
"""

from __future__ import annotations

import argparse
import json
import random
import shlex
import shutil
import tomllib
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench import office, pages, quality
from bench import quality_tables as of_quality
from bench.data import data_folder
from bench.tables import figure, table
from bench.terms import comparable_data
from diglot.cli import main as diglot

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    Plan = dict[str, Any]
    Tables = Mapping[str, Sequence[Sequence[Any]]]

RESULTS = Path(__file__).parent / "results"
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
GLOSSARIES = ("cs", "hu")
"""Target languages of the help, which is in English."""
PARAGRAPHS, TERMS = 300, 250
_FILES = {"source": "src", "target": "tgt", "gold": "gold"}
TRAINED = 1000
"""Pairs of EuroVoc that the runs of IJS learn from."""


def _methods(*names: str, **options: Mapping[str, Any]) -> list[Plan]:
    """Return systems called like their methods, and some with options."""
    found: list[Plan] = [{"name": name, "method": name} for name in names]
    for name, given in options.items():
        found.append({"name": name, **given})
    return found


def arcade(folder: Path) -> Plan:
    """Sentence alignment; glossaries are left out of the ranking, as in 1998."""
    sentences = data_folder() / "sentences"
    corpora = []
    for name, kind in TYPES.items():
        meta = json.loads((sentences / name / "meta.json").read_text("utf-8"))
        files = {key: str(sentences / name / "*" / f"{file}.txt") for key, file in _FILES.items()}
        corpora.append(_corpus(name, kind, files, f"{meta['src']}-{meta['tgt']}"))
    for language in GLOSSARIES:
        for order in ("one order", "two orders"):
            place = folder / f"{language}, {order}"
            files = write_glossary(place, language, two=order == "two orders")
            name = f"help and glossary en-{language}, {order}"
            corpora.append(_corpus(name, f"glossary, {order}", files, f"en-{language}"))
    return {"corpus": corpora, "system": [*_methods("lexical", "moore"), *peers(folder)]}


def _corpus(name: str, kind: str, files: Mapping[str, str], pair: str) -> Plan:
    rank = not kind.startswith("glossary")
    head = {"name": name, "type": kind, "rank": rank, "segmented": True}
    return {**head, **files, **_languages(pair)}


def _languages(pair: str) -> dict[str, str]:
    source, _, target = pair.partition("-")
    return {"source_language": source, "target_language": target}


def write_glossary(folder: Path, language: str, *, two: bool) -> dict[str, str]:
    """Write a text with a glossary behind it, in one order or in ``two``; return its files."""
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
    return {name: str(_write(folder / f"{name}.txt", lines)) for name, lines in texts.items()}


def _write(path: Path, lines: Sequence[str]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return path


def peers(folder: Path) -> list[Plan]:
    """Return hunalign, with an empty dictionary, where it is installed."""
    if not shutil.which("hunalign"):
        return []
    empty = _write(folder / "empty.dic", ())
    command = f"hunalign -utf -realign {shlex.quote(str(empty))} {{source}} {{target}}"
    return [{"name": "hunalign", "command": command, "writes": "ladder"}]


def tiad2021(folder: Path) -> Plan:
    """Inferred dictionaries; diglot's other methods as well."""
    del folder  # nothing is made
    lexicons = data_folder() / "lexicons"
    corpus = {
        "name": "apertium",
        "dictionaries": str(lexicons / "apertium-rdf27" / "*.tsv.gz"),
        "gold": str(lexicons / "gold" / "*.tsv"),
    }
    more = {
        f"otic, {name}": {"method": "otic", "options": {"settings": {"combine": combine}}}
        for name, combine in (("best pivot", "max"), ("mean", "mean"), ("two pivots", "votes"))
    }
    return {"corpus": [corpus], "system": _methods("walk", **more)}


def bucc2022(folder: Path) -> Plan:
    """Term pairs: IJS's runs have the dictionary of xling-eval, CUNI's know none."""
    task = comparable_data.benchmark()
    english, french = comparable_data.php()
    texts = {
        "en": english + comparable_data.wind("en") + comparable_data.acter("en"),
        "fr": french + comparable_data.wind("fr") + comparable_data.acter("fr"),
    }
    home = folder / "task"
    for code, terms in zip(texts, (task.source, task.target), strict=True):
        _write(home / f"terms-{code}.txt", terms)
        _write(home / f"corpus-{code}.txt", [" ".join(sentence) for sentence in texts[code]])
    _write(home / "terms-en-fr.txt", ["\t".join(pair) for pair in task.gold])
    pairs = [pair for pair in comparable_data.eurovoc("fr") if all(pair) and pair not in task.gold]
    random.Random(1).shuffle(pairs)
    train = _write(folder / "train.tsv", ["\t".join(pair) for pair in pairs[:TRAINED]])
    words = _write(
        folder / "words.tsv", ["\t".join(pair) for pair in comparable_data.xling("en", "fr")]
    )
    known = {"packs": ["none"], "dictionaries": [str(words)]}
    more = {
        "CUNI muse, no refinement": {"method": "cuni-muse", "options": {"settings": {"rounds": 0}}},
        "CUNI muse, adversarial": {
            "method": "cuni-muse", "options": {"settings": {"start": "adversarial"}},
        },
        "IJS 1": {"method": "ijs-1", "options": known},
        "IJS 2": {"method": "ijs-2", "options": known},
        "IJS 3": {"method": "ijs-3", "options": known},
        "diglot": {"method": "ranker", "options": known},
        "diglot, no encoder": {"method": "ranker", "options": {**known, "encoder": "none"}},
    }  # fmt: skip
    corpus = {"name": "bucc", "task": str(home), "train": str(train)}
    return {"corpus": [corpus], "system": _methods(**more)}


def terminology(folder: Path) -> Plan:
    """Marked terms: the development set of 2021, and what cheating does to metrics."""
    del folder
    home = data_folder() / "consistency" / "terminology_evaluation"
    made = str(home / "en-fr.dev.txt.truecased.sgm")
    corpus = {
        "name": "en-fr",
        **{side: str(home / f"dev.en-fr.{code}.sgm")
           for side, code in (("source", "en"), ("reference", "fr"))},
        **_languages("en-fr"),
    }  # fmt: skip
    more = {
        "fairseq": {"outputs": made},
        "fairseq, all terms appended": {"method": "naive", "options": {"of": made}},
        "fairseq, missing terms appended": {"method": "smart", "options": {"of": made}},
    }
    return {"corpus": [corpus], "system": _methods(**more)}


def blinker(folder: Path) -> Plan:
    """Word links: labels, trees, and sure and possible links."""
    del folder
    home = data_folder() / "annotation"
    labels = home / "transread" / "dat" / "wconf"
    groups = {
        (path.parent.name, path.name.rpartition("_")[2])  # such as English_French, fr-en
        for path in labels.glob("*/task_*")
    }
    corpora: list[Plan] = [
        {
            "name": f"{kind.replace('_', '-')}, {pair}",
            "type": kind.replace("_", "-"),
            "labels": str(labels / kind / f"*_{pair}" / "*_annotation_*.txt"),
            **_languages(pair),
        }
        for kind, pair in sorted(groups)
    ]
    trees = str(home / "alibi" / "dat" / "*.ali.xml.gz")
    corpora.append({"name": "alibi", "type": "trees", "trees": trees, **_languages("fr-en")})
    gold = data_folder() / "words" / "graca-en-fr"
    files = {key: str(gold / f"{name}.txt") for key, name in _FILES.items()}
    corpora.append({"name": "graca", "type": "sure and possible", **files, **_languages("en-fr")})
    return {"corpus": corpora, "system": []}


def terms(folder: Path) -> Plan:
    """Terms of one language, ACTER's three annotated subjects in English."""
    del folder
    home = data_folder() / "terms" / "acter" / "en"
    corpora = [
        {
            "name": name,
            "texts": str(home / name / "texts" / "*"),
            "gold": str(home / name / f"{name}_en_terms.tsv"),
            "language": "en",
        }
        for name in ("corp", "equi", "wind")
    ]
    head = {"task": "terms", "title": "Terms of ACTER"}
    return {"campaign": head, "corpus": corpora, "system": _methods("ranker", "c-value")}


CAMPAIGNS: Mapping[str, Callable[[Path], Plan]] = {
    "arcade": arcade,
    "bucc2022": bucc2022,
    "tiad2021": tiad2021,
    "terminology": terminology,
    "blinker": blinker,
    "terms": terms,
    **quality.CAMPAIGNS,
}
"""What differs from the file of ``diglot campaign init``; systems of one name are replaced."""


def plan_named(name: str, folder: Path) -> Plan:
    """Return a campaign on the development data; corpora that are made go into the folder."""
    own = CAMPAIGNS[name](folder)
    path = resources.files("diglot.campaign") / "templates" / f"{name}.toml"
    known: Plan = tomllib.loads(path.read_text("utf-8")) if path.is_file() else {"system": []}
    systems = {each["name"]: each for each in (*known["system"], *own["system"])}
    return {**known, **own, "system": [*systems.values()]}


def as_toml(plan: Plan) -> str:
    """Return a campaign file."""
    lines = []
    for key, value in plan.items():
        for each in value if isinstance(value, list) else [value]:
            lines.append(f"[[{key}]]" if isinstance(value, list) else f"[{key}]")
            lines += [f"{name} = {_value(one)}" for name, one in each.items()]
            lines.append("")
    return "\n".join(lines)


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key} = {_value(each)}' for key, each in value.items())}}}"
    return json.dumps(value, ensure_ascii=False)


# Tables of the manual, made of those of a campaign.


def _of(tables: Tables, name: str) -> dict[str, Sequence[Any]]:
    return {row[0]: row for row in tables[name]}


def _figure(cell: Any, digits: int = 3) -> str:
    return figure(cell["value"], digits)


def arcade_types(tables: Tables) -> str:
    """Char F by type of text, and the means over the texts that are ranked."""
    kinds = list(dict.fromkeys(TYPES.values()))
    chars = {(row[0], row[1]): row[-1] for row in tables["types"]}
    rows = sorted(tables["ranking"], key=lambda row: -(row[2]["value"] or 0))
    return table(
        ["system", *kinds, "mean Sent F", "mean Char F"],
        [
            [name, *(_figure(chars[kind, name]) for kind in kinds), *map(_figure, (sent, char))]
            for name, sent, char, *_ in rows
        ],
    )


def tiad_averages(tables: Tables) -> str:
    """Table 1 with letters and costs."""
    costs, entries = _of(tables, "costs"), _of(tables, "entries")
    rows = []
    for name, *cells, _ in tables["table-1"]:
        precision, recall, f1, coverage = map(_figure, cells)
        said = sum(each["value"] or 0 for each in entries[name][1:])
        cpu, _, peak = (each["value"] or 0 for each in costs[name][2:])
        letters = cells[2].get("letters", "")
        numbers = (f"{said:,.0f}", f"{cpu:.0f}", f"{peak:,.0f}")
        rows.append([name, precision, recall, f1, letters, coverage, *numbers])
    return table(
        ["system", "precision", "recall", "F", "", "coverage", "entries", "CPU s", "MB"], rows
    )


def bucc_runs(tables: Tables) -> str:
    """Table 5 with costs."""
    costs = _of(tables, "costs")
    return table(
        ["run", "AP", "nSys", "TP", "FP", "FN", "P", "R", "F1", "CPU s"],
        [
            [
                name,
                _figure(ap, 4),
                *(f"{each['value']:,.0f}" for each in (pairs, tp, fp, fn)),
                *(_figure(each, 4) for each in shares),
                f"{costs[name][2]['value']:,.0f}",
            ]
            for name, ap, _, pairs, _, tp, fp, fn, *shares in tables["table-5"]
        ],
    )


TABLES: Mapping[str, tuple[tuple[str, ...], Callable[..., str]]] = {
    "arcade types": (("arcade",), arcade_types),
    "tiad averages": (("tiad2021",), tiad_averages),
    "bucc runs": (("bucc2022",), bucc_runs),
    **of_quality.TABLES,
}
"""By the names that pages call them: the campaigns, and what makes the table."""


def main(arguments: list[str] | None = None) -> int:
    """Run campaigns and print their tables."""
    parser = argparse.ArgumentParser(prog="python -m bench.campaigns", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(CAMPAIGNS))
    parser.add_argument("-o", "--output", type=Path, default=RESULTS, metavar="DIR")
    parser.add_argument("--jobs", type=int, default=1, metavar="N")
    parser.add_argument("--pages", action="store_true", help="put the tables into the manual")
    options = parser.parse_args(arguments)
    if wrong := set(options.names) - set(CAMPAIGNS):
        parser.error(f"no campaign {wrong.pop()}: there are {', '.join(CAMPAIGNS)}")
    results: dict[str, Tables] = {}
    for name in options.names or CAMPAIGNS:
        out = options.output.resolve() / name
        file = _write(out / "campaign.toml", as_toml(plan_named(name, out / "corpora")).split("\n"))
        if code := diglot(["campaign", "run", str(file), "-o", str(out), f"--jobs={options.jobs}"]):
            return code
        report = json.loads((out / "report" / "report.json").read_text("utf-8"))
        results[name] = {key: each["rows"] for key, each in report["tables"].items()}
    made = {
        key: write(*(results[each] for each in of))
        for key, (of, write) in TABLES.items()
        if set(of) <= set(results)
    }
    for page in pages.write(made) if options.pages else ():
        print(f"written: {page}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
