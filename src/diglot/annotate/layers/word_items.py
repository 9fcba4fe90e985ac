"""Items of word labels, groups and trees, with the links that diglot proposes."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from diglot._version import __version__
from diglot.annotate.items import NewItem, Suggested
from diglot.annotate.layers.payloads import key_of, marks_in, pair_name, pair_payloads, words_of
from diglot.annotate.layers.word_links import group_cells

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from diglot.model import Bitext, Termbase
    from diglot.words.alignment import Alignment

WordLink: TypeAlias = tuple[int, int, float]
"""Source token, target token, probability."""

UNLIKELY = 0.02
"""Probability from which a link says something on where parts belong."""


@dataclass(frozen=True, slots=True)
class LinkedWords:
    """What the aligner knows of a sentence pair.

    Attributes:
        chosen: links that it would give.
        both: links that both directions give.
        likely: all that are not unlikely.
    """

    chosen: tuple[WordLink, ...]
    both: tuple[WordLink, ...]
    likely: tuple[WordLink, ...]


def linked_words(
    pairs: Sequence[tuple[Sequence[str], Sequence[str]]], *, seed: int = 0
) -> list[LinkedWords]:
    """Align the words of sentence pairs, learning from these pairs alone.

    Args:
        pairs: source words and target words; sides that are empty or very long get no links.
        seed: of the sampler.
    """
    if not any(source and target for source, target in pairs):
        return [LinkedWords((), (), ()) for _ in pairs]
    from diglot.words import align
    from diglot.words.corpus import encode

    alignment = align(encode(pairs), learn=False, seed=seed)
    return [_of(alignment, pair) for pair in range(len(pairs))]


def _of(alignment: Alignment, pair: int) -> LinkedWords:
    found = alignment.posteriors
    here = slice(int(found.offsets[pair]), int(found.offsets[pair + 1]))
    links = [
        (int(s), int(t), round(float(p), 4))
        for s, t, p in zip(
            found.source[here], found.target[here], alignment.probabilities[here], strict=True
        )
    ]
    known = {(s, t): p for s, t, p in links}
    sources = found.forward_best[found.target_offsets[pair] : found.target_offsets[pair + 1]]
    targets = found.backward_best[found.source_offsets[pair] : found.source_offsets[pair + 1]]
    both = [
        (s, t, known.get((s, t), 0.0))
        for t, s in enumerate(sources.tolist())
        if 0 <= s < len(targets) and targets[s] == t
    ]
    return LinkedWords(
        tuple(link for link in links if link[2] >= alignment.threshold),
        tuple(sorted(both)),
        tuple(link for link in links if link[2] >= UNLIKELY),
    )


# Sentence pairs whose words are to be labelled, grouped or divided.


Policy: TypeAlias = Literal["random", "stratified", "uncertainty"]

METHOD = "diglot.words"


def word_label_items(
    bitext: Bitext, *, per_pair: int = 5, policy: Policy = "stratified", seed: int = 0
) -> list[NewItem]:
    """Links that both directions of the aligner give, a few a pair, to be labelled.

    Args:
        bitext: its links with both sides are the sentence pairs; those without a common link of
            words are left out.
        per_pair: most links of a pair.
        policy: which of them: at ``random``; ``stratified``, one from each of as many layers of
            probability; ``uncertainty``, those nearest to one half.
        seed: of the aligner and of what is drawn.
    """
    items = []
    for key, payload, links in _linked(bitext, seed):
        rng = random.Random(f"{seed}/{key}")  # noqa: S311 - repeatable, no secret
        chosen = chosen_links(links.both, per_pair, policy, rng)
        if not chosen:
            continue
        candidates = [
            {"source": source, "target": target, "score": score}
            for source, target, score in _placed(payload, chosen)
        ]
        items.append(
            NewItem(
                key=key,
                payload={
                    **payload,
                    "candidates": candidates,
                    "policy": {"name": policy, "seed": seed, "most": per_pair},
                },
                score=round(fmean(link[2] for link in chosen), 4),
            )
        )
    return items


def group_items(bitext: Bitext, *, suggestions: bool = True, seed: int = 0) -> list[NewItem]:
    """Sentence pairs whose words are to be grouped, the aligner's links beside them.

    Args:
        bitext: its links with both sides are the sentence pairs.
        suggestions: whether the aligner proposes links and groups.
        seed: of the aligner.
    """
    items = []
    for key, payload, links in _linked(bitext, seed, links=suggestions):
        shown = {**payload, "links": [list(link) for link in _placed(payload, links.chosen)]}
        proposed = group_cells(shown, [(s, t, "S") for s, t, _ in links.chosen])
        items.append(_proposed(key, shown, links, proposed, seed))
    return items


def tree_items(
    bitext: Bitext,
    *,
    suggestions: bool = True,
    termbase: Termbase | None = None,
    seed: int = 0,
) -> list[NewItem]:
    """Sentence pairs to be divided; unlikely links are left out, all others rank divisions.

    Args:
        bitext: its links with both sides are the sentence pairs.
        suggestions: whether the aligner's links are there to rank divisions.
        termbase: whose terms should not be cut.
        seed: of the aligner.
    """
    items = []
    for key, payload, links in _linked(bitext, seed, links=suggestions):
        shown = {**payload, "links": [list(link) for link in _placed(payload, links.likely)]}
        if not suggestions:
            shown["suggest"] = False
        if termbase is not None:
            shown["terms"] = {name: _terms(shown[name], termbase) for name in ("source", "target")}
        items.append(_proposed(key, shown, links, {}, seed))
    return items


def chosen_links(
    links: Sequence[WordLink], most: int, policy: Policy, rng: random.Random
) -> list[WordLink]:
    """At most so many links, ascending by place."""
    if len(links) <= most:
        return sorted(links)
    if policy == "random":
        return sorted(rng.sample(list(links), most))
    if policy == "uncertainty":
        return sorted(sorted(links, key=lambda link: (abs(link[2] - 0.5), link))[:most])
    ranked = sorted(links, key=lambda link: (link[2], link))
    edges = [len(ranked) * number // most for number in range(most + 1)]
    return sorted(rng.choice(ranked[begin:end]) for begin, end in itertools.pairwise(edges))


def _linked(
    bitext: Bitext, seed: int, *, links: bool = True
) -> Iterator[tuple[str, dict[str, Any], LinkedWords]]:
    """Key, payload and word links of every sentence pair."""
    name = pair_name(bitext)
    shown = list(pair_payloads(bitext))
    tokens = [(words_of(each["source"]), words_of(each["target"])) for _, each in shown]
    nothing = [LinkedWords((), (), ())] * len(shown)
    found = linked_words(tokens, seed=seed) if links else nothing
    for (pair, payload), here in zip(shown, found, strict=True):
        yield key_of(name, pair.number + 1), payload, here


def _placed(payload: dict[str, Any], links: Sequence[WordLink]) -> list[WordLink]:
    """Links by the first characters of their words."""
    source, target = payload["source"]["tokens"], payload["target"]["tokens"]
    return [(source[s][0], target[t][0], score) for s, t, score in links]


def _proposed(
    key: str, payload: dict[str, Any], links: LinkedWords, cells: dict[str, Any], seed: int
) -> NewItem:
    score = round(fmean(link[2] for link in links.chosen), 4) if links.chosen else None
    made = Suggested(METHOD, __version__, cells, {"seed": seed}, score)
    return NewItem(key=key, payload=payload, score=score, suggestions=(made,) if cells else ())


def _terms(shown: dict[str, Any], termbase: Termbase) -> list[list[int]]:
    """Where terms of more than one word stand in a text."""
    language = str(shown["lang"]).partition("-")[0]
    found = {
        (begin, end)
        for concept in termbase.concepts
        for term in concept.terms
        if " " in term.text.strip() and term.language.partition("-")[0] == language
        if term.text.split()[0].casefold() in shown["text"].casefold()
        for begin, end in marks_in(shown["text"], term.text, language)
    }
    return [list(span) for span in sorted(found)]
