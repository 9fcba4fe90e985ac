"""``diglot words``: what it writes, what it says, and what it refuses."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from diglot.formats import read_word_links, write_units
from diglot.model import Unit, Variant
from diglot.pipeline.steps.words.alignment import align_words
from diglot.pipeline.steps.words.chunks import SMALL_CELL, MemoryShare
from diglot.words.storage import files
from tests.cli.conftest import Run
from tests.pipeline.sentences_in_two import ENGLISH, FRENCH, write_sides

Sides = tuple[Path, Path]

FAST = ("--tokenised", "--method", "hmm")
"""For what does not depend on how links are found."""


@pytest.fixture
def sides(tmp_path: Path) -> Sides:
    return write_sides(tmp_path)


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """An output of an earlier run, which no failure may touch."""
    path = tmp_path / "out.pharaoh"
    path.write_text("precious", encoding="utf-8")
    return path


def refused(run: Run, out: Path, *arguments: object) -> str:
    """Run what must fail as bad input does; return its line."""
    before = sorted(out.parent.iterdir())
    result = run("words", *arguments, "-o", out, "--quiet")
    assert result.code == 2
    assert out.read_text(encoding="utf-8") == "precious"
    assert sorted(out.parent.iterdir()) == before, "a file was left behind"
    return result.error


@pytest.mark.slow
def test_line_n_holds_the_links_of_line_n(run: Run, sides: Sides, out: Path) -> None:
    result = run("words", *sides, "--tokenised", "-o", out)
    assert result.code == 0
    lines = out.read_text(encoding="utf-8").split("\n")
    assert len(lines) == len(ENGLISH) + 1
    assert all(re.fullmatch(r"(\d+-\d+)( \d+-\d+)*", line) for line in lines[:-1])


@pytest.mark.slow
def test_confidence_is_written_when_asked_for(run: Run, sides: Sides, out: Path) -> None:
    run("words", *sides, "--tokenised", "--confidence", "-o", out)
    assert re.match(r"0-0:(1|0\.\d{1,4}) ", out.read_text(encoding="utf-8"))


@pytest.mark.slow
def test_several_outputs_say_the_same(run: Run, sides: Sides, tmp_path: Path) -> None:
    names = ("a.pharaoh", "a.naacl", "a.talp")
    paths = [tmp_path / name for name in names]
    outputs = [part for path in paths for part in ("-o", path)]
    assert run("words", *sides, *FAST, *outputs, "--base", 1).code == 0
    found = [
        read_word_links(path, **({} if path.suffix == ".naacl" else {"base": 1})) for path in paths
    ]
    assert found[0].of(3) == found[1].of(3) == found[2].of(3) != []


@pytest.mark.slow
def test_a_memory_is_one_input(run: Run, tmp_path: Path, out: Path) -> None:
    memory = tmp_path / "memory.tmx"
    units = [
        Unit((Variant("en", one), Variant("fr", other)))
        for one, other in zip(ENGLISH, FRENCH, strict=True)
    ]
    write_units(memory, units)
    assert run("words", memory, "-o", out).code == 0
    assert len(out.read_text(encoding="utf-8").splitlines()) == len(ENGLISH)


@pytest.mark.slow
def test_the_page_shows_the_sentences(run: Run, sides: Sides, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert run("words", *sides, *FAST, "-o", page).code == 0
    assert ENGLISH[0] in page.read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_summary_names_what_was_passed_over(run: Run, tmp_path: Path, out: Path) -> None:
    sides = write_sides(tmp_path, ["", *ENGLISH, "a " * 5000], ["b", *FRENCH, "c"])
    text = run("words", *sides, "--tokenised", "-o", out).out
    last = len(ENGLISH) + 2
    assert "passed over: 1 (line 1), without words on one side" in text
    assert f"passed over: 1 (line {last}), of more than 1,000 words" in text
    assert f"written: {out}" in text
    assert len(out.read_text(encoding="utf-8").splitlines()) == last


@pytest.mark.slow
def test_json_has_the_whole_summary(run: Run, tmp_path: Path, out: Path) -> None:
    sides = write_sides(tmp_path, ["", *ENGLISH], ["b", *FRENCH])
    found = run("words", *sides, "--tokenised", "-o", out, "--json").json
    assert found["pairs"] == len(ENGLISH) + 1
    assert found["skipped"] == {"empty": {"pairs": 1, "numbers": [1]}}
    assert found["links"] == len(read_word_links(out).source)
    assert found["method"] == "gibbs"
    assert found["reason"]
    assert 0 < found["mean_confidence"] <= 1
    assert 0 < found["threshold"] < 1
    assert set(found["doubtful"]) == {"pairs", "numbers"}
    assert found["outputs"] == [str(out)]
    assert found["signature"].startswith("method:gibbs|")


@pytest.mark.slow
def test_quiet_says_nothing(run: Run, sides: Sides, out: Path) -> None:
    result = run("words", *sides, *FAST, "-o", out, "--quiet")
    assert (result.out, result.err) == ("", "")


@pytest.mark.slow
def test_the_threshold_decides_how_many_links(run: Run, sides: Sides, out: Path) -> None:
    counts = [
        run("words", *sides, *FAST, "-o", out, "--json", "--threshold", p).json["links"]
        for p in ("0.1", "0.999999")
    ]
    assert counts[0] > counts[1]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["intersection", "union", "grow-diag-final-and"])
def test_classical_symmetrisations_by_name(run: Run, sides: Sides, out: Path, name: str) -> None:
    assert run("words", *sides, *FAST, "-o", out, "--symmetrise", name).code == 0
    assert len(out.read_text(encoding="utf-8").splitlines()) == len(ENGLISH)


@pytest.mark.slow
def test_a_model_is_trained_and_used(run: Run, sides: Sides, tmp_path: Path, out: Path) -> None:
    model = tmp_path / "m.model"
    done = run("words", *sides, "--tokenised", "--save-model", model)
    assert done.code == 0
    assert f"written: {model}" in done.out
    assert run("words", *sides, "--tokenised", "--model", model, "-o", out).code == 0


def test_unequal_line_counts(run: Run, tmp_path: Path, out: Path) -> None:
    sides = write_sides(tmp_path, ENGLISH, FRENCH[:-2])
    line = refused(run, out, *sides, "--tokenised")
    assert f"a.en: has {len(ENGLISH)} lines" in line
    assert f"a.fr has {len(FRENCH) - 2}" in line


def test_a_nul_byte(run: Run, sides: Sides, out: Path) -> None:
    sides[1].write_bytes(b"la maison\nla \0 porte\n")
    assert "a.fr, line 2: holds a NUL" in refused(run, out, *sides, "--tokenised")


@pytest.mark.parametrize("option", ["-s", "-t"])
def test_an_unknown_language_even_of_tokens(run: Run, sides: Sides, out: Path, option: str) -> None:
    assert "unknown language 'zz'" in refused(run, out, *sides, "--tokenised", option, "zz")


def test_bytes_that_are_no_text(run: Run, sides: Sides, out: Path) -> None:
    sides[0].write_bytes(b"the house\nthe \xff door\n")
    assert "a.en, line 2: is not UTF-8" in refused(run, out, *sides, "--tokenised")


@pytest.mark.slow
def test_a_token_with_a_space_in_it_stays_one(run: Run, tmp_path: Path, out: Path) -> None:
    sides = write_sides(tmp_path, ["p.\u00a0ex. b"], ["x y z"])
    cut = tmp_path / "cut"
    assert run("words", *sides, *FAST, "--tokens", cut, "-o", out, "--quiet").code == 0
    assert (tmp_path / "cut.source").read_text(encoding="utf-8") == "p._ex. b\n"
    assert {i for i, _ in read_word_links(out).of(0)} <= {0, 1}


def test_a_missing_target(run: Run, sides: Sides, out: Path) -> None:
    assert "as TARGET" in refused(run, out, sides[0])


def test_a_missing_file(run: Run, sides: Sides, out: Path) -> None:
    assert "no such file" in refused(run, out, sides[0], out.parent / "b.fr", "--tokenised")


def test_a_folder(run: Run, sides: Sides, out: Path) -> None:
    assert "is a folder" in refused(run, out, out.parent, sides[1])


def test_half_of_a_training_text(run: Run, sides: Sides, out: Path) -> None:
    line = refused(run, out, *sides, "--train-source", sides[0])
    assert "--train-target" in line


def test_a_training_text_of_unequal_length(run: Run, sides: Sides, out: Path) -> None:
    more = out.parent / "more.en"
    more.write_text("one\n", encoding="utf-8")
    trained = ("--train-source", more, "--train-target", sides[1])
    assert "more.en: has 1 line" in refused(run, out, *sides, "--tokenised", *trained)


@pytest.mark.parametrize("threshold", ["2", "-0.1", "nan"])
def test_a_threshold_that_is_no_probability(
    run: Run, sides: Sides, out: Path, threshold: str
) -> None:
    assert "--threshold" in refused(run, out, *sides, f"--threshold={threshold}")


@pytest.mark.parametrize("content", [b"", b"no model", b"\0" * 5000])
def test_a_file_that_is_no_model(run: Run, sides: Sides, out: Path, content: bytes) -> None:
    model = out.parent / "m.model"
    model.write_bytes(content)
    assert "m.model" in refused(run, out, *sides, "--model", model)


@pytest.mark.slow
def test_a_model_that_was_cut_short(run: Run, sides: Sides, out: Path) -> None:
    model = out.parent / "m.model"
    assert run("words", *sides, *FAST, "--save-model", model, "--quiet").code == 0
    model.write_bytes(model.read_bytes()[:-100])
    assert "m.model" in refused(run, out, *sides, "--tokenised", "--model", model)


def test_an_output_that_is_an_input(run: Run, sides: Sides) -> None:
    result = run("words", *sides, "-o", sides[1])
    assert "both input and output" in result.error
    assert sides[1].read_text(encoding="utf-8").startswith(FRENCH[0])


def test_an_output_given_twice(run: Run, sides: Sides, out: Path) -> None:
    assert "given twice" in refused(run, out, *sides, "-o", out)


def test_nothing_to_write(run: Run, sides: Sides) -> None:
    assert "nothing to write" in run("words", *sides).error


def test_talp_needs_its_base(run: Run, sides: Sides, out: Path) -> None:
    assert "--base" in refused(run, out, *sides, "-o", out.with_suffix(".talp"))


def test_of_an_output_of_no_format_it_is_said_how_it_was_written(
    run: Run, sides: Sides, out: Path
) -> None:
    result = run("words", *sides, "-o", out.with_suffix(".xyz"))
    assert result.code == 0
    assert "'.xyz' names no format: written as Pharaoh" in result.err
    assert out.with_suffix(".xyz").read_text().startswith("0-0")


@pytest.mark.parametrize("name", ["a.tmx", "a.giza", "a.links"])
def test_formats_that_hold_no_written_word_links(
    run: Run, sides: Sides, out: Path, name: str
) -> None:
    assert name in refused(run, out, *sides, "-o", out.parent / name)


def test_a_page_of_a_pipe_is_refused(run: Run, sides: Sides, out: Path) -> None:
    line = refused(run, out, "/dev/null", sides[1], "-o", out.parent / "page.html")
    assert "/dev/null" in line


def test_eflomal_takes_no_confidence(run: Run, sides: Sides, out: Path) -> None:
    line = refused(run, out, *sides, "--method", "eflomal", "--confidence")
    assert "eflomal" in line


@pytest.mark.slow
def test_tables_of_words_and_phrases(run: Run, sides: Sides, tmp_path: Path) -> None:
    words, phrases = tmp_path / "words.tsv", tmp_path / "phrases.txt"
    done = run("words", *sides, "--tokenised", "--translations", words, "--phrases", phrases)
    assert done.code == 0
    table = [line.split("\t") for line in words.read_text(encoding="utf-8").splitlines()]
    assert table[0][:3] == ["source", "target", "probability"]
    best = {source: target for source, target, *_ in reversed(table[1:])}
    assert best["house"] == "maison"
    assert "\nthe house ||| la maison ||| " in phrases.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Two models: of the whole text, and of its first half."""
    paths = []
    for name, pairs in (("one", len(ENGLISH)), ("other", 20)):
        folder = tmp_path_factory.mktemp(name)
        sides = write_sides(folder, ENGLISH[:pairs], FRENCH[:pairs])
        paths.append(folder / f"{name}.model")
        align_words(*sides, tokenised=True, save_model=paths[-1])
    return paths[0], paths[1]


@pytest.fixture
def models(trained: tuple[Path, Path], tmp_path: Path) -> tuple[Path, Path]:
    """Copies of both models, to spoil."""
    one, other = (Path(shutil.copy(path, tmp_path)) for path in trained)
    return one, other


def given(models: tuple[Path, Path]) -> list[object]:
    return [part for path in models for part in ("--model", path)]


@pytest.mark.slow
def test_models_are_merged_without_text(
    run: Run, models: tuple[Path, Path], tmp_path: Path
) -> None:
    both, table = tmp_path / "both.model", tmp_path / "table.tsv"
    done = run("words", *given(models), "--save-model", both, "--translations", table)
    assert done.code == 0
    assert f"trained on  {len(ENGLISH) + 20} pairs" in done.out
    assert f"written: {both}" in done.out
    assert files.load(both).pairs == len(ENGLISH) + 20
    assert table.read_text(encoding="utf-8").startswith("source\ttarget\t")


def test_models_are_weighted(run: Run, models: tuple[Path, Path], tmp_path: Path) -> None:
    both = tmp_path / "both.model"
    weights = ("--model-weight", 1, "--model-weight", 0.5)
    found = run("words", *given(models), *weights, "--save-model", both, "--json").json
    assert found["pairs"] == len(ENGLISH) + 10
    assert found["outputs"] == [str(both)]
    assert found["word_pairs"] == len(files.load(both).columns)


def test_text_is_aligned_with_several_models(
    run: Run, sides: Sides, models: tuple[Path, Path], out: Path
) -> None:
    assert run("words", *sides, "--tokenised", *given(models), "-o", out).code == 0
    assert len(out.read_text(encoding="utf-8").splitlines()) == len(ENGLISH)


@pytest.mark.slow
@pytest.mark.parametrize("text", [True, False])
def test_a_saved_model_is_pruned(
    run: Run, sides: Sides, models: tuple[Path, Path], tmp_path: Path, text: bool
) -> None:
    path = tmp_path / "pruned.model"
    first = (*sides, "--tokenised") if text else given(models)
    assert run("words", *first, "--prune", 5, "--save-model", path).code == 0
    assert ("minimum", "5") in files.load(path).signature.options


def test_a_model_grows_in_its_own_file(run: Run, sides: Sides, models: tuple[Path, Path]) -> None:
    grown = ("--model", models[0], "--save-model", models[0])
    assert run("words", *sides, "--tokenised", *grown).code == 0
    assert files.load(models[0]).pairs == 2 * len(ENGLISH)


@pytest.mark.slow
def test_models_cut_in_other_ways_are_not_added_up(
    run: Run, sides: Sides, models: tuple[Path, Path], out: Path
) -> None:
    cut = out.parent / "cut.model"
    told = ("-s", "en", "-t", "fr")
    assert run("words", *sides, *told, "--save-model", cut, "--quiet").code == 0
    line = refused(run, out, *sides, "--model", cut, "--model", models[0])
    assert "tokenised" in line


@pytest.mark.slow
def test_models_of_other_languages_are_not_added_up(run: Run, sides: Sides, out: Path) -> None:
    models = out.parent / "fr.model", out.parent / "it.model"
    for path in models:
        told = ("-s", "en", "-t", path.stem)
        assert run("words", *sides, *told, "--save-model", path, "--quiet").code == 0
    assert "different languages: fr, it" in refused(run, out, *sides, *given(models))


def test_a_model_of_another_version(
    run: Run, sides: Sides, models: tuple[Path, Path], out: Path
) -> None:
    data = bytearray(models[0].read_bytes())
    data[8] += 1
    models[0].write_bytes(data)
    line = refused(run, out, *sides, "--tokenised", "--model", models[0])
    assert "one.model: " in line
    assert "newer diglot" in line


def test_a_damaged_count_in_a_model(
    run: Run, sides: Sides, models: tuple[Path, Path], out: Path
) -> None:
    data = bytearray(models[0].read_bytes())
    data[-200] ^= 1
    models[0].write_bytes(data)
    assert "damaged" in refused(run, out, *sides, "--tokenised", "--model", models[0])


def test_a_failed_merge_leaves_the_model_of_before(
    run: Run, models: tuple[Path, Path], tmp_path: Path
) -> None:
    precious = tmp_path / "precious.model"
    precious.write_bytes(b"precious")
    models[1].write_bytes(models[1].read_bytes()[:-1])
    result = run("words", *given(models), "--save-model", precious)
    assert (result.code, precious.read_bytes()) == (2, b"precious")
    assert "cut short" in result.error


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--model-weight", "2"), "--model-weight is given once, --model 2 times"),
        (("--model-weight", "0", "--model-weight", "1"), "--model-weight is 0"),
        (("--model-weight", "nan", "--model-weight", "1"), "--model-weight is nan"),
        (("--prune", "-1"), "--prune is -1"),
        (("--tokens", "cut"), "--tokens needs text to align"),
        (("-o", "links.pharaoh"), "--output needs text to align"),
        (("--lexicon", "words.tsv"), "--lexicon needs text to align"),
    ],
)
def test_what_does_not_go_with_merging(
    run: Run, models: tuple[Path, Path], tmp_path: Path, options: tuple[str, ...], message: str
) -> None:
    result = run("words", *given(models), *options, "--save-model", tmp_path / "both.model")
    assert result.code == 2
    assert message in result.error
    assert not (tmp_path / "both.model").exists()


def test_neither_text_nor_models(run: Run, tmp_path: Path) -> None:
    assert "files to align" in run("words", "--save-model", tmp_path / "m.model").error


def test_memory_is_refused_where_it_cannot_be_kept(run: Run, sides: Sides, out: Path) -> None:
    assert "must be 400 or more" in refused(run, out, *sides, "--memory", 20)
    line = refused(run, out, *sides, "--memory", 500, "--phrases", out.parent / "p")
    assert "--phrases needs the whole text" in line


@pytest.mark.slow
def test_chunks_write_what_one_chunk_writes(
    run: Run, sides: Sides, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = MemoryShare(15 * 49 * SMALL_CELL, 10**9, 400)
    monkeypatch.setattr(
        "diglot.pipeline.steps.words.alignment.share_memory", lambda memory: memory and few
    )
    names = ("a.pharaoh", "a.naacl", "a.html")
    outputs = [part for name in names for part in ("-o", tmp_path / name)]
    done = run("words", *sides, *FAST, "--memory", 400, *outputs, "--confidence")
    assert done.code == 0
    assert "chunks, to stay within 400 MB" in done.out
    links = [read_word_links(tmp_path / name) for name in names[:2]]
    assert links[0].of(len(ENGLISH) - 1) == links[1].of(len(ENGLISH) - 1) != []
    assert links[0].pairs == len(ENGLISH)
    page = (tmp_path / "a.html").read_text(encoding="utf-8")
    assert ENGLISH[0] in page
    assert ENGLISH[-1] in page
