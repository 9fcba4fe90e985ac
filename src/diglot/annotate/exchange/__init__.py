"""Import into and export from a project, shared by all layers.

Files enter and become items and judgements. Files of judgements and releases with a datasheet
leave.
"""

from __future__ import annotations

from diglot.annotate.exchange.exporting import Exported, export_layer
from diglot.annotate.exchange.importing import Imported, import_files
from diglot.annotate.layers.sources import ImportOptions, Listed

__all__ = [
    "Exported",
    "ImportOptions",
    "Imported",
    "Listed",
    "export_layer",
    "import_files",
]
