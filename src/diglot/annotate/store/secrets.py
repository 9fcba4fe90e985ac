"""Passwords and tokens: what is stored does not give them away.

Reference: RFC 9106 (Argon2), section 4, second recommended option, as argon2-cffi has it.
"""

from __future__ import annotations

import hashlib
from functools import cache
from secrets import token_urlsafe

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

HASHER = PasswordHasher()
"""Makes and checks what is stored of passwords."""


def new_token() -> str:
    """A token that cannot be guessed: 256 bits."""
    return token_urlsafe(32)


def token_hash(token: str) -> str:
    """What is stored of a token; being random, it needs no salt."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def hashed(password: str) -> str:
    """What is stored of a password."""
    return HASHER.hash(password)


def verified(stored: str | None, password: str) -> bool:
    """Whether a password is the stored one; takes the same time where none is stored."""
    try:
        right = HASHER.verify(stored or _nobody(), password)
    except (VerificationError, InvalidHashError, UnicodeEncodeError):
        return False
    return right and stored is not None


@cache
def _nobody() -> str:
    return hashed(new_token())
