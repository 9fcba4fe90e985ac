"""Terminology metrics of files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from diglot.errors import ConfigError, DiglotError, InputError
from diglot.pipeline.steps.scores.options import TerminologyScoreOptions
from diglot.pipeline.steps.scores.terminology import TerminologyScores, score_terminology
from diglot.pipeline.steps.scores.terminology_inputs import target_words

SOURCE = ["she has fever today", "a dry cough", "nothing"]
REFERENCE = ["ella tiene fiebre hoy", "una tos seca", "nada"]
GLOSSARY = "en\tes\nfever\tfiebre\ncough\ttos\n"


@pytest.fixture
def files(tmp_path: Path) -> Path:
    texts = {
        "src.txt": SOURCE,
        "ref.txt": REFERENCE,
        "hyp.txt": ["ella tiene fiebre hoy", "una seca tos", "nada"],
        "tb.tsv": GLOSSARY.splitlines(),
        "other.tsv": ["en\tes", "moon\tluna"],
        "links.txt": ["2-2", "2-1", ""],
        "far.txt": ["2-2", "2-9", ""],
        "few.txt": ["2-2"],
    }
    for name, lines in texts.items():
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return tmp_path


def score(files: Path, *hypotheses: str, **options: object) -> TerminologyScores:
    termbase = options.pop("termbase", "tb.tsv")
    values: dict[str, object] = {"source_language": "en", "target_language": "es", "draws": 10}
    return score_terminology(
        str(files / "src.txt"),
        str(files / "ref.txt"),
        [str(files / name) for name in hypotheses or ("hyp.txt",)],
        termbase=str(files / str(termbase)),
        options=TerminologyScoreOptions(**(values | options)),  # type: ignore[arg-type]
    )


@pytest.mark.slow
def test_terms_of_a_termbase_are_marked_and_scored(files: Path) -> None:
    run = score(files).runs[0]
    assert [each.hit is not None for each in run.terms] == [True, True]
    assert run.scores["window_overlap_2"].values["all_terms"] == pytest.approx(1)


def test_a_termbase_without_a_match_is_an_error_that_names_both_files(files: Path) -> None:
    with pytest.raises(InputError, match=r"src\.txt.*no term of .*other\.tsv"):
        score(files, termbase="other.tsv")


def test_links_say_where_a_term_was_translated(files: Path) -> None:
    found = score(files, links=(files / "links.txt",)).runs[0].scores["aligned_partial"].values
    # "cough" is linked to "seca", where "tos" does not stand.
    assert found == {"accuracy": 0.5, "elsewhere": 0.5}


@pytest.mark.parametrize(
    ("name", "said"),
    [("far.txt", "line 2: links words 2-9"), ("few.txt", "has links of 1 segments")],
)
def test_links_that_do_not_fit_are_errors_that_name_the_place(
    files: Path, name: str, said: str
) -> None:
    with pytest.raises(InputError, match=said):
        score(files, links=(files / name,))


@pytest.mark.slow
def test_the_aligner_can_say_it_too(files: Path) -> None:
    found = score(files, align=True).runs[0]
    assert set(found.scores["aligned_partial"].values) == {"accuracy", "elsewhere"}
    assert "aligned_partial" not in found.missing


@pytest.mark.parametrize(
    ("heads", "said"),
    [
        (lambda sentences: [], "returned 0 sentences for 3"),
        (lambda sentences: [[] for _ in sentences], "returned 0 heads for the 4 tokens"),
        (lambda sentences: [[9] * len(each) for each in sentences], "outside sentence 1"),
    ],
)
def test_a_parser_that_says_nonsense_is_an_error(files: Path, heads: object, said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        score(files, parser=heads)


def test_segments_belong_together_by_id(tmp_path: Path) -> None:
    def sgml(name: str, *segments: str) -> Path:
        path = tmp_path / name
        path.write_text("<set>\n" + "".join(f"{each}\n" for each in segments) + "</set>\n")
        return path

    term = '<term id="1" type="src_original_and_tgt_original" src="a" tgt="b"> {} </term>'
    found = score_terminology(
        sgml("s.sgm", f'<seg id="1"> {term.format("a")} </seg>', '<seg id="2"> c </seg>'),
        sgml("r.sgm", f'<seg id="1"> {term.format("b")} </seg>', '<seg id="2"> d </seg>'),
        [sgml("h.sgm", '<seg id="2"> d </seg>', '<seg id="1"> b </seg>')],
        options=TerminologyScoreOptions(draws=0),
    )
    assert found.runs[0].texts[0].strip() == "b"
    assert found.runs[0].scores["bleu"].values["score"] == 0  # texts of a word each
    assert found.runs[0].scores["exact_match"].values["surface"] == 1


def test_dictionaries_without_places_leave_positions_out(tmp_path: Path) -> None:
    line = {"en": "a fever", "de": "ein Fieber", "proper": {"fever": "Fieber"}, "random": {}}
    (tmp_path / "set.jsonl").write_text(json.dumps(line | {"noterm": {}}) + "\n")
    (tmp_path / "hyp.txt").write_text("das Fieber\n")
    found = score_terminology(
        tmp_path / "set.jsonl",
        None,
        [tmp_path / "hyp.txt"],
        options=TerminologyScoreOptions(mode="proper", target_language="de", draws=0),
    )
    run = found.runs[0]
    assert run.scores["exact_match"].values["surface"] == 1
    assert {"window_overlap_2", "term", "term_bleu"} <= set(run.missing)
    assert "bleu" in run.scores


def test_systems_are_compared_in_every_headline(files: Path) -> None:
    found = score(files, "ref.txt", "hyp.txt")
    assert {(first, second) for first, second, _ in found.compared} == {found.runs}
    assert [each.figure for _, _, each in found.compared] == list(found.runs[0].headlines)


def test_without_draws_there_are_neither_intervals_nor_tests(files: Path) -> None:
    found = score(files, "ref.txt", "hyp.txt", draws=0)
    assert not found.compared
    assert not found.runs[0].scores["bleu"].intervals


@pytest.mark.parametrize("code", ["und", "qqq", "xx-unknown", "zh"])
def test_a_language_without_lemmas_says_so_and_matches_nothing_by_lemma(code: str) -> None:
    words = target_words(code)
    assert not words.vocabulary.has_lemmas
    assert any("lemma matching is off" in note for note in words.notes)
    assert ("lemmas", "none") in words.options


def test_lemmas_are_for_asking_or_not(files: Path) -> None:
    assert target_words("es").vocabulary.has_lemmas
    assert not target_words("es", lemmas="none").vocabulary.has_lemmas
    with pytest.raises(DiglotError, match="unknown lemmas"):
        target_words("es", lemmas="some")


def test_diglots_tokens_find_terms_beside_punctuation(tmp_path: Path) -> None:
    for name, text in {"s.txt": "Fever!", "r.txt": "¡Fiebre!", "h.txt": "Fiebre."}.items():
        (tmp_path / name).write_text(text + "\n", encoding="utf-8")
    (tmp_path / "tb.tsv").write_text("en\tes\nFever\tFiebre\n")
    options = TerminologyScoreOptions(
        source_language="en", target_language="es", tokenise=True, draws=0
    )
    found = score_terminology(
        *(tmp_path / "s.txt", tmp_path / "r.txt", [tmp_path / "h.txt"]),
        termbase=tmp_path / "tb.tsv",
        options=options,
    )
    assert found.runs[0].scores["exact_match"].values["surface"] == 1
