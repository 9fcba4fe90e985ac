"""``diglot terms``: lists of one language, pairs of two, and what is refused."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

import diglot
from diglot import read_termbase
from diglot.packs.files import write_pack
from tests.cli.conftest import Run
from tests.packs import pack_of

SAMPLES = Path(diglot.__file__).parent / "samples"
TEXT = SAMPLES / "contract.en.docx"

ENGLISH = [
    "The wind turbine turns the rotor.",
    "A rotor blade of the wind turbine broke.",
    "The rotor blades were made of glass fibre.",
    "Wind turbines need a gearbox and a generator.",
    "The gearbox of a wind turbine is heavy.",
    "The generator and the gearbox were replaced.",
]
FRENCH = [
    "L'éolienne fait tourner le rotor.",
    "Une pale de rotor de l'éolienne s'est cassée.",
    "Les pales de rotor étaient en fibre de verre.",
    "Les éoliennes ont besoin d'un multiplicateur et d'un générateur.",
    "Le multiplicateur d'une éolienne est lourd.",
    "Le générateur et le multiplicateur ont été remplacés.",
]


@pytest.fixture
def sides(tmp_path: Path) -> tuple[Path, Path]:
    """Two files whose lines translate each other, long enough to learn from."""
    paths = tmp_path / "wind.en", tmp_path / "wind.fr"
    for path, lines in zip(paths, (ENGLISH, FRENCH), strict=True):
        path.write_text("\n".join(lines * 8) + "\n", encoding="utf-8")
    return paths


@pytest.fixture
def lists(tmp_path: Path) -> tuple[str, Path, str, Path, str, Path]:
    """Two lists of terms and a dictionary, as options."""
    files = {
        "en.txt": "wind turbine\nrotor\nrotor blade\n\nrotor\n",
        "fr.txt": "éolienne\nrotor\npale de rotor\ngénérateur\n",
        "words.tsv": "blade\tpale\nwind turbine\téolienne\n",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    one, other, words = (tmp_path / name for name in files)
    return ("--source-terms", one, "--target-terms", other, "--dictionary", words)


def test_terms_of_a_document_are_listed_best_first(run: Run, tmp_path: Path) -> None:
    result = run("terms", "extract", TEXT, "-o", tmp_path / "terms.csv")
    assert result.code == 0
    with (tmp_path / "terms.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    scores = [float(row["score"]) for row in rows]
    assert scores == sorted(scores, reverse=True)
    assert len(rows) > 5


def test_without_output_the_first_terms_are_shown(run: Run) -> None:
    result = run("terms", "extract", TEXT, "--method", "c-value", "--limit", "3")
    assert result.out.count("\t") == 2 * 3


def test_terms_become_a_termbase_with_contexts(run: Run, tmp_path: Path) -> None:
    run("terms", "extract", TEXT, "-o", tmp_path / "terms.tbx", "--limit", "5")
    base = read_termbase(tmp_path / "terms.tbx")
    assert len(base.concepts) == 5
    assert all(concept.terms[0].contexts for concept in base.concepts)


@pytest.mark.slow
def test_known_and_unwanted_terms_are_not_listed(run: Run, tmp_path: Path) -> None:
    everything = ("terms", "extract", TEXT, "--threshold", "0", "--json")
    first = json.loads(run(*everything).out)["terms"][0]["text"]
    known = tmp_path / "known.txt"
    known.write_text(first + "\n", encoding="utf-8")
    for option in ("--existing", "--stop-list"):
        texts = [term["text"] for term in json.loads(run(*everything, option, known).out)["terms"]]
        assert texts
        assert first not in texts


@pytest.mark.slow
def test_a_ranker_is_trained_from_a_validated_list_and_used(run: Run, tmp_path: Path) -> None:
    everything = ("terms", "extract", TEXT, "--threshold", "0", "--json", "--names")
    terms = json.loads(run(*everything, "--method", "weirdness").out)["terms"]
    validated = tmp_path / "validated.txt"
    validated.write_text("\n".join(term["text"] for term in terms[:60]), encoding="utf-8")
    saved = tmp_path / "own.json"
    trained = run("terms", "extract", TEXT, "--train", validated, "--save-ranker", saved, "--json")
    assert json.loads(trained.out)["validated"] >= 50
    again = json.loads(run(*everything, "--ranker", saved).out)["terms"]
    wanted = {term["text"] for term in terms[:60]}
    assert sum(term["text"] in wanted for term in again[:40]) > 25


def test_a_language_without_stop_words_is_said(run: Run, tmp_path: Path) -> None:
    text = tmp_path / "text.txt"
    text.write_text("Tuli ang hangin sa bukid.\n" * 5, encoding="utf-8")
    result = run("terms", "extract", text, "-l", "qaa")
    assert result.code == 0
    assert "no stop words for an unknown language" in result.out


@pytest.mark.slow
def test_pairs_of_a_translation_are_ranked(
    run: Run, sides: tuple[Path, Path], tmp_path: Path
) -> None:
    result = run("terms", "align", *sides, "--parallel", "-o", tmp_path / "pairs.tsv")
    assert result.code == 0
    rows = [line.split("\t") for line in (tmp_path / "pairs.tsv").read_text("utf-8").splitlines()]
    scores = [float(row[2]) for row in rows]
    assert scores == sorted(scores, reverse=True)
    best: dict[str, str] = {}
    for source, target, _ in rows:
        best.setdefault(source, target)
    assert best["wind turbine"] == "éolienne"
    assert best["gearbox"] == "multiplicateur"


@pytest.mark.slow
def test_pairs_become_a_termbase_of_forms(
    run: Run, sides: tuple[Path, Path], tmp_path: Path
) -> None:
    run("terms", "align", *sides, "--parallel", "-o", tmp_path / "base.tbx", "--min-termhood", "0")
    names = [
        {term.text for term in concept.terms}
        for concept in read_termbase(tmp_path / "base.tbx").concepts
    ]
    assert {"wind turbine", "wind turbines", "éolienne", "éoliennes"} in names


@pytest.mark.slow
def test_known_pairs_are_left_out_and_counted(
    run: Run, sides: tuple[Path, Path], tmp_path: Path
) -> None:
    known = tmp_path / "known.csv"
    known.write_text("en,fr\nGearbox,multiplicateur\n", encoding="utf-8")
    result = run(
        "terms", "align", *sides, "--parallel", "--existing", known, "-o", tmp_path / "new.tsv"
    )
    assert "known already    1" in result.out
    assert "gearbox\tmultiplicateur" not in (tmp_path / "new.tsv").read_text("utf-8")


def test_lists_are_paired_by_dictionary_and_spelling(
    run: Run, lists: tuple[object, ...], tmp_path: Path
) -> None:
    out = tmp_path / "pairs.tsv"
    result = run("terms", "align", *lists, "-s", "en", "-t", "fr", "-o", out)
    assert result.code == 0
    best: dict[str, str] = {}
    for line in out.read_text("utf-8").splitlines():
        source, target, _ = line.split("\t")
        best.setdefault(source, target)
    assert best == {"wind turbine": "éolienne", "rotor": "rotor", "rotor blade": "pale de rotor"}


def test_blank_and_duplicate_lines_of_lists_are_counted(
    run: Run, lists: tuple[object, ...]
) -> None:
    notes = json.loads(run("terms", "align", *lists, "-s", "en", "-t", "fr", "--json").out)["notes"]
    assert 'en.txt: left out: 1 duplicate term: "rotor"' in notes
    assert any("blank line" in note for note in notes)


def test_comparable_texts_are_paired_without_lists(
    run: Run, sides: tuple[Path, Path], lists: tuple[object, ...], tmp_path: Path
) -> None:
    result = run("terms", "align", *sides, "--comparable", *lists[4:], "--lines", "--json")
    assert result.code == 0
    assert json.loads(result.out)["pairs"] > 0


def test_scores_that_are_no_probabilities_make_concepts_of_best_pairs_only(
    run: Run, lists: tuple[object, ...], tmp_path: Path
) -> None:
    out = tmp_path / "base.tbx"
    told = ("-s", "en", "-t", "fr", "--method", "compositional", "-o", out)
    assert run("terms", "align", *lists, *told).code == 0
    for concept in read_termbase(out).concepts:
        assert len(concept.of("en")) == len(concept.of("fr")) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("a.en", "a.fr", "--dictionary", "d.tsv"), "--dictionary is for comparable texts"),
        (("--source-terms", "d1.txt"), "give SOURCE and TARGET, or --source-terms"),
        (("a.en", "--comparable"), "give TARGET"),
        (("a.en", "a.fr", "--comparable", "--existing", "x"), "--existing is for translated texts"),
        (("a.en", "a.fr", "--train", "gold.tsv"), "--save-ranker FILE belong together"),
        (("a.en", "a.fr", "--min-score", "2"), "--min-score is 2, but must be from 0 to 1"),
        (("a.en", "a.fr", "--max-words", "0"), "--max-words is 0"),
    ],
)
def test_options_that_do_not_fit_are_refused(
    run: Run, arguments: tuple[str, ...], message: str
) -> None:
    result = run("terms", "align", *arguments)
    assert result.code == 2
    assert message in result.error


def test_an_output_that_cannot_be_written_is_refused_before_any_work(
    run: Run, sides: tuple[Path, Path], tmp_path: Path
) -> None:
    result = run("terms", "align", *sides, "-o", tmp_path / "nowhere" / "pairs.tsv")
    assert result.code == 2
    assert "create the folder first" in result.error


def test_an_empty_text_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_text("\n\n", encoding="utf-8")
    result = run("terms", "extract", tmp_path / "empty.txt")
    assert result.code == 2
    assert "holds no text" in result.error


def test_a_file_that_is_no_ranker_is_refused(
    run: Run, sides: tuple[Path, Path], tmp_path: Path
) -> None:
    (tmp_path / "ranker.json").write_text('{"format": "other"}', encoding="utf-8")
    for arguments in (("extract", sides[0]), ("align", *sides, "--parallel")):
        result = run("terms", *arguments, "--ranker", tmp_path / "ranker.json")
        assert result.code == 2
        assert "is not a ranker" in result.error
        assert "train it again" in result.error


def test_tagged_text_gives_terms_whose_tags_match(run: Run, tmp_path: Path) -> None:
    rows = [("Modern", "ADJ"), ("turbines", "NOUN"), ("rotate", "VERB"), ("quickly", "ADV")]
    text = "".join(f"{n}\t{w}\t_\t{t}" + "\t_" * 6 + "\n" for n, (w, t) in enumerate(rows, 1))
    tagged = tmp_path / "text.conllu"
    tagged.write_text((text + "\n") * 3, encoding="utf-8")
    found = ("terms", "extract", tagged, "-l", "en", "--method", "frequency", "--json")
    texts = {term["text"] for term in json.loads(run(*found).out)["terms"]}
    assert texts == {"turbines", "modern turbines", "modern"}
    nouns = json.loads(run(*found, "--patterns", "N").out)["terms"]
    assert [term["text"] for term in nouns] == ["turbines"]


def test_tags_serve_for_function_words_that_a_language_has_none_of(
    run: Run, tmp_path: Path
) -> None:
    rows = [("ang", "DET"), ("malaking", "ADJ"), ("turbina", "NOUN"), ("sa", "ADP")]
    text = "".join(f"{n}\t{w}\t_\t{t}" + "\t_" * 6 + "\n" for n, (w, t) in enumerate(rows, 1))
    (tmp_path / "text.conllu").write_text((text + "\n") * 3, encoding="utf-8")
    told = ("-l", "qaa", "--method", "frequency", "--json")
    result = run("terms", "extract", tmp_path / "text.conllu", *told)
    texts = {term["text"] for term in json.loads(result.out)["terms"]}
    assert texts == {"malaking turbina", "malaking", "turbina"}


def test_a_pattern_needs_tags(run: Run) -> None:
    result = run("terms", "extract", TEXT, "--patterns", "N")
    assert result.code == 2
    assert "give CoNLL-U files" in result.error


def test_plurals_stand_apart_on_request(run: Run, sides: tuple[Path, Path]) -> None:
    asked = ("terms", "extract", sides[0], "--method", "frequency", "--json")
    for option, apart in ((), False), (("--plurals-apart",), True):
        texts = {term["text"] for term in json.loads(run(*asked, *option).out)["terms"]}
        assert ({"wind turbine", "wind turbines"} <= texts) == apart


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pack of English and French of the user's own."""
    monkeypatch.setenv("DIGLOT_PACKS", str(tmp_path / "own"))
    monkeypatch.setenv("DIGLOT_CACHE", str(tmp_path / "cache"))
    (tmp_path / "own").mkdir()
    links = {("generator", "générateur"): 9.0, ("gearbox", "multiplicateur"): 9.0}
    write_pack(tmp_path / "own" / "en_fr.pack", pack_of("en", "fr", links))


@pytest.mark.usefixtures("pack")
def test_a_language_pack_is_a_dictionary_of_comparable_texts(run: Run, tmp_path: Path) -> None:
    for name, text in (("en.txt", "gearbox\nrotor\n"), ("fr.txt", "multiplicateur\nrotor\n")):
        (tmp_path / name).write_text(text, encoding="utf-8")
    command = (
        *("terms", "align", "--comparable", "-s", "en", "-t", "fr", "--json"),
        *("--source-terms", tmp_path / "en.txt", "--target-terms", tmp_path / "fr.txt"),
    )
    found = run(*command).json
    assert {(each["source"], each["target"]) for each in found["best"][:2]} == {
        ("gearbox", "multiplicateur"),
        ("rotor", "rotor"),
    }
    assert any(note.startswith("language pack: en-fr@") for note in found["notes"])
    assert "pack:en-fr@" in found["signature"]
    without = run(*command, "--packs", "none").json
    assert "no dictionary: only terms that are spelled alike are found" in without["notes"]
    assert "pack" not in without["signature"]


@pytest.mark.usefixtures("pack")
@pytest.mark.slow
def test_a_language_pack_of_translations_is_named(run: Run, sides: tuple[Path, Path]) -> None:
    command = ("terms", "align", *sides, "-s", "en", "-t", "fr", "--json")
    found = run(*command).json
    assert any(note.startswith("language pack: en-fr@") for note in found["notes"])
    assert "pack:en-fr@" in found["signature"]
    without = run(*command, "--packs", "none").json
    assert "pack" not in json.dumps([without["notes"], without["signature"]])
