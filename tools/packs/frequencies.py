"""Frequencies of words in general language: ``python tools/packs --frequencies``.

The lists of wordfreq, which is not maintained any more and takes 68 MB with what it needs, in the
form that diglot looks words up in.
"""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import msgpack
from fetch import fetch

from diglot.text.frequencies import FOLDER, pack_bands

if TYPE_CHECKING:
    from pathlib import Path


def build_frequencies(cache: Path) -> None:
    """Build the lists of all languages: the large one where there is one, else the small one.

    Args:
        cache: folder of the packages.
    """
    package = fetch("wordfreq", "python", cache)
    if package is None:
        raise SystemExit("the registry does not have wordfreq")
    FOLDER.mkdir(exist_ok=True)
    files = {
        path.name.split(".")[0].partition("_")[2]: path
        for size in ("small", "large")
        for path in sorted((package / "wordfreq" / "data").glob(f"{size}_*.msgpack.gz"))
    }
    for code, path in files.items():
        header, *bands = msgpack.unpackb(gzip.decompress(path.read_bytes()))
        if header != {"format": "cB", "version": 1}:
            raise SystemExit(f"{path} is in another format")
        # A word that stands in several is of the last one.
        words = {word.encode(): band for band, listed in enumerate(bands) for word in listed}
        out = FOLDER / f"{code}.bands"
        out.write_bytes(pack_bands(words))
        print(f"{out.name}: {len(words):,} words, {out.stat().st_size:,} bytes")
