from __future__ import annotations

import pytest

from diglot.errors import ConfigError
from diglot.text import detection
from diglot.text.detection import detect, wrong_language_warning

TEXTS = {
    "en": "The committee meets every second Thursday in the town hall.",
    "fr": "Le comité se réunit tous les deux jeudis à la mairie du village.",
    "de": "Der Ausschuss tagt jeden zweiten Donnerstag im Rathaus der Stadt.",
    "ru": "Комитет собирается каждый второй четверг в здании ратуши.",
    "zh": "委员会每隔一个星期四在市政厅举行会议，讨论城市的各种问题和计划。",
    "is": "Nefndin fundar annan hvern fimmtudag í ráðhúsinu og ræðir mál bæjarins.",
    "el": "Η επιτροπή συνεδριάζει κάθε δεύτερη Πέμπτη στο δημαρχείο της πόλης.",
    "ar": "تجتمع اللجنة كل يوم خميس في مبنى البلدية لمناقشة شؤون المدينة.",
    # Letters tell these, which the model does not know.
    "my": "ဒီဆော့ဖ်ဝဲကို အသုံးပြုရန် သင့်ကွန်ပျူတာတွင် ထည့်သွင်းရမည်။ ညွှန်ကြားချက်များကို လိုက်နာပါ။",
    "ckb": "بۆ بەکارهێنانی ئەم نەرمەکاڵایە دەبێت لە کۆمپیوتەرەکەت دایبمەزرێنیت.",
    "ps": "د دې سافټویر د کارولو لپاره باید په خپل کمپیوټر کې نصب کړئ. لاندې لارښوونې تعقیب کړئ.",
    # And these, which only one of both detectors knows.
    "gd": "Tha a' chomataidh a' coinneachadh gach dàrna Diardaoin ann an talla a' bhaile mhòir.",
    "uz": "Qo'mita har ikkinchi payshanba kuni shahar hokimiyati binosida yig'iladi.",
    "ha": "Kwamitin yana yin taro a kowace Alhamis ta biyu a zauren gari domin tattauna al'amura.",
    "tt": "Комиссия һәр икенче пәнҗешәмбене шәһәр идарәсендә җыела һәм эшләр турында сөйләшә.",
    "tg": "Ҷавоб диҳед: барои истифодаи ин барнома шумо бояд онро дар компютери худ насб кунӣ.",
}


@pytest.mark.parametrize("language", TEXTS)
def test_a_sentence_tells_its_language(language: str) -> None:
    found, probability = detect(TEXTS[language])
    assert found == language
    assert 0.5 <= probability <= 1.0


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("농민 지원", "ko"),
        ("農民を支援します", "ja"),
        ("กระทรวง", "th"),
        ("השער נפתח", "he"),
        ("Πύλη", "el"),
    ],
)
def test_a_few_letters_of_a_script_that_one_language_has_tell_it(text: str, language: str) -> None:
    assert detect(text) == (language, 1.0)
    assert detect(f"API {text}, v2")[0] == language
    assert detect(text, candidates=["en", "fr"])[0] == "und"


def test_a_few_letters_are_in_the_only_candidate_of_their_script() -> None:
    assert detect("该部宣布", candidates=["zh", "en"]) == ("zh", 1.0)
    assert detect("Menu items", candidates=["zh", "en"]) == ("en", 1.0)
    assert detect("Menu items", candidates=["zh", "en", "fr"])[0] == "und"
    assert detect("ОК", candidates=["ru", "en"])[0] == "und"


@pytest.mark.parametrize("text", ["", "abc", "12 345 – 67!", "\n \t", "Taxi Hotel"])
def test_a_text_that_is_too_short_is_undetermined(text: str) -> None:
    assert detect(text) == ("und", 0.0)


def test_candidates_restrict_the_answer() -> None:
    assert detect(TEXTS["is"], candidates=["French", "isl"])[0] == "is"
    assert detect(TEXTS["is"], candidates=["fr", "de"])[0] in {"fr", "de", "und"}
    with pytest.raises(ConfigError, match="unknown language"):
        detect(TEXTS["is"], candidates=["klingon"])


@pytest.mark.parametrize("language", ["ru", "zh", "ar"])
def test_latin_words_do_not_decide_in_another_script(language: str) -> None:
    code = "sudo apt install debhelper quilt; dpkg-buildpackage -us -uc "
    assert detect(f"{TEXTS[language]} {code}" * 5)[0] == language


def test_a_language_that_no_detector_knows_is_undetermined_in_a_long_text() -> None:
    text = "Mwa tu kena pangi lo zemi nu sara kitu belo ranti. "
    assert detect(text * 8) == ("und", 0.0)


def test_without_the_first_detector_the_second_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(detection, "_detector", lambda: None)
    monkeypatch.setattr(detection, "_confirmable", frozenset)
    assert detect(TEXTS["is"])[0] == "is"


def test_a_preface_does_not_decide() -> None:
    text = TEXTS["en"] * 20 + TEXTS["de"] * 2000
    assert detect(text)[0] == "de"


def test_a_wrong_language_is_reported() -> None:
    warning = wrong_language_warning(TEXTS["en"] * 3, "French")
    assert warning is not None
    assert "English" in warning
    assert wrong_language_warning(TEXTS["en"] * 3, "en-GB") is None
    assert wrong_language_warning("abc", "fr") is None
    assert wrong_language_warning(TEXTS["en"] * 3, "ch") is None  # which the model does not know


def test_lone_surrogates_are_no_trouble() -> None:
    assert detect("\ud800" + TEXTS["fr"])[0] == "fr"
