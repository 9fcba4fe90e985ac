"""How a language pack is to be built."""

from __future__ import annotations

from diglot.errors import ConfigError
from diglot.options import option, option_record
from diglot.pipeline.options import ENCODING, JOBS, SEED, SOURCE_LANGUAGE, TARGET_LANGUAGE
from diglot.plurals import count_of


@option_record
class PackOptions:
    """Options of ``build_pack``."""

    source_language: str | None = SOURCE_LANGUAGE()
    target_language: str | None = TARGET_LANGUAGE()
    encoding: str | None = ENCODING()
    licence: tuple[str, ...] = option(
        "licence of each file in their order, as an SPDX identifier; the last one holds for all "
        "others",
        default=(),
        metavar="ID",
    )
    name: tuple[str, ...] = option(
        "name of the collection that each file is from, in their order (default: its file name)",
        default=(),
        metavar="NAME",
    )
    version: tuple[str, ...] = option(
        "version of each file, in their order", default=(), metavar="TEXT"
    )
    date: str | None = option(
        "date in the record of the pack (default: today)", metavar="YYYY-MM-DD"
    )
    seed: int = SEED()
    jobs: int = JOBS()


def check_pack(options: PackOptions, files: int) -> None:
    """Refuse wrong options before any file is read.

    Raises:
        ConfigError: no licence was named, or more of something than there are files.
    """
    if not options.licence:
        raise ConfigError(
            "a pack records where its text is from: name the licence with --licence, such as "
            "--licence CC0-1.0, or --licence LicenseRef-private for text that stays with you"
        )
    for what in ("licence", "name", "version"):
        given = getattr(options, what)
        if len(given) > files:
            raise ConfigError(f"--{what} is given {len(given)} times for {count_of(files, 'file')}")
