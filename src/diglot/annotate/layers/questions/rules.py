"""Two questions on the output of a system: is the term right, and is what stands around it?

Cells: ``term`` and ``context`` hold yes or no, ``w<start>`` the end of words that render the term.

Reference: Alam et al. 2021, On the evaluation of machine translation for terminology consistency,
    section 4.
"""

from diglot.annotate.bodies import Body, Problem, Value
from diglot.annotate.layers import cells
from diglot.annotate.layers.payloads import FORMS, match_level
from diglot.annotate.schemes import Scheme

ASKED = ("term", "context")

RULES: cells.Severities = {
    "unanswered": "error",
    "words-overlap": "error",
    "term-not-found": "warning",
    "term-found": "warning",
}


def fault(payload: cells.Payload, scheme: Scheme, cell: str, value: Value) -> str | None:
    """Why a cell cannot be stored at all."""
    if cell in ASKED:
        return cells.choice_fault(value, scheme.names)
    if cell[:1] == "w":
        return cells.token_span_fault(payload, "output", cell[1:], value)
    return cells.common_fault(cell, value)


def problems(payload: cells.Payload, scheme: Scheme, body: Body) -> list[Problem]:
    """Missing answers, and answers that the strings speak against, once both are given."""
    found = cells.Breaches(RULES, scheme)
    for asked in ASKED:
        if asked not in body:
            found.add("unanswered", f"the question of the {asked} has no answer", (asked,))
    for begin, _ in cells.overlapping(cells.marked_spans(body, "w")):
        found.add("words-overlap", "words of the term are marked twice", (f"w{begin}",))
    # Before both answers are given, a hint from the strings would be an answer.
    if all(asked in body for asked in ASKED):
        _compared(payload, body, found)
    return found.found


def label(payload: cells.Payload, body: Body) -> str:
    """Both answers, such as ``yes/no``; empty if none is given."""
    answers = [str(body.get(asked, "-")) for asked in ASKED]
    return "" if answers == ["-", "-"] else "/".join(answers)


def _compared(payload: cells.Payload, body: Body, found: cells.Breaches) -> None:
    """Warn where the strings of the output say the contrary."""
    expected = [str(each) for each in payload.get("expected") or ()]
    if not expected:
        return
    output = payload.get("output") or {}
    form = match_level(cells.text_of(payload, "output"), expected, output.get("lang"))
    listed = ", ".join(repr(each) for each in expected[:3])
    if body["term"] == "yes" and form is None:
        levels = ", ".join(FORMS)
        message = f"the output contains none of {listed} ({levels} compared): is the term there?"
        found.add("term-not-found", message, ("term",))
    if body["term"] == "no" and form == "exact":
        message = f"the output contains one of {listed} exactly: is it wrong in this place?"
        found.add("term-found", message, ("term",))
