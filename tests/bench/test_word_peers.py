"""Running other word aligners that happen to be installed."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench import word_costs, word_peers
from bench.measure import Cost
from bench.word_costs import Measurement, costs_table

FAKES = {
    # Keeps its options and prints the links of one direction or the other.
    "fast_align": """#!/bin/sh
here=$(dirname "$0")
cp "$2" "$here/joint.txt"
echo "$@" >> "$here/arguments.txt"
case " $* " in *" -r "*) echo 0-1 1-0 ;; *) echo 0-1 1-1 ;; esac
""",
    "eflomal-align": """#!/bin/sh
while [ $# -gt 0 ]; do
  case $1 in -f) echo 0-0 > "$2" ;; -r) echo 0-0 1-1 > "$2" ;; esac
  shift
done
echo "$OMP_NUM_THREADS" > "$(dirname "$0")/threads.txt"
""",
}


@pytest.fixture
def fakes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with stand-ins for the peers, named by the variable."""
    folder = tmp_path / "peers"
    folder.mkdir()
    for name, content in FAKES.items():
        (folder / name).write_text(content, "utf-8")
        (folder / name).chmod(0o755)
    monkeypatch.setenv(word_peers.PLACE, str(folder))
    return folder


@pytest.fixture
def texts(tmp_path: Path) -> tuple[Path, Path]:
    source, target = tmp_path / "en.txt", tmp_path / "fr.txt"
    source.write_text("the cat\n", "utf-8")
    target.write_text("le chat\n", "utf-8")
    return source, target


def test_peers_are_sought_where_the_variable_points(
    fakes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [word_peers.program(tool) for tool in word_peers.TOOLS]
    assert found == [str(fakes / "eflomal-align"), str(fakes / "fast_align")]
    monkeypatch.setenv(word_peers.PLACE, str(fakes / "nothing"))
    monkeypatch.setenv("PATH", str(fakes / "nothing"))
    assert [word_peers.program(tool) for tool in word_peers.TOOLS] == [None, None]


def test_fast_align_runs_in_both_directions(fakes: Path, texts: tuple[Path, Path]) -> None:
    tool = word_peers.TOOLS[1]
    links, cost = word_peers.run(tool, str(fakes / "fast_align"), *texts)
    assert [each.of(0) for each in links] == [[(0, 1), (1, 1)], [(0, 1), (1, 0)]]
    assert (fakes / "joint.txt").read_text("utf-8") == "the cat ||| le chat\n"
    first, second = (fakes / "arguments.txt").read_text("utf-8").splitlines()
    assert first.endswith("-d -o -v")
    assert second.endswith("-d -o -v -r")
    assert cost.wall > 0


def test_eflomal_gets_one_thread_as_diglot_does(fakes: Path, texts: tuple[Path, Path]) -> None:
    tool = word_peers.TOOLS[0]
    links, _ = word_peers.run(tool, str(fakes / "eflomal-align"), *texts)
    assert [each.of(0) for each in links] == [[(0, 0)], [(0, 0), (1, 1)]]
    assert (fakes / "threads.txt").read_text("utf-8") == "1\n"


@pytest.mark.slow
def test_directions_are_joined_in_all_ways(fakes: Path, texts: tuple[Path, Path]) -> None:
    links, _ = word_peers.run(word_peers.TOOLS[0], str(fakes / "eflomal-align"), *texts)
    found = word_peers.symmetrised(links, ([2], [2]))
    assert found["intersection"].of(0) == [(0, 0)]
    assert found["union"].of(0) == [(0, 0), (1, 1)]


def test_the_table_of_costs_compares_medians_on_the_same_text() -> None:
    def three(cpu: float, peak: float) -> tuple[Cost, ...]:
        return tuple(Cost(cpu * share, 1.0, peak) for share in (0.5, 1, 9))

    rows = costs_table(
        [
            Measurement(3_000, word_costs.DIGLOT, three(2.0, 100), 0.07),
            Measurement(3_000, "eflomal", three(8.0, 50), 0.14),
        ]
    ).splitlines()
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows[2:]]
    assert cells[0] == ["diglot", "3,000", "7.0", "2.0", "1.0", "100", "–", "–"]
    assert cells[1] == ["eflomal", "3,000", "14.0", "8.0", "1.0", "50", "0.25", "2.00"]


def test_all_known_figures_can_be_measured() -> None:
    from bench.word_quality import VARIANTS

    assert set(word_peers.KNOWN) <= set(VARIANTS)
    assert all(peer.must < (peer.eflomal or 100) for peer in word_peers.KNOWN.values())
