"""The packs that ship: undamaged, small, of sources that may ship, of languages known here."""

from __future__ import annotations

from pathlib import Path

import pytest

from diglot.packs.files import verify_pack
from diglot.packs.finding import SHIPPED, languages_of_name
from diglot.packs.vocabularies import find_segmenter
from diglot.text.languages import normalise

PACKS = sorted(SHIPPED.glob("*.pack"))
LICENCES = {
    "MPL-2.0", "BSD-3-Clause", "Unicode-3.0", "Unicode-DFS-2016",
    "LicenseRef-public-domain", "Apache-2.0", "MIT", "CC-BY-SA-3.0", "CC-BY-SA-4.0",
    "CC-BY-2.0",
}  # fmt: skip
NOTICE = Path(__file__).resolve().parents[2] / "NOTICE"


def test_so_many_languages_ship_in_so_little_space() -> None:
    languages = {language for path in PACKS for language in languages_of_name(path) or ()}
    assert len(languages - {"en"}) >= 45
    assert sum(path.stat().st_size for path in SHIPPED.iterdir()) <= 25_000_000


@pytest.mark.parametrize("path", PACKS, ids=lambda path: path.stem)
def test_a_pack_is_whole_and_may_ship(path: Path) -> None:
    pack = verify_pack(path)
    assert pack.languages == languages_of_name(path)
    assert [normalise(language) for language in pack.languages] == list(pack.languages)
    for side in (pack.source, pack.target):
        segmenter = find_segmenter(side.language)
        assert side.tokeniser == (segmenter.name if segmenter else "diglot")
    assert len(pack.counts) > 10_000
    notice = NOTICE.read_text(encoding="utf-8")
    assert pack.sources
    for source in pack.sources:
        assert source.licence in LICENCES
        assert source.name in notice
        assert source.version
        assert source.pairs > 0
