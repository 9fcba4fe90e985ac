"""Judgements become findings that say where, why, and what to do."""

from __future__ import annotations

import pytest
import regex

from diglot.consistency.entries import entries_of
from diglot.consistency.judging.blocks import _whole_number
from diglot.consistency.judging.checker import Checker
from diglot.model import Concept, ConceptTerm, Termbase
from tests.consistency.translations import checker, concept, findings

SWAB = concept("swab", "hisopo")


def test_a_term_that_is_there_is_no_finding():
    own = checker(SWAB)
    assert findings(own, [("the swab is", "el hisopo ya")]) == []
    assert findings(own, [("the swab is", "el hisopo ya")], {0: {1: 1}}) == []


def test_another_word_is_named_with_its_place_and_what_to_use():
    own = checker(SWAB)
    (found,) = findings(own, [("a swab here", "una muestra aquí")], {0: {0: 0, 1: 1, 2: 2}})
    assert (found.rule, found.severity, found.unit, found.level) == ("missing", "error", 0, "none")
    assert (found.entry, found.term, found.expected) == ("swab", "swab", ("hisopo",))
    assert (found.source, found.target, found.found) == (((2, 6),), ((4, 11),), "muestra")
    assert found.message == "“muestra” stands for “swab”; the termbase has “hisopo”"
    assert found.suggestion == "use “hisopo”"


def test_a_term_that_nothing_stands_for_was_dropped():
    own = checker(SWAB)
    (found,) = findings(own, [("a swab here", "aquí")], {0: {2: 0}})
    assert (found.rule, found.found, found.target) == ("missing", None, ())
    assert "nothing in the translation stands for “swab”" in found.message


def test_a_term_that_translates_something_else_is_misplaced():
    own = checker(SWAB)
    texts = [("the swab of the brush", "la muestra del hisopo")]
    links = {0: {0: 0, 1: 1, 2: 2, 3: 2, 4: 3}}
    (found,) = findings(own, texts, links, misplaced="error")
    assert (found.rule, found.severity) == ("misplaced", "error")
    assert [each.severity for each in findings(own, texts, links)] == ["warning"]
    assert "but translates “brush”, not “swab”" in found.message


def test_a_term_that_is_there_while_nothing_else_is_linked_is_no_error():
    own = checker(SWAB)
    texts = [("the swab of the brush", "la muestra del hisopo")]
    (found,) = findings(own, texts, {0: {0: 0, 2: 2, 3: 2, 4: 3}})
    assert (found.rule, found.severity) == ("misplaced", "warning")


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        ("we help others", "warning"),
        ("Help for others", "warning"),
        ("Open the Help Page Now", "warning"),
        ("you see Help here", "warning"),
        ('see "Help" here', "error"),
        ("see Tools - Help now", "error"),
        ("see the Help menu", "warning"),
        ("choose Help.", "warning"),
        ("choose Help - Index", "error"),
        ("see the Help Menu", "warning"),
        ("Pages Whose Help Is", "warning"),
    ],
)
def test_a_name_of_one_common_word_is_sure_only_where_it_is_written_as_a_name(text, severity):
    own = checker(concept("Help", "Ayuda"))
    words = [own.source.forms.written[each].lower() for each in own.source.forms.tokens(text)]
    place = words.index("help")
    (found,) = findings(own, [(text, "una cosa de otros aquí")], {0: {place: 1}})
    assert (found.rule, found.severity) == ("missing", severity)


def test_other_terms_are_sure_however_they_are_written():
    own = checker(concept("Swab", "Hisopo"))
    (found,) = findings(own, [("a swab", "una muestra")], {0: {1: 1}})
    assert found.severity == "error"


@pytest.mark.parametrize(
    ("term", "text", "severity"),
    [
        ("reasons", "a reason thing", "warning"),
        ("reason", "the reasons here", "warning"),
        ("swab", "the swabs here", "error"),
        ("Select Text", "the selected text", "warning"),
        ("Select Text", "to select text", "warning"),
        ("Select Text", "the Select Text here", "error"),
        ("Select Text", "to select Text", "warning"),
        ("Search Text", "the search-text here", "warning"),
        ("search text", "the search-text here", "error"),
        ("Text of", "the text of", "warning"),
        ("Text Format", "texts formatted here", "warning"),
        ("shade", "the shaded here", "warning"),
        ("Print Range", "Print Range Preview with it", "warning"),
        ("LOOKUP", "to lookup here", "warning"),
        ("database field", "a DatabaseField here", "warning"),
        ("Print Ranges", "print range settings here", "warning"),
        ("Print Range", "the print range here", "error"),
        ("Chapter Numbering", "a chapter number of it", "warning"),
        ("StDev", "a STDEV here", "warning"),
        ("Var", "Var is here", "warning"),
        ("Undo", "undoes the thing", "warning"),
        ("Frame", "a frame here", "warning"),
        ("Frame.", "a frame. here", "warning"),
        ("frame", "a frame here", "error"),
        ("button", "the buttons here", "error"),
        ("Value 1", "a value 1 here", "warning"),
        ("Value", "a #VALUE here", "warning"),
        ("Range", "a Func_Range here", "warning"),
        ("PERCENTILE", "a PERCENTILE.INC here", "warning"),
        ("Group", "the Group and Outline here", "warning"),
        ("Swab", "Wizard - Swab and sample", "warning"),
        ("Right click", "right click the thing", "warning"),
        ("Right click", "Right click a thing", "warning"),
        ("OK", "press OK here", "warning"),
    ],
)
def test_a_form_that_may_be_another_word_makes_no_error(term, text, severity):
    own = checker(concept(term, "hisopo"))
    found = findings(own, [(text, "otra cosa es")], {0: {0: 0, 1: 1, 2: 1}})
    assert [(each.rule, each.severity) for each in found] == [("missing", severity)]


def test_a_word_of_another_script_that_stands_as_it_is_may_be_code():
    termbase = Termbase((Concept("c", (ConceptTerm("black", "en"), ConceptTerm("黒", "ja"))),))
    own = Checker(entries_of(termbase, "en", "ja"))
    (found,) = findings(own, [("write black", "black を")], {0: {1: 0}})
    assert (found.severity, found.found) == ("warning", "black")


def test_a_term_with_a_capital_that_stands_as_it_is_may_be_a_name():
    own = checker(concept("Swab", "Hisopo"))
    (found,) = findings(own, [("a Swab", "una Swab")], {0: {1: 1}})
    assert (found.rule, found.severity, found.found) == ("missing", "warning", "Swab")
    assert "stands as it is: a name, or not translated" in found.message


@pytest.mark.parametrize("text", ["Ctrl-clic", "con Ctrl+A"])
def test_a_copy_without_a_link_is_not_said_to_be_missing(text):
    own = checker(concept("Ctrl", "Control"))
    (found,) = findings(own, [("press Ctrl", text)], {0: {0: 0}})
    assert found.severity == "warning"
    assert found.message.startswith("“Ctrl” stands as it is")


def test_without_links_the_message_says_only_that_no_form_is_there():
    own = checker(SWAB)
    (found,) = findings(own, [("a swab", "una muestra")])
    assert found.message == "no form of “hisopo” is in the translation of “swab”"
    assert (found.found, found.target, found.score) == (None, (), None)


def test_several_words_that_stand_apart_are_several_places():
    own = checker(concept("death rate", "tasa de mortalidad"))
    texts = [("the death rate", "la cifra de muertos")]
    (found,) = findings(own, texts, {0: {0: 0, 1: 3, 2: 1}})
    assert found.target == ((3, 8), (12, 19))
    assert found.found == "cifra … muertos"


@pytest.mark.parametrize(
    ("counting", "rules"),
    [("each", ["count", "count"]), ("once", []), ("ratio", ["count"])],
)
def test_occurrences_without_an_answer_beside_one_that_has_one(counting, rules):
    own = checker(SWAB)
    texts = [("a swab, a swab and a swab", "un hisopo y dos más")]
    found = findings(own, texts, counting=counting)
    assert [each.rule for each in found] == rules
    if found:
        assert "only 1 of 3 times" in found[0].message
        assert ("33%" in found[0].message) == (counting == "ratio")


def test_another_word_that_the_text_has_for_a_term_is_no_answer_that_counts():
    own = checker(SWAB)
    texts = [("a swab", "un hisopo")] * 3 + [("a swab", "una muestra")] * 4
    texts.append(("a swab and a swab", "una muestra y nada"))
    found = findings(own, texts, {unit: {1: 1} for unit in range(len(texts))})
    assert [each.rule for each in found if each.unit == 7] == ["alternative", "missing"]


def test_no_answer_at_all_is_missing_however_one_counts():
    own = checker(SWAB)
    for counting in ("each", "once", "ratio"):
        found = findings(own, [("a swab or a swab", "nada")], counting=counting)
        assert {each.rule for each in found} == {"missing"}


def test_one_word_in_the_place_of_all_occurrences_is_one_finding():
    own = checker(SWAB)
    texts = [("a swab or two swabs", "una muestra o dos muestras")]
    (found,) = findings(own, texts, {0: {1: 1, 4: 4}})
    assert (found.rule, found.lemmas) == ("missing", ("muestra",))
    assert found.source == ((2, 6), (14, 19))
    assert found.target == ((4, 11), (18, 26))


def test_two_words_in_the_places_of_two_occurrences_are_two_findings():
    own = checker(SWAB)
    texts = [("a swab or two swabs", "una muestra o dos toallas")]
    found = findings(own, texts, {0: {1: 1, 4: 4}})
    assert [each.found for each in found] == ["muestra", "toallas"]


def test_words_in_another_order_have_the_same_lemmas():
    own = checker(concept("death rate", "tasa de mortalidad"))
    texts = [("the death rate", "las cifras de muertos"), ("the death rate", "los muertos: cifra")]
    one, other = findings(own, texts, {0: {0: 0, 1: 3, 2: 1}, 1: {1: 1, 2: 3}})
    assert one.lemmas == other.lemmas != ()


def test_a_term_that_must_keep_its_case():
    own = checker(concept("fund", "Fondo", case_sensitive=True))
    (found,) = findings(own, [("the fund pays", "el fondo paga")])
    assert (found.rule, found.severity, found.found) == ("case", "warning", "fondo")
    assert findings(own, [("the fund pays", "el Fondo paga")]) == []


def test_the_capital_that_begins_a_text_is_no_other_case():
    own = checker(concept("fund", "fondo", case_sensitive=True))
    assert findings(own, [("Funds pay", "“Fondo” paga")]) == []
    (found,) = findings(own, [("the fund pays", "el Fondo paga")])
    assert found.rule == "case"


def test_a_term_that_must_keep_its_form():
    own = checker(concept("pilot", "piloto", exact_form=True))
    (found,) = findings(own, [("two pilots", "dos pilotos")])
    assert (found.rule, found.severity, found.level) == ("form", "note", "lemma")


def test_another_form_passes_unless_the_profile_is_strict():
    own = checker(concept("infected", "infectado"))
    texts = [("the infected man", "el hombre infectada")]
    assert findings(own, texts) == []
    own = checker(concept("viral load", "carga viral"))
    texts = [("a viral load", "una viral carga")]
    assert findings(own, texts) == []
    (found,) = findings(own, texts, profile="strict")
    assert (found.rule, found.severity, found.level) == ("form", "warning", "order-free")


def test_an_admitted_term_is_not_the_preferred_one():
    own = checker(concept("swab", "*hisopo", "frotis"))
    (found,) = findings(own, [("a swab", "un frotis")])
    assert (found.rule, found.severity) == ("not-preferred", "note")
    assert found.suggestion == "use “hisopo”"
    assert findings(own, [("the swab is", "el hisopo ya")]) == []


def test_what_must_not_be_translated():
    own = checker(concept("AquaPure", status="do-not-translate"))
    (found,) = findings(own, [("an AquaPure filter", "un filtro AguaPura")])
    assert (found.rule, found.expected) == ("do-not-translate", ("AquaPure",))
    assert findings(own, [("an AquaPure filter", "un filtro AquaPure")]) == []


def test_a_name_that_stands_there_is_right_whatever_is_linked_to_it():
    own = checker(concept("AquaPure", status="do-not-translate"))
    links = {0: {0: 0, 1: 1, 2: 2}}
    assert findings(own, [("an AquaPure filter", "un filtro AquaPure")], links) == []


def test_a_name_is_to_be_written_as_the_source_writes_it():
    own = checker(concept("AquaPure", status="do-not-translate"))
    assert findings(own, [("AquaPure", "AquaPure")]) == []
    (found,) = findings(own, [("two AquaPure", "dos aquapure")])
    assert found.rule == "do-not-translate"


def test_severities_and_rules_are_those_of_the_policy():
    own = checker(SWAB)
    texts = [("a swab", "una muestra")]
    (found,) = findings(own, texts, missing="note")
    assert found.severity == "note"
    assert findings(own, texts, missing="off") == []


@pytest.mark.parametrize("term", ["C++", "(PCR)", "|", ".*", "a|b", "[x]", "C#"])
def test_signs_of_regular_expressions_are_plain_text(term):
    own = checker(concept(term, term))
    assert findings(own, [(f"about {term} here", f"sobre {term} aquí")]) == []
    found = findings(own, [(f"about {term} here", "sobre aquí")])
    assert [each.rule for each in found] in (["missing"], [])
    assert found or not any(map(str.isalnum, term))


def test_spans_count_characters_of_the_text_as_it_is():
    own = checker(SWAB)
    source, target = "𝄞 e\u0301 swab", "𝄞 muestra"
    (found,) = findings(own, [(source, target)], {0: {2: 1}})
    assert [source[slice(*span)] for span in found.source] == ["swab"]
    assert [target[slice(*span)] for span in found.target] == ["muestra"]


def test_messages_are_one_short_line():
    own = checker(concept("very\n long " + "term " * 40, "hisopo " * 40))
    text = " ".join(("very long " + "term " * 40).split())
    (found,) = findings(own, [(text, "nada")])
    assert "\n" not in found.message
    assert len(found.message) < 220


def entry_of(score, source="contact tracing", status=None):
    terms = (ConceptTerm(source, "en"), ConceptTerm("rastreo", "es", status))
    return Concept(source, terms, score=score)


@pytest.mark.parametrize(
    ("entry", "severity"),
    [
        (entry_of(None), "error"),
        (entry_of(0.95), "error"),
        (entry_of(0.7), "warning"),
        (entry_of(0.3), "note"),
        (entry_of(0.3, status="preferred"), "error"),
        (entry_of(0.95, "use"), "warning"),
        (entry_of(0.95, "PCR"), "warning"),
        (entry_of(0.95, "rastreo"), "warning"),
        (entry_of(None, "rastreo"), "error"),
        (entry_of(None, "use"), "warning"),
        (entry_of(None, "lockdown"), "error"),
    ],
)
def test_probability_and_status_of_an_entry_decide_how_bad_a_finding_is(entry, severity):
    own = checker(entry)
    source = entry.terms[0].text
    places = dict.fromkeys(range(1, 1 + len(source.split())), 0)
    (found,) = findings(own, [(f"a {source}", "prueba")], {0: places})
    assert found.severity == severity


def test_words_of_closed_classes_are_no_terms():
    own = checker(concept("of", "de"), SWAB)
    assert findings(own, [("of a swab", "hisopo y")], {0: {2: 0}}) == []


def test_a_term_that_answers_another_occurrence_is_a_matter_of_count():
    own = checker(concept("swab test", "prueba"), SWAB)
    texts = [("the swab test of the swab", "la prueba del hisopo")]
    links = {0: {1: 3, 2: 1, 3: 2, 4: 2, 5: 0}}
    (found,) = [each for each in findings(own, texts, links) if each.entry == "swab"]
    assert (found.rule, found.severity) == ("count", "warning")
    assert found.message.startswith("“hisopo” stands in the translation, but for “swab” elsewhere")


def test_what_a_rendering_leaves_out_is_named_without_contradicting_the_termbase():
    own = checker(concept("common cold", "resfriado"))
    texts = [("the common cold here", "el resfriado corriente aquí")]
    (found,) = findings(own, texts, {0: {0: 0, 1: 2, 2: 1, 3: 3}})
    assert found.rule == "partial"
    assert found.message == (
        "“resfriado” stands for “common cold”, but “common” in it is linked to “corriente”"
    )


def test_another_number_behind_a_name_is_another_name():
    own = checker(concept("SARS-CoV", "SARS-CoV"))
    (found,) = findings(
        own, [("about SARS-CoV now", "sobre SARS-CoV-2 hoy")], {0: {0: 0, 1: 1, 2: 2}}
    )
    assert (found.rule, found.severity, found.found) == ("missing", "error", "SARS-CoV-2")


def test_an_acronym_inside_a_term_keeps_its_case():
    own = checker(concept("covid-19 WHO", "COVID-19 OMS"))
    assert findings(own, [("those with COVID-19 who rest", "los que descansan")]) == []
    (found,) = findings(own, [("a COVID-19 WHO report", "un informe")])
    assert found.term == "covid-19 WHO"


@pytest.mark.parametrize(
    ("target", "text", "severity"),
    [
        ("número página", "el número de otra cosa sin página", "warning"),
        ("número página", "el número de otra cosa sin pagar", "warning"),
        ("número página", "el dato de otra cosa sin pagar", "error"),
        ("dir. correo", "la dirección de otra cosa del correo", "warning"),
        ("hisopo", "otra microhisopos más", "warning"),
        ("recolocar", "otra más colocando", "warning"),
        ("reposicionar", "otra más sola-posiciones", "warning"),
        ("SARS-CoV", "otra SARS-CoV-2 más", "error"),
    ],
)
def test_what_is_there_in_another_shape_or_apart_makes_no_error(target, text, severity):
    own = checker(concept("page number", target))
    (found,) = findings(own, [("a page number here", text)], {0: {1: 1, 2: 1}})
    assert (found.rule, found.severity) == ("missing", severity)


@pytest.mark.parametrize(("text", "severity"), [("메타 파일이", "warning"), ("서류가", "error")])
def test_a_word_of_korean_may_have_a_blank(text, severity):
    terms = (ConceptTerm("metafile", "en"), ConceptTerm("메타파일", "ko"))
    own = Checker(entries_of(Termbase((Concept("a", terms),)), "en", "ko"))
    (found,) = findings(own, [("a metafile here", f"나쁜 {text}")], {0: {1: 1}})
    assert found.severity == severity


def test_a_term_in_a_text_without_blanks_is_not_cut_out_of_a_number():
    assert regex.search(_whole_number("sarscov"), "sarscov2疫情") is None
    assert regex.search(_whole_number("sarscov"), "sarscov疫情")
    assert regex.search(_whole_number("表格"), "表格1")


def test_a_part_of_a_term_that_stands_for_it_is_named_as_such():
    own = checker(concept("spreadsheet", "hoja de cálculo"))
    (found,) = findings(own, [("a spreadsheet here", "una hoja aquí")], {0: {0: 0, 1: 1, 2: 2}})
    assert found.message == (
        "only “hoja” stands for “spreadsheet”; the termbase has “hoja de cálculo”"
    )


@pytest.mark.parametrize(
    ("entry", "word"), [(concept("Swab", "Hisopo"), "swab"), (entry_of(0.95), "contact tracing")]
)
def test_a_doubtful_entry_that_the_text_rarely_follows_makes_no_error(entry, word):
    right = next(each.text for each in entry.terms if each.language == "es").lower()
    links = {n: {0: 0} | dict.fromkeys(range(1, 1 + len(word.split())), 1) for n in range(7)}
    own = checker(entry)
    rare = [(f"a {word}", f"una {cosa}") for cosa in ("muestra", "toma", right)]
    assert [each.severity for each in findings(own, rare, links)] == ["warning"] * 2
    seldom = [*rare, (f"a {word}", f"una {right}"), *[(f"a {word}", f"ese {right}")] * 2]
    assert [each.severity for each in findings(own, seldom, links)] == ["warning"] * 2
    usual = [*seldom, (f"a {word}", f"ese {right}")]
    assert [each.severity for each in findings(own, usual, links)] == ["error"] * 2


def test_a_word_refused_wherever_it_stands_beside_another_is_no_term_of_its_own():
    own = checker(concept("swab", "hisopo"))
    texts = [(f"the swab holders{n}", f"una muestra cosa{n}") for n in range(2)]
    texts += [("the swab holder", "una muestra cosa")] * 2 + [("the swab is", "el hisopo ya")]
    found = findings(own, texts, {n: {0: 0, 1: 1, 2: 2} for n in range(5)})
    assert [each.severity for each in found] == ["error"] * 2 + ["warning"] * 2


@pytest.mark.parametrize(
    ("verb", "severity"), [("choose the style", "warning"), ("style", "error")]
)
def test_a_clause_that_nobody_reviewed_makes_no_error(verb, severity):
    own = checker(entry_of(0.95, "choose formats"))
    texts = [("choose formats", "una prueba"), (verb, "un estilo")]
    (found,) = findings(own, texts, {0: {0: 1, 1: 1}})
    assert found.severity == severity


@pytest.mark.parametrize(
    ("text", "known", "severity"),
    [
        ("now encrypt it", "we encrypt the file", "warning"),
        ("now encrypt it", "you can encrypt it", "warning"),
        ("now encrypt it", "about encrypt now ok", "error"),
        ("now choose Encrypt.", "we encrypt the file", "error"),
    ],
)
def test_a_verb_is_a_term_only_where_it_is_written_as_a_name(text, known, severity):
    own = checker(concept("encrypt", "cifrar"))
    place = text.split().index(next(each for each in text.split() if "ncrypt" in each))
    texts = [(text, "otra cosa"), (known, "uno cifrar cifrar mas")]
    (found,) = findings(own, texts, {0: {place: 1}, 1: {0: 0, 1: 1, 2: 2, 3: 3}})
    assert (found.rule, found.severity) == ("missing", severity)


SMALL_INTERFACE = ("show", "left", "all", "new", "open", "help", "right", "order", "point", "place")


@pytest.mark.parametrize(
    ("others", "severity"),
    [
        (("Swab", "Enzyme"), "warning"),
        (("swab", "enzyme"), "error"),
        (("show", "left", "all", "new"), "error"),  # a short list by hand
        (SMALL_INTERFACE, "warning"),
    ],
)
def test_common_words_in_small_letters_are_no_terms_among_names_of_an_interface(others, severity):
    own = checker(concept("frame", "cuadro"), *(concept(each, "hisopo") for each in others))
    (found,) = findings(own, [("a frame here", "otra cosa")], {0: {1: 1}})
    assert found.severity == severity


@pytest.mark.parametrize(("word", "severity"), [("inverted", "warning"), ("three", "error")])
def test_a_word_that_the_text_follows_elsewhere_may_be_another_term_beside_a_word(word, severity):
    own = checker(concept("comma", "coma"))
    texts = [(f"{word} comma", "unos apóstrofos")] + [("the comma is", "la coma ya")] * 5
    texts += [("three comma", "tres coma")] * (word == "three")
    links = {
        n: {place: place for place in range(len(source.split()))}
        for n, (source, _) in enumerate(texts)
    }
    (found,) = findings(own, texts, links)
    assert found.severity == severity


@pytest.mark.parametrize(
    ("text", "severity"), [("ein mittleres Grau", "warning"), ("ein helles Grau", "error")]
)
def test_a_compound_written_as_a_phrase_makes_no_error(text, severity):
    own = checker(concept("middle gray", "mittelgrau"))
    (found,) = findings(own, [("a middle gray", text)], {0: {1: 1, 2: 2}})
    assert found.severity == severity


@pytest.mark.parametrize(
    ("target", "text", "severity"),
    [
        ("autoestilo", "un estilo aquí", "warning"),
        ("autoestilo", "un modo aquí", "error"),
        ("sigma", "un σ aquí", "warning"),
        ("fecha hora", "un día- y hora", "warning"),
    ],
)
def test_a_part_of_a_term_or_a_sign_for_it_makes_no_error(target, text, severity):
    own = checker(concept("page style", target))
    (found,) = findings(own, [("a page style", text)], {0: {1: 1, 2: 1}})
    assert found.severity == severity


@pytest.mark.parametrize(("text", "severity"), [("un valor", "warning"), ("un VN", "error")])
def test_an_acronym_may_be_said_in_words(text, severity):
    own = checker(concept("PV", "VA"))
    (found,) = findings(own, [("a PV here", text)], {0: {1: 1}})
    assert found.severity == severity


@pytest.mark.parametrize(
    ("source", "target", "link", "severity"),
    [
        ("City Wall", "muro de ciudad", 1, "warning"),
        ("city wall", "muro de ciudad", 1, "error"),
        ("City Wall", "muro de ciudad", 2, "error"),
        ("City Wall", "muralla", 1, "error"),
    ],
)
def test_one_word_for_a_name_of_several_leaves_something_out(source, target, link, severity):
    own = checker(concept(source, target))
    (found,) = findings(own, [(f"a {source}", "una cosa rara")], {0: {1: 1, 2: link}})
    assert found.severity == severity


@pytest.mark.parametrize(
    ("source", "target", "severity"),
    [
        ("the text direction is", "el texto corre así", "warning"),
        ("the Text Direction is", "el texto corre así", "error"),
        ("the text direction is", "el modo corre así", "error"),
    ],
)
def test_a_name_in_small_letters_that_shares_a_word_may_be_a_phrase(source, target, severity):
    own = checker(concept("Text Direction", "dirección de texto"))
    (found,) = findings(own, [(source, target)], {0: {0: 0, 1: 1, 2: 2, 3: 3}})
    assert found.severity == severity


@pytest.mark.parametrize(
    ("word", "status", "text", "severity"),
    [
        ("pointer", None, "otra cosa", "warning"),  # 4 in a million words
        ("pointer", "preferred", "otra cosa", "error"),
        ("plugin", None, "otra cosa", "error"),
    ],
)
def test_another_word_for_a_word_of_general_language_needs_a_reviewed_entry(
    word, status, text, severity
):
    entry = entry_of(0.95, word) if status is None else concept(word, "puntero", status=status)
    right = next(each.text for each in entry.terms if each.language == "es")
    texts = [(f"the {word}", text), *[(f"the {word}", f"el {right}")] * 9]
    links = {n: {0: 0, 1: 1} for n in range(10)}
    (found,) = findings(checker(entry), texts, links)
    assert found.severity == severity


def test_a_name_in_code_may_be_short_for_the_term():
    own = checker(concept("StDev", "desviación"))
    for text, severity in (("un DesvEst aquí", "warning"), ("un dato aquí", "error")):
        (found,) = findings(own, [("a StDev here", text)], {0: {1: 1}})
        assert found.severity == severity


def test_where_nothing_is_linked_to_a_term_a_word_of_it_may_stand_for_it():
    own = checker(concept("text box", "cuadro de texto"))
    for text, severity in (("el cuadro aquí", "warning"), ("lo mismo aquí", "error")):
        (found,) = findings(own, [("the text box", text)], {0: {0: 0}})
        assert found.severity == severity


@pytest.mark.parametrize(
    ("text", "severity"),
    [("the Outline, Bar and Net charts", "warning"), ("an Outline, Bar and Net", "error")],
)
def test_names_that_stand_before_one_noun_together_are_no_names(text, severity):
    own = checker(concept("Outline", "zona"))
    (found,) = findings(own, [(text, "otra cosa aquí")], {0: {1: 1}})
    assert found.severity == severity


@pytest.mark.parametrize(
    ("text", "other", "severity"),
    [
        ("blood or nasal swabs", "a blood swab", "warning"),
        ("blood/nasal swabs", "blood swabs", "warning"),
        ("blood or nasal swabs", "a swab of blood", "error"),
        ("blood or the nasal swabs", "a blood swab", "error"),
        ("nasal swabs and/or fluid", "nasal fluid", "warning"),
        ("nasal swabs and fluid", "a fluid", "error"),
    ],
)
def test_a_term_may_share_a_word_with_what_it_is_joined_to(text, other, severity):
    own = checker(concept("nasal swab", "hisopo nasal"))
    place = text.replace("/", " / ").split().index("nasal")
    texts = [(text, "otra cosa rara"), (other, "la otra")]
    (found,) = findings(own, texts, {0: {place: 1, place + 1: 2}})
    assert found.severity == severity


def test_names_in_a_title_may_be_parts_of_longer_ones():
    own = checker(concept("Nasal Swab", "hisopo"))
    for text, severity in (("Show Nasal Swab Kit", "warning"), ("Show the Nasal Swab", "error")):
        place = text.split().index("Nasal")
        (found,) = findings(own, [(text, "otra cosa aquí")], {0: {place: 1, place + 1: 1}})
        assert found.severity == severity


@pytest.mark.parametrize(("word", "severity"), [("Outline", "error"), ("Area", "warning")])
def test_the_end_of_a_clause_makes_no_name_of_a_word_with_many_senses(word, severity):
    own = checker(concept(word, "zona"))
    (found,) = findings(own, [(f"choose {word}.", "otra cosa aquí")], {0: {1: 1}})
    assert found.severity == severity


@pytest.mark.parametrize(
    ("source", "text", "severity"),
    [
        ("swab", "swab", "error"),
        ("optionally", "optionally", "warning"),
        ("row and column", "row and column", "warning"),
        ("fits text", "fits text", "warning"),
    ],
)
def test_what_is_no_term_makes_no_error_if_nobody_reviewed_it(source, text, severity):
    own = checker(entry_of(0.95, source))
    links = {0: dict.fromkeys(range(1, 1 + len(text.split())), 1)}
    (found,) = findings(own, [(f"a {text} now", "la prueba")], links)
    assert found.severity == severity


@pytest.mark.parametrize(("own_word", "severity"), [(2, "error"), (3, "warning")])
def test_an_entry_whose_translation_covers_another_word_makes_no_error(own_word, severity):
    own = checker(
        Concept(
            "e", (ConceptTerm("manual line", "en"), ConceptTerm("salto manual", "es")), score=0.95
        )
    )
    texts = [("a manual line break", "un salto manual")] * 3
    texts += [("a manual line here", "otra cosa rara aquí")]
    links = {n: {0: 0, 1: 2, own_word: 1} for n in range(3)} | {3: {1: 1, 2: 2, 3: 3}}
    found = [each for each in findings(own, texts, links) if each.rule == "missing"]
    assert [each.severity for each in found] == [severity]


@pytest.mark.parametrize(
    ("target", "text", "severity"),
    [
        ("virgule", "des virgules1,2", "warning"),
        ("somme", "la SOMMEnombre1", "warning"),
        ("makros verwalten", "der Makroverwaltung", "warning"),
        ("makros verwalten", "der Sammlung", "error"),
    ],
)
def test_a_term_without_its_blanks_or_in_a_compound_makes_no_error(target, text, severity):
    own = checker(concept("big comma", target))
    (found,) = findings(own, [("a big comma", text)], {0: {1: 1, 2: 1}})
    assert found.severity == severity


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        ("a decimal swab is", "warning"),
        ("it counts swab is", "error"),  # a verb elsewhere
        ("a Decimal swab is", "error"),
        ("and the swab is", "error"),
    ],
)
def test_a_word_behind_another_of_an_open_class_may_be_a_part_of_a_longer_term(text, severity):
    texts = [(text, "la parte")] + [("it counts the swab", "cuenta el hisopo")] * 3
    links = {0: {2: 1}, **{n: {0: 0, 1: 0, 2: 1, 3: 2} for n in range(1, 4)}}
    found = findings(checker(SWAB), texts, links)
    assert [each.severity for each in found] == [severity]
