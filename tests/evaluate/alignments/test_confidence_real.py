"""The labels of people on word links: what they all agree on."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from diglot.evaluate.alignments.confidence import unanimous_links
from diglot.formats.judgements.transread_labels import read_task


def test_two_thirds_of_the_labels_are_unanimous(shared_data: Path) -> None:
    folder = shared_data / "annotation/transread/dat/wconf/English_French"
    agreed: Counter[str] = Counter()
    pairs = 0
    for name in ("task_1_fr-en", "task_2_fr-en"):
        task = read_task(folder / name)
        pairs += len(task.texts)
        assert list(task.texts) == list(range(1, len(task.texts) + 1))
        found = unanimous_links([each.links for each in task.annotations.values()])
        agreed.update(each.label for each in found)
    assert pairs == 665
    assert agreed == {"sure": 1271, "wrong": 416, "partial": 77, "contextual": 59}
