"""Files in pairs by what stands in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from diglot.errors import InputError
from diglot.pipeline.content_pairs import pair_by_content
from diglot.pipeline.file_pairs import pair_files
from diglot.pipeline.steps.sentences.options import AlignOptions

PLAIN = AlignOptions(packs=("none",), encoder="none")
ENGLISH = [
    (
        "The bridge of Carcassonne was built in 1315 and is 210 metres long. It has 12 arches, and "
        "the river under it is called Aude."
    ),
    (
        "Marie Curie won the prize in 1903 and once more in 1911. She was born in Warszawa, lived "
        "in France for most of her life."
    ),
    (
        "The train to Toulouse leaves at 7.45 from platform 3. It takes 92 minutes and stops in "
        "Castelnaudary and Bram."
    ),
]
FRENCH = [
    (
        "Le pont de Carcassonne date de 1315 et mesure 210 mètres de long. Il a 12 arches, "
        "et la rivière qui passe dessous s'appelle l'Aude."
    ),
    (
        "Marie Curie a reçu le prix en 1903 et encore une fois en 1911. Née à Warszawa, elle a "
        "vécu en France la plus grande partie de sa vie."
    ),
    (
        "Le train pour Toulouse part à 7.45 du quai 3. Il met 92 minutes, avec Castelnaudary "
        "et Bram pour arrêts."
    ),
]


def written(folder: Path, texts: list[str], name: str) -> list[Path]:
    folder.mkdir()
    paths = [folder / f"{name}{number}.txt" for number in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, encoding="utf-8")
    return paths


@pytest.fixture
def sides(tmp_path: Path) -> tuple[list[Path], list[Path]]:
    return written(tmp_path / "a", ENGLISH, "k"), written(tmp_path / "b", FRENCH[::-1], "q")


def test_names_and_numbers_in_common_tell_the_pairs(sides):
    pairs = pair_by_content(*sides, options=PLAIN)
    assert [(pair.source.name, pair.target.name) for pair in pairs] == [
        ("k0.txt", "q2.txt"),
        ("k1.txt", "q1.txt"),
        ("k2.txt", "q0.txt"),
    ]
    assert all(pair.confidence > 0.5 and "likeness" in pair.reason for pair in pairs)


def test_a_file_without_a_translation_stays_alone(sides, tmp_path):
    sources, targets = sides
    targets[0].write_text(
        "Les poules pondent moins en hiver, parce que les jours sont courts. Il faut les nourrir "
        "le matin et leur donner de l'eau fraîche.",
        encoding="utf-8",
    )
    pairs = pair_by_content(sources, targets, options=PLAIN)
    assert [pair.source.name for pair in pairs] == ["k0.txt", "k1.txt"]


def test_a_file_in_another_language_than_its_side_stays_alone(sides):
    sources, targets = sides
    targets[2].write_text(ENGLISH[0], encoding="utf-8")
    pairs = pair_by_content(sources, targets, options=PLAIN)
    assert targets[2] not in [pair.target for pair in pairs]


def test_a_file_that_cannot_be_read_stays_alone(sides):
    sources, targets = sides
    sources[0].write_bytes(b"\xff\xfe\x00\xd8")
    pairs = pair_by_content(sources, targets, options=PLAIN)
    assert [pair.source.name for pair in pairs] == ["k1.txt", "k2.txt"]


def test_folders_are_paired_by_content_where_names_say_nothing(sides, tmp_path):
    def look(left, right):
        return pair_by_content(left, right, options=PLAIN)

    (tmp_path / "a" / "same.txt").write_text(ENGLISH[0])
    (tmp_path / "b" / "same.txt").write_text(FRENCH[0])
    pairs = pair_files(tmp_path / "a", tmp_path / "b", look=look)
    assert {pair.name for pair in pairs} == {"k0", "k1", "k2", "same"}
    assert [pair.confidence for pair in pairs if pair.name == "same"] == [1]
    with pytest.raises(InputError, match="files without a partner"):
        pair_files(tmp_path / "a", tmp_path / "b")
