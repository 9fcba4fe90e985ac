"""Projects of OmegaT."""

from __future__ import annotations

from pathlib import Path

import pytest

import diglot
from diglot.errors import ConfigError, InputError
from diglot.pipeline.build.building import build_files
from diglot.pipeline.build.options import BuildOptions
from diglot.pipeline.omegat import read_project
from tests.pipeline.built import options, texts

PROJECT = """<?xml version="1.0" encoding="UTF-8"?><omegat><project version="1.0">
<tm_dir>__DEFAULT__</tm_dir><glossary_dir>terms</glossary_dir>
<source_lang>EN-GB</source_lang><target_lang>FR</target_lang></project></omegat>"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "project"
    (made / "omegat").mkdir(parents=True)
    (made / "omegat.project").write_text(PROJECT)
    return made


def translate(folder: Path) -> None:
    pairs = [("The annual fee is due.", "La redevance annuelle est due."), ("A dog.", "Un chien.")]
    unit = '<tu><tuv lang="EN-GB"><seg>{}</seg></tuv><tuv lang="FR"><seg>{}</seg></tuv></tu>'
    units = "".join(unit.format(*pair) for pair in pairs)
    head = '<header srclang="EN-GB" segtype="sentence" adminlang="EN" datatype="plaintext"/>'
    (folder / "omegat" / "project_save.tmx").write_text(
        f'<tmx version="1.4">{head}<body>{units}</body></tmx>'
    )


def test_the_project_names_languages_and_folders(folder: Path) -> None:
    project = read_project(folder)
    assert project is not None
    assert project.languages == ("EN-GB", "FR")
    assert (project.memories.name, project.glossaries.name) == ("tm", "terms")
    assert read_project(folder.parent) is None
    (folder / "omegat.project").write_text("<omegat><project/></omegat>")
    with pytest.raises(InputError, match="does not name the two languages"):
        read_project(folder)


def test_what_was_translated_is_checked_against_the_glossaries(folder: Path) -> None:
    with pytest.raises(InputError, match="translate and save in OmegaT first"):
        diglot.check(folder, [])
    translate(folder)
    with pytest.raises(ConfigError, match="--termbase"):
        diglot.check(folder, [])
    (folder / "terms").mkdir()
    (folder / "terms" / "g.utf8").write_text(
        "# a remark\nannual fee\tredevance annuelle\ndog\tchat\n"
    )
    run = diglot.check(folder, [])
    assert [(finding.term, finding.severity) for finding in run] == [("dog", "warning")]


@pytest.mark.slow
def test_a_build_puts_memory_and_glossary_into_the_project(folder: Path, tmp_path: Path) -> None:
    texts(tmp_path)
    pair = tmp_path / "contract.en.txt", tmp_path / "contract.fr.txt"
    done = build_files(*pair, out=tmp_path / "spec", options=options(omegat=str(folder)))
    assert f"put into the project: {folder / 'tm' / 'diglot-spec.tmx'}" in done.manifest.notes
    glossary = (folder / "terms" / "diglot-spec.utf8").read_text(encoding="utf-8")
    assert glossary.startswith("# Glossary")
    assert "\tredevance annuelle\t" in glossary
    assert (folder / "tm" / "diglot-spec.tmx").read_bytes() == (
        tmp_path / "spec" / "bitext.tmx"
    ).read_bytes()
    translate(folder)
    again = build_files(folder, out=tmp_path / "own", options=options())
    assert [Path(each.path).name for each in again.manifest.inputs] == ["project_save.tmx"]


def test_a_folder_that_is_no_project_is_refused_before_any_work(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"holds no omegat\.project"):
        build_files(tmp_path / "a", out=tmp_path / "b", options=BuildOptions(omegat=str(tmp_path)))
