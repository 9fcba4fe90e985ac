"""Wrong options are refused before a file is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from diglot.errors import ConfigError
from diglot.pipeline.steps.checking.options import CheckOptions, check_options

FILE = Path("x")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"profile": "harsh"}, "--profile is 'harsh'"),
        ({"counting": "all"}, "--count is 'all'"),
        ({"lemmas": "no"}, "--lemmas is 'no'"),
        ({"lacking": "maybe"}, "--lacking is 'maybe'"),
        ({"fail_on": "all"}, "--fail-on is 'all'"),
        ({"rules": ("mising",)}, "--rules is 'mising', but must be one of: missing"),
        ({"ignore": ("x",)}, "--ignore is 'x', but must be one of: missing"),
        ({"severities": {"x": "note"}}, "--severity: unknown rule 'x'"),
        ({"severities": {"count": "bad"}}, "--severity count=bad"),
        ({"max_alarms": -1}, "--max-alarms is -1"),
        ({"max_rate": -0.1}, "--max-rate is -0.1"),
        ({"max_rate": float("nan")}, "--max-rate is nan"),
        ({"jobs": 0}, "--jobs is 0"),
        ({"seed": -1}, "--seed is -1"),
        ({"answers": (FILE,)}, "give --suppressions"),
        ({"links": "none", "models": (FILE,)}, "--model helps to align words"),
        ({"links": "a.pharaoh", "memories": (FILE,)}, "--memory helps to align words"),
    ],
)
def test_wrong_options_are_named(wrong, message):
    with pytest.raises(ConfigError, match=message):
        check_options(CheckOptions(**wrong))


def test_errors_fail_unless_there_is_a_limit():
    assert CheckOptions().failing == "error"
    assert CheckOptions(max_alarms=3).failing == "never"
    assert CheckOptions(max_rate=0.1, fail_on="warning").failing == "warning"
