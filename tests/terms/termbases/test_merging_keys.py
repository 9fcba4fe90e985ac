import pytest

from diglot.errors import ConfigError
from diglot.terms.termbases import TermKeys
from diglot.terms.termbases.merging import pairs_of
from tests.terms.termbases.small import small


@pytest.mark.parametrize(
    ("match", "first", "second", "same"),
    [
        ("exact", "Bread", "bread", False),
        ("case", "Bread", "bread", True),
        ("case", "l’eau", "l'eau", True),
        ("case", "e\u0301te", "éte", True),
        ("case", "blue  cheese", "blue\u00a0cheese", True),
        ("case", "cheeses", "cheese", False),
        ("lemma", "blue cheeses", "blue cheese", True),
        ("lemma", "bread", "cheese", False),
    ],
)
def test_terms_are_the_same_by_form_case_or_lemma(match, first, second, same):
    keys = TermKeys(match)
    assert (keys.key(first, "en") == keys.key(second, "en")) is same


def test_regions_of_a_language_make_no_difference_but_languages_do():
    keys = TermKeys()
    assert keys.key("four", "fr-CA") == keys.key("four", "FR_be") != keys.key("four", "en")


def test_a_language_without_lemmas_is_matched_by_case():
    keys = TermKeys("lemma")
    assert keys.key("Foo bars", "x-klingon") == ("x", "foo bars")


def test_pairs_are_of_different_languages_and_each_once():
    (concept,) = small("a: bread=en loaf=en pain=fr Brot=de").concepts
    assert len(list(pairs_of(concept, TermKeys()))) == 5


def test_unknown_match_is_one_clear_line():
    with pytest.raises(ConfigError, match="'fuzzy'; it can be exact, case, lemma"):
        TermKeys("fuzzy")
