"""Every dependency has a reason, a licence and hashes; no file names where packages come from."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

NAME = re.compile(r"^[A-Za-z0-9._-]+")
# Written in pieces, so that this file does not name them either.
REGISTRY_HOSTS = tuple(
    ".".join(parts)
    for parts in (("pypi", "org"), ("pythonhosted", "org"), ("npmjs", "org"), ("deb.debian", "org"))
)
COPYLEFT = re.compile(r"\b(A?GPL)", re.IGNORECASE)


def declared(project: Path) -> set[str]:
    """Names of all dependencies in pyproject.toml, diglot's own extras left out."""
    table = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    groups = [table["dependencies"], *table["optional-dependencies"].values()]
    names = {NAME.match(entry)[0] for group in groups for entry in group}
    return names - {"diglot"}


def documented(project: Path) -> dict[str, list[str]]:
    """Cells of each row of docs/dependencies.md by package."""
    page = (project / "docs" / "dependencies.md").read_text(encoding="utf-8")
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in page.splitlines()
        if line.startswith("|") and not line.startswith(("|---", "| package"))
    ]
    return {row[0]: row[1:] for row in rows}


def locked(project: Path) -> dict[str, list[str]]:
    """Hashes of each ``name==version`` in the lock."""
    found: dict[str, list[str]] = {}
    name = ""
    for line in (project / "requirements.lock").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        if not line.startswith(" "):
            name = line.split(" ")[0]
            found[name] = []
        else:
            found[name].append(line.strip(" \\"))
    return found


def test_every_dependency_is_documented_and_nothing_else(project: Path) -> None:
    assert set(documented(project)) == declared(project)


def test_every_documented_dependency_has_a_licence_and_a_reason(project: Path) -> None:
    for name, cells in documented(project).items():
        assert len(cells) >= 2, name
        assert len(cells[-1].split()) >= 2, f"{name} has no reason"
        assert not COPYLEFT.search(cells[-2]), f"{name} is copyleft"


def test_every_locked_version_is_exact_and_hashed(project: Path) -> None:
    lock = locked(project)
    assert len(lock) > 30
    for entry, hashes in lock.items():
        assert re.fullmatch(r"[a-z0-9._-]+==[A-Za-z0-9.+!_-]+", entry), entry
        assert hashes, f"{entry} has no hash"
        assert all(re.fullmatch(r"--hash=sha256:[0-9a-f]{64}", each) for each in hashes), entry


def test_every_declared_dependency_is_locked(project: Path) -> None:
    # Extras that development does without.
    left_out = {"gensim", "jieba", "ray", "scipy", "sentence-transformers"}
    names = {entry.split("==")[0] for entry in locked(project)}
    assert declared(project) - left_out <= names


def test_the_lock_names_no_place(project: Path) -> None:
    text = (project / "requirements.lock").read_text(encoding="utf-8")
    assert "://" not in text
    assert not re.search(r"^\s*-(?!-hash)", text, re.MULTILINE)
    assert str(project) not in text


def test_no_tracked_file_names_a_registry_host(project: Path) -> None:
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=project, capture_output=True, text=True, check=False
    )
    if listed.returncode:
        pytest.skip("not a git checkout")
    for name in filter(None, listed.stdout.split("\0")):
        path = project / name
        if path.is_file():
            content = path.read_bytes().lower()
            assert not any(host.encode() in content for host in REGISTRY_HOSTS), name
