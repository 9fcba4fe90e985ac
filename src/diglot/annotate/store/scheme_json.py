"""Schemes as JSON and back."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from diglot.annotate.schemes import Label, Scheme


def as_json(scheme: Scheme) -> dict[str, Any]:
    """A scheme as JSON."""
    return {
        "kind": scheme.kind,
        "version": scheme.version,
        "labels": [asdict(label) for label in scheme.labels],
        "settings": dict(scheme.settings),
        "severities": dict(scheme.severities),
    }


def from_json(value: dict[str, Any]) -> Scheme:
    """The scheme that `as_json` has written."""
    return Scheme(
        kind=value["kind"],
        version=value["version"],
        labels=tuple(
            Label(**{**label, "aliases": tuple(label["aliases"])}) for label in value["labels"]
        ),
        settings=value["settings"],
        severities=value["severities"],
    )
