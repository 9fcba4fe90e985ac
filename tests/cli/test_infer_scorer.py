"""``diglot infer --scorer``: whatever stands in the file, an answer or one line that names it."""

from __future__ import annotations

import contextlib
import io
import json
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.cli import main
from diglot.lexicons.learned.scorer import Scorer
from diglot.packs.files import write_pack
from tests.lexicons.stumps import stump
from tests.packs import pack_of

ROWS = {
    "en-es": ("dog\tperro", "cat\tgato"),
    "es-fr": ("perro\tchien", "gato\tchat"),
    "en-ca": ("dog\tgos", "cat\tgat"),
    "ca-fr": ("gos\tchien", "gat\tchat"),
}


def stored() -> dict[str, Any]:
    return Scorer(stump("pivots", 1.5), (1.0, 1.0, 0.0)).to_dict()


def answer(content: bytes | None, *options: str) -> tuple[int, str, str]:
    """Code, output and error of inferring with a scorer of this content; a folder for None."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        paths = [folder / f"{pair}.tsv" for pair in ROWS]
        for path, rows in zip(paths, ROWS.values(), strict=True):
            path.write_text("\n".join(("source\ttarget", *rows)) + "\n", encoding="utf-8")
        scorer = folder / "my.scorer"
        if content is None:
            scorer.mkdir()
        else:
            scorer.write_bytes(content)
        out, err = io.StringIO(), io.StringIO()
        given = options or ("--scorer", str(scorer))
        with contextlib.redirect_stderr(err), contextlib.redirect_stdout(out):
            code = main(["infer", *map(str, paths), "--from", "en", "--to", "fr", "--json", *given])
        return code, out.getvalue(), err.getvalue()


def refused(content: bytes | None) -> str:
    """The one line that refuses a scorer."""
    code, _, error = answer(content)
    assert code == 2, error
    assert error.count("\n") == 1
    assert "my.scorer" in error
    return error


def test_a_sound_scorer_is_used() -> None:
    code, output, error = answer(json.dumps(stored()).encode())
    assert (code, error) == (0, "")
    found = json.loads(output)
    assert found["entries"] == 2
    assert found["signature"].startswith("method:learned|")


def test_a_language_pack_is_evidence_unless_none_is_wanted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "own"
    own.mkdir()
    links = {("dogs", "chiens"): 9.0, ("cat", "minet"): 9.0, ("kitty", "chat"): 9.0}
    write_pack(own / "en_fr.pack", pack_of("en", "fr", links))
    monkeypatch.setenv("DIGLOT_CACHE", str(tmp_path / "cache"))
    scorer = tmp_path / "my.scorer"
    scorer.write_text(json.dumps(stored()), encoding="utf-8")
    command = ("--scorer", str(scorer), "--threshold", "0")
    without = json.loads(answer(None, *command)[1])
    monkeypatch.setenv("DIGLOT_PACKS", str(own))
    found = json.loads(answer(None, *command, "--packs", "en-fr")[1])
    assert any(note.startswith("language pack: en-fr@") for note in found["notes"])
    assert "pack:en-fr@" in found["signature"]
    assert json.loads(answer(None, *command)[1]) == found
    assert json.loads(answer(None, *command, "--packs", "none")[1]) == without
    walk = ("--threshold", "0", "--method", "walk", "--packs", "en-fr")
    walked = json.loads(answer(None, *walk)[1])
    assert "pack" not in json.dumps([walked["notes"], walked["signature"]])


def test_without_a_scorer_small_dictionaries_are_walked_and_that_is_told() -> None:
    code, output, _ = answer(None, "--threshold", "0")
    assert code == 0
    assert (
        "too few dictionaries confirm each other for a scorer to be learnt; "
        "using the method walk instead, whose scores are not probabilities"
    ) in json.loads(output)["notes"]


@pytest.mark.parametrize(
    "content",
    [
        *(b"", b"null", b"[]", b"3", b"{}", b"{", b"\x00" * 50, b"\xff\xfe\x00", b"[" * 100_000),
        *(b"\x1f\x8b\x08\x00", b"PK\x03\x04", b'{"format": "diglot ranker 1"}', b"9" * 5000),
        None,
    ],
    ids=range(14),
)
def test_a_file_that_is_no_scorer_is_named(content: bytes | None) -> None:
    refused(content)


def test_a_cut_scorer_is_named() -> None:
    whole = json.dumps(stored()).encode()
    for size in range(1, len(whole), len(whole) // 7):
        assert "is not a scorer" in refused(whole[:size])


@pytest.mark.parametrize("key", sorted(stored()))
def test_a_scorer_without_a_key_is_named(key: str) -> None:
    assert "is not a scorer" in refused(
        json.dumps({name: value for name, value in stored().items() if name != key}).encode()
    )


@pytest.mark.parametrize(
    ("place", "value"),
    [
        *(("curve", [1, 1]), ("curve", [float("nan"), 1, 0]), ("curve", [-1, 1, 0])),
        *(("error", "none"), ("error", float("inf")), ("table", [[0, 1]]), ("hidden", {})),
        *(("names", ["pivots"]), ("roots", [[0]]), ("roots", [9]), ("feature", [99, -1, -1])),
        *(("left", [0, 0, 0]), ("value", [0, "x", 1]), ("base", float("nan")), ("slope", None)),
        *(("threshold", [1.5]), ("missing_left", [2**70, 0, 0]), ("reached", None)),
    ],
)
def test_a_damaged_scorer_is_named(place: str, value: object) -> None:
    data = stored()
    (data if place in data else data["ranker"])[place] = value
    assert "my.scorer: is not a scorer" in refused(json.dumps(data).encode())


@given(st.data())
def test_a_scorer_with_a_wrong_byte_is_used_or_named(data: st.DataObject) -> None:
    content = bytearray(json.dumps(stored()).encode())
    at = data.draw(st.integers(0, len(content) - 1))
    content[at] = data.draw(st.integers(0, 255))
    code, output, error = answer(bytes(content))
    assert code in (0, 2), error
    if code:
        assert error.count("\n") == 1
        assert "my.scorer" in error
    else:
        assert json.loads(output)["signature"].startswith("method:learned|")
