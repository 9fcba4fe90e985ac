"""The summary of a build, for people and for programs."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from diglot.pipeline import Build


def print_build(build: Build) -> None:
    """Print what was found, what was used again, and where the results are."""
    from diglot.pipeline.build.build_counts import LEFT_OUT

    manifest = build.manifest
    for name, value in _rows(manifest.counts):
        print(f"{name:<17}{value}")
    steps = [(each.name, each.reused) for each in manifest.stages]
    steps += [(each.file, each.reused) for each in manifest.outputs]
    again = [name for name, reused in steps if reused]
    if again:
        whole = "everything" if len(again) == len(steps) else ", ".join(again)
        print(f"{'as before':<17}{whole}")
    for note in manifest.notes:
        print(note if note.startswith(LEFT_OUT) else f"note: {note}")
    for output in manifest.outputs:
        verb = "unchanged" if output.reused else "written"
        print(f"{verb}: {build.folder / output.file}")
        for line in output.lost:
            print(f"  {line}")


def build_json(build: Build) -> dict[str, Any]:
    """Return the manifest as plain values, with the folder."""
    return {"folder": str(build.folder), **asdict(build.manifest)}


def _rows(counts: Mapping[str, int]) -> list[tuple[str, str]]:
    count = counts.get
    rows = []
    if (documents := count("documents", 0)) > 1:
        rows.append(("documents", f"{documents:,} pairs"))
    segments = f"{count('source_segments', 0):,} and {count('target_segments', 0):,}"
    rows.append(("segments", segments))
    rows.append(("sentence pairs", f"{count('sentence_pairs', 0):,}"))
    links, pairs = count("doubtful_links", 0), count("unlikely_pairs", 0)
    looks = f"{links:,} for their sentence link, {pairs:,} for their words"
    rows.append(("deserve a look", looks))
    rows.append(("word links", f"{count('word_links', 0):,}"))
    if "concepts" in counts:
        found = f"{count('concepts', 0):,} concepts, {count('term_pairs', 0):,} pairs of terms"
        rows.append(("termbase", found))
    if known := count("known_term_pairs", 0):
        rows.append(("known", f"{known:,} pairs of terms, left out"))
    return rows
