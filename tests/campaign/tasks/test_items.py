"""The documents of a campaign: what the wildcards of its patterns stand for."""

from __future__ import annotations

from pathlib import Path

import pytest

from diglot.campaign.plan import make_plan
from diglot.campaign.tasks import task_named
from diglot.campaign.tasks.items import find_items
from diglot.errors import ConfigError, InputError


def names_of(folder: Path, **settings: str) -> dict[str, dict[str, str]]:
    content = {
        "campaign": {"task": "sentences"},
        "corpus": [{"name": "c", **settings}],
        "system": [{"name": "s", "method": "crf"}],
    }
    items = find_items(make_plan(content, folder), task_named("sentences"))
    return {
        item.name: {key: path.relative_to(folder).as_posix() for key, path in item.files.items()}
        for item in items
    }


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("1/src.txt", "1/tgt.txt", "1/g.txt", "2/src.txt", "2/tgt.txt", "2/g.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x")
    return tmp_path


def test_wildcards_name_the_documents(folder: Path) -> None:
    found = names_of(folder, source="*/src.txt", target="*/tgt.txt", gold="*/g.txt")
    assert found == {
        name: {"source": f"{name}/src.txt", "target": f"{name}/tgt.txt", "gold": f"{name}/g.txt"}
        for name in ("1", "2")
    }


def test_a_pattern_without_wildcards_is_one_document_named_like_its_corpus(folder: Path) -> None:
    found = names_of(
        folder, source="1/src.txt", target="1/tgt.txt", gold="2/*.txt".replace("*", "g")
    )
    assert list(found) == ["c"]


def test_names_may_differ_in_a_language_at_their_end(tmp_path: Path) -> None:
    for side, language in (("s", "en"), ("t", "fr"), ("g", "en")):
        (tmp_path / side).mkdir()
        for name in "ab":
            (tmp_path / side / f"{name}.{language}.txt").write_text("x")
    found = names_of(tmp_path, source="s", target="t", gold="g/**")
    assert list(found) == ["a.en", "b.en"]
    assert found["a.en"]["target"] == "t/a.fr.txt"


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"source": "*/src.txt", "gold": "*/g.txt"}, "target is missing"),
        ({"source": "*/no", "target": "*/tgt.txt", "gold": "*/g.txt"}, "no file fits '*/no'"),
        ({"source": "3/x", "target": "*/tgt.txt", "gold": "*/g.txt"}, "no such file (source of"),
        ({"source": "*/src.txt", "target": "1/tgt.txt", "gold": "*/g.txt"}, "no target for '1'"),
        ({"source": "*/src.txt", "targte": "x"}, "did you mean target?"),
    ],
)
def test_what_does_not_fit_is_named(folder: Path, settings: dict[str, str], message: str) -> None:
    with pytest.raises((ConfigError, InputError)) as raised:
        names_of(folder, **settings)
    assert message in str(raised.value)
