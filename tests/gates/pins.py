"""Floors of figures: pinned in a file, compared, raised, and lowered only when asked for."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Collection, Mapping
from pathlib import Path

MARGIN = 0.005
"""What is pinned is what was measured less this."""

Figures = Mapping[str, float | str]
Pins = Mapping[str, Figures]


def pinned(path: Path) -> Pins:
    """Floors and digests by set, as pinned."""
    content: Pins = json.loads(path.read_text("utf-8"))["sets"]
    return content


def lowered(before: Pins, after: Pins) -> list[str]:
    """Floors that would fall, one line each; sets of other content have none to keep."""
    found = []
    for name, old in before.items():
        new = after.get(name)
        if new is None:
            found.append(f"{name}: not measured")
        elif new["sha256"] == old["sha256"]:
            found += [
                f"{name}: {figure} {value} -> {new[figure]}"
                for figure, value in old.items()
                if figure != "sha256" and float(new[figure]) < float(value)
            ]
    return found


def update(after: Pins, path: Path, *, allow_regression: bool = False) -> list[str]:
    """Pin floors unless one would fall; the lines of those that would."""
    falls = lowered(pinned(path), after) if path.exists() else []
    if not falls or allow_regression:
        path.write_text(json.dumps({"margin": MARGIN, "sets": after}, indent=1) + "\n", "utf-8")
    return falls


def floor(measured: Figures) -> dict[str, float | str]:
    """What to pin for a set."""
    return {
        name: value if name == "sha256" else round(float(value) - MARGIN, 4)
        for name, value in measured.items()
    }


def run(about: str, sets: Collection[str], measure: Callable[[str], Figures], path: Path) -> int:
    """Measure all sets, print a table, and pin the floors on request; the exit code."""
    parser = argparse.ArgumentParser(description=about.partition("\n")[0])
    parser.add_argument("--update", action="store_true", help="pin what is measured now")
    parser.add_argument("--allow-regression", action="store_true", help="let floors fall")
    options = parser.parse_args()
    after = {}
    for name in sets:
        found = measure(name)
        after[name] = floor(found)
        figures = "  ".join(f"{key} {value}" for key, value in found.items() if key != "sha256")
        print(f"{name:24} {figures}")  # noqa: T201 a command
    if options.update:
        falls = update(after, path, allow_regression=options.allow_regression)
    else:
        falls = lowered(pinned(path), after)
    print("\n".join(falls or ["no floor falls"]))  # noqa: T201 a command
    return 1 if falls and not options.allow_regression else 0
