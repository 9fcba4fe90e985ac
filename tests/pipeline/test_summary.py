"""The links most worth a look."""

from __future__ import annotations

from diglot.model import Bitext, Link
from diglot.pipeline.summary import CountedBitexts, summarise
from tests.report.bitexts import document

LINKS = (
    Link((0,), (0,), 0.99),
    Link((1, 2), (1,), 0.55, reasons=("another split is nearly as likely",)),
    Link((3,), (2,), 0.98, reasons=("1848 ≠ 1849",)),
    Link((4,), (), 0.97),
    Link((5,), (3,), 0.2, reasons=("few words in common",)),
    Link((6,), (4,), 0.1, "confirmed"),
)


def test_faults_of_certain_links_come_first_then_doubt_and_segments_without_counterpart() -> None:
    texts = document([["x"] * 7], name="a.txt"), document([["x"] * 5], name="b.txt")
    bitext = Bitext(*texts, LINKS)
    assert list(map(str, summarise([bitext]).worst)) == [
        'a.txt, segments 4 : 3, "x": 1848 ≠ 1849',
        'a.txt, segments 6 : 4, "x": few words in common',
        'a.txt, segments 5 : –, "x": no counterpart',
        'a.txt, segments 2-3 : 2, "x": another split is nearly as likely',
    ]
    assert len(summarise([bitext, bitext], worst=3).worst) == 3


def test_what_is_doubted_on_every_page_is_one_place_with_a_count() -> None:
    odd = Link((0,), (0,), 0.9, reasons=("not translated: both sides have the same words",))
    pages = [
        Bitext(text, text, (odd,)) for text in (document([["x"]], name=f"{n}.txt") for n in (1, 2))
    ]
    found = summarise([*pages, *pages]).worst
    assert [(place.file, place.times) for place in found] == [("1.txt", 4)]
    assert str(found[0]).endswith("words (4 times in all)")


def test_the_worst_of_every_kind_of_reason_comes_before_the_second_of_any() -> None:
    sure = [Link((n,), (n,), 0.99, reasons=(f"{n} ≠ {n + 9}",)) for n in range(5)]
    odd = Link((5,), (5,), 0.2, reasons=("Anna missing in the target",))
    text = document([["x"] * 6], name="a.txt")
    found = summarise([Bitext(text, text, (*sure, odd))], worst=3).worst
    assert [place.source for place in found] == ["1", "6", "2"]


def test_doubts_are_counted_by_the_kind_of_their_first_reason() -> None:
    reasons = ["1 ≠ 2", "Anna missing in the target", "3 ≠ 4", "target 3.1× as long as expected"]
    links = [Link((n,), (n,), 0.2, reasons=(reason,)) for n, reason in enumerate(reasons)]
    text = document([["x"] * 4], name="a.txt")
    found = summarise([Bitext(text, text, tuple(links))])
    assert list(found.reasons.items()) == [
        ("numbers differ", 2),
        ("length unexpected", 1),
        ("words missing in the target", 1),
    ]
    assert found.doubtful == 4


def test_a_note_on_some_bitexts_only_names_the_first_of_them() -> None:
    texts = [document([["x"]], name=f"{n}.txt") for n in range(3)]
    said = ["of all", "of two"], ["of all"], ["of all", "of one", "of two"]
    pairs = zip(texts, said, strict=True)
    bitexts = [Bitext(text, text, (Link((0,), (0,)),), notes=tuple(each)) for text, each in pairs]
    expected = ("of all", "0.txt and 1 more: of two", "2.txt: of one")
    assert summarise(bitexts).notes == expected
    assert summarise(bitexts[2:]).notes == tuple(said[2])


def test_a_corpus_is_counted_when_it_is_read_first_and_whole() -> None:
    texts = document([["x"] * 7], name="a.txt"), document([["x"] * 5], name="b.txt")
    corpus = [Bitext(*texts, LINKS), Bitext(*texts, LINKS[:3])]
    counted = CountedBitexts(corpus)
    assert next(iter(counted)) is corpus[0]  # a writer that stops
    assert counted.summary == summarise(corpus)
    counted = CountedBitexts(corpus)
    assert list(counted) == corpus
    corpus.clear()
    assert counted.summary.links == len(LINKS) + 3
