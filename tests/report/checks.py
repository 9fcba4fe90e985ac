"""Checks of translations made by hand, for the tests of their reports."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import settings
from hypothesis import strategies as st

from diglot.model import Checked, CheckedUnit, Finding, Signature
from diglot.model.findings import LEVELS, RULES, SEVERITIES


def spans(text, *words):
    return tuple((text.index(word), text.index(word) + len(word)) for word in words)


def unit(number, source, target, **options):
    return CheckedUnit(number, source, target, **options)


def checked(path, findings, units, **options):
    told = {
        "languages": ("en", "es"),
        "total": 300,
        "passed_over": {},
        "occurrences": 512,
        "levels": {"exact": 400, "lemma": 100, "none": 12},
        "entries": 240,
    } | options
    return Checked(
        path, findings=tuple(findings), units={each.number: each for each in units}, **told
    )


def swab(number):
    """A unit in which the translation has another word for a swab."""
    source = f"Take a swab from patient {number}, then label it."
    target = f"Tome una muestra del paciente {number} y etiquétela."
    return unit(number, source, target, id=f"s{number}", line=number + 1), Finding(
        "missing",
        "error",
        number,
        "“swab” is translated by “muestra”, which the termbase does not have",
        entry="c12",
        term="swab",
        source=spans(source, "swab"),
        target=spans(target, "muestra"),
        found="Muestra" if number % 7 == 0 else "muestra",
        expected=("hisopo", "hisopado"),
        level="none",
        suggestion="write hisopo, or allow muestra",
        score=0.83,
    )


def clinic():
    """One file with a group, single findings of all severities, and one suppressed finding."""
    pairs = [swab(number) for number in range(11, 48)]
    units = [each for each, _ in pairs]
    findings = [each for _, each in pairs]
    source = "The outbreak began in the ventilator ward, where masks were scarce."
    target = "El brote comenzó en la sala de respirador, donde escaseaban las mascarillas."
    units.append(unit(60, source, target, id="ward", document="report.docx"))
    findings += [
        Finding(
            *("forbidden", "error", 60, "“respirador” is forbidden for “ventilator”"),
            entry="c7",
            term="ventilator",
            source=spans(source, "ventilator"),
            target=spans(target, "respirador"),
            found="respirador",
            expected=("ventilador",),
            level="exact",
            suggestion="write ventilador",
            score=0.97,
        ),
        Finding(
            *("inconsistent", "warning", 60, "“mask” is “mascarilla” 12 times, “máscara” 3 times"),
            entry="c8",
            term="mask",
            source=spans(source, "masks"),
            target=spans(target, "mascarillas"),
            found="mascarillas",
            expected=("mascarilla",),
            level="lemma",
        ),
        Finding(
            *("form", "note", 60, "“brote” stands in the plural"),
            entry="c9",
            term="outbreak",
            source=spans(source, "outbreak"),
            target=spans(target, "brote"),
            found="brote",
            expected=("brotes",),
            level="lemma",
            score=0.4,
            suppressed="usual here (MR, 2026-01-02)",
        ),
    ]
    units.append(unit(70, "Wash your hands.", ""))
    findings.append(Finding("untranslated", "error", 70, "the unit has no translation"))
    units.append(unit(71, "The nasopharyngeal swab was lost.", "Se perdió."))
    findings.append(
        Finding(
            *("missing", "error", 71, "nothing stands for “swab”"),
            entry="c12",
            term="swab",
            source=((19, 23),),
            expected=("hisopo", "hisopado"),
            level="none",
            score=0.7,
        )
    )
    return checked(
        "clinic.xlf",
        findings,
        units,
        passed_over={"empty": 2, "locked": 5},
        notes=("matching without lemmas",),
        signature=Signature("check", "0.6", (("lemmas", "auto"),)),
    )


HOSTILE = (
    "<img src=x onerror=alert(1)>]]></script><!-- \x00\x1b[31m\u202e\ud800 "
    "*_`|[x](y)_ @all #1 ::error::\r\n"
)


def hostile():
    """A file whose every text tries to be something else."""
    return checked(
        "a<b>|,:%\n.tmx",
        [
            Finding(
                *("missing", "error", 0, HOSTILE),
                entry="=cmd|' /C calc'!A0",
                term=HOSTILE,
                source=((0, 5), (3, 9), (900, 1000), (4, 4)),
                target=((0, 4),),
                found="=1+1",
                expected=(HOSTILE, "+1", "@x", "-2"),
                level="none",
                suggestion=HOSTILE,
                score=0.0,
            ),
            Finding(
                "lacking", "note", 1, "م" * 5000, term="مرحبا", found="你好", suppressed=HOSTILE
            ),
            Finding("not-parallel", "error", 99, "a unit that the check did not keep"),
        ],
        [
            unit(0, HOSTILE, HOSTILE[::-1], id=HOSTILE, document="\ud800", line=0),
            unit(1, "مرحبا بالعالم", "𝒳𝒴 你好 " * 20_000, line=3),
        ],
        languages=("ar", "zh"),
        notes=(HOSTILE,),
    )


def many(size=10_000):
    """A file with as many findings as a large project has."""
    pairs = [swab(number) for number in range(size)]
    findings = [
        replace(
            each,
            entry=f"c{number % 900}",
            term=f"term {number % 900}",
            severity=("error", "warning", "note")[number % 3],
            found=f"form {number % 1800}",
        )
        for number, (_, each) in enumerate(pairs)
    ]
    return checked("many.tmx", findings, [each for each, _ in pairs], total=size)


# What JSON, XML, tables and Markdown might misread, beside everything else.
NASTY = st.sampled_from(["<b>", "]]>", "&amp;", "|", "`", "=1", "'", '"', "\n", "\t", "::", "%0A"])
TEXTS = NASTY | st.text(st.characters(codec=None), max_size=6)
SPANS = st.sampled_from([(), ((0, 3),), ((2, 5), (1, 4), (90, 99))])


@st.composite
def findings_and_units(draw):
    """Findings whose messages name their numbers, and the units of most of them."""
    findings = []
    for number in range(draw(st.integers(0, 4))):
        rule = draw(st.sampled_from(sorted(RULES)))
        findings.append(
            Finding(
                rule,
                draw(st.sampled_from(SEVERITIES)),
                draw(st.integers(0, 4)),
                f"finding-{number}-ends {draw(TEXTS)}",
                entry=draw(st.none() | TEXTS),
                term=draw(TEXTS),
                source=draw(SPANS),
                target=draw(SPANS),
                found=draw(st.none() | TEXTS),
                expected=draw(st.sampled_from([(), ("a|b", "=1")])),
                level=draw(st.none() | st.sampled_from(LEVELS)),
                suggestion=draw(st.none() | TEXTS),
                score=draw(st.none() | st.floats(0, 1)),
                suppressed=draw(st.none() | TEXTS),
                lemmas=draw(st.sampled_from([(), ("a",), ("a", "|b")])),
            )
        )
    units = [
        unit(
            number,
            draw(TEXTS),
            draw(TEXTS),
            id=draw(st.none() | TEXTS),
            document=draw(st.none() | TEXTS),
            line=draw(st.none() | st.integers(1, 9)),
        )
        for number in draw(st.sets(st.integers(0, 4)))
    ]
    return sorted(findings, key=lambda each: each.unit), units


# Drawing such checks costs more than reporting them.
FEW = settings(max_examples=15)
CHECKED = st.builds(
    lambda path, both, notes: checked(path, *both, notes=tuple(notes)),
    TEXTS.filter(bool),
    findings_and_units(),
    st.lists(TEXTS, max_size=1),
)
