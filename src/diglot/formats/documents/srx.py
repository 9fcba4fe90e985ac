"""SRX files: segmentation rules of CAT tools, versions 1.0 and 2.0.

Reference: Segmentation Rules eXchange 2.0, LISA/GALA 2008.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from diglot.errors import FormatError
from diglot.files.binary import sha256_of_file
from diglot.files.xml import line_of, local_name, parse, text_of
from diglot.model.document import SrxLanguageMap, SrxRule, SrxRules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml import etree

_CURE = "check that it is an SRX 1.0 or 2.0 file"


def read_rules(path: str | Path) -> SrxRules:
    """Read the rules of an SRX file, or of the ``segmentation.conf`` of an older OmegaT.

    A file of version 1.0 may hold several ``maprule`` lists; the first is used, as its readers do.

    Raises:
        FormatError: it is no SRX file, or lacks its rules or its language map.
        UnsafeFileError: it breaks a safety limit.
    """
    path = Path(path)
    root = parse(path)
    if local_name(root) == "java":
        return _omegat_rules(root, path)
    if local_name(root) != "srx":
        raise FormatError(f"the root element is <{local_name(root)}>", path=path, cure=_CURE)
    header = _first(root, "header")
    languages = tuple(
        (_need(element, "languagerulename", path), tuple(_rules(element, path)))
        for element in _all(root, "languagerule")
    )
    holder = _first(root, "maprule")
    maps = tuple(
        SrxLanguageMap(
            _need(element, "languagepattern", path), _need(element, "languagerulename", path)
        )
        for element in _all(root if holder is None else holder, "languagemap")
    )
    if not languages or not maps:
        missing = "languagerule" if not languages else "languagemap"
        raise FormatError(f"holds no <{missing}>", path=path, cure=_CURE)
    return SrxRules(
        languages,
        maps,
        cascade=_flag(header, "cascade", default=False, path=path),
        segment_subflows=_flag(header, "segmentsubflows", default=True, path=path),
        handles=tuple(
            (element.get("type") or "", _flag(element, "include", default=False, path=path))
            for element in _all(root, "formathandle")
        ),
        version=root.get("version") or "2.0",
        name=path.name,
        digest=sha256_of_file(path),
    )


def _omegat_rules(root: etree._Element, path: Path) -> SrxRules:
    """Read rules as OmegaT stored them until version 5: properties of Java objects."""
    languages: list[tuple[str, tuple[SrxRule, ...]]] = []
    maps: list[SrxLanguageMap] = []
    for element in root.iter("object"):
        if not element.get("class", "").endswith(".MapRule"):
            continue
        values = dict(_properties(element))
        name = values.get("languageCode") or values.get("language") or f"rules {len(maps) + 1}"
        rules = tuple(
            SrxRule(
                told.get("breakRule", "false") == "true",
                told.get("beforebreak", ""),
                told.get("afterbreak", ""),
            )
            for rule in element.iter("object")
            if rule.get("class", "").endswith(".Rule")
            for told in [dict(_properties(rule))]
        )
        languages.append((name, rules))
        maps.append(SrxLanguageMap(values.get("pattern", ".*"), name))
    if not maps:
        raise FormatError("holds no segmentation rules", path=path, cure=_CURE)
    digest = sha256_of_file(path)
    return SrxRules(tuple(languages), tuple(maps), name=path.name, digest=digest)


def _properties(element: etree._Element) -> Iterator[tuple[str, str]]:
    for child in element.findall("void"):
        if child.get("property") and len(child) and not len(child[0]):
            yield str(child.get("property")), (child[0].text or "").strip("\n")


def _rules(element: etree._Element, path: Path) -> Iterator[SrxRule]:
    for rule in _all(element, "rule"):
        parts = []
        for name in ("beforebreak", "afterbreak"):
            child = _first(rule, name)
            parts.append("" if child is None else text_of(child))
        yield SrxRule(_flag(rule, "break", default=True, path=path), parts[0], parts[1])


def _all(element: etree._Element, name: str) -> Iterator[etree._Element]:
    return (child for child in element.iter() if local_name(child) == name)


def _first(element: etree._Element, name: str) -> etree._Element | None:
    return next(_all(element, name), None)


def _need(element: etree._Element, name: str, path: Path) -> str:
    value = element.get(name)
    if value is None:
        raise FormatError(
            f"<{local_name(element)}> without {name}", path=path, place=line_of(element), cure=_CURE
        )
    return value


def _flag(element: etree._Element | None, name: str, *, default: bool, path: Path) -> bool:
    value = None if element is None else element.get(name)
    if value is None:
        return default
    if value not in ("yes", "no"):
        raise FormatError(
            f'{name}="{value}" is neither yes nor no',
            path=path,
            place=None if element is None else line_of(element),
            cure=_CURE,
        )
    return value == "yes"
