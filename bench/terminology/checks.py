"""The checker on human translations: ``python -m bench.terminology.checks [--languages es fr ru]``.

TICO-19 with its glossaries, and an office suite's help with the names of its interface: what share
of terms is accepted, what share of wrong targets refused, which errors put into the text are found,
how many alarms a reader would see. A case is an entry in a unit. Rules and thresholds were chosen
on Spanish and Russian; French, from which units that are no translations are taken out by the
checker itself, and the other languages are the test.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from time import process_time
from typing import TYPE_CHECKING, Any

import numpy as np

from bench import office
from bench.data import data_folder
from bench.terminology.checks_data import (
    DRAWS,
    GLOSSARIES,
    MACHINE,
    PART,
    named_in,
    office_task,
    task,
    with_errors,
    wmt25_task,
    wrong_targets,
)
from diglot.model.findings import LEVELS
from diglot.packs.vocabularies import words_by_packs
from diglot.pipeline.steps.checking.check import check
from diglot.report.check.groups import groups, places

if TYPE_CHECKING:
    from bench.terminology.checks_data import Task

STEPS = (("pass", "order-free"), ("variant", "spelling"), ("alternative", "alternative"))
ERRORS = 450
TERM_RULES = ("missing", "misplaced")


def main() -> None:
    """Print the figures of every language."""
    parser = argparse.ArgumentParser(description=__doc__)
    known = (*GLOSSARIES, *office.LANGUAGES)
    parser.add_argument("--languages", nargs="+", choices=known, default=["es", "fr"])
    parser.add_argument("--quick", action="store_true", help="acceptance and alarms only")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    found: dict[str, Any] = {}
    for language in options.languages:
        if language in office.LANGUAGES:
            name = f"en-{language} office help"
            with words_by_packs(()):
                each = office_task(language)
                found[name] = accepted(each) | alarms(each)
                each.only = named_in(each)
                found[name] |= {"names": accepted(each, again=True)["accepted"]}
                if not options.quick:
                    found[name] |= {"refused": refused(each)}
            if not options.json:
                _print(name, found[name])
            continue
        for machine in (False, True) if language in MACHINE else (False,):
            name = f"en-{language} {'machine' if machine else 'human'}"
            each = task(language, machine=machine)
            found[name] = accepted(each) | alarms(each)
            if not (machine or options.quick):
                found[name] |= {"refused": refused(each), "errors found": errors_found(each)}
            if not (machine or options.quick):
                found[name]["command"] = of_command(language)
            if not options.json:
                _print(name, found[name])
    for linked in (True, False) if {*options.languages} & {*GLOSSARIES} else ():
        name = f"WMT25 en-de human, {'with' if linked else 'without'} word links"
        found[name] = accepted(wmt25_task(linked=linked))
        if not options.json:
            _print(name, found[name])
    if options.json:
        print(json.dumps(found, indent=1))


def accepted(each: Task, *, again: bool = False) -> dict[str, Any]:
    """Shares of cases accepted, the CPU seconds of linking and judging.

    Args:
        each: a translation with its termbase.
        again: its `only` has changed.
    """
    if again:
        each.__dict__.pop("cases", None)
        each.__dict__.pop("best", None)
    links = each.timed_links[1]
    begin = process_time()
    each.checker.judge(each.block, links=each.links)
    seconds = process_time() - begin
    return {
        "gated units": int(each.gated.sum()),
        "cases": len(each.cases),
        "occurrences": len(each.judged),
        "accepted": {name: float((each.best <= LEVELS.index(to)).mean()) for name, to in STEPS},
        "accepted occurrences": {
            name: float((each.judged.level <= LEVELS.index(to)).mean()) for name, to in STEPS
        },
        "levels": {name: int((each.best == n).sum()) for n, name in enumerate(LEVELS)},
        "link seconds": round(links, 2),
        "judge seconds": round(seconds, 3),
    }


def alarms(each: Task) -> dict[str, Any]:
    """Cases refused, and how many groups of one entry and one rendering they make."""
    wrong = {
        case for case, level in zip(each.cases, each.best, strict=True) if LEVELS[level] == "none"
    }
    judged, links = each.judged, each.links
    words = each.checker.target.tables()
    renderings: Counter[tuple[int, tuple[int, ...]]] = Counter()
    for case in sorted(wrong):
        rows = np.flatnonzero((judged.unit == case[0]) & (judged.entry == case[1]))
        here = slice(links.offsets[case[0]], links.offsets[case[0] + 1])
        inside = np.zeros(here.stop - here.start, np.bool_)
        for row in rows.tolist():
            source = links.source[here]
            inside |= (source >= judged.begin[row]) & (source < judged.end[row])
        sure = inside & (links.probability[here] >= 0.4)
        tokens = each.block.target.tokens[
            each.block.target.offsets[case[0]] + np.unique(links.target[here][sure])
        ]
        rendering = np.unique(words.lemma[tokens[words.content[tokens]]])
        renderings[case[1], tuple(rendering.tolist())] += 1
    return {
        "alarms": len(wrong),
        "groups": len(renderings),
        "entries": len({entry for entry, _ in renderings}),
    }


def of_command(language: str) -> dict[str, int]:
    """Alarms on terms that ``diglot check`` itself raises on the TMX, and their groups."""
    folder = data_folder() / "consistency" / "tico19"
    name, _, glossaries = GLOSSARIES[language]
    run = check(
        folder / "TMX" / f"all.{name}.tmx", [folder / "terminologies" / each for each in glossaries]
    )
    wrong = [each for each in places(run.checked) if each.finding.rule in TERM_RULES]
    return {
        "findings": len(wrong),
        "alarms": len({(each.finding.unit, each.finding.entry) for each in wrong}),
        "groups": len(groups(wrong)),
    }


def refused(each: Task, *, draws: int = DRAWS) -> dict[str, dict[str, float]]:
    """Shares of wrong targets refused at every step, means of several draws."""
    shares: dict[str, list[list[float]]] = {}
    for seed in range(draws):
        for kind, targets in wrong_targets(each, seed=seed).items():
            best = each.against(targets)
            of_kind = {kind: best}
            if kind == PART:
                # Elsewhere the part may be just what the translation has.
                whole = [each.cases[case] in each.written for case, _ in targets]
                of_kind[f"{PART}, whole there"] = best[whole]
            for name, found in of_kind.items():
                shares.setdefault(name, []).append(
                    [float((found > LEVELS.index(to)).mean()) for _, to in STEPS]
                )
    names = [name for name, _ in STEPS]
    return {
        kind: dict(zip(names, np.mean(of_draws, axis=0).tolist(), strict=True))
        for kind, of_draws in shares.items()
    }


def errors_found(each: Task) -> dict[str, dict[str, float]]:
    """Shares of the errors put into the text that are found at every step."""
    found = {}
    for kind in ("other term", "dropped"):
        spoilt, concerned = with_errors(each, kind, most=ERRORS, seed=0)
        levels = dict(zip(spoilt.cases, spoilt.best.tolist(), strict=True))
        best = np.array([levels.get(each.cases[case], len(LEVELS)) for case in concerned])
        found[kind] = {name: float((best > LEVELS.index(to)).mean()) for name, to in STEPS}
    return found


def _print(name: str, found: dict[str, Any]) -> None:
    print(
        f"{name}: {found['cases']} cases, {found['occurrences']} occurrences, "
        f"{found['gated units']} units not parallel"
    )
    for title in ("accepted", "accepted occurrences", "names"):
        if title not in found:
            continue
        print(f"  {title:22} " + "  ".join(f"{k} {v:.4f}" for k, v in found[title].items()))
    if "alarms" in found:
        print(
            f"  alarms {found['alarms']} in {found['groups']} groups of {found['entries']} entries"
        )
    if "command" in found:
        told = "{findings} errors on terms: {alarms} cases in {groups} groups"
        print("  the command: " + told.format(**found["command"]))
    for part in ("refused", "errors found"):
        for kind, shares in found.get(part, {}).items():
            line = "  ".join(f"{k} {100 * v:.2f} %" for k, v in shares.items())
            print(f"  {part}: {kind:20} {line}")
    print(f"  CPU seconds: links {found['link seconds']}, judging {found['judge seconds']}")


if __name__ == "__main__":
    main()
