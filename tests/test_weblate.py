"""The check for Weblate, against stand-ins for the few names of Weblate and Django that it uses."""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path


class TargetCheck:
    """Weblate's base class: calls ``check_single`` for every plural form."""


@pytest.fixture
def weblate(project: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    terms = project / "src" / "diglot" / "samples" / "terminology" / "espresso.terms.csv"
    settings = SimpleNamespace(DIGLOT_TERMBASES=[str(terms)], DIGLOT_CHECK={"profile": "strict"})
    stand_ins: dict[str, dict[str, Any]] = {
        "django": {},
        "django.conf": {"settings": settings},
        "weblate": {},
        "weblate.checks": {},
        "weblate.checks.base": {"TargetCheck": TargetCheck},
    }
    for name, names in stand_ins.items():
        module = ModuleType(name)
        vars(module).update(names)
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.delitem(sys.modules, "diglot.weblate", raising=False)
    return import_module("diglot.weblate")


def unit_of(source: str, target: str, language: str = "fr") -> SimpleNamespace:
    component = SimpleNamespace(source_language=SimpleNamespace(code="en"))
    translation = SimpleNamespace(component=component, language=SimpleNamespace(code=language))
    return SimpleNamespace(
        translation=translation,
        get_source_plurals=lambda: [source],
        get_target_plurals=lambda: [target],
    )


def test_a_forbidden_term_fails_with_its_reason(weblate: ModuleType) -> None:
    check = weblate.TermbaseCheck()
    unit = unit_of("Clean the drip tray.", "Videz le bac de récupération.")
    assert check.check_single(*unit.get_source_plurals(), *unit.get_target_plurals(), unit) is True
    assert check.get_description(SimpleNamespace(unit=unit)) == (
        "“bac de récupération” is forbidden for “drip tray”; the termbase has “bac d'égouttage”"
    )


def test_a_translation_with_the_right_terms_passes(weblate: ModuleType) -> None:
    check = weblate.TermbaseCheck()
    unit = unit_of("Clean the drip tray.", "Nettoyez le bac d'égouttage.")
    assert check.check_single(*unit.get_source_plurals(), *unit.get_target_plurals(), unit) is False


def test_what_was_found_in_one_string_is_not_told_of_the_next(weblate: ModuleType) -> None:
    check = weblate.TermbaseCheck()
    for target, wrong in (("Le moulin.", False), ("La cuve.", True), ("Le moulin.", False)):
        assert check.check_single("The grinder.", target, unit_of("", "")) is wrong


def test_strings_of_languages_that_the_termbase_has_not_are_not_checked(
    weblate: ModuleType,
) -> None:
    unit = unit_of("Clean the drip tray.", "Vyčistěte misku.", language="cs")
    assert weblate.TermbaseCheck().check_single("The drip tray.", "Miska.", unit) is False
