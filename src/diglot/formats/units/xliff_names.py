"""Names in XLIFF 1.2 and 2.x, and those that diglot adds."""

from __future__ import annotations

import re

XML_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
NAMESPACE_1 = "urn:oasis:names:tc:xliff:document:1.2"
NAMESPACE_2 = "urn:oasis:names:tc:xliff:document:2.0"  # of 2.0 and of 2.1
METADATA = "urn:oasis:names:tc:xliff:metadata:2.0"

CODES_1 = frozenset({"x", "bx", "ex", "ph", "bpt", "ept", "it"})
WRAPPERS_1 = frozenset({"g", "mrk"})
CODES_2 = frozenset({"ph", "sc", "ec", "sm", "em"})
WRAPPERS_2 = frozenset({"pc", "mrk"})

STATES_1 = frozenset(
    {
        "final",
        "needs-adaptation",
        "needs-l10n",
        "needs-review-adaptation",
        "needs-review-l10n",
        "needs-review-translation",
        "needs-translation",
        "new",
        "signed-off",
        "translated",
    }
)
STATES_2 = frozenset({"initial", "translated", "reviewed", "final"})
# Attributes of a 1.2 trans-unit that are kept as properties of the same name.
UNIT_ATTRIBUTES_1 = frozenset(
    {
        "approved",
        "datatype",
        "extradata",
        "extype",
        "help-id",
        "maxbytes",
        "maxheight",
        "maxwidth",
        "minbytes",
        "minheight",
        "minwidth",
        "phase-name",
        "resname",
        "restype",
        "size-unit",
        "ts",
    }
)
OWN = "x-diglot-"
PROPERTY = "x-property-"
ORIGINAL_DATA = "originalData:"
# Property of a unit that its tool does not let people change.
LOCKED = ("locked", "yes")
# A unit needs an id; one of this form says that it had none before it was written.
MADE_ID = re.compile(r"diglot-\d+")
