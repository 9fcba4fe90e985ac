"""Logging in and out: sessions kept here, attempts counted."""

from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update

from diglot.annotate.records import (
    LoginError,
    NotFoundError,
    SessionRecord,
    ThrottledError,
    UserRecord,
)
from diglot.annotate.store.credentials import (
    hash_password,
    name_key,
    new_token,
    require_strong,
    token_hash,
    verify_password,
)
from diglot.annotate.store.database import Database
from diglot.annotate.store.history import record
from diglot.annotate.store.people import as_user, person
from diglot.annotate.store.tables import (
    DEVICE,
    LOGIN_ATTEMPT,
    PERSON,
    PROJECT,
    SESSION,
    from_row,
    storable,
)

WINDOW = timedelta(minutes=15)
"""How far back failed attempts count."""

PER_NAME_AND_ADDRESS = 5
PER_ADDRESS = 30
PER_NAME = 50
"""Failed attempts that are let pass; fewer from one place, or anybody could lock another out."""

_DEVICE = "device "
"""Begins the place of attempts that are not counted by address."""

DAYS = 30
"""How long a session lasts."""

TOUCHED = timedelta(minutes=5)
"""How exactly the last use of a session is known: not every request writes it."""


class Sessions:
    """Who is logged in.

    Attributes:
        idle: how long a session lasts without a request; None for as long as it lasts at all.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self.idle: timedelta | None = None

    def login(
        self, name: str, password: str, address: str, *, device: str = "", agent: str = ""
    ) -> tuple[UserRecord, str]:
        """Log in: the person, and the token of the session, which is stored as a hash only.

        Attempts from a browser that the person has signed in with before are counted by
        themselves, so that nobody who guesses from elsewhere keeps the person out.

        Args:
            name: of the person, in upper or lower case.
            password: of the person.
            address: that the request comes from.
            device: token of the browser, from `remember_device`.
            agent: what the browser calls itself.

        Reference: OWASP, Slow Down Online Guessing Attacks with Device Cookies.

        Raises:
            LoginError: name or password is wrong, or the person has been deactivated.
            ThrottledError: there were too many attempts.
        """
        key, place = storable(name_key(name)), storable(address).removeprefix(_DEVICE)
        # The attempt counts as failed before the password is looked at: many at once gain nothing.
        with self._database.writing() as connection:
            found = connection.execute(select(PERSON).where(PERSON.c.name_key == key)).first()
            if found is not None and _knows(connection, found.id, device):
                place = f"{_DEVICE}{token_hash(device)[:16]}"
            attempt = self._attempt(connection, key, place)
        right = verify_password(None if found is None else found.password, password)
        if found is None or not right or not found.active:
            with self._database.writing() as connection:
                details = {"name": key, "address": place}
                record(self._database, connection, "login failed", details=details)
            raise LoginError("name or password is wrong")
        with self._database.writing() as connection:
            _succeed(connection, attempt)
            token = self._start(connection, found.id, agent)
            record(self._database, connection, "login", user=found.id, details={"address": place})
        return as_user(found), token

    def start(self, user_id: int, *, agent: str = "") -> str:
        """The token of a new session for a person known otherwise, as one who has just joined."""
        with self._database.writing() as connection:
            return self._start(connection, user_id, agent)

    def remember_device(self, user_id: int, device: str = "") -> str:
        """The token of a browser that a person has signed in with; the one given if it is known."""
        with self._database.writing() as connection:
            if _knows(connection, user_id, device):
                return device
            token = new_token()
            now = self._database.now()
            row = {"token": token_hash(token), "person_id": user_id, "created": now}
            connection.execute(insert(DEVICE), row)
        return token

    def change_password(self, user_id: int, old: str, new: str, *, token: str = "") -> None:
        """Set another password; other sessions than that of the token end.

        Raises:
            LoginError: the current password is wrong.
            ThrottledError: there were too many attempts.
            InputError: the new password cannot be accepted.
        """
        with self._database.writing() as connection:
            row = connection.execute(select(PERSON).where(PERSON.c.id == user_id)).one()
            project = connection.scalar(select(PROJECT.c.name)) or ""
            attempt = self._attempt(connection, row.name_key, f"{_DEVICE}password")
        if not verify_password(row.password, old):
            raise LoginError("the current password is wrong")
        secret = hash_password(require_strong(new, row.name, project, "diglot"))
        with self._database.writing() as connection:
            _succeed(connection, attempt)
            connection.execute(update(PERSON).where(PERSON.c.id == user_id).values(password=secret))
            _end(connection, user_id, but=token)
            record(self._database, connection, "change password", user=user_id)

    def of(self, user_id: int) -> list[SessionRecord]:
        """A person's sessions that last, the latest used first."""
        query = select(SESSION).where(SESSION.c.person_id == user_id, *self._lasting())
        with self._database.reading() as connection:
            found = [
                from_row(SessionRecord, row, id=row.token, used=row.used or row.created)
                for row in connection.execute(query)
            ]
        return sorted(found, key=lambda each: each.used, reverse=True)

    def end(self, user_id: int, session: str | None = None, *, by: int | None = None) -> None:
        """End a session of a person, or all of them.

        Raises:
            NotFoundError: the person has no such session.
        """
        with self._database.writing() as connection:
            person(connection, user_id)
            if _end(connection, user_id, only=session) == 0 and session is not None:
                raise NotFoundError("there is no such session")
            details = {"person": user_id, "all": session is None}
            record(self._database, connection, "end sessions", user=by, details=details)

    def session(self, token: str) -> UserRecord | None:
        """The person whose session this is; None without one that lasts."""
        key, now = token_hash(token), self._database.now()
        query = (
            select(PERSON, SESSION.c.used)
            .join(SESSION, SESSION.c.person_id == PERSON.c.id)
            .where(SESSION.c.token == key, *self._lasting(), PERSON.c.active.is_(True))
        )
        with self._database.reading() as connection:
            row = connection.execute(query).first()
        if row is None:
            return None
        if row.used is None or now - row.used > TOUCHED:
            with self._database.writing() as connection:
                connection.execute(update(SESSION).where(SESSION.c.token == key).values(used=now))
        return as_user(row)

    def logout(self, token: str) -> None:
        """End a session, if it is one."""
        with self._database.writing() as connection:
            query = select(SESSION.c.person_id).where(SESSION.c.token == token_hash(token))
            user = connection.execute(query).scalar()
            if user is None:
                return
            connection.execute(delete(SESSION).where(SESSION.c.token == token_hash(token)))
            record(self._database, connection, "logout", user=user)

    def _lasting(self) -> list[ColumnElement[bool]]:
        now = self._database.now()
        lasting = [SESSION.c.expires > now]
        if self.idle is not None:
            lasting.append(func.coalesce(SESSION.c.used, SESSION.c.created) > now - self.idle)
        return lasting

    def _start(self, connection: Connection, user_id: int, agent: str) -> str:
        now = self._database.now()
        connection.execute(delete(SESSION).where(SESSION.c.expires <= now))
        token = new_token()
        row = {
            "token": token_hash(token),
            "person_id": user_id,
            "created": now,
            "expires": now + timedelta(days=DAYS),
            "used": now,
            "agent": storable(agent),
        }
        connection.execute(insert(SESSION), row)
        return token

    def _attempt(self, connection: Connection, key: str, place: str) -> int:
        """Note an attempt as failed; its number."""
        self._throttle(connection, key, place)
        row = {"name_key": key, "address": place, "at": self._database.now(), "failed": True}
        made = insert(LOGIN_ATTEMPT).values(row).returning(LOGIN_ATTEMPT.c.id)
        number: int = connection.execute(made).scalar_one()
        return number

    def _throttle(self, connection: Connection, key: str, place: str) -> None:
        # Attempts at the same moment are counted one after the other.
        connection.execute(select(PROJECT.c.id).with_for_update()).all()
        since = self._database.now() - WINDOW
        by_name = LOGIN_ATTEMPT.c.name_key == key
        by_place = LOGIN_ATTEMPT.c.address == place
        limits: list[tuple[ColumnElement[bool], int]] = [(by_name & by_place, PER_NAME_AND_ADDRESS)]
        if not place.startswith(_DEVICE):
            limits += [(by_place, PER_ADDRESS), (by_name, PER_NAME)]
        for condition, most in limits:
            first = _limiting(connection, condition, since, most)
            if first is not None:
                wait = (first + WINDOW - self._database.now()).total_seconds()
                raise ThrottledError(max(1, round(wait)))
        connection.execute(delete(LOGIN_ATTEMPT).where(LOGIN_ATTEMPT.c.at < since))


def _limiting(
    connection: Connection, condition: ColumnElement[bool], since: datetime, most: int
) -> datetime | None:
    """The attempt that has to grow old before another one is let pass; None if one may."""
    failed = [condition, LOGIN_ATTEMPT.c.at >= since, LOGIN_ATTEMPT.c.failed.is_(True)]
    query = select(func.count()).select_from(LOGIN_ATTEMPT).where(*failed)
    count = connection.execute(query).scalar_one()
    if count < most:
        return None
    oldest = select(LOGIN_ATTEMPT.c.at).where(*failed).order_by(LOGIN_ATTEMPT.c.at)
    found: datetime = connection.execute(oldest.offset(count - most).limit(1)).scalar_one()
    return found


def _knows(connection: Connection, user_id: int, device: str) -> bool:
    query = select(DEVICE.c.token).where(
        DEVICE.c.token == token_hash(device), DEVICE.c.person_id == user_id
    )
    return bool(device) and connection.execute(query).first() is not None


def _succeed(connection: Connection, attempt: int) -> None:
    done = update(LOGIN_ATTEMPT).where(LOGIN_ATTEMPT.c.id == attempt)
    connection.execute(done.values(failed=False))


def _end(connection: Connection, user_id: int, *, only: str | None = None, but: str = "") -> int:
    """End a person's sessions: one, or all but that of a token; how many."""
    statement = delete(SESSION).where(SESSION.c.person_id == user_id)
    if only is not None:
        statement = statement.where(SESSION.c.token == only)
    return connection.execute(statement.where(SESSION.c.token != token_hash(but))).rowcount
