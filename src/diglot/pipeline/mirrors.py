"""Pages of a mirrored site in pairs: by marks of languages in their addresses, or by a sitemap."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from diglot.errors import ConfigError, FormatError
from diglot.files.xml import iterparse, local_name
from diglot.pipeline.file_pairs import MARK, Pair, SkippedPair, files_by_name
from diglot.text.languages import is_language, normalise

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


_INDEX = "index.html"


def pair_addresses(
    folder: Path, languages: tuple[str | None, str | None], skipped: list[SkippedPair]
) -> tuple[Pair, ...]:
    """Pair the pages of one folder whose paths are the same but for the marks of two languages.

    A mark is a code between signs that are no letters: ``en/page.html``, ``page.fr.html``,
    ``page.html?lang=en.html``, ``en.example.org``. Pages in the main language of a site often have
    none: those count for the language whose page with the same address is missing.

    Args:
        folder: of the mirror.
        languages: of source and target.
        skipped: gets the pages without a partner.

    Raises:
        ConfigError: a language is not told.
        InputError: two files differ in their extension only.
    """
    if not all(languages):
        raise ConfigError(
            f"{folder} is given for both sides: name both languages with -s and -t, so that its "
            "files can be paired by the marks of these in their paths"
        )
    codes = [normalise(each) for each in languages if each]
    found: dict[str, dict[int | None, Path]] = {}
    files = files_by_name(folder)
    for name, path in files.items():
        marks = [mark for mark in MARK.finditer(name) if _code(mark[0]) in codes]
        side = codes.index(_code(marks[-1][0])) if marks else None
        for mark in reversed(marks):
            name = f"{name[: mark.start()]} {name[mark.end() :]}"
        found.setdefault(re.sub(r"[\W_]+", " ", name).strip(), {}).setdefault(side, path)
    pairs = []
    for name, pages in found.items():
        source, target = (pages.get(side) for side in (0, 1))
        plain = pages.get(None)
        if source and target:
            pairs.append(Pair(name.replace(" ", "-"), source, target, "address"))
        elif plain and (source or target):
            both = (source or plain, target or plain)
            pairs.append(Pair(name.replace(" ", "-"), *both, "address, one without a mark"))
    paired = {path for pair in pairs for path in (pair.source, pair.target)}
    skipped += [
        SkippedPair(str(path), "has no partner") for path in files.values() if path not in paired
    ]
    return tuple(pairs)


def _code(mark: str) -> str:
    return normalise(mark) if is_language(mark) else ""


def read_sitemap(
    path: Path, languages: tuple[str | None, str | None], skipped: list[SkippedPair]
) -> tuple[Pair, ...]:
    """Pair the pages that a sitemap gives as alternates of each other.

    The pages are looked for where wget puts them: in the folder of the host, which is that of the
    sitemap or lies beside it, under their address, with or without ``index.html`` or an added
    ``.html``.

    Args:
        path: the sitemap.
        languages: of source and target; may be None where the sitemap has two only.
        skipped: gets the pairs one of whose pages is not there.

    Raises:
        FormatError: it is no sitemap, or names no alternates in these languages.
        ConfigError: it has more than two languages, and none were told.
    """
    groups = list(dict.fromkeys(_alternates(path)))
    known = list(dict.fromkeys(code for group in groups for code, _ in group))
    codes = [normalise(each) if each else None for each in languages]
    if not all(codes):
        if len(known) > 2 or any(codes):
            listed = ", ".join(sorted(known))
            raise ConfigError(f"{path} has pages in {listed}: name both languages with -s and -t")
        codes = list(known)
    pairs: dict[str, Pair] = {}
    for group in groups:
        pages = dict(group)
        if not all(code in pages for code in codes):
            continue
        addresses = [pages[code] for code in codes if code]
        name = unquote(urlsplit(addresses[0]).path).strip("/") or "index"
        files = [_find(path.parent, address) for address in addresses]
        missing = [each for each, file in zip(addresses, files, strict=True) if file is None]
        if missing:
            skipped.append(SkippedPair(name, f"{missing[0]} is not in the mirror"))
        elif files[0] and files[1]:
            pairs.setdefault(name, Pair(name, files[0], files[1], "sitemap"))
    if not pairs:
        raise FormatError(
            "names no pages in both languages that are there",
            path=path,
            cure="put it into the folder of the mirror, and check the languages",
        )
    return tuple(pairs.values())


def _alternates(path: Path) -> Iterator[tuple[tuple[str, str], ...]]:
    """Give the languages and addresses of every page of a sitemap."""
    for element in iterparse(path, ("{*}url",), roots=("urlset",)):
        links = [
            (normalise(language), each.get("href") or "")
            for each in element.iter()
            if isinstance(each.tag, str) and local_name(each) == "link"
            if is_language(language := (each.get("hreflang") or "").partition("-")[0])
        ]
        if len(links) > 1:
            yield tuple(sorted(links))


def _find(folder: Path, address: str) -> Path | None:
    """Return the file of a page in a mirror."""
    parts = urlsplit(address)
    inside = unquote(parts.path).lstrip("/")
    if parts.query:
        names = [f"{inside}?{parts.query}", f"{inside}?{parts.query}.html"]
    else:
        names = [inside, f"{inside}.html", f"{inside.rstrip('/')}/{_INDEX}".lstrip("/")]
    hosts = [folder, folder / parts.netloc, folder.parent / parts.netloc]
    for root in hosts:
        for name in names:
            file = root / name
            # An address may lead anywhere; a page of the mirror lies within it.
            if name and file.is_file() and file.resolve().is_relative_to(root.resolve()):
                return file
    return None
