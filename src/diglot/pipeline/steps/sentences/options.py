"""How texts are to be aligned."""

from __future__ import annotations

from pathlib import Path

from diglot.options import option, option_record
from diglot.pipeline.options import (
    ENCODER,
    ENCODING,
    EVIDENCE,
    JOBS,
    LEXICON,
    PACKS,
    READING,
    SAME_LANGUAGE,
    SKIP_BAD,
    SOURCE_LANGUAGE,
    SRX,
    TARGET_LANGUAGE,
    TRACKED,
)

ALIGNING = "aligning"


@option_record
class AlignOptions:
    """Options of ``align`` and ``align_files``; the defaults suit letters and novels alike."""

    source_language: str | None = SOURCE_LANGUAGE()
    target_language: str | None = TARGET_LANGUAGE()
    same_language: bool = SAME_LANGUAGE()
    segmented: bool = option(
        "every line is one segment", default=False, group=READING, exclusive="unit"
    )
    paragraphs: bool = option(
        "align paragraphs instead of sentences", default=False, group=READING, exclusive="unit"
    )
    srx: Path | None = SRX()
    input_format: str | None = option(
        "format of SOURCE and TARGET where their extensions do not tell (diglot convert --formats "
        "lists all)",
        metavar="NAME",
        group=READING,
    )
    encoding: str | None = ENCODING()
    tracked: str = TRACKED()
    skip_bad: bool = SKIP_BAD()
    method: str = option(
        "crf (default), length, length-classic, lexical, moore, or a system of ARCADE: jacal, "
        "salign, loria, irmc, lia, issco",
        default="crf",
        metavar="NAME",
        group=ALIGNING,
    )
    max_merge: int = option(
        "maximum number of segments on one side of a link",
        default=6,
        metavar="N",
        least=1,
        group=ALIGNING,
        exclusive="merging",
        shortcuts=(("--no-merge", 1, "link single segments only"),),
    )
    jobs: int = JOBS(group=ALIGNING)
    lexicon: Path | None = LEXICON()
    packs: tuple[str, ...] = PACKS()
    mt_source: Path | None = option(
        "machine translation of SOURCE, one line per source segment; a folder with one file per "
        "pair if there is more than one pair",
        metavar="FILE",
        group=EVIDENCE,
    )
    mt_target: Path | None = option("the same for TARGET", metavar="FILE", group=EVIDENCE)
    par_source: Path | None = option(
        "paragraph number of every source segment, one per line; a folder if there is more than "
        "one pair",
        metavar="FILE",
        group=EVIDENCE,
    )
    par_target: Path | None = option("the same for TARGET", metavar="FILE", group=EVIDENCE)
    embeddings: tuple[Path, Path] | None = option(
        "sentence vectors of both sides, one row per segment", metavar="S.npy T.npy", group=EVIDENCE
    )
    encoder: str | None = ENCODER()
    anchor: str | None = option(
        "matching segments of both sides correspond, such as chapter headings; the first group, "
        "or else the whole match, must be equal on both sides",
        metavar="REGEX",
        group=EVIDENCE,
    )


@option_record
class MineOptions:
    """Options of ``mine`` and ``mine_files``."""

    source_language: str | None = SOURCE_LANGUAGE()
    target_language: str | None = TARGET_LANGUAGE()
    segmented: bool = option(
        "every line is one sentence; files are then read line by line, whatever their size",
        default=False,
        group=READING,
    )
    srx: Path | None = SRX()
    input_format: str | None = option(
        "format of the files where their extensions do not tell (diglot convert --formats lists "
        "all)",
        metavar="NAME",
        group=READING,
    )
    encoding: str | None = ENCODING()
    min_score: float = option(
        "leave out pairs that are less probably translations of each other",
        default=0.5,
        metavar="P",
        least=0,
        most=1,
    )
    encoder: str | None = ENCODER()
