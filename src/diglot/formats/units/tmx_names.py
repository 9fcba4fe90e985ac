"""Names in TMX 1.4b, and those that diglot adds."""

from __future__ import annotations

XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
CODES = frozenset({"bpt", "ept", "ph", "it", "ut"})
WRAPPERS = frozenset({"hi"})
# Attributes of <tu> and <tuv> that are kept as properties of the same name.
ATTRIBUTES = frozenset(
    {
        "o-encoding",
        "datatype",
        "usagecount",
        "lastusagedate",
        "creationtool",
        "creationtoolversion",
        "creationdate",
        "creationid",
        "changedate",
        "segtype",
        "changeid",
        "o-tmf",
    }
)
OWN = "x-diglot-"
ALL_LANGUAGES = "*all*"
