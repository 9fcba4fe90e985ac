"""``diglot annotate invite``, ``backup``, ``restore``, ``upgrade``, ``doctor``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.annotate.records import ROLES
from diglot.cli.output import print_json
from diglot.cli.parsing import add_output, add_path
from diglot.errors import ConfigError
from diglot.plurals import count_of

if TYPE_CHECKING:
    import argparse

    from diglot.annotate.store.maintenance import Copy

INVITE_DESCRIPTION = (
    "Print a link by which a person joins a project served with --team, or, for one who is there "
    "already, sets a new password. It works once."
)


def configure_invite(parser: argparse.ArgumentParser) -> None:
    add_path(parser, "project", "folder of the project")
    parser.add_argument("name", metavar="NAME", help="of the person")
    parser.add_argument(
        "--role",
        choices=ROLES,
        default="annotator",
        help="of a new person (default: annotator)",
    )
    parser.add_argument(
        "--site",
        default="http://localhost:8427",
        metavar="URL",
        help="address of the page, as people reach it (default: http://localhost:8427)",
    )


def run_invite(arguments: argparse.Namespace) -> int:
    from diglot.annotate.store import Store
    from diglot.annotate.store.credentials import name_key

    with Store.open(arguments.project) as store:
        wanted = name_key(arguments.name)
        there = [each for each in store.people.all() if name_key(each.name) == wanted]
        if there and store.people.signs_in(there[0].id):
            invitation, token = store.people.invite_to_reset(there[0].id)
        else:
            role = there[0].role if there else arguments.role
            invitation, token = store.people.invite(role, name=arguments.name)
    link = f"{arguments.site.rstrip('/')}/join/{token}"
    what = "sets a new password" if invitation.user else f"joins as {invitation.role}"
    if arguments.json:
        print_json({"link": link, "name": invitation.name, "role": invitation.role})
    else:
        print(f"{invitation.name} {what} at {link} (works once)")
    return 0


BACKUP_DESCRIPTION = (
    "Write a project, whatever its database, into one zip container: judgements with their "
    "histories, people, guidelines and releases. The project may be in use meanwhile."
)


def configure_backup(parser: argparse.ArgumentParser) -> None:
    add_path(parser, "project", "folder of the project")
    add_output(parser, "zip container to write; only its owner can read it", required=True)


def run_backup(arguments: argparse.Namespace) -> int:
    from diglot.annotate.store.maintenance import back_up

    return _told(arguments, back_up(arguments.project, arguments.output), arguments.output)


RESTORE_DESCRIPTION = (
    "Make a project of a file that diglot annotate backup has written, in a SQLite file or in "
    "PostgreSQL, whichever it was in. People sign in again, with their passwords."
)


def configure_restore(parser: argparse.ArgumentParser) -> None:
    add_path(parser, "backup", "zip container of diglot annotate backup")
    add_path(parser, "project", "folder to create")
    parser.add_argument(
        "--database",
        metavar="URL",
        help="PostgreSQL database without a project (default: a file in PROJECT)",
    )


def run_restore(arguments: argparse.Namespace) -> int:
    from diglot.annotate.store.maintenance import restore

    copy = restore(arguments.backup, arguments.project, url=arguments.database)
    return _told(arguments, copy, arguments.project)


def _told(arguments: argparse.Namespace, copy: Copy, place: object) -> int:
    if arguments.json:
        print_json({"output": str(place), "rows": dict(copy.rows), "files": copy.files})
    elif not arguments.quiet:
        items = copy.rows.get("item", 0)
        counts = (
            count_of(items, "item"),
            count_of(copy.judgements, "judgement"),
            count_of(copy.files, "file"),
        )
        print(f"{', '.join(counts)} in {place}")
    return 0


UPGRADE_DESCRIPTION = (
    "Bring the tables of a project to the version of this diglot, after a backup into the folder "
    "of the project."
)


def configure_upgrade(parser: argparse.ArgumentParser) -> None:
    add_path(parser, "project", "folder of the project")


def run_upgrade(arguments: argparse.Namespace) -> int:
    from diglot.annotate.store.maintenance import upgrade

    before, now, backup = upgrade(arguments.project)
    if arguments.json:
        print_json({"from": before, "to": now, "backup": None if backup is None else str(backup)})
    elif not arguments.quiet:
        done = f"{before} -> {now}, backup in {backup}" if backup else f"{now}: nothing to do"
        print(f"tables {done}")
    return 0


DOCTOR_DESCRIPTION = (
    "Examine a project and its machine: disk, permissions, database, tables, people, and whether "
    "every judgement agrees with its history. The exit code is 1 if there is a problem."
)


def configure_doctor(parser: argparse.ArgumentParser) -> None:
    add_path(parser, "project", "folder of the project")


def run_doctor(arguments: argparse.Namespace) -> int:
    from diglot.annotate.store.maintenance import examine

    if not arguments.project.is_dir():
        raise ConfigError(f"{arguments.project} is not a folder: name that of a project")
    found = list(examine(arguments.project))
    if arguments.json:
        print_json(
            [{"what": each.what, "state": each.state, "message": each.message} for each in found]
        )
    else:
        for each in found:
            if each.state == "problem" or not arguments.quiet:
                print(f"{each.what:<12} {each.state:<8} {each.message}")
    return int(any(each.state == "problem" for each in found))
