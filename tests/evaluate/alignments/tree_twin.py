"""The scores against trees again, from their definitions, pair by pair and link by link."""

from __future__ import annotations

from itertools import combinations


def leaves(nodes):
    """Numbers of the nodes without children."""
    parents = {node[4] for node in nodes}
    return [number for number in range(len(nodes)) if number not in parents]


def cells(node):
    a, b, c, d = node[:4]
    return {(i, j) for i in range(a, b) for j in range(c, d)}


def consistent(node, links):
    """Tell whether a node holds a link and no link has exactly one end inside."""
    a, b, c, d = node[:4]
    ends = [(a <= i < b, c <= j < d) for i, j in links]
    return (True, True) in ends and all(one == other for one, other in ends)


def bisegments(links):
    """Connected components of the links, closed to spans."""
    found = set()
    for link in links:
        inside = {link}
        while True:
            rows, columns = [i for i, _ in inside], [j for _, j in inside]
            a, b, c, d = min(rows), max(rows) + 1, min(columns), max(columns) + 1
            more = {(i, j) for i, j in links if a <= i < b or c <= j < d}
            if more == inside:
                break
            inside = more
        found.add((a, b, c, d))
    return found


def good(box, nodes):
    """Tell whether a bisegment is the union of some leaves with the same parent."""
    by_parent = {}
    for number in leaves(nodes):
        by_parent.setdefault(nodes[number][4], []).append(nodes[number])
    for siblings in by_parent.values():
        for size in range(1, len(siblings) + 1):
            for some in combinations(siblings, size):
                rows = sorted(i for a, b, *_ in some for i in range(a, b))
                columns = sorted(j for _, _, c, d, _ in some for j in range(c, d))
                if rows == list(range(*box[:2])) and columns == list(range(*box[2:])):
                    return True
    return False


def figures(pairs):
    """Return every figure over (nodes, links) pairs."""
    total = dict.fromkeys(
        ("predicted", "inside", "leaves", "touched", "found", "single", "single_found"), 0
    )
    total |= dict.fromkeys(("nodes", "consistent", "whole"), 0)
    total |= dict.fromkeys(("boxes", "leaf_hits", "distinct", "node_hits", "larger", "good"), 0)
    for nodes, links in pairs:
        if not nodes:
            continue
        ends = [nodes[number] for number in leaves(nodes)]
        total["predicted"] += len(links)
        total["inside"] += sum(any(link in cells(leaf) for leaf in ends) for link in links)
        total["leaves"] += len(ends)
        for leaf in ends:
            hit = len(links & cells(leaf))
            total["touched"] += hit > 0
            total["found"] += hit / len(cells(leaf))
            total["single"] += len(cells(leaf)) == 1
            total["single_found"] += len(cells(leaf)) == 1 and hit > 0
        total["nodes"] += len(nodes)
        total["consistent"] += sum(consistent(node, links) for node in nodes)
        total["whole"] += sum(consistent(leaf, links) for leaf in ends)
        boxes = bisegments(links)
        total["boxes"] += len(boxes)
        total["leaf_hits"] += len(boxes & {leaf[:4] for leaf in ends})
        total["distinct"] += len({node[:4] for node in nodes})
        total["node_hits"] += len(boxes & {node[:4] for node in nodes})
        larger = [(a, b, c, d) for a, b, c, d in boxes if b - a + d - c > 2]
        total["larger"] += len(larger)
        total["good"] += sum(good(box, nodes) for box in larger)
    t = total

    def share(part, whole):
        return part / whole if whole else 0.0

    def f1(p, r):
        return 2 * p * r / (p + r) if p + r else 0.0

    p, r = share(t["inside"], t["predicted"]), share(t["touched"], t["leaves"])
    weight = t["found"] + t["predicted"] - t["inside"] + t["single"]
    result = {
        "leaves": {
            "precision": p,
            "recall": r,
            "f1": f1(p, r),
            "weighted_recall": share(t["found"], t["leaves"]),
            "weighted_aer": 1 - (t["single_found"] + t["found"]) / weight if weight else 0.0,
        },
        "nodes": {
            "consistency": share(t["consistent"], t["nodes"]),
            "minimal_consistency": share(t["whole"], t["leaves"]),
        },
        "groups": {"good": share(t["good"], t["larger"])},
    }
    for name, hits, gold in (
        ("bisegments_leaves", "leaf_hits", "leaves"),
        ("bisegments_nodes", "node_hits", "distinct"),
    ):
        p, r = share(t[hits], t["boxes"]), share(t[hits], t[gold])
        result[name] = {"precision": p, "recall": r, "f1": f1(p, r)}
    return result
