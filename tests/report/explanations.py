"""Explained words to report on."""

from __future__ import annotations

from diglot.model import LexicalPath, Translation
from diglot.pipeline.steps.lexicons.explanation import Explanation


def path(text, score=0.25):
    """Make a path of words such as ``fr:chien fra-spa es:perro eng-spa,x en:dog``."""
    parts = text.split(" ")
    nodes = [each.partition(":") for each in parts[::2]]
    return LexicalPath(
        words=tuple(word.replace("_", " ") for _, _, word in nodes),
        languages=tuple(language for language, _, _ in nodes),
        dictionaries=tuple(tuple(names.split(",")) for names in parts[1::2]),
        score=score,
    )


def translation(*paths, score=0.9, part=None, reasons=()):
    """Make the translation that paths lead to."""
    ways = tuple(map(path, paths))
    return Translation(
        ways[0].words[0],
        ways[0].words[-1],
        ways[0].languages[0],
        ways[0].languages[-1],
        part,
        part,
        score=score,
        reasons=reasons,
        paths=ways,
    )


def chien():
    """A word with two translations, over one and over two pivots."""
    return Explanation(
        "chien",
        "fr",
        "en",
        (
            translation(
                "fr:chien fra-spa es:perro eng-spa en:dog",
                "fr:chien fra-cat ca:gos eng-cat en:dog",
                "fr:chien epo-fra eo:hundo epo-eng en:dog",
                score=0.98,
                part="noun",
                reasons=("3 pivot languages: ca, eo, es", "3 paths of two steps"),
            ),
            translation(
                "fr:chien epo-fra eo:hundo epo-eng en:pooch",
                "fr:chien fra-cat ca:gos epo-cat eo:hundo epo-eng en:pooch",
                score=0.31,
                part="noun",
                reasons=("1 pivot language: eo",),
            ),
        ),
    )


def scripts():
    """Arabic to Chinese over Hebrew, with markup where words should be."""
    return Explanation(
        "كتاب",
        "ar",
        "zh",
        (
            translation("ar:كتاب ara-heb he:ספר heb-zho zh:书", score=0.77),
            translation(
                "ar:كتاب ara-heb he:<img_src=x_onerror=alert(1)> heb-zho zh:</script><b>本",
                score=0.2,
                reasons=("<i>one</i> pivot & more",),
            ),
        ),
    )


def crowded(size=60):
    """A word with far more translations than a picture has room for."""
    return Explanation(
        "word",
        "en",
        "fr",
        tuple(
            translation(
                f"en:word a es:p{k % 17} b fr:t{k:02}",
                f"en:word a ca:q{k % 5} c es:r{k % 23} b fr:t{k:02}",
                score=1 - k / size,
            )
            for k in range(size)
        ),
        left=3,
    )


def pathless():
    """A word that leads nowhere, with the reason."""
    return Explanation(
        "mot", "fr", "en", (), direct=("word",), why="dictionaries lead from 'mot' nowhere"
    )
