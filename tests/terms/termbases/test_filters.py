from dataclasses import replace

import pytest

from diglot.errors import ConfigError
from diglot.terms.termbases import (
    in_languages,
    make_stop_list,
    with_least_score,
    with_status,
    without_known,
    without_stopped,
)
from tests.terms.termbases.small import shown, small

FOUND = small(
    "a: bread=en pain=fr miche=fr", "b: oven=en four=fr", "c: salt=en sel=fr", "d: dough=en"
)


def test_languages_are_kept_with_their_regions():
    termbase = small("a: colour=en-GB couleur=fr Farbe=de", "b: Ofen=de")
    assert shown(in_languages(termbase, ["en", "fr"])) == ["a: colour=en-GB couleur=fr"]
    assert shown(in_languages(termbase, ["en-US", "de"])) == ["a: Farbe=de", "b: Ofen=de"]


def test_definitions_of_other_languages_go():
    (concept,) = small("a: x=en").concepts
    told = replace(FOUND, concepts=(replace(concept, definitions=(("", "p"), ("de", "q"))),))
    assert in_languages(told, ["en"]).concepts[0].definitions == (("", "p"),)


def test_complete_concepts_have_every_language():
    assert shown(in_languages(FOUND, ["en", "fr"], complete=True)) == shown(FOUND)[:3]


def test_low_scores_go_and_missing_ones_stay():
    bread, pain, miche = FOUND.concepts[0].terms
    terms = (bread, replace(pain, score=0.9), replace(miche, score=0.2))
    oven, four = FOUND.concepts[1].terms
    termbase = replace(
        FOUND,
        concepts=(
            replace(FOUND.concepts[0], terms=terms),
            replace(FOUND.concepts[1], terms=(oven, replace(four, score=0.1))),
            replace(FOUND.concepts[2], score=0.3),
            FOUND.concepts[3],
        ),
    )
    assert shown(with_least_score(termbase, 0.5)) == ["a: bread=en pain=fr", "d: dough=en"]


@pytest.mark.parametrize("score", [-0.1, 1.5, float("nan")])
def test_a_score_that_is_none_is_an_error(score):
    with pytest.raises(ConfigError, match="between 0 and 1"):
        with_least_score(FOUND, score)


@pytest.mark.parametrize(
    ("statuses", "left"),
    [
        (["preferred"], ["a: x=en y=fr+"]),
        (["preferred", "rejected"], ["a: x=en y=fr+ z=fr-", "b: p=en q=fr-"]),
        (["none"], ["c: r=en s=fr"]),
    ],
)
def test_concepts_are_kept_by_what_was_decided(statuses, left):
    termbase = small("a: x=en y=fr+ z=fr-", "b: p=en q=fr-", "c: r=en s=fr")
    assert shown(with_status(termbase, statuses)) == left


def test_an_unknown_status_lists_the_known_ones():
    with pytest.raises(ConfigError, match="'ok'; it can be preferred, admitted"):
        with_status(FOUND, ["ok"])


def test_only_new_pairs_stay_and_known_translations_go():
    existing = small("1: Bread=en pain=fr", "2: oven=en four=fr", "3: dough=en")
    assert shown(without_known(FOUND, [existing])) == ["a: bread=en miche=fr", "c: salt=en sel=fr"]


def test_a_known_term_with_another_translation_is_new():
    assert shown(without_known(small("a: oven=en fourneau=fr"), [small("1: oven=en four=fr")])) == [
        "a: oven=en fourneau=fr"
    ]


def test_only_new_terms_stay_by_terms():
    existing = small("1: bread=en", "2: sel=fr")
    assert shown(without_known(FOUND, [existing], unit="term")) == [
        "b: oven=en four=fr",
        "d: dough=en",
    ]


def test_lemmas_find_known_terms_in_other_numbers():
    existing = [small("1: ovens=en fours=fr")]
    assert len(without_known(FOUND, existing, match="lemma").concepts) == 3
    assert len(without_known(FOUND, existing).concepts) == 4


def test_nothing_is_new_in_the_termbase_itself():
    assert without_known(FOUND, [FOUND]).concepts == ()


def test_a_new_crossing_of_known_terms_stays():
    existing = small("1: x=en y=fr", "2: z=en w=fr")
    crossing = small("a: x=en y=fr z=en w=fr")
    assert without_known(crossing, [existing]).concepts == crossing.concepts


def test_a_plain_list_stops_its_terms_in_any_language():
    stopped = make_stop_list([small("1: Miche=und", "2: oven=en")])
    assert shown(without_stopped(FOUND, stopped)) == [
        "a: bread=en pain=fr",
        "c: salt=en sel=fr",
        "d: dough=en",
    ]


def test_forbidden_terms_are_stopped_everywhere_and_others_of_their_termbase_are_not():
    stopped = make_stop_list([small("1: loaf=en miche=fr!", "2: salt=en sel=fr+")])
    assert shown(without_stopped(FOUND, stopped)) == [
        "a: bread=en pain=fr",
        "b: oven=en four=fr",
        "c: salt=en sel=fr",
        "d: dough=en",
    ]


def test_rejected_terms_are_stopped_beside_their_partner_only():
    stopped = make_stop_list([small("1: oven=en sel=fr- four=fr+", "2: dough=en-")])
    assert (
        shown(without_stopped(small("a: oven=en sel=fr", *shown(FOUND)), stopped))
        == (shown(FOUND)[:3])
    )


def test_an_unknown_unit_is_one_clear_line():
    with pytest.raises(ConfigError, match="'word'; it can be pair, term"):
        without_known(FOUND, [], unit="word")
