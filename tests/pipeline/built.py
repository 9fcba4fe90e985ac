"""Short texts to build from, and what a folder of results looks like."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from diglot.pipeline.build.building import Build, build_files
from diglot.pipeline.build.options import BuildOptions

ENGLISH = """The supplier delivers the pump to the customer.
The customer pays the annual fee in March.
The annual fee covers the repair of the pump.
The supplier repairs the pump within two days.
The customer ends the contract in writing.
The supplier sends the invoice to the customer.
The contract covers the pump and the water meter.
The customer reads the water meter in March.
"""
FRENCH = """Le fournisseur livre la pompe au client.
Le client paie la redevance annuelle en mars.
La redevance annuelle couvre la réparation de la pompe.
Le fournisseur répare la pompe en deux jours.
Le client résilie le contrat par écrit.
Le fournisseur envoie la facture au client.
Le contrat couvre la pompe et le compteur d’eau.
Le client relève le compteur d’eau en mars.
"""
OUTPUTS = ["bitext.tmx", "manifest.json", "termbase.tbx", "terms.xlsx", "work"]


def texts(folder: Path) -> tuple[Path, Path]:
    """Write the sample as two files of text."""
    paths = folder / "contract.en.txt", folder / "contract.fr.txt"
    for path, text in zip(paths, (ENGLISH, FRENCH), strict=True):
        path.write_text(text, encoding="utf-8")
    return paths


def options(**changed: Any) -> BuildOptions:
    """Options for texts that are too short to detect their languages and for frequent terms."""
    return BuildOptions(
        **{"source_language": "en", "target_language": "fr", "min_frequency": 1, **changed}
    )


def build(folder: Path, out: Path | None = None, **changed: Any) -> Build:
    """Build the sample that stands in a folder."""
    source, target = folder / "contract.en.txt", folder / "contract.fr.txt"
    return build_files(source, target, out=out or folder / "out", options=options(**changed))


def redone(made: Build) -> list[str]:
    """Names of the steps and files that were done anew."""
    manifest = made.manifest
    names = [each.name for each in manifest.stages if not each.reused]
    return names + [each.file for each in manifest.outputs if not each.reused]


def manifest(folder: Path) -> Any:
    """The manifest of a folder as plain JSON."""
    return json.loads((folder / "manifest.json").read_text(encoding="utf-8"))


def contents(folder: Path) -> dict[str, bytes]:
    """The bytes of all files under a folder but those that hold times or tell of one run."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name not in ("seconds.json", "reused.json")
    }
