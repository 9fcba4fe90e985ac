"""The modules of src and bench: what they import, how large they are, and how many."""

from __future__ import annotations

import ast
from collections import Counter
from functools import cache
from graphlib import CycleError, TopologicalSorter
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
TREES = {"diglot": ROOT / "src" / "diglot", "bench": ROOT / "bench"}
MOST_MODULES, MOST_IN_A_FOLDER, MOST_LINES = 640, 32, 650


@cache
def modules() -> dict[str, Path]:
    """Every module by its name; a package is its ``__init__``."""
    found = {}
    for name, folder in TREES.items():
        for path in sorted(folder.rglob("*.py")):
            if "results" in path.parts:  # what measurements have fetched
                continue
            parts = (name, *path.relative_to(folder).with_suffix("").parts)
            found[".".join(parts).removesuffix(".__init__")] = path
    return found


@cache
def trees() -> dict[str, ast.Module]:
    """The syntax of every module by its name."""
    return {name: ast.parse(path.read_text("utf-8")) for name, path in modules().items()}


def imported_names(tree: ast.AST, *, types: bool = False) -> Iterator[tuple[str, str]]:
    """Module and name of every import that runs, in functions, too; the name may be empty.

    With ``types`` those for type checking come, too.
    """
    if isinstance(tree, ast.If) and getattr(tree.test, "id", "") == "TYPE_CHECKING" and not types:
        for node in tree.orelse:
            yield from imported_names(node)
        return
    if isinstance(tree, ast.Import):
        yield from ((alias.name, "") for alias in tree.names)
    elif isinstance(tree, ast.ImportFrom):
        assert not tree.level, "imports name the whole module"
        yield from ((tree.module or "", alias.name) for alias in tree.names)
    for node in ast.iter_child_nodes(tree):
        if not isinstance(node, ast.expr):
            yield from imported_names(node, types=types)


@cache
def imports() -> dict[str, set[str]]:
    """What every module imports: other modules, and the packages that these stand in.

    Packages that the importing module stands in itself do not count.
    """
    found: dict[str, set[str]] = {}
    for name, tree in trees().items():
        found[name] = set()
        for module, imported in imported_names(tree):
            whole = f"{module}.{imported}"
            target = whole if whole in modules() else module
            if target in modules() and target != name:
                found[name].add(target)
            while "." in target:
                target = target.rpartition(".")[0]
                if target in modules() and not f"{name}.".startswith(f"{target}."):
                    found[name].add(target)
    return found


@pytest.mark.slow
def test_no_imports_go_round_in_circles() -> None:
    try:
        TopologicalSorter(imports()).prepare()
    except CycleError as error:
        pytest.fail(" imports ".join(reversed(error.args[1])))


@pytest.mark.slow
def test_nor_do_imports_for_type_checking() -> None:
    """A module and one that it names in its types: neither leads back to the other."""
    found: dict[str, set[str]] = {}
    for name, tree in trees().items():
        names = imported_names(tree, types=True)
        wholes = (
            f"{module}.{each}" if f"{module}.{each}" in modules() else module
            for module, each in names
        )
        found[name] = {each for each in wholes if each in modules() and each != name}
    try:
        TopologicalSorter(found).prepare()
    except CycleError as error:
        pytest.fail(" imports ".join(reversed(error.args[1])))


@pytest.mark.slow
def test_what_stands_in_a_package_forms_layers() -> None:
    """The modules and folders of a package, each folder taken as one, import one way, types too."""
    within: dict[str, dict[str, set[str]]] = {}
    for name, tree in trees().items():
        for module, each in imported_names(tree, types=True):
            target = f"{module}.{each}" if f"{module}.{each}" in modules() else module
            package = ".".join(_shared_parts(name, target))
            if target in modules() and package not in ("", name, target):
                one, other = (full.split(".")[package.count(".") + 1] for full in (name, target))
                within.setdefault(package, {}).setdefault(one, set()).add(other)
    for package, found in within.items():
        try:
            TopologicalSorter(found).prepare()
        except CycleError as error:
            pytest.fail(f"{package}: " + " imports ".join(reversed(error.args[1])))


def _shared_parts(one: str, other: str) -> list[str]:
    pairs = zip(one.split("."), other.split("."), strict=False)
    return [part for part, _ in takewhile(lambda pair: pair[0] == pair[1], pairs)]


@pytest.mark.slow
def test_no_module_imports_the_root_package() -> None:
    ours = {name: those for name, those in imports().items() if name.startswith("diglot.")}
    assert [name for name, those in ours.items() if "diglot" in those] == []


def test_private_modules_are_imported_in_their_own_package_only() -> None:
    for name, those in imports().items():
        for module in those:
            owner, private, _ = module.partition("._")
            inside = f"{name}.".startswith(f"{owner}.")
            assert inside or not private, f"{name} imports {module}"


def test_folders_and_modules_are_of_a_size_to_be_read() -> None:
    ours = {name: path for name, path in modules().items() if name.startswith("diglot")}
    assert len(ours) <= MOST_MODULES
    folders = Counter(path.parent for path in ours.values())
    assert {str(each): size for each, size in folders.items() if size > MOST_IN_A_FOLDER} == {}
    lengths = {name: path.read_text("utf-8").count("\n") for name, path in modules().items()}
    long = {name: size for name, size in lengths.items() if size > MOST_LINES}
    assert {name: size for name, size in long.items() if ".kernels." not in name} == {}
