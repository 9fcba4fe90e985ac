"""Writing direction by language and by script."""

from __future__ import annotations

import pytest

from diglot.report.pages.base import direction


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("ar", "rtl"),
        ("AR", "rtl"),
        ("ar-EG", "rtl"),
        ("he", "rtl"),
        ("fa_IR", "rtl"),
        ("en", "ltr"),
        ("zh-Hant", "ltr"),
        ("uz-Arab-AF", "rtl"),
        ("ks-Deva", "ltr"),
        ("az-Latn", "ltr"),
        (None, "auto"),
        ("", "auto"),
    ],
)
def test_the_script_decides_before_the_language(language, expected):
    assert direction(language) == expected
