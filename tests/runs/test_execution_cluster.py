from __future__ import annotations

import sys

import pytest

from diglot.errors import MissingExtraError
from diglot.runs import RunOptions, execute
from tests.runs.squares import results, squares


def test_without_ray_one_line_names_the_extra(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtraError, match=r"diglot\[cluster\]"):
        execute(squares(tmp_path), tmp_path / "job", options=RunOptions(runner="ray"))


def test_ray_makes_the_same_bytes(tmp_path):
    ray = pytest.importorskip("ray", reason="needs the extra cluster")
    execute(squares(tmp_path), tmp_path / "ray", options=RunOptions(runner="ray"))
    ray.shutdown()
    execute(squares(tmp_path), tmp_path / "one")
    assert results(tmp_path / "ray") == results(tmp_path / "one")
