"""The links most worth a look."""

from __future__ import annotations

from diglot.model import Bitext, Link
from diglot.report.summary import worst_places
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
    assert list(map(str, worst_places([bitext]))) == [
        "a.txt, segments 4 : 3: 1848 ≠ 1849",
        "a.txt, segments 6 : 4: few words in common",
        "a.txt, segments 5 : –: no counterpart",
        "a.txt, segments 2-3 : 2: another split is nearly as likely",
    ]
    assert len(worst_places([bitext, bitext], count=3)) == 3
