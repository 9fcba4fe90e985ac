"""WN-LMF: lemmas that share an identifier of the interlingual index."""

from __future__ import annotations

import gzip
from functools import partial

from diglot.formats.blocks import Skips
from diglot.formats.lexicons import read_translations as read_any
from diglot.formats.lexicons import wordnet
from diglot.formats.lexicons.wordnet import read_origin
from diglot.model.lexicon import Origin, Translation


def lexicon(language, entries, synsets, **about):
    """Entries are (lemma, part of speech, synsets), synsets (id, ili, definition)."""
    told = "".join(f' {name}="{value}"' for name, value in about.items())
    made = [f'<Lexicon id="{language}" language="{language}"{told}>']
    for number, (lemma, pos, senses) in enumerate(entries):
        inner = "".join(f'<Sense id="s{number}" synset="{each}"/>' for each in senses)
        made.append(
            f'<LexicalEntry id="e{number}"><Lemma writtenForm="{lemma}" partOfSpeech="{pos}"/>'
            f"{inner}</LexicalEntry>"
        )
    for identifier, ili, definition in synsets:
        text = f"<Definition>{definition}</Definition>" if definition else ""
        made.append(f'<Synset id="{identifier}" ili="{ili}">{text}</Synset>')
    return "".join(made) + "</Lexicon>"


EN = lexicon(
    "en",
    [("hot_dog", "n", ["en-1"]), ("frank", "n", ["en-1"]), ("big", "s", ["en-2"])],
    [("en-1", "i1", "a  sausage"), ("en-2", "i2", ""), ("en-3", "in", ""), ("en-4", "", "")],
    label="English",
    version="1.0",
    license="CC BY",
    url="http://e.org",
)
FR = lexicon(
    "fr",
    [("saucisse", "n", ["fr-1"]), ("grand", "a", ["fr-2"]), ("", "n", ["fr-1"])],
    [("fr-1", "i1", "une saucisse"), ("fr-2", "i2", "")],
    label="French",
    license="CeCILL",
)

read_translations = partial(read_any, format="wordnet")


def write(tmp_path, name, *lexicons):
    path = tmp_path / name
    text = f"<LexicalResource>{''.join(lexicons)}</LexicalResource>"
    data = text.encode()
    path.write_bytes(gzip.compress(data) if name.endswith("gz") else data)
    return path


EXPECTED = [
    Translation("hot dog", "saucisse", "en", "fr", "n", "n", sense="a sausage"),
    Translation("frank", "saucisse", "en", "fr", "n", "n", sense="a sausage"),
    Translation("big", "grand", "en", "fr", "a", "a", sense="i2"),
]


def test_wordnets_of_one_file_share_identifiers(tmp_path):
    path = write(tmp_path, "wn.xml", EN, FR)
    assert list(read_translations(path)) == EXPECTED
    assert read_origin(path) == Origin("wn", "English 1.0 http://e.org; French", "CC BY; CeCILL")


def test_wordnets_of_several_files_or_of_a_folder_do_too(tmp_path):
    first, second = write(tmp_path, "a.xml", EN), write(tmp_path, "b.xml.gz", FR)
    assert list(read_translations(first, others=[second])) == EXPECTED
    assert list(read_translations(tmp_path)) == EXPECTED
    assert list(read_translations(first)) == []
    assert read_origin(tmp_path).licence == "CC BY; CeCILL"


def test_the_same_synset_names_of_two_wordnets_do_not_mix(tmp_path):
    one = lexicon("en", [("a", "n", ["x"])], [("x", "i1", "")])
    other = lexicon("fr", [("b", "n", ["x"])], [("x", "i2", "")])
    assert list(read_translations(write(tmp_path, "wn.xml", one, other))) == []


def test_languages_choose_wordnets(tmp_path):
    skips = Skips()
    third = lexicon("es", [("salchicha", "n", ["x"])], [("x", "i1", "")])
    path = write(tmp_path, "wn.xml", EN, FR, third)
    found = list(read_translations(path, languages=("fr", "es"), skips=skips))
    assert [(each.source, each.target) for each in found] == [("saucisse", "salchicha")]
    assert "wordnet of another language" in [each.kind for each in skips.entries()]


def test_what_belongs_to_no_identifier_or_has_no_lemma_is_counted(tmp_path):
    skips = Skips()
    list(read_translations(write(tmp_path, "wn.xml", EN, FR), skips=skips))
    assert {each.kind: each.count for each in skips.entries()} == {
        "synset without an identifier of the index": 2,
        "entry without a lemma": 1,
    }


def test_an_identifier_with_too_many_lemmas_is_counted(tmp_path, monkeypatch):
    monkeypatch.setattr(wordnet, "MAX_PAIRS", 1)
    skips = Skips()
    found = list(read_translations(write(tmp_path, "wn.xml", EN, FR), skips=skips))
    assert [each.source for each in found] == ["big"]
    assert "identifier with too many lemmas" in [each.kind for each in skips.entries()]
