"""Translations, dictionaries and vectors are matched to the pairs they are about."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from diglot.errors import ConfigError, InputError
from diglot.formats import write_lexicon
from diglot.model import Document, Segment, Signature
from diglot.model.lexicon import Lexicon, Translation
from diglot.pipeline.file_pairs import Pair
from diglot.pipeline.options import sign_resources
from diglot.pipeline.steps.sentences.evidence import gather_evidence, read_lexicon
from diglot.pipeline.steps.sentences.options import AlignOptions


def document(*segments: str) -> Document:
    text = "\n".join(segments)
    starts = np.cumsum([0, *(len(segment) + 1 for segment in segments)])
    spans = zip(starts, segments, strict=False)
    return Document(text, segments=tuple(Segment(int(at), int(at) + len(it)) for at, it in spans))


PAIRS = [Pair("a", Path("a.en"), Path("a.fr")), Pair("b", Path("b.en"), Path("b.fr"))]
DOCUMENTS = [(document("One.", "Two."), document("Un.")), (document("Three."), document("Trois."))]


def test_without_options_there_is_no_evidence() -> None:
    found = gather_evidence(PAIRS, DOCUMENTS, options=AlignOptions())
    assert (found.notes, found.encoder) == ((), None)
    for each in found.evidence:
        assert (each.source_translation, each.target_vectors, each.anchors) == (None, None, ())


def test_translations_of_several_pairs_come_from_a_folder_by_name(tmp_path: Path) -> None:
    (tmp_path / "a.fr.txt").write_text("Un.\nDeux.\n", encoding="utf-8")
    (tmp_path / "b.mt").write_text("Trois.\n", encoding="utf-8")
    found = gather_evidence(PAIRS, DOCUMENTS, options=AlignOptions(mt_source=tmp_path))
    assert [each.source_translation for each in found.evidence] == [("Un.", "Deux."), ("Trois.",)]
    assert found.notes == ()


def test_a_missing_translation_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no file for the pair a"):
        gather_evidence(PAIRS, DOCUMENTS, options=AlignOptions(mt_target=tmp_path))


def test_one_translation_for_several_pairs_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mt.txt"
    path.write_text("Un.\nDeux.\n", encoding="utf-8")
    with pytest.raises(ConfigError, match="give a folder"):
        gather_evidence(PAIRS, DOCUMENTS, options=AlignOptions(mt_source=path))


def test_a_translation_must_have_one_line_a_segment(tmp_path: Path) -> None:
    path = tmp_path / "mt.txt"
    path.write_text("Un.\n", encoding="utf-8")
    with pytest.raises(InputError, match="1 line, but the text it translates has 2 segments"):
        gather_evidence(PAIRS[:1], DOCUMENTS[:1], options=AlignOptions(mt_source=path))


def test_vectors_must_agree_in_their_dimensions(tmp_path: Path) -> None:
    np.save(tmp_path / "s.npy", np.ones((2, 3)))
    np.save(tmp_path / "t.npy", np.ones((1, 4)))
    options = AlignOptions(embeddings=(tmp_path / "s.npy", tmp_path / "t.npy"))
    with pytest.raises(InputError, match="4 dimensions"):
        gather_evidence(PAIRS[:1], DOCUMENTS[:1], options=options)
    np.save(tmp_path / "t.npy", np.ones((1, 3)))
    found = gather_evidence(PAIRS[:1], DOCUMENTS[:1], options=options)
    assert found.evidence[0].source_vectors is not None
    assert found.evidence[0].source_vectors.shape == (2, 3)


def test_vectors_are_for_one_pair(tmp_path: Path) -> None:
    options = AlignOptions(embeddings=(tmp_path / "s.npy", tmp_path / "t.npy"))
    with pytest.raises(ConfigError, match="one by one"):
        gather_evidence(PAIRS, DOCUMENTS, options=options)


def test_two_sources_of_vectors_are_refused(tmp_path: Path) -> None:
    options = AlignOptions(embeddings=(tmp_path / "s.npy", tmp_path / "t.npy"), encoder="LaBSE")
    with pytest.raises(ConfigError, match="choose one"):
        gather_evidence(PAIRS[:1], DOCUMENTS[:1], options=options)


class Lengths:
    """An encoder that knows how long a text is."""

    def encode(self, texts: list[str]) -> list[list[int]]:
        return [[len(text), 1] for text in texts]


def test_an_encoder_is_named_in_notes_and_signature() -> None:
    name = f"{__name__}:Lengths"
    found = gather_evidence(PAIRS, DOCUMENTS, options=AlignOptions(encoder=name))
    assert found.notes == (f"sentence encoder: {name}",)
    signed = sign_resources(Signature("crf", "1"), encoder=found.encoder)
    assert signed.options == (("encoder", name),)
    vectors = found.evidence[1].target_vectors
    assert vectors is not None
    assert vectors.vectors.shape == (1, 2)
    unused = gather_evidence(PAIRS, DOCUMENTS, options=AlignOptions(encoder=name, method="length"))
    assert (unused.notes, unused.evidence[0].source_vectors) == ((), None)
    assert sign_resources(Signature("crf", "1"), encoder=unused.encoder) == Signature("crf", "1")


def test_notes_on_anchors_name_the_pair() -> None:
    options = AlignOptions(anchor="One|Un")
    found = gather_evidence(PAIRS[:1], DOCUMENTS[:1], options=options)
    assert found.evidence[0].anchors == ()
    assert found.notes == ("a: 1 of 1 anchors have no counterpart in order and were ignored",)


def test_a_lexicon_is_any_file_with_two_languages(tmp_path: Path) -> None:
    path = tmp_path / "words.tsv"
    path.write_text("contract\tcontrat\nthe court\tle tribunal\n", encoding="utf-8")
    assert read_lexicon(path) == [("contract", "contrat", 1.0), ("the court", "le tribunal", 1.0)]


@pytest.mark.parametrize(
    "name", ["en-fr.dix", "en-fr.tbx", "en-fr.jsonl", "en-fr.ttl", "en-fr.tei"]
)
def test_a_lexicon_is_a_dictionary_of_any_format(tmp_path: Path, name: str) -> None:
    words = (Translation("dog", "chien", "en", "fr"), Translation("house", "maison", "en", "fr"))
    write_lexicon(tmp_path / name, Lexicon(words))
    expected = [("dog", "chien", 1.0), ("house", "maison", 1.0)]
    assert sorted(read_lexicon(tmp_path / name, languages=("en", "fr"))) == expected
    turned = read_lexicon(tmp_path / name, languages=("fr", "en"))
    assert sorted(turned) == [("chien", "dog", 1.0), ("maison", "house", 1.0)]


def test_a_lexicon_in_dictd_is_read(tmp_path: Path) -> None:
    text = b"dog\nchien\n"
    (tmp_path / "en-fr.dict").write_bytes(text)
    (tmp_path / "en-fr.index").write_text("dog\tA\tK\n", encoding="utf-8")
    assert read_lexicon(tmp_path / "en-fr.dict") == [("dog", "chien", 1.0)]


def test_a_table_with_columns_of_languages_is_a_dictionary(tmp_path: Path) -> None:
    path = tmp_path / "graph.tsv"
    path.write_text("dog\ten\tnoun\tchien\tfr\tnoun\n", encoding="utf-8")
    assert read_lexicon(path) == [("dog", "chien", 1.0)]


def test_a_table_of_units_is_no_dictionary(tmp_path: Path) -> None:
    path = tmp_path / "units.tsv"
    path.write_text("dog\tchien\tx\ty\tz\tw\n", encoding="utf-8")
    assert read_lexicon(path) == [("dog", "chien", 1.0)]
