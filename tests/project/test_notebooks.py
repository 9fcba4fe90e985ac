"""The notebooks of the manual run, and show what is stored in them.

Figures may move with weights, so they are compared as figures of any value; to renew what the
notebooks show, run ``python tools/notebooks.py``.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tools.notebooks import NOTEBOOKS, run_cells


def masked(outputs: list[dict]) -> list[str]:
    """What a cell shows, with every figure replaced by one sign."""
    texts = ["".join(each.get("text") or each["data"]["text/plain"]) for each in outputs]
    return [re.sub(r"\d+(\.\d+)?", "#", text) for text in texts]


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_shows_what_its_cells_give(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DIGLOT_PACKS")  # as users see it; the sentence encoder is an extra
    notebook = json.loads(path.read_text(encoding="utf-8"))
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert len(cells) > 2
    found = run_cells(notebook, tmp_path)
    for cell, outputs in zip(cells, found, strict=True):
        assert masked(outputs) == masked(cell["outputs"]), "".join(cell["source"])


def test_every_notebook_can_be_found_from_the_manual(project: Path) -> None:
    page = (project / "docs" / "python.md").read_text(encoding="utf-8")
    assert set(re.findall(r"notebooks/(\w+)\.ipynb", page)) == {path.stem for path in NOTEBOOKS}
