"""Reports by name."""

from __future__ import annotations

import pytest

from diglot.errors import ConfigError, InputError
from diglot.report.check import REPORTS, write_report
from tests.report.checks import clinic, hostile


@pytest.mark.parametrize("name", REPORTS)
def test_every_report_is_written_again_as_it_was(tmp_path, name):
    path = tmp_path / f"report.{name}"
    write_report(name, path, [clinic(), hostile()])
    first = path.read_bytes()
    assert first
    write_report(name, path, [clinic(), hostile()])
    assert path.read_bytes() == first


@pytest.mark.parametrize("name", REPORTS)
def test_a_report_of_nothing_is_a_report(tmp_path, name):
    path = tmp_path / f"report.{name}"
    write_report(name, path, [])
    assert path.read_bytes()


@pytest.mark.parametrize("name", REPORTS)
def test_a_folder_that_is_not_there_is_one_line(tmp_path, name):
    with pytest.raises(InputError, match="create the folder first"):
        write_report(name, tmp_path / "no" / "report.xlsx", [clinic()])


def test_an_unknown_report_lists_those_that_are(tmp_path):
    with pytest.raises(ConfigError, match="unknown report 'pdf'; available: html, json"):
        write_report("pdf", tmp_path / "a.pdf", [])
