"""Commands and their actions: names with one line of help each; their modules load when called."""

from __future__ import annotations

import argparse
from functools import partial
from importlib import import_module

from diglot.plurals import count_of

TYPE_CHECKING = False  # typing is not loaded for diglot --help
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any, NoReturn

APART = {
    "open": "works with a person: it cannot be done in shards",
    "review": "works with a person: it cannot be done in shards",
    "annotate": "works with people: it cannot be done in shards",
    "demo": "has one input, its own: it cannot be done in shards",
    "campaign": "does its systems in shards itself: give --runner or --shard to campaign run",
    "runs": "does other commands: name one of these",
}
"""Commands that are not done for the lines of a list, and why."""
_SPREAD = frozenset({"--runner", "--shard", "--address", "--run"})


class Command:
    """A command, or one thing that a command can do.

    Attributes:
        help: a few words for the list of commands.
        module: where its ``DESCRIPTION``, ``configure`` (declares its arguments) and ``run`` (does
            it and returns the exit code) are; or instead of ``run``, its ``ACTIONS``.
        name: ending of these names in a module that holds several, such as ``init`` for
            ``configure_init``.
    """

    __slots__ = ("help", "module", "name")

    def __init__(self, help: str, module: str, name: str = "") -> None:  # noqa: A002
        self.help = help
        self.module = module
        self.name = name

    def get(self, name: str, default: Any = None) -> Any:
        """Return what the module says under a name."""
        if self.name:
            name = f"{self.name.upper()}_{name}" if name.isupper() else f"{name}_{self.name}"
        return getattr(import_module(f"diglot.cli.{self.module}"), name, default)

    def complete(self, parser: Parser, *, nested: bool) -> None:
        """Declare the arguments on the parser of the command, or of an action if nested."""
        parser.description = self.get("DESCRIPTION", f"{self.help.capitalize()}.")
        actions = self.get("ACTIONS")
        if actions is None:
            self.get("configure")(parser)
            flags = parser._option_string_actions  # noqa: SLF001  # no public name
            parser.set_defaults(run=self.get("run"), has_encoding="--encoding" in flags)
        else:
            add_commands(parser, actions, metavar="ACTION")
        add_common_options(parser, nested=nested)


_BEGINNINGS = "diglot", "diglot annotate"
"""What somebody types who looks for the page."""


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, and that is told its arguments when it is used.

    Options may stand between files, also where their number is open. The options of an action may
    stand before its name.
    """

    actions: Mapping[str, Parser] = {}
    complete_later: Callable[[Parser], None] | None = None
    _reading = False

    def complete(self) -> None:
        """Declare the arguments, if that has not been done yet."""
        if self.complete_later is not None:
            later, self.complete_later = self.complete_later, None
            later(self)

    def parse_known_args(  # type: ignore[override]  # typeshed: overloads for namespaces
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Parse as usual; files of an open number and options each in a turn of their own."""
        self.complete()
        if self.actions and args is not None:
            args = self._with_action_first(args)
        is_open = any(
            each.nargs in {"*", "?"} and not each.option_strings for each in self._actions
        )
        if self._reading or not is_open:
            found, unknown = super().parse_known_args(args, namespace)
        else:
            self._reading = True
            try:
                found, unknown = self.parse_known_intermixed_args(args, namespace)
            finally:
                self._reading = False
        if unknown and not self._reading:
            if _SPREAD.intersection(unknown):
                _, _, verb = self.prog.partition(" ")
                known = APART.get(verb.partition(" ")[0])
                self.error(
                    f"{self.prog} {known}"
                    if known
                    else f"{self.prog} works on one input; for many, in processes or on a "
                    f"cluster: diglot runs do LIST -o OUT -- {verb} ..."
                )
            from pathlib import Path

            shown = " ".join(unknown[:3])
            if len(unknown) > 3:
                shown += f" and {count_of(len(unknown) - 3, 'other')}"
            cure = "; for many files name their folder" if Path(unknown[0]).is_file() else ""
            self.error(f"unrecognized arguments: {shown}{cure}")
        return found, unknown

    def _with_action_first(self, args: Sequence[str]) -> Sequence[str]:
        if not args or args[0] in self.actions or not self.actions.keys() & set(args):
            return args
        with_value = {
            flag
            for _, parser in all_parsers(self)
            for each in parser._actions  # noqa: SLF001  # no public name
            for flag in each.option_strings
            if each.nargs != 0
        }
        for place, each in enumerate(args):
            if each in self.actions and args[place - 1] not in with_value:
                return [each, *args[:place], *args[place + 1 :]]
        return args

    def error(self, message: str) -> NoReturn:
        """Leave with exit code 2 and one line."""
        cure = f"see {self.prog} --help"
        if message.endswith(("COMMAND", "ACTION")) and self.prog in _BEGINNINGS:
            cure += ", or type diglot open to drop your files on a page"
        self.exit(2, f"diglot: error: {message}; {cure}\n")


def all_parsers(parser: Parser) -> Iterator[tuple[str, Parser]]:
    """Give every command and action with its complete parser, by name as in ``terms extract``."""
    parser.complete()
    yield parser.prog.partition(" ")[2], parser
    for action in parser._actions:  # noqa: SLF001  # no public name
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            for each in action.choices.values():
                yield from all_parsers(each)


def add_commands(
    parser: Parser, commands: Mapping[str, Command], *, metavar: str = "COMMAND"
) -> None:
    """Declare commands by name; each declares its own arguments when it is called."""
    nested = metavar != "COMMAND"
    listed = {"help": "what to do: " + ", ".join(commands)} if nested else {}
    parsers = parser.add_subparsers(metavar=metavar, required=True, parser_class=Parser, **listed)
    for name, command in commands.items():
        own = parsers.add_parser(name, help=command.help, allow_abbrev=False)
        own.complete_later = partial(command.complete, nested=nested)
    if nested:
        parser.actions = parsers.choices


def add_common_options(command: argparse.ArgumentParser, *, nested: bool = False) -> None:
    """Add the options of every command.

    Args:
        command: the parser of a command, or of one of its actions.
        nested: the command itself has these options, too: an absent one says nothing here.
    """
    default: Any = argparse.SUPPRESS if nested else False
    group = command.add_argument_group("options of every command")
    for flag, text in (
        ("--quiet", "print errors only"),
        ("--json", "print the result as JSON"),
        ("--debug", "show the full traceback when something fails"),
    ):
        group.add_argument(flag, action="store_true", default=default, help=text)
