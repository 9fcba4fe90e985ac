from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.text import boundaries
from diglot.text.languages import AbbreviationClass, abbreviation_habits
from tests.effort import grows_linearly


def cut(text: str, language: str, *, cased: bool = True) -> list[str]:
    starts = [0, *boundaries.sentence_starts(text, language, cased=cased), len(text)]
    return [text[a:b].strip() for a, b in itertools.pairwise(starts)]


@pytest.mark.parametrize(
    ("language", "text", "sentences"),
    [
        pytest.param("fr", "Voir M. Roux, art. 5. Fin.", 2, id="title and article number"),
        pytest.param("fr", "Vers 52 av. J.-C. Rome brûla. Fin.", 2, id="era with a hyphen"),
        pytest.param("fr", "On a lu l'art. 12 hier. Fin.", 2, id="abbreviation after elision"),
        pytest.param("de", "Am 3. Mai kam er. Ende.", 2, id="ordinal day"),
        pytest.param("de", "Der 2. Weltkrieg begann. Ende.", 2, id="ordinal before a noun"),
        pytest.param(
            "de", "Siehe Nr. 5. Der Rest folgt.", 2, id="counted number is not an ordinal"
        ),
        pytest.param("de", "Brot, Käse usw. Dann ging er.", 2, id="etc. before a starter"),
        pytest.param("de", "Er kam z. B. Heute.", 1, id="spaced abbreviation"),
        pytest.param("de", "Es sind 3300 m. Der Weg ist weit.", 2, id="measure ends a sentence"),
        pytest.param("en", "J. K. Brandt came. He sat.", 2, id="initials"),
        pytest.param("en", "So do I. He left.", 2, id="the pronoun I"),
        pytest.param("en", "In the U.S. He lives there.", 2, id="country before a starter"),
        pytest.param("en", "The U.S. Treasury paid.", 1, id="country before a name"),
        pytest.param("en", "He said no. Then he left.", 2, id="no as a word"),
        pytest.param("en", "Take no. 7 home.", 1, id="no as number"),
        pytest.param("en", "1. Remove it. 2. Turn it.", 2, id="list numbers"),
        pytest.param("en", "Chapter 8. Localisation", 1, id="number of a chapter"),
        pytest.param("de", "Abb. 3-1. Größen", 1, id="number of a caption"),
        pytest.param("cs", "B.4.10. Výběr balíků", 1, id="number of a heading in an appendix"),
        pytest.param("ja", "A.1. 前置き", 1, id="number of a Japanese appendix"),
        pytest.param("en", "It is in room 8. He left.", 2, id="number that ends a sentence"),
        pytest.param("en", "Meet me. iPhones ring.", 2, id="small letter of a brand"),
        pytest.param("en", "Stop! he cried.", 1, id="small letter goes on"),
        pytest.param("en", "He (who left. Then came.) sat.", 1, id="remark in brackets"),
        pytest.param("en", "See fig. 3 vs. fig. 4. Done.", 2, id="vs."),
        pytest.param("pt", "Mora no 5.º andar. Fim.", 2, id="ordinal sign after the stop"),
        pytest.param("ru", "В 1990 г. Петров уехал. Всё.", 2, id="year mark early"),
        pytest.param("ru", "Он жил там до самой весны 1990 г. Петров уехал.", 2, id="year late"),
        pytest.param("ru", "Хлеб и т. д. Потом ушли.", 2, id="etc. in Russian"),
        pytest.param("hu", "XIV. Lajos király volt. Vége.", 2, id="Roman ordinal"),
        pytest.param("zh", "他来了……我走了。", 2, id="Chinese ellipsis"),
        pytest.param("zh", "1. 苹果很好。", 1, id="Chinese list number"),
        pytest.param(
            "ja", "* 2.1.3. 連絡先について", 1, id="Japanese number of a heading in a list"
        ),
        pytest.param("zh", "他说：“好。”我走了。", 2, id="Chinese closing quote"),
        pytest.param("ja", "「行く。」彼は言った。", 2, id="Japanese closing bracket"),
        pytest.param(
            "ja", "「え?」と言った。彼は笑った。", 2, id="Japanese particle behind a bracket"
        ),
        pytest.param("ja", r"\d+(?:,?\s*(?:bug)?\#?\s?\d+)*/ig", 1, id="code in Japanese"),
        pytest.param("ja", "Avoid this (I do... or We do...).", 1, id="English in Japanese"),
        pytest.param("zh", "好。（详见手册。）", 2, id="Chinese bracket that closes the text"),
        pytest.param("ja", "<b>はい。</b>行く。", 2, id="closing tag in Japanese"),
        pytest.param("bn", "<i><b>এই সেটিং।</b> </i>", 1, id="closing tags at the end"),
        pytest.param("el", "Τι κάνεις; Καλά.", 2, id="Greek question mark"),
        pytest.param("ar", "أ. بيع البيت. ب. شراء البيت.", 2, id="Arabic lettered items"),
        pytest.param("ar", "قال أ.د. أحمد ذلك. ثم ذهب.", 2, id="run of Arabic letters"),
        pytest.param("he", 'צה"ל הודיע. מנכ"לית באה. סוף.', 3, id="Hebrew abbreviation marks"),
        pytest.param("he", 'קראו ב"הארץ". נכתב ב"מעריב". סוף.', 3, id="quotes after a prefix"),
        pytest.param("fa", "او رفت.\u200f \u200fاو آمد.\u200f", 2, id="marks of direction"),
        pytest.param("ka", "ის მოვიდა. ნახეთ? ა. გიორგაძე.", 3, id="Georgian has no capitals"),
        pytest.param("hi", "डॉ. शर्मा आए। मूल्य रु. ५०० है।", 2, id="titles and prices in Hindi"),
        pytest.param("ta", "மு. ராமன் வந்தார். நன்று.", 2, id="Tamil initial, a syllable"),
        pytest.param("my", "သူ ၏ စာအုပ်၊ စာ။ ပြီး။", 2, id="commas of Burmese"),
        pytest.param("ar", "وفقاً للمادة (1) والمادة (2) من العقد.", 1, id="articles of a law"),
        pytest.param(
            "zh", "期间（类型 = 0）(基准 2) 和 (基准 3) 的值。", 1, id="remarks that end in numbers"
        ),
        pytest.param("km", "ឆ្មា។\u200b ឆ្កែ ០.៥។\u200b", 2, id="Khmer spaces of no width, decimals"),
        pytest.param("th", "ดร. สมชายมา. ปี พ.ศ. 2563 เขาไป.", 2, id="Thai abbreviations"),
        pytest.param("ar", "المادة (1) والمادة (2). هو ذهب. انتهى.", 3, id="numbers of articles"),
        pytest.param("ar", "(1) هو ذهب. هي جاءت. انتهى.", 3, id="a paragraph that is an item"),
        pytest.param("en", "Do: 1) Open it. Wait. 2) Shut it. Done.", 5, id="sentences in a list"),
        pytest.param("km", "ឆ្មាអង្គុយ។ ឆ្កែដេក៕ បាទ។", 3, id="Khmer"),
        pytest.param("km", "ឆ្មា។ល។ ឆ្កែដេក។", 1, id="etc. in Khmer"),
        pytest.param("bo", "བསྡད་ཡོད། ཉལ་ཡོད། །འདི་ནི་ཡིན།", 3, id="Tibetan"),
        pytest.param("am", "ሰላም፡፡ ደህና ነህ፧ አዎ።", 3, id="Amharic"),
        pytest.param(
            "th", "ไฟล์นี้ต้องใช้โปรแกรมรุ่นใหม่ โปรดตรวจสอบรุ่นของโปรแกรมก่อน", 2, id="Thai clauses"
        ),
        pytest.param(
            "th", "ไฟล์นี้ต้องใช้โปรแกรมรุ่นใหม่ ซึ่งมีอยู่ในเครื่องของทุกคน", 1, id="Thai clause that goes on"
        ),
        pytest.param("th", "เลือกเมนู แฟ้ม บันทึก", 1, id="short Thai words apart"),
        pytest.param("lo", "ມະນຸດເກີດມາມີສິດເສລີພາບສະເໝີກັນ ຄົນຜູ້ໃດກໍ່ມີສິດເສລີພາບທຸກຢ່າງ", 2, id="Lao clauses"),
        pytest.param("am", "ሰላም፡ነው።፡ደህና፡ነው።", 2, id="Amharic mark between words"),
        pytest.param("my", "ကျား၊ မ၊ သူ၏ အိမ်။ မင်္ဂလာပါ။", 2, id="Burmese comma and genitive"),
        pytest.param("hy", "Նա գալիս է: Ես գնում եմ:", 2, id="colon as Armenian full stop"),
        pytest.param("und", "Abc def. Ghi jkl.", 2, id="undetermined language"),
    ],
)
def test_phenomenon(language: str, text: str, sentences: int) -> None:
    assert len(cut(text, language)) == sentences, cut(text, language)


def test_quotations_are_cut_inside_and_quotes_stay_with_their_sentence() -> None:
    assert cut("He said: “Come. Sit down.” Then he left.", "en") == [
        "He said: “Come.",
        "Sit down.”",
        "Then he left.",
    ]
    assert cut("Oui. « Non. » Il part.", "fr") == ["Oui.", "« Non. »", "Il part."]
    assert cut('Come . " Sit . " He left .', "en") == ["Come .", '" Sit . "', "He left ."]


def test_a_text_without_capitals_is_cut_at_small_letters() -> None:
    text = "he came in. she went out. nobody spoke."
    assert len(cut(text, "en", cased=False)) == 3
    assert len(cut(text, "en")) == 1


@given(st.text(max_size=200), st.sampled_from(["en", "fr", "de", "ru", "zh", "ar", "el", "und"]))
def test_starts_are_ascending_visible_offsets_inside_the_text(text: str, language: str) -> None:
    starts = boundaries.sentence_starts(text, language)
    assert starts == sorted(set(starts))
    assert all(0 < start < len(text) for start in starts)
    assert all(not text[start].isspace() for start in starts)


@given(
    st.lists(
        st.sampled_from(
            [".", "?", "!", "…", " ", "\u00a0", '"', "«", "»", "'", "(", ")", "A", "b"]
        ),
        max_size=60,
    ),
    st.sampled_from(["en", "fr", "de", "zh"]),
)
def test_marks_and_quotes_in_any_order_are_no_trouble(parts: list[str], language: str) -> None:
    starts = boundaries.sentence_starts("".join(parts), language)
    assert starts == sorted(set(starts))


def test_a_panic_of_the_proposer_leaves_plain_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    class PanicException(BaseException):
        pass

    def broken(language: str, text: str) -> list[str]:
        raise PanicException

    monkeypatch.setattr("sentencex.segment", broken)
    assert cut("Mr. Low came. He sat down. Then he left.", "en") == [
        "Mr. Low came.",
        "He sat down.",
        "Then he left.",
    ]


def test_an_interrupt_while_segmenting_is_not_swallowed(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(language: str, text: str) -> list[str]:
        raise KeyboardInterrupt

    monkeypatch.setattr("sentencex.segment", interrupted)
    with pytest.raises(KeyboardInterrupt):
        boundaries.sentence_starts("A b. C d.", "en")


def test_lone_surrogates_and_wide_spaces_keep_their_offsets() -> None:
    text = "\ud800 Er kam.\u3000Dann ging er.\u00a0Ende."
    starts = [0, *boundaries.sentence_starts(text, "de")]
    assert [text[at:][:4] for at in starts[1:]] == ["Dann", "Ende"]


@pytest.mark.slow
@pytest.mark.parametrize("unit", ['(“"a. ', "«a. B ", "a. ", ".", "'A. ", "a.b", "1. ", "A. "])
def test_a_huge_paragraph_takes_linear_time(unit: str) -> None:
    assert grows_linearly(
        lambda size: boundaries.sentence_starts(unit * (size // len(unit)), "en"), 20_000
    )


def test_a_capitalised_entry_matches_as_written_only() -> None:
    english = abbreviation_habits("en")
    assert english.classify("Gen") is AbbreviationClass.NEVER
    assert english.classify("gen") is None
    assert english.classify("DR") is AbbreviationClass.NEVER
    assert english.classify("house") is None


def test_tables_hold_no_duplicates_and_no_stops_at_the_end() -> None:
    from diglot.text.languages import language_table, read_table

    for codes, kind, words in read_table("abbreviations.tsv"):
        assert AbbreviationClass(kind)
        assert all(code == "*" or code in language_table() for code in codes.split())
        listed = words.split()
        assert len(listed) == len(set(listed)), (codes, kind)
        assert not [word for word in listed if word.endswith(".")]
    for codes, words in read_table("starters.tsv"):
        assert all(code in language_table() for code in codes.split())
        assert all(word[0].isupper() or word[0] in "'’" for word in words.split()), codes


def test_a_paragraph_dense_with_unclosed_quotes_is_asked_for_in_small_pieces(monkeypatch) -> None:
    asked = []
    monkeypatch.setattr(boundaries, "_ask", lambda code, piece: asked.append(len(piece)) or [piece])
    for text in ("`" * 100_000, "One ``two. " * 5_000):
        asked.clear()
        boundaries.sentence_starts(text, "en")
        assert max(asked) <= 6_000
        assert sum(asked) == len(text)
    asked.clear()
    boundaries.sentence_starts("A sentence with `code` and a “quote”. " * 5_000, "en")
    assert max(asked) > 50_000
