"""Runs the notebooks of the manual and writes what their cells show: ``python tools/notebooks.py``.

A cell is run as Jupyter runs it; lines that only Jupyter knows (``%``, ``!``) are not in them.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parents[1]
NOTEBOOKS = sorted((PROJECT / "docs" / "notebooks").glob("*.ipynb"))
SAMPLES = PROJECT / "src" / "diglot" / "samples"


def run_cells(notebook: dict[str, Any], folder: Path) -> list[list[dict[str, Any]]]:
    """Run the code of a notebook in a folder with the samples, and return the outputs by cell."""
    for sample in SAMPLES.glob("*.*"):
        shutil.copy(sample, folder)
    for sample in SAMPLES.iterdir():
        if sample.is_dir():
            shutil.copytree(sample, folder / sample.name, dirs_exist_ok=True)
    names: dict[str, Any] = {"__name__": "__main__"}
    with contextlib.chdir(folder):
        return [
            _outputs_of("".join(cell["source"]), names)
            for cell in notebook["cells"]
            if cell["cell_type"] == "code"
        ]


def _outputs_of(source: str, names: dict[str, Any]) -> list[dict[str, Any]]:
    """Run a cell; return what it printed, and the value of its last line."""
    *statements, last = ast.parse(source).body
    printed = io.StringIO()
    value = None
    with contextlib.redirect_stdout(printed):
        shown = isinstance(last, ast.Expr)
        body = statements if shown else [*statements, last]
        exec(compile(ast.Module(body, []), "<cell>", "exec"), names)  # noqa: S102
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)  # noqa: S307
    outputs: list[dict[str, Any]] = []
    if text := printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": _lines(text)})
    if value is not None:
        data = {"text/plain": _lines(repr(value))}
        if hasattr(value, "_repr_html_"):
            data = {"text/html": _lines(value._repr_html_())} | data
        outputs.append({"data": data, "metadata": {}, "output_type": "execute_result"})
    return outputs


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def main() -> None:
    """Write the outputs of every notebook into it."""
    os.environ["DIGLOT_ENCODER"] = "none"  # an extra: the figures are those of a plain install
    for path in NOTEBOOKS:
        notebook = json.loads(path.read_text(encoding="utf-8"))
        with tempfile.TemporaryDirectory() as folder:
            outputs = run_cells(notebook, Path(folder))
        cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
        for count, (cell, shown) in enumerate(zip(cells, outputs, strict=True), 1):
            cell["execution_count"] = count
            cell["outputs"] = [
                each | ({"execution_count": count} if "data" in each else {}) for each in shown
            ]
        text = json.dumps(notebook, ensure_ascii=False, indent=1)
        path.write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
