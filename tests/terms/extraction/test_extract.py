"""Terms of one language, from text to list."""

from __future__ import annotations

from typing import Any

import pytest

from diglot.errors import ConfigError
from diglot.model import Term
from diglot.terms.extraction.candidates import term_candidates
from diglot.terms.extraction.corpus import encode_corpus
from diglot.terms.extraction.extract import TermChoice, TermForms, ranked_terms
from diglot.text.frequencies import Frequencies, counted_frequencies
from tests.terms import toy

APART = TermForms(gathered=())


def terms(
    *lines: str,
    documents: list[int] | None = None,
    method: str = "combined",
    reference: Frequencies | None = None,
    forms: TermForms = APART,
    **choice: Any,
) -> dict[str, Term]:
    text = toy.corpus(lines or toy.LINES, documents=documents)
    found = ranked_terms(
        term_candidates(text),
        method=method,
        reference=reference,
        choice=TermChoice(**choice),
        forms=forms,
    )
    assert list(found) == sorted(found, key=lambda term: -(term.score or 0))
    return {term.text: term for term in found}


def test_terms_are_ranked_and_counted() -> None:
    found = terms()
    assert found["offshore wind turbine"].frequency == 2
    assert found["wind turbine"].contexts
    assert all(0 <= k < len(toy.LINES) for term in found.values() for k in term.contexts)
    assert found["wind turbine"].measures["c-value"] > 0
    assert found["wind turbine"].language == "en"


def test_plural_and_singular_are_one_term_or_two() -> None:
    together, apart = terms(forms=TermForms(("number",))), terms()
    assert "wind turbines" not in together
    assert {"wind turbine", "wind turbines"} <= set(apart)
    for found in (together, apart):
        variants = {v.text: v.kind for v in found["wind turbine"].variants}
        assert variants["wind turbines"] == "number"


def test_a_term_has_the_best_score_of_its_forms() -> None:
    apart, together = terms(), terms(forms=TermForms(("number", "inflection")))
    forms = [apart[text].score or 0 for text in ("wind turbine", "wind turbines")]
    assert together["wind turbine"].score == max(forms)


def test_forms_below_the_cut_stand_with_their_term() -> None:
    cut = terms()["turbine"].score
    found = terms(threshold=cut, forms=TermForms(("number",)))
    assert "turbines" not in terms(threshold=cut)
    assert [(v.text, v.kind) for v in found["turbine"].variants] == [("turbines", "number")]


def test_variants_that_are_terms_of_their_own_stand_with_their_base() -> None:
    found = terms()
    kinds = {v.text: v.kind for v in found["wind turbine"].variants}
    assert kinds["offshore wind turbine"] == "expansion"
    assert kinds["wind power turbine"] == "insertion"
    assert "wind turbine" not in {v.text for v in found["offshore wind turbine"].variants}


def test_proper_names_are_out_unless_asked_for() -> None:
    assert "Siemens" not in terms()
    assert "Siemens" in terms(names=True)


def test_acronyms_are_no_names() -> None:
    assert "HAWT" in terms("the HAWT is tall", "see the HAWT .")


def test_capitals_of_nouns_make_no_names() -> None:
    text = toy.corpus(
        ["die neue Windkraftanlage steht im Meer", "der Rotor der Windkraftanlage"], language="de"
    )
    found = {term.text for term in ranked_terms(term_candidates(text), method="combined")}
    assert "Windkraftanlage" in found


def test_terms_are_written_as_they_mostly_are() -> None:
    lines = ("Wind farms grow .", "the HAWT and wind farms", "a wind farms", "Rotor Blades spin")
    found = terms(*lines)
    assert {"wind farms", "HAWT"} <= set(found)
    assert "hawt" in terms(*lines, forms=TermForms((), usual_case=False))


def test_a_first_word_loses_the_capital_of_the_sentence() -> None:
    assert "turbines" in terms("Turbines turn .")


def test_frequency_letters_digits_and_unwanted_terms() -> None:
    lines = ("the rotor5 , the ab , the blade", "a blade")
    assert set(terms(*lines, least_frequency=2)) == {"blade"}
    assert set(terms(*lines, digits=False)) == {"ab", "blade"}
    assert set(terms(*lines, least_letters=3)) == {"rotor5", "blade"}
    assert set(terms(*lines, unwanted=["Blade "])) == {"rotor5", "ab"}


def test_limit_and_threshold() -> None:
    every = terms()
    best = max(term.score or 0 for term in every.values())
    assert len(terms(limit=3)) == 3
    assert all((term.score or 0) >= best / 2 for term in terms(threshold=best / 2).values())


def test_own_reference_makes_known_words_common() -> None:
    own = counted_frequencies({"rotor": 1000, "the": 1000})
    lines = ("the rotor turns the wheel",)
    found = terms(*lines, method="weirdness", reference=own)
    assert (found["wheel"].score or 0) > (found["rotor"].score or 0)


def test_a_text_without_terms_has_none() -> None:
    assert terms("the , of .") == {}
    assert terms("") == {}


def test_an_unknown_language_is_extracted_without_general_frequencies() -> None:
    text = toy.corpus(["il vento u l-enerġija", "enerġija mir-riħ"], language="mt")
    assert ranked_terms(term_candidates(text), method="c-value")


def test_an_unknown_method_is_refused() -> None:
    with pytest.raises(ConfigError, match="unknown measure"):
        terms(method="magic")


def test_an_unknown_kind_of_variants_is_refused() -> None:
    with pytest.raises(ConfigError, match="choose from number"):
        TermForms(gathered=("magic",))


def test_korean_terms_are_nouns_without_particles_whose_forms_count_together() -> None:
    lines = ("파티션을 설정합니다", "파티션은 디스크에 있습니다", "파티션에 파일을 설치하면 됩니다")
    corpus = encode_corpus((line.split() for line in lines), language="ko")
    found = {
        term.text: term
        for term in ranked_terms(
            term_candidates(corpus), method="frequency", choice=TermChoice(least_frequency=1)
        )
    }
    assert "파티션" in found
    assert {variant.text for variant in found["파티션"].variants} >= {"파티션은", "파티션에"}
    assert not any(term.endswith(("니다", "하면")) for term in found)
