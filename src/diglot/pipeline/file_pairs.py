"""Files in pairs, by names, addresses or a sitemap."""

from __future__ import annotations

import filecmp
import os
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

from diglot.errors import ConfigError, FormatError, InputError
from diglot.files.binary import extension_of, missing_file, unpacked_name
from diglot.files.text import read_text, split_lines
from diglot.formats.registry import SAVED_AS, extensions_of
from diglot.plurals import count_of
from diglot.text.languages import is_language, normalise

# "contract.en", "contract_fr-CA", "contract (French)": what stands behind the last mark.
_SUFFIX = re.compile(
    r"^(?P<rest>.+?)(?:[._-]|\s*(?P<bracket>[(\[]))"
    r"(?P<language>[A-Za-z]{2,12})(?:[-_][A-Za-z]{2,4})?(?(bracket)[)\]])$"
)
# What stands between separators: "Guide (EN) 2", "en/guide", "guide-en-v2".
_MARK = re.compile(r"(?<![^\W_])[A-Za-z]{2,12}(?![^\W_])")
_NAMES_SHOWN = 8
_SURE = 0.9
"""Least probability of a pair by content where names pair most files: others rarely have one."""
PREVIEWED = 5  # columns of a list that a preview has printed


@dataclass(frozen=True, slots=True)
class Pair:
    """Two files that hold the same text in two languages.

    Attributes:
        name: what both names have in common; used for outputs that are one file a pair.
        source: file of the source side.
        target: file of the target side.
        reason: why they are taken for a pair, where their names do not say it.
        confidence: probability that they are one.
    """

    name: str
    source: Path
    target: Path
    reason: str = ""
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class SkippedPair:
    """A pair that was left out.

    Attributes:
        name: of the pair, or of a file without a partner.
        reason: one line.
    """

    name: str
    reason: str


def condense_skipped(skipped: Iterable[SkippedPair], *, shown: int = 20) -> list[SkippedPair]:
    """Name the first ``shown`` pairs of every reason, and only count the rest of it."""
    names: dict[str, list[str]] = {}
    for each in skipped:
        names.setdefault(each.reason, []).append(each.name)
    return [
        SkippedPair(name, reason)
        for reason, found in names.items()
        for name in (
            *found[:shown],
            *([f"and {count_of(len(found) - shown, 'other')}"] if len(found) > shown else ()),
        )
    ]


def pair_files(
    source: Path,
    target: Path,
    *,
    skipped: list[SkippedPair] | None = None,
    look: Callable[[list[Path], list[Path]], Iterable[Pair]] | None = None,
    any_format: bool = True,
) -> tuple[Pair, ...]:
    """Pair two files, or the files of two folders by name, in the order of their names.

    Names are equal when they are so without their extension (which counts where a side has two
    files of one name), or else without the mark of their
    language, wherever that stands (``contract.en.docx`` and ``contract_fr.docx``, ``Guide (EN) 2``
    and ``Guide FR 2``). Folders are searched through; hidden files are left out.

    Args:
        source: file or folder.
        target: the same of the other side.
        skipped: gets the files without a partner, which are an error otherwise.
        look: pairs the files of both sides that their names leave without a partner.
        any_format: whether files of no format that is read are texts beside those that are.

    Raises:
        InputError: a path does not exist, a folder is empty, or files are left without a partner.
        ConfigError: a file on one side and a folder on the other.
    """
    for path in (source, target):
        if not path.exists():
            raise missing_file(path, "no such file or folder")
    if source.is_dir() != target.is_dir():
        raise ConfigError(
            f"{source} and {target} are a file and a folder: give two files or two folders"
        )
    if not source.is_dir():
        return (Pair(_common_name(source, target), source, target),)
    named = [
        _named_files(folder, other, any_format=any_format)
        for folder, other in ((source, target), (target, source))
    ]
    return _pair_folders(source, target, named, skipped, look)


def read_list(path: Path, *, skipped: list[SkippedPair] | None = None) -> tuple[Pair, ...]:
    """Return the pairs of a list: a line each with source and target, separated by a tab.

    A third column names the pair; a preview has its probability and the reason behind. Paths are
    relative to the folder of the list; empty lines and those that begin with ``#`` are passed over.

    Args:
        path: the list.
        skipped: gets the pairs one of whose files does not exist, which are an error otherwise.

    Raises:
        InputError: a line is not such a pair, a file does not exist, or two pairs have one name.
    """
    pairs: dict[str, Pair] = {}
    for number, line in enumerate(split_lines(read_text(path)), 1):
        if not line.strip() or line.startswith("#"):
            continue
        cells = [cell.strip() for cell in line.split("\t")]
        if len(cells) not in (2, 3, PREVIEWED) or not all(cells[:3]):
            raise InputError(
                f"{line[:60]!r} is not a pair",
                path=path,
                place=number,
                cure="give two paths separated by a tab, and a name if you like",
            )
        source, target = (path.parent / cell for cell in cells[:2])
        name = cells[2] if len(cells) > 2 else unpacked_name(cells[0]).with_suffix("").as_posix()
        if Path(name).is_absolute() or ".." in Path(name).parts:
            name = Path(name).name
        if name in pairs:
            raise InputError(
                f"two pairs are called {name}", path=path, place=number, cure="add a third column"
            )
        missing = [each for each in (source, target) if not each.is_file()]
        if not missing:
            pairs[name] = Pair(name, source, target)
        elif skipped is None:
            raise InputError(
                f"no such file: {missing[0]}", path=path, place=number, cure="check the name"
            )
        else:
            skipped.append(SkippedPair(name, f"no such file: {missing[0]}"))
    if not pairs:
        raise InputError("holds no pairs", path=path, cure="give one pair of files on each line")
    return tuple(pairs.values())


# What stands beside texts: pictures, styles, scripts and fonts of pages, recordings, and what
# office programs and file managers leave while they are open.
_COMPANIONS = re.compile(
    r"\.(?:png|jpe?g|gif|svg|webp|ico|bmp|tiff?|s?css|m?js|map|xpm|xbm|woff2?|ttf|otf|eot|mp[34]|ogg|wav|mkv"
    r"|mov|avi|webm|db|ini)",
    re.IGNORECASE,
)
_LOCK = "~$"
_KINDS_SHOWN = 12


def _texts_and_others(folder: Path, *, any_format: bool) -> tuple[list[Path], list[Path]]:
    """Return the files under a folder that may hold text, and those that hold none by their names.

    Where some are of formats that are read, or that can be converted, the rest (``copyright``,
    ``Makefile``, ``objects.inv``) is not, unless a text may have any name.
    """
    files = []
    for root, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        paths = (Path(root, name) for name in names if not name.startswith("."))
        files += [path for path in paths if path.is_file()]
    others = {
        path
        for path in files
        if _COMPANIONS.fullmatch(extension_of(path)) or path.name.startswith(_LOCK)
    }
    known = extensions_of().keys() | SAVED_AS.keys()
    unread = {path for path in files if extension_of(path) not in known}
    if not any_format and len(others | unread) < len(files):
        others |= unread
    return sorted({*files} - others), sorted(others)


def list_companions(*folders: Path | None, any_format: bool = True) -> list[SkippedPair]:
    """Tell how many files of folders are passed over because they hold no text, and which."""
    passed = {
        path
        for folder in folders
        if folder is not None and folder.is_dir()
        for path in _texts_and_others(folder, any_format=any_format)[1]
    }
    if not passed:
        return []
    kinds = sorted({extension_of(path) or path.name for path in passed})
    more = ["…"] if len(kinds) > _KINDS_SHOWN else []
    shown = " ".join(kinds[:_KINDS_SHOWN] + more)
    return [SkippedPair(count_of(len(passed), "file"), f"no texts by their names: {shown}")]


def list_texts(folder: Path) -> list[Path]:
    """Return the files under a folder that may hold text; see `files_by_name`."""
    return [path for _, path in _named_files(folder)]


def files_by_name(folder: Path) -> dict[str, Path]:
    """Return the files under a folder by relative path without extension.

    Hidden files are left out, and those that hold no text by their names: `list_companions`.

    Raises:
        InputError: two files differ only in their extension.
    """
    found: dict[str, Path] = {}
    for name, path in _named_files(folder):
        if name in found:
            raise InputError(
                f"two files are called {name}: {found[name].name} and {path.name}",
                path=folder,
                cure="keep one of them",
            )
        found[name] = path
    return found


def _named_files(
    folder: Path, other: Path | None = None, *, any_format: bool = True
) -> list[tuple[str, Path]]:
    """Return files under a folder with their names; those of a folder inside it are not its own.

    Of a file and links to it, as web servers want them, only the file counts.
    """
    files, _ = _texts_and_others(folder, any_format=any_format)
    home, away = folder.resolve(), other.resolve() if other else None
    if away and home in away.parents:
        inner = folder / away.relative_to(home)
        files = [path for path in files if not path.is_relative_to(inner)]
    links = {path for path in files if path.is_symlink()}
    real = {path.resolve() for path in files if path not in links} if links else set()
    return [
        (unpacked_name(path.relative_to(folder)).with_suffix("").as_posix(), path)
        for path in files
        if path not in links or path.resolve() not in real
    ]


def strip_language(name: str) -> str:
    """Return a name without its language suffix, or as it is if it has none.

    >>> strip_language("contract_fr-CA"), strip_language("contract.fr.pdf")
    ('contract', 'contract.pdf')
    >>> strip_language("contract (French).pdf"), strip_language("contract (draft).pdf")
    ('contract.pdf', 'contract (draft).pdf')
    """
    for extension in ("", Path(name).suffix):
        parts = _SUFFIX.match(name.removesuffix(extension))
        if parts and is_language(parts["language"]):
            return parts["rest"] + extension
    return name


def match_names(
    sources: dict[str, Path], targets: dict[str, Path]
) -> tuple[list[Pair], list[Path], list[Path]]:
    """Pair files by full name first, then without the mark of their language.

    Returns:
        The pairs in the order of their names, and the files of each side that have no partner.
    """
    pairs = [Pair(name, path, targets[name]) for name, path in sources.items() if name in targets]
    for shorten in (strip_language, *_unmarked(sources, targets)):
        paired = {path for pair in pairs for path in (pair.source, pair.target)}
        left = _by_short_name((n for n in sources if sources[n] not in paired), shorten)
        right = _by_short_name((n for n in targets if targets[n] not in paired), shorten)
        for short, names in left.items():
            # A short name that several files of one side share does not say who belongs to whom.
            if len(names) == len(right.get(short, ())) == 1:
                pairs.append(Pair(short, sources[names[0]], targets[right[short][0]]))
    taken = {path for pair in pairs for path in (pair.source, pair.target)}
    return (
        sorted(pairs, key=lambda pair: pair.name),
        [path for path in sources.values() if path not in taken],
        [path for path in targets.values() if path not in taken],
    )


def _unmarked(
    sources: Collection[str], targets: Collection[str]
) -> tuple[Callable[[str], str], ...]:
    """Return what strips the marks of both sides, if most names of a side have one of its own."""
    marks = _own_marks(sources, targets)
    if not any(marks):
        return ()
    found = re.compile(
        rf"[\W_]*(?<![^\W_])(?:{'|'.join(map(re.escape, filter(None, marks)))})(?![^\W_])[\W_]*",
        re.IGNORECASE,
    )
    return (lambda name: found.sub(" ", name).strip(),)


def named_language(path: Path) -> str | None:
    """Return the language at the end of a file's name, or else that its folder is called after."""
    found = _SUFFIX.match(unpacked_name(path).stem)
    for mark in (found["language"] if found else "", path.parent.name):
        if len(mark) not in {0, 3} and is_language(mark):
            return normalise(mark)
    return None


def named_languages(pairs: Collection[Pair]) -> list[str | None]:
    """Return the languages that most paths of a side name, and those of the other side do not.

    Codes of three letters are too often words of a name: *new* and *old* are languages.
    """
    sides = [pair.source.as_posix() for pair in pairs], [pair.target.as_posix() for pair in pairs]
    return [normalise(mark) if len(mark) not in {0, 3} else None for mark in _own_marks(*sides)]


def _own_marks(sources: Collection[str], targets: Collection[str]) -> list[str]:
    """Return the mark of a language that most names of each side have, or an empty string.

    A word such as *it* or *no* may be the code of a language; it counts only where it stands on one
    side and not on the other.
    """
    counts = [
        Counter(mark for name in names for mark in {m.lower() for m in _MARK.findall(name)})
        for names in (sources, targets)
    ]
    marks = []
    for own, other, size in zip(counts, counts[::-1], (len(sources), len(targets)), strict=True):
        known = [mark for mark in own if 2 * (own[mark] - other[mark]) > size and is_language(mark)]
        marks.append(max(known, key=lambda mark: (own[mark] - other[mark], mark), default=""))
    return marks


def _pair_folders(
    source: Path,
    target: Path,
    named: Sequence[list[tuple[str, Path]]],
    skipped: list[SkippedPair] | None,
    look: Callable[[list[Path], list[Path]], Iterable[Pair]] | None,
) -> tuple[Pair, ...]:
    # A text that one side has in two formats has its extension in its name, on both sides.
    twice = {
        strip_language(name)
        for each in named
        for name, count in Counter(n for n, _ in each).items()
        if count > 1
    }
    sides = [
        {
            f"{name}{extension_of(path)}" if strip_language(name) in twice else name: path
            for name, path in each
        }
        for each in named
    ]
    for folder, names in zip((source, target), sides, strict=True):
        if not names:
            raise InputError("the folder holds no texts", path=folder, cure="check the name")
    pairs, left, right = match_names(*sides)
    if left and right and look:
        least = _SURE if len(pairs) > len(left) + len(right) else 0.0
        found = [pair for pair in look(left, right) if pair.confidence >= least]
        pairs = sorted((*pairs, *found), key=lambda pair: pair.name)
        left, right = (
            [path for path in paths if path not in {getattr(pair, side) for pair in found}]
            for side, paths in (("source", left), ("target", right))
        )
    if skipped is not None and pairs:
        skipped += [SkippedPair(str(path), "has no partner") for path in (*left, *right)]
    elif left or right:
        raise InputError(
            f"files without a partner: {_listed(source, left)}; {_listed(target, right)}",
            cure="give both files of a pair the same name (a mark of the language may differ), "
            "list the pairs with --pairs, or leave these files out with --skip-bad",
        )
    return tuple(pairs)


def leave_copies_out(pairs: tuple[Pair, ...], skipped: list[SkippedPair]) -> tuple[Pair, ...]:
    """Leave out files of folders that are the same on both sides: they translate nothing.

    Returns:
        The other pairs, or all of them if no other is left. What is left out is added to
        ``skipped``.
    """
    others = tuple(pair for pair in pairs if not filecmp.cmp(pair.source, pair.target, False))
    if not others:
        return pairs
    copies = sorted({str(pair.target) for pair in pairs} - {str(pair.target) for pair in others})
    skipped += [SkippedPair(name, "the same file is on both sides") for name in copies]
    return others


def _listed(folder: Path, paths: list[Path]) -> str:
    if not paths:
        return f"none in {folder}"
    shown = ", ".join(path.relative_to(folder).as_posix() for path in paths[:_NAMES_SHOWN])
    more = f" and {len(paths) - _NAMES_SHOWN} more" if len(paths) > _NAMES_SHOWN else ""
    return f"{len(paths)} in {folder} ({shown}{more})"


def _by_short_name(names: Iterable[str], shorten: Callable[[str], str]) -> dict[str, list[str]]:
    grouped: dict[str, list[str]] = defaultdict(list)
    for name in names:
        grouped[shorten(name)].append(name)
    return grouped


def _common_name(source: Path, target: Path) -> str:
    name, other = unpacked_name(source).stem, unpacked_name(target).stem
    short = strip_language(name)
    return short if short == strip_language(other) else name


def files_for(given: Path | None, pairs: Sequence[Pair]) -> list[Path | None]:
    """Return the file that belongs to each pair: the one given, or one of that folder, by its name.

    Raises:
        ConfigError: one file was given for several pairs.
        InputError: the folder holds no file for a pair, or several.
    """
    if given is None:
        return [None] * len(pairs)
    if not given.is_dir():
        if len(pairs) > 1:
            raise ConfigError(f"{given} is one file, but there are several pairs: give a folder")
        return [given]
    names = files_by_name(given)
    short: defaultdict[str, list[Path]] = defaultdict(list)
    for name, path in names.items():
        short[strip_language(name)].append(path)
    chosen: list[Path | None] = []
    for pair in pairs:
        exact = names.get(pair.name)
        found = [exact] if exact else short.get(strip_language(pair.name), [])
        if len(found) != 1:
            count = "no file" if not found else count_of(len(found), "file")
            raise InputError(f"holds {count} for the pair {pair.name}", path=given)
        chosen += found
    return chosen


# Pages of a mirrored site: by the marks of languages in their addresses, or by a sitemap.


def pair_addresses(
    folder: Path, languages: tuple[str | None, str | None], skipped: list[SkippedPair]
) -> tuple[Pair, ...]:
    """Pair the pages of one folder whose paths are the same but for the marks of two languages.

    A mark is a code between signs that are no letters: ``en/page.html``, ``page.fr.html``,
    ``page.html?lang=en.html``, ``en.example.org``. Pages in the main language of a site often have
    none: those count for the language whose page with the same address is missing. The extension
    counts where a language has a text in two formats.

    Args:
        folder: of the mirror.
        languages: of source and target.
        skipped: gets the pages without a partner.

    Raises:
        ConfigError: a language is not told.
        InputError: no two files pair.
    """
    if not all(languages):
        raise ConfigError(
            f"{folder} is given for both sides: name both languages with -s and -t, so that its "
            "files can be paired by the marks of these in their paths"
        )
    codes = [normalise(each) for each in languages if each]
    files = _named_files(folder)
    # With a region or script behind it: "zh-cn", "pt_BR", "sr-Latn", but not "en-fr".
    locale = re.compile(
        rf"(?P<language>{_MARK.pattern})(?:[-_](?!(?:{'|'.join(codes)})(?![^\W_]))"
        r"(?:[a-z]{2}|[A-Z]{2}|[A-Z][a-z]{3})(?![^\W_]))?"
    )
    addresses = []
    for name, path in files:
        marks = [mark for mark in locale.finditer(name) if _code(mark["language"]) in codes]
        side = codes.index(_code(marks[-1]["language"])) if marks else None
        addresses.append((_without(marks, name), side, path))
    often = Counter((name, side) for name, side, _ in addresses)
    twice = {name for (name, _), count in often.items() if count > 1}
    found: dict[str, dict[int | None, Path]] = defaultdict(dict)
    for name, side, path in addresses:
        form = f" {extension_of(path)[1:]}" if name in twice else ""
        found[name + form].setdefault(side, path)
    pairs = []
    for name, pages in found.items():
        source, target = (pages.get(side) for side in (0, 1))
        plain = pages.get(None)
        if source and target:
            pairs.append(Pair(name.replace(" ", "-"), source, target, "address"))
        elif plain and (source or target):
            both = (source or plain, target or plain)
            pairs.append(Pair(name.replace(" ", "-"), *both, "address, one without a mark"))
    if not pairs:
        raise InputError(
            f"no two of its {count_of(len(files), 'file')} have the same path but for the marks "
            f"{codes[0]} and {codes[1]}",
            path=folder,
            cure="check -s and -t, give the folder of each language, or align a list with --pairs",
        )
    paired = {path for pair in pairs for path in (pair.source, pair.target)}
    known = {name for name, _, path in addresses if path in paired}
    others: Counter[str] = Counter()
    for name, path in files:
        if path in paired:
            continue
        other = _other_language([*locale.finditer(name)], name, known)
        others[other] += bool(other)
        if not other:
            skipped.append(SkippedPair(str(path), "has no partner"))
    if listed := " ".join(sorted(filter(None, others))):
        skipped.append(
            SkippedPair(count_of(others.total(), "file"), f"in other languages: {listed}")
        )
    return tuple(pairs)


def _without(marks: Sequence[re.Match[str]], name: str) -> str:
    """Return the words of a path that has lost the marks of its language."""
    for mark in reversed(marks):
        name = f"{name[: mark.start()]} {name[mark.end() :]}"
    return re.sub(r"[\W_]+", " ", name).strip()


def _other_language(marks: Sequence[re.Match[str]], name: str, known: Collection[str]) -> str:
    """Return the language whose mark tells a path from a known one; an empty string for none."""
    found = (mark for mark in marks if _without([mark], name) in known)
    return next(filter(None, (_code(mark["language"]) for mark in found)), "")


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
    from diglot.files.xml import iterparse, local_name

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
        names = [inside, f"{inside}.html", f"{inside.rstrip('/')}/{'index.html'}".lstrip("/")]
    hosts = [folder, folder / parts.netloc, folder.parent / parts.netloc]
    for root in hosts:
        for name in names:
            file = root / name
            # An address may lead anywhere; a page of the mirror lies within it.
            if name and file.is_file() and file.resolve().is_relative_to(root.resolve()):
                return file
    return None
