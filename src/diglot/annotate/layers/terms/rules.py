"""Pairs of terms with evidence from texts: whether they translate each other, and how to use them.

Cells: ``status``; ``relation``; ``source`` and ``target``, corrected forms; ``vs<text>`` and
``vt<text>``, variants; ``pos``; ``reliability``, from 1 to 10 as in TBX; ``preferred``,
``forbidden``, ``do_not_translate`` and ``case``, marks of the target; ``concept``, shared by pairs
of one meaning; ``stop``, never to be proposed again.
"""

from collections.abc import Iterable

from diglot.annotate.bodies import Body, Problem, Value
from diglot.annotate.layers import cells
from diglot.annotate.schemes import Scheme

MARKS = ("preferred", "forbidden", "do_not_translate", "case", "stop")
TEXTS = ("source", "target", "pos", "concept")
RELATIONS = ("exact", "broader", "narrower", "related")
VARIANTS = {"source": "vs", "target": "vt"}

RULES: cells.Severities = {
    "status-missing": "error",
    "unknown-label": "error",
    "empty-side": "error",
    "duplicate": "error",
    "contradiction": "error",
    "two-preferred": "warning",
    "evidence-missing": "warning",
    "inflected": "warning",
    "differs": "warning",
}


def fault(payload: cells.Payload, scheme: Scheme, cell: str, value: Value) -> str | None:
    """Why a cell cannot be stored at all."""
    if cell == "status":
        return cells.label_fault(value, scheme)
    if cell == "relation":
        return cells.choice_fault(value, scheme.settings.get("relations", RELATIONS))
    if cell == "reliability":
        fits = cells.is_whole(value) and 1 <= int(value) <= 10  # type: ignore[arg-type]
        return None if fits else "must be a whole number from 1 to 10"
    if cell in TEXTS:
        return cells.text_fault(value)
    if cell in MARKS or (cell[:2] in VARIANTS.values() and cell[2:].strip()):
        return cells.true_fault(value)
    return cells.common_fault(cell, value)


def problems(payload: cells.Payload, scheme: Scheme, body: Body) -> list[Problem]:
    """What is missing for a valid pair, and what speaks against its forms."""
    found = cells.Breaches(RULES, scheme)
    status = body.get("status")
    found.label("status", status, ask="give one of ")
    if payload.get("duplicate_of"):
        message = f"the same pair is judged in {payload['duplicate_of']!s}"
        found.add("duplicate", message, ("source", "target"))
    if body.get("preferred") and body.get("forbidden"):
        message = "a term cannot be preferred and forbidden"
        found.add("contradiction", message, ("preferred", "forbidden"))
    if status == "valid":
        _valid(payload, body, found)
    return found.found


def label(payload: cells.Payload, body: Body) -> str:
    """The status; empty if none is given."""
    return str(body.get("status", ""))


def term_of(payload: cells.Payload, body: Body, side: str) -> str:
    """The form of a side, as corrected if it was."""
    form = body.get(side)
    return (form if isinstance(form, str) else cells.text_of(payload, side)).strip()


def across(
    judgements: Iterable[tuple[str, cells.Payload, Body]], scheme: Scheme
) -> dict[str, list[Problem]]:
    """Problems that only show when pairs are compared: duplicates, two preferred terms.

    Args:
        judgements: name of an item, its payload and its body.
        scheme: of the layer.

    Returns:
        The problems by name of the item; items without any are left out.
    """
    pairs: dict[tuple[str, ...], str] = {}
    preferred: dict[tuple[str, str], tuple[str, str]] = {}
    problems: dict[str, list[Problem]] = {}
    for name, payload, body in judgements:
        found = cells.Breaches(RULES, scheme)
        languages = [str((payload.get(side) or {}).get("lang") or "") for side in cells.SIDES]
        forms = [term_of(payload, body, side) for side in cells.SIDES]
        first = pairs.setdefault((*languages, *forms), name)
        if first != name and body.get("status") == "valid":
            message = f"{forms[0]} – {forms[1]} is judged in {first}, too"
            found.add("duplicate", message, ("source", "target"))
        concept = body.get("concept") or payload.get("concept")
        if body.get("preferred") and concept:
            other, form = preferred.setdefault((str(concept), languages[1]), (name, forms[1]))
            if form != forms[1]:
                message = f"the concept {concept!s} prefers {form!r} already, in {other}"
                found.add("two-preferred", message, ("preferred", "concept"))
        if found.found:
            problems.setdefault(name, []).extend(found.found)
    return problems


def _valid(payload: cells.Payload, body: Body, found: cells.Breaches) -> None:
    contexts = payload.get("contexts") or ()
    forms = {side: term_of(payload, body, side) for side in cells.SIDES}
    for side, form in forms.items():
        if not form:
            found.add("empty-side", f"a valid pair needs a term in the {side}", (side,))
        if not any(context.get(f"{side}_marks") for context in contexts):
            message = f"no context shows the term in the {side}: is there evidence?"
            found.add("evidence-missing", message)
        lemma = (payload.get(side) or {}).get("lemma")
        if lemma and lemma.casefold() != form.casefold() and form == cells.text_of(payload, side):
            message = f"{form!r} looks inflected: should the headword be {lemma!r}?"
            found.add("inflected", message, (side,))
    if body.get("do_not_translate") and forms["source"] != forms["target"]:
        message = f"not to be translated, but {forms['target']!r} is another form"
        found.add("differs", message, ("do_not_translate",))
