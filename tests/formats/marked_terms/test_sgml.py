"""SGML with marked terms: what counts as text, how terms find their partners, what is refused."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import DiglotError, FormatError
from diglot.formats.marked_terms.sgml import (
    read_annotated_set,
    read_hypotheses,
    scan_segment,
    write_sgml,
)
from diglot.model import AnnotatedSegment, AnnotatedSet, TermMark

COUGH = '<term id="3" type="src_original_and_tgt_original" src="cough" tgt="tousse|toux">'
FEVER = '<term id="4" type="src_lemma_and_tgt_lemma" src="fever" tgt="fièvre">'


def read(tmp_path, source, reference=None):
    left = tmp_path / "set.en.sgm"
    left.write_text(source, encoding="utf-8")
    if reference is None:
        return read_annotated_set(left)
    right = tmp_path / "set.fr.sgm"
    right.write_text(reference, encoding="utf-8")
    return read_annotated_set(left, right)


def line(text, identifier="1"):
    return f'<seg id="{identifier}"> {text} </seg>\n'


def surfaces(segment):
    return [
        (segment.source[slice(*mark.source_span)], segment.reference[slice(*mark.target_span)])
        for mark in segment.terms
    ]


def test_terms_are_found_with_their_places_and_alternatives(tmp_path):
    found = read(
        tmp_path,
        f'<srcset srclang="en">\n<doc docid="d">\n<p>\n{line(f"a {COUGH} cough </term> !")}',
        f'<refset srclang="en" trglang="fr">\n{line(f"une {COUGH} toux </term> !")}',
    )
    assert (found.source_language, found.target_language) == ("en", "fr")
    (segment,) = found.segments
    assert (segment.source, segment.reference) == ("a cough !", "une toux !")
    assert segment.document == "d"
    assert surfaces(segment) == [("cough", "toux")]
    (mark,) = segment.terms
    assert (mark.id, mark.source, mark.listed) == ("3", "cough", "tousse|toux")
    assert mark.alternatives == ("tousse", "toux")


def test_the_form_in_the_reference_joins_the_list_that_lacks_it_as_a_whole(tmp_path):
    # "tou" is part of a listed form, but no member of the list.
    found = read(tmp_path, line(f"{COUGH} cough </term>"), line(f"{COUGH} tou </term>"))
    assert found.segments[0].terms[0].alternatives == ("tousse", "toux", "tou")


def test_a_sign_that_opens_no_term_is_text():
    text = "ages < 5 years , <unk> and <5 <termite> a </b>"
    assert scan_segment(f" {text} ").text == text


def test_entities_are_resolved_after_the_tags():
    found = scan_segment(f"R &amp; D &lt;term&gt; {COUGH} c&eacute;ugh </term>")
    assert found.text == "R & D <term> céugh"
    assert len(found.terms) == 1


def test_white_space_counts_as_one_space_but_not_that_which_does_not_break():
    assert scan_segment("  a \t b\u00a0 c&#10;d  ").text == "a b\u00a0 c d"


def test_terms_nest():
    found = scan_segment(f"{COUGH} dry {FEVER} cough </term> </term> .")
    assert found.text == "dry cough ."
    assert [found.text[slice(*term.span)] for term in found.terms] == ["dry cough", "cough"]


def test_terms_find_their_partners_by_id_whatever_the_order(tmp_path):
    found = read(
        tmp_path,
        line(f"{COUGH} cough </term> and {FEVER} fever </term>"),
        line(f"{FEVER} fièvre </term> et {COUGH} toux </term>"),
    )
    assert surfaces(found.segments[0]) == [("cough", "toux"), ("fever", "fièvre")]


def test_terms_of_one_id_find_their_partners_by_their_order(tmp_path):
    found = read(
        tmp_path,
        line(f"{COUGH} cough </term> , {COUGH} coughs </term>"),
        line(f"{COUGH} toux </term> , {COUGH} tousse </term>"),
    )
    assert surfaces(found.segments[0]) == [("cough", "toux"), ("coughs", "tousse")]


def test_types_say_which_side_was_found_by_its_lemma(tmp_path):
    kinds = [
        ("src_original_and_tgt_original", (False, False)),
        ("src_lemma_and_tgt_original", (True, False)),
        ("src_original_and_tgt_lemma", (False, True)),
        ("src_lemma_and_tgt_lemma", (True, True)),
    ]
    for kind, flags in kinds:
        found = read(tmp_path, line(f'<term id="1" src="a" tgt="b" type="{kind}"> a </term>'))
        (mark,) = found.segments[0].terms
        assert (mark.source_lemma, mark.target_lemma) == flags


def test_a_term_without_a_partner_keeps_its_list_and_is_counted(tmp_path):
    found = read(
        tmp_path,
        line(f"{COUGH} cough </term>"),
        line(f"{FEVER} fièvre </term>"),
    )
    (mark,) = found.segments[0].terms
    assert mark.target_span is None
    assert found.notes == (
        "1 term without a partner in the reference, its place unknown",
        "1 term of the reference without a partner in the source, left out",
    )


def test_segments_are_paired_by_id_not_by_line(tmp_path):
    found = read(tmp_path, line("a", "1") + line("b", "2"), line("B", "2") + line("A", "1"))
    assert [(each.source, each.reference) for each in found.segments] == [("a", "A"), ("b", "B")]


def test_ids_that_begin_anew_in_every_document_get_its_name(tmp_path):
    text = f'<doc docid="x">\n{line("a")}</doc>\n<doc docid="y">\n{line("b")}</doc>\n'
    found = read(tmp_path, text, text)
    assert [each.id for each in found.segments] == ["x:1", "y:1"]


def test_several_segments_on_one_line_are_read(tmp_path):
    found = read(tmp_path, (line("a", "1") + line("b", "2")).replace("\n", " "))
    assert [each.source for each in found.segments] == ["a", "b"]


def test_attributes_in_any_order_and_quotes_are_read(tmp_path):
    found = read(
        tmp_path, line("<TERM tgt='l&#39;eau | \"x\"' SRC='water' id = \"7\" > water </TERM>")
    )
    (mark,) = found.segments[0].terms
    assert (mark.id, mark.source, mark.alternatives) == ("7", "water", ("l'eau", '"x"'))


def test_hypotheses_are_read_by_id_without_tags(tmp_path):
    path = tmp_path / "h.sgm"
    path.write_text(f"<tstset>\n{line(f'une {COUGH} toux </term> < 5', '8')}{line('', '9')}")
    found = read_hypotheses(path)
    assert found.ids == ("8", "9")
    assert found.texts == ("une toux < 5", "")
    assert found.name == "h"


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (line(f"{COUGH} cough"), r"set.en.sgm, line 1: a <term> is not closed .*segment 1"),
        (line("cough </term>"), r"line 1: a </term> closes nothing .*segment 1"),
        (line("<term src='a' tgt='b'> a </term>"), r"line 1: a <term> has no id"),
        (line("<term id='1' src='a'> a </term>"), r"line 1: the term '1' has no translation"),
        ('<seg id="1"> a\n</seg>\n', r"line 1: a segment is not closed on its line; put every"),
        ("a </seg>\n", r"line 1: a segment ends on a line where none begins"),
        ("<seg> a </seg>\n", r"line 1: a segment has no id; give every <seg> an id"),
        (line("a") + line("b"), r"line 2: the id '1' appears twice"),
        ("<srcset>\n", r"holds no segments"),
        ("", r"holds no segments"),
    ],
)
def test_a_broken_file_is_one_line_with_its_place_and_cure(tmp_path, source, message):
    with pytest.raises(FormatError, match=message) as caught:
        read(tmp_path, source)
    assert "\n" not in str(caught.value)
    assert "; " in str(caught.value)


def test_files_of_different_test_sets_are_refused(tmp_path):
    with pytest.raises(FormatError, match=r"set.fr.sgm: lacks 1 of the 2 segments .* id '2'"):
        read(tmp_path, line("a") + line("b", "2"), line("a"))
    with pytest.raises(FormatError, match=r"set.en.sgm: lacks 1 of the 2 segments .* id '2'"):
        read(tmp_path, line("a"), line("a") + line("b", "2"))


def test_a_long_segment_full_of_signs_takes_no_time():
    signs = "<term '\"" * 60_000 + "<" * 60_000 + COUGH + " x </term>" + '<term id="' * 60_000
    assert len(scan_segment(signs).terms) <= 2


@given(st.text(alphabet="<>/=\"'&;| terms#id1\n", max_size=200))
def test_no_segment_breaks_the_scanner(content):
    found = scan_segment(content)
    for term in found.terms:
        assert 0 <= term.span[0] <= term.span[1] <= len(found.text)


PIECES = [
    "<seg id='1'>",
    "</seg>",
    "<term id='2' tgt='x'>",
    "</term>",
    "<",
    "a",
    "\n",
    "<doc ",
    ">",
]


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_a_file_of_any_pieces_is_read_or_refused(tmp_path_factory, content):
    path = tmp_path_factory.getbasetemp() / "fuzz.sgm"
    path.write_text(content, encoding="utf-8")
    for reader in (read_annotated_set, read_hypotheses):
        try:
            reader(path)
        except DiglotError:
            continue


def mark(identifier, source_span, target_span, alternatives=("x",)):
    return TermMark(identifier, "s", alternatives, source_span, target_span)


def written(tmp_path, *segments):
    paths = tmp_path / "a.sgm", tmp_path / "b.sgm"
    lost = write_sgml(*paths, AnnotatedSet(segments, "en", "fr"))
    return read_annotated_set(*paths), {each.kind: each.count for each in lost}


def test_what_was_written_is_read_again(tmp_path):
    segment = AnnotatedSegment(
        "a&b",
        "l'eau < 5 & l'air, \"oui\".",
        "the water <term> &amp; air.",
        (mark("1", (2, 5), (4, 9), ("water",)), mark('2"', (14, 17), (23, 26), ("a>b", "air"))),
        "d'oc",
    )
    found, lost = written(tmp_path, segment)
    assert lost == {}
    assert found.segments[0].source == segment.source
    assert found.segments[0].reference == segment.reference
    assert found.segments[0].document == "d'oc"
    spans = [(each.source_span, each.target_span) for each in found.segments[0].terms]
    assert spans == [((2, 5), (4, 9)), ((14, 17), (23, 26))]
    assert [each.id for each in found.segments[0].terms] == ["1", '2"']


def test_what_the_format_cannot_carry_is_counted(tmp_path):
    rejected = TermMark("9", "s", ("x",), (0, 1), (0, 1), verified=False)
    segment = AnnotatedSegment(
        "1",
        "a b c d",
        "a b c d",
        (
            mark("1", (0, 3), (0, 3), ("x|y", "z")),
            mark("2", (2, 5), (4, 5)),
            mark("3", None, (6, 7)),
            rejected,
        ),
    )
    found, lost = written(tmp_path, segment)
    assert lost == {
        "mark that overlaps another one in part": 1,
        "mark without a place in the source": 1,
        "rejected mark": 1,
        "translation that holds a |": 1,
    }
    assert [each.id for each in found.segments[0].terms] == ["1"]


def test_the_development_set_of_2021_has_its_known_figures(shared_data):
    folder = shared_data / "consistency" / "terminology_evaluation"
    found = read_annotated_set(folder / "dev.en-fr.en.sgm", folder / "dev.en-fr.fr.sgm")
    marked = [(segment, each) for segment in found.segments for each in segment.terms]
    surface = [segment.reference[slice(*each.target_span)] for segment, each in marked]
    assert len(found.segments) == 971
    assert sum(bool(segment.terms) for segment in found.segments) == 498
    assert len(marked) == 901
    assert sum(len(text.split()) > 1 for text in surface) == 167
    assert sum(len(each.alternatives) > 1 for _, each in marked) == 517
    unlisted = [
        text
        for text, (_, each) in zip(surface, marked, strict=True)
        if text not in each.listed.split("|")
    ]
    assert len(unlisted) == 43
    kinds = Counter((each.source_lemma, each.target_lemma) for _, each in marked)
    assert kinds == {
        (False, False): 797,
        (True, False): 61,
        (False, True): 42,
        (True, True): 1,
    }
    assert found.notes == ()
    assert (found.source_language, found.target_language) == ("en", "fr")
    raw = {segment.id: segment for segment in found.segments if segment.id in {"948", "972"}}
    assert all(" : < 5 years , 5-17 " in segment.source for segment in raw.values())
    assert all(" : < 5 ans , 5-17 " in segment.reference for segment in raw.values())


def test_the_translations_of_the_development_set_have_its_segments(shared_data):
    folder = shared_data / "consistency" / "terminology_evaluation"
    found = read_annotated_set(folder / "dev.en-fr.en.sgm")
    names = [
        "en-fr.dev.txt.truecased",
        "derived/naive",
        "derived/smart",
        "derived/reference_as_hyp",
    ]
    for name in names:
        hypotheses = read_hypotheses(folder / f"{name}.sgm")
        assert set(hypotheses.ids) == {segment.id for segment in found.segments}


def test_the_development_set_comes_back_as_it_was_read(shared_data, tmp_path):
    folder = shared_data / "consistency" / "terminology_evaluation"
    found = read_annotated_set(folder / "dev.en-fr.en.sgm", folder / "dev.en-fr.fr.sgm")
    assert write_sgml(tmp_path / "a.sgm", tmp_path / "b.sgm", found) == ()
    assert read_annotated_set(tmp_path / "a.sgm", tmp_path / "b.sgm").segments == found.segments
