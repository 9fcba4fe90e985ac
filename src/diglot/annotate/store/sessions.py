"""Logging in and out: sessions kept here, attempts counted."""

from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update

from diglot.annotate.store.database import Database
from diglot.annotate.store.history import record
from diglot.annotate.store.people import as_user, name_key, new_token, token_hash, verify_password
from diglot.annotate.store.records import LoginError, ThrottledError, UserRecord
from diglot.annotate.store.tables import LOGIN_ATTEMPT, PERSON, PROJECT, SESSION

WINDOW = timedelta(minutes=15)
"""How far back failed attempts count."""

PER_NAME_AND_ADDRESS = 5
PER_ADDRESS = 30
PER_NAME = 50
"""Failed attempts that are let pass; fewer from one place, or anybody could lock another out."""

DAYS = 30
"""How long a session lasts."""


class Sessions:
    """Who is logged in."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def login(self, name: str, password: str, address: str) -> tuple[UserRecord, str]:
        """Log in: the person, and the token of the session, which is stored as a hash only.

        Args:
            name: of the person, in upper or lower case.
            password: of the person.
            address: that the request comes from.

        Raises:
            LoginError: name or password is wrong, or the person has been deactivated.
            ThrottledError: there were too many attempts.
        """
        key, place = _held(name_key(name)), _held(address)
        # The attempt counts as failed before the password is looked at: many at once gain nothing.
        with self._database.writing() as connection:
            self._throttle(connection, key, place)
            row = {"name_key": key, "address": place, "at": self._database.now(), "failed": True}
            made = insert(LOGIN_ATTEMPT).values(row).returning(LOGIN_ATTEMPT.c.id)
            attempt = connection.execute(made).scalar_one()
            found = connection.execute(select(PERSON).where(PERSON.c.name_key == key)).first()
        right = verify_password(None if found is None else found.password, password)
        if found is None or not right or not found.active:
            with self._database.writing() as connection:
                details = {"name": key, "address": place}
                record(self._database, connection, "login failed", details=details)
            raise LoginError("name or password is wrong")
        with self._database.writing() as connection:
            done = update(LOGIN_ATTEMPT).where(LOGIN_ATTEMPT.c.id == attempt)
            connection.execute(done.values(failed=False))
            token = self._start(connection, found.id)
            record(self._database, connection, "login", user=found.id, details={"address": place})
        return as_user(found), token

    def start(self, user_id: int) -> str:
        """The token of a new session for a person known otherwise, as one who has just joined."""
        with self._database.writing() as connection:
            return self._start(connection, user_id)

    def session(self, token: str) -> UserRecord | None:
        """The person whose session this is; None without one that lasts."""
        query = (
            select(PERSON)
            .join(SESSION, SESSION.c.person_id == PERSON.c.id)
            .where(
                SESSION.c.token == token_hash(token),
                SESSION.c.expires > self._database.now(),
                PERSON.c.active.is_(True),
            )
        )
        with self._database.reading() as connection:
            row = connection.execute(query).first()
        return None if row is None else as_user(row)

    def logout(self, token: str) -> None:
        """End a session, if it is one."""
        with self._database.writing() as connection:
            query = select(SESSION.c.person_id).where(SESSION.c.token == token_hash(token))
            user = connection.execute(query).scalar()
            if user is None:
                return
            connection.execute(delete(SESSION).where(SESSION.c.token == token_hash(token)))
            record(self._database, connection, "logout", user=user)

    def _start(self, connection: Connection, user_id: int) -> str:
        now = self._database.now()
        connection.execute(delete(SESSION).where(SESSION.c.expires <= now))
        token = new_token()
        row = {
            "token": token_hash(token),
            "person_id": user_id,
            "created": now,
            "expires": now + timedelta(days=DAYS),
        }
        connection.execute(insert(SESSION), row)
        return token

    def _throttle(self, connection: Connection, key: str, place: str) -> None:
        # Attempts at the same moment are counted one after the other.
        connection.execute(select(PROJECT.c.id).with_for_update()).all()
        since = self._database.now() - WINDOW
        by_name = LOGIN_ATTEMPT.c.name_key == key
        by_place = LOGIN_ATTEMPT.c.address == place
        for condition, most in (
            (by_name & by_place, PER_NAME_AND_ADDRESS),
            (by_place, PER_ADDRESS),
            (by_name, PER_NAME),
        ):
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


def _held(text: str) -> str:
    """What of a text, sent by anybody, every database can hold."""
    return text.replace("\0", " ").encode("utf-8", "replace").decode()[:200]
