"""People, invitations, roles, passwords and sessions."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from sqlalchemy import text

from diglot.annotate.records import (
    ForbiddenError,
    InvitationError,
    LayerRecord,
    LoginError,
    NotFoundError,
    Role,
    StateError,
    ThrottledError,
    UserRecord,
)
from diglot.annotate.store import Store
from diglot.errors import InputError
from tests.annotate.store.conftest import Clock, add, judged

PASSWORD = "correct horse"


@pytest.fixture
def owner(store: Store) -> UserRecord:
    return store.people.local_owner()


def test_the_local_owner_is_one(store: Store, owner: UserRecord) -> None:
    assert store.people.local_owner() == owner
    assert (owner.role, len(store.people.all())) == ("owner", 1)


def test_an_invitation_makes_one_person(store: Store, owner: UserRecord) -> None:
    invitation, token = store.people.invite("annotator", by=owner.id)
    user = store.people.accept(token, "  Anna   K. ", PASSWORD)
    assert (user.name, user.role, invitation.used) == ("Anna K.", "annotator", False)
    with pytest.raises(InvitationError, match="used"):
        store.people.accept(token, "Bert", PASSWORD)
    assert [each.used for each in store.people.invitations()] == [True]


def test_an_invitation_used_by_two_at_once_makes_one_person(store: Store) -> None:
    _, token = store.people.invite("annotator")
    start = Barrier(2)

    def accept(name: str) -> bool:
        start.wait()
        try:
            store.people.accept(token, name, PASSWORD)
        except InvitationError:
            return False
        return True

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(accept, ["Anna", "Bert"])) == [False, True]
    assert len(store.people.all()) == 1


def test_an_invitation_expires(store: Store, clock: Clock) -> None:
    _, token = store.people.invite("annotator", days=2)
    clock.wait(days=2)
    with pytest.raises(InvitationError, match="expired"):
        store.people.accept(token, "Anna", PASSWORD)


def test_whoever_was_assigned_items_joins_by_the_same_name(store: Store) -> None:
    known = store.people.add("Ann", "annotator")
    _, token = store.people.invite("annotator")
    assert store.people.accept(token, " ann ", PASSWORD).id == known.id
    _, token = store.people.invite("annotator")
    with pytest.raises(StateError, match="already"):
        store.people.accept(token, "Ann", PASSWORD)


def test_an_invitation_gives_nobody_another_role_or_the_judgements_of_a_file(
    store: Store, layer: LayerRecord, owner: UserRecord
) -> None:
    reader = store.people.add("reader", "annotator")
    judged(store, add(store, layer, 1)[0], reader, "sure")
    for name in (owner.name, "reader"):
        _, token = store.people.invite("annotator")
        with pytest.raises(StateError, match="already"):
            store.people.accept(token, name, PASSWORD)


def test_an_owner_without_a_password_signs_in_by_an_invitation(
    store: Store, owner: UserRecord
) -> None:
    assert not store.people.owner_signs_in()
    _, token = store.people.invite("owner")
    assert store.people.accept(token, owner.name, PASSWORD).id == owner.id
    assert store.people.owner_signs_in()


def test_a_refused_name_does_not_use_up_the_invitation(store: Store) -> None:
    store.people.add("Dora", "annotator", password=PASSWORD)
    _, token = store.people.invite("annotator")
    with pytest.raises(StateError, match="already"):
        store.people.accept(token, "DORA", PASSWORD)
    assert store.people.accept(token, "Carla", PASSWORD).name == "Carla"


@pytest.mark.parametrize(
    ("name", "password"),
    [
        ("", PASSWORD),
        ("...", PASSWORD),
        ("\0", PASSWORD),
        ("A" * 101, PASSWORD),
        ("An\u200bna", PASSWORD),
        ("Anna \u202eannA", PASSWORD),
        ("An\u200cna", PASSWORD),
        ("A" + "\u0301" * 5, PASSWORD),
        ("Аnna", PASSWORD),  # the first letter is Cyrillic
        ("A", "short"),
        ("A", "aaaaaaaaaaaa"),
        ("A", "abababababab"),
        ("A", "abcdefghijkl"),
        ("A", "qwertyuiop"),
        ("A", "annaannaanna"),
        ("A", "Basketball"),
        ("A", "2026-11-22 10:30"),
        ("Annegret Meyer", "annegret meyer 1999!"),
        ("A", "diglot2026"),
    ],
)
def test_impossible_names_and_short_passwords_are_refused(
    store: Store, name: str, password: str
) -> None:
    _, token = store.people.invite("annotator")
    with pytest.raises(InputError):
        store.people.accept(token, name, password)


def test_an_unknown_token_is_no_invitation(store: Store) -> None:
    with pytest.raises(InvitationError, match="no such"):
        store.people.accept("\ud800", "Anna", PASSWORD)


def test_neither_passwords_nor_tokens_stand_in_the_database(store: Store) -> None:
    _, invitation = store.people.invite("annotator")
    store.people.accept(invitation, "Anna", PASSWORD)
    _, session = store.sessions.login("anna", PASSWORD, "10.0.0.1")
    with store.database.reading() as connection:
        held = str(
            [
                connection.execute(text(f"SELECT * FROM {table}")).all()
                for table in ("person", "invitation", "session", "audit", "login_attempt")
            ]
        )
    assert not [secret for secret in (PASSWORD, invitation, session) if secret in held]
    assert "$argon2id$" in held


def test_logging_in_and_out(store: Store, clock: Clock) -> None:
    anna = store.people.add("Anna", "annotator", password=PASSWORD)
    user, token = store.sessions.login(" ANNA", PASSWORD, "10.0.0.1")
    assert (user, store.sessions.session(token)) == (anna, anna)
    store.sessions.logout(token)
    assert store.sessions.session(token) is None
    _, token = store.sessions.login("Anna", PASSWORD, "10.0.0.1")
    clock.wait(days=31)
    assert store.sessions.session(token) is None


@pytest.mark.slow
def test_a_wrong_name_and_a_wrong_password_are_refused_alike(store: Store) -> None:
    store.people.add("Anna", "annotator", password=PASSWORD)
    store.people.add("File", "annotator")
    said = []
    for name, password in (("Anna", "wrong"), ("Nobody", PASSWORD), ("File", ""), ("\0\ud800", "")):
        with pytest.raises(LoginError) as caught:
            store.sessions.login(name, password, "10.0.0.1")
        said.append(str(caught.value))
    assert len(set(said)) == 1


def test_after_five_failures_even_the_right_password_has_to_wait(
    store: Store, clock: Clock
) -> None:
    store.people.add("Anna", "annotator", password=PASSWORD)
    for _ in range(5):
        with pytest.raises(LoginError):
            store.sessions.login("Anna", "wrong", "10.0.0.1")
        clock.wait(seconds=10)
    with pytest.raises(ThrottledError) as caught:
        store.sessions.login("Anna", PASSWORD, "10.0.0.1")
    assert store.sessions.login("Anna", PASSWORD, "10.0.0.2")[0].name == "Anna"
    clock.wait(seconds=caught.value.retry_after + 1)
    assert store.sessions.login("Anna", PASSWORD, "10.0.0.1")[0].name == "Anna"


@pytest.mark.slow
def test_many_attempts_at_once_are_throttled_as_well(store: Store) -> None:
    store.people.add("Anna", "annotator", password=PASSWORD)

    def attempt(_: int) -> bool:
        try:
            store.sessions.login("Anna", "wrong", "10.0.0.1")
        except ThrottledError:
            return True
        except LoginError:
            return False
        return False

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(attempt, range(8))) == 3


def test_who_is_deactivated_is_logged_out_and_stays_out(store: Store) -> None:
    anna = store.people.add("Anna", "annotator", password=PASSWORD)
    _, token = store.sessions.login("Anna", PASSWORD, "a")
    store.people.deactivate(anna.id)
    assert store.sessions.session(token) is None
    with pytest.raises(LoginError):
        store.sessions.login("Anna", PASSWORD, "a")
    store.people.activate(anna.id)
    assert store.sessions.login("Anna", PASSWORD, "a")[0] == anna


@pytest.mark.parametrize(
    ("giver", "role"),
    [
        ("manager", "owner"),
        ("manager", "manager"),
        ("adjudicator", "viewer"),
        ("annotator", "annotator"),
        ("viewer", "viewer"),
    ],
)
def test_nobody_gives_a_role_above_the_own_reach(store: Store, giver: Role, role: Role) -> None:
    store.people.local_owner()
    by = store.people.add("Giver", giver)
    other = store.people.add("Other", "annotator")
    with pytest.raises(ForbiddenError):
        store.people.invite(role, by=by.id)
    with pytest.raises(ForbiddenError):
        store.people.set_role(other.id, role, by=by.id)


def test_a_manager_does_not_touch_owners(store: Store, owner: UserRecord) -> None:
    manager = store.people.add("Manager", "manager", by=owner.id)
    with pytest.raises(ForbiddenError):
        store.people.set_role(owner.id, "viewer", by=manager.id)
    with pytest.raises(ForbiddenError):
        store.people.deactivate(owner.id, by=manager.id)


def test_the_last_owner_stays(store: Store, owner: UserRecord) -> None:
    with pytest.raises(StateError, match="no owner"):
        store.people.set_role(owner.id, "viewer", by=owner.id)
    with pytest.raises(StateError, match="no owner"):
        store.people.deactivate(owner.id)
    assert store.people.get(owner.id) == owner


def test_own_settings_are_kept(store: Store, anna: UserRecord) -> None:
    settings = {"keys": {"merge": "m"}, "views": {"words": "matrix"}}
    assert store.people.set_settings(anna.id, settings).settings == settings
    assert store.people.get(anna.id).settings == settings


def test_pseudonyms_follow_the_first_judgement_and_stay(
    store: Store, layer: LayerRecord, anna: UserRecord, bert: UserRecord
) -> None:
    items = add(store, layer, 3)
    for item, user in zip(items, (bert, anna, bert), strict=True):
        judged(store, item, user, "x")
    assert [store.people.get(user.id).pseudonym for user in (anna, bert)] == ["A2", "A1"]
    assert [each.user for each in store.judgements.all(layer.id)] == ["A1", "A2", "A1"]


def test_what_is_done_to_people_stands_in_the_audit_log(store: Store, owner: UserRecord) -> None:
    anna = store.people.add("Anna", "annotator", password=PASSWORD, by=owner.id)
    store.people.set_role(anna.id, "manager", by=owner.id)
    store.sessions.login("Anna", PASSWORD, "10.0.0.1")
    rows, total = store.audit.page(limit=3)
    assert [(row.action, row.user) for row in rows] == [
        ("login", anna.id),
        ("set role", owner.id),
        ("add person", owner.id),
    ]
    assert (total, rows[1].details["to"]) == (4, "manager")


@pytest.mark.parametrize(
    "name", ["Ángel Ñ", "Нина", "山田 はなこ", "김 Kim", "علی‌رضا", "Jean-Luc O’Neill", "ลักษมี", "A1"]
)
def test_names_of_all_scripts_are_accepted(store: Store, name: str) -> None:
    assert store.people.add(name, "annotator").name == name


@pytest.mark.parametrize("other", ["оwnеr".replace("w", "ԝ").replace("r", "г"), "0WNER"])
def test_a_name_that_looks_like_another_is_refused(store: Store, other: str) -> None:
    store.people.add("owner", "owner")
    with pytest.raises((StateError, InputError), match=r"looks like|several scripts"):
        store.people.add(other, "annotator")


def test_an_invitation_for_a_name_gives_that_name(store: Store, owner: UserRecord) -> None:
    invitation, token = store.people.invite("annotator", name=" Anna  B.", by=owner.id)
    assert (invitation.name, store.people.invitation_of(token)) == ("Anna B.", invitation)
    assert store.people.accept(token, "Eve", PASSWORD).name == "Anna B."
    with pytest.raises(StateError, match="already"):
        store.people.invite("annotator", name="anna b.")


def test_a_revoked_invitation_is_none(store: Store, owner: UserRecord) -> None:
    invitation, token = store.people.invite("owner")
    manager = store.people.add("Mary", "manager")
    with pytest.raises(ForbiddenError):
        store.people.revoke(invitation.id, by=manager.id)
    store.people.revoke(invitation.id, by=owner.id)
    with pytest.raises(InvitationError):
        store.people.accept(token, "Eve", PASSWORD)


def test_a_link_resets_the_password_once_and_ends_all_sessions(
    store: Store, owner: UserRecord, clock: Clock
) -> None:
    anna = store.people.add("Anna", "annotator", password=PASSWORD)
    _, session = store.sessions.login("Anna", PASSWORD, "a")
    _, first = store.people.invite_to_reset(anna.id, by=owner.id)
    _, token = store.people.invite_to_reset(anna.id, by=owner.id)
    with pytest.raises(InvitationError, match="used"):
        store.people.accept(first, "", "another horse")
    assert store.people.accept(token, "", "another horse") == anna
    assert store.sessions.session(session) is None
    with pytest.raises(InvitationError, match="used"):
        store.people.accept(token, "", "another horse")
    with pytest.raises(LoginError):
        store.sessions.login("Anna", PASSWORD, "a")
    assert store.sessions.login("Anna", "another horse", "a")[0] == anna
    _, late = store.people.invite_to_reset(anna.id)
    clock.wait(days=1)
    with pytest.raises(InvitationError, match="expired"):
        store.people.accept(late, "", PASSWORD)


def test_a_manager_resets_no_password_of_an_owner(store: Store, owner: UserRecord) -> None:
    manager = store.people.add("Mary", "manager")
    with pytest.raises(ForbiddenError):
        store.people.invite_to_reset(owner.id, by=manager.id)


def test_a_changed_password_ends_the_other_sessions(store: Store) -> None:
    anna = store.people.add("Anna", "annotator", password=PASSWORD)
    here, there = (store.sessions.login("Anna", PASSWORD, "a")[1] for _ in range(2))
    with pytest.raises(LoginError):
        store.sessions.change_password(anna.id, "wrong", "another horse", token=here)
    with pytest.raises(InputError):
        store.sessions.change_password(anna.id, PASSWORD, "short", token=here)
    store.sessions.change_password(anna.id, PASSWORD, "another horse", token=here)
    assert (store.sessions.session(here), store.sessions.session(there)) == (anna, None)
    assert store.sessions.login("Anna", "another horse", "a")[0] == anna


def test_the_old_password_cannot_be_guessed_in_a_session(store: Store) -> None:
    anna = store.people.add("Anna", "annotator", password=PASSWORD)
    for _ in range(5):
        with pytest.raises(LoginError):
            store.sessions.change_password(anna.id, "wrong", "another horse")
    with pytest.raises(ThrottledError):
        store.sessions.change_password(anna.id, PASSWORD, "another horse")


def test_sessions_are_listed_and_ended(store: Store, clock: Clock) -> None:
    anna = store.people.add("Anna", "annotator", password=PASSWORD)
    tokens = []
    for agent in ("Firefox", "Chromium\0"):
        tokens.append(store.sessions.login("Anna", PASSWORD, "a", agent=agent)[1])
        clock.wait(minutes=10)
    assert store.sessions.session(tokens[0]) == anna
    firefox, chromium = store.sessions.of(anna.id)
    assert (firefox.agent, chromium.agent) == ("Firefox", "Chromium ")
    assert firefox.used - chromium.used == timedelta(minutes=10)
    bert = store.people.add("Bert", "annotator")
    with pytest.raises(NotFoundError):
        store.sessions.end(bert.id, firefox.id)
    store.sessions.end(anna.id, firefox.id)
    assert [store.sessions.session(token) for token in tokens] == [None, anna]
    store.sessions.end(anna.id)
    assert store.sessions.of(anna.id) == []


def test_a_session_that_nobody_uses_ends(store: Store, clock: Clock) -> None:
    store.people.add("Anna", "annotator", password=PASSWORD)
    store.sessions.idle = timedelta(hours=1)
    _, token = store.sessions.login("Anna", PASSWORD, "a")
    for _ in range(3):
        clock.wait(minutes=50)
        assert store.sessions.session(token) is not None
    clock.wait(minutes=70)
    assert store.sessions.session(token) is None


def test_guesses_from_everywhere_do_not_lock_the_owner_out_of_a_known_browser(
    store: Store,
) -> None:
    anna = store.people.add("Anna", "annotator", password=PASSWORD)
    device = store.sessions.remember_device(anna.id)
    assert store.sessions.remember_device(anna.id, device) == device
    for number in range(50):
        with pytest.raises(LoginError):
            store.sessions.login("Anna", "wrong", f"10.0.0.{number}")
    with pytest.raises(ThrottledError):
        store.sessions.login("Anna", PASSWORD, "10.0.1.1", device="unknown")
    assert store.sessions.login("Anna", PASSWORD, "10.0.1.1", device=device)[0] == anna
    bert = store.people.add("Bert", "annotator", password=PASSWORD)
    assert store.sessions.remember_device(bert.id, device) != device


def test_settings_have_a_limit(store: Store, anna: UserRecord) -> None:
    with pytest.raises(InputError, match="64,000"):
        store.people.set_settings(anna.id, {"views": {"x": "y" * 64_000}})
