"""Seconds of kernels are counted once, and set beside those of another release by name."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bench import kernel_timer
from bench.kernels import command_table, kernel_table


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[float]]:
    """What timers write down."""
    found: dict[str, list[float]] = {}
    monkeypatch.setattr(kernel_timer, "taken", found)
    return found


def test_a_kernel_that_another_calls_is_counted_with_that(taken: dict[str, list[float]]) -> None:
    inner = kernel_timer.timed(lambda value: value + 1, "inner")
    outer = kernel_timer.timed(lambda value: inner(value) * 2, "outer")
    assert [outer(1), outer(2), inner(3)] == [4, 6, 4]
    assert {name: calls for name, (calls, _) in taken.items()} == {"outer": 2, "inner": 1}


def test_a_kernel_that_fails_is_counted_and_the_next_one_too(
    taken: dict[str, list[float]],
) -> None:
    inverse = kernel_timer.timed(lambda value: 1 / value, "inverse")
    with pytest.raises(ZeroDivisionError):
        inverse(0)
    assert inverse(2) == 0.5
    assert taken["inverse"][0] == 2


def test_kernels_of_a_real_command_are_counted(project: Path, tmp_path: Path) -> None:
    for name, text in (("a", "One.\nTwo.\n"), ("b", "Un.\nDeux.\n")):
        (tmp_path / name).write_text(text)
    command = ["align", "a", "b", "-o", "{out}/links.tsv", "--quiet"]
    done = subprocess.run(
        [sys.executable, project / "bench" / "kernel_timer.py"],
        input=json.dumps([command]),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    kernels = json.loads(done.stdout)["kernels"]
    assert kernels["diglot.sentences.kernels.search.viterbi"][0] >= 1


def test_a_kernel_that_moved_is_found_by_its_name() -> None:
    new = {"cpu": 2.0, "kernels": {"diglot.words.kernels.hmm.step": [3, 0.5]}}
    old = {"cpu": 4.0, "kernels": {"diglot.words.kernels.chains.step": [3, 1.0]}}
    (row,) = [
        line
        for line in kernel_table([new], [old], {"words.step": [[0.2, 0.5]]}).splitlines()
        if line.startswith("| words.step")
    ]
    assert [cell.strip() for cell in row.strip("|").split("|")] == [
        *("words.step", "3", "500.0", "1,000.0", "0.50", "0.40")
    ]
    assert "0.50" in command_table({"words": new}, {"words": old})
