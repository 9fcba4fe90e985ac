"""Where packs lie, and which one serves two languages.

Packs that ship with diglot lie beside this module. Those that a user installs lie in the user's
data folder, or in the one that ``DIGLOT_PACKS`` names, and go before shipped ones. Where that is
``none`` no pack is used unless an option names it.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from dataclasses import dataclass
from functools import reduce
from hashlib import blake2b
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from diglot.errors import ConfigError, InputError
from diglot.files.arrays import cache_folder
from diglot.files.atomic import copy_file
from diglot.files.binary import read_bytes, sha256_of_file
from diglot.packs.files import EXTENSION, read_pack, read_plain, write_plain
from diglot.packs.pack import Pack, compose, merge, turn_round

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diglot.model import Signature

SHIPPED = Path(__file__).with_name("shipped")
_CODE = r"[a-z]{2,3}(?:[-_](?:[A-Z][a-z]{3}|[A-Z]{2}|[0-9]{3}|[a-z]{5,8}))*"
_LANGUAGES = re.compile(f"({_CODE})-({_CODE})")
_CODES = {"no": "nb", "tl": "fil"}
"""Norwegian is mostly Bokmål, Tagalog is written as Filipino."""
VOCABULARY = ".words"
"""Extension of vocabularies, see `diglot.packs.vocabularies`."""
NONE = "none"
"""What `--packs` says when no pack is to be used."""


@dataclass(frozen=True, slots=True)
class PackFile:
    """A pack that could be used.

    Attributes:
        path: the file; its name says both languages, as in ``en-hu.pack``.
        languages: codes of both.
        shipped: whether it came with diglot.
    """

    path: Path
    languages: tuple[str, str]
    shipped: bool


def installed_folder() -> Path:
    """Return the folder of packs that the user installed; it need not exist."""
    from platformdirs import user_data_path

    given = os.environ.get("DIGLOT_PACKS")
    if given and given != NONE:
        return Path(given)
    return user_data_path("diglot", appauthor=False) / "packs"


def list_packs() -> list[PackFile]:
    """Return all packs by language: the user's own, then those that ship without a twin there."""
    found: dict[tuple[str, str], PackFile] = {}
    for folder, shipped in ((installed_folder(), False), (SHIPPED, True)):
        for path in sorted(folder.glob(f"*{EXTENSION}")):
            languages = languages_of_name(path)
            if languages is not None:
                found.setdefault(languages, PackFile(path, languages, shipped))
    return sorted(found.values(), key=lambda each: each.languages)


def locate_pack(name: Path) -> Path:
    """Return the file of a pack that is named by its path, or by its languages, as in ``en-hu``."""
    if name.exists():
        return name
    known = {each.languages: each.path for each in list_packs()}
    languages = _languages_in(name)
    return (languages and _between(known, *languages)) or name


def pack_named(name: Path) -> Pack:
    """Return a pack by its path or its languages, composed where they have none of their own.

    Raises:
        InputError: there is none, or it cannot be read.
    """
    languages = _languages_in(name)
    if name.exists() or not languages:
        return _opened(name)
    if found := find_pack(*languages):
        return found
    raise InputError(
        f"no pack joins {' and '.join(languages)}", cure="see diglot pack list for those there are"
    )


def _languages_in(name: Path) -> tuple[str, str] | None:
    """Return the codes of two languages, as in ``en-pt-BR``; None for other names of files."""
    found = _LANGUAGES.fullmatch(str(name))
    return (_normalised(found[1]), _normalised(found[2])) if found else None


def _normalised(code: str) -> str:
    from diglot.text.languages import normalise

    try:
        return normalise(code)
    except ConfigError:  # a pack may be of a language that has no code
        return code


def list_vocabularies() -> list[Path]:
    """Return the files that cut languages into words: the user's own, then those that ship."""
    folders = installed_folder(), SHIPPED
    return [path for folder in folders for path in sorted(folder.glob(f"*{VOCABULARY}"))]


def languages_of_name(path: Path) -> tuple[str, str] | None:
    """Return the languages in the name of a pack's file; None if it names no two."""
    parts = path.stem.split("_")
    return (parts[0], parts[1]) if len(parts) == 2 else None


def file_name(languages: tuple[str, str]) -> str:
    """Return the name of the file of a pack: codes may hold hyphens."""
    return f"{'_'.join(languages)}{EXTENSION}"


def install_pack(path: str | Path) -> Path:
    """Copy a pack into the user's folder, where it serves its languages from now on.

    Raises:
        InputError: it is no pack, or the folder cannot be written.
    """
    pack = read_pack(path)
    there = installed_folder() / file_name(pack.languages)
    try:
        there.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"cannot be made ({error.strerror})",
            path=there.parent,
            cure="name another folder in the environment variable DIGLOT_PACKS",
        ) from error
    copy_file(path, there)
    return there


def find_pack(source: str | None, target: str | None) -> Pack | None:
    """Return the pack of two languages: their own, or one composed through a language both know.

    Args:
        source: code as diglot detects it; a variant such as ``pt-BR`` falls back on its language.
            None where the language is not known.
        target: the same of the other language.

    Raises:
        InputError: a pack that lies there cannot be read.
    """
    if not source or not target or _bases(source)[-1] == _bases(target)[-1]:
        return None
    known = {each.languages: each.path for each in list_packs()}
    wanted = list(product(_bases(source), _bases(target)))
    for one, other in wanted:
        if path := _between(known, one, other):
            return _directed(path, one)
    # What most packs know first, which is English.
    bridges = Counter(language for languages in known for language in languages)
    for one, other in wanted:
        for bridge, _ in bridges.most_common():
            first, second = _between(known, one, bridge), _between(known, bridge, other)
            if first and second:
                return _composed(first, second, (one, bridge, other))
    return None


def load_pack(packs: Sequence[str | Path], source: str | None, target: str | None) -> Pack | None:
    """Return the pack that an option names, or the one that is found for two languages.

    Args:
        packs: files or languages (see `pack_named`), whose counts are added; ``"none"`` alone for
            none at all; nothing for what is found by language, unless the environment says
            ``DIGLOT_PACKS=none``.
        source: code of the language; None where unknown.
        target: the same of the other language.

    Raises:
        ConfigError: a pack of other languages.
        InputError: one cannot be read.
    """
    if uses_no_packs(packs):
        return None
    names = [str(pack) for pack in packs]
    if not names:
        return find_pack(source, target)
    found = [pack_named(Path(name)) for name in names]
    ends = [_bases(language or "")[-1] for language in (source, target)]
    turned = []
    for name, pack in zip(names, found, strict=True):
        have = [_bases(language)[-1] for language in pack.languages]
        if have == ends[::-1] and have != ends:
            turned.append(turn_round(pack))
        elif any(end not in ("", it) for end, it in zip(ends, have, strict=True)):
            raise ConfigError(
                f"{name} is a pack of {' and '.join(pack.languages)}, the text is in "
                f"{source} and {target}"
            )
        else:
            turned.append(pack)
    return reduce(merge, turned)


def uses_no_packs(packs: Sequence[str | Path]) -> bool:
    """Return True if an option, or without one the environment, says that there are no packs."""
    names = [str(pack) for pack in packs] or [os.environ.get("DIGLOT_PACKS", "")]
    return names == [NONE]


def identify_packs(packs: Sequence[str | Path]) -> list[str]:
    """Return what tells whether the packs that an option names are still the same.

    Args:
        packs: see `load_pack`. Without any, every pack that could be found counts.

    Raises:
        InputError: one cannot be read.
    """
    if uses_no_packs(packs):
        return []
    files = [locate_pack(Path(pack)) for pack in packs]
    if not all(file.exists() for file in files) or not files:  # composed of any
        files = [file for file in files if file.exists()] + [each.path for each in list_packs()]
    files += list_vocabularies()
    return [f"pack {path.name} {sha256_of_file(path)}" for path in files]


def pack_in(signature: Signature) -> str | None:
    """Return the name of the pack in a signature."""
    return dict(signature.options).get("pack")


def _bases(code: str) -> list[str]:
    """Return a code, what it is a variant of, and the code that packs have for that."""
    base = code.partition("-")[0]
    return list(dict.fromkeys((code, base, _CODES.get(base, base))))


def _between(known: dict[tuple[str, str], Path], one: str, other: str) -> Path | None:
    return known.get((one, other)) or known.get((other, one))


def _opened(path: Path) -> Pack:
    return read_pack(path, cache=cache_folder() / "packs")


def _directed(path: Path, source: str) -> Pack:
    pack = _opened(path)
    if {*pack.languages} != {*(languages_of_name(path) or ())}:
        raise InputError(
            f"is a pack of {' and '.join(pack.languages)}, which its name does not say",
            path=path,
            cure="take it out of the folder, and put it there by diglot pack install",
        )
    return pack if pack.source.language == source else turn_round(pack)


def _composed(first: Path, second: Path, languages: tuple[str, str, str]) -> Pack:
    """Compose two packs, or open what was composed of the same two before."""
    source, bridge, target = languages
    digests = (blake2b(read_bytes(path), digest_size=10).hexdigest() for path in (first, second))
    plain = cache_folder() / "packs" / f"{source}_{target}.{'.'.join(digests)}.arrays"
    try:
        return read_plain(plain, plain)
    except InputError:  # not yet there, or damaged
        pack = compose(_directed(first, source), _directed(second, bridge))
    try:
        plain.parent.mkdir(parents=True, exist_ok=True)
        write_plain(plain, pack)
    except (OSError, InputError):  # a home without a place to write is no reason to fail
        with TemporaryDirectory() as folder:
            write_plain(Path(folder, "pack"), pack)
            return read_plain(Path(folder, "pack"), first)
    return read_plain(plain, plain)
