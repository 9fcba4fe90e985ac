"""Many annotators at once, and a server that is killed: nothing that was acknowledged is lost.

The benchmarks `bench.annotate.load` and `bench.annotate.kills` do the same for longer, and measure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bench.annotate import kills as annotate_kills
from bench.annotate import load as annotate_load

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.slow
def test_nothing_is_lost_when_many_save_at_once(tmp_path: Path) -> None:
    found = annotate_load.run(tmp_path / "project", annotators=50, seconds=5)
    assert found.saves >= 50 * 3
    assert found.lost == 0
    assert found.intact


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    found = annotate_kills.run(tmp_path / "project", kills=5, annotators=6)
    assert found.acknowledged > 0
    assert found.lost == 0
    assert found.intact
