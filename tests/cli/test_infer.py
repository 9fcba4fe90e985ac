"""``diglot infer``: what is written, what is printed, what is refused."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest

import diglot
from diglot.formats.lexicons import read_lexicon
from diglot.formats.lexicons.jsonl import read_header
from tests.cli.conftest import Run
from tests.lexicons.dictionaries import rings
from tests.struck import struck

SAMPLES = Path(diglot.__file__).parent / "samples" / "dictionaries"
DICTIONARIES = [SAMPLES / f"{name}.tsv" for name in ("en-es", "es-fr", "en-ca", "ca-fr")]
BEGIN = ("infer", "--method", "otic", "--from", "en", "--to", "fr")
OTIC = (*BEGIN, *DICTIONARIES)


def rows(path: Path) -> list[list[str]]:
    return [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.fixture
def direct(tmp_path: Path) -> Path:
    """A dictionary of the two languages themselves."""
    path = tmp_path / "en-fr.tsv"
    path.write_text("source\ttarget\tpos\ndog\tchien\tnoun\ndog\tcador\tnoun\n", encoding="utf-8")
    return path


def test_a_dictionary_is_written_as_tiad_has_it(run: Run, tmp_path: Path) -> None:
    result = run(*OTIC, "-o", tmp_path / "out.tsv")
    assert result.code == 0, result.err
    found = rows(tmp_path / "out.tsv")
    assert ["dog", "chien", "noun", "1"] in [[*row[:3], f"{float(row[3]):g}"] for row in found]
    assert [row[0] for row in found] == sorted((row[0] for row in found), key=str.casefold)
    assert all(float(row[3]) >= 0.5 for row in found)


def test_catalan_tells_meanings_apart_that_spanish_does_not(run: Run, tmp_path: Path) -> None:
    run(*OTIC, "-o", tmp_path / "out.tsv", "--top", "1")
    best = {(row[0], row[2]): row[1] for row in rows(tmp_path / "out.tsv")}
    assert best["wrist", "noun"] == "poignet"
    assert best["leaf", "noun"] == "feuille"


def test_explanations_stand_beside_the_first_output(run: Run, tmp_path: Path) -> None:
    result = run(*OTIC, "-o", tmp_path / "new.tsv", "-o", tmp_path / "new.csv")
    assert f"written: {tmp_path / 'new.explained.jsonl'}" in result.out
    explained = read_lexicon(tmp_path / "new.explained.jsonl")
    dog = next(each for each in explained.translations if each.source == "dog")
    assert dog.paths[0].words in {("dog", "perro", "chien"), ("dog", "gos", "chien")}
    assert "2 pivot languages: ca, es" in dog.reasons
    signature = read_header(tmp_path / "new.explained.jsonl").signature
    assert str(signature).startswith("method:otic|languages:en-fr|")


def test_paths_are_lost_only_where_no_file_has_them(run: Run, tmp_path: Path) -> None:
    lost = "paths of a translation"
    assert lost not in run(*OTIC, "-o", tmp_path / "new.tsv").out
    assert lost in run(*OTIC, "-o", tmp_path / "new.tsv", "--no-explanations").out


@pytest.mark.parametrize(
    "options",
    [("-o", "new.tsv", "--no-explanations"), ("-o", "new.jsonl"), ("-o", "a.tsv", "-o", "b.jsonl")],
)
def test_explanations_are_not_written_twice_or_against_the_will(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(*OTIC, *options).code == 0
    assert not list(tmp_path.glob("*.explained.jsonl"))


@pytest.mark.parametrize("name", ["out.ttl", "out.dix", "out.tbx", "out.tei", "out.xlsx", "out.nt"])
def test_every_format_holds_the_same_pairs(run: Run, tmp_path: Path, name: str) -> None:
    result = run(*OTIC, "-o", tmp_path / name, "-o", tmp_path / "out.jsonl", "--json")
    assert result.code == 0, result.err
    pairs = {
        (each.source, each.target) for each in read_lexicon(tmp_path / "out.jsonl").translations
    }
    again = read_lexicon(tmp_path / name, languages=("en", "fr")).translations
    assert {(each.source, each.target) for each in again} == pairs


def test_without_output_the_first_entries_are_shown(run: Run) -> None:
    result = run(*OTIC)
    assert "first entries:" in result.out
    assert "bank (noun) – banque  over banc (ca)" in result.out


def test_the_summary_says_what_was_used_and_found(run: Run, tmp_path: Path) -> None:
    result = run(*OTIC, "-o", tmp_path / "out.tsv")
    assert "of 4 languages" in result.out
    assert "translations of 4 dictionaries" in result.out
    assert "pivots           ca, es\n" in result.out
    assert "English words" in result.out
    assert "examples:" in result.out


def test_json_has_the_documented_keys(run: Run, tmp_path: Path, project: Path) -> None:
    told = run(*OTIC, "-o", tmp_path / "out.tsv", "--json").json
    page = (project / "docs" / "commands" / "infer.md").read_text(encoding="utf-8")
    assert all(f"`{key}`" in page for key in told)
    assert told["entries"] == len(rows(tmp_path / "out.tsv"))
    assert told["outputs"][0] == {
        "path": str(tmp_path / "out.tsv"),
        "entries": told["entries"],
        "lost": told["outputs"][0]["lost"],
    }
    assert sum(band["entries"] for band in told["bands"]) == told["entries"]


@pytest.mark.slow
def test_quiet_says_nothing(run: Run, tmp_path: Path) -> None:
    result = run(*OTIC, "-o", tmp_path / "out.tsv", "--quiet")
    assert (result.code, result.out, result.err) == (0, "", "")


def test_an_option_of_the_method_reaches_it(run: Run, tmp_path: Path) -> None:
    run(*OTIC, "-o", tmp_path / "max.tsv")
    run(*OTIC, "-o", tmp_path / "votes.tsv", "--option", "combine=votes")
    assert rows(tmp_path / "max.tsv") != rows(tmp_path / "votes.tsv")


def test_an_unknown_option_is_named_with_those_there_are(run: Run) -> None:
    error = run(*OTIC, "--quiet", "--option", "combin=max").error
    assert "'combin' (did you mean combine?)" in error


@pytest.mark.parametrize(
    ("options", "form"),
    [
        (("--option", "combine"), "write NAME=VALUE"),
        (("--option", "=max"), "write NAME=VALUE"),
        (("--vectors", "en.vec"), "write LANG=FILE"),
        (("--texts", "en="), "write LANG=FILE"),
    ],
)
def test_what_lacks_its_sign_is_refused(run: Run, options: tuple[str, str], form: str) -> None:
    result = run(*OTIC, *options)
    assert result.code == 2
    assert form in result.error


def test_pivots_can_be_chosen(run: Run) -> None:
    told = run(*OTIC, "--pivots", "Spanish", "--json").json
    assert told["pivots"] == ["es"]
    assert any(each["target"] == "poupée" for each in told["examples"]) or told["entries"]


def test_a_direct_dictionary_is_told_and_can_be_hidden(run: Run, direct: Path) -> None:
    told = run(*OTIC, direct, "--json").json
    assert any("en-fr translate directly: 2 pairs" in note for note in told["notes"])
    assert told["known"] == 1
    hidden = run(*OTIC, direct, "--hide-direct", "--json").json
    assert "dropped 2 pairs of en and fr: en-fr" in hidden["notes"]
    assert hidden["known"] == 0
    assert hidden["entries"] == run(*OTIC, "--json").json["entries"]


def test_a_pair_without_a_path_says_what_is_connected(run: Run) -> None:
    result = run(*BEGIN, "--quiet", SAMPLES / "en-es.tsv", SAMPLES / "ca-fr.tsv")
    assert result.code == 2
    assert "leads from en to fr: dictionaries connect en with es; fr with ca" in result.error


def test_a_language_without_words_is_named_with_those_there_are(run: Run) -> None:
    result = run(*BEGIN, "--quiet", "--to", "Portuguese", *DICTIONARIES)
    assert result.code == 2
    assert "no dictionary has words of 'pt'; available: ca, en, es, fr" in result.error


def test_an_unknown_language_gets_a_suggestion(run: Run) -> None:
    result = run(*BEGIN, "--from", "Englihs", *DICTIONARIES)
    assert result.code == 2
    assert "did you mean en (English)" in result.error


def test_an_unknown_method_is_known_before_the_files_are_read(run: Run, tmp_path: Path) -> None:
    result = run(*BEGIN, tmp_path / "none.tsv", "--method", "magic")
    assert "unknown method 'magic'" in result.error


def test_one_language_given_twice_is_known_before_the_files_are_read(
    run: Run, tmp_path: Path
) -> None:
    result = run("infer", tmp_path / "none.tsv", "-s", "en", "-t", "English")
    assert "source and target are both en" in result.error


def test_a_missing_file_is_named(run: Run, tmp_path: Path) -> None:
    result = run(*BEGIN, tmp_path / "en-es.tsv", "--quiet")
    assert result.code == 2
    assert "en-es.tsv" in result.error


def test_a_bad_line_is_named_or_counted(run: Run, tmp_path: Path) -> None:
    bad = tmp_path / "en-es.tsv"
    bad.write_text("source\ttarget\tpos\ndog\tperro\tnoun\ncat\n", encoding="utf-8")
    command = (*BEGIN, bad, DICTIONARIES[1])
    refused = run(*command, "--quiet")
    assert refused.code == 2
    assert "line 3" in refused.error
    assert "--skip-bad" in refused.error
    told = run(*command, "--skip-bad", "--json").json
    assert told["entries"] == 1
    assert any("1 bad line" in note for note in told["notes"])


def test_entities_of_xml_are_refused(run: Run, tmp_path: Path) -> None:
    bomb = tmp_path / "apertium.eng-spa.dix"
    bomb.write_text(
        '<!DOCTYPE dictionary [<!ENTITY e "perro"><!ENTITY f "&e;&e;">]><dictionary>'
        '<section id="main"><e><p><l>dog</l><r>&f;</r></p></e></section></dictionary>',
        encoding="utf-8",
    )
    result = run(*BEGIN, bomb, DICTIONARIES[1], "--quiet")
    assert result.code == 2
    assert "apertium.eng-spa.dix" in result.error
    assert "entit" in result.error


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("out.unknown", "names no format; write one of .tsv, "),
        ("out.ifo", "read, not written"),
        ("nowhere/out.tsv", "nowhere"),
    ],
)
def test_an_output_that_cannot_be_written_is_known_before_the_work(
    run: Run, tmp_path: Path, name: str, message: str
) -> None:
    result = run(*BEGIN, tmp_path / "none", "-o", tmp_path / name)
    assert result.code == 2
    assert message in result.error


def test_an_input_is_not_overwritten(run: Run, direct: Path) -> None:
    result = run(*OTIC, direct, "-o", direct)
    assert "both input and output" in result.error
    assert read_lexicon(direct).translations


def test_an_output_is_not_written_twice(run: Run, tmp_path: Path) -> None:
    result = run(*OTIC, "-o", tmp_path / "a.tsv", "-o", tmp_path / "a.tsv")
    assert "given twice" in result.error


def test_nothing_above_the_threshold_is_an_empty_file(run: Run, tmp_path: Path) -> None:
    result = run(*OTIC, "--pivots", "es", "--option", "combine=votes", "-o", tmp_path / "out.tsv")
    assert result.code == 0
    assert (tmp_path / "out.tsv").read_text(encoding="utf-8") == ""
    assert "0 for 0 of" in result.out


def test_duplicates_change_nothing(run: Run, tmp_path: Path) -> None:
    once = run(*OTIC, "-o", tmp_path / "once.tsv", "--no-explanations")
    twice = tmp_path / "en-es.copy.tsv"
    body = DICTIONARIES[0].read_text(encoding="utf-8")
    twice.write_text(body + body.partition("\n")[2], encoding="utf-8")
    again = run(*OTIC, twice, "-o", tmp_path / "twice.tsv", "--no-explanations")
    assert (once.code, again.code) == (0, 0), again.err
    assert rows(tmp_path / "once.tsv") == rows(tmp_path / "twice.tsv")


def test_the_same_input_gives_the_same_bytes(run: Run, tmp_path: Path) -> None:
    for name in ("one", "two"):
        run(*OTIC, "-o", tmp_path / f"{name}.tsv")
    for extension in ("tsv", "explained.jsonl"):
        one, two = (tmp_path / f"{name}.{extension}" for name in ("one", "two"))
        assert one.read_bytes() == two.read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize(
    "at",
    ["diglot.pipeline.steps.lexicons.inference.inferred_translations", "os.fsync"],
    ids=["work", "writing"],
)
def test_an_interrupted_run_leaves_the_old_file(tmp_path: Path, at: str) -> None:
    out = tmp_path / "out.tsv"
    out.write_text("old\n", encoding="utf-8")
    done = struck(signal.SIGINT, at, *OTIC, "-o", out)
    assert done.returncode == 130, done.stderr
    assert "interrupted" in done.stderr
    assert out.read_text(encoding="utf-8") == "old\n"
    assert list(tmp_path.iterdir()) == [out]


@pytest.mark.slow
def test_the_default_method_says_what_spoke_for_and_against_an_entry(
    run: Run, tmp_path: Path
) -> None:
    for name, entries in rings(700).items():
        lines = "".join("\t".join(entry) + "\n" for entry in entries)
        (tmp_path / f"{name}.tsv").write_text("source\ttarget\tpos\n" + lines, encoding="utf-8")
    files = sorted(tmp_path.glob("*.tsv"))
    asked = ("infer", "--from", "en", "--to", "fr", *files, "-o")
    result = run(*asked, tmp_path / "out.tsv", "--save-scorer", tmp_path / "scorer.json")
    assert result.code == 0, result.err
    found = read_lexicon(tmp_path / "out.explained.jsonl").translations
    said = [text for each in found for text in each.reasons]
    assert any(text.startswith("for: walks join the words") for text in said)
    told = run("explain", found[0].source, tmp_path / "out.tsv")
    assert all(text in told.out for text in found[0].reasons)
    # A scorer of an earlier version cannot say it, and scores the same.
    data = json.loads((tmp_path / "scorer.json").read_text(encoding="utf-8"))
    del data["ranker"]["reached"]
    (tmp_path / "old.json").write_text(json.dumps(data), encoding="utf-8")
    result = run(*asked, tmp_path / "old.tsv", "--scorer", tmp_path / "old.json")
    assert result.code == 0, result.err
    assert rows(tmp_path / "old.tsv") == rows(tmp_path / "out.tsv")
    (first, *_) = read_lexicon(tmp_path / "old.explained.jsonl").translations
    assert first.reasons == tuple(
        each for each in found[0].reasons if not each.startswith(("for: ", "against: "))
    )
