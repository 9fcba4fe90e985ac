"""Import into and export from a project, shared by all layers.

Files enter and become items and judgements. Files of judgements and releases with a datasheet
leave.
"""

from __future__ import annotations

from diglot.annotate.exchange.contents import Imported, ImportOptions, Listed
from diglot.annotate.exchange.exporting import Exported, export_layer
from diglot.annotate.exchange.importing import import_files

__all__ = [
    "Exported",
    "ImportOptions",
    "Imported",
    "Listed",
    "export_layer",
    "import_files",
]
