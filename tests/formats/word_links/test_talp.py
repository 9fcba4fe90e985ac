from __future__ import annotations

from pathlib import Path

import pytest

from diglot.errors import ConfigError, FormatError
from diglot.formats.word_links import pharaoh, talp
from diglot.model import WordLinks
from tests.formats.word_links.strategies import same


@pytest.fixture
def links(tmp_path: Path) -> WordLinks:
    (tmp_path / "a.pharaoh").write_text("0-0 1p2\n\n2-1\n")
    return pharaoh.read(tmp_path / "a.pharaoh")


def test_the_base_has_to_be_given(tmp_path: Path, links: WordLinks) -> None:
    path = tmp_path / "a.talp"
    with pytest.raises(ConfigError, match="do not say which; give the base"):
        talp.read(path)
    with pytest.raises(ConfigError, match="give the base"):
        talp.write(path, links)
    assert not path.exists()


@pytest.mark.parametrize("base", [0, 1])
def test_what_is_written_with_a_base_is_read_with_it(
    tmp_path: Path, links: WordLinks, base: int
) -> None:
    path = tmp_path / "a.talp"
    talp.write(path, links, base=base)
    assert path.read_text().startswith(f"{base}-{base} {1 + base}p{2 + base}\n\n")
    assert same(talp.read(path, base=base), links)


def test_a_wrong_base_shows_when_the_text_is_known(tmp_path: Path, links: WordLinks) -> None:
    path = tmp_path / "a.talp"
    talp.write(path, links, base=1)
    lengths = ([2, 0, 3], [3, 0, 2])
    assert same(talp.read(path, base=1, lengths=lengths), links)
    with pytest.raises(FormatError, match="line 1: links word 3 of a source sentence of 2"):
        talp.read(path, base=0, lengths=lengths)
