"""What a plain install does, and how it tells what an extra is needed for."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from diglot.annotate.store.database import Database
from diglot.errors import MissingExtraError
from diglot.installed import EXTRAS, extra_for
from diglot.learning.machines import train_machine
from diglot.text.tokens import tokenise
from tests.project.test_dependencies import NAME

if TYPE_CHECKING:
    from collections.abc import Callable

DISTRIBUTIONS = {
    "argon2": "argon2-cffi",
    "sentence_transformers": "sentence-transformers",
    "sklearn": "scikit-learn",
    "starlette": "fastapi",
}
WITHOUT_MODULES = {"all", "compiler", "dev", "docs", "encoder"}
# Where packages of extras are imported: nowhere else, and there in functions, but for what is
# loaded behind the check of its package.
PLACES = {
    "annotate": ("diglot.annotate.server", "diglot.annotate.store"),
    "cjk": ("diglot.text.tokens",),
    "corpora": (
        "diglot.files.atomic",
        "diglot.files.binary",
        "diglot.formats.units.parquet",
        "diglot.formats.documents.warc",
    ),
    "cluster": ("diglot.runs.execution",),
    "learn": ("diglot.learning", "diglot.lexicons", "diglot.pipeline.steps.lexicons.inference"),
    "neural": ("diglot.learning.encoders",),
    "pdf": ("diglot.formats.documents.pdf",),
    "postgresql": ("diglot.annotate.store.database",),
    "rdf": ("diglot.formats.termbases.rdf",),
    "vectors": ("diglot.learning.word_vectors",),
}

IMPORT = re.compile(r"^( *)(?:from|import) (\w+)", re.MULTILINE)


def test_extras_bring_what_the_code_expects_of_them(project: Path) -> None:
    table = tomllib.loads((project / "pyproject.toml").read_text("utf-8"))["project"]
    declared = {
        extra: {NAME.match(entry)[0] for entry in entries} - {"diglot"}
        for extra, entries in table["optional-dependencies"].items()
        if extra not in WITHOUT_MODULES
    }
    assert declared == {
        extra: {DISTRIBUTIONS.get(name, name) for name in names} for extra, names in EXTRAS.items()
    }


def test_packages_of_extras_are_imported_where_they_are_needed(project: Path) -> None:
    extra_of = {name: extra for extra, names in EXTRAS.items() for name in names}
    for path in (project / "src").rglob("*.py"):
        module = ".".join(path.relative_to(project / "src").with_suffix("").parts)
        for indent, name in IMPORT.findall(path.read_text("utf-8")):
            extra = extra_of.get(name)
            if extra is not None:
                assert module.startswith(PLACES[extra]), (module, name)
                assert indent or extra == "annotate", (module, name)


# The path of the README, and after it one use of every extra that a command has.
COMMANDS = (
    "build contract.en.docx contract.fr.docx -o out --quiet",
    "find 'annual fee' out --json",
    "align headlamp.de.html headlamp.en.html -o a.tmx -o a.links -o a.xlsx --quiet",
    "words a.tmx -o w.pharaoh --lexicon dictionaries/en-es.tsv --quiet",
    "terms extract headlamp.en.html --quiet",
    "termbase convert out/termbase.tbx t.ttl --quiet",
    "termbase convert t.ttl t.rdf --quiet",
    "pack compose en_de.pack en_fr.pack -o de_fr.pack --quiet",
    "explain key dictionaries --from en --to fr --json",
    "check terminology/espresso.xlf --termbase terminology/espresso.terms.csv --quiet",
)
MISSING = {
    "infer --from en --to fr dictionaries -o i.tsv": "learn",
    "annotate init trial": "annotate",
    "review a.tmx": "annotate",
    "termbase convert t.rdf t.csv": "rdf",
    "segment a.pdf": "pdf",
    "align headlamp.de.html headlamp.en.html -o e.tmx --encoder any --quiet": "neural",
}
BLOCKED = """
import contextlib, io, json, shlex, sys
commands, blocked = json.load(sys.stdin)

class Missing:
    def find_spec(name, path=None, target=None):
        if name.partition(".")[0] in blocked:
            raise ModuleNotFoundError(name, name=name)

sys.meta_path.insert(0, Missing)
from diglot.cli import main
found = []
for command in commands:
    with contextlib.redirect_stderr(io.StringIO()) as said, contextlib.redirect_stdout(said):
        code = main(shlex.split(command))
    found.append((command, code, said.getvalue()))
print(json.dumps(found))
"""


def test_a_plain_install_does_the_common_work_and_names_the_extras_of_the_rest(
    project: Path, tmp_path: Path
) -> None:
    samples = project / "src" / "diglot" / "samples"
    shutil.copytree(samples, tmp_path, dirs_exist_ok=True)
    for language in ("de", "fr"):
        shutil.copy(samples.parent / "packs" / "shipped" / f"en_{language}.pack", tmp_path)
    blocked = [name for names in EXTRAS.values() for name in names]
    done = subprocess.run(
        [sys.executable, "-c", BLOCKED],
        input=json.dumps([[*COMMANDS, *MISSING], blocked]),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    for command, code, said in json.loads(done.stdout):
        if command in MISSING:
            extra = MISSING[command]
            told = f"needs the extra {extra}: pip install 'diglot[{extra}]'\n"
            assert (code, said.count("\n")) == (2, 1), said
            assert said.endswith(told), said
        else:
            # Exit code 1: the check has found what is wrong in its sample.
            assert code == command.startswith("check"), said


ROWS, LABELS = np.arange(60.0)[:, None], np.arange(60) % 3 == 0


@pytest.mark.parametrize(
    ("module", "extra", "call"),
    [
        ("sklearn.svm", "learn", lambda: train_machine(ROWS, LABELS, names=["x"])),
        ("jieba", "cjk", lambda: tokenise("你好", "zh", segmenter="jieba")),
        ("pg8000", "postgresql", lambda: Database("postgresql://host/base")),
    ],
)
def test_a_missing_package_is_told_with_its_extra(
    monkeypatch: pytest.MonkeyPatch, module: str, extra: str, call: Callable[[], object]
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtraError, match=rf"pip install 'diglot\[{extra}\]'$"):
        call()


def test_other_failures_stay_as_they_are() -> None:
    with pytest.raises(ModuleNotFoundError, match="no_such_module"), extra_for("anything"):
        import_module("no_such_module")
