"""Packages fetched once and unpacked into a cache."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path


def fetch(package: str, registry: str, cache: Path) -> Path | None:
    """Return the folder of an unpacked package; None if the registry does not have it.

    Args:
        package: its name.
        registry: ``"system"`` (apt) or ``"python"`` (pip); nothing is installed.
        cache: folder that holds the unpacked packages.
    """
    folder = cache / package
    absent = cache / f"{package}.absent"
    if folder.exists() or absent.exists():
        return folder if folder.exists() else None
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache) as temporary:
        command = {
            "system": ["apt-get", "download", "-qq", package],
            "python": [sys.executable, "-m", "pip", "download", "-q", "--no-deps", package],
        }[registry]
        subprocess.run(command, cwd=temporary, capture_output=True, check=False)
        kinds = {".deb": "", ".whl": "zip", ".gz": "gztar"}
        found = [path for path in Path(temporary).iterdir() if path.suffix in kinds]
        if not found:
            absent.touch()
            return None
        unpacked = Path(temporary, "unpacked")
        if registry == "system":
            subprocess.run(["dpkg-deb", "-x", found[0], unpacked], check=True)  # noqa: S607
        else:
            shutil.unpack_archive(found[0], unpacked, kinds[found[0].suffix])
        (unpacked / "PACKAGE").write_text(found[0].name, encoding="utf-8")
        unpacked.replace(folder)
    return folder
