"""Texts become token keys: what falls together, what is counted, how sentences begin and end."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.sentences.encoding import Side, Vocabulary

NONE, STOP, QUESTION, EXCLAMATION, COLON, PAUSE, OTHER, UNMARKED = range(8)
UPPER, LOWER, DIGIT, QUOTE = range(1, 5)


def encoded(*sentences: str) -> tuple[Side, list[list[str]]]:
    """The side, and the forms of the keys of each sentence."""
    vocabulary = Vocabulary()
    side = vocabulary.encode(sentences)
    forms = list(vocabulary.keys)
    return side, [
        [forms[key] for key in side.tokens[side.offsets[n] : side.offsets[n + 1]]]
        for n in range(side.size)
    ]


def tokens(sentence: str) -> list[str]:
    return encoded(sentence)[1][0]


def test_words_are_cut_to_their_first_letters_and_written_small() -> None:
    assert tokens("Vertragsverhältnisse VERTRAGES") == ["vertra", "vertra"]


def test_han_and_kana_are_single_signs_and_hangul_is_not() -> None:
    assert tokens("我去北京。") == ["我", "去", "北", "京", "。"]
    assert tokens("ひらがな") == ["ひ", "ら", "が", "な"]
    assert tokens("한국어 문장") == ["한국어", "문장"]


def test_latin_inside_han_stays_a_word() -> None:
    assert tokens("用Python写") == ["用", "python", "写"]


def test_thai_becomes_pairs_of_signs() -> None:
    assert tokens("ไทยดี") == ["ไท", "ทย", "ยด", "ดี"]
    assert tokens("ก") == ["ก"]


@pytest.mark.parametrize("sentence", ["ศักดิ์ที่", "ច្បាប់នេះ", "ဥပဒေ၏", "ກົດໝາຍ"])
def test_pairs_that_begin_with_a_vowel_sign_are_words(sentence: str) -> None:
    assert encoded(sentence)[0].wordless.tolist() == [False]


@pytest.mark.parametrize("sign", ["\u200d", "\u00ad"])
def test_what_joins_or_divides_unseen_does_not_matter(sign: str) -> None:
    assert tokens(f"ශ්{sign}රී") == tokens("ශ්රී")


def test_an_elided_word_stands_apart() -> None:
    assert tokens("L’amie d'Anna") == ["l", "’", "amie", "d", "'", "anna"]


def test_vowel_signs_of_arabic_and_hebrew_do_not_matter() -> None:
    assert tokens("مُحَمَّد") == tokens("محمد")
    assert tokens("كــتاب") == tokens("كتاب")
    assert tokens("שָׁלוֹם") == tokens("שלום")


def test_full_width_and_composed_letters_are_the_plain_ones() -> None:
    assert tokens("ｆｕｌｌ １２") == ["full", "12"]
    assert tokens("cafe\u0301") == tokens("caf\u00e9") == ["café"]


@pytest.mark.parametrize("digits", ["١٢٣", "۱۲۳", "१२३", "１２３"])
def test_numbers_in_any_digits_are_numbers(digits: str) -> None:
    side, _ = encoded(f"{digits} x")
    assert side.digits.tolist() == [1]
    assert side.starts.tolist() == [DIGIT]


@pytest.mark.parametrize("digits", ["١٢٣", "۱۲۳", "१२३", "๑๒๓"])
def test_numbers_in_any_digits_are_the_same_numbers(digits: str) -> None:
    assert tokens(digits) == tokens("123")


@pytest.mark.parametrize("digit", ["\U00011de0", "\U0001ccf0"])
def test_digits_that_python_does_not_know_are_no_failure(digit: str) -> None:
    """Two of Unicode 16 and 17: the tables of regex are newer than those of Python."""
    side, _ = encoded(f"{digit} x")
    assert len(side.digits) == 1


def test_marks_are_single_tokens_and_underscores_too() -> None:
    assert tokens("stop_it!?") == ["stop", "_", "it", "!", "?"]


def test_a_break_inside_a_segment_is_a_space() -> None:
    side, forms = encoded("one\ntwo\u2028drei", "next")
    assert forms == [["one", "two", "drei"], ["next"]]
    assert side.size == 2


def test_empty_sentences_have_no_tokens_but_their_place() -> None:
    side, forms = encoded("", "a.", "   ", "")
    assert forms == [[], ["a", "."], [], []]
    assert side.lengths.tolist() == [1, 3, 4, 1]
    assert side.ends.tolist() == [NONE, STOP, NONE, NONE]
    assert side.starts.tolist() == [0, LOWER, 0, 0]


def test_no_sentences_are_no_side() -> None:
    side, forms = encoded()
    assert side.size == 0
    assert forms == []
    assert side.offsets.tolist() == [0]


def test_lengths_are_characters_of_the_sentence_and_one() -> None:
    assert encoded("abc", "ａ b")[0].lengths.tolist() == [4, 4]


def test_numbers_questions_and_quotes_are_counted() -> None:
    side, _ = encoded("«12?» 3 und 4!?", "“a”")
    assert side.digits.tolist() == [3, 0]
    assert side.asking.tolist() == [3, 0]
    assert side.quotes.tolist() == [2, 2]


@pytest.mark.parametrize(
    ("sentence", "end"),
    [
        ("Yes", NONE), ("Yes.", STOP), ("好。", STOP), ("हाँ।", STOP), ("جيد۔", STOP), ("So…", STOP),
        ("Well...", STOP), ("Who?", QUESTION), ("谁？", QUESTION), ("من؟", QUESTION),
        ("Go!", EXCLAMATION), ("走！", EXCLAMATION), ("Thus:", COLON), ("a;", COLON),
        ("和：", COLON), ("and,", PAUSE), ("和，", PAUSE), ("و،", PAUSE), ("but –", PAUSE),
        ("5 %", OTHER), ("***", OTHER),
        ("He said “no.”", STOP), ("«Où ?»", QUESTION), ("(See p. 3.)", STOP),
        ("『走！』", EXCLAMATION),
        ('He asked: "Who?")', QUESTION), ("“Yes”", NONE), ("”", NONE),
        ("သည်။", STOP), ("ហើយ។", STOP), ("ཡོད།", STOP), ("ነው።", STOP), ("է։", STOP), ("နှင့်၊", PAUSE),
        ("ነው፧", QUESTION), ("Τι;", QUESTION), ("«Τι;»", QUESTION),
    ],
)  # fmt: skip
def test_the_last_mark_of_a_sentence_is_seen_through_quotes_and_brackets(
    sentence: str, end: int
) -> None:
    assert encoded("before.", sentence, "after?")[0].ends.tolist() == [STOP, end, QUESTION]


def test_a_text_whose_sentences_end_without_marks_is_known() -> None:
    assert encoded("ສະບາຍດີ", "ຂອບໃຈ", "ລາກ່ອນ,")[0].ends.tolist() == [UNMARKED, UNMARKED, PAUSE]
    assert encoded("Title", "One.", "Two")[0].ends.tolist() == [NONE, STOP, NONE]


@pytest.mark.parametrize(
    ("sentence", "start"),
    [
        ("Yes", UPPER), ("Да", UPPER), ("yes", LOWER), ("да", LOWER), ("1. yes", DIGIT),
        ("“Yes”", QUOTE), ("– Yes", QUOTE), ("— Да", QUOTE), ("(yes)", 0), ("好", 0), ("كتاب", 0),
    ],
)  # fmt: skip
def test_the_first_token_of_a_sentence_is_classed(sentence: str, start: int) -> None:
    assert encoded("x", sentence)[0].starts.tolist() == [LOWER, start]


def test_sentences_of_marks_and_numbers_are_wordless() -> None:
    assert encoded("* * *", "12.", "III.", "Yes.", "")[0].wordless.tolist() == [
        True, True, False, False, False,
    ]  # fmt: skip


def test_translations_join_the_tokens_and_nothing_else() -> None:
    vocabulary = Vocabulary()
    plain = vocabulary.encode(["Ja, 1.", "Nein!"])
    side = vocabulary.encode(["Ja, 1.", "Nein!"], ["Yes, 1 sir?", ""], None)
    forms = list(vocabulary.keys)
    assert [forms[key] for key in side.tokens] == [
        "ja", ",", "1", ".", "yes", ",", "1", "sir", "?", "nein", "!",
    ]  # fmt: skip
    assert side.offsets.tolist() == [0, 9, 11]
    for name in ("lengths", "digits", "asking", "quotes", "ends", "starts", "wordless", "opens"):
        assert getattr(side, name).tolist() == getattr(plain, name).tolist()


def test_known_words_of_a_text_are_letters_and_numbers_only() -> None:
    vocabulary = Vocabulary()
    vocabulary.encode(["Der Vertrag von 1848."])
    assert vocabulary.known_keys(["Verträge, 1848. von", "", "Vertrags\nbruch"]) == [
        [vocabulary.keys["1848"], vocabulary.keys["von"]],
        [],
        [vocabulary.keys["vertra"]],
    ]
    assert vocabulary.known_keys([]) == []


TEXT = st.text(st.sampled_from("aB1é.,?!“” \n我ไที่مُ١😀_-"), max_size=12)


@given(st.lists(TEXT, max_size=6))
def test_any_text_is_encoded_sentence_by_sentence(sentences: list[str]) -> None:
    side, forms = encoded(*sentences)
    assert forms == [tokens(sentence) for sentence in sentences]
    assert side.offsets[0] == 0
    assert side.offsets[-1] == len(side.tokens)
    assert (np.diff(side.offsets) >= 0).all()
    # The ends of sentences are those of a text: does it have marks there?
    for name in ("lengths", "digits", "asking", "quotes", "starts", "wordless"):
        assert getattr(side, name).tolist() == [
            getattr(encoded(sentence)[0], name).item() for sentence in sentences
        ]


def test_chunks_of_a_long_text_are_one_text(monkeypatch: pytest.MonkeyPatch) -> None:
    from diglot.sentences import encoding

    sentences = [f"Line {n} of many, {n * n}?" for n in range(50)]
    whole = encoded(*sentences)
    monkeypatch.setattr(encoding, "_CHUNK", 7)
    parts = encoded(*sentences)
    assert parts[1] == whole[1]
    assert parts[0].offsets.tolist() == whole[0].offsets.tolist()


def test_a_part_of_a_side_is_those_sentences() -> None:
    side, forms = encoded("one two.", "", "three?", "4 five")
    part = side.part(1, 3)
    assert part.size == 2
    assert part.offsets.tolist() == [0, 0, 2]
    assert part.tokens.tolist() == side.tokens[side.offsets[1] : side.offsets[3]].tolist()
    assert part.ends.tolist() == [NONE, QUESTION]
    assert forms[2] == ["three", "?"]
