"""The page "Where do I add ..." is true: an example of each needs its module and its one line."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np
import pytest

import diglot
from diglot import lexicons
from diglot.annotate import layers
from diglot.annotate.exchange.importing import import_files
from diglot.annotate.items import NewItem
from diglot.annotate.layers.layer import Layer
from diglot.annotate.layers.sources import FileContents
from diglot.annotate.schemes import Label, Scheme
from diglot.annotate.store import Store
from diglot.cli import VERBS
from diglot.evaluate.statistics.significance import bootstrap
from diglot.formats import registry
from diglot.formats.registry import DOCUMENT, Format
from diglot.lexicons.interface import ScoredPairs
from diglot.model import Block, Document, Score
from tests.cli.conftest import Run
from tests.cli.conftest import run as run

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture
def add_module(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Put a module where a new file would be."""

    def add(name: str, **contents: object) -> None:
        module = ModuleType(name)
        vars(module).update(contents)
        monkeypatch.setitem(sys.modules, name, module)

    return add


def test_a_format_is_a_module_and_a_record(
    run: Run,
    add_module: Callable[..., None],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    request: pytest.FixtureRequest,
) -> None:
    def read(path: Path) -> Document:
        text = path.read_text().removeprefix("POEM ")
        return Document(text, (Block(0, len(text)),), name=path.name)

    add_module("diglot.formats.documents.poem", read=read)
    poem = Format(DOCUMENT, "poem", "poems", "documents.poem", (".poem",), writes=False)
    monkeypatch.setattr(registry, "FORMATS", (*registry.FORMATS, poem))
    for table in (registry.formats_of, registry.extensions_of):  # of the module as it was imported
        table.cache_clear()
        request.addfinalizer(table.cache_clear)
    (tmp_path / "a.poem").write_text("POEM Roses are red.")
    assert diglot.read(tmp_path / "a.poem").text == "Roses are red."
    assert run("segment", tmp_path / "a.poem").out == "Roses are red.\n"
    assert "poems" in run("convert", "--formats").out


def test_a_method_is_a_function_and_an_entry(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def nothing(graph: object, source: str, target: str, resources: object) -> ScoredPairs:
        none = np.zeros(0, np.int32)
        return ScoredPairs(none, none, np.zeros(0))

    monkeypatch.setitem(lexicons.METHODS, "nothing", nothing)
    for name, lines in (("en-es", "key\tllave\n"), ("es-fr", "llave\tclé\n")):
        (tmp_path / f"{name}.tsv").write_text(lines)
    found = diglot.infer(
        [tmp_path], source="en", target="fr", options=diglot.InferOptions(method="nothing")
    )
    assert found.lexicon.translations == ()


def test_a_metric_is_a_function_that_gives_a_score() -> None:
    """Intervals, and the tables and the JSON of ``report``, come from the value alone."""
    from diglot.report.tables.layout import score_table

    def aggregate(counts: np.ndarray) -> dict[str, np.ndarray]:
        return {"evenness": counts[..., 0] / counts[..., 1]}

    rows = [[0, block, even, 2] for block, even in enumerate([1, 2, 0, 2] * 10)]
    columns = ("document", "block", "even", "all")
    score = Score("evenness", {"evenness": 0.625}, np.array(rows, float), columns, (), aggregate)
    score = bootstrap(score)
    assert score.intervals["evenness"][0] < 0.625 < score.intervals["evenness"][1]
    assert ".625" in score_table({"evenness": "evenness"}, {"ours": score})


def test_a_layer_is_a_folder_and_an_entry(
    add_module: Callable[..., None], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    layer = Layer(Scheme("tone", (Label("kind", "1", "green", "☺", "sounds kind"),)))
    folder = "diglot.annotate.layers.tone"
    add_module(f"{folder}.rules", RULES={}, fault=lambda *_: None, problems=lambda *_: [])
    add_module(
        f"{folder}.files",
        FORMATS={},
        recognises=lambda *_: False,
        read=lambda paths, _: FileContents((NewItem("1", {"text": paths[0].read_text()}),)),
    )
    monkeypatch.setitem(layers.LAYERS, "tone", layer)
    (tmp_path / "a.txt").write_text("Hello there.")
    with Store.create(tmp_path / "project", name="project") as store:
        imported = import_files(store, [tmp_path / "a.txt"], kind="tone")
    assert (imported.layer, imported.kind, imported.added) == ("tone", "tone", 1)


def test_the_page_names_only_files_that_exist(project: Path) -> None:
    page = (project / "docs" / "adding.md").read_text(encoding="utf-8")
    paths = re.findall(r"`((?:src|web|tests|docs)/[^`]+|pyproject\.toml)`", page)
    assert len(paths) > 15
    assert [each for each in paths if not (project / each).exists()] == []


def test_every_command_is_led_to_modules_that_exist(project: Path) -> None:
    page = (project / "docs" / "architecture.md").read_text(encoding="utf-8")
    section = page.partition("## From a command to its code")[2].partition("\n## ")[0]
    assert set(re.findall(r"^\| `(\w+)", section, re.MULTILINE)) == set(VERBS)
    paths = re.findall(r"`(\w+/[^`]*)`", section.partition("|---|")[2])
    assert [each for each in paths if not (project / "src" / "diglot" / each).exists()] == []


def test_the_names_on_the_page_are_in_the_files_beside_them(project: Path) -> None:
    page = (project / "docs" / "adding.md").read_text(encoding="utf-8")
    pairs = re.findall(r"`([A-Z]+)` in `([^`]+)`", page)
    assert len(pairs) >= 8
    for name, path in pairs:
        assert re.search(rf"\b{name}\b", (project / path).read_text(encoding="utf-8")), path


@pytest.mark.slow
def test_the_picture_of_the_packages_is_that_of_the_imports(project: Path) -> None:
    sys.path.insert(0, str(project / "tools"))
    try:
        from draw_packages import draw
    finally:
        sys.path.pop(0)
    drawn = (project / "docs" / "assets" / "packages.svg").read_text(encoding="utf-8")
    assert drawn == draw()
