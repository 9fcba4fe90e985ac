"""What every room's tests share: the development data, and which tests need what."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

# A compiled loop takes seconds on its first call, and a busy machine is no failure: no deadlines.
settings.register_profile("house", deadline=None, print_blob=True)
settings.load_profile("house")

ROOT = Path(__file__).resolve().parent.parent


def _data_folder() -> Path:
    """The development data: ``DIGLOT_DATA``, or ``../shared/data`` beside the project."""
    given = os.environ.get("DIGLOT_DATA")
    return Path(given) if given else ROOT.parent / "shared" / "data"


@pytest.fixture(scope="session")
def project() -> Path:
    """The project's root folder."""
    return ROOT


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of development data; absent data skips here and fails where CI is set."""
    folder = _data_folder()
    if not (folder / "README.md").is_file():
        message = f"no development data in {folder}: set DIGLOT_DATA to its folder"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    return folder
