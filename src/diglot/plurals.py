"""Counts of things in plain English: ``1 header``, ``2 headers``, ``3 entries without a lemma``."""

import re

_REST = re.compile(
    r",| [(<\"]|(?<=attribute) |(?<=element) | (?:about|above|after|at|before|behind|below|beside|"
    r"beyond|blank|between|by|changed|elsewhere|for|from|in|inside|into|kept|left|longer|missing|"
    r"not|of|on|outside|put|stored|than|that|the|to|too|under|which|whose|with|within|without|"
    r"written)\b"
)
"""What ends the noun that a phrase begins with."""
_VERBS = {"is": "are", "has": "have", "does": "do", "crosses": "cross"}


def plural(noun: str) -> str:
    """Return the plural of a noun, or of a phrase that begins with one: what follows it stays."""
    match = _REST.search(noun)
    head, rest = (noun[: match.start()], noun[match.start() :]) if match else (noun, "")
    rest = re.sub(r"( that )(\w+)", lambda found: found[1] + _plural_verb(found[2]), rest)
    nouns = r"\b\w+(?<!ed)(?<!en)(?= or )|\w+$"
    return re.sub(nouns, lambda found: _plural_word(found[0]), head) + rest


def count_of(number: int, noun: str) -> str:
    """Return a number with its noun, in the plural unless the number is 1."""
    return f"{number:,} {noun if number == 1 else plural(noun)}"


def _plural_word(word: str) -> str:
    if re.search(r"[^aeiou]y$", word):
        return f"{word[:-1]}ies"
    if re.search(r"(?:ss|us|x|z|ch|sh)$", word):
        return f"{word}es"
    return word if word.endswith("s") else f"{word}s"


def _plural_verb(verb: str) -> str:
    return _VERBS.get(verb, verb[:-1] if verb.endswith("s") else verb)
