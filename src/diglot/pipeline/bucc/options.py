"""How a task of bilingual term alignment is to be made of parallel text."""

from __future__ import annotations

from pathlib import Path

from diglot.errors import ConfigError
from diglot.options import Group, option, option_record
from diglot.pipeline import options as shared
from diglot.runs.options import ADDRESS, RUNNER, SHARD

ASKED = Group("questions to people")
LEAST_SIMILARITY = 0.6
"""What the organisers found worth a look: most pairs of a lower cosine were wrong."""
PHRASES = 10
NEAR = 5
TEST = 0.4
"""Share of the gold in the test part: the organisers had 1,970 of 4,489."""


@option_record
class BuccOptions:
    """Options of ``bucc prepare``."""

    seed: int = shared.SEED()
    jobs: int = shared.JOBS()
    shard: str | None = SHARD()
    runner: str = RUNNER()
    address: str | None = ADDRESS()
    source_language: str | None = shared.SOURCE_LANGUAGE()
    target_language: str | None = shared.TARGET_LANGUAGE()
    parallel: bool = shared.READING(
        "SOURCE and TARGET are documents, or folders of them: align their sentences first",
        "--documents",
        default=True,
    )
    encoding: str | None = shared.ENCODING()
    seed_terms: Path | None = option(
        "source terms of the domain, one per line: only sentences that contain one are taken",
        metavar="FILE",
        group="corpora",
    )
    target_seed_terms: Path | None = option(
        "the same for target terms", metavar="FILE", group="corpora"
    )
    drop_source: float = option(
        "probability that the source side of a pair is removed, not its target side",
        default=0.5,
        metavar="P",
        group="corpora",
        least=0,
        most=1,
    )
    test: float = option(
        "proportion of the sentence pairs, and of the gold, in the test part",
        default=TEST,
        metavar="SHARE",
        group="corpora",
        least=0,
        most=1,
    )
    least_frequency: int | None = ASKED(
        "minimum number of occurrences of a term (default: by the size of the text)",
        metavar="N",
        least=1,
    )
    source_vectors: Path | None = ASKED("word vectors (.vec or .npy) of SOURCE", metavar="FILE")
    target_vectors: Path | None = ASKED("the same for TARGET", metavar="FILE")
    least_similarity: float = ASKED(
        "minimum cosine of vectors, or without vectors probability by word links, at which "
        "people judge a pair",
        default=LEAST_SIMILARITY,
        metavar="X",
        least=0,
        most=1,
    )
    phrases: int = ASKED(
        "number of best phrases to show for a source term", default=PHRASES, metavar="N", least=0
    )
    near: int = ASKED(
        "number of confusable targets to add for each source term",
        default=NEAR,
        metavar="N",
        least=0,
    )
    sample: int | None = ASKED(
        "number of source terms to ask about (default: all)", metavar="N", least=1
    )


@option_record
class BuccFinishOptions:
    """Options of ``bucc finish``."""

    checked: Path | None = option(
        "table that people have filled in (default: DIR/candidates.xlsx)", metavar="FILE"
    )
    accept_above: float | None = option(
        "accept undecided pairs of at least this similarity without review (silver, not gold)",
        metavar="X",
        least=0,
        most=1,
    )


def check_bucc(options: BuccOptions) -> None:
    """Refuse options that do not go together before any work is done.

    Raises:
        ConfigError: vectors of one side only.
        InputError: a file that an option names does not exist.
    """
    if (options.source_vectors is None) != (options.target_vectors is None):
        raise ConfigError("give both --source-vectors and --target-vectors, or neither")
    shared.check_files(options)
