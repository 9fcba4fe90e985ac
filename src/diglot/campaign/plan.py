"""What a campaign file says: a task, its corpora, the systems, and how they are compared."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from importlib import resources
from pathlib import Path
from typing import Any

from diglot.errors import ConfigError, FormatError, InputError, describe_unknown
from diglot.files.atomic import atomic_open
from diglot.files.text import read_text
from diglot.options import option, option_record
from diglot.pipeline.options import JOBS
from diglot.runs.options import SpreadOptions

Settings = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Corpus:
    """Documents of one type, and their gold.

    Attributes:
        name: what tables call it, and ``{corpus}`` in patterns.
        type: kind of text, such as ``literary``; corpora of a type share columns.
        rank: whether its documents count in the ranking.
        settings: everything else, as the task knows it: patterns of files, languages.
    """

    name: str
    type: str = ""
    rank: bool = True
    settings: Settings = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class System:
    """A system: a method of diglot, a command, or outputs that are there already.

    Attributes:
        name: what tables call it.
        method: name of a method of the task.
        options: of that method.
        command: a program and its arguments, where ``{source}`` and the like stand for files.
        reads: format that the command wants its inputs in.
        writes: format of the outputs of a command, or of files made elsewhere.
        outputs: pattern of files made elsewhere, with ``{corpus}`` and ``{document}``.
        extra: not in the campaign file, but added later.
    """

    name: str
    method: str = ""
    options: Settings = field(default_factory=dict)
    command: str = ""
    reads: str = ""
    writes: str = ""
    outputs: str = ""
    extra: bool = False

    @property
    def kind(self) -> str:
        """``method``, ``command`` or ``outputs``."""
        return next(kind for kind in _KINDS if getattr(self, kind))


@dataclass(frozen=True, slots=True)
class Limits:
    """What one run of a system may take; 0 is no limit.

    Attributes:
        seconds: on the clock.
        megabytes: of memory for data (10^6 bytes).
    """

    seconds: float = 3600.0
    megabytes: float = 8000.0


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole campaign.

    Attributes:
        task: name of the task.
        title: of tables and page.
        folder: relative paths begin here.
        corpora: what the systems work on.
        systems: in the order of the tables.
        scores: how results are compared, as the task knows it.
        limits: what one run may take.
        file: the campaign file, which errors name; None for a plan that was kept or added to.
    """

    task: str
    title: str
    folder: Path
    corpora: tuple[Corpus, ...]
    systems: tuple[System, ...]
    scores: Settings = field(default_factory=dict)
    limits: Limits = Limits()
    file: Path | None = field(default=None, compare=False)


ALL_PAIRS = "all pairs"
_KINDS = ("method", "command", "outputs")
_TABLES = ("campaign", "corpus", "system", "scores", "limits")
_SYSTEM = ("name", "method", "options", "command", "reads", "writes", "outputs")
# Names become parts of paths and of patterns.
_NAME = re.compile(r"[^\x00-\x1f{}]{1,120}")


def read_plan(path: str | Path) -> Plan:
    """Read a campaign file.

    Raises:
        FormatError: it is no TOML, or says what no campaign knows.
        InputError: it cannot be read.
    """
    import tomllib

    path = Path(path)
    try:
        content = tomllib.loads(read_text(path).replace("\r\n", "\n"))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise FormatError(
            f"is not TOML ({error})", path=path, cure="see diglot campaign init --help"
        ) from error
    try:
        return replace(make_plan(content, path.resolve().parent), file=path)
    except ConfigError as error:
        raise FormatError(str(error), path=path) from error


def make_plan(content: Mapping[str, Any], folder: Path) -> Plan:
    """Return the campaign that the tables of a file describe.

    Raises:
        ConfigError: something is missing, unknown or given twice.
    """
    _check_keys("table", content, _TABLES)
    head = _mapping(content.get("campaign"), "[campaign]")
    _check_keys("key of [campaign]", head, ("task", "title"))
    task = head.get("task")
    if not isinstance(task, str):
        raise ConfigError("[campaign] names no task")
    corpora = tuple(_corpus(each) for each in _list(content, "corpus"))
    systems = tuple(make_system(each) for each in _list(content, "system"))
    for what, names in (
        ("corpus", [each.name for each in corpora]),
        ("system", [each.name for each in systems]),
    ):
        check_names(what, names)
    limits = _mapping(content.get("limits", {}), "[limits]")
    _check_keys("key of [limits]", limits, ("seconds", "megabytes"))
    for name, value in limits.items():
        if isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
            raise ConfigError(f"{name} of [limits] is {value!r}, but must be 0 or more")
    scores = dict(_mapping(content.get("scores", {}), "[scores]"))
    if scores.pop("compare", ALL_PAIRS) != ALL_PAIRS:
        raise ConfigError(f"compare of [scores] can only be {ALL_PAIRS!r}")
    return Plan(
        task,
        str(head.get("title", task)),
        folder,
        corpora,
        systems,
        scores,
        Limits(**{name: float(value) for name, value in limits.items()}),
    )


def make_system(given: Mapping[str, Any], *, extra: bool = False) -> System:
    """Return the system that a table of a campaign file describes.

    Raises:
        ConfigError: something is missing or unknown, or it is of no kind or of two.
    """
    given = _mapping(given, "[[system]]")
    _check_keys("key of [[system]]", given, _SYSTEM)
    name = _name(given, "system")
    kinds = [kind for kind in _KINDS if given.get(kind)]
    if len(kinds) != 1:
        raise ConfigError(f"system {name}: give one of method, command and outputs")
    for key, value in given.items():
        if key != "options" and not isinstance(value, str):
            raise ConfigError(f"system {name}: {key} is {value!r}, but must be a text")
    options = _mapping(given.get("options", {}), f"options of system {name}")
    if options and kinds != ["method"]:
        raise ConfigError(f"system {name}: options belong to a method; put them into the command")
    if kinds == ["method"] and (given.get("reads") or given.get("writes")):
        raise ConfigError(f"system {name}: reads and writes belong to a command or to outputs")
    return System(**{**given, "name": name, "options": dict(options), "extra": extra})


def check_names(what: str, names: Sequence[str]) -> None:
    """Refuse a list of names that is empty or holds one twice.

    Raises:
        ConfigError: it does.
    """
    if not names:
        raise ConfigError(f"there is no [[{what}]]")
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise ConfigError(f"two of [[{what}]] are called {min(twice)}")


def _corpus(given: Any) -> Corpus:
    given = _mapping(given, "[[corpus]]")
    name = _name(given, "corpus")
    rank = given.get("rank", True)
    if not isinstance(rank, bool):
        raise ConfigError(f"corpus {name}: rank is {rank!r}, but must be true or false")
    rest = {key: value for key, value in given.items() if key not in ("name", "type", "rank")}
    return Corpus(name, str(given.get("type") or name), rank, rest)


def _name(given: Mapping[str, Any], what: str) -> str:
    name = given.get("name")
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise ConfigError(f"a [[{what}]] has no name")
    return name


def _list(content: Mapping[str, Any], name: str) -> Sequence[Any]:
    found = content.get(name, ())
    if not isinstance(found, list | tuple):
        raise ConfigError(f"write [[{name}]], not [{name}]")
    return found


def _mapping(value: Any, what: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise ConfigError(f"{what} is missing" if value is None else f"{what} is not a table")
    return value


def _check_keys(what: str, given: Iterable[str], known: Sequence[str]) -> None:
    for name in given:
        if name not in known:
            raise ConfigError(describe_unknown(what, name, known))


# A campaign under way keeps its plan beside its results, with what was added.


def write_plan(path: Path, plan: Plan) -> None:
    """Write a plan as JSON.

    Raises:
        InputError: it cannot be written.
    """
    with atomic_open(path) as file:
        content = asdict(plan)
        del content["file"]
        json.dump(content, file, ensure_ascii=False, indent=2, default=str)
        file.write("\n")


def read_stored_plan(path: Path) -> Plan:
    """Read what `write_plan` wrote.

    Raises:
        InputError: it is not there, or not a plan.
    """
    if not path.is_file():
        raise InputError(
            "holds no campaign", path=path.parent, cure="run diglot campaign run FILE -o DIR first"
        )
    try:
        content = json.loads(read_text(path))
        return Plan(
            task=content["task"],
            title=content["title"],
            folder=Path(content["folder"]),
            corpora=tuple(Corpus(**each) for each in content["corpora"]),
            systems=tuple(System(**each) for each in content["systems"]),
            scores=content["scores"],
            limits=Limits(**content["limits"]),
        )
    except (ValueError, TypeError, KeyError) as error:
        raise FormatError(
            "is damaged", path=path, cure="run diglot campaign run FILE -o DIR again"
        ) from error


STORED = "campaign.json"
"""The plan in the folder of a campaign."""


def keep_extra(plan: Plan, out: Path) -> Plan:
    """Return a plan with the systems that were added to the campaign in a folder."""
    path = out / STORED
    if not path.is_file():
        return plan
    names = {system.name for system in plan.systems}
    added = [each for each in read_stored_plan(path).systems if each.extra]
    return replace(
        plan, systems=(*plan.systems, *(each for each in added if each.name not in names))
    )


def add_system(out: Path, system: System) -> Plan:
    """Return the plan of a campaign with one more system; one that was added so is replaced.

    Raises:
        InputError: the folder holds no campaign.
        ConfigError: a system of the campaign file has that name.
    """
    plan = read_stored_plan(out / STORED)
    if any(each.name == system.name and not each.extra for each in plan.systems):
        raise ConfigError(f"the campaign file has a system {system.name}: choose another name")
    others = [each for each in plan.systems if each.name != system.name]
    return replace(plan, systems=(*others, system))


EXAMPLES = ("arcade", "blinker", "bucc2022", "terminology", "tiad2021")
"""Names of the campaign files in ``templates``."""


def write_example(name: str, path: Path) -> None:
    """Write a commented campaign file like that of a shared task.

    Raises:
        ConfigError: there is no such example.
        InputError: the file is there already, or cannot be written.
    """
    if name not in EXAMPLES:
        raise ConfigError(describe_unknown("example", name, EXAMPLES))
    if path.exists():
        raise InputError("is there already", path=path, cure="choose another name")
    text = (resources.files("diglot.campaign") / "templates" / f"{name}.toml").read_text("utf-8")
    with atomic_open(path) as file:
        file.write(text)


# Options of the commands on campaigns.


@option_record
class RunOptions(SpreadOptions):
    """Options of running a campaign."""

    jobs: int = JOBS()
    again: tuple[str, ...] = option(
        "run this system again even if it has results; may be repeated", metavar="SYSTEM"
    )


@option_record
class ShowOptions:
    """Options of showing the report of a campaign."""

    table: tuple[str, ...] = option(
        "show this table; may be repeated (default: the shortest ones)", metavar="NAME"
    )
    form: str = option(
        "form of the tables on the terminal",
        "--format",
        default="text",
        choices=("text", "csv", "markdown", "latex"),
    )


@option_record
class AddOptions:
    """The system that is added to a campaign: one of method, command and outputs."""

    method: str = option("method of diglot", default="", metavar="NAME")
    command: str = option(
        "program with its arguments; {source} and the like are replaced by its files",
        default="",
        metavar="COMMAND",
    )
    reads: str = option("format that the command reads", default="", metavar="FORMAT")
    writes: str = option(
        "format that the command or the outputs are in", default="", metavar="FORMAT"
    )
    outputs: str = option(
        "files made elsewhere; {corpus} and {document} are replaced by names",
        default="",
        metavar="FILES",
    )
