"""What every room's tests share: the development data, and which tests need what."""

from __future__ import annotations

import gc
import os
from pathlib import Path

import pytest
from hypothesis import settings

# A compiled loop takes seconds on its first call, and a busy machine is no failure: no deadlines.
# Every run draws other examples; --hypothesis-profile=thorough draws many where a test does not say
# how many.
settings.register_profile("house", deadline=None, print_blob=True, max_examples=60)
settings.register_profile("thorough", settings.get_profile("house"), max_examples=2000)
settings.load_profile("house")

ROOT = Path(__file__).resolve().parent.parent


def _data_folder() -> Path:
    """The development data: ``DIGLOT_DATA``, or ``../shared/data`` beside the project."""
    given = os.environ.get("DIGLOT_DATA")
    return Path(given) if given else ROOT.parent / "shared" / "data"


def pytest_collection_finish() -> None:
    """Keep the garbage collector from looking at nine thousand tests again and again."""
    gc.collect()
    gc.freeze()


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
