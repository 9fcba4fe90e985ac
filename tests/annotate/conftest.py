"""What tests of projects do not wait for: the hashes of passwords, and the disk."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from diglot.annotate.store import Store, credentials, database


@pytest.fixture(scope="session", autouse=True)
def _impatient() -> Iterator[None]:
    """Hashing is slow on purpose, and no test loses its power."""
    quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(credentials, "HASHER", quick)
        patch.setattr(database, "PRAGMAS", (*database.PRAGMAS, "PRAGMA synchronous=OFF"))
        yield


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project that tests copy: making its tables takes longer than most of them."""
    folder = tmp_path_factory.mktemp("trial") / "project"
    Store.create(folder, name="Trial").close()
    return folder
