"""What a user is told to look at: ``python -m bench.doubts [--train]``.

Faults are planted into the development texts: sentences added on the target side, sentences left
out there, passages left in the source language, numbers changed, passages moved, translations
replaced by others of the same text and by its untranslated sentences, two sentences in each other's
place. A fault is found where a link of its sentences is doubtful or has one side only; the second
figure is the share of links that the gold has, too, with two sides, and that are called doubtful
all the same; the third that of the other links, which hold no fault: their borders are wrong. Seven
times faults are planted, at other places each.

``--short`` measures pieces of one to six links of these texts instead, each aligned by itself: one
in four with all targets replaced, one in four with one of them.

``--train`` makes ``src/diglot/sentences/doubts.json`` and ``bench/folds-doubts.json`` (for every
set the judges that never saw it) from other faults of the same kinds, and from pieces. Needs ten
minutes.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
from collections import Counter
from dataclasses import dataclass, replace
from statistics import fmean
from typing import TYPE_CHECKING

import numpy as np

from bench.data import LANGUAGES, SETS, Gold, load
from bench.quality import fold
from bench.tables import table
from bench.train_sentences import FOLDS, SHIPPED
from bench.train_vectors import COVERED, add_fold, encoded
from bench.training import texts_of
from bench.twins import sample
from diglot.files.atomic import atomic_open
from diglot.learning.trees import Growth, train_trees
from diglot.model.links import is_doubtful
from diglot.packs.finding import find_pack
from diglot.sentences import doubts
from diglot.sentences.assembly import Linker
from diglot.sentences.corpus import encode
from diglot.sentences.evidence.features import (
    Weights,
    generative_weights,
    shipped_weights,
)
from diglot.sentences.evidence.lexicon import held_out_ratios
from diglot.sentences.models.crf import align_with, search_rounds
from diglot.sentences.reasons import Reasoner
from diglot.sentences.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from diglot.model import Link
    from diglot.sentences.corpus import Corpus

KINDS = ("added", "omitted", "untranslated", "number", "moved", "replaced", "foreign", "swapped")
EVERY = 12
"""Links from one fault to the next."""
WIDTHS = {
    "untranslated": (1, 2, 3),
    "moved": (3, 4, 5),
    "replaced": (1, 2, 3),
    "foreign": (1, 2, 3),
    "swapped": (2,),
}
"""Links of a fault, where they are more than one."""
PATIENCE = 10
"""Links tried for a kind of fault before it is the turn of the next."""
LINKS = 200
"""Of a text; of a set four times as many."""
LEAST_LENGTH = 30
"""Characters of a sentence that is added or left out."""
STATES = {"neither": (False, False), "pack": (True, False), "encoder": (False, True)}
STATES["both"] = (True, True)
"""Whether there is a pack, and vectors."""
SEEDS, TRAINING_SEEDS = range(1, 8), range(11, 15)
MOST_FLAGGED = 0.0275, 0.0185
"""Share of the good links of whole texts that may be doubtful in all, on average over the sets
trained on, without and with vectors."""
FAULTS, FAULTS_OF_PIECES = 4.0, 0.5
"""How much a fault counts more than a good link."""
PENALTY = 3e-3
GROWTH = Growth(rounds=100, rate=0.09, leaves=6, least_leaf=40, penalty=5.0)
SIZES = 1, 1, 2, 2, 3, 4, 6
"""Links of the pieces that are aligned by themselves."""
PIECES = 40
"""Of a set, for every draw."""
OF_PIECES = 0.3
"""What they count beside the whole texts of their set."""
SHIPPED_DOUBTS = SHIPPED.with_name("doubts.json")
FOLDS_DOUBTS = FOLDS.with_name("folds-doubts.json")
_DIGIT = re.compile(r"[1-9]")


@dataclass(slots=True)
class Part:
    """A stretch of both texts: the sentences of a link, or of a fault."""

    source: list[str]
    target: list[str]
    fault: int = -1


@dataclass(frozen=True, slots=True)
class Planted:
    """A document with faults.

    Attributes:
        source, target: sentences.
        faults: kind, source sentences and target sentences of every fault.
        good: links of the gold that no fault touches.
    """

    source: list[str]
    target: list[str]
    faults: list[tuple[str, set[int], set[int]]]
    good: set[tuple[tuple[int, ...], tuple[int, ...]]]

    def faulty(self) -> Callable[[Sequence[int], Sequence[int]], bool]:
        """Return what tells whether source and target sentences touch a fault."""
        ours = {i for _, source, _ in self.faults for i in source}
        theirs = {j for _, _, target in self.faults for j in target}
        return lambda source, target: not (ours.isdisjoint(source) and theirs.isdisjoint(target))


def planted(document: Gold, strangers: Sequence[str], seed: int) -> Planted:
    """Plant faults of all kinds into a document.

    Args:
        document: the text.
        strangers: target sentences of other texts, to be added.
        seed: of the places.
    """
    rng = random.Random(f"doubts {document.name} {seed}")
    parts = _parts(document)
    kinds: list[str] = []
    result: list[Part] = []
    moved: list[tuple[int, list[Part]]] = []
    place, turn, tries = rng.randrange(3, EVERY), 0, 0
    while place < len(parts):
        kind = KINDS[turn % len(KINDS)]
        width = rng.choice(WIDTHS.get(kind, (1,)))
        result += parts[: place + 1 if kind == "added" else place]
        chosen = parts[place : place + width]
        rest = parts[place + (0 if kind == "added" else width) :]
        if kind == "added":
            rest = rest[1:]
            chosen = [Part([], [rng.choice(strangers)])]
        elif not _fits(kind, chosen, width):
            # The next link may fit better.
            result += chosen
            parts, place, tries = rest, 0, tries + 1
            if tries == PATIENCE:
                turn, tries = turn + 1, 0
            continue
        fault, turn, tries = len(kinds), turn + 1, 0
        kinds.append(kind)
        for part in chosen:
            part.fault = fault
        _spoil(kind, chosen, document, rng)
        if kind == "moved":
            moved.append((fault, [Part([], part.target, fault) for part in chosen]))
            chosen = [Part(part.source, [], fault) for part in chosen]
        result += chosen
        parts, place = rest, EVERY + rng.randrange(3)
    result += parts
    for fault, passage in moved:
        # Between two parts of its own fault or beside them it would stand where it stood.
        places = [
            k for k, part in enumerate(result) if part.fault < 0 and result[k - 1].fault != fault
        ]
        at = rng.choice(places)
        result[at:at] = passage
    return _assembled(result, kinds)


def pieces(document: Gold, seed: int, count: int) -> list[Planted]:
    """Cut pieces of a few links out of a document, half of them with targets that are replaced.

    Args:
        document: the text.
        seed: of the places.
        count: pieces.
    """
    rng = random.Random(f"pieces {document.name} {seed}")
    parts = [part for part in _parts(document) if part.source and part.target]
    result = []
    for number in range(count):
        size = min(rng.choice(SIZES), len(parts))
        at = rng.randrange(len(parts) - size + 1)
        run = [Part(part.source, part.target) for part in parts[at : at + size]]
        chosen = (run, [rng.choice(run)], [], [])[number % 4]
        for part in chosen:
            part.fault = 0
        _spoil("replaced", chosen, document, rng)
        result.append(_assembled(run, ["replaced"] * bool(chosen)))
    return result


def _parts(document: Gold) -> list[Part]:
    """The links of a document as parts, in the order of the text."""
    both = sorted((link for link in document.links if not link.is_null), key=lambda x: x.source)

    def position(link: Link) -> tuple[float, float]:
        if link.source:
            return link.source[0], 0.0
        before = [other.source[-1] for other in both if other.target[-1] < link.target[0]]
        return max(before, default=-1) + 0.5, link.target[0]

    return [
        Part([document.source[i] for i in link.source], [document.target[j] for j in link.target])
        for link in sorted(document.links, key=position)
    ]


def _spoil(kind: str, chosen: Sequence[Part], document: Gold, rng: random.Random) -> None:
    """Give parts other targets, as the kind of their fault wants it."""
    if kind == "swapped":
        chosen[0].target, chosen[1].target = chosen[1].target, chosen[0].target
    for part in chosen:
        if kind == "omitted":
            part.target = []
        elif kind == "untranslated":
            part.target = list(part.source)
        elif kind in ("replaced", "foreign"):
            others = document.target if kind == "replaced" else document.source
            part.target = [_alike(part.target[0], others, (*part.source, *part.target), rng)]
        elif kind == "number":
            part.target = [_changed(part.target[0], rng)]


def _fits(kind: str, chosen: Sequence[Part], width: int) -> bool:
    single = [part for part in chosen if len(part.source) == len(part.target) == 1]
    if len(single) != len(chosen) or len(chosen) < width:
        return False
    if kind == "number":
        return all(_DIGIT.search(text) for part in chosen for text in (*part.source, *part.target))
    return all(len(part.target[0]) >= LEAST_LENGTH for part in chosen)


def _alike(text: str, others: Sequence[str], but: Sequence[str], rng: random.Random) -> str:
    """Draw a sentence about as long as a text."""
    fitting = [each for each in others if 0.7 < len(each) / len(text) < 1.4 and each not in but]
    return rng.choice(fitting or [each for each in others if each not in but])


def _changed(text: str, rng: random.Random) -> str:
    """Change one digit of a text."""
    found = rng.choice(list(_DIGIT.finditer(text)))
    digit = str(int(found[0]) % 9 + 1)
    return text[: found.start()] + digit + text[found.end() :]


def _assembled(parts: Sequence[Part], kinds: Sequence[str]) -> Planted:
    source: list[str] = []
    target: list[str] = []
    faults: list[tuple[str, set[int], set[int]]] = [(kind, set(), set()) for kind in kinds]
    good = set()
    for part in parts:
        ours = tuple(range(len(source), len(source) + len(part.source)))
        theirs = tuple(range(len(target), len(target) + len(part.target)))
        source += part.source
        target += part.target
        if part.fault >= 0:
            faults[part.fault][1].update(ours)
            faults[part.fault][2].update(theirs)
        elif ours and theirs:
            good.add((ours, theirs))
    return Planted(source, target, faults, good)


def judge(document: Planted, links: Sequence[Link]) -> Counter[str]:
    """Count the faults of every kind and those found, good and wrong links and those doubtful."""
    counts: Counter[str] = Counter()
    looked = [link for link in links if link.is_null or is_doubtful(link)]
    shown = {i for link in looked for i in link.source}, {j for link in looked for j in link.target}
    for kind, ours, theirs in document.faults:
        counts[kind] += 1
        counts[f"{kind} found"] += bool(ours & shown[0] or theirs & shown[1])
    faulty = document.faulty()
    for link in links:
        good = (link.source, link.target) in document.good
        if good or not (link.is_null or faulty(link.source, link.target)):
            counts["good" if good else "wrong"] += 1
            counts["flagged" if good else "warned"] += is_doubtful(link)
    return counts


def strangers_to(name: str, documents: Sequence[Gold]) -> list[str]:
    """Target sentences of a set that documents lack."""
    used = {sentence for document in documents for sentence in document.target}
    others = (sentence for document in load(name) for sentence in document.target)
    return [each for each in others if len(each) >= LEAST_LENGTH and each not in used]


def aligner_of(name: str, *, shipped: bool = False) -> list[Weights]:
    """Return the weights of both rounds that never saw a set, or those that ship."""
    if shipped:
        return [generative_weights(), shipped_weights()]
    weights = fold(name)
    return [generative_weights(), add_fold(weights, name) if name in COVERED else weights]


def judges_of(name: str) -> doubts.Judges:
    """Return the judges that never saw a set."""
    made = json.loads(FOLDS_DOUBTS.read_text("utf-8"))[name]
    without, similar, divided = map(doubts.Judge.from_dict, made)
    return without, similar, divided


def cases(
    name: str,
    seeds: Sequence[int],
    states: Sequence[str],
    links: int = LINKS,
    *,
    short: bool = False,
) -> Iterator[tuple[str, list[Planted], Corpus]]:
    """Plant faults into a set: the state, documents and the corpus made of them.

    Pieces are a corpus each.
    """
    documents = sample(name, 4 * links, links)
    strangers = strangers_to(name, documents)
    if not strangers:
        documents = documents[:-1]
        strangers = strangers_to(name, documents)
    for seed in seeds:
        if short:
            count = -(-PIECES // len(documents))
            corpora = [[each] for text in documents for each in pieces(text, seed, count)]
        else:
            corpora = [[planted(document, strangers, seed) for document in documents]]
        for state in states:
            packed, similar = STATES[state]
            if similar and name not in COVERED:
                continue
            pack = find_pack(*LANGUAGES[name]) if packed else None
            entries = pack.entries() if pack else ()
            for texts in corpora:
                golds = [Gold("", each.source, each.target, ()) for each in texts]
                if similar:
                    golds = [encoded(each) for each in golds]
                yield state, texts, encode([texts_of(each) for each in golds], lexicon=entries)


def measure(
    name: str,
    states: Sequence[str],
    *,
    links: int = LINKS,
    shipped: bool = False,
    short: bool = False,
) -> dict[str, Counter[str]]:
    """Plant faults into a set, align it, and count what is found, in every state."""
    total: dict[str, Counter[str]] = {}
    judges = doubts.shipped_judges() if shipped else judges_of(name)
    for state, texts, corpus in cases(name, SEEDS, states, links, short=short):
        weights = aligner_of(name, shipped=shipped)
        found = align_with(corpus, settings=Settings(), weights=weights, judges=judges)
        for each, alignment in zip(texts, found, strict=True):
            reasoner = Reasoner(each.source, each.target)
            counts = judge(each, list(Linker(0, 0, reasoner).links(alignment)))
            total.setdefault(state, Counter()).update(counts)
    return total


@dataclass(frozen=True, slots=True)
class Judged:
    """Links of a set in one state, each good or a fault.

    Attributes:
        name: of the set.
        short: whether they are of pieces of it.
        features: float64 (links, features).
        merged: links that are not one-to-one.
        fault: of the links.
        plain: links that the model is asked about, because they have no reason without it.
        doubtful: links that are doubtful whatever it says.
    """

    name: str
    short: bool
    features: NDArray[np.float64]
    merged: NDArray[np.bool_]
    fault: NDArray[np.bool_]
    plain: NDArray[np.bool_]
    doubtful: NDArray[np.bool_]


def quiet(names: Sequence[str]) -> doubts.Judge:
    """Judge by whom no link is doubtful."""
    return doubts.Judge(np.zeros((2, len(names))), np.full(2, -1.0))


def judged(name: str, *, short: bool) -> Iterator[tuple[bool, Judged]]:
    """Links of a set with faults, to be trained on: whether there are vectors, and the links."""
    without, similar, divided = map(quiet, doubts.NAMES)
    nobody = without, similar, divided
    for state, texts, corpus in cases(name, TRAINING_SEEDS, list(STATES), short=short):
        prepared, found = search_rounds(corpus, Settings(), aligner_of(name))
        types, lexicon, scorer = prepared.types, prepared.lexicon, prepared.scorer
        usual = doubts.count_usual(corpus, found, types)
        ratios = held_out_ratios(corpus, [each.path for each in found], types, lexicon)
        scorers = ((number, scorer(number)) for number in range(len(found)))
        remarks = doubts.find_remarks(corpus, found, types, scorers, lexicon, nobody)
        for number, (text, each, ratio) in enumerate(zip(texts, found, ratios, strict=True)):
            features = doubts.evidence(scorer(number), each, ratio, usual)
            reasoner, faulty = Reasoner(text.source, text.target), text.faulty()
            a, b = types.source[each.path.kinds], types.target[each.path.kinds]
            rows, told = [], []
            for k in np.flatnonzero((a > 0) & (b > 0)).tolist():
                i, j = int(each.path.ends_i[k]), int(each.path.ends_j[k])
                ours, theirs = tuple(range(i - a[k], i)), tuple(range(j - b[k], j))
                fault = faulty(ours, theirs)
                if fault or (ours, theirs) in text.good:
                    said = remarks[number].get(k, ())
                    reasons, least = (
                        bool(reasoner.reasons(ours, theirs, probability, said))
                        for probability in (1.0, float(each.posterior[k]))
                    )
                    long = features[k, doubts.TOKENS] >= doubts.LEAST_ROOT
                    rows.append(k)
                    told.append((a[k] + b[k] > 2, fault, long and not reasons, least))
            if rows:
                flags = np.array(told, bool).T
                yield STATES[state][1], Judged(name, short, features[rows], *flags)


def fit(links: Sequence[Judged], names: Sequence[str]) -> doubts.Judge:
    """Fit a judge for whom all sets count alike.

    Without vectors it has no trees and sees no pieces: words that were seen once tell nothing, and
    trees that have learned so miss omissions in short documents, too.

    Args:
        links: of all sets.
        names: of the features that it knows, the first ones.
    """
    similar = len(names) > len(doubts.NAMES[0])
    links = [each for each in links if similar or not each.short]
    features = np.concatenate([each.features[:, : len(names)] for each in links])
    merged, fault, plain, doubtful = (
        np.concatenate([getattr(each, name) for each in links])
        for name in ("merged", "fault", "plain", "doubtful")
    )
    sizes = [len(each.fault) for each in links]
    of_set = np.repeat([each.name for each in links], sizes)
    in_piece = np.repeat([each.short for each in links], sizes)
    share = np.zeros(len(fault))
    for name, short in {(each.name, each.short) for each in links}:
        here = (of_set == name) & (in_piece == short)
        share[here] = (OF_PIECES if short else 1.0) * (plain & here).sum() ** -0.5
        share[here & fault] *= FAULTS_OF_PIECES if short else FAULTS
    share *= plain
    judge = fit_line(features, merged, fault, share)
    if similar:
        trees = train_trees(
            features[plain],
            fault[plain],
            names=names,
            weights=share[plain] / share[plain].mean(),
            growth=GROWTH,
            calibrated=False,
            notes="faults planted into development texts",
        )
        judge = replace(judge, trees=replace(trees, value=trees.value.round(4), reached=None))
    score = np.where(plain, judge.log_odds(features, merged), -np.inf)
    whole = [~fault & ~in_piece & (of_set == name) for name in sorted(set(of_set))]
    low, high = score[plain].min(), score.max()
    for _ in range(40):
        border = (low + high) / 2
        shown = doubtful | (score > border)
        flagged = fmean(float(shown[good].mean()) for good in whole)
        low, high = (border, high) if flagged > MOST_FLAGGED[similar] else (low, border)
    return replace(judge, bias=(judge.bias - border).round(4))


def fit_line(
    features: NDArray[np.float64],
    merged: NDArray[np.bool_],
    fault: NDArray[np.bool_],
    share: NDArray[np.float64],
) -> doubts.Judge:
    """Fit the logistic model of a judge.

    Args:
        features: float64 (links, features).
        merged: links that are not one-to-one.
        fault: of the links.
        share: what each counts.

    Reference:
        Evgeniou and Pontil (2004), Regularized multi-task learning, for weights that two kinds of
        links share as far as they can.
    """
    from scipy.optimize import minimize

    plain = share > 0.0
    middle, scale = features[plain].mean(0), features[plain].std(0) + 1e-6
    rows = np.column_stack([np.ones(len(fault)), (features - middle) / scale])
    rows = np.column_stack([rows, rows * merged[:, None]])

    def loss(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        score = rows @ weights
        value = share @ np.logaddexp(0.0, np.where(fault, -score, score)) / share.sum()
        slope = rows.T @ (share * (1.0 / (1.0 + np.exp(-score)) - fault)) / share.sum()
        inner = np.append(0.0, weights[1:])
        return value + PENALTY * inner @ inner, slope + 2 * PENALTY * inner

    best = minimize(loss, np.zeros(rows.shape[1]), jac=True, method="L-BFGS-B").x
    shared, further = best.reshape(2, -1)
    both = np.stack([shared, shared + further])
    weights = both[:, 1:] / scale
    rounded = np.vectorize(lambda weight: float(f"{weight:.4g}"))
    return doubts.Judge(rounded(weights), both[:, 0] - weights @ middle)


def train() -> None:
    """Write the shipped weights, and those of every set left out."""
    links: tuple[list[Judged], list[Judged]] = [], []
    for name in SETS:
        for short in (False, True):
            for similar, each in judged(name, short=short):
                links[similar].append(each)
        print(f"judged {name}", file=sys.stderr)
    made = {
        left_out: [
            fit([each for each in of_state if each.name != left_out], names).to_dict()
            for names, of_state in zip(doubts.NAMES, (*links, links[True]), strict=True)
        ]
        for left_out in (*SETS, None)
    }
    shipped = made.pop(None)
    for path, written in ((SHIPPED_DOUBTS, shipped), (FOLDS_DOUBTS, made)):
        with atomic_open(path) as file:
            json.dump(written, file)
            file.write("\n")


def main() -> None:
    """Plant faults into all sets and print what is found."""
    parser = argparse.ArgumentParser(description="measure what is called doubtful")
    parser.add_argument("--states", nargs="+", choices=STATES, default=list(STATES))
    parser.add_argument("--sets", nargs="+", choices=SETS, default=list(SETS))
    parser.add_argument("--links", type=int, default=LINKS, help="links taken of each text")
    parser.add_argument("--short", action="store_true", help="pieces of a few links each")
    parser.add_argument("--shipped", action="store_true", help="weights that have seen the sets")
    parser.add_argument("--train", action="store_true", help="make the weights again before")
    given = parser.parse_args()
    if given.train:
        train()
    rows = []
    found = {
        name: measure(
            name, given.states, links=given.links, shipped=given.shipped, short=given.short
        )
        for name in given.sets
    }
    for state in given.states:
        of_state = {name: counts[state] for name, counts in found.items() if state in counts}
        rows += [[name, state, *_cells(counts)] for name, counts in of_state.items()]
        total: Counter[str] = Counter()
        for counts in of_state.values():
            total += counts
        rows.append(["all", state, *_cells(total)])
    header = ["set", "with", *KINDS, "found", "good links called doubtful", "wrong ones"]
    print(table(header, rows))


def _cells(counts: Counter[str]) -> list[str]:
    shares = [
        f"{counts[part] / max(1, counts[whole]):.1%}"
        for part, whole in (("flagged", "good"), ("warned", "wrong"))
    ]
    found = sum(counts[f"{kind} found"] for kind in KINDS) / max(
        1, sum(counts[kind] for kind in KINDS)
    )
    each = [f"{counts[f'{kind} found']}/{counts[kind]}" for kind in KINDS]
    return [*each, f"{found:.1%}", *shares]


if __name__ == "__main__":
    main()
