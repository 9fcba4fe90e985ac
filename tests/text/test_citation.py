"""Terms are cited as dictionaries have them, whatever their text has."""

from __future__ import annotations

import numpy as np
import pytest

from diglot.text.citation import agree, cite_term, is_adjective
from diglot.text.inflection import Inflection, Translations, learn_inflection


def _forms(words: list[str], language: str) -> Inflection:
    linked = np.arange(len(words)), np.zeros(len(words), np.int64), np.full(len(words), 20.0)
    return learn_inflection(words, [9] * len(words), language, translations=Translations(*linked))


@pytest.mark.parametrize(
    ("target", "words", "language", "cited"),
    [
        ("умолчанию", ["умолчанию"], "ru", "умолчание"),
        ("компакт-диска", ["компакт-диска"], "ru", "компакт-диск"),
        ("paneelin", ["paneelin"], "fi", "paneeli"),
        # What lists make of a compound is its first part.
        ("tulostustyö", ["tulostustyö", "tulostus"], "fi", "tulostustyö"),
        ("TFTP-klienten", ["tftp-klienten", "klienten", "klient"], "sv", "TFTP-klient"),
        ("uppstartsmenyn", ["uppstartsmenyn", "menyn"], "sv", "uppstartsmeny"),
        ("manuellt", ["manuellt", "manuell"], "sv", "manuellt"),
        ("Boot-Installer", ["boot-installer", "installe"], "de", "Boot-Installer"),
        ("wissen", ["wissen", "wisse"], "nl", "wissen"),
        (
            "oknie Polecenia",
            ["oknie", "okno", "polecenia"],
            "pl",
            "okno Polecenia",
        ),
        ("шрифта по умолчанию", ["шрифта", "шрифт"], "ru", "шрифт по умолчанию"),
        # What agrees with a noun changes with it.
        ("pola tekstowego", ["pola", "pole"], "pl", "pola tekstowego"),
        ("текущей страницы", ["текущей", "текущий"], "ru", "текущей страницы"),
        ("řádků a sloupců", ["řádků", "řádek"], "cs", "řádků a sloupců"),
    ],
)
def test_a_form_that_stands_alone_in_the_text_is_cited(
    target: str, words: list[str], language: str, cited: str
) -> None:
    assert cite_term(target, _forms(words, language), singular=True) == cited


@pytest.mark.parametrize(
    ("target", "words", "language"),
    [
        ("filerna", ["filerna", "fil"], "sv"),
        ("таблицы", ["таблицы", "таблица"], "ru"),
        ("stron pomocy", ["stron", "strona"], "pl"),
    ],
)
def test_what_stands_for_a_plural_stays_one(target: str, words: list[str], language: str) -> None:
    assert cite_term(target, _forms(words, language), singular=False) == target


@pytest.mark.parametrize(
    ("target", "words", "language", "cited"),
    [
        ("부팅 메뉴에서", ["부팅", "메뉴에서", "메뉴"], "ko", "부팅 메뉴"),
        ("전통적인 BIOS와", ["전통적인", "bios와", "bios"], "ko", "전통적인 BIOS"),
        ("hücre imlecinin", ["hücre", "imlecinin", "imleci"], "tr", "hücre imleci"),
        ("veri tablosunda", ["veri", "tablosunda", "tablosu"], "tr", "veri tablosu"),
        ("yeni belgenin", ["yeni", "belgenin", "belge"], "tr", "yeni belgenin"),
        ("üres cellára", ["üres", "cellára", "cella"], "hu", "üres cella"),
        ("Törlés parancsot", ["törlés", "parancsot", "parancs"], "hu", "Törlés parancs"),
        ("Leihoa menuan", ["leihoa", "menuan", "menu"], "eu", "Leihoa menu"),
        ("sistemul țintă", ["sistemul", "sistem", "țintă"], "ro", "sistem țintă"),
        ("unitatea amovibilă", ["unitatea", "unitate"], "ro", "unitate amovibilă"),
        ("configurarea rețelei", ["configurarea", "configurare"], "ro", "configurarea rețelei"),
        ("текущата колона", ["текущата", "текуща", "колона"], "bg", "текуща колона"),
        ("нова колона", ["нова", "нов", "колона"], "bg", "нова колона"),
        ("للنص المحدد", ["للنص", "النص", "المحدد"], "ar", "النص المحدد"),
        ("وحقل المرسل", ["وحقل", "حقل", "المرسل"], "ar", "حقل المرسل"),
        ("במסמך חדש", ["במסמך", "מסמך", "חדש"], "he", "מסמך חדש"),
        # What only looks like a preposition belongs to the word.
        ("لغة برمجة", ["لغة", "برمجة"], "ar", "لغة برمجة"),
    ],
)
def test_a_term_of_several_words_stands_without_what_its_sentence_puts_to_it(
    target: str, words: list[str], language: str, cited: str
) -> None:
    assert cite_term(target, _forms(words, language), singular=False) == cited


@pytest.mark.parametrize(
    ("adjective", "noun", "seen", "language", "wanted"),
    [
        ("контекстный", "меню", ("контекстное", "меню"), "ru", "контекстное"),
        ("последний", "строка", ("последнюю", "строку"), "ru", "последняя"),
        ("общий", "поле", ("общего", "поля"), "ru", "общее"),
        ("корневой", "каталог", ("корневого", "каталога"), "ru", "корневой"),
        ("текущий", "запись", ("текущей", "записи"), "ru", "текущая"),
        ("wysoki", "okno", ("wysokim", "oknie"), "pl", "wysokie"),
        ("bieżący", "kolumna", ("bieżącej", "kolumny"), "pl", "bieżąca"),
        ("databázový", "okno", ("databázovém", "okně"), "cs", "databázové"),
        ("aktuálny", "úroveň", ("aktuálnu", "úroveň"), "sk", "aktuálna"),
        ("розкривний", "список", ("розкривному", "списку"), "uk", "розкривний"),
        # A plural, another spelling, and an adjective that stands for a noun of its own.
        ("новый", "строка", ("новых", "строк"), "ru", None),
        ("emailový", "adresa", ("e-mailovú", "adresu"), "sk", None),
        ("переменный", "условие", ("переменной", "условия"), "ru", None),
    ],
)
def test_adjectives_agree_with_their_noun(
    adjective: str, noun: str, seen: tuple[str, str], language: str, wanted: str | None
) -> None:
    assert agree(adjective, noun, seen=seen, language=language) == wanted


def test_nouns_that_end_as_adjectives_do_are_none() -> None:
    nouns = ("zarovnání", "pozadí", "rozhraní")
    assert not any(is_adjective(noun, "cs") for noun in nouns)
    assert all(is_adjective(word, "cs") for word in ("hlavní", "nový", "předchozí"))
