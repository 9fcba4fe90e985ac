"""The page of a build as a file: what it holds, counts and leaves out, what it forbids."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from diglot.errors import InputError
from diglot.formats.stored import read_bitexts
from diglot.model import Concept, ConceptTerm, Link, Termbase, TermPair
from diglot.pipeline.build.building import build_files
from diglot.report.build.page import (
    sentence_pairs,
    write_build_page,
    write_built_page,
    write_reviewed_page,
)
from tests.report.builds import (
    DOUBTFUL,
    LEASE,
    bitext,
    lease,
    long_build,
    scripts,
    termbase,
    word_links,
)
from tests.report.pages.test_base_packing import unpack, unpack_spans
from tests.report.pages.test_words import data_of

PAIR = 8


@pytest.fixture
def written(tmp_path):
    """Write a page and return its text."""

    def write(content, **options):
        path = tmp_path / "report.html"
        write_build_page(path, content, **options)
        return path.read_text("utf-8")

    return write


def term(data, side, text):
    return next(each for each in data["terms"][side] if each[0] == text)


def translations(data, side, text):
    """Translations of a term with their counts, forms of one word in one list."""
    names = [each[0] for each in data["terms"][1 - side]]
    return [
        [
            (names[form] if isinstance(form, int) else form, n)
            for form, n in zip(flat[::2], flat[1::2], strict=True)
        ]
        for flat in term(data, side, text)[5]
    ]


def marks(data, pair, side):
    """Terms of one side of a pair: text, first word, words, nested."""
    numbers = unpack(data["pairs"][pair][3 + side])
    found, start = [], 0
    for k in range(0, len(numbers), 4):
        start += numbers[k + 1]
        length, nested = divmod(numbers[k + 2], 2)
        found.append((data["terms"][side][numbers[k]][0], start, length, bool(nested)))
    return found


def test_pairs_are_numbered_through_all_bitexts_without_nulls():
    pairs = list(sentence_pairs([bitext(), bitext(LEASE[:2])]))
    assert len(pairs) == len(LEASE) + 2
    assert pairs[0] == pairs[len(LEASE)] == LEASE[0][:2]


def test_every_row_knows_its_pair(written):
    data = data_of(written(lease()))
    rows = data["documents"][0]["rows"]
    assert [row[PAIR] for row in rows] == [*range(len(LEASE)), -1]
    assert len(data["pairs"]) == len(LEASE)
    assert data["shown"] == [len(LEASE), len(LEASE)]


def test_words_stand_where_they_are_in_the_text(written):
    data = data_of(written(lease()))
    text = LEASE[4][1]
    spans = unpack_spans(data["pairs"][4][1])
    assert [text[slice(*span)] for span in spans][:5] == ["Le", "contrat", "de", "prêt", "lie"]


def test_terms_are_marked_longer_ones_first(written):
    data = data_of(written(lease()))
    assert marks(data, 4, 0) == [("loan agreement", 1, 2, False), ("agreement", 2, 1, True)]
    assert marks(data, 0, 1) == [("locataire", 1, 1, False), ("loyer", 4, 1, False)]


def test_occurrences_are_counted_with_their_translations(written):
    data = data_of(written(lease()))
    tenant = term(data, 0, "tenant")
    assert tenant[1:3] == [4, 0]
    assert translations(data, 0, "tenant") == [[("locataire", 2)], [("preneur", 2)]]
    assert translations(data, 1, "locataire") == [[("tenant", 2)]]


def test_variants_count_as_their_term_and_those_inside_longer_terms_apart(written):
    data = data_of(written(lease()))
    agreement = term(data, 0, "agreement")
    assert agreement[1:3] == [3, 1]
    assert translations(data, 0, "agreement") == [[("contrat", 2)], [("convention", 1)]]
    assert agreement[7:] == [[["agreements", "inflection", 1]], [["c_value", 2.25]]]


def test_a_term_seen_only_inside_longer_ones_has_the_translations_from_there(written):
    names = termbase().concepts
    data = data_of(
        written(lease(termbase=Termbase((*names, Concept("c9", (ConceptTerm("loan", "en"),))))))
    )
    loan = term(data, 0, "loan")
    assert loan[1:3] == [0, 1]
    assert loan[6] == 1


def test_the_spread_of_a_term_is_in_tenths_of_the_text(written):
    data = data_of(written(long_build(90)))
    assert term(data, 0, "tenant")[3] == 0b1111111111
    assert term(data_of(written(lease())), 0, "rent")[3] == 0b1


def test_concepts_keep_languages_that_are_on_neither_side(written):
    data = data_of(written(lease()))
    loan = data["concepts"][2]
    assert data["tags"] == ["en", "fr", "de"]
    assert data["sides"] == [0, 1, -1]
    assert loan[1][2][:2] == [2, "Darlehensvertrag"]
    assert loan[6] == [["en", "A contract under which money is lent."]]


def test_sides_follow_the_primary_language(written):
    base = Termbase((Concept("c", (ConceptTerm("rent", "en-GB"), ConceptTerm("loyer", "fr-CA"))),))
    data = data_of(written(lease(termbase=base, languages=("EN", "fr-FR"))))
    assert data["sides"] == [0, 1]
    assert term(data, 0, "rent")[1] == 1


def test_without_languages_those_of_the_documents_are_taken(written):
    data = data_of(written(lease(languages=(None, None))))
    assert data["languages"] == ["en", "fr"]


def test_term_pairs_point_to_their_contexts_and_reasons(written):
    data = data_of(written(lease()))
    first = data["termPairs"][0]
    assert data["terms"][0][first[0]][0] == "tenant"
    assert first[2:5] == [900, [0], [1, 0]]
    assert data["reasons"] == ["often linked"]


def test_a_concept_without_a_score_takes_that_of_its_best_pair(written):
    names = tuple(dataclasses.replace(each, score=None) for each in termbase().concepts)
    data = data_of(written(lease(termbase=Termbase(names))))
    assert [concept[2] if len(concept) > 2 else None for concept in data["concepts"]][:3] == [
        900,
        None,
        700,
    ]


def test_tokens_that_are_given_are_used(written):
    tokens = [(one.rstrip(".").split(), other.rstrip(".").split()) for one, other, _ in LEASE]
    data = data_of(written(lease(tokens=tokens, word_links=None)))
    assert len(unpack_spans(data["pairs"][0][0])) == 5
    assert term(data, 0, "tenant")[1] == 4


def test_without_word_links_known_translations_are_still_found(written):
    data = data_of(written(lease(word_links=None)))
    assert translations(data, 0, "tenant") == [[("locataire", 2)], [("preneur", 2)]]
    assert data["pairs"][0][2] == ""


def test_confidence_of_the_words_stands_in_for_that_of_the_links(written):
    plain = dataclasses.replace(
        bitext(),
        links=tuple(dataclasses.replace(each, score=None, reasons=()) for each in bitext().links),
    )
    confidence = np.full(len(LEASE), 0.95, np.float32)
    confidence[2], confidence[3] = 0.1, np.nan
    rows = data_of(written(lease(bitexts=[plain], confidence=confidence)))["documents"][0]["rows"]
    assert rows[2][2:5] == [0.1, 1, ["words do not match"]]
    assert rows[3][2:5] == [None, 0, []]
    assert rows[4][2:4] == [0.95, 0]


def test_links_with_a_probability_keep_it_and_get_a_reason(written):
    content = lease(confidence=np.full(len(LEASE), 0.01, np.float32))
    rows = data_of(written(content))["documents"][0]["rows"]
    assert rows[0][2:5] == [0.97, 1, ["words do not match"]]
    assert rows[DOUBTFUL][4] == ["no shared names", "words do not match"]


def test_figures_are_those_of_everything(written):
    figures = data_of(written(long_build(90), limit=10))["figures"]
    assert figures["links"] == 91
    assert figures["segments"] == [91, 90]
    assert sum(figures["confidence"]) == 90
    assert figures["types"] == [["1-1", 90], ["1-0", 1]]


def test_a_long_build_is_cut_and_says_so(written):
    data = data_of(written(long_build(900), limit=50))
    assert data["shown"] == [50, 900]
    document = data["documents"][0]
    assert len(document["rows"]) == len(document["source"]["segments"]) == 50
    assert [row[PAIR] for row in document["rows"]] == list(range(50))
    assert term(data, 0, "tenant")[1] == 400
    kept = {row[6] for row in document["rows"]}
    assert {0, 1, 2, 3, 4} <= kept


def test_doubtful_pairs_and_contexts_stay_when_a_build_is_cut(written):
    pairs = [LEASE[5]] * 300
    content = lease(
        bitexts=[bitext(pairs, doubtful=200)],
        word_links=None,
        term_pairs=[TermPair("agreement", "convention", contexts=(250,))],
    )
    rows = data_of(written(content, limit=4))["documents"][0]["rows"]
    assert {200, 250} <= {row[6] for row in rows}


def test_documents_of_which_nothing_stays_are_left_out(written):
    content = lease(bitexts=[bitext(LEASE[:1], doubtful=-1)] * 5, word_links=None, term_pairs=())
    data = data_of(written(content, limit=2))
    assert len(data["documents"]) == 2
    assert data["figures"]["documents"] == 5


def test_three_thousand_pairs_stay_below_four_megabytes(written):
    longer = [(f"{LEASE[k % 4][0]} " * 5, f"{LEASE[k % 4][1]} " * 5, "") for k in range(300)]
    links = word_links([" ".join(f"{k}-{k}" for k in range(25))] * 300)
    page = written(lease(bitexts=[bitext(longer)], word_links=links))
    assert len(page.encode()) < 300 / 3000 * 4e6 + 150_000


def test_arabic_and_chinese_stand_in_their_directions(written):
    data = data_of(written(scripts()))
    assert data["directions"] == ["rtl", "ltr"]
    assert marks(data, 0, 1) == [("贷款合同", 0, 4, False), ("合同", 2, 2, True)]
    assert translations(data, 0, "العقد") == [[("合同", 1)]]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"word_links": word_links(["0-0"])}, "1 pairs have word links, 9 have text"),
        ({"tokens": [(["a"], ["b"])], "word_links": None}, "1 pairs have tokens, 9 have text"),
        ({"confidence": np.ones(3, np.float32)}, "3 pairs have a confidence, 9 have text"),
        ({"word_links": word_links(["9-0", *[""] * 8])}, "pair 0: word link 9-0 lies outside"),
        ({"tokens": [(["a"], ["b"])] * 10, "word_links": None}, "more than 9 pairs have tokens"),
    ],
)
def test_what_does_not_fit_is_refused(tmp_path, changes, message):
    with pytest.raises(ValueError, match=message):
        write_build_page(tmp_path / "report.html", lease(**changes))
    assert list(tmp_path.iterdir()) == []


def test_a_build_of_nothing_is_a_page(written):
    content = lease(bitexts=[], word_links=None, termbase=Termbase(), term_pairs=(), terms=((), ()))
    data = data_of(written(content))
    assert data["documents"] == data["concepts"] == []
    assert data["figures"]["mean"] == -1


def test_notes_signatures_and_files_stand_in_the_page(written):
    data = data_of(written(lease(), title="The lease"))
    assert data["title"] == "The lease"
    assert data["notes"] == ["Two sentences were too long.", "one blank term was passed over"]
    assert data["signatures"] == [["words", "method:gibbs|seed:0|version:0.1.0"]]
    assert data["files"] == [["termbase.tbx", "the terms"]]


HOSTILE = "</script><script>alert(1)</script><!--"


def test_markup_in_texts_and_terms_stays_text(written):
    concept = Concept(HOSTILE, (ConceptTerm(HOSTILE, "en", note=HOSTILE),), note=HOSTILE)
    content = lease(
        bitexts=[bitext([(HOSTILE, HOSTILE, "")], name=HOSTILE)],
        word_links=None,
        termbase=Termbase((concept,)),
        notes=[HOSTILE],
    )
    page = written(content, title=HOSTILE)
    assert page.count("<script") == 2
    assert data_of(page)["terms"][0][0][0] == HOSTILE


def test_the_page_asks_for_nothing(written):
    page = written(lease())
    assert "default-src 'none'" in page
    assert "http://" not in page.replace("http://www.w3.org/2000/svg", "")
    assert "https://" not in page


def test_a_folder_that_is_not_there_is_one_clear_line(tmp_path):
    with pytest.raises(InputError):
        write_build_page(tmp_path / "none" / "report.html", lease())


def test_corrected_pairs_lose_their_word_links_and_the_others_keep_theirs(tmp_path):
    memory = tmp_path / "lease.tsv"
    memory.write_text("".join(f"{en}\t{fr}\n" for en, fr, _ in LEASE * 3), "utf-8")
    out = tmp_path / "out"
    build_files(memory, out=out, page=write_built_page)
    before = data_of((out / "report.html").read_text("utf-8"))
    (built,) = read_bitexts(out / "work" / "sentences.arrays")
    # The first two are joined, and the third is confirmed.
    joined, confirmed = Link((0, 1), (0, 1)), dataclasses.replace(built.links[2], kind="confirmed")
    links = (joined, confirmed, *built.links[3:])
    corrected = dataclasses.replace(built, links=links)
    decided = Termbase((Concept("1", (ConceptTerm("tenant", "en", status="preferred"),)),))
    page = tmp_path / "reviewed.html"
    write_reviewed_page(page, out, [corrected], decided)
    after = data_of(page.read_text("utf-8"))
    assert any(pair[2] for pair in before["pairs"])
    assert [pair[2] for pair in after["pairs"]] == ["", *(pair[2] for pair in before["pairs"][2:])]
    kinds = [row[5] for row in after["documents"][0]["rows"]]
    assert kinds[:3] == ["", "confirmed", ""]
    assert len(after["concepts"]) == 1
    assert term(after, 0, "tenant")[1] == 12
