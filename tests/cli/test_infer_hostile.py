"""Whatever stands in a file of a dictionary: an answer or an error of one line, no trace."""

from __future__ import annotations

import contextlib
import io
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diglot.cli import main

EXTENSIONS = ("tsv", "csv", "dix", "jsonl", "tei", "ttl", "nt", "tbx", "xml", "xlsx", "lexgraph")
GOOD = "source\ttarget\tpos\nperro\tchien\tnoun\ngato\tchat\tnoun\n"
FRAGMENTS = st.sampled_from(
    [
        *("source", "target", "\t", "\n", "dog", "perro", '"', ",", "eng", "1.5", "nan", "\ufeff"),
        *("<dictionary>", "<e><p><l>dog</l><r>perro</r></p></e>", "</dictionary>", "<TEI>", "&x;"),
        *("<entry><form><orth>dog</orth></form>", "<!DOCTYPE x>", "{", "}", '{"source": "dog"'),
        *('"target": "perro"', "[", "]", "@prefix ontolex: <http://x> .", "\u202e", "\U0001f436"),
    ]
)
BINARY = (
    *(b"\x89DGL\r\n\x1a\n" + bytes(64), b"PK\x03\x04" + bytes(40), b"\x1f\x8b\x08\x00", b""),
    *(b"\xff\xfe" + "dog\tperro\n".encode("utf-16-le"), bytes(range(256)), b"\x00" * 100),
)


def answer(content: bytes, extension: str, *options: str) -> tuple[int, str]:
    """The code and the error of inferring over a file with this content."""
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / f"en-es.{extension}"
        path.write_bytes(content)
        good = Path(name) / "es-fr.tsv"
        good.write_text(GOOD, encoding="utf-8")
        err = io.StringIO()
        with contextlib.redirect_stderr(err), contextlib.redirect_stdout(io.StringIO()):
            code = main(
                [
                    *("infer", str(path), str(good), "--from", "en", "--to", "fr", "--quiet"),
                    *("--method", "walk", *options),
                ]
            )
        return code, err.getvalue()


def check(content: bytes, extension: str) -> None:
    for options in ((), ("--skip-bad",)):
        code, error = answer(content, extension, *options)
        assert code in (0, 2), error
        assert error.count("\n") == (code == 2)


@pytest.mark.parametrize("extension", EXTENSIONS)
@pytest.mark.parametrize("content", BINARY, ids=range(len(BINARY)))
def test_binary_content_is_refused_in_one_line(content: bytes, extension: str) -> None:
    check(content, extension)


@pytest.mark.parametrize("extension", EXTENSIONS)
@settings(max_examples=5)
@given(parts=st.lists(FRAGMENTS, max_size=12))
def test_fragments_of_formats_are_read_or_refused_in_one_line(
    extension: str, parts: list[str]
) -> None:
    check("".join(parts).encode("utf-8"), extension)


@settings(max_examples=8)
@given(st.binary(max_size=200))
def test_random_bytes_are_read_or_refused_in_one_line(content: bytes) -> None:
    check(content, "tsv")


word = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\t\r\n"), max_size=6)


@pytest.mark.slow
@settings(max_examples=10)
@given(st.lists(st.tuples(word, word), min_size=1, max_size=8))
def test_words_of_any_script_go_through(rows: list[tuple[str, str]]) -> None:
    lines = ["source\ttarget", *(f"{one}\t{other}" for one, other in rows)]
    check("\n".join(lines).encode("utf-8"), "tsv")
