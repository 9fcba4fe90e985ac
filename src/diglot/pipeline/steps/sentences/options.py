"""How texts are to be aligned."""

from __future__ import annotations

from pathlib import Path

from diglot.options import Group, option, option_record
from diglot.pipeline import options as shared

ALIGNING = Group("aligning")


@option_record
class AlignOptions(shared.DocumentOptions):
    """Options of ``align`` and ``align_files``; the defaults suit letters and novels alike."""

    method: str = ALIGNING(
        "crf (default), length, length-classic, lexical, moore, or a system of ARCADE: jacal, "
        "salign, loria, irmc, lia, issco",
        default="crf",
        metavar="NAME",
    )
    max_merge: int | None = ALIGNING(
        "maximum number of segments on one side of a link; by default 6, or 10 if merges are many",
        metavar="N",
        least=1,
        exclusive="merging",
        shortcuts=(("--no-merge", 1, "link single segments only"),),
    )
    jobs: int = shared.JOBS(group=ALIGNING)
    lexicon: Path | None = shared.LEXICON()
    packs: tuple[str, ...] = shared.PACKS()
    mt_source: Path | None = shared.EVIDENCE(
        "machine translation of SOURCE, one line per source segment; a folder with one file per "
        "pair if there is more than one pair",
        metavar="FILE",
    )
    mt_target: Path | None = shared.EVIDENCE("the same for TARGET", metavar="FILE")
    par_source: Path | None = shared.EVIDENCE(
        "paragraph number of every source segment, one per line; a folder if there is more than "
        "one pair",
        metavar="FILE",
    )
    par_target: Path | None = shared.EVIDENCE("the same for TARGET", metavar="FILE")
    embeddings: tuple[Path, Path] | None = shared.EVIDENCE(
        "sentence vectors of both sides, one row per segment", metavar="S.npy T.npy"
    )
    encoder: str | None = shared.ENCODER()
    anchor: str | None = shared.EVIDENCE(
        "matching segments of both sides correspond, such as chapter headings; the first group, "
        "or else the whole match, must be equal on both sides",
        metavar="REGEX",
    )


@option_record
class MineOptions:
    """Options of ``mine`` and ``mine_files``."""

    source_language: str | None = shared.SOURCE_LANGUAGE()
    target_language: str | None = shared.TARGET_LANGUAGE()
    segmented: bool = shared.READING(
        "every line is one sentence; files are then read line by line, whatever their size"
    )
    srx: Path | None = shared.SRX()
    input_format: str | None = shared.READING(
        "format of the files where their extensions do not tell (diglot convert --formats lists "
        "all)",
        metavar="NAME",
    )
    encoding: str | None = shared.ENCODING()
    min_score: float = option(
        "leave out pairs that are less probably translations of each other",
        default=0.5,
        metavar="P",
        least=0,
        most=1,
    )
    encoder: str | None = shared.ENCODER()
