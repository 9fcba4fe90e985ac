import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import FormatError
from diglot.formats.blocks import Skips
from diglot.formats.units import (
    bitext_of,
    merge_equal_units,
    signature_of,
    units_of,
)
from diglot.model import Bitext, Block, Document, Link, Markup, Segment, Signature, Unit, Variant
from tests.formats.strategies import texts

words = texts().filter(bool)


def document(*blocks, language="en", name="d", kind="paragraph", markup=(), documents=None):
    """A document of blocks, each a list of segments with one space between them."""
    text, made, segments = "", [], []
    for number, block in enumerate(blocks):
        text += "\n" if number else ""
        start = len(text)
        for place, segment in enumerate(block):
            text += " " if place else ""
            segments.append(Segment(len(text), len(text) + len(segment), number))
            text += segment
        owner = documents[number] if documents else None
        made.append(Block(start, len(text), kind, document=owner))
    return Document(text, tuple(made), tuple(segments), language, name, tuple(markup))


BITEXT = Bitext(
    document(["A one.", "B two."], ["C three."], ["D four."], language="en"),
    document(["A un."], ["C trois.", "C bis."], language="fr"),
    (
        Link((0, 1), (0,), 0.9),
        Link((2,), (1, 2), 0.4, "confirmed", ("length 2.4×",)),
        Link((3,), (), 0.8),
    ),
    signature=Signature("crf", "0.1.0", (("max_merge", "6"),), "abcdef012345"),
)


def test_links_become_units_with_all_they_know():
    first, second, third = units_of(BITEXT)
    assert first == Unit(
        (Variant("en", "A one. B two.", (), (6, 6)), Variant("fr", "A un.")),
        score=0.9,
        method="method:crf|max_merge:6|data:abcdef012345|version:0.1.0",
        document="d",
        paragraphs=(0, 0),
    )
    assert second.variants[1] == Variant("fr", "C trois. C bis.", (), (8, 6))
    assert (second.kind, second.reasons, second.paragraphs) == (
        "confirmed",
        ("length 2.4×",),
        (1, 1),
    )
    assert third.variants[1] == Variant("fr", "")
    assert third.paragraphs == (2, -1)


def test_bitext_survives_as_units():
    back = bitext_of(units_of(BITEXT), name="d")
    assert back.links == BITEXT.links
    assert back.signature == BITEXT.signature
    for side, original in ((back.source, BITEXT.source), (back.target, BITEXT.target)):
        assert side.segment_texts == original.segment_texts
        assert side.language == original.language
        assert [each.paragraph for each in side.segments] == [
            each.paragraph for each in original.segments
        ]
    assert list(units_of(back)) == list(units_of(BITEXT))


def test_nulls_can_be_left_out():
    assert len(list(units_of(BITEXT, keep_nulls=False))) == 2


def test_several_bitexts_are_pooled_with_their_names():
    other = Bitext(
        document(["X."], language="en", name="e"),
        document(["Y."], language="fr", name="e"),
        (Link((0,), (0,), 1.0),),
    )
    pooled = bitext_of(units_of([BITEXT, other]))
    assert [block.document for block in pooled.source.blocks] == ["d", "d", "d", "e"]
    assert [(u.document, u.paragraphs) for u in units_of(pooled)] == [
        ("d", (0, 0)),
        ("d", (1, 1)),
        ("d", (2, -1)),
        ("e", (0, 0)),
    ]


@st.composite
def streams(draw):
    """Units as a bitext gives them: documents one after the other, paragraphs ascending."""
    found = []
    for name in draw(st.lists(st.sampled_from("abc"), unique=True, min_size=1)):
        place = [0, 0]
        for _ in range(draw(st.integers(1, 4))):
            place = [each + draw(st.integers(0, 2)) for each in place]
            variants = []
            for language, gap in (("en", " "), ("zh", "")):
                parts = draw(st.lists(words, min_size=1, max_size=3))
                lengths = tuple(map(len, parts)) if len(parts) > 1 else ()
                variants.append(Variant(language, gap.join(parts), (), lengths))
            found.append(
                Unit(
                    tuple(variants),
                    score=draw(st.none() | st.floats(0, 1)),
                    kind=draw(st.none() | st.just("k")),
                    reasons=tuple(draw(st.lists(words, max_size=2))),
                    document=name,
                    paragraphs=(place[0], place[1]),
                )
            )
    return found


@given(streams())
def test_units_survive_as_a_bitext(found):
    bitext = bitext_of(found)
    assert list(units_of(bitext)) == found
    for side in (bitext.source, bitext.target):
        for segment in side.segments:
            block = side.blocks[segment.paragraph]
            assert block.start <= segment.start <= segment.end <= block.end
        for before, after in zip(side.blocks, side.blocks[1:], strict=False):
            assert side.text[before.end : after.start] == "\n"


def test_unit_without_paragraphs_is_a_line_of_its_own():
    found = [
        Unit((Variant("en", "a"), Variant("fr", "b"))),
        Unit((Variant("en", "c"), Variant("fr", "d"))),
    ]
    bitext = bitext_of(found)
    assert [block.kind for block in bitext.source.blocks] == ["line", "line"]
    assert list(units_of(bitext)) == found


def test_markup_goes_with_its_segment():
    source = document(
        ["one", "two"],
        markup=[Markup(0, 3, "b"), Markup(4, 4, "br"), Markup(5, 7, "i"), Markup(2, 5, "crossing")],
    )
    bitext = Bitext(source, document(["x", "y"]), (Link((1, 0), (0,)), Link((), (1,))))
    (unit, _) = units_of(bitext)
    assert unit.variants[0].text == "two one"
    assert unit.variants[0].markup == (
        Markup(0, 0, "br"),
        Markup(1, 3, "i"),
        Markup(4, 7, "b"),
    )
    assert bitext_of([unit]).source.markup == unit.variants[0].markup


def test_empty_segment_is_not_the_same_as_none():
    bitext = Bitext(document([""]), document(["x"]), (Link((0,), (0,)),))
    (unit,) = units_of(bitext)
    assert unit.variants[0].segments == (0,)
    assert bitext_of([unit]).links[0].type == "1-1"
    null = Bitext(document(["a"]), document(["x"]), (Link((), (0,)),))
    assert bitext_of(units_of(null)).links[0].type == "0-1"


def test_languages_match_exactly_then_by_prefix_then_unknown():
    unit = Unit(
        (Variant("en-US", "us"), Variant("en_GB", "gb"), Variant("fr", "f"), Variant("und", "u"))
    )
    assert bitext_of([unit], source_language="en-gb", target_language="fr-CA").source.text == "gb"
    assert bitext_of([unit], source_language="en", target_language="fr").source.text == "us"
    assert bitext_of([unit], source_language="fr", target_language="sv").target.language == "sv"
    assert bitext_of([unit]).target.text == "f"


def test_same_language_on_both_sides_goes_by_order():
    bitext = bitext_of(
        [Unit((Variant("en", "old"), Variant("en", "new")))],
        source_language="en",
        target_language="en",
    )
    assert (bitext.source.text, bitext.target.text) == ("old", "new")


def test_units_without_both_sides_are_counted():
    skips = Skips()
    bitext_of(
        [
            Unit((Variant("en", "a"), Variant("fr", "b"))),
            Unit((Variant("en", "a"),)),
            Unit(()),
            Unit((Variant("en", ""), Variant("fr", ""))),
        ],
        skips=skips,
    )
    assert [(skip.kind, skip.count) for skip in skips.entries()] == [
        ("unit without text", 1),
        ("unit without fr", 1),
        ("unit without en", 1),
    ]


def test_no_usable_unit_is_an_error(tmp_path):
    for found in ([], [Unit(())], [Unit((Variant("en", "a"),))]):
        with pytest.raises(FormatError, match="both languages"):
            bitext_of(found, path=tmp_path / "t.tmx")


def test_segment_lengths_that_do_not_fit_are_ignored():
    for lengths in ((1, 99), (-1, 5), (1, 1)):
        variant = Variant("en", "a bcd", (), lengths)
        bitext = bitext_of([Unit((variant, Variant("fr", "x")))])
        assert bitext.source.segment_texts == ["a bcd"]


def test_huge_paragraph_numbers_make_no_huge_document():
    bitext = bitext_of([Unit((Variant("en", "a"), Variant("fr", "b")), paragraphs=(10**9, 10**18))])
    assert len(bitext.source.blocks) == 1


def test_signature_line_is_read_back_and_a_name_is_a_method():
    def method(text):
        unit = Unit((Variant("en", "a"), Variant("fr", "b")), method=text)
        return bitext_of([unit]).signature

    assert method("method:crf|x:1|y:2|version:0.1.0") == Signature(
        "crf", "0.1.0", (("x", "1"), ("y", "2"))
    )
    assert method("hunalign") == Signature("hunalign", "")
    assert str(method("method:crf|version:1")) == "method:crf|version:1"


def test_merging_counts_and_does_not_confuse_borders():
    one = Unit((Variant("en", "ab"), Variant("fr", "c")))
    two = Unit((Variant("en", "a"), Variant("fr", "bc")))
    skips = Skips()
    assert list(merge_equal_units([one, two, one], skips)) == [one, two]
    assert skips.entries()[0].count == 1


@pytest.mark.parametrize("line", ["by hand", "method|version:1", "version:1", "method:crf"])
def test_a_method_that_is_no_signature_is_a_name(line):
    assert signature_of(line) == Signature(method=line, version="")
