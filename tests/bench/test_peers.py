"""Running other aligners that happen to be installed."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench import peers
from bench.data import SETS
from diglot.model import Link
from tests.bench.test_data import gold_of

FAKE = """#!/bin/sh
# Keeps its options and its last text, says something on the standard error, prints three rungs.
for last; do :; done
cp "$last" "$(dirname "$0")/seen.txt"
echo "$@" > "$(dirname "$0")/arguments.txt"
echo aligning >&2
printf '0\\t0\\t0.5\\n1\\t2\\t0.4\\n2\\t2\\t0.3\\n'
"""


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a stand-in for hunalign, on the path."""
    command = tmp_path / "hunalign"
    command.write_text(FAKE, "utf-8")
    command.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    return tmp_path


def test_every_set_has_a_peer_to_compare_with() -> None:
    assert set(SETS) <= set(peers.BEST)
    assert all(0 < peer.f1 <= 1 for peer in peers.BEST.values())


def test_peers_are_those_on_the_path(fake: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert peers.installed() == ("hunalign",)
    monkeypatch.setenv("PATH", str(fake / "nothing"))
    assert peers.installed() == ()


def test_hunalign_gets_tokens_and_an_empty_dictionary_and_gives_a_ladder(fake: Path) -> None:
    document = gold_of([(1, 2), (1, 0)])
    document.target[:] = ["It's DONE.", "你好 Anna"]
    links, cost = peers.hunalign([document], realign=True)
    assert [(link.source, link.target) for link in links[0]] == [((0,), (0, 1)), ((1,), ())]
    assert isinstance(links[0][0], Link)
    assert (fake / "seen.txt").read_text("utf-8") == "it ' s done .\n你 好 anna\n"
    arguments = (fake / "arguments.txt").read_text("utf-8")
    assert arguments.startswith("-utf -realign ")
    assert cost.wall > 0
