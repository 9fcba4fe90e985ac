"""What cells hold beside terms is taken apart where the other language shows that it is."""

from __future__ import annotations

import pytest
from hypothesis import given

from diglot.model import Concept, ConceptTerm, Termbase
from diglot.terms.termbases import check_termbase, clean_termbase, mend_termbase
from tests.terms.termbases.small import termbases


def pair(source: str, target: str, language: str = "es", **said) -> Concept:
    terms = (ConceptTerm(source, "en"), ConceptTerm(target, language, **said))
    return Concept(source, terms)


def mended(source: str, target: str, language: str = "es") -> list[str]:
    (concept,) = mend_termbase(Termbase((pair(source, target, language),))).termbase.concepts
    return [term.text for term in concept.of(language)]


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        ("SARS", "SARS (síndrome respiratorio)", ["SARS", "síndrome respiratorio"]),
        ("mask", "mascarilla (facial)", ["mascarilla"]),
        (
            "quarantine",
            "(poner/estar) en cuarentena",
            ["en cuarentena", "poner en cuarentena", "estar en cuarentena"],
        ),
        ("author", "autor(es)", ["autor", "autores"]),
        ("swab", "hisopo / muestra", ["hisopo", "muestra"]),
        ("swab", "hisopo : muestra", ["hisopo", "muestra"]),
        ("swab", "hisopo; muestra", ["hisopo", "muestra"]),
        ("cold", "resfriado, catarro", ["resfriado", "catarro"]),
        ("function", "函数(F)", ["函数"]),
        ("Save as", "另存为(S)...", ["另存为"]),
        ("File", "&Archivo", ["Archivo"]),
        ("Date", "Fecha:", ["Fecha"]),
        ("bold", "<b>negrita</b>", ["negrita"]),
        ("mask", "mascarilla [facial]", ["mascarilla"]),
        ("cough", "咳【せき】", ["咳"]),
        ("cough", "tos (f.) {med}", ["tos"]),
        ("vaccine", "Impfstoff, m.", ["Impfstoff"]),
        ("nurse", "enfermeiro(a)", ["enfermeiro", "enfermeira"]),
        ("nurses", "enfermeiros/as", ["enfermeiros", "enfermeiras"]),
        ("nurse", "Krankenpfleger/-in", ["Krankenpfleger", "Krankenpflegerin"]),
        ("Boolean And", "論理積(AND)", ["論理積"]),
        ("mask", "マスク／面", ["マスク", "面"]),
        ("virus", "ウイルス、ビールス", ["ウイルス", "ビールス"]),
        ("swab", "Abstrich • Tupfer", ["Abstrich", "Tupfer"]),
        ("virus", "فيروس؛ حُمة", ["فيروس", "حُمة"]),
        ("Row", "行(R):", ["行"]),
    ],
)  # fmt: skip
def test_what_the_source_term_lacks_is_no_part_of_the_target(source, target, expected):
    assert mended(source, target) == expected


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("km/h", "km/h"),
        ("R&D", "I&D"),
        ("hepatitis (B)", "hepatitis (B)"),
        ("Chinese, simplified", "chino, simplificado"),
        ("ratio 1 : 2", "razón 1 : 2"),
        ("Undo and redo", "元に戻す、やり直し"),
        ("input/output", "入力／出力"),
        ("value n", "valor n"),
        ("Yes or no", "Ano/ne"),
        ("coronavirus (COVID-19)", "coronavirus (COVID-19)"),
        ("use of masks", "uso de barbijos, o mascarillas de cualquier tipo"),
    ],
)
def test_what_both_languages_have_belongs_to_the_term(source, target):
    assert mended(source, target) == [target]


def test_a_gloss_stays_as_a_note_and_a_preferred_term_stays_preferred_once():
    concept = pair("swab", "hisopo / muestra", status="preferred")
    (found,) = mend_termbase(Termbase((concept,))).termbase.concepts
    assert [term.status for term in found.of("es")] == ["preferred", "admitted"]
    assert {term.note for term in found.of("es")} == {"was: hisopo / muestra"}


def test_a_phrase_copied_from_the_source_is_left_out_and_one_of_both_languages_is_not():
    termbase = Termbase((pair("use Wuhan", "use Wuhan"), pair("in vitro", "in vitro")))
    cleaned = clean_termbase(termbase)
    assert [concept.id for concept in cleaned.termbase.concepts] == ["in vitro"]
    assert [(mend.kind, mend.instead) for mend in cleaned.mends] == [("copied-source", ())]
    assert cleaned.left_out == 1


def test_a_term_with_function_words_of_the_source_language_is_in_the_wrong_language():
    cleaned = clean_termbase(Termbase((pair("mask", "use of the mask"),)))
    assert [mend.kind for mend in cleaned.mends] == ["wrong-language"]
    assert cleaned.termbase.concepts == ()


@pytest.mark.parametrize(
    ("target", "language", "kind"),
    [
        ("slide", "ru", "copied-source"),
        ("dialog box", "ru", "wrong-language"),
        ("slide", "th", "copied-source"),
        ("slide", "sw", None),
        ("online", "es", None),
        ("iPhone", "ja", None),
    ],
)
def test_words_of_another_script_are_copies_or_of_the_wrong_language(target, language, kind):
    source = target if kind != "wrong-language" else "dialogue"
    cleaned = clean_termbase(Termbase((pair(source, target, language),)))
    assert [mend.kind for mend in cleaned.mends] == ([kind] if kind else [])


def test_a_rare_word_is_in_its_own_language():
    assert clean_termbase(Termbase((pair("metafile", "메타파일", "ko"),))).mends == ()


def test_marks_that_only_one_language_has_are_listed_and_left():
    termbase = Termbase((pair("page", "página - hoja"), pair("Sheet - Page", "Hoja - página")))
    assert [problem.term for problem in check_termbase(termbase)] == ["página - hoja"]
    assert clean_termbase(termbase).termbase == termbase


def test_kinds_can_be_left_as_they_are_and_twins_are_united():
    termbase = Termbase((pair("swab", "hisopo (médico)"), pair("Swab", "hisopo (médico)")))
    cleaned = clean_termbase(termbase, ignore=["gloss"])
    assert (cleaned.mends, cleaned.united, len(cleaned.termbase.concepts)) == ((), 1, 1)


@given(termbases())
def test_a_clean_termbase_is_left_alone(termbase):
    cleaned = clean_termbase(termbase)
    again = clean_termbase(cleaned.termbase)
    assert again.termbase == cleaned.termbase
    assert not again.mends
