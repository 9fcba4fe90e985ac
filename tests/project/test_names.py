"""Names of public functions, methods and classes: verbs or nouns, no bare participles."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import diglot

SOURCE = Path(diglot.__file__).parent

IRREGULAR = re.compile(
    "begun|born|bound|broken|brought|built|chosen|done|drawn|driven|fallen|forgotten|found|given|gone|"
    "grown|heard|held|hidden|kept|known|laid|learnt|left|lost|made|meant|met|said|seen|sent|shown|"
    "spoken|stood|struck|taken|thought|told|understood|unknown|unseen|won|written"
)
"""Past participles without -ed that are no verbs, too, as `split` is."""
WORDS = frozenset({"embed", "exceed", "feed", "need", "proceed", "seed", "speed", "spread"})
"""What ends in -ed and is none."""
PUBLIC = frozenset({("Checked", ""), ("Skipped", ""), ("CheckRun", "passed")})
"""Names that programs of other people use."""


def is_participle(name: str) -> bool:
    word = name.lower()
    return bool(IRREGULAR.fullmatch(word)) or (
        word.endswith("ed") and word not in WORDS and "_" not in word
    )


def public_names() -> Iterator[tuple[str, str, str]]:
    """Give the module, the function or class, and the method of every public one."""
    for path in sorted(SOURCE.rglob("*.py")):
        module = path.relative_to(SOURCE).as_posix()
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if not isinstance(node, ast.FunctionDef | ast.ClassDef) or node.name.startswith("_"):
                continue
            yield module, node.name, ""
            if isinstance(node, ast.ClassDef):
                for part in node.body:
                    if isinstance(part, ast.FunctionDef) and not part.name.startswith("_"):
                        yield module, node.name, part.name


@pytest.mark.slow
def test_no_public_name_is_a_bare_participle() -> None:
    names = list(public_names())
    assert len(names) > 2000
    found = [
        ".".join(filter(None, each))
        for each in names
        if each[1:] not in PUBLIC and is_participle(each[2] or each[1])
    ]
    assert not found
