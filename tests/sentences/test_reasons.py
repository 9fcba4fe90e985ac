"""Why a link is doubtful."""

from __future__ import annotations

import pytest

from diglot.sentences.reasons import Reasoner

SURE, DOUBTFUL = 0.99, 0.3


def reasons(left: str, right: str, probability: float = SURE) -> tuple[str, ...]:
    return Reasoner([left], [right]).reasons((0,), (0,), probability)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Costs 1,234.5 euros.", "Kostet 1\u00a0234,5 Euro."),
        ("Costs 1,234.5 euros.", "Kostet 1\u202f234,5 Euro."),
        ("Costs 1,234.5 euros.", "Kostet 1.234,5 Euro."),
        ("Costs 1,234.5 euros.", "Kostet 1 234,5 Euro."),
        ("There are 5,000,000 of them.", "Es sind 5 000 000."),
        ("It weighs 8847.60 g.", "Es wiegt 8847,6 g."),
        ("Costs 1'000 francs.", "Kostet 1000 Franken."),
        ("Costs 1’000 francs.", "Kostet 1000 Franken."),
        ("It is 0.5 m.", "Es ist 0,5 m."),
        ("In 1848.", "في ١٨٤٨."),
        ("In 1848.", "१८४८ में।"),
        ("Costs 1,299.50 yen.", "１，２９９．５円。"),
        ("From 2015 to 2020.", "๒๕๕๘-2563"),
        ("In 1996 there were 2000.", "2000 waren es 1996."),
        ("Pages 10-12.", "Seiten 10–12."),
        ("At 10:30.", "Um 10h30."),
        ("On 3 May.", "Am dritten Mai."),
        ("Twelve of 12.", "Zwölf von 12."),
        ("In 1952 and 1953 for 2 years.", "1952/53, zwei Jahre."),
        ("Left on 11 June 1955 at 15.30.", "Parti à 15 h 30 le 11 juin."),
        ("It is 1 ½ m deep.", "Profond de 1,50 m."),
        ("\U00011bf0 " + "9" * 5000, "Digits of a newer Unicode, and very many."),
        ("No number.", "Keine Zahl."),
    ],
)
def test_numbers_that_say_the_same_are_no_reason(left: str, right: str) -> None:
    assert reasons(left, right) == ()
    assert reasons(right, left) == ()


def test_times_may_be_written_with_a_full_stop() -> None:
    assert reasons("At 10:30.", "Um 10.30 Uhr.") == ()


def test_the_arabic_decimal_sign_is_a_decimal_sign() -> None:
    assert reasons("It is 3.5 m.", "٣٫٥ م.") == ()


@pytest.mark.parametrize(
    ("left", "right", "reason"),
    [
        ("In 1848.", "Im Jahr 1849.", "1848 ≠ 1849"),
        ("In 1848.", "في ١٨٤٩.", "1848 ≠ ١٨٤٩"),
        ("Between 12 and 40.", "Zwischen 12 und 14.", "40 ≠ 14"),
        ("It is 50 m.", "Es sind 5 m.", "50 ≠ 5"),
        ("In 2015.", "ปี 2559", "2015 ≠ 2559"),
        ("It has 1015 m.", "Es sind 1558 m.", "1015 ≠ 1558"),
        ("12, 13 and 14.", "12, 15 und 14.", "13 ≠ 15"),
        ("12 and 12.", "12 und 13.", "12 ≠ 13"),
        ("In 1952 and 1953.", "1952/54.", "1953 ≠ 54"),
        ("At 15.30.", "Um 15 Uhr 40.", "15.30 ≠ 15 40"),
        ("It is 15.3 m.", "Es sind 15 m.", "15.3 ≠ 15"),
    ],
)
def test_numbers_that_differ_are_named_however_sure_the_link_is(
    left: str, right: str, reason: str
) -> None:
    assert reasons(left, right) == (reason,)
    assert reasons(left, right, DOUBTFUL)[0] == reason


def test_a_long_number_on_one_side_only_explains_doubt() -> None:
    assert reasons("Article 123 holds.", "Der Artikel gilt.") == ()
    assert reasons("Article 123 holds.", "Der Artikel gilt.", DOUBTFUL)[0] == (
        "123 missing in the target"
    )
    assert reasons("The article holds.", "Artikel 123 gilt.", DOUBTFUL)[0] == (
        "123 missing in the source"
    )
    assert reasons("Article 12 holds.", "Der Artikel gilt.", DOUBTFUL) == ("few words in common",)


def test_addresses_that_differ_are_named() -> None:
    assert reasons("See http://a.org/x now", "Siehe http://a.org/xyz jetzt") == (
        "address differs: http://a.org/x",
    )
    assert reasons("See http://a.org/x now", "Siehe dort") == ("address differs: http://a.org/x",)
    assert reasons("Write to a@b.org now", "Schreiben Sie an a@c.org jetzt") != ()
    assert reasons("See www.a.org now", "Siehe www.a.org jetzt") == ()


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("See http://a.org/x.", "Voir http://a.org/x"),
        ("See http://a.org/x, now.", "Voir http://a.org/x."),
        ("Write to a@b.org.", "Schreiben Sie an a@b.org!"),
        ("See http://a.org/ for more.", "자세한 내용은 http://a.org/을 보라."),
        ("Ask user@a.org about it.", "user@a.org로 문의하십시오."),
        ("Ask user@a.org about it.", "请问user@a.org的人。"),
        ("See http://a.org/ for more.", "សូមមើលhttp://a.org/សម្រាប់ព័ត៌មាន។"),
        ("See http://a.org/long-name here.", "Siehe http://a.org/long- name dort."),
        ("The list a@b.example.org holds it.", "Listen på a@b.example.org-listen har det."),
    ],
)
def test_what_follows_or_breaks_an_address_is_not_part_of_it(left: str, right: str) -> None:
    assert reasons(left, right) == ()


TEXT = ["A sentence of quite ordinary length, like the others here."] * 20


def of_text(left: str, right: str, probability: float = DOUBTFUL) -> tuple[str, ...]:
    return Reasoner([left, *TEXT], [right, *TEXT]).reasons((0,), (0,), probability)


def test_a_strange_length_explains_doubt() -> None:
    assert of_text("A short one, this sentence.", "a very long one " * 8) == (
        "target 4.4× as long as expected",
    )
    assert of_text("a very long one " * 8, "A short one, this sentence.") == (
        "target only 0.2× as long as expected",
    )
    assert of_text("a very long one " * 8, "A short one, this sentence.", SURE) == ()


def test_the_length_is_judged_by_the_ratio_of_the_texts() -> None:
    target = [line * 3 for line in TEXT]
    reasoner = Reasoner([TEXT[0], *TEXT], [TEXT[0] * 3, *target])
    assert reasoner.reasons((0,), (0,), DOUBTFUL) == ("few words in common",)


def test_missing_names_explain_doubt() -> None:
    assert of_text("Yesterday the baker Anna came by.", "Gestern kam der Bäcker vorbei.") == (
        "Anna missing in the target",
        "Bäcker missing in the source",
    )
    assert of_text("Yesterday the baker Anna came.", "Gestern kam nur Annas kleine Frau.") == (
        "few words in common",
    )


def test_names_are_not_missed_across_scripts() -> None:
    reasoner = Reasoner(["Вчера Анна пришла домой."], ["Then Anna came."])
    assert reasoner.reasons((0,), (0,), DOUBTFUL) == ("few words in common",)


def test_a_doubtful_merge_and_a_doubtful_null_say_what_they_are() -> None:
    reasoner = Reasoner(["One thing.", "Another thing."], ["One thing and another thing."])
    assert reasoner.reasons((0, 1), (0,), DOUBTFUL) == ("another split is nearly as likely",)
    assert reasoner.reasons((0,), (), DOUBTFUL) == ("perhaps has a counterpart",)
    assert reasoner.reasons((), (0,), DOUBTFUL) == ("perhaps has a counterpart",)
    assert reasoner.reasons((0,), (), SURE) == ()
    assert reasoner.reasons((0, 1), (0,), SURE) == ()


def test_a_doubtful_link_always_has_a_reason() -> None:
    assert reasons("x", "y", DOUBTFUL) == ("few words in common",)
    assert reasons("", "", DOUBTFUL) == ("few words in common",)


TRANSLATED = ["The committee met twice.", "Nobody came to the second meeting."]
GERMAN = ["Das Gremium tagte zweimal.", "Niemand kam zur zweiten Sitzung."]


def test_what_was_not_translated_is_named_however_certain_the_link_is() -> None:
    left = "Its report was printed in spring."
    reasoner = Reasoner([*TRANSLATED, left], [*GERMAN, left])
    assert reasoner.reasons((2,), (2,), SURE) == ("not translated: both sides have the same words",)
    assert reasoner.reasons((0,), (0,), SURE) == ()


def test_what_was_not_translated_is_named_where_most_of_the_text_was_not() -> None:
    kept = [
        f"The report of the committee was printed in spring {year}." for year in range(1990, 1999)
    ]
    reasoner = Reasoner([*TRANSLATED, *kept], [*GERMAN, *kept])
    assert reasoner.reasons((5,), (5,), SURE) == ("not translated: both sides have the same words",)


def test_what_was_not_translated_is_named_where_the_rest_is_nearly_the_same() -> None:
    kept = [f"The report of the committee was printed in spring {year}." for year in range(9)]
    reasoner = Reasoner(kept, [text.rstrip(".") for text in kept], ("en", "ko"))
    assert reasoner.reasons((5,), (5,), SURE) == ("not translated: both sides have the same words",)


def test_what_was_not_translated_is_named_where_nothing_else_was() -> None:
    same = "Different providers provide different services."
    reasoner = Reasoner(["Mail", same], ["ಅಂಚೆ", same], ("en", "kn"))
    assert reasoner.reasons((1,), (1,), SURE) == ("not translated: both sides have the same words",)
    assert not Reasoner([same], [same], ("en", "en")).reasons((0,), (0,), SURE)
    assert not Reasoner([same], [same]).reasons((0,), (0,), SURE)


def test_code_and_words_that_the_translator_keeps_may_be_the_same() -> None:
    kept = "unpack the chrooted tarball with dpkg"
    left = [*TRANSLATED, f"To {kept}.", "$ tar -cvzf hello-sh-1.0.tar.gz hello-sh-1.0", kept]
    right = [*GERMAN, f"Zum Beispiel {kept}.", left[3], kept]
    reasoner = Reasoner(left, right)
    assert [reasoner.reasons((number,), (number,), SURE) for number in (3, 4)] == [(), ()]


def test_names_and_texts_in_one_language_may_be_the_same() -> None:
    names = "Anna Bäcker, Karl Weber und Co., London"
    assert Reasoner([*TRANSLATED, names], [*GERMAN, names]).reasons((2,), (2,), SURE) == ()
    assert Reasoner(TRANSLATED, TRANSLATED).reasons((0,), (0,), SURE) == ()


@pytest.mark.parametrize(
    "same",
    [
        "debian-installer/framebuffer (fb)",
        "DEBIAN_FRONTEND=noninteractive",
        "# dpkg-reconfigure tzdata",
    ],
)
def test_paths_and_names_of_programs_are_no_words_to_be_translated(same: str) -> None:
    assert (
        Reasoner([same, "A sentence of its own."], [same, "Ein Satz für sich."]).reasons(
            (0,), (0,), SURE
        )
        == ()
    )


def test_a_command_on_both_sides_is_in_no_language() -> None:
    command = "# apt-get install package_name; apt-get update"
    reasoner = Reasoner([*TRANSLATED, command], [*GERMAN, command])
    remarks = ("language of the target unexpected", "a part seems to have no counterpart")
    assert reasoner.reasons((2,), (2,), SURE, remarks) == remarks[1:]
    assert reasoner.reasons((0,), (0,), SURE, remarks[:1]) == remarks[:1]


def test_commands_that_come_again_in_copies_do_not_speak_for_the_source() -> None:
    copies = ["apt-get build-dep foo", "sudo apt-get build-dep foo", "apt-get dist-upgrade"] * 3
    prose = "With apt-get the whole system is brought up to date."
    reasoner = Reasoner(
        [*TRANSLATED, prose, *copies],
        [*GERMAN, "Mit apt-get wird das ganze System aktualisiert.", *copies],
    )
    assert not any(reasoner.reasons((k,), (k,), SURE) for k in range(3, 3 + len(copies)))
