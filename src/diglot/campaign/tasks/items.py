"""The documents of a campaign: files of patterns, paired by what the wildcards stand for."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from glob import glob, has_magic
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from diglot.campaign.tasks import Item, Task
from diglot.errors import ConfigError, InputError, describe_unknown
from diglot.learning.encoders import identify_encoder
from diglot.packs.finding import identify_packs
from diglot.pipeline.file_pairs import strip_language

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from diglot.campaign.plan import Corpus, Plan

_WILD = re.compile(r"\*\*/?|\*|\?|\[[^\]]+\]")


def check_keys(plan: Plan, task: Task) -> None:
    """Refuse keys of a corpus that the task does not know.

    Raises:
        ConfigError: there is one.
    """
    known = (*task.inputs, *task.gold, *task.optional, *task.hidden, *task.settings)
    for corpus in plan.corpora:
        for key in corpus.settings:
            if key not in known:
                raise ConfigError(f"corpus {corpus.name}: {describe_unknown('key', key, known)}")


def find_items(plan: Plan, task: Task) -> tuple[Item, ...]:
    """Return the items of all corpora, in the order of the plan and of their names.

    Raises:
        ConfigError: a corpus lacks a key, or has one that the task does not know.
        InputError: a pattern finds nothing, or files have no partner.
    """
    check_keys(plan, task)
    return tuple(item for corpus in plan.corpora for item in _items(corpus, plan.folder, task))


def _items(corpus: Corpus, folder: Path, task: Task) -> Sequence[Item]:
    needed = (*task.inputs, *task.gold)
    extra = (*task.optional, *task.hidden)
    for key in needed:
        if key not in corpus.settings:
            raise ConfigError(f"corpus {corpus.name}: {key} is missing")
    if task.find:
        return task.find(corpus, folder)
    return pair_files(corpus, folder, needed, extra)


def pair_files(
    corpus: Corpus, folder: Path, needed: Sequence[str], extra: Sequence[str] = ()
) -> list[Item]:
    """Return the items whose files have the same names in the patterns of some keys.

    Raises:
        ConfigError: a value is no pattern.
        InputError: a pattern finds nothing, or a file has no partner.
    """
    found = {
        key: _files(corpus, key, folder) for key in (*needed, *extra) if key in corpus.settings
    }
    names = list(found[needed[0]])
    for key, files in found.items():
        found[key] = _matched(names, files, corpus, key, optional=key in extra)
    return [
        Item(corpus, name, {key: files[name] for key, files in found.items() if name in files})
        for name in names
    ]


def find_files(corpus: Corpus, key: str, folder: Path) -> tuple[Path, ...]:
    """Return the files of a pattern, or of a list of them, in the order of their names.

    Raises:
        ConfigError: the value is something else.
        InputError: a pattern finds nothing.
    """
    value = corpus.settings[key]
    patterns = value if isinstance(value, list | tuple) else [value]
    found = [path for each in patterns for path in _files(corpus, key, folder, each).values()]
    return tuple(dict.fromkeys(found))


def _files(corpus: Corpus, key: str, folder: Path, pattern: object = None) -> dict[str, Path]:
    """Return the files of a pattern by name: what its wildcards stand for."""
    pattern = corpus.settings[key] if pattern is None else pattern
    if not isinstance(pattern, str) or not pattern:
        raise ConfigError(f"corpus {corpus.name}: {key} is {pattern!r}, but must be a file name")
    if not has_magic(pattern):
        path = folder / pattern
        if not path.exists():
            raise InputError(
                f"no such file ({key} of corpus {corpus.name})", path=path, cure="check the name"
            )
        if not path.is_dir():
            return {corpus.name: path}
        pattern = f"{pattern.rstrip('/')}/*"
    form = _form(pattern)
    names: dict[str, Path] = {}
    # Not Path.glob, which takes no absolute patterns.
    for each in sorted(glob(pattern, root_dir=folder, recursive=True)):  # noqa: PTH207
        path, match = folder / each, form.fullmatch(each)
        if match is None or not path.is_file():
            continue
        name = "/".join(part.strip("/") for part in match.groups() if part)
        if pattern.endswith("*") and "." in name:
            name = name.rpartition(".")[0]
        if name in names:
            raise InputError(
                f"two files are called {name}: {names[name].name} and {path.name}",
                path=path.parent,
                cure=f"make the pattern of {key} narrower",
            )
        names[name] = path
    if not names:
        raise InputError(
            f"no file fits {pattern!r} ({key} of corpus {corpus.name})",
            path=folder,
            cure="check the pattern",
        )
    return names


def _form(pattern: str) -> re.Pattern[str]:
    """Return the expression of a pattern; its groups are what the wildcards stand for."""
    parts, at = [], 0
    for wild in _WILD.finditer(pattern):
        parts.append(re.escape(pattern[at : wild.start()]))
        at, sign = wild.end(), wild[0]
        if sign.startswith("**"):
            parts.append("(.*/)?" if sign.endswith("/") else "(.*)")
        elif sign.startswith("["):
            parts.append(f"({sign.replace('[!', '[^', 1)})")
        else:
            parts.append("([^/]*)" if sign == "*" else "([^/])")
    return re.compile("".join([*parts, re.escape(pattern[at:])]))


def _matched(
    names: list[str], files: Mapping[str, Path], corpus: Corpus, key: str, *, optional: bool
) -> dict[str, Path]:
    """Return files under the names of the first input; languages at the end may differ."""
    if len(names) == len(files) == 1:
        return dict(zip(names, files.values(), strict=True))
    short = {strip_language(name): path for name, path in files.items()}
    found = {
        name: path for name in names if (path := files.get(name) or short.get(strip_language(name)))
    }
    missing = [name for name in names if name not in found]
    if missing and not optional:
        first = next(iter(files.values()))
        raise InputError(
            f"no {key} for {missing[0]!r} of corpus {corpus.name}"
            + (f" and {len(missing) - 1} more" if len(missing) > 1 else ""),
            path=first.parent,
            cure="let the wildcards of all patterns match the same names",
        )
    return found


@cache
def code_digest(packages: tuple[str, ...]) -> str:
    """Return a digest of the sources, weights and other data of packages of diglot.

    Extension modules are left out: they are compiled from sources, which stand beside them, or are
    named by ``compiled.json`` and the version.
    """
    root = Path(str(resources.files("diglot")))
    digest = hashlib.sha256()
    for package in packages:
        top = root / package
        for path in [top] if top.is_file() else sorted(top.rglob("*")):
            skipped = path.suffix in (".so", ".pyd", ".pyc") or not path.is_file()
            if not skipped:
                digest.update(
                    f"{path.relative_to(root).as_posix()}\0{path.stat().st_size}\0".encode()
                )
                digest.update(path.read_bytes())
    return digest.hexdigest()


@cache
def found_resources() -> tuple[str, ...]:
    """Return what tells whether the packs and the encoder that methods find are still the same."""
    return *identify_packs(()), *identify_encoder(None)
