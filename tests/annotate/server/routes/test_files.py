"""Files that arrive: names, contents, hostile ones, and what becomes of good ones."""

from __future__ import annotations

import gzip
import io
import tempfile
import zipfile
from pathlib import Path

import pytest

from diglot.annotate.server.routes.files import safe_name
from diglot.errors import InputError
from diglot.samples import TEXTS
from tests.annotate.server.conftest import Alone

TMX = """<?xml version="1.0"?>
<tmx version="1.4"><header srclang="en" creationtool="x" creationtoolversion="1"
 segtype="sentence" o-tmf="x" adminlang="en" datatype="plaintext"/><body>
<tu><tuv xml:lang="en"><seg>One sentence.</seg></tuv>
<tuv xml:lang="fr"><seg>Une phrase.</seg></tuv></tu>
<tu><tuv xml:lang="en"><seg>Another sentence.</seg></tuv>
<tuv xml:lang="fr"><seg>Une autre phrase.</seg></tuv></tu>
</body></tmx>"""
BOMB = """<?xml version="1.0"?><!DOCTYPE tmx [<!ENTITY a "aaaaaaaaaa">
<!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><tmx version="1.4"><body>&b;</body></tmx>"""
OUTSIDE = """<?xml version="1.0"?><!DOCTYPE tmx [<!ENTITY f SYSTEM "file:///etc/passwd">]>
<tmx version="1.4"><body><tu><tuv xml:lang="en"><seg>&f;</seg></tuv></tu></body></tmx>"""


def send(
    alone: Alone, name: str, content: bytes | str, **query: str
) -> tuple[int, dict[str, object]]:
    data = content.encode() if isinstance(content, str) else content
    answer = alone.page.post("/api/imports", params={"name": name, **query}, content=data)
    return answer.status_code, answer.json()


def zipped(**members: bytes) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            # Without a date: names of tests are made of this, in every process the same.
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return held.getvalue()


def test_a_memory_becomes_items(alone: Alone) -> None:
    status, found = send(alone, "good.tmx", TMX, kind="confidence", layer="pairs")
    assert status == 200, found
    assert (found["layer"], found["kind"], found["added"]) == ("pairs", "confidence", 2)
    status, again = send(alone, "good.tmx", TMX, kind="confidence", layer="pairs")
    assert (again["added"], again["known"]) == (0, 2)


def test_a_layer_is_named_by_its_number_too(alone: Alone) -> None:
    status, found = send(alone, "good.tmx", TMX, layer=str(alone.layer))
    assert status == 200, found
    assert (found["layer"], found["added"]) == ("confidence", 2)
    assert send(alone, "good.tmx", TMX, layer="77")[0] == 404


@pytest.mark.parametrize("name", ["good.tmx.gz", "GOOD.TMX.GZ"])
def test_a_packed_file_is_read(alone: Alone, name: str) -> None:
    status, found = send(alone, name, gzip.compress(TMX.encode()), kind="confidence")
    assert (status, found.get("added")) == (200, 2)


def test_two_word_documents_are_aligned(alone: Alone) -> None:
    files = [path.read_bytes() for path in TEXTS["contract"]]
    told = {"name": [path.name for path in TEXTS["contract"]], "size": [len(files[0])]}
    answer = alone.page.post("/api/previews", params=told, content=b"".join(files))
    assert answer.status_code == 200, answer.json()
    found = answer.json()
    assert (found["kind"], found["languages"], found["items"]) == ("sentences", ["en", "fr"], 1)


def test_a_preview_recognises_languages_that_a_table_does_not_name(alone: Alone) -> None:
    source = "The machine stands in a dry room. Close the valve before you open the door."
    target = "Die Maschine steht in einem trockenen Raum. Schließen Sie das Ventil vor der Tür."
    told = {"name": "pairs.tsv", "kind": "confidence"}
    content = f"source\ttarget\n{source}\t{target}\n".encode()
    answer = alone.page.post("/api/previews", params=told, content=content)
    assert answer.json()["languages"] == ["en", "de"]


def test_an_import_is_in_the_log(alone: Alone) -> None:
    send(alone, "good.tmx", TMX, kind="confidence", layer="pairs")
    entries = alone.page.get("/api/audit").json()["entries"]
    assert {"file": "good.tmx", "layer": "pairs", "added": 2} in [e["details"] for e in entries]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("bomb.tmx", BOMB),
        ("outside.tmx", OUTSIDE),
        ("bomb.tbx", BOMB.replace("tmx", "tbx")),
        ("outside.xml", OUTSIDE),
        ("cut.tmx", TMX[:200]),
        ("bomb.xlsx", zipped(**{"xl/workbook.xml": b"0" * 60_000_000})),
        ("up.xlsx", zipped(**{"../../up": b"x"})),
        ("cut.xlsx", zipped(**{"xl/workbook.xml": b"x" * 500})[:80]),
    ],
)
def test_hostile_and_broken_files_are_refused_in_one_line(
    alone: Alone, name: str, content: bytes | str
) -> None:
    status, found = send(alone, name, content, kind="confidence")
    assert status == 400
    assert list(found) == ["error"]
    error = str(found["error"])
    assert name in error
    assert "root:" not in error
    assert tempfile.gettempdir() not in error
    assert "\n" not in error


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("picture.tmx", b"\x89PNG\r\n\x1a\n"),
        ("program.csv", b"MZ\x90\x00"),
        ("zipped.tsv", b"PK\x03\x04"),
        ("holes.txt", b"a\0b"),
        ("words.xlsx", b"a,b"),
        ("empty.tmx", b""),
        ("picture.tmx.gz", gzip.compress(b"\x89PNG\r\n", mtime=0)),
        ("cut.tmx.gz", gzip.compress(b"<tmx/>" * 999, mtime=0)[:20]),
        ("packed.tmx", gzip.compress(b"<tmx/>", mtime=0)),
    ],
)
def test_content_has_to_be_what_the_name_says(alone: Alone, name: str, content: bytes) -> None:
    status, found = send(alone, name, content)
    assert status == 400
    assert name in str(found["error"])


@pytest.mark.parametrize("name", ["x.exe", "x", ".tmx", "x.tmx.sh", "x.html", "...", "/"])
def test_a_name_has_to_have_an_extension_that_is_known(alone: Alone, name: str) -> None:
    status, found = send(alone, name, TMX)
    assert status == 400
    assert "cannot be imported by its extension" in str(found["error"])


def test_what_can_be_saved_as_something_else_says_so(alone: Alone) -> None:
    _, found = send(alone, "photo.png", b"\x89PNG")
    assert "run OCR on it first" in str(found["error"])


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("../../etc/cron.d/x.tmx", "x.tmx"),
        ("C:\\temp\\x.tmx", "x.tmx"),
        ("a b\n;c.tmx", "a_b_c.tmx"),
        ("x\0.tmx", "x_.tmx"),
        ("Übersetzung.tmx", "Übersetzung.tmx"),
        ("a" * 500 + ".tmx", "a" * 116 + ".tmx"),
    ],
)
def test_names_hold_nothing_that_leads_elsewhere(name: str, safe: str) -> None:
    assert safe_name(name) == safe


def test_nothing_of_an_upload_stays_behind(
    alone: Alone, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "uploads"))
    (tmp_path / "uploads").mkdir()
    send(alone, "good.tmx", TMX, kind="confidence")
    send(alone, "bomb.tmx", BOMB)
    assert list((tmp_path / "uploads").iterdir()) == []


def test_a_kind_that_is_not_there_names_the_kinds(alone: Alone) -> None:
    status, found = send(alone, "good.tmx", TMX, kind="poems")
    assert status == 400
    assert "sentences" in str(found["error"])


def test_a_name_without_anything_is_an_input_error() -> None:
    with pytest.raises(InputError, match="without a name"):
        safe_name("///")
