"""Passwords, tokens and names of people: what is accepted, and what is stored of them."""

import gzip
import hashlib
import unicodedata
from functools import cache
from importlib.resources import files
from itertools import pairwise
from secrets import token_urlsafe

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from diglot.annotate.store.tables import line
from diglot.errors import InputError

# Reference: RFC 9106 (Argon2), section 4, second recommended option, as argon2-cffi has it.
HASHER = PasswordHasher()
"""Makes and checks what is stored of passwords."""

SHORTEST_PASSWORD = 10
FEWEST_CHARACTERS = 4
"""Different characters that a password has at least."""


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


def require_strong(password: str, *known: str) -> str:
    """The password, if it is one that nobody guesses.

    Args:
        password: chosen by a person.
        known: what everybody knows, such as the names of the person and the project.

    Raises:
        InputError: it is too short or too long, common, monotonous, or made of what is known.

    Reference: NIST SP 800-63B, section 5.1.1.2: a minimum length, a list of common passwords,
        repetitions, sequences and names of the context; no rules about kinds of characters.
    """
    line(password, "the password", longest=1000)
    folded = unicodedata.normalize("NFKC", password).casefold()
    # What is left without figures and signs at either end: "anna-2026!" is the name.
    core = folded.strip("0123456789 !?.,:;-_#*+/@$%&()")
    steps = {ord(after) - ord(before) for before, after in pairwise(folded)}
    if len(password) < SHORTEST_PASSWORD:
        fault = f"shorter than {SHORTEST_PASSWORD} characters"
    elif len(set(folded)) < FEWEST_CHARACTERS:
        fault = "made of too few different characters"
    elif len(steps) == 1:
        fault = "a sequence of characters"
    elif (folded * 2).find(folded, 1) < len(folded):
        fault = "a repetition of a few characters"
    elif core in {name.casefold() for name in known}:
        fault = "made of a name that everyone here knows"
    elif folded in _common() or not core.strip():
        fault = "one of the most common passwords" if core.strip() else "made of digits only"
    else:
        return password
    raise InputError(f"the password is {fault}", cure="choose another, such as four random words")


@cache
def _common() -> frozenset[str]:
    """Common passwords that are long enough to be accepted otherwise.

    From the list of Royce Williams as Django ships it.
    """
    packed = (files(__package__) / "common_passwords.txt.gz").read_bytes()
    return frozenset(gzip.decompress(packed).decode().splitlines())


# Names: each can be told from every other by eye.

# Latin letters by those of other scripts, and by figures, that look like them in most fonts.
# Reference: Unicode Technical Standard 39, confusables.txt, of which these are the commonest.
_ALIKE = str.maketrans(
    "аеорсухіјѕԁһԛԝӏвнктмгзαβγεικνορτυχωϲϳօսհ01|ıǀ",
    "aeopcyxijsdhqwlbhktmreabyeikvoptuxwcjouhollil",
)
_MARKS_AT_MOST = 2
_JOINERS = "\u200c\u200d"
_TOGETHER = frozenset({"CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO", "LATIN"})
"""Scripts that words of East Asian languages mix."""


def tidy_name(name: str) -> str:
    """A name as it is stored: composed, with single spaces.

    Raises:
        InputError: it is empty or too long, or has characters that cannot be seen, turn the
            direction of the text, pile up, or mix scripts within a word.
    """
    name = unicodedata.normalize("NFC", " ".join(line(name, "a name", longest=100).split()))
    if not any(character.isalnum() for character in name):
        raise InputError("the name is empty", cure="give one with letters")
    marks = 0
    for before, character in pairwise(f" {name}"):
        kind = unicodedata.category(character)
        # Persian and Indic words need joiners, which do nothing behind other letters.
        joined = character in _JOINERS and _script(before) not in _EUROPEAN
        if (kind[0] == "C" and not joined) or kind in {"Zl", "Zp"} or character in "\u115f\u3164":
            raise InputError(
                f"the name holds an invisible character (U+{ord(character):04X})", cure="remove it"
            )
        marks = marks + 1 if kind in {"Mn", "Me"} else 0
        if marks > _MARKS_AT_MOST:
            raise InputError("the name piles up marks on a letter", cure="remove them")
    for word in name.split():
        scripts = {_script(letter) for letter in word if letter.isalpha()}
        if len(scripts) > 1 and not scripts <= _TOGETHER:
            raise InputError(
                f"the word {word!r} of the name mixes letters of several scripts",
                cure="write it in one",
            )
    return name


def name_key(name: str) -> str:
    """What two ways of writing one name have in common."""
    return " ".join(unicodedata.normalize("NFC", name).casefold().split())


def skeleton(name: str) -> str:
    """The same text for names that cannot be told apart by eye.

    Reference: Unicode Technical Standard 39, section 4.
    """
    shown = unicodedata.normalize("NFKD", name.replace("I", "l").casefold())
    shown = "".join(each for each in shown if each.isalnum() or each in " |ǀ")
    return " ".join(shown.translate(_ALIKE).replace("rn", "m").replace("vv", "w").split())


_EUROPEAN = frozenset({"LATIN", "CYRILLIC", "GREEK", "SPACE"})


def _script(letter: str) -> str:
    return unicodedata.name(letter, "").split(" ")[0]
