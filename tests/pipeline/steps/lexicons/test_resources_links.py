"""Parallel text aligned and counted for the words of dictionaries."""

from __future__ import annotations

from pathlib import Path

import pytest

from diglot.errors import DiglotError, InputError
from diglot.lexicons.interface import LinkCounts, Resources
from diglot.lexicons.methods.pivotalign import pivotalign
from diglot.pipeline.steps.lexicons.resources import link_counts, pack_links
from tests.lexicons.toy import graph_of, named
from tests.packs import pack_of

EDGES = (
    ("en:dog", "es:perro"), ("es:perro", "fr:chien"),
    ("en:house", "es:casa"), ("es:casa", "fr:maison"),
    ("en:potato", "es:patata"), ("es:patata", "fr:pomme de terre"),
    ("en:Apple", "es:manzana"), ("es:manzana", "fr:pomme"),
    ("en:see", "es:ver"), ("es:ver", "fr:voir"),
)  # fmt: skip
PAIRS = (
    ("The dogs see the house.", "Les chiens voient la maison."),
    ("A dog eats an apple.", "Un chien mange une pomme."),
    ("The house is big.", "La maison est grande."),
    ("He eats potatoes.", "Il mange des pommes de terre."),
    ("The potato is big.", "La pomme de terre est grande."),
    ("An apple is not a potato.", "Une pomme n'est pas une pomme de terre."),
    ("The dog is in the house.", "Le chien est dans la maison."),
    ("I see an apple.", "Je vois une pomme."),
)


def written(folder: Path, pairs: tuple[tuple[str, str], ...], times: int = 10) -> tuple[Path, Path]:
    paths = folder / "a.en", folder / "a.fr"
    for side, path in enumerate(paths):
        path.write_text("".join(pair[side] + "\n" for pair in pairs * times), encoding="utf-8")
    return paths


@pytest.fixture(scope="module")
def counted(tmp_path_factory: pytest.TempPathFactory) -> LinkCounts:
    files = written(tmp_path_factory.mktemp("text"), PAIRS)
    return link_counts(graph_of(EDGES), "en", "fr", *files)


def test_inflected_words_count_for_their_lemma(counted: LinkCounts) -> None:
    assert counted.sentences == 80
    assert counted.links["dog", "chien"] == counted.together["dog", "chien"] == 30
    assert counted.links["see", "voir"] > 10


def test_links_of_a_pack_count_for_words_and_lemmas() -> None:
    links = {("dogs", "chiens"): 6.0, ("dog", "chien"): 3.0, ("dogs", "chats"): 1.0}
    found = pack_links(pack_of("en", "fr", links))
    assert found.links["dog", "chien"] == 9
    assert found.links["dogs", "chiens"] == 6
    assert found.links["dog", "chat"] == 1
    assert found.together["dog", "chien"] == 9
    assert found.together["dog", "chat"] == 1
    assert found.sentences == 3


def test_keys_are_in_small_letters(counted: LinkCounts) -> None:
    assert counted.links["apple", "pomme"] > 20


def test_words_of_several_parts_count_as_a_whole(counted: LinkCounts) -> None:
    assert counted.links["potato", "pomme de terre"] >= 10
    assert counted.together["potato", "pomme de terre"] >= counted.links["potato", "pomme de terre"]


def test_pairs_that_are_never_linked_are_left_out(counted: LinkCounts) -> None:
    assert ("house", "chien") not in counted.links
    assert set(counted.links) == set(counted.together)


def test_the_evidence_serves_the_method(counted: LinkCounts) -> None:
    graph = graph_of(EDGES)
    found = named(graph, pivotalign(graph, "en", "fr", Resources(links=counted)))
    assert found["en:dog", "fr:chien"] > 0.5
    assert found["en:potato", "fr:pomme de terre"] == 1.0


@pytest.mark.slow
def test_one_file_with_both_languages_serves_as_well(tmp_path: Path, counted: LinkCounts) -> None:
    joint = tmp_path / "both.txt"
    joint.write_text("".join(f"{a} ||| {b}\n" for a, b in PAIRS * 10), encoding="utf-8")
    assert link_counts(graph_of(EDGES), "en", "fr", joint).links == counted.links


def test_files_of_different_length_are_refused(tmp_path: Path) -> None:
    one, other = written(tmp_path, PAIRS, 1)
    other.write_text("Un chien.\n", encoding="utf-8")
    with pytest.raises(DiglotError, match="8 lines"):
        link_counts(graph_of(EDGES), "en", "fr", one, other)


def test_text_without_pairs_is_refused(tmp_path: Path) -> None:
    files = written(tmp_path, (("", "Un chien."),), 3)
    with pytest.raises(InputError, match="no pair of sentences"):
        link_counts(graph_of(EDGES), "en", "fr", *files)
