"""A workspace without its page: what is taken, refused and guessed of files that were dropped."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from diglot import formats
from diglot.annotate.layers.terms.files import CURE
from diglot.annotate.review import jobs
from diglot.annotate.review.jobs import Workspace, open_workspace
from diglot.annotate.review.units import name_languages
from diglot.annotate.review.work import do_job
from diglot.errors import ConfigError, InputError
from diglot.model import Concept, ConceptTerm, Termbase
from tests.formats.documents import packages

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def work(tmp_path: Path) -> Iterator[Workspace]:
    with open_workspace(tmp_path / "work") as found:
        yield found


def test_a_broken_file_is_named_without_its_folder(work: Workspace) -> None:
    job = work.add("contract")
    work.place(job.id, "source", "broken.docx").write_bytes(b"x")
    with pytest.raises(InputError) as caught:
        work.take(job.id, "source", "broken.docx")
    assert str(caught.value).startswith("broken.docx: ")


def test_a_file_of_no_format_is_refused_in_words_of_the_page(work: Workspace) -> None:
    job = work.add("notes")
    work.place(job.id, "source", "notes.xyz").write_text("One sentence.")
    with pytest.raises(InputError, match=r"^notes.xyz: .*extension '.xyz'.*save it as Word"):
        work.take(job.id, "source", "notes.xyz")
    work.place(job.id, "source", "letter.doc").write_bytes(b"x")
    with pytest.raises(InputError, match=r"^letter.doc.*save it as DOCX"):
        work.take(job.id, "source", "letter.doc")


@pytest.mark.parametrize("side", ["source", "termbase"])
def test_a_termbase_is_taken_alone_and_beside_a_memory(
    work: Workspace, tmp_path: Path, side: str
) -> None:
    termbase = Termbase((Concept("1", (ConceptTerm("bread", "en"), ConceptTerm("pain", "fr"))),))
    job = work.add("terms")
    formats.write_termbase(work.place(job.id, side, "terms.tbx"), termbase)
    files = [work.take(job.id, side, "terms.tbx").of(side)[0].name]
    if side == "termbase":
        memory = work.place(job.id, "source", "memory.tsv")
        memory.write_text("en\tfr\nFresh bread.\tDu pain frais.\n", "utf-8")
        work.take(job.id, "source", "memory.tsv")
        files.insert(0, "memory.tsv")
    do_job(work.path(job))
    assert sorted(each.name for each in (work.path(job) / "out").iterdir()) == sorted(files)


def test_what_a_tool_alone_can_write_is_corrected_in_a_memory(work: Workspace) -> None:
    job = work.add("guide")
    work.place(job.id, "source", "guide.sdlxliff").write_text(
        '<xliff version="1.2"><file source-language="en" target-language="de"><body><trans-unit '
        'id="1"><source>Wait.</source><target>Warten.</target></trans-unit></body></file></xliff>'
    )
    work.take(job.id, "source", "guide.sdlxliff")
    do_job(work.path(job))
    (memory,) = (work.path(job) / "out").iterdir()
    assert memory.name == "guide.tmx"
    assert [unit.variants[1].text for unit in formats.read_units(memory)] == ["Warten."]


def test_the_languages_of_a_table_that_does_not_name_them_are_recognised(work: Workspace) -> None:
    job = work.add("mill")
    rows = {
        "source": "target",
        "The mill stands by the river.": "Le moulin se trouve au bord de la rivière.",
        "Its wheel turns all day long.": "Sa roue tourne toute la journée.",
    }
    table = "".join(f"{source}\t{target}\n" for source, target in rows.items())
    work.place(job.id, "source", "mill.tsv").write_text(table, "utf-8")
    assert work.take(job.id, "source", "mill.tsv").files[0].languages == ("en", "fr")
    do_job(work.path(work.get(job.id)))
    (layer,) = work._finish(work.get(job.id)).layers
    assert work.store.layers.get(layer).settings == {"source": "en", "target": "fr"}
    (out,) = (work.path(job) / "out").iterdir()
    named = next(name_languages(formats.read_units(out), ("en", "fr")))
    assert [each.language for each in named.variants] == ["en", "fr"]


@pytest.mark.parametrize("sides", [("source", "target"), ("target", "source")])
def test_of_two_tables_the_glossary_is_the_termbase(
    work: Workspace, sides: tuple[str, str]
) -> None:
    job = work.add("glossary")
    tables = {
        "glossary.csv": "mill;moulin\nwheel;roue\n",
        "memory.csv": "The mill stands by the river.;Le moulin est au bord de la rivière.\n",
    }
    for side, (name, table) in zip(sides, tables.items(), strict=True):
        work.place(job.id, side, name).write_text(f"English;French\n{table}", "utf-8")
        work.take(job.id, side, name)
    found = {each.name: each.side for each in work.get(job.id).files}
    assert found == {"glossary.csv": "termbase", "memory.csv": "source"}
    assert work.get(job.id).name == "memory"
    assert all((work.path(job) / "input" / side / name).is_file() for name, side in found.items())


def test_a_memory_tells_the_languages_of_its_glossary(work: Workspace) -> None:
    job = work.add("mill")
    tables = {
        "memory.csv": "en;fr\nThe mill stands by the river.;La roue est au bord de la rivière.\n",
        "glossary.csv": "source;target\nmill;moulin\n",
    }
    for side, (name, table) in zip(("source", "termbase"), tables.items(), strict=True):
        work.place(job.id, side, name).write_text(table, "utf-8")
        work.take(job.id, side, name)
    do_job(work.path(work.get(job.id)))
    assert "mill" in (work.path(job) / "remarks.json").read_text("utf-8")
    layers = [work.store.layers.get(each) for each in work._finish(work.get(job.id)).layers]
    assert [each.settings for each in layers] == [{"source": "en", "target": "fr"}] * 2


def test_an_error_asks_for_nothing_that_is_typed_on_a_command_line(
    work: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Workspace, "_run", lambda *_: f"a.csv: has terms in en only; {CURE}")
    job = work.add("glossary")
    work._do(job)
    assert work.get(job.id).error.endswith("name the two languages in its first row")
    job = replace(job, notes=("target language not recognised: specify it with -s or -t",))
    assert job.notes == ("target language not recognised: specify it",)


def test_a_job_that_a_full_disk_does_not_take_is_not_shown(
    work: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise InputError("cannot be written (no space left on device)")

    with monkeypatch.context() as patch:
        patch.setattr(jobs, "write_bytes", full)
        with pytest.raises(InputError, match="no space"):
            work.add("contract")
    assert work.all() == []
    assert work.add("contract").state == "draft"


def test_a_job_whose_files_did_not_arrive_leaves_nothing(work: Workspace) -> None:
    job = work.add("contract")
    assert work.remove(job.id).state == "removed"
    assert (work.all(), work.path(job).exists()) == ([], False)


def test_the_sample_is_recognised_and_can_be_brought_back(work: Workspace) -> None:
    job = work.sample()
    assert [(each.language, each.characters > 1000) for each in job.files] == [
        ("en", True),
        ("fr", True),
    ]
    work.remove(job.id)
    assert work.restore(job.id).state == "draft"


def test_languages_may_be_written_as_names(work: Workspace) -> None:
    job = work.sample()
    work.close()  # nothing is to be done in this test
    with pytest.raises(ConfigError, match="did you mean"):
        work.start(job.id, ("Englisch", "Frensh"))
    assert work.start(job.id, ("English", None)).languages == ("en", None)


ENGLISH = "\n".join(
    f"Clause {n} of the licence has not been translated by anybody." for n in range(60)
)


@pytest.mark.parametrize(
    "texts",
    [
        {
            "en": "The mill stands by the river, and its wheel turns all day long.",
            "pl": "Młyn stoi nad rzeką, a jego koło obraca się przez cały dzień.",
        },
        {
            "de": "Die Mühle steht am Fluss, und ihr Rad dreht sich den ganzen Tag.",
            "ja": "水車小屋は川のほとりに立ち、その車輪は一日中回り続けている。" * 40,
        },
    ],
)
def test_a_licence_left_in_english_does_not_make_a_text_english(
    work: Workspace, texts: dict[str, str]
) -> None:
    job = work.add("mill")
    for side, own in zip(("source", "target"), texts.values(), strict=True):
        work.place(job.id, side, f"{side}.txt").write_text(f"{own}\n{ENGLISH}\n", "utf-8")
        work.take(job.id, side, f"{side}.txt")
    assert [each.language for each in work.get(job.id).files] == list(texts)


def test_the_names_of_files_tell_languages_that_their_texts_do_not(work: Workspace) -> None:
    job = work.add("order")
    for side, name in (("source", "order.de.txt"), ("target", "order.en.txt")):
        work.place(job.id, side, name).write_text("4711: 12 x M8\n", "utf-8")
        work.take(job.id, side, name)
    assert [each.language for each in work.get(job.id).files] == ["de", "en"]


def test_short_texts_do_not_promise_that_a_long_one_is_done_at_once(work: Workspace) -> None:
    short = work.sample()
    work._put(replace(short, state="ready", results=("bitext.tmx",), seconds=2.0))
    long = replace(short, files=tuple(replace(each, characters=10**6) for each in short.files))
    assert work._guess(long) > 10 * work._guess(replace(short, files=()))


def test_the_sides_of_a_job_are_exchanged_before_it_begins(work: Workspace) -> None:
    job = work.exchange(work.sample().id)
    assert {each.side: each.language for each in job.files} == {"source": "fr", "target": "en"}
    assert all((work.path(job) / "input" / each.side / each.name).is_file() for each in job.files)
    work.close()  # nothing is to be done in this test
    work.start(job.id, (None, None))
    with pytest.raises(InputError, match="has begun"):
        work.exchange(job.id)


def test_a_pdf_is_read_without_a_fork_while_other_threads_work(
    work: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lock that another thread holds at a fork would never be free again in the child."""
    monkeypatch.delattr(os, "fork")
    made = packages.pdf(tmp_path / "a.pdf", [[(72, 700, 11, "The mill stands by the river.")]])
    job = work.add("mill")

    def take(side: str) -> int:
        work.place(job.id, side, "a.pdf").write_bytes(made.read_bytes())
        return work.take(job.id, side, "a.pdf").of(side)[0].characters

    with ThreadPoolExecutor() as threads:
        assert list(threads.map(take, ("source", "target"))) == [29, 29]


def test_texts_without_a_term_are_read_all_the_same(work: Workspace) -> None:
    job = work.add("one")
    for side, name, text in (
        ("source", "one.en.txt", "Hello."),
        ("target", "one.fr.txt", "Salut."),
    ):
        work.place(job.id, side, name).write_text(f"{text}\n", encoding="utf-8")
        work.take(job.id, side, name)
    do_job(work.path(work.get(job.id)))
    done = work._finish(work.get(job.id))
    assert [work.store.items.page(each, 1)[1] for each in done.layers] == [1, 0]
