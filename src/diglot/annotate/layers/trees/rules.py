"""Sentence pairs divided again and again, down to words that correspond.

Cells: ``n<path>`` holds ``["direct", i, j]`` or ``["inverse", i, j]``, with the first characters of
the words that begin the right parts of source and target; ``["trim", side, edge, offset]``, with
the first character of the first word kept (left edge) or the end of the last one (right edge); or
``["leaf", reason]``. A node without a cell is open.

Reference: Xu and Yvon 2016, Novel annotation schemes for sentential and sub-sentential alignments
    of bi-texts, LREC, section 3.3.
"""

from diglot.annotate.bodies import Body, Problem, Value
from diglot.annotate.layers.cells import (
    SIDES,
    Breaches,
    Payload,
    Severities,
    choice_fault,
    common_fault,
    is_whole,
    text_of,
)
from diglot.annotate.layers.trees.nodes import (
    EDGES,
    SPLITS,
    Block,
    Node,
    Tokens,
    is_path,
    nodes,
    orphans,
)
from diglot.annotate.schemes import Scheme
from diglot.words.divisions import best_free, evidence_of_links

ONE_TO_ONE = "1-1"

RULES: Severities = {
    "open": "error",
    "orphan": "error",
    "shape": "error",
    "split-place": "error",
    "trim-place": "error",
    "trim-nothing": "error",
    "unknown-label": "error",
    "leaf-reason": "error",
    "imbalance": "warning",
    "leaf-long": "warning",
    "cut-term": "warning",
    "trim-content": "off",
}

_LONG_WORD = 4
"""Letters from which a trimmed word is perhaps not a function word."""


def fault(payload: Payload, scheme: Scheme, cell: str, value: Value) -> str | None:
    """Why a cell cannot be stored at all."""
    if cell == "note" or cell[:1] != "n" or not is_path(cell[1:]):
        return common_fault(cell, value)
    if not isinstance(value, list) or not value:
        return "must be a list that begins with direct, inverse, trim or leaf"
    if value[0] == "leaf" and len(value) == 2:
        return choice_fault(value[1], scheme.names)
    if value[0] in SPLITS and len(value) == 3:
        lengths = (len(text_of(payload, side)) for side in SIDES)
        fits = all(
            is_whole(at) and 0 <= at < length  # type: ignore[operator]
            for at, length in zip(value[1:], lengths, strict=True)
        )
        return None if fits else "must name a character of each side"
    if value[0] == "trim" and len(value) == 4:
        fits = value[1] in SIDES and value[2] in EDGES and is_whole(value[3])
        return None if fits else "must name a side, an edge and a character"
    return "must be direct or inverse with two places, a trim with three, or a leaf with one"


def problems(payload: Payload, scheme: Scheme, body: Body) -> list[Problem]:
    """Divisions that do not fit, nodes that are open, and divisions that are probably wrong."""
    found = Breaches(RULES, scheme)
    tokens = Tokens.of(payload)
    reached = nodes(payload, body)
    for cell in orphans(body, reached):
        found.add("orphan", "the node is below one that is not divided like this", (cell,))
    for node in reached:
        if node.kind == "open":
            found.add("open", f"{_shown(payload, tokens, node)} is not divided", (node.cell,))
        elif node.breach:
            message = f"{node.message}: {_shown(payload, tokens, node)}"
            found.add(node.breach, message, (node.cell,))
        elif node.kind == "leaf":
            _leaf(payload, scheme, tokens, node, found)
    divided = [node for node in reached if node.kind in SPLITS and not node.breach]
    _imbalanced(payload, scheme, tokens, divided, found)
    _cut_terms(payload, tokens, divided, found)
    if found.wants("trim-content"):
        _content_trimmed(payload, tokens, reached, found)
    return found.found


def label(payload: Payload, body: Body) -> str:
    """Number of leaves and of open nodes."""
    reached = nodes(payload, body)
    leaves, still_open = (sum(node.kind == kind for node in reached) for kind in ("leaf", "open"))
    return f"{leaves} leaves, {still_open} open" if still_open else f"{leaves} leaves"


def balance(block: Block, i: int, j: int) -> float:
    """Mean share of the shorter half of a division, between 0 and .5."""
    first, last, begin, end = block
    source = min(i - first, last - i) / (last - first)
    return (source + min(j - begin, end - j) / (end - begin)) / 2


def _leaf(payload: Payload, scheme: Scheme, tokens: Tokens, node: Node, found: Breaches) -> None:
    first, last, begin, end = node.block
    sizes = last - first, end - begin
    reason = node.value[1] if isinstance(node.value, list) and len(node.value) > 1 else ""
    found.label(node.cell, reason)
    if (reason == ONE_TO_ONE) != (sizes == (1, 1)):
        message = f"a leaf of {sizes[0]} and {sizes[1]} words is called {reason}"
        found.add("leaf-reason", message, (node.cell,))
    most = scheme.settings.get("words", 6)
    if max(sizes) > most:
        message = f"a leaf of {sizes[0]} and {sizes[1]} words: {_shown(payload, tokens, node)}"
        found.add("leaf-long", message, (node.cell,))


def _imbalanced(
    payload: Payload, scheme: Scheme, tokens: Tokens, divided: list[Node], found: Breaches
) -> None:
    """Warn of a tiny part where another division is balanced and crosses no link."""
    links = payload.get("links") or ()
    if not links or not found.wants("imbalance"):
        return
    low = scheme.settings.get("imbalance", 0.15)
    enough = scheme.settings.get("balance", 0.35)
    pairs = [
        (tokens.firsts[0][link[0]], tokens.firsts[1][link[1]], *link[2:3])
        for link in links
        if link[0] in tokens.firsts[0] and link[1] in tokens.firsts[1]
    ]
    low_nodes = [node for node in divided if balance(node.block, *places(tokens, node)) < low]
    if not low_nodes:
        return
    evidence = evidence_of_links((len(tokens.spans[0]), len(tokens.spans[1])), pairs)
    for node in low_nodes:
        share = balance(node.block, *places(tokens, node))
        better = best_free(evidence, node.block)
        if better is not None and better.balance >= enough:
            words = (
                text_of(payload, side)[slice(*tokens.spans[at][place - 1])]
                for at, (side, place) in enumerate(zip(SIDES, (better.i, better.j), strict=True))
            )
            message = (
                f"balance {share:.2f}, but {better.balance:.2f} is free of crossed links: "
                f"{better.direction} after {' – '.join(words)}"
            )
            found.add("imbalance", message, (node.cell,))


def places(tokens: Tokens, node: Node) -> tuple[int, int]:
    """Numbers of the tokens that begin the right parts of a division that fits."""
    assert isinstance(node.value, list)  # noqa: S101 - for the type checker; a split is a list
    _, i, j = node.value
    return tokens.firsts[0][i], tokens.firsts[1][j]  # type: ignore[index]


def _cut_terms(payload: Payload, tokens: Tokens, divided: list[Node], found: Breaches) -> None:
    """Warn of a division inside a known term (the payload's ``terms``, spans of both sides)."""
    terms = payload.get("terms") or {}
    if not terms:
        return
    for node in divided:
        for side, at, place in zip(SIDES, (0, 1), places(tokens, node), strict=True):
            offset = tokens.spans[at][place][0]
            for begin, end in terms.get(side) or ():
                if begin < offset < end:
                    term = text_of(payload, side)[begin:end]
                    found.add("cut-term", f"the division cuts the term {term!r}", (node.cell,))


def _content_trimmed(
    payload: Payload, tokens: Tokens, reached: list[Node], found: Breaches
) -> None:
    for node in reached:
        if node.kind != "trim" or node.breach or not isinstance(node.value, list):
            continue
        _, side, edge, offset = node.value
        at = SIDES.index(str(side))
        first, last = node.block[2 * at : 2 * at + 2]
        left, right = tokens.spans[at][first][0], tokens.spans[at][last - 1][1]
        place = int(offset)  # type: ignore[arg-type]
        begin, end = (left, place) if edge == "left" else (place, right)
        trimmed = text_of(payload, str(side))[begin:end].strip()
        if any(len(word) >= _LONG_WORD and word.isalpha() for word in trimmed.split()):
            found.add("trim-content", f"the trim drops {trimmed!r}", (node.cell,))


def _shown(payload: Payload, tokens: Tokens, node: Node) -> str:
    """Both sides of a node in a few words."""
    sides = []
    for at, side in enumerate(SIDES):
        first, last = node.block[2 * at : 2 * at + 2]
        text = text_of(payload, side)[tokens.spans[at][first][0] : tokens.spans[at][last - 1][1]]
        sides.append(text if len(text) <= 30 else f"{text[:28]}…")
    return " – ".join(sides)
