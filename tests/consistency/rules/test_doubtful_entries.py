"""What an entry is to blame for is one finding about it."""

from __future__ import annotations

from dataclasses import replace

from diglot.consistency.judging.findings import TermFindings
from diglot.consistency.rules.doubtful_entries import DoubtfulEntries
from diglot.model import CheckedUnit
from tests.consistency.translations import checker, concept, judged, policy

WORDS = ("una", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "once")


def folded(own, texts):
    lengths = [min(len(side.split()) for side in pair) for pair in texts]
    done, block = judged(own, texts, {n: {k: k for k in range(m)} for n, m in enumerate(lengths)})
    rule = DoubtfulEntries(own.entries, "warning")
    rule.count(done.judged)
    found, entry = own.occurrences(block)
    rule.pass_over(entry.tolist(), [done.units[number] for number in found.text.tolist()])
    findings = TermFindings(own.entries, own.terms, policy()).findings(done)
    return [each for each, _ in rule.fold(findings, {unit.number: unit for unit in done.units})]


def test_an_entry_that_is_translated_in_many_ways_does_not_fit_the_text():
    texts = [(f"we set it{n}", f"ellos {word}r cosa{n}") for n, word in enumerate(WORDS)]
    (found,) = folded(checker(concept("set", "conjunto")), texts)
    assert (found.rule, found.severity, found.found) == ("entry", "warning", None)
    assert "11 of 11 occurrences are translated otherwise, in 11 ways" in found.message


def test_one_other_rendering_throughout_is_a_mistake_of_the_text():
    texts = [(f"a swab it{n}", f"una muestra cosa{n}") for n in range(12)]
    found = folded(checker(concept("swab", "hisopo")), texts)
    assert [each.rule for each in found] == ["missing"] * 12
    assert [each.severity for each in found] == ["error"] + ["warning"] * 11
    assert found[0].message.endswith("; so in 11 more units, which are warnings")


def test_a_term_that_the_text_rarely_follows_makes_no_error_by_one_of_many_renderings():
    own = checker(concept("frame", "cuadro"))
    texts = [("a frame here", f"una {word}r aquí") for word in WORDS[:4]]
    assert [each.severity for each in folded(own, texts)] == ["error"] * 4
    texts += [("a frame here", "una sexta aquí")]
    assert [each.severity for each in folded(own, texts)] == ["warning"] * 5
    usual = [*texts, *[("a frame here", "un cuadro aquí")] * 3]
    assert [each.severity for each in folded(own, usual)] == ["error"] * 5
    alike = [*texts[:2], *[("a frame here", "una trama aquí")] * 3]
    assert [each.severity for each in folded(own, alike)] == ["warning"] * 2 + ["error"] * 3


def test_a_faulty_entry_is_one_finding_and_a_sound_one_none():
    own = checker(concept("use Wuhan", "use Wuhan"), concept("swab", "hisopo"))
    own.entries = (replace(own.entries[0], fault="copied"), own.entries[1])
    texts = [("they use Wuhan", "ellos usan Pekín"), ("use Wuhan again", "otra cosa más")]
    (found,) = folded(own, [*texts, ("a swab", "un hisopo")])
    assert found.message.endswith("copied; 2 of 2 occurrences are translated otherwise")


def test_words_of_closed_classes_are_counted_and_not_looked_at():
    (found,) = folded(checker(concept("of", "de")), [("of it", "su"), ("of one of two", "uno")])
    assert (found.rule, found.severity) == ("entry", "note")
    assert "3 occurrences not looked at" in found.message


def test_terms_that_stay_as_names_are_one_note_of_their_entry():
    own = checker(concept("Draw", "dibujo"))
    rule = DoubtfulEntries(own.entries, "warning")
    units = [CheckedUnit(n, "in Draw", "en Draw") for n in range(3)]
    rule.count_names((0, unit) for unit in units)
    ((found, unit),) = rule.fold([], {})
    assert (found.rule, found.severity, unit) == ("entry", "note", units[0])
    assert "3 occurrences not looked at" in found.message
