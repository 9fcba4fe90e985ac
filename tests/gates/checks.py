"""Measure the checker on human translations for its gate, and pin what was measured.

    python -m tests.gates.checks                  measure and compare with the pinned floors
    python -m tests.gates.checks --update         pin new floors; refuses to lower one
    python -m tests.gates.checks --update --allow-regression

Shares of cases accepted, and of wrong targets refused, as ``python -m bench.terminology.checks``
prints them; thresholds were chosen on Spanish.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

from tests.gates import pins

PINNED = Path(__file__).with_name("checks.json")
SETS = {"en-es": "en-es-419.es-419", "en-fr": "en-fr.fr"}


def measure(name: str) -> dict[str, float | str]:
    """The figures of one language and the digest of its translation."""
    from bench.data import data_folder
    from bench.terminology.checks import accepted, refused
    from bench.terminology.checks_data import task

    translation = data_folder() / "consistency" / "tico19" / "txt" / SETS[name]
    each = task(name.partition("-")[2])
    shares = accepted(each)["accepted"]
    wrong = refused(each, draws=1)
    return {
        "sha256": hashlib.sha256(translation.read_bytes()).hexdigest(),
        **{f"accepted {step}": round(share, 4) for step, share in shares.items()},
        **{f"refused {kind}": round(of["alternative"], 4) for kind, of in wrong.items()},
    }


if __name__ == "__main__":
    sys.exit(pins.run(__doc__, SETS, measure, PINNED))
