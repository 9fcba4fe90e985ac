"""``diglot score terminology``."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run

SGML = """<{kind} setid="toy" srclang="en" trglang="es">
<doc docid="d1">
<seg id="1"> {one} </seg>
<seg id="2"> {two} </seg>
<seg id="3"> {three} </seg>
</doc>
</{kind}>
"""
TERM = '<term id="{}" type="src_original_and_tgt_original" src="{}" tgt="{}"> {} </term>'


def term(entry: int, source: str, target: str, shown: str) -> str:
    return TERM.format(entry, source, target, shown)


@pytest.fixture
def files(tmp_path: Path) -> Path:
    fever = "fever", "fiebre|calentura"
    cough = "cough", "tos"
    texts = {
        "src.sgm": SGML.format(
            kind="srcset",
            one=f"she has {term(1, *fever, 'fever')} today",
            two=f"a {term(2, *cough, 'cough')} < 3 days",
            three="no terms here",
        ),
        "ref.sgm": SGML.format(
            kind="refset",
            one=f"ella tiene {term(1, *fever, 'fiebre')} hoy",
            two=f"una {term(2, *cough, 'tos')} < 3 días",
            three="nada por aquí",
        ),
        "good.sgm": SGML.format(
            kind="tstset", one="ella tiene fiebre hoy", two="una tos < 3 días", three="nada"
        ),
        "other.txt": "ella tiene gripe hoy\nuna tos de 3 días\nnada\n",
        "empty.txt": "\n\n\n",
        "short.txt": "ella tiene fiebre\n",
        "src.txt": "she has fever today\na cough for days\nno terms here\n",
        "ref.txt": "ella tiene fiebre hoy\nuna tos de días\nnada por aquí\n",
        "terms.tsv": "en\tes\nfever\tfiebre\ncough\ttos\n",
        "links.txt": "0-0 1-1 2-2 3-3\n0-0 1-1\n0-0\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def given(files: Path, *hypotheses: str) -> list[object]:
    options: list[object] = ["score", "terminology", "--source", files / "src.sgm"]
    options += ["--reference", files / "ref.sgm", "--draws", "50"]
    for name in hypotheses:
        options += ["--hypothesis", files / name]
    return options


def test_the_figures_of_one_system_stand_in_one_object(run: Run, files: Path) -> None:
    found = run(*given(files, "other.txt"), "--json").json
    assert (found["segments"], found["segments_with_terms"], found["terms"]) == (3, 2, 2)
    assert found["exact_match"]["surface"] == 0.5
    assert found["exact_match"]["counts"] == {"surface_matches": 1, "matches": 1, "terms": 2}
    assert found["window_overlap_2"]["matched"] == pytest.approx(2 / 3)
    assert found["window_overlap_2"]["all_terms"] == pytest.approx(1 / 3)
    assert found["exact_match"]["intervals"] is None
    assert found["exact_match"]["note"].startswith("3 segments: too few for intervals and tests")
    assert "aligned_partial" in found["missing"]


def test_window_overlap_never_stands_alone(run: Run, files: Path) -> None:
    out = run(*given(files, "good.sgm")).out
    for row in ("exact match, as written", "window overlap 2, matched", "window overlap 2, all t"):
        assert row in out


def test_every_two_systems_are_compared(run: Run, files: Path) -> None:
    found = run(*given(files, "good.sgm", "other.txt", "empty.txt"), "--json").json
    assert [each["exact_match"]["surface"] for each in found["runs"]] == [1.0, 0.5, 0.0]
    exact = [each for each in found["comparisons"] if each["figure"] == "exact_match.surface"]
    assert [each["difference"] for each in exact] == [-0.5, -1.0, -0.5]
    assert [each["first"]["value"] for each in exact] == [1.0, 1.0, 0.5]
    assert all(each["systems"] == 3 for each in found["correlations"])
    out = run(*given(files, "good.sgm", "other.txt", "empty.txt")).out
    assert "too few" in out
    assert "Spearman" in out


def test_details_say_what_became_of_every_term(run: Run, files: Path) -> None:
    found = run(*given(files, "other.txt"), "--json", "--details").json["term_results"]
    assert [each["level"] for each in found] == ["none", "exact"]
    assert found[1]["found"] == "tos"
    assert found[1]["span"] == [4, 7]
    assert "calentura" in found[0]["alternatives"]
    out = run(*given(files, "other.txt"), "--details").out
    assert "segment" in out


def test_missed_terms_are_listed_with_what_was_wanted(run: Run, files: Path) -> None:
    assert "fever → fiebre | calentura" in run(*given(files, "other.txt")).out


def test_an_empty_translation_scores_nothing_and_breaks_nothing(run: Run, files: Path) -> None:
    found = run(*given(files, "empty.txt"), "--json").json
    assert found["exact_match"]["accuracy"] == 0
    assert found["partial"]["in_place"] == 0


def test_terms_of_a_termbase_are_found_in_plain_texts(run: Run, files: Path) -> None:
    found = run(
        *("score", "terminology", "--source", files / "src.txt", "--reference", files / "ref.txt"),
        *("--hypothesis", files / "ref.txt", "--termbase", files / "terms.tsv"),
        *("-s", "en", "-t", "es", "--draws", "0", "--json"),
    ).json
    assert found["terms"] == 2
    assert found["window_overlap_3"]["all_terms"] == 1


def test_word_links_tell_where_terms_were_translated(run: Run, files: Path) -> None:
    found = run(*given(files, "other.txt"), "--links", files / "links.txt", "--json").json
    assert found["aligned_partial"]["accuracy"] == 0.5
    assert found["aligned_partial"]["elsewhere"] == 0


def test_a_parser_of_the_user_gives_windows_of_dependency_links(
    run: Run, files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (files / "chain_parser.py").write_text(
        "def heads(sentences):\n"
        "    return [[place - 1 for place in range(len(each))] for each in sentences]\n"
    )
    monkeypatch.syspath_prepend(str(files))
    found = run(*given(files, "good.sgm"), "--parser", "chain_parser:heads", "--json").json
    assert found["dependency_window"]["all_terms"] == 1
    error = run(*given(files, "good.sgm"), "--parser", "chain_parser:nothing").error
    assert "chain_parser:nothing" in error


@pytest.mark.slow
def test_compat_gives_the_numbers_of_the_published_code(run: Run, files: Path) -> None:
    found = run(
        *given(files, "good.sgm")[:-4],
        *("--hypothesis", files / "good.sgm", "--compat", "alam2021", "--lemmas", "identity"),
        "--json",
    ).json
    assert found["compat"] == "alam2021"
    assert (found["surface"], found["wrong"]) == (2, 0)


def test_other_numbers_of_segments_are_an_error_that_names_file_and_numbers(
    run: Run, files: Path
) -> None:
    result = run(*given(files, "short.txt"))
    assert result.code == 2
    assert "short.txt" in result.error
    assert "1 translations for 3 segments" in result.error


def test_a_set_without_terms_is_an_error_that_says_what_to_give(run: Run, files: Path) -> None:
    error = run(
        *("score", "terminology", "--source", files / "src.txt", "--reference", files / "ref.txt"),
        *("--hypothesis", files / "ref.txt"),
    ).error
    assert "marks no terms" in error
    assert "--termbase" in error


def test_an_unknown_language_says_that_lemma_matching_is_off(run: Run, files: Path) -> None:
    out = run(*given(files, "good.sgm"), "-t", "qqq-none").out
    assert "lemma matching is off" in out
    assert "lemmas:none" in out


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--gold", "g"), "unrecognized arguments: --gold g"),
        (("--compat", "bucc2022"), "bucc2022"),
        (("--lemmas", "identity"), "--compat alam2021"),
        (("--compat", "alam2021", "--align"), "cannot be used with --compat"),
        (("--align", "--links", "l"), "not both"),
        (("--links", "l", "--links", "m"), "2 files of links for 1"),
        (("--draws", "-1"), "must be 0 or more"),
        (("--mode", "proper"), "proper"),
    ],
)
def test_options_that_do_not_fit_are_errors(
    run: Run, files: Path, options: tuple[str, ...], said: str
) -> None:
    if "--draws" in options:
        given_options = [*given(files, "good.sgm")[:6], "--hypothesis", files / "good.sgm"]
    else:
        given_options = given(files, "good.sgm")
        if "--compat" in options:
            given_options = given_options[:6] + given_options[8:]
    result = run(*given_options, *options)
    assert result.code == 2
    assert said in result.error


def test_other_kinds_still_need_a_prediction(run: Run, files: Path) -> None:
    assert "--pred" in run("score", "terms", "--gold", files / "src.txt").error
    assert "--hypothesis" in run("score", "terminology", "--source", files / "src.sgm").error
    error = run("score", "terms", "--gold", "g", "--pred", "p", "--hypothesis", "h").error
    assert "unrecognized arguments: --hypothesis h" in error
