"""What comes into a project and what leaves it: files of the field, releases of gold data."""

from __future__ import annotations

from diglot.annotate.exchange.exporting import Exported, export_layer
from diglot.annotate.exchange.found import Imported, ImportOptions, Listed
from diglot.annotate.exchange.importing import import_files

__all__ = [
    "Exported",
    "ImportOptions",
    "Imported",
    "Listed",
    "export_layer",
    "import_files",
]
