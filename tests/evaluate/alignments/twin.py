"""The scores again, straight from their definitions, pair by pair and without arrays."""

from __future__ import annotations


def split(links, keep=False):
    """Return the set of (source, target) tuples of a file, n-0 links split unless kept."""
    pairs = set()
    for link in links:
        source, target = tuple(sorted(set(link.source))), tuple(sorted(set(link.target)))
        if not source and not target:
            continue
        if (source and target) or keep:
            pairs.add((source, target))
        else:
            pairs |= {((i,), ()) for i in source} | {((), (j,)) for j in target}
    return pairs


def precision_counts(gold, test):
    """Count strict hits, lax hits and links of ``test`` (Sennrich and Volk 2011)."""
    reached = {}
    for source, target in gold:
        for i in source:
            reached.setdefault(i, set()).update(target)
    strict = lax = 0
    for source, target in test:
        if (source, target) in gold:
            strict += 1
            lax += 1
        elif any(j in reached.get(i, ()) for i in source for j in target):
            lax += 1
    return strict, lax, len(test)


def strict_and_lax(predicted, gold, split_nulls=True):
    """Return {"strict": (p, r, f), "lax": (p, r, f)} pooled over documents."""
    precise = [0, 0, 0]
    recalled = [0, 0, 0]
    for test_links, gold_links in zip(predicted, gold, strict=True):
        test = split(test_links, keep=not split_nulls)
        right = split(gold_links, keep=not split_nulls)
        precise = [a + b for a, b in zip(precise, precision_counts(right, test), strict=True)]
        test = {pair for pair in test if pair[0] and pair[1]}
        right = {pair for pair in right if pair[0] and pair[1]}
        recalled = [a + b for a, b in zip(recalled, precision_counts(test, right), strict=True)]
    result = {}
    for place, name in enumerate(("strict", "lax")):
        p = precise[place] / precise[2] if precise[2] else 0.0
        r = recalled[place] / recalled[2] if recalled[2] else 0.0
        result[name] = (p, r, 2 * p * r / (p + r) if p + r else 0.0)
    return result


def weight(level, pairs, source, target):
    """Count the pairs in the units of a level."""
    if level == "word":
        return sum(len(source[i].split()) * len(target[j].split()) for i, j in pairs)
    if level == "char":
        return sum(len(source[i]) * len(target[j]) for i, j in pairs)
    return len(pairs)


def arcade(predicted, gold, source, target, split_nulls=True):
    """Return the four ARCADE levels from sets of links and of weighted sentence pairs."""
    totals = {name: [0, 0, 0] for name in ("align", "sentence", "word", "char")}
    for number, (test_links, gold_links) in enumerate(zip(predicted, gold, strict=True)):
        test = split(test_links, keep=not split_nulls)
        right = split(gold_links, keep=not split_nulls)
        ours = {(i, j) for s, t in test for i in s for j in t}
        theirs = {(i, j) for s, t in right for i in s for j in t}
        sides = source[number], target[number]
        for name in totals:
            one, other = (test, right) if name == "align" else (ours, theirs)
            for place, pairs in enumerate((one & other, one, other)):
                totals[name][place] += weight(name, pairs, *sides)
    result = {}
    for name, (common, ours, theirs) in totals.items():
        if not ours and not theirs:
            result[name] = (1.0, 1.0, 1.0)
            continue
        p = common / ours if ours else 0.0
        r = common / theirs if theirs else 0.0
        result[name] = (p, r, 2 * p * r / (p + r) if p + r else 0.0)
    return result
