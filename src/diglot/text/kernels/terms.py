"""Terms in numbered words, and what translates them (compiled)."""

from __future__ import annotations

from typing import Any, NamedTuple

import cython
import numpy as np

NONE, WORDS = -1, -2
FREE = cython.declare(cython.int, -1)
NOTHING = cython.declare(cython.int, NONE)
UNKNOWN = cython.declare(cython.int, WORDS)
# Share of the linked words that a term must cover, as Dice, to be what was meant; less for one
# that is known to translate the other.
COVER = cython.declare(cython.double, 0.5)
KNOWN = cython.declare(cython.double, 0.3)


class Forms(NamedTuple):
    """Forms of terms as a tree of words.

    Attributes:
        children: int64 (nodes + 1,), where the children of each node begin.
        words: int32 (children,), the folded word of each, ascending within a node.
        nodes: int32 (children,), the node of each.
        terms: int32 (nodes,), the term that ends at each; -1 for none.
        capitals: int64 (nodes + 1,), where the words of its form that need capitals begin.
        spelt: int32, those words as they must be spelt; -1 for any spelling.
    """

    children: Any
    words: Any
    nodes: Any
    terms: Any
    capitals: Any
    spelt: Any


@cython.cfunc
@cython.nogil
def child_of(
    words: cython.const_int[::1],
    begin: cython.longlong,
    end: cython.longlong,
    word: cython.int,
) -> cython.longlong:
    """Return the place of a word among ascending ones; -1 where it is not."""
    while begin < end:
        middle: cython.longlong = (begin + end) // 2
        if words[middle] < word:
            begin = middle + 1
        elif words[middle] > word:
            end = middle
        else:
            return middle
    return -1


def find_terms(
    tokens: cython.const_int[::1],
    offsets: cython.const_longlong[::1],
    folds: cython.const_int[::1],
    starts: cython.const_int[::1],
    forms,
    deepest: cython.longlong,
):
    """Find every term in sentences, by start, longer ones first.

    Args:
        tokens: int32, numbers of words, sentence after sentence.
        offsets: int64 (sentences + 1,), where each begins.
        folds: int32 (words,), the folded word of each; -1 for one that is in no form.
        starts: int32 (words,), the node of the forms that begin with it; -1 for none.
        forms: `Forms`.
        deepest: words of the longest form.

    Returns:
        (marks, ends): int32 (marks, 4), term, first token, one past the last, whether it lies
        inside a longer term; int64 (sentences + 1,), where those of each sentence begin.
    """
    children: cython.const_longlong[::1] = forms.children
    words: cython.const_int[::1] = forms.words
    nodes: cython.const_int[::1] = forms.nodes
    terms: cython.const_int[::1] = forms.terms
    capitals: cython.const_longlong[::1] = forms.capitals
    spelt: cython.const_int[::1] = forms.spelt
    sentences: cython.Py_ssize_t = len(offsets) - 1
    ends: cython.longlong[::1] = np.zeros(sentences + 1, np.int64)
    here: cython.int[:, ::1] = np.empty((deepest + 1, 2), np.int32)
    capacity: cython.longlong = 1024
    marks = np.empty((capacity, 4), np.int32)
    out: cython.int[:, ::1] = marks
    count: cython.longlong = 0
    for sentence in range(sentences):
        begin: cython.longlong = offsets[sentence]
        size: cython.longlong = offsets[sentence + 1] - begin
        if count + size * deepest > capacity:
            capacity = 2 * capacity + size * deepest
            marks = np.concatenate([marks[:count], np.empty((capacity - count, 4), np.int32)])
            out = marks
        with cython.nogil:
            reach: cython.longlong = 0
            first: cython.longlong = 0
            while first < size:
                node: cython.longlong = starts[tokens[begin + first]]
                found: cython.longlong = 0
                end: cython.longlong = first + 1
                while node >= 0:
                    fits: cython.bint = terms[node] != FREE
                    if fits:
                        base: cython.longlong = capitals[node]
                        step: cython.longlong
                        for step in range(capitals[node + 1] - base):
                            wanted: cython.int = spelt[base + step]
                            if wanted != FREE and wanted != tokens[begin + first + step]:
                                fits = False
                    if fits:
                        here[found, 0] = terms[node]
                        here[found, 1] = cython.cast(cython.int, end)
                        found += 1
                    if end == size:
                        break
                    place: cython.longlong = child_of(
                        words, children[node], children[node + 1], folds[tokens[begin + end]]
                    )
                    node = nodes[place] if place >= 0 else -1
                    end += 1
                while found > 0:
                    found -= 1
                    last: cython.int = here[found, 1]
                    out[count, 0] = here[found, 0]
                    out[count, 1] = cython.cast(cython.int, first)
                    out[count, 2] = last
                    out[count, 3] = last <= reach
                    count += 1
                    if last > reach:
                        reach = last
                first += 1
        ends[sentence + 1] = count
    return marks[:count], np.asarray(ends)


def translations(
    marks: cython.const_int[:, ::1],
    ends: cython.const_longlong[::1],
    others: cython.const_int[:, ::1],
    other_ends: cython.const_longlong[::1],
    links: cython.const_longlong[::1],
    here: cython.const_int[::1],
    there: cython.const_int[::1],
    known: cython.const_longlong[::1],
    partners: cython.const_int[::1],
    longest: cython.longlong,
):
    """Choose what translates each term of one side: a term of the other side, or the linked words.

    Args:
        marks: int32 (marks, 4), the terms of one side, see `find_terms`.
        ends: int64 (pairs + 1,), where those of each pair begin.
        others: the terms of the other side.
        other_ends: where those of each pair begin.
        links: int64 (pairs + 1,), where the word links of each pair begin.
        here: int32 (links,), linked tokens of the side, inside their sentence.
        there: int32 (links,), the tokens of the other side, inside theirs.
        known: int64 (terms + 1,), where the known translations of each term begin.
        partners: int32, those translations, ascending.
        longest: tokens of the longest sentence of the other side.

    Returns:
        int32 (marks,): the term of the other side; `WORDS` where it is the linked words, `NONE`
        where no word is linked and no known translation is there.
    """
    chosen: cython.int[::1] = np.empty(len(marks), np.int32)
    # The last mark that a token of the other side was linked with.
    seen: cython.longlong[::1] = np.full(longest + 1, -1, np.int64)
    mark: cython.longlong
    other: cython.longlong
    link: cython.longlong
    token: cython.longlong
    with cython.nogil:
        for pair in range(len(ends) - 1):
            for mark in range(ends[pair], ends[pair + 1]):
                linked: cython.longlong = 0
                for link in range(links[pair], links[pair + 1]):
                    if marks[mark, 1] <= here[link] < marks[mark, 2] and seen[there[link]] != mark:
                        seen[there[link]] = mark
                        linked += 1
                low: cython.longlong = known[marks[mark, 0]]
                high: cython.longlong = known[marks[mark, 0] + 1]
                chosen[mark] = UNKNOWN if linked else NOTHING
                best: cython.double = COVER
                for other in range(other_ends[pair], other_ends[pair + 1]):
                    partner: cython.bint = child_of(partners, low, high, others[other, 0]) >= 0
                    if linked == 0:
                        if partner:
                            chosen[mark] = others[other, 0]
                            break
                        continue
                    inside: cython.longlong = 0
                    for token in range(others[other, 1], others[other, 2]):
                        inside += seen[token] == mark
                    if inside == 0:
                        continue
                    size: cython.longlong = others[other, 2] - others[other, 1] + linked
                    cover: cython.double = cython.cast(cython.double, 2 * inside) / size
                    if partner:
                        cover += KNOWN
                    if cover > best:
                        best = cover
                        chosen[mark] = others[other, 0]
    return np.asarray(chosen)
