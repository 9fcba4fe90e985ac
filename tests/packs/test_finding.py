"""Which pack serves two languages."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from diglot.errors import ConfigError, InputError
from diglot.packs import finding
from diglot.packs.files import write_pack
from diglot.packs.finding import find_pack, identify_packs, install_pack, list_packs, load_pack
from tests.packs import links_of, pack_of


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Packs of English with Hungarian and Czech ship; the user has none yet."""
    monkeypatch.setenv("DIGLOT_PACKS", str(tmp_path / "own"))
    monkeypatch.setenv("DIGLOT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(finding, "SHIPPED", tmp_path / "shipped")
    (tmp_path / "shipped").mkdir()
    write_pack(tmp_path / "shipped" / "en_hu.pack", pack_of("en", "hu", {("house", "ház"): 4}))
    write_pack(tmp_path / "shipped" / "en_cs.pack", pack_of("en", "cs", {("house", "dům"): 4}))
    return tmp_path


def test_a_pack_serves_both_directions(folders: Path) -> None:
    there, back = find_pack("en", "hu"), find_pack("hu", "en")
    assert there is not None
    assert back is not None
    assert links_of(there).keys() == {("house", "ház")}
    assert links_of(back).keys() == {("ház", "house")}
    assert there.digest == back.digest


def test_languages_without_a_pack_of_their_own_meet_in_a_third(folders: Path) -> None:
    for _ in range(2):  # composed, then from the cache
        pack = find_pack("cs", "hu")
        assert pack is not None
        assert links_of(pack).keys() == {("dům", "ház")}
        assert pack.through == ("en",)


@pytest.mark.parametrize("languages", [("en", "is"), ("en", None), (None, None), ("en", "en")])
def test_nothing_is_found_for_other_languages(
    folders: Path, languages: tuple[str | None, str | None]
) -> None:
    assert find_pack(*languages) is None


def test_a_variant_falls_back_on_its_language(folders: Path) -> None:
    pack = find_pack("en-GB", "hu-HU")
    assert pack is not None
    assert links_of(pack).keys() == {("house", "ház")}


def test_norwegian_is_served_by_bokmaal(folders: Path) -> None:
    write_pack(folders / "shipped" / "en_nb.pack", pack_of("en", "nb", {("house", "hus"): 4}))
    pack = find_pack("en", "no")
    assert pack is not None
    assert links_of(pack).keys() == {("house", "hus")}
    assert find_pack("no", "nb") is None


def test_an_installed_pack_goes_before_one_that_ships(folders: Path) -> None:
    write_pack(folders / "mine.pack", pack_of("en", "hu", {("house", "épület"): 4}))
    there = install_pack(folders / "mine.pack")
    pack = find_pack("en", "hu")
    assert pack is not None
    assert links_of(pack).keys() == {("house", "épület")}
    assert [each.shipped for each in list_packs()] == [True, False]
    assert there.parent == folders / "own"


def test_named_packs_are_added_and_turned(folders: Path) -> None:
    write_pack(folders / "a.pack", pack_of("en", "hu", {("house", "épület"): 4}))
    write_pack(folders / "b.pack", pack_of("hu", "en", {("ház", "house"): 3}))
    pack = load_pack([folders / "a.pack", folders / "b.pack"], "en", "hu")
    assert pack is not None
    assert links_of(pack).keys() == {("house", "épület"), ("house", "ház")}
    assert pack.name.count("+") == 1
    again = load_pack([folders / "a.pack", "en-hu"], "en", "hu")
    assert again is not None
    assert links_of(again) == again.links()
    assert again.links().keys() == pack.links().keys()


@pytest.mark.parametrize("name", ["cs-hu", "hu-cs", "ces-hu", "hu_HU-cs-CZ"])
def test_languages_name_composed_packs_too_in_either_order(folders: Path, name: str) -> None:
    pack = load_pack([name], "cs", "hu")
    assert pack is not None
    assert links_of(pack).keys() == {("dům", "ház")}
    # What was aligned with it has to be aligned again when one of the two packs is another.
    assert {each.split()[1] for each in identify_packs([name])} == {"en_cs.pack", "en_hu.pack"}


def test_a_pack_whose_name_says_other_languages_does_not_serve_them(folders: Path) -> None:
    (folders / "own").mkdir()
    shutil.copy(folders / "shipped" / "en_hu.pack", folders / "own" / "de_en.pack")
    with pytest.raises(InputError, match="is a pack of en and hu, which its name does not say"):
        find_pack("en", "de")
    with pytest.raises(InputError, match="which its name does not say"):
        find_pack("cs", "de")


def test_a_damaged_composed_copy_is_composed_again(folders: Path) -> None:
    whole = find_pack("cs", "hu")
    assert whole is not None
    (copy,) = (folders / "cache" / "packs").glob("cs_hu*")
    copy.write_bytes(copy.read_bytes()[:-9])
    again = find_pack("cs", "hu")
    assert again is not None
    assert links_of(again) == links_of(whole)


def test_a_named_pack_of_other_languages_is_refused(folders: Path) -> None:
    with pytest.raises(ConfigError, match="is a pack of en and hu, the text is in en and cs"):
        load_pack([folders / "shipped" / "en_hu.pack"], "en", "cs")


def test_none_is_no_pack(folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert load_pack(["none"], "en", "hu") is None
    monkeypatch.setenv("DIGLOT_PACKS", "none")
    assert load_pack([], "en", "hu") is None


def test_none_is_no_folder_to_install_into(folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DIGLOT_PACKS", "none")
    assert finding.installed_folder().is_absolute()
