from __future__ import annotations

from pathlib import Path

import pytest

from diglot.errors import FormatError
from diglot.packs.finding import SHIPPED, identify_packs
from diglot.packs.pack import PackSource
from diglot.packs.vocabularies import (
    cut_by_packs,
    find_segmenter,
    read_vocabulary,
    words_by_packs,
    write_vocabulary,
)
from diglot.pipeline.steps.words.options import WordOptions
from diglot.text.tokens import words

LICENCES = {
    *("MIT", "MPL-2.0", "BSD-3-Clause", "NAIST-2003", "Unicode-3.0", "Unicode-DFS-2016"),
}
SOURCE = PackSource("list", "CC0-1.0", "1", 2)


def write(path: Path, costs: dict[str, int]) -> Path:
    write_vocabulary(path, costs, languages=["zh"], sources=[SOURCE], date="2026-01-31")
    return path


def test_a_vocabulary_is_what_was_written_whatever_the_order(tmp_path: Path) -> None:
    one = write(tmp_path / "zh.words", {"大学": 70, "𠀀": 3})
    other = write(tmp_path / "other.words", {"𠀀": 3, "大学": 70})
    assert one.read_bytes() == other.read_bytes()
    found = read_vocabulary(one, cache=tmp_path / "cache")
    assert (found.languages, found.sources, found.date) == (("zh",), (SOURCE,), "2026-01-31")
    assert len(found.segmenter) == 2
    assert found.segmenter.name == f"words@{found.digest[:8]}"
    assert words("大学𠀀", "zh", segmenter=found.segmenter) == ["大学", "𠀀"]


def test_damaged_files_are_refused(tmp_path: Path) -> None:
    path = write(tmp_path / "zh.words", {"大学": 70})
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(FormatError, match="cut short"):
        read_vocabulary(path)


def test_a_users_vocabulary_goes_before_the_shipped_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DIGLOT_PACKS", str(tmp_path))
    monkeypatch.setenv("DIGLOT_CACHE", str(tmp_path / "cache"))
    write(tmp_path / "zh.words", {"京大": 70})
    with words_by_packs(()):
        assert words("北京大学", "zh") == ["北", "京大", "学"]
    with words_by_packs(["none"]):
        assert words("北京大学", "zh") == ["北", "京", "大", "学"]
    assert find_segmenter("yue") is find_segmenter("zh-TW")
    assert find_segmenter("en") is None


def test_what_ships_says_its_languages_and_licences_and_cuts() -> None:
    notice = (Path(__file__).parents[2] / "NOTICE").read_text(encoding="utf-8")
    texts = {
        "zh": "疫情 导致 口罩 不足",
        "ja": "設定 を 変更 する",
        "th": "สวัสดี ครับ",
        "lo": "ພະຍາດ",
        "km": "ពិភពលោក",
        "my": "ကမ္ဘာ",
    }
    assert {path.stem for path in SHIPPED.glob("*.words")} == set(texts)
    for code, text in texts.items():
        found = read_vocabulary(SHIPPED / f"{code}.words")
        assert found.languages == (code,)
        for source in found.sources:
            assert set(source.licence.split(" AND ")) <= LICENCES
            assert source.name in notice
        assert words(text.replace(" ", ""), code, segmenter=found.segmenter) == text.split()


def test_a_step_cuts_as_its_options_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DIGLOT_PACKS", str(tmp_path))
    monkeypatch.setenv("DIGLOT_CACHE", str(tmp_path / "cache"))
    write(tmp_path / "zh.words", {"大学": 70})

    @cut_by_packs
    def step(text: str, *, options: WordOptions | None = None) -> list[str]:
        del options
        return words(text, "zh")

    assert step("大学") == step("大学", options=WordOptions()) == ["大学"]
    assert step("大学", options=WordOptions(packs=("none",))) == ["大", "学"]
    assert words("大学", "zh") == ["大", "学"]


def test_what_tells_packs_apart_tells_vocabularies_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DIGLOT_PACKS", str(tmp_path))
    before = identify_packs(())
    write(tmp_path / "zh.words", {"大学": 70})
    assert len(identify_packs(())) == len(before) + 1
    assert identify_packs(["none"]) == []
