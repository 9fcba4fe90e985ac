"""Alignment error rates on the development data; the bounds stand a little above the measured."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from diglot.words import align, links
from diglot.words.corpus import encode

if TYPE_CHECKING:
    from pathlib import Path


def error_rate(folder: Path, method: str) -> float:
    source, target, gold = (
        [line.split() for line in (folder / f"{name}.txt").read_text("utf-8").splitlines()]
        for name in ("src", "tgt", "gold")
    )
    found = links(align(encode(zip(source, target, strict=True)), method=method, learn=False))
    right = sizes = 0
    for pair, line in enumerate(gold):
        linked = set(found.of(pair))
        sure = {tuple(map(int, link.split("-"))) for link in line if "-" in link}
        possible = {tuple(map(int, link.split("p"))) for link in line if "p" in link}
        right += len(linked & sure) + len(linked & (sure | possible))
        sizes += len(linked) + len(sure)
    return 1 - right / sizes


@pytest.mark.parametrize(
    ("name", "method", "bound"),
    [
        ("graca-en-fr", "gibbs", 0.26),
        ("graca-en-fr", "hmm", 0.28),
        ("xlwa-en-es-dev", "gibbs", 0.19),
        ("xlwa-en-es-dev", "hmm", 0.215),
    ],
)
def test_error_rate_stays_below_its_bound(
    shared_data: Path, name: str, method: str, bound: float
) -> None:
    assert error_rate(shared_data / "words" / name, method) < bound
