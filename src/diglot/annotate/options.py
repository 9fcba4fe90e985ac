"""How files are taken into a project or under review, shared out and served."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from diglot.options import Group, option, option_record
from diglot.pipeline.options import ENCODING, READING, SEED

ITEMS, TEAM = Group("items"), Group("team")
POLICIES = ("random", "stratified", "uncertainty")
Design: TypeAlias = Literal["ranges", "circular", "full", "sample", "active"]

SOURCE_LANGUAGE = partial(
    READING, "language of the source", "-s", "--source-language", metavar="LANG"
)
TARGET_LANGUAGE = partial(
    READING, "language of the target", "-t", "--target-language", metavar="LANG"
)
SHARE = partial(option, metavar="SHARE")


@option_record
class ProjectOptions:
    """What a project is called, and where its judgements are."""

    name: str | None = option("title on the page (default: the name of the folder)", metavar="NAME")
    database: str | None = option(
        "keep the judgements in PostgreSQL, as postgresql://USER@HOST/DATABASE (default: a file "
        "in PROJECT)",
        metavar="URL",
    )


@option_record
class Reading:
    """How the files of an import are read."""

    source_language: str | None = SOURCE_LANGUAGE()
    target_language: str | None = TARGET_LANGUAGE()
    format: str | None = READING("format, if the name does not show it", metavar="NAME")
    encoding: str | None = ENCODING()

    @property
    def languages(self) -> tuple[str | None, str | None]:
        """Of source and target, as far as they are told."""
        return self.source_language, self.target_language


@option_record
class ImportOptions:
    """How files are taken into a layer."""

    reading: Reading = Reading()
    termbases: tuple[Path, ...] = READING(
        "termbase whose matches are to be verified; more than one may be given",
        "--termbase",
        metavar="TB",
    )
    hypotheses: tuple[Path, ...] = READING(
        "output of a system to ask about; more than one may be given", "--hypothesis", metavar="H"
    )
    annotator: str | None = ITEMS(
        "author of the judgements, if a file does not name one", metavar="NAME"
    )
    gold: bool = ITEMS("use the judgements of the files as known answers, hidden among the items")
    sandbox: bool = ITEMS("items for training annotators, excluded from the data")
    sample: int | None = ITEMS("take N items of the files at random", metavar="N")
    per_pair: int = ITEMS(
        "maximum number of word links to ask about in a pair", default=5, metavar="N"
    )
    policy: str = ITEMS("which word links to ask about", default="stratified", choices=POLICIES)
    suggestions: bool = ITEMS("no proposals by diglot", "--without-suggestions", default=True)
    seed: int = SEED(group=ITEMS)


@option_record
class ExportOptions:
    """Which judgements of a layer are written, and how; by default its gold."""

    format: str | None = option("format, if OUT has no known extension", metavar="NAME")
    annotator: str | None = option(
        "judgements of one person, by name or pseudonym, instead of the gold", metavar="NAME"
    )
    judgements: bool = option("all judgements, one per line (JSONL)")


@option_record
class AssignOptions:
    """How items are shared out."""

    design: str = option(
        "ranges (default: each range to two of three annotators), circular (each block to "
        "--per-item annotators in turn), full (all items to all), sample (--shared items to all, "
        "each other item to one), active (least certain first)",
        default="ranges",
        choices=get_args(Design),
    )
    per_item: int = option(
        "number of annotators per item, if the design does not fix it", default=2, metavar="N"
    )
    shared: int | None = option(
        "number of items that all annotators judge, for sample", metavar="N"
    )
    repeat: float = SHARE("share of items that come back to the same person later", default=0.0)
    distance: int = option(
        "minimum number of other items before an item is repeated", default=20, metavar="N"
    )
    known: float = SHARE(
        "share of items with a known answer among those that each annotator judges, if the layer "
        "has any",
        default=0.1,
    )
    random: float = SHARE(
        "share of the active design that is drawn at random, for estimates", default=0.1
    )
    seed: int = SEED()


@option_record
class ServeOptions:
    """Where the page is served, and to whom."""

    browser: bool = option("print the address instead of opening it", "--no-browser", default=True)
    port: int = option(
        "port to listen on (default: one that the folder keeps, or a free one)",
        default=0,
        metavar="N",
    )
    team: bool = TEAM(
        "people sign in by invitation, each with a role; without it, whoever has the address "
        "with its token is the owner"
    )
    host: str = TEAM(
        "address to listen on; an address other than this machine's own needs --team, and TLS or "
        "--insecure",
        default="127.0.0.1",
        metavar="ADDRESS",
    )
    hosts: tuple[str, ...] = TEAM(
        "host name under which browsers reach the page; more than one may be given",
        "--allow-host",
        metavar="NAME",
    )
    certificate: Path | None = TEAM("TLS certificate (PEM)", metavar="FILE")
    key: Path | None = TEAM("its private key (PEM), if in another file", metavar="FILE")
    proxies: tuple[str, ...] = TEAM(
        "address or network of a proxy, whose X-Forwarded-For header is trusted; "
        "more than one may be given; the header is ignored from anyone else",
        "--proxy",
        metavar="ADDRESS",
    )
    idle: float = TEAM(
        "hours without a request after which people sign in again", default=24.0, metavar="HOURS"
    )
    insecure: bool = TEAM("accept other machines without TLS, behind a proxy that adds it")


@option_record
class ReviewOptions:
    """How a file is taken under review."""

    restart: bool = option("discard an earlier review of FILE and start again")
    kind: str | None = option(
        "contents of a table, if its columns do not show it", choices=("sentences", "terms")
    )
    source_language: str | None = SOURCE_LANGUAGE(group="")
    target_language: str | None = TARGET_LANGUAGE(group="")
    encoding: str | None = ENCODING(group="")
