"""Payloads of sentence pairs made of plain words."""

from __future__ import annotations

from typing import Any


def side(text: str, lang: str = "") -> dict[str, Any]:
    """A side whose words stand between spaces."""
    tokens, at = [], 0
    for word in text.split(" "):
        tokens.append([at, at + len(word)])
        at += len(word) + 1
    return {"lang": lang, "dir": "ltr", "text": text, "tokens": tokens}


def pair(source: str, target: str, **more: Any) -> dict[str, Any]:
    """A payload of two sentences."""
    return {"source": side(source, "en"), "target": side(target, "fr"), **more}


def sized(n: int, m: int, **more: Any) -> dict[str, Any]:
    """A payload of so many source and target words."""
    return pair(" ".join(f"s{k}" for k in range(n)), " ".join(f"t{k}" for k in range(m)), **more)


def codes(layer: Any, payload: dict[str, Any], body: dict[str, Any], **scheme: Any) -> list[str]:
    """Rules that a judgement breaks, without the layer's name."""
    from dataclasses import replace

    known = replace(layer.scheme, **scheme)
    return [problem.code.split(".", 1)[1] for problem in layer.rules.problems(payload, known, body)]
