"""The process in which a method of diglot does one job of a campaign: ``python -m`` runs it."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def main(argument: str) -> int:
    """Do the job of a file; an error is the last line on the error output."""
    for library in ("OPENBLAS", "OMP", "MKL"):
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")
    from diglot.campaign.running import do_job
    from diglot.errors import DiglotError

    try:
        do_job(Path(argument))
    except (DiglotError, MemoryError) as error:
        sys.stderr.write(f"{error or 'the memory does not suffice'}\n")
        return 3
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1]))
