"""The same texts give the same bytes, whatever runs beside and however sets are ordered."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache

import pytest

from diglot.model import Bitext
from diglot.sentences import METHODS, align
from tests.sentences.texts import Language, Parallel, document

NAMES = ["后来王琦瑶和严家师母去了上海。", "Потом Москва молчала."]
ADDRESSES = [f"Siehe http://{letter}.org/{letter}x" for letter in "abcdefghij"]


def texts() -> list[Parallel]:
    """Clear and unclear ones, with merges, omissions, names and addresses."""
    found = [
        Language(seed, words=300).text(
            blocks, [(1, 1)] * 5 + [(1, 2), (2, 1), (1, 0), (0, 1)], words=(2, 12)
        )
        for seed, blocks in ((1, 120), (2, 40), (3, 7), (4, 150))
    ]
    found[2].source.extend(ADDRESSES)
    found[2].target.extend(line.replace("x", "y") for line in ADDRESSES)
    found.append(
        Parallel(NAMES, ["Later Wang Qiyao went to Shanghai.", "Then Moscow was silent."], [])
    )
    return found


def fingerprint(bitexts: list[Bitext]) -> str:
    """Everything that is reported of the links, as JSON."""
    return json.dumps(
        [
            [(link.source, link.target, link.score, link.kind, link.reasons) for link in each.links]
            + [(zone.source, zone.target, zone.kind, zone.reason) for zone in each.zones]
            + [str(each.signature)]
            for each in bitexts
        ]
    )


@cache
def run(method: str, jobs: int = 1) -> str:
    pairs = [(document(each.source), document(each.target)) for each in texts()]
    return fingerprint(align(pairs, method=method, jobs=jobs))


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS)
def test_the_number_of_threads_changes_nothing(method: str) -> None:
    assert run(method, jobs=3) == run(method)


def test_the_same_pair_twice_is_aligned_alike_twice() -> None:
    text = texts()[0]
    first, second = align([(document(text.source), document(text.target))] * 2)
    assert fingerprint([first]) == fingerprint([second])


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["0", "4711"])
def test_the_order_of_sets_changes_nothing(seed: str) -> None:
    script = "from tests.sentences import test_determinism as t; print(t.run('crf'))"
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)}
    found = subprocess.run(
        [sys.executable, "-c", script],
        env=environment, check=True, capture_output=True, encoding="utf-8",
    )  # fmt: skip
    assert found.stdout.strip() == run("crf")
