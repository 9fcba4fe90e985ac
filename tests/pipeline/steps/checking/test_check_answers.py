"""A reviewer's answers change the next check, and nothing else."""

from __future__ import annotations

import json

import pytest

from diglot.errors import ConfigError
from diglot.pipeline.steps.checking.check import check_files
from diglot.pipeline.steps.checking.options import CheckOptions
from diglot.report.check.groups import CheckFacts
from diglot.report.check.json import check_object
from diglot.report.check.sheet import write_check_sheet


@pytest.fixture
def run(tmp_path):
    """Check three units against two entries, of which one is never translated as it should be."""
    (tmp_path / "t.en").write_text("Take a swab.\nA swab here.\nThe mask fits.\n", "utf-8")
    (tmp_path / "t.es").write_text("Tome una muestra.\nUna muestra.\nAjusta bien.\n", "utf-8")
    (tmp_path / "tb.tsv").write_text("en\tes\nswab\thisopo\nmask\tmascarilla\n", "utf-8")

    def check(**options):
        return check_files(
            [tmp_path / "t.en", tmp_path / "t.es"],
            [tmp_path / "tb.tsv"],
            options=CheckOptions(
                source_language="en",
                target_language="es",
                links="none",
                lemmas="none",
                lacking="no",
                **options,
            ),
        )

    return check


def counted(done):
    return [f.term for one in done.checked for f in one.findings if f.suppressed is None]


def test_answers_are_learnt_and_accepted_forms_proposed(run, tmp_path):
    first = run()
    assert counted(first) == ["swab", "swab", "mask"]
    told = check_object(first.checked, facts=CheckFacts(fingerprints=first.fingerprints))
    answers = [
        {
            "verdict": "accept" if each["term"] == "swab" else "false alarm",
            "form": "muestra" if each["term"] == "swab" else "",
            "rule": each["rule"],
            "entry": each["entry"],
            "term": each["term"],
            "level": each["level"],
            "place": each["fingerprint"],
        }
        for each in told["findings"]
    ]
    page = tmp_path / "answers.json"
    page.write_text(
        json.dumps({"schema": "diglot-answers", "version": 1, "answers": answers}), "utf-8"
    )
    kept, wanted = tmp_path / "s.toml", tmp_path / "forms.tsv"
    done = run(suppressions=kept, answers=(page,), author="MR", proposals=wanted)
    assert "mask" not in counted(done)
    assert "accepted for the termbase: 1" in done.notes[0]
    assert wanted.read_text("utf-8").splitlines()[1].split("\t")[1:4] == ["swab", "muestra", "2"]
    assert 'author = "MR"' in kept.read_text("utf-8")
    assert counted(run(suppressions=kept)) == counted(done)


def test_a_filled_table_is_learnt_from_and_a_changed_entry_speaks_again(run, tmp_path):
    table, kept = tmp_path / "findings.tsv", tmp_path / "s.toml"
    first = run()
    write_check_sheet(table, first.checked, facts=CheckFacts(fingerprints=first.fingerprints))
    head, *lines = table.read_text("utf-8").splitlines()
    table.write_text("\n".join([head, *(f"no{line}" for line in lines), ""]), "utf-8")
    assert counted(run(suppressions=kept, answers=(table,))) == []
    (tmp_path / "tb.tsv").write_text("en\tes\nswab\thisopado\nmask\tmascarilla\n", "utf-8")
    again = run(suppressions=kept)
    assert counted(again) == ["swab", "swab"]
    assert len(again.expired) == 2


def test_proposals_without_answers_are_refused(run, tmp_path):
    with pytest.raises(ConfigError, match="give --answers"):
        run(proposals=tmp_path / "forms.tsv")
