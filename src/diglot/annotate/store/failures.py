"""What the store refuses, each as one line.

InputError
├── NotFoundError         there is no such thing
├── ForbiddenError        this person may not do it
│   └── TakenError        another person works on the item
├── StateError            not in this state, such as a change to what is done
├── StaleRevisionError    the annotation has changed meanwhile
├── FaultError            a change cannot be stored, or an error stands before ``done``
├── InvitationError       unknown, used or expired
└── LoginError            name or password is wrong
    └── ThrottledError    too many attempts
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diglot.annotate.bodies import Body
    from diglot.annotate.problems import Problem
    from diglot.annotate.store.records import EventRecord, State


class NotFoundError(InputError):
    """There is no such thing in the project."""


class ForbiddenError(InputError):
    """The person may not do this."""


class TakenError(ForbiddenError):
    """Another person works on an item that one person judges."""


class StateError(InputError):
    """The thing is not in a state in which this can be done."""


class StaleRevisionError(InputError):
    """The annotation has another revision than the change was made on.

    Attributes:
        rev: the revision that it has.
        state: the state that it is in.
        cells: its body.
        since: events after the expected revision, the caller's own operations left out.
    """

    def __init__(
        self, *, rev: int, state: State, cells: Body, since: Sequence[EventRecord]
    ) -> None:
        super().__init__(f"the annotation is at revision {rev} by now", cure="merge and try again")
        self.rev = rev
        self.state = state
        self.cells = cells
        self.since = tuple(since)


class FaultError(InputError):
    """A change cannot be stored, or problems stand between a judgement and ``done``.

    Attributes:
        problems: all that was found.
    """

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("; ".join(problem.message for problem in problems))
        self.problems = tuple(problems)


class InvitationError(InputError):
    """An invitation is unknown, used or expired."""


class LoginError(InputError):
    """Name or password is wrong; which of them is not said."""


class ThrottledError(LoginError):
    """Too many attempts to log in.

    Attributes:
        retry_after: seconds until the next one is looked at.
    """

    def __init__(self, retry_after: int) -> None:
        super().__init__("too many attempts to log in", cure=f"wait {retry_after} seconds")
        self.retry_after = retry_after
