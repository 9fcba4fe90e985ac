"""People, roles, invitations, passwords and pseudonyms."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from sqlalchemy import Connection, Row, bindparam, delete, func, insert, select, update

from diglot.annotate.bodies import canonical
from diglot.annotate.records import (
    ROLES,
    ForbiddenError,
    InvitationError,
    InvitationRecord,
    NotFoundError,
    Role,
    StateError,
    UserRecord,
)
from diglot.annotate.store import access
from diglot.annotate.store.credentials import (
    hash_password,
    name_key,
    new_token,
    require_strong,
    skeleton,
    tidy_name,
    token_hash,
)
from diglot.annotate.store.database import Database
from diglot.annotate.store.history import record
from diglot.annotate.store.tables import (
    ANNOTATION,
    INVITATION,
    PERSON,
    PROJECT,
    SESSION,
    from_row,
)
from diglot.errors import InputError

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


LOCAL_OWNER = "owner"
LARGEST_SETTINGS = 64_000
"""Characters of a person's settings, as JSON."""


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
            StateError: there is a person of this name, or of one that looks the same.
            InputError: the name or the password cannot be accepted.
        """
        secret = None if password is None else self._secret(password, name)
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
        self, role: Role, *, name: str = "", by: int | None = None, days: float = 7
    ) -> tuple[InvitationRecord, str]:
        """Make an invitation: its record, and the token, which is nowhere else.

        Args:
            role: that it gives.
            name: whom it is for; empty lets those who accept it choose a name.
            by: who invites.
            days: how long it can be used.

        Raises:
            ForbiddenError: ``by`` may not give this role.
            StateError: the name is taken.
            InputError: the name cannot be accepted.
        """
        name = tidy_name(name) if name else ""
        with self._database.writing() as connection:
            _require_giver(connection, by, role)
            if name:
                _require_free(connection, name, role)
            details = {"role": role, "name": name}
            record(self._database, connection, "invite", user=by, details=details)
            return self._invite(connection, {"role": role, "name": name, "by_id": by}, days)

    def invite_to_reset(
        self, user_id: int, *, by: int | None = None
    ) -> tuple[InvitationRecord, str]:
        """Make an invitation of a day by which a person sets a new password; earlier ones end.

        Raises:
            NotFoundError: there is no such person.
            ForbiddenError: ``by`` may not give the person's role.
            StateError: the person has been deactivated.
        """
        with self._database.writing() as connection:
            user = person(connection, user_id)
            _require_giver(connection, by, user.role)
            if not user.active:
                raise StateError(f"{user.name} is no longer a member", cure="activate first")
            earlier = update(INVITATION).where(INVITATION.c.person_id == user_id)
            connection.execute(earlier.values(used=True))
            details = {"person": user_id}
            record(self._database, connection, "invite to reset", user=by, details=details)
            row = {"role": user.role, "name": user.name, "by_id": by, "person_id": user_id}
            return self._invite(connection, row, 1)

    def invitations(self) -> list[InvitationRecord]:
        """Every invitation, latest first."""
        with self._database.reading() as connection:
            rows = connection.execute(select(INVITATION).order_by(INVITATION.c.id.desc()))
            return [from_row(InvitationRecord, row) for row in rows]

    def revoke(self, invitation_id: int, *, by: int | None = None) -> None:
        """Make an invitation useless.

        Raises:
            NotFoundError: there is none.
            ForbiddenError: ``by`` could not have made it.
        """
        chosen = INVITATION.c.id == invitation_id
        with self._database.writing() as connection:
            row = connection.execute(select(INVITATION).where(chosen)).first()
            if row is None:
                raise NotFoundError(f"there is no invitation {invitation_id}")
            _require_giver(connection, by, row.role)
            connection.execute(update(INVITATION).where(chosen).values(used=True))
            details = {"invitation": invitation_id}
            record(self._database, connection, "revoke invitation", user=by, details=details)

    def invitation_of(self, token: str) -> InvitationRecord:
        """The invitation behind a token that can still be used.

        Raises:
            InvitationError: it is unknown, used or expired.
        """
        with self._database.reading() as connection:
            return self._open(connection, token)

    def accept(self, token: str, name: str, password: str) -> UserRecord:
        """Become a person of the project by an invitation, or set one's password anew by it.

        The invitation is used up. One for a name gives that name, whichever is given here. Somebody
        whom items were assigned to before joining keeps them by giving the same name. A new
        password ends the sessions of the person.

        Raises:
            InvitationError: it is unknown, used or expired.
            StateError: there is a person of this name, or of one that looks the same.
            InputError: the name or the password cannot be accepted.
        """
        name = tidy_name(self.invitation_of(token).name or name)
        secret = self._secret(password, name)
        with self._database.writing() as connection:
            invitation = self._open(connection, token)
            statement = update(INVITATION).where(
                INVITATION.c.id == invitation.id, INVITATION.c.used.is_(False)
            )
            if connection.execute(statement.values(used=True)).rowcount != 1:
                raise InvitationError("this invitation has been used")
            if invitation.user is not None:
                return self._reset(connection, invitation.user, secret)
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

    def signs_in(self, user_id: int) -> bool:
        """Whether a person has a password."""
        query = select(PERSON.c.password).where(PERSON.c.id == user_id)
        with self._database.reading() as connection:
            return connection.scalar(query) is not None

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
            InputError: they are no JSON, or too long.
        """
        if len(canonical(dict(settings))) > LARGEST_SETTINGS:
            raise InputError(
                f"settings have {LARGEST_SETTINGS:,} characters at most", cure="set fewer"
            )
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
        name = tidy_name(name)
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
        _require_unlike(connection, name)
        if connection.execute(statement).rowcount != 1:
            raise StateError(f"there is a person {name!r} already", cure="choose another name")
        query = select(PERSON).where(PERSON.c.name_key == row["name_key"])
        user = as_user(connection.execute(query).one())
        details = {"person": user.id, "name": name, "role": role}
        record(self._database, connection, "add person", user=by, details=details)
        return user

    def _secret(self, password: str, name: str) -> str:
        with self._database.reading() as connection:
            project = connection.scalar(select(PROJECT.c.name)) or ""
        return hash_password(require_strong(password, name, project, "diglot"))

    def _invite(
        self, connection: Connection, row: dict[str, Any], days: float
    ) -> tuple[InvitationRecord, str]:
        token, now = new_token(), self._database.now()
        values = {
            "token": token_hash(token),
            "created": now,
            "expires": now + timedelta(days=days),
            "used": False,
            **row,
        }
        connection.execute(insert(INVITATION), values)
        return self._open(connection, token), token

    def _reset(self, connection: Connection, user_id: int, secret: str) -> UserRecord:
        user = person(connection, user_id)
        if not user.active:
            raise InvitationError(f"{user.name} is no longer a member")
        connection.execute(update(PERSON).where(PERSON.c.id == user_id).values(password=secret))
        connection.execute(delete(SESSION).where(SESSION.c.person_id == user_id))
        record(self._database, connection, "reset password", user=user_id)
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


def _require_free(connection: Connection, name: str, role: Role) -> None:
    """Refuse a name that is taken, unless by somebody of the role who never could sign in."""
    row = connection.execute(select(PERSON).where(PERSON.c.name_key == name_key(name))).first()
    if row is None:
        _require_unlike(connection, name)
    elif row.password is not None or row.role != role:
        cure = "send a link to reset the password, or choose another name"
        raise StateError(f"there is a person {row.name!r} already", cure=cure)


def _require_unlike(connection: Connection, name: str) -> None:
    """Refuse a name that the eye would take for another one that is there."""
    seen, key = skeleton(name), name_key(name)
    for other in connection.scalars(select(PERSON.c.name)):
        if skeleton(other) == seen and name_key(other) != key:
            raise StateError(
                f"the name looks like {other!r}, who is there already", cure="choose another"
            )


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
