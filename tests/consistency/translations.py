"""Translations and termbases made by hand, for tests of what is wrong with them."""

from __future__ import annotations

import numpy as np

from diglot.consistency.entries import PROFILES, Policy, entries_of, severities_of
from diglot.consistency.judging.blocks import JudgedBlock
from diglot.consistency.judging.checker import Checker
from diglot.consistency.judging.findings import TermFindings
from diglot.consistency.judging.judgements import LinkProbabilities
from diglot.model import CheckedUnit, Concept, ConceptTerm, Termbase


def concept(source, *targets, status=None, **flags):
    """A concept in English and Spanish; ``!`` before a target forbids it, ``*`` prefers it."""
    said = tuple((name.replace("_", "-"), "yes") for name, value in flags.items() if value)
    terms = [ConceptTerm(source, "en", status)]
    for text in targets:
        its = {"!": "forbidden", "*": "preferred"}.get(text[0], status)
        terms.append(ConceptTerm(text.lstrip("!*"), "es", its, properties=said))
    return Concept(source, tuple(terms))


def checker(*concepts, **options):
    return Checker(entries_of(Termbase(concepts), "en", "es"), **options)


def links_of(pairs, *, units):
    """Word links as ``{unit: {source position: target position}}``, all of them sure."""
    rows = [sorted(pairs.get(unit, {}).items()) for unit in range(units)]
    sizes = [len(row) for row in rows]
    flat = [link for row in rows for link in row]
    return LinkProbabilities(
        np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
        np.array([source for source, _ in flat], np.int32),
        np.array([target for _, target in flat], np.int32),
        np.full(len(flat), 0.9, np.float32),
    )


def judged(own, texts, links=None, documents=()):
    """A block of judged units, and the mask of those whose terms are looked at."""
    units = [
        CheckedUnit(number, source, target, document=documents[number] if documents else None)
        for number, (source, target) in enumerate(texts)
    ]
    block = own.encode(texts)
    found = None if links is None else links_of(links, units=len(texts))
    result = own.judge(block, links=found)
    forms = own.source.forms, own.target.forms
    done = JudgedBlock(units, (block.source, block.target), forms, result, found)
    return done, block


def policy(profile="standard", counting="each", **severities):
    told = {name.replace("_", "-"): value for name, value in severities.items()}
    return Policy(severities_of(PROFILES[profile], told=told), PROFILES[profile], counting)


def findings(own, texts, links=None, **options):
    """What is wrong with the terms of some units."""
    done, _ = judged(own, texts, links)
    return TermFindings(own.entries, own.terms, policy(**options)).findings(done)
