"""A workspace without its page: what is taken, refused and guessed of files that were dropped."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from diglot.annotate.review.jobs import Workspace, open_workspace
from diglot.errors import ConfigError, InputError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def work(tmp_path: Path) -> Iterator[Workspace]:
    with open_workspace(tmp_path / "work") as found:
        yield found


def test_a_broken_file_is_named_without_its_folder(work: Workspace) -> None:
    job = work.add("contract")
    work.place(job.id, "source", "broken.docx").write_bytes(b"x")
    with pytest.raises(InputError) as caught:
        work.take(job.id, "source", "broken.docx")
    assert str(caught.value).startswith("broken.docx: ")


def test_a_job_whose_files_did_not_arrive_leaves_nothing(work: Workspace) -> None:
    job = work.add("contract")
    assert work.remove(job.id).state == "removed"
    assert (work.all(), work.path(job).exists()) == ([], False)


def test_the_sample_is_recognised_and_can_be_brought_back(work: Workspace) -> None:
    job = work.sample()
    assert [(each.language, each.characters > 1000) for each in job.files] == [
        ("en", True),
        ("fr", True),
    ]
    work.remove(job.id)
    assert work.restore(job.id).state == "draft"


def test_languages_may_be_written_as_names(work: Workspace) -> None:
    job = work.sample()
    work.close()  # nothing is to be done in this test
    with pytest.raises(ConfigError, match="did you mean"):
        work.start(job.id, ("Englisch", "Frensh"))
    assert work.start(job.id, ("English", None)).languages == ("en", None)
