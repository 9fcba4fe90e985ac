"""Translations checked from file to findings."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import diglot
from diglot.errors import ConfigError, InputError

SAMPLE = Path(diglot.__file__).parent / "samples" / "terminology"
GLOSSARY = "id,language,term,status\n1,en,swab,\n1,es,hisopo,\n2,en,fever,\n2,es,fiebre,\n"


@pytest.fixture
def files(tmp_path, monkeypatch):
    """A function that writes files into the current folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "g.csv").write_text(GLOSSARY)

    def write(**texts):
        for name, text in texts.items():
            (tmp_path / name.replace("__", ".")).write_text(text, encoding="utf-8")

    return write


def check(path="t.tsv", **options):
    return diglot.check(
        path, "g.csv", **{"source_language": "en", "target_language": "es"} | options
    )


def rules(run):
    return [(finding.rule, finding.unit) for one in run.checked for finding in one.findings]


@pytest.fixture(scope="module")
def espresso(tmp_path_factory):
    """The check of the sample, word links included."""
    folder = tmp_path_factory.mktemp("espresso")
    for name in ("espresso.xlf", "espresso.terms.csv"):
        shutil.copy(SAMPLE / name, folder)
    path = folder / "espresso.xlf"
    before = path.read_bytes()
    run = diglot.check(path, folder / "espresso.terms.csv")
    assert path.read_bytes() == before, "the translation was written to"
    return run


def test_the_sample_has_findings_of_many_kinds(espresso):
    (checked,) = espresso.checked
    # Notes may come and go with the word links of so short a text.
    alarms = [each for each in checked.findings if each.severity != "note"]
    assert [(each.rule, each.unit + 1) for each in alarms] == [
        ("missing", 15),
        ("forbidden", 16),
        ("missing", 32),
        ("do-not-translate", 41),
        ("case", 54),
        ("untranslated", 56),
        ("inconsistent", 58),
    ]
    assert ("lacking", "pressure gauge") in {(each.rule, each.term) for each in checked.findings}


def test_findings_have_places_on_both_sides(espresso):
    (checked,) = espresso.checked
    found = checked.findings[0]
    unit = checked.units[found.unit]
    assert (unit.id, unit.document, unit.line) == ("15", "espresso.html", 18)
    assert [unit.source[slice(*span)] for span in found.source] == ["drip tray"]
    assert [unit.target[slice(*span)] for span in found.target] == [found.found] == ["cuvette"]


def test_the_run_says_what_was_done(espresso):
    (checked,) = espresso.checked
    assert (checked.languages, checked.total) == (("en", "fr"), 62)
    assert checked.passed_over == {"untranslated": 1}
    assert sum(checked.levels.values()) == checked.occurrences > 60
    assert "links:auto" in str(checked.signature)
    assert espresso.failures == ("4 errors",)
    assert not espresso.passed
    assert [len(digest) for _, digest in espresso.inputs] == [64, 64]


def test_small_files_are_judged_by_words_alone_and_say_so(files):
    files(t__tsv="a swab\tuna muestra\nno fever\tsin fiebre\n")
    run = check()
    assert rules(run) == [("missing", 0)]
    assert any("different units or more, and this has 2" in note for note in run.checked[0].notes)
    assert "links:none" in str(run.checked[0].signature)


def test_given_links_decide(files):
    files(t__tsv="a swab\tuna muestra\nno fever\tsin fiebre\n", l__pharaoh="0-0 1-1\n0-0 1-1\n")
    run = check(links="l.pharaoh")
    assert run.checked[0].findings[0].found == "muestra"
    files(l__pharaoh="0-0 1-1\n")
    with pytest.raises(InputError, match="links"):
        check(links="l.pharaoh")


@pytest.mark.slow
def test_a_memory_teaches_what_small_files_cannot(files):
    lines = ["a swab|un hisopo", "the fever|la fiebre", "a cold|un frío", "the swab|el hisopo"]
    memory = "".join(line.replace("|", "\t") + "\n" for line in lines * 15)
    files(m__tsv=memory, t__tsv="a swab\tuna muestra\nthe fever\tla fiebre\n")
    run = check(memories=(Path("m.tsv"),))
    assert rules(run) == [("missing", 0)]
    assert run.checked[0].findings[0].found is not None
    assert any("60 units of translation memories" in note for note in run.checked[0].notes)


def test_an_empty_target_is_untranslated_and_nothing_else(files):
    files(t__tsv="a swab and a fever\t\na fever\tfiebre\n")
    run = check()
    assert rules(run) == [("untranslated", 0)]
    assert run.checked[0].occurrences == 1


CREATURES = {"cat": "gato", "dog": "perro", "bird": "pájaro", "horse": "caballo", "duck": "pato"}
DEEDS = {"sleeps": "duerme", "eats": "come", "sings": "canta", "waits": "espera"}
PLACES = {"house": "la casa", "garden": "el jardín", "road": "el camino", "lake": "el lago"}
FABLE = [
    (f"the {one} {deed} near the old {place}", f"el {uno} {hace} cerca de {lugar} vieja")
    for one, uno in CREATURES.items()
    for deed, hace in DEEDS.items()
    for place, lugar in PLACES.items()
]


@pytest.mark.slow
def test_sides_that_slipped_are_one_finding_a_unit(files):
    lines = [*FABLE, ("a swab lies on the white table there", "Precio sujeto a cambios sin aviso")]
    files(t__tsv="".join(f"{one}\t{other}\n" for one, other in lines))
    assert rules(check(lacking="no")) == [("not-parallel", 80)]
    assert rules(check(lacking="no", ignore=("not-parallel",))) == []


@pytest.mark.slow
def test_links_that_say_nothing_are_left_alone(files):
    lines = [(f"word{k} term{k}", f"palabra{k} cosa{k}") for k in range(60)]
    lines.append(("a swab", "un hisopo"))
    files(t__tsv="".join(f"{one}\t{other}\n" for one, other in lines))
    run = check(lacking="no")
    assert "not-parallel" not in {rule for rule, _ in rules(run)}


def test_the_same_text_again_teaches_nothing(files):
    files(t__tsv="a swab\tun hisopo\n" * 80)
    run = check(lacking="no")
    assert rules(run) == []
    assert any("different units or more, and this has 1" in note for note in run.checked[0].notes)


def test_several_files_are_checked_each_for_itself(files):
    files(t__en="a swab\n", t__es="un hisopo\n", u__tsv="a fever\tcalor\n")
    run = diglot.check(
        ["t.en", "t.es", "u.tsv"], "g.csv", source_language="en", target_language="es"
    )
    assert [one.path for one in run.checked] == ["t.es", "u.tsv"]
    assert rules(run) == [("missing", 0)]


def test_nothing_to_check_is_a_fault_unless_allowed(files):
    files(t__tsv="source\ttarget\n")
    with pytest.raises(InputError, match="holds no units"):
        check()
    run = check(allow_empty=True)
    assert run.passed
    assert run.checked[0].notes == ("there is nothing to check",)


def test_an_unknown_language_says_that_lemmas_are_off(files):
    files(t__tsv="a swab\tuna hisopo\n", g__csv="id,language,term\n1,en,swab\n1,tlh,hisopo\n")
    run = check(target_language="tlh")
    assert rules(run) == []
    assert any("lemma matching is off" in note for note in run.checked[0].notes)


def test_an_enormous_unit_is_passed_over_and_said(files):
    files(t__tsv="a swab\tun hisopo\n" + "swab " * 2_000_000 + "\t" + "hisopo " * 1_000 + "\n")
    run = check()
    assert run.checked[0].passed_over == {"too long": 1}
    assert any("more than 5,000 words" in note for note in run.checked[0].notes)
    assert run.checked[0].occurrences == 1


def test_limits_count_errors_and_warnings(files):
    files(t__tsv="a swab\tuna muestra\na fever\tcalor\n")
    assert check().failures == ("2 errors",)
    assert check(max_alarms=2).passed
    assert check(max_alarms=1).failures == ("2 errors and warnings, more than 1",)
    assert check(max_rate=1.0).passed
    assert "1 for each source term: more than 0.5" in check(max_rate=0.5).failures[0]
    assert check(fail_on="never").passed
    assert len(check(max_alarms=1, fail_on="error").failures) == 2


def test_options_are_named_when_they_are_wrong(files):
    files(t__tsv="a\tb\n")
    with pytest.raises(ConfigError, match=r"unknown option 'profiles' .*available: allow_empty"):
        check(profiles="strict")


def test_answers_are_learnt_and_hold_back_findings(files):
    from diglot.consistency.suppressions import finding_fingerprint

    files(t__tsv="a swab\tuna muestra\nthe swab\tla muestra\n")
    found = check().checked[0].findings[0]
    place = finding_fingerprint(found, "a swab")
    files(
        a__json='{"schema": "diglot-answers", "version": 1, "answers": [{"verdict": '
        f'"false alarm", "rule": "missing", "place": "{place}", "entry": "1"}}]}}'
    )
    told = {"suppressions": Path("s.toml")}
    run = check(**told, answers=(Path("a.json"),))
    assert [each.suppressed is None for each in run.checked[0].findings] == [False, True]
    assert run.failures == ("1 error",)
    assert "1 answer learnt" in run.notes[0]
    assert check(**told).failures == ("1 error",)


@pytest.mark.slow
def test_the_result_does_not_depend_on_the_number_of_workers(files):
    files(t__tsv="".join(f"{one}\t{other}\n" for one, other in FABLE) + "a swab\tel lago\n")
    assert check() == check(jobs=2)
