"""Files under review: begun, taken up again, written back, never overwritten by mistake."""

from __future__ import annotations

import uuid
from pathlib import Path

import pytest

from diglot import formats
from diglot.annotate.bodies import Operation
from diglot.annotate.options import ReviewOptions
from diglot.annotate.review import files
from diglot.annotate.review.files import (
    Review,
    check_output,
    kind_of,
    open_review,
    write_review,
)
from diglot.annotate.store.annotations import Annotations
from diglot.errors import ConfigError, InputError
from diglot.model import Unit, Variant
from diglot.pipeline.build.building import build_files

PAIRS = (("The cat sat.", "Le chat.", 0.9), ("It rained.", "Il a plu.", 0.3), ("Yes.", "Oui.", 0.8))


@pytest.fixture
def memory(tmp_path: Path) -> Path:
    """A memory of three units, the second doubtful."""
    path = tmp_path / "memory.tmx"
    formats.write_units(
        path,
        [
            Unit((Variant("en", source), Variant("fr", target)), id=str(number), score=score)
            for number, (source, target, score) in enumerate(PAIRS)
        ],
    )
    return path


def _act(review: Review, changes: dict[str, tuple[object, object]], item: int = 0) -> None:
    """Change cells of an item of the first layer, as the page does."""
    store = review.store
    owner = store.people.local_owner()
    items = list(store.items.each(store.layers.all()[0].id))
    record = store.annotations.open(items[item].id, owner.id)
    operation = Operation(str(uuid.uuid4()), "edit", changes)
    store.annotations.apply(record.id, owner.id, record.rev, [operation])


def _beads(review: Review) -> list[str]:
    store = review.store
    item = next(iter(store.items.each(store.layers.all()[0].id)))
    return sorted(
        (name for name in item.cells if name[0] == "b"), key=lambda n: int(n[1:].split("-")[0])
    )


def test_a_review_lies_beside_the_file(memory: Path) -> None:
    with open_review(memory) as review:
        assert review.store.folder == memory.with_name("memory.tmx.review")
        assert len(_beads(review)) == 3


def test_confirming_a_unit_signs_it_and_leaves_the_others(memory: Path) -> None:
    before = list(formats.read_units(memory))
    with open_review(memory) as review:
        second = _beads(review)[1]
        _act(review, {f"c{second[1:]}": (None, True)})
        (written,) = write_review(review)[1]
        name = review.store.people.local_owner().name
    assert written.counts == {"units": 3, "confirmed": 1, "changed": 0, "corrected": 0}
    after = list(formats.read_units(memory))
    assert (after[0], after[2]) == (before[0], before[2])
    assert (after[1].score, after[1].kind) == (1.0, "confirmed")
    assert ("changeid", name) in after[1].properties


def test_merged_units_are_one_in_the_file(memory: Path) -> None:
    with open_review(memory) as review:
        store = review.store
        item = next(iter(store.items.each(store.layers.all()[0].id)))
        one, two, _ = _beads(review)
        _act(
            review,
            {one: (item.cells[one], item.cells[two]), two: (item.cells[two], None)},
        )
        (written,) = write_review(review)[1]
    assert written.counts["changed"] == 1
    units = list(formats.read_units(memory))
    assert [unit.variants[1].text for unit in units] == ["Le chat. Il a plu.", "Oui."]


def test_sentences_that_lost_their_partner_stand_alone(memory: Path) -> None:
    with open_review(memory) as review:
        store = review.store
        item = next(iter(store.items.each(store.layers.all()[0].id)))
        two = _beads(review)[1]
        target = int(two.split("-")[1])
        end, target_end = item.cells[two]
        after = end + 1
        _act(
            review,
            {
                two: (item.cells[two], [end, target]),
                f"b{after}-{target}": (None, [after, target_end]),
            },
        )
        write_review(review)
    texts = [tuple(each.text for each in unit.variants) for unit in formats.read_units(memory)]
    assert texts == [
        ("The cat sat.", "Le chat."),
        ("It rained.", ""),
        ("", "Il a plu."),
        ("Yes.", "Oui."),
    ]


def test_a_segment_that_was_cut_lets_a_sentence_move(memory: Path) -> None:
    with open_review(memory) as review:
        store = review.store
        item = next(iter(store.items.each(store.layers.all()[0].id)))
        one, two, _ = _beads(review)
        end, _ = item.cells[one]
        # "The cat" | "sat.": the second piece goes over to the next link.
        _act(
            review,
            {
                "s0": (end, 7),
                "s8": (None, end),
                one: (item.cells[one], [7, item.cells[one][1]]),
                two: (item.cells[two], None),
                f"b8-{two.split('-')[1]}": (None, item.cells[two]),
            },
        )
        write_review(review)
    texts = [tuple(each.text for each in unit.variants) for unit in formats.read_units(memory)]
    assert texts == [
        ("The cat", "Le chat."),
        ("sat. It rained.", "Il a plu."),
        ("Yes.", "Oui."),
    ]


def test_a_review_is_taken_up_again_after_writing_back(memory: Path) -> None:
    with open_review(memory) as review:
        beads = _beads(review)
        _act(review, {f"c{beads[0][1:]}": (None, True)})
        write_review(review)
    with open_review(memory) as review:
        _act(review, {f"c{beads[2][1:]}": (None, True)})
        (written,) = write_review(review)[1]
    assert written.counts["confirmed"] == 2


def test_a_file_that_changed_meanwhile_is_not_overwritten(memory: Path) -> None:
    with open_review(memory):
        pass
    memory.write_text(memory.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    with pytest.raises(InputError, match="changed by something else"), open_review(memory):
        pass
    with open_review(memory, ReviewOptions(restart=True)) as review:
        assert len(review.files) == 1


def test_the_result_can_go_elsewhere(memory: Path, tmp_path: Path) -> None:
    original = memory.read_bytes()
    out = tmp_path / "out.tsv"
    with open_review(memory) as review:
        write_review(review, out)
    assert memory.read_bytes() == original
    assert len(list(formats.read_units(out))) == 3


def test_a_termbase_is_decided_and_written_back(tmp_path: Path) -> None:
    path = tmp_path / "terms.tbx"
    table = tmp_path / "terms.tsv"
    table.write_text("en\tfr\ncough\ttoux\nfever\tchaud\n", encoding="utf-8")
    formats.write_termbase(path, formats.read_termbase(table))
    with open_review(path) as review:
        _act(review, {"status": (None, "valid"), "preferred": (None, True)}, 0)
        _act(review, {"status": (None, "wrong")}, 1)
        (written,) = write_review(review)[1]
        folder = review.store.folder
    assert written.counts == {"pairs": 2, "valid": 1, "wrong": 1}
    (concept,) = formats.read_termbase(path).concepts
    assert concept.terms[1].status == "preferred"
    assert folder is not None
    refused = formats.read_termbase(folder / "terms.rejected.tsv").concepts
    assert [each.terms[1].status for each in refused] == ["rejected"]


def test_decisions_of_a_termbase_are_read_many_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, table = tmp_path / "terms.tbx", tmp_path / "terms.tsv"
    rows = "".join(f"term {n}\tterme {n}\n" for n in range(7))
    table.write_text(f"en\tfr\n{rows}", encoding="utf-8")
    formats.write_termbase(path, formats.read_termbase(table))
    with open_review(path) as review:
        for item in range(7):
            _act(review, {"status": (None, "valid" if item % 3 else "wrong")}, item)
        monkeypatch.setattr(files, "_TOGETHER", 3)
        monkeypatch.delattr(Annotations, "open")  # one by one takes a minute for 3,000 terms
        (written,) = write_review(review)[1]
    assert written.counts == {"pairs": 7, "valid": 4, "wrong": 3}
    kept = [each.terms[1].text for each in formats.read_termbase(path).concepts]
    assert kept == ["terme 1", "terme 2", "terme 4", "terme 5"]


def test_the_folder_of_a_build_is_reviewed_as_a_whole(memory: Path, tmp_path: Path) -> None:
    folder = tmp_path / "build"
    folder.mkdir()
    memory.rename(folder / "bitext.tmx")
    table = tmp_path / "terms.tsv"
    table.write_text("en\tfr\ncough\ttoux\n", encoding="utf-8")
    formats.write_termbase(folder / "termbase.tbx", formats.read_termbase(table))
    with open_review(folder) as review:
        assert [each.kind for each in review.store.layers.all()] == ["sentences", "terms"]
        assert len(write_review(review)[1]) == 2


def test_a_sentence_that_a_build_left_alone_is_shown_joined_and_never_written_alone(
    memory: Path, tmp_path: Path
) -> None:
    """Who reviews a translation sees what was left out, though a memory has no place for it."""
    alone = Unit((Variant("en", "No dogs."), Variant("fr", "")))
    first, *rest = formats.read_units(memory)
    formats.write_units(memory, [first, alone, *rest])
    written = tmp_path / "out" / "bitext.tmx"
    build_files(memory, out=written.parent)
    languages = ReviewOptions(source_language="en", target_language="fr")
    with open_review(written.parent, languages) as begun:
        review = begun
        (item,) = review.store.items.each(1)
        one, null, *_ = _beads(review)
        _act(review, {f"c{one[1:]}": (None, True)})
        review, (told, *_) = write_review(review)
        assert told.counts["units"] == len(PAIRS)
        sources = [each.variants[0].text for each in formats.read_units(written)]
        assert sources == [source for source, _, _ in PAIRS]
        joined = [item.cells[null][0], item.cells[one][1]]
        _act(review, {one: (item.cells[one], joined), null: (item.cells[null], None)})
        write_review(review)
    sources = [each.variants[0].text for each in formats.read_units(written)]
    assert sources == ["The cat sat. No dogs.", "It rained.", "Yes."]


def test_a_text_cannot_be_reviewed(tmp_path: Path) -> None:
    path = tmp_path / "text.txt"
    path.write_text("Hello.\n", encoding="utf-8")
    with pytest.raises(ConfigError, match="align it first"), open_review(path):
        pass


def test_a_folder_without_anything_to_review_says_what_it_looks_for(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"project\.toml, bitext\.tmx"), open_review(tmp_path):
        pass


def test_a_file_that_nobody_touched_is_the_same_byte_for_byte(memory: Path) -> None:
    text = memory.read_text(encoding="utf-8").replace("<body>", "<body>\n\n<!-- mine -->")
    memory.write_text(text, encoding="utf-8")
    with open_review(memory) as review:
        write_review(review)
    assert memory.read_text(encoding="utf-8") == text


def test_a_file_in_another_encoding_is_read_in_it_when_it_is_written_back(tmp_path: Path) -> None:
    path = tmp_path / "memory.tsv"
    path.write_bytes("source\ttarget\nGröße\tTaille\nTür\tPorte\n".encode("latin-1"))
    with open_review(
        path, ReviewOptions(source_language="de", target_language="fr", encoding="latin-1")
    ) as review:
        _act(review, {f"c{_beads(review)[0][1:]}": (None, True)})
    with open_review(path) as review:
        write_review(review)
    units = list(formats.read_units(path))
    assert [unit.variants[0].text for unit in units] == ["Größe", "Tür"]
    assert units[0].kind == "confirmed"


def test_a_file_that_cannot_be_read_is_named_and_leaves_no_review(tmp_path: Path) -> None:
    path = tmp_path / "empty.tmx"
    path.write_bytes(b"")
    with pytest.raises(InputError) as caught, open_review(path):
        pass
    assert caught.value.path == path
    assert list(tmp_path.iterdir()) == [path]


def test_a_review_of_other_languages_is_not_taken_up_in_silence(memory: Path) -> None:
    with open_review(memory):
        pass
    with (
        pytest.raises(ConfigError, match="under review as sentences, en to fr"),
        open_review(memory, ReviewOptions(target_language="de")),
    ):
        pass


def test_a_format_that_cannot_be_written_is_refused_before_anybody_works(tmp_path: Path) -> None:
    path = tmp_path / "a.ts"
    message = "<message><source>Open</source><translation>Ouvrir</translation></message>"
    path.write_text(
        '<TS version="2.1" sourcelanguage="en" language="fr"><context><name>x</name>'
        f"{message}</context></TS>",
        encoding="utf-8",
    )
    with open_review(path) as review:
        with pytest.raises(ConfigError, match="another file with -o"):
            check_output(review)
        assert check_output(review, tmp_path / "a.tmx") == (tmp_path / "a.tmx",)


@pytest.mark.parametrize(
    ("header", "kind"),
    [("source\ttarget\tstatus", "terms"), ("source\ttarget\tclient", "sentences")],
)
def test_a_table_is_reviewed_as_what_its_columns_say(
    tmp_path: Path, header: str, kind: str
) -> None:
    path = tmp_path / "table.tsv"
    path.write_text(f"{header}\ncough\ttoux\tadmitted\n", encoding="utf-8")
    with open_review(path, ReviewOptions(source_language="en", target_language="fr")) as review:
        assert [each.kind for each in review.files] == [kind]


@pytest.mark.parametrize(
    ("rows", "kind"),
    [
        ("en,fr\n" + "drip tray,bac\n" * 5, "terms"),
        ("en,fr,Définition\ndrip tray,bac,Where water is held.\n", "terms"),
        ("en,fr\n" + "Empty the tray.,Videz le bac.\n" * 5, "sentences"),
        ("source,target\n" + "drip tray,bac\n" * 5, "sentences"),
    ],
)
def test_a_table_of_short_texts_in_two_languages_is_a_termbase(tmp_path, rows, kind):
    path = tmp_path / "table.csv"
    path.write_text(rows, encoding="utf-8")
    assert kind_of(path) == kind


def test_what_a_table_holds_can_be_said(tmp_path: Path) -> None:
    path = tmp_path / "table.tsv"
    path.write_text("source\ttarget\ncough\ttoux\n", encoding="utf-8")
    with open_review(
        path, ReviewOptions(source_language="en", target_language="fr", kind="terms")
    ) as review:
        assert [each.kind for each in review.store.layers.all()] == ["terms"]


def test_a_table_of_terms_without_languages_names_the_options_of_this_command(
    tmp_path: Path,
) -> None:
    path = tmp_path / "table.csv"
    path.write_text("source,target,frequency\ncough,toux,3\n", encoding="utf-8")
    with pytest.raises(InputError, match="with -s and -t"), open_review(path):
        pass
