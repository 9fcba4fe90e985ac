"""Import into and export from a project, shared by all layers.

Files enter and become items and judgements. Files of judgements and releases with a datasheet
leave.
"""

from diglot.annotate.exchange.exporting import ExportResult, export_layer
from diglot.annotate.exchange.importing import (
    ImportPreview,
    ImportResult,
    import_files,
    preview_files,
)
from diglot.annotate.layers.sources import FileNote
from diglot.annotate.options import ImportOptions

__all__ = [
    "ExportResult",
    "FileNote",
    "ImportOptions",
    "ImportPreview",
    "ImportResult",
    "export_layer",
    "import_files",
    "preview_files",
]
