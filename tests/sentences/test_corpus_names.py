"""Names that are written in two scripts."""

from __future__ import annotations

import pytest

from diglot.sentences.corpus import romanised_names


@pytest.mark.parametrize(
    ("sentence", "other", "names"),
    [
        ("后来王琦瑶说了。", "Later Wang Qiyao spoke.", "qiyao wang"),
        ("他们住在上海。", "They lived in Shanghai.", "shanghai"),
        ("Потом Москва молчала.", "Then Moscow was silent.", "moscow"),
        ("Они ждали Пушкина.", "They waited for Pushkin.", "pushkin"),
        ("Його звали Шевченко.", "His name was Shevchenko.", "shevchenko"),
        ("ثم وصل محمد إلى المدينة", "Then Muhammad reached the city.", "muhammad"),
        ("Ήρθε ο Παπαδόπουλος.", "Mister Papadopoulos came.", "papadopoulos"),
    ],
)
def test_a_name_is_found_in_another_script(sentence: str, other: str, names: str) -> None:
    assert romanised_names([sentence, sentence[:2]], [other, "it rained"]) == [names, ""]


def test_names_are_looked_for_in_either_direction() -> None:
    assert romanised_names(["Then Moscow was silent."], ["Потом Москва молчала."]) is None
    assert romanised_names(["Потом Москва молчала."], ["Then Moscow was silent."]) == ["moscow"]


@pytest.mark.parametrize(
    ("source", "target"),
    [
        (["Anna kam."], ["Then Anna came."]),
        (["后来王琦瑶说了。"], ["Потом Анна пришла."]),
        (["후에 서울"], ["Later in Seoul."]),
        (["王琦瑶"], []),
        ([], ["Then Anna came."]),
        (["12."], ["12."]),
    ],
)
def test_one_script_or_none_gives_no_occasion(source: list[str], target: list[str]) -> None:
    assert romanised_names(source, target) is None


def test_a_word_also_written_small_is_no_name() -> None:
    sentences = ["Потом Москва молчала."]
    assert romanised_names(sentences, ["In Moscow."] * 4 + ["a moscow mule"]) == [""]


def test_the_first_word_of_a_sentence_is_no_name() -> None:
    assert romanised_names(["Потом Москва молчала."], ["Moscow was silent."]) == [""]


def test_common_signs_do_not_pose_as_rare_names() -> None:
    """中 stands in every sentence; that somebody is once called Zhong must not tie to them all."""
    sentences = ["他在中间。"] * 12
    seldom = ["Then Zhong came.", *["They left."] * 11]
    often = [*["Then Zhong came."] * 4, *["They left."] * 8]
    assert romanised_names(sentences, seldom) == [""] * 12
    assert romanised_names(sentences, often) == ["zhong"] * 12


def test_too_few_consonants_recognise_nobody() -> None:
    assert romanised_names(["Потом Ева ушла."], ["Then Eva left."]) == [""]


def test_inflection_at_the_end_of_a_name_is_forgiven() -> None:
    sentences = ["Я видел Петрова.", "Он писал Петровым."]
    assert romanised_names(sentences, ["I saw Petrov.", "He wrote to Petrov."]) == ["petrov"] * 2
