"""How a file is taken under review."""

from __future__ import annotations

from diglot.options import option, option_record
from diglot.pipeline.options import ENCODING


@option_record
class ReviewOptions:
    """How a file is taken under review."""

    restart: bool = option("discard an earlier review of FILE and start again", default=False)
    kind: str | None = option(
        "contents of a table, if its columns do not show it", choices=("sentences", "terms")
    )
    source_language: str | None = option(
        "language of the source", "-s", "--source-language", metavar="LANG"
    )
    target_language: str | None = option(
        "language of the target", "-t", "--target-language", metavar="LANG"
    )
    encoding: str | None = ENCODING(group="")
