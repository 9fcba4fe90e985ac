"""Segments whose words belong to the other side of the same texts."""

from __future__ import annotations

import pytest

from diglot.model import Link
from diglot.sentences.reasons import Vocabularies

ENGLISH = [
    "The lessee shall pay the rent of the house on the first day of the month.",
    "The lessor shall keep the roof and the walls of the house in repair.",
    "If the rent is not paid, the lessor may end the lease in writing.",
    "The keys of the house are handed over on the day of the contract.",
]
FRENCH = [
    "Le locataire paie le loyer de la maison le premier jour du mois.",
    "Le bailleur tient le toit et les murs de la maison en bon état.",
    "Si le loyer n'est pas payé, le bailleur peut mettre fin au bail par écrit.",
    "Les clés de la maison sont remises le jour du contrat.",
]
CHINESE = [
    "承租人应在每月第一天支付房屋租金。",
    "出租人应修理房屋的屋顶和墙壁。",
    "钥匙在合同当天移交。",
]
COPIED = "The rent of the garage is paid on the same day."


def reasons(source: list[str], target: list[str]) -> list[tuple[str, ...]]:
    """Of one-to-one links."""
    links = [Link((n,), (n,)) for n in range(len(source))]
    found = Vocabularies(source, target).reasons(links)
    return [tuple(found.get(n, ())) for n in range(len(source))]


@pytest.mark.parametrize(("source", "target"), [(ENGLISH, FRENCH), (ENGLISH[:3], CHINESE)])
def test_translations_are_in_the_language_of_their_side(
    source: list[str], target: list[str]
) -> None:
    assert reasons(source, target) == [()] * len(source)


def test_what_was_not_translated_is_named_with_the_words_that_tell() -> None:
    found = reasons([*ENGLISH, COPIED], [*FRENCH, COPIED])
    assert found[:-1] == [()] * 4
    assert found[-1] == ("language of the target unexpected: the, of, day",)


def test_the_sides_are_judged_alike() -> None:
    found = reasons([*FRENCH, COPIED], [*ENGLISH, COPIED])
    assert found[-1] == ("language of the source unexpected: the, of, day",)


def test_one_of_several_segments_of_a_link_is_enough() -> None:
    vocabularies = Vocabularies([*ENGLISH, COPIED], [*FRENCH, COPIED])
    assert len(vocabularies.reasons([Link((3, 4), (3, 4))])[0]) == 1


def test_characters_tell_where_words_have_no_spaces() -> None:
    untranslated = "承租人应修理房屋的墙壁。"
    (reason,) = reasons([*CHINESE, untranslated], [*ENGLISH[:3], untranslated])[-1]
    assert reason.startswith("language of the target unexpected: ")


@pytest.mark.parametrize(
    "copied", ["x_axis = plot(y_axis, colour, width)", "Anna Karenina, Emma, Candide", "12:30", ""]
)
def test_copies_that_belong_to_no_language_are_left_alone(copied: str) -> None:
    assert reasons([*ENGLISH, copied], [*FRENCH, copied])[-1] == ()


def test_texts_in_one_language_are_not_told_apart() -> None:
    other = [text.replace("house", "flat").replace("shall", "must") for text in ENGLISH]
    assert reasons(ENGLISH, other) == [()] * 4


def test_empty_sides_have_no_language() -> None:
    assert reasons([], []) == []
    assert Vocabularies(["", ""], [""]).reasons([Link((0, 1), (0,))]) == {}
    assert Vocabularies(ENGLISH, [""]).reasons([Link((0,), ())]) == {}
