from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import ConfigError
from diglot.model import Block, Document
from diglot.model.document import SrxLanguageMap, SrxRule, SrxRules
from diglot.text.segmentation import segment


def document(*texts: str, kinds: tuple[str, ...] = (), language: str | None = None) -> Document:
    blocks = []
    at = 0
    for index, text in enumerate(texts):
        kind = kinds[index] if kinds else "paragraph"
        blocks.append(Block(at, at + len(text), kind))
        at += len(text) + 1
    return Document("\n".join(texts), tuple(blocks), language=language)


def test_segments_point_into_the_original_text_and_never_cross_a_block() -> None:
    found = segment(document("  Il vient.  Il part. ", "Titre", "", " "), language="fr")
    assert found.segment_texts == ["Il vient.", "Il part.", "Titre"]
    assert [each.paragraph for each in found.segments] == [0, 0, 1]
    assert found.text == "  Il vient.  Il part. \nTitre\n\n "
    assert found.language == "fr"


def test_paragraph_mode_keeps_blocks_whole() -> None:
    found = segment(document("A b. C d.", "E."), language="en", mode="paragraphs")
    assert found.segment_texts == ["A b. C d.", "E."]
    assert found.segmenter == "paragraphs"


def test_lines_keep_their_positions_even_when_empty() -> None:
    found = segment(document("A b. C d.", "", "E.\r\nF."), language="en", mode="lines")
    assert found.segment_texts == ["A b. C d.", "", "E.", "F."]


def test_blocks_of_lines_and_code_are_not_cut_into_sentences() -> None:
    found = segment(
        document("A b. C d.", "", "x. Y.\n\nz.", kinds=("line", "line", "code")), language="en"
    )
    assert found.segment_texts == ["A b. C d.", "", "x. Y.", "z."]


def test_a_document_without_blocks_is_one_paragraph() -> None:
    found = segment(Document("One here. Two here."), language="en")
    assert found.segment_texts == ["One here.", "Two here."]
    assert found.blocks == (Block(0, 19),)


def test_the_language_comes_from_the_document_when_none_is_given() -> None:
    found = segment(document("Am 3. Mai kam er.", language="de-AT"))
    assert found.segment_texts == ["Am 3. Mai kam er."]
    assert found.segmenter is not None
    assert found.segmenter.endswith("language:de")


def test_the_method_string_names_versions_and_the_hash_of_the_rules() -> None:
    found = segment(document("A."), language="en")
    assert found.segmenter is not None
    method, rules, language = found.segmenter.split("|")
    assert method.startswith("sentencex:1.")
    assert len(rules.removeprefix("rules:")) == 10
    assert language == "language:en"


def test_a_lower_cased_corpus_is_still_cut() -> None:
    text = "he came in today . she went out again . nobody said a word . "
    assert len(segment(Document(text * 5), language="en").segments) == 15


def test_a_small_letter_begins_a_sentence_where_letters_have_no_capitals() -> None:
    text = "این یک برنامه است. apt آن را می‌خواند. پایان."
    assert len(segment(Document(text), language="fa").segments) == 3


def test_signs_that_nobody_sees_make_no_segment() -> None:
    assert len(segment(Document("ឆ្មា។\n\u200b\n\u200f"), language="km").segments) == 1


def test_the_users_srx_rules_replace_ours() -> None:
    rules = SrxRules(
        (("All", (SrxRule(True, ";", r"\s"),)),), (SrxLanguageMap(".*", "All"),), name="mine.srx"
    )
    found = segment(document("A b. C d; e f."), language="en", srx=rules)
    assert found.segment_texts == ["A b. C d;", "e f."]
    assert found.segmenter is not None
    assert found.segmenter.startswith("srx:mine.srx:")


@pytest.mark.parametrize("mode", ["words", ""])
def test_an_unknown_mode_lists_the_modes(mode: str) -> None:
    with pytest.raises(ConfigError, match="sentences, paragraphs, lines"):
        segment(document("A."), language="en", mode=mode)


def test_srx_rules_with_another_mode_are_refused() -> None:
    rules = SrxRules((("All", ()),), (SrxLanguageMap(".*", "All"),))
    with pytest.raises(ConfigError, match="lines mode"):
        segment(document("A."), language="en", mode="lines", srx=rules)


@given(
    st.lists(st.text(max_size=60).map(lambda text: text.replace("\n", " ")), max_size=5),
    st.sampled_from(["sentences", "paragraphs", "lines"]),
    st.sampled_from(["en", "fr", "zh", "ru", "und"]),
)
def test_nothing_visible_is_lost_and_order_holds(
    texts: list[str], mode: str, language: str
) -> None:
    found = segment(document(*texts), language=language, mode=mode)
    joined = "".join("".join(text.split()) for text in found.segment_texts)
    assert joined == "".join("".join(text.split()) for text in texts)
    ends = [(each.start, each.end) for each in found.segments]
    assert ends == sorted(ends)
    for each in found.segments:
        block = found.blocks[each.paragraph]
        assert block.start <= each.start <= each.end <= block.end
