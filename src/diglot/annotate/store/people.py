"""People, roles, invitations, passwords and pseudonyms."""

import hashlib
from collections.abc import Mapping
from datetime import timedelta
from functools import cache
from secrets import token_urlsafe
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Connection, Row, bindparam, delete, func, insert, select, update

from diglot.annotate.store import access
from diglot.annotate.store.database import Database
from diglot.annotate.store.history import record
from diglot.annotate.store.records import (
    ROLES,
    ForbiddenError,
    InvitationError,
    InvitationRecord,
    NotFoundError,
    Role,
    StateError,
    UserRecord,
)
from diglot.annotate.store.tables import (
    ANNOTATION,
    INVITATION,
    PERSON,
    PROJECT,
    SESSION,
    from_row,
    line,
)
from diglot.errors import InputError

# Passwords and tokens: what is stored does not give them away.
#
# Reference: RFC 9106 (Argon2), section 4, second recommended option, as argon2-cffi has it.

HASHER = PasswordHasher()
"""Makes and checks what is stored of passwords."""


def new_token() -> str:
    """A token that cannot be guessed: 256 bits."""
    return token_urlsafe(32)


def token_hash(token: str) -> str:
    """What is stored of a token; being random, it needs no salt."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def hash_password(password: str) -> str:
    """What is stored of a password."""
    return HASHER.hash(password)


def verify_password(stored: str | None, password: str) -> bool:
    """Whether a password is the stored one; takes the same time where none is stored."""
    try:
        right = HASHER.verify(stored or _nobody(), password)
    except (VerificationError, InvalidHashError, UnicodeEncodeError):
        return False
    return right and stored is not None


@cache
def _nobody() -> str:
    return hash_password(new_token())


# Names for annotators in what leaves the project: A1, A2, ... by the order of first judgements.


_PSEUDONYM = select(PERSON.c.pseudonym).where(PERSON.c.id == bindparam("person"))


def give_pseudonym(connection: Connection, user_id: int) -> None:
    """Give a person the next pseudonym, unless there is one already."""
    if connection.execute(_PSEUDONYM, {"person": user_id}).scalar() is not None:
        return
    # Two first judgements at once would take the same number: the project's row is the turnstile.
    connection.execute(select(PROJECT.c.id).with_for_update()).all()
    last = connection.execute(select(func.max(PERSON.c.pseudonym))).scalar() or 0
    statement = update(PERSON).where(PERSON.c.id == user_id, PERSON.c.pseudonym.is_(None))
    connection.execute(statement.values(pseudonym=last + 1))


def pseudonym_name(number: int | None) -> str:
    """A pseudonym as it is written; empty without one."""
    return "" if number is None else f"A{number}"


# People and their roles: added, invited, promoted, sent away; every step in the audit log.


SHORTEST_PASSWORD = 8
LOCAL_OWNER = "owner"


class People:
    """The people of a project."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(
        self, name: str, role: Role, *, password: str | None = None, by: int | None = None
    ) -> UserRecord:
        """Add a person; without a password there is no logging in, as for annotators of old files.

        Raises:
            ForbiddenError: ``by`` may not give this role.
            StateError: there is a person of this name.
            InputError: the name or the password is too short or too long.
        """
        secret = None if password is None else hash_password(_strong(password))
        with self._database.writing() as connection:
            _require_giver(connection, by, role)
            return self._add(connection, name, role, secret, by)

    def get(self, user_id: int) -> UserRecord:
        """A person by number.

        Raises:
            NotFoundError: there is none.
        """
        with self._database.reading() as connection:
            return person(connection, user_id)

    def all(self) -> list[UserRecord]:
        """Everybody, in the order they came."""
        with self._database.reading() as connection:
            return list(map(as_user, connection.execute(select(PERSON).order_by(PERSON.c.id))))

    def local_owner(self) -> UserRecord:
        """The owner who works on this machine without logging in, added if there is no owner."""
        query = select(PERSON).where(PERSON.c.role == "owner", PERSON.c.active.is_(True))
        with self._database.writing() as connection:
            row = connection.execute(query.order_by(PERSON.c.id)).first()
            if row is not None:
                return as_user(row)
            return self._add(connection, LOCAL_OWNER, "owner", None, None)

    def invite(
        self, role: Role, *, by: int | None = None, days: float = 7
    ) -> tuple[InvitationRecord, str]:
        """Make an invitation: its record, and the token, which is nowhere else.

        Raises:
            ForbiddenError: ``by`` may not give this role.
        """
        token = new_token()
        now = self._database.now()
        row = {
            "token": token_hash(token),
            "role": role,
            "by_id": by,
            "created": now,
            "expires": now + timedelta(days=days),
            "used": False,
        }
        with self._database.writing() as connection:
            _require_giver(connection, by, role)
            connection.execute(insert(INVITATION), row)
            record(self._database, connection, "invite", user=by, details={"role": role})
            query = select(INVITATION).where(INVITATION.c.token == row["token"])
            return from_row(InvitationRecord, connection.execute(query).one()), token

    def invitations(self) -> list[InvitationRecord]:
        """Every invitation, latest first."""
        with self._database.reading() as connection:
            rows = connection.execute(select(INVITATION).order_by(INVITATION.c.id.desc()))
            return [from_row(InvitationRecord, row) for row in rows]

    def invitation_of(self, token: str) -> InvitationRecord:
        """The invitation behind a token that can still be used.

        Raises:
            InvitationError: it is unknown, used or expired.
        """
        with self._database.reading() as connection:
            return self._open(connection, token)

    def accept(self, token: str, name: str, password: str) -> UserRecord:
        """Become a person of the project by an invitation, which is used up by it.

        Somebody whom items were assigned to before joining keeps them by giving the same name.

        Raises:
            InvitationError: it is unknown, used or expired.
            StateError: there is a person of this name.
            InputError: the name or the password is too short or too long.
        """
        self.invitation_of(token)
        name = _tidy(name)
        secret = hash_password(_strong(password))
        with self._database.writing() as connection:
            invitation = self._open(connection, token)
            statement = update(INVITATION).where(
                INVITATION.c.id == invitation.id, INVITATION.c.used.is_(False)
            )
            if connection.execute(statement.values(used=True)).rowcount != 1:
                raise InvitationError("this invitation has been used")
            if self._claim(connection, name, invitation.role, secret):
                query = select(PERSON).where(PERSON.c.name_key == name_key(name))
                user = as_user(connection.execute(query).one())
                record(self._database, connection, "join", user=user.id, details={})
                return user
            return self._add(connection, name, invitation.role, secret, None)

    def owner_signs_in(self) -> bool:
        """Whether an owner has a password; a team without one needs an invitation from outside."""
        query = select(PERSON.c.id).where(
            PERSON.c.role == "owner", PERSON.c.active.is_(True), PERSON.c.password.is_not(None)
        )
        with self._database.reading() as connection:
            return connection.execute(query).first() is not None

    def set_role(self, user_id: int, role: Role, *, by: int | None = None) -> UserRecord:
        """Give a person another role.

        Raises:
            NotFoundError: there is no such person.
            ForbiddenError: ``by`` may not give this role, or not take the old one.
            StateError: no owner would be left.
        """
        with self._database.writing() as connection:
            old = person(connection, user_id)
            _require_giver(connection, by, role)
            _require_giver(connection, by, old.role)
            connection.execute(update(PERSON).where(PERSON.c.id == user_id).values(role=role))
            if old.role == "owner":
                _require_owner_left(connection)
            details = {"person": user_id, "from": old.role, "to": role}
            record(self._database, connection, "set role", user=by, details=details)
            return person(connection, user_id)

    def deactivate(self, user_id: int, *, by: int | None = None) -> UserRecord:
        """Send a person away; what the person has judged stays, sessions end.

        Raises:
            NotFoundError: there is no such person.
            ForbiddenError: ``by`` may not.
            StateError: no owner would be left.
        """
        return self._set_active(user_id, by, active=False)

    def activate(self, user_id: int, *, by: int | None = None) -> UserRecord:
        """Let a person take part again.

        Raises:
            NotFoundError: there is no such person.
            ForbiddenError: ``by`` may not.
        """
        return self._set_active(user_id, by, active=True)

    def set_settings(self, user_id: int, settings: Mapping[str, Any]) -> UserRecord:
        """Replace a person's own settings.

        Raises:
            NotFoundError: there is no such person.
            InputError: they are no JSON.
        """
        with self._database.writing() as connection:
            person(connection, user_id)
            statement = update(PERSON).where(PERSON.c.id == user_id)
            connection.execute(statement.values(settings=dict(settings)))
            return person(connection, user_id)

    def _set_active(self, user_id: int, by: int | None, *, active: bool) -> UserRecord:
        with self._database.writing() as connection:
            old = person(connection, user_id)
            _require_giver(connection, by, old.role)
            connection.execute(update(PERSON).where(PERSON.c.id == user_id).values(active=active))
            if not active and old.role == "owner":
                _require_owner_left(connection)
            if not active:
                connection.execute(delete(SESSION).where(SESSION.c.person_id == user_id))
            action = "activate" if active else "deactivate"
            record(self._database, connection, action, user=by, details={"person": user_id})
            return person(connection, user_id)

    def _add(
        self, connection: Connection, name: str, role: Role, secret: str | None, by: int | None
    ) -> UserRecord:
        name = _tidy(name)
        if role not in ROLES:
            raise InputError(f"unknown role {role!r}", cure=f"choose one of: {', '.join(ROLES)}")
        row = {
            "name": name,
            "name_key": name_key(name),
            "role": role,
            "active": True,
            "password": secret,
            "settings": {},
            "created": self._database.now(),
        }
        statement = self._database.insert(PERSON).values(row).on_conflict_do_nothing()
        if connection.execute(statement).rowcount != 1:
            raise StateError(f"there is a person {name!r} already", cure="choose another name")
        query = select(PERSON).where(PERSON.c.name_key == row["name_key"])
        user = as_user(connection.execute(query).one())
        details = {"person": user.id, "name": name, "role": role}
        record(self._database, connection, "add person", user=by, details=details)
        return user

    def _claim(self, connection: Connection, name: str, role: Role, secret: str) -> bool:
        """Give a password to a person of this name and role who never could sign in.

        Whoever has judged, as annotators of old files, is nobody's to claim but an owner's.
        """
        judged = select(ANNOTATION.c.id).where(ANNOTATION.c.person_id == PERSON.c.id).exists()
        unclaimed = (
            PERSON.c.name_key == name_key(name),
            PERSON.c.role == role,
            PERSON.c.active.is_(True),
            PERSON.c.password.is_(None),
            *(() if role == "owner" else (~judged,)),
        )
        statement = update(PERSON).where(*unclaimed).values(password=secret)
        return connection.execute(statement).rowcount == 1

    def _open(self, connection: Connection, token: str) -> InvitationRecord:
        query = select(INVITATION).where(INVITATION.c.token == token_hash(token))
        row = connection.execute(query).first()
        if row is None:
            raise InvitationError("there is no such invitation", cure="ask for a new one")
        invitation = from_row(InvitationRecord, row)
        if invitation.used:
            raise InvitationError("this invitation has been used", cure="ask for a new one")
        if invitation.expires <= self._database.now():
            raise InvitationError("this invitation has expired", cure="ask for a new one")
        return invitation


def _tidy(name: str) -> str:
    name = " ".join(line(name, "a name", longest=100).split())
    if not name:
        raise InputError("the name is empty", cure="give one")
    return name


def person(connection: Connection, user_id: int) -> UserRecord:
    """A person by number.

    Raises:
        NotFoundError: there is none.
    """
    row = connection.execute(select(PERSON).where(PERSON.c.id == user_id)).first()
    if row is None:
        raise NotFoundError(f"there is no person {user_id}")
    return as_user(row)


def as_user(row: Row[Any]) -> UserRecord:
    """A person from the row."""
    return from_row(UserRecord, row, pseudonym=pseudonym_name(row.pseudonym))


def name_key(name: str) -> str:
    """What two ways of writing one name have in common."""
    return " ".join(name.casefold().split())


def _require_giver(connection: Connection, by: int | None, role: Role) -> None:
    """Owners give and take every role, managers all but their own and the owner's.

    None is the command line: who has the project's files may do anything.
    """
    if by is None:
        return
    giver = access.role_of(connection, by)
    if giver == "owner" or (giver == "manager" and role not in access.MANAGING):
        return
    raise ForbiddenError(f"a {giver} may not give or take the role of {role}")


def _require_owner_left(connection: Connection) -> None:
    connection.execute(select(PROJECT.c.id).with_for_update()).all()
    query = select(func.count()).where(PERSON.c.role == "owner", PERSON.c.active.is_(True))
    if connection.execute(query).scalar_one() == 0:
        raise StateError("no owner would be left", cure="make somebody else an owner first")


def _strong(password: str) -> str:
    if len(password) < SHORTEST_PASSWORD:
        raise InputError(
            f"the password is shorter than {SHORTEST_PASSWORD} characters",
            cure="choose a longer one",
        )
    return line(password, "the password", longest=1000)
