"""Candidates of word links, judged by gold: what the network of word alignment learns from.

Small texts and large ones, without a language pack, with one, and with a part of one.
"""

from __future__ import annotations

import hashlib
import pickle
from dataclasses import astuple, dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from bench.word_data import LANGUAGES, SELF, TRIAL, Words, first_pairs, word_set
from diglot.files.atomic import atomic_open
from diglot.learning.encoders import USEM3, load_encoder
from diglot.learning.encoders.universal import LANGUAGES as COVERED
from diglot.model import Signature, WordLinks
from diglot.packs.finding import find_pack
from diglot.words.alignment import Knowledge, model_of
from diglot.words.corpus import Corpus, encode
from diglot.words.decoding.links import link_keys
from diglot.words.kernels.links import Evidence
from diglot.words.models import gibbs
from diglot.words.models.views import view
from diglot.words.recutting import recut_pack

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from diglot.packs.pack import Pack

SMALL = 60
"""Pairs of a small job."""
PART = 0.2
"""Share of its text that a weak pack was made of."""

CUT = ("awesome-jaen",)
"""Sets whose words are cut otherwise than those of their packs."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A set as it is aligned.

    Attributes:
        name: of the set.
        more: pairs of training text behind it.
        first: number of first pairs that are taken; 0 for all.
        pack: share of the text of the language pack that it was made of; 0 for none.
        recalled: a model was learnt from other text first.
        vectors: words are compared by the vectors of the sentence encoder.
    """

    name: str
    more: int = 0
    first: int = 0
    pack: float = 0.0
    recalled: bool = False
    vectors: bool = False

    def __str__(self) -> str:
        words = [
            self.name,
            f"+ {self.more:,}" * bool(self.more),
            f"first {self.first}" * bool(self.first),
            f"pack {self.pack:.0%}" * bool(self.pack),
            "as a model" * self.recalled,
            "vectors" * self.vectors,
        ]
        return " ".join(filter(None, words))


def variants(*, plain: bool = False) -> list[Variant]:
    """Return everything to learn from.

    Args:
        plain: for the HMM alone, which large texts are left to.
    """
    with_pack = [name for name in (*SELF, TRIAL) if name not in CUT]
    made = [Variant(name) for name in SELF]
    made += [Variant(name, pack=1) for name in with_pack]
    learnt = [(TRIAL, 3_000), (TRIAL, 30_000), (TRIAL, 100_000)]
    learnt += [("alibi-fr-en", 30_000), ("alibi-fr-en", 100_000)]
    learnt += [("graca-en-fr", size) for size in (3_000, 30_000, 100_000)]
    made += [Variant(name, more, pack=pack) for name, more in learnt for pack in (0, 1)]
    made += [
        Variant("alibi-fr-en", recalled=True),
        Variant("czenali-en-cs", recalled=True),
        Variant("awesome-jaen", recalled=True),
        *(Variant(TRIAL, more, recalled=True) for more in (3_000, 30_000)),
        *(Variant(name, 30_000, recalled=True) for name in ("alibi-fr-en", "graca-en-fr")),
    ]
    if plain:
        return made
    made.append(Variant(TRIAL))
    made += [
        Variant(name, first=SMALL, pack=pack)
        for name in SELF
        for pack in ((0,) if name in CUT else (0, PART, 1))
    ]
    made += [Variant(TRIAL, pack=PART)]
    made += [Variant("czenali-en-cs", first=400, pack=pack) for pack in (0, PART, 1)]
    return made


def with_vectors() -> list[Variant]:
    """Return what the networks for words with vectors learn from, and are judged by."""
    names = [name for name in (*SELF, TRIAL) if COVERED.issuperset(LANGUAGES[name])]
    made = [Variant(name, pack=pack, vectors=True) for name in names for pack in (0, 1)]
    made += [
        Variant(name, first=SMALL, pack=pack, vectors=True)
        for name in names
        if name != TRIAL
        for pack in (0, PART, 1)
    ]
    made += [
        Variant(name, more, pack=pack, vectors=True)
        for name, more in (
            (TRIAL, 3_000),
            (TRIAL, 30_000),
            ("graca-en-fr", 3_000),
            ("graca-en-fr", 30_000),
            ("alibi-fr-en", 30_000),
        )
        for pack in (0, 1)
    ]
    return made


def beside_vectors() -> list[Variant]:
    """Return what they learn from, too: the other languages tell them of everything else."""
    return [each for each in variants() if not (each.more or each.recalled)]


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """Candidates of a variant, judged by its gold.

    Attributes:
        variant: the set as it was aligned.
        evidence: on all candidates.
        y: shape (candidates,), float32: 1 sure, .5 possible, 0 wrong.
        sure: number of sure links of the gold.
    """

    variant: Variant
    evidence: Evidence
    y: NDArray[np.float32]
    sure: int

    @property
    def name(self) -> str:
        """Name of the set."""
        return self.variant.name


def thin(pack: Pack, share: float, seed: int = 0) -> Pack:
    """Return a pack as if it had been made of a part of its text."""
    if share >= 1:
        return pack
    rng = np.random.default_rng(seed)
    counts = rng.poisson(pack.counts * share).astype(np.float32)
    kept = counts > 0
    rows = np.zeros(len(pack.rows), np.int64)
    np.cumsum(np.bincount(pack.row_of_pair[kept], minlength=len(rows) - 1), out=rows[1:])
    sides = [
        replace(side, frequency=np.ceil(side.frequency * share).astype(np.int64))
        for side in (pack.source, pack.target)
    ]
    return replace(
        pack,
        source=sides[0],
        target=sides[1],
        rows=rows,
        columns=pack.columns[kept],
        counts=counts[kept],
    )


def originals(pairs: list[Words], reported: int) -> Corpus:
    """Number the words of pairs of which the training text is free of copies."""
    seen = set()
    kept = pairs[:reported]
    for one, other in pairs[reported:]:
        key = " ".join(one), " ".join(other)
        if key not in seen:
            seen.add(key)
            kept.append((one, other))
    return encode(kept)


def sample(variant: Variant, *, plain: bool = False) -> Sample:
    """Align a set and label its candidates.

    What is recalled is learnt from the training text; without any, from the second half of the set,
    and the first half is aligned.
    """
    data = word_set(variant.name, variant.more)
    if variant.first:
        data = first_pairs(data, variant.first)
    wanted = data.gold.pairs
    model = None
    if variant.recalled:
        wanted = wanted if variant.more else wanted // 2
        text = originals(data.pairs[wanted:], 0)
        plan = None if plain else gibbs.sampling_schedule(text.pairs, _cells(text))
        seen = view(text, plan=plan)
        rows = seen.rows, seen.columns
        signature = Signature("training", "")
        model = model_of(text, seen.learnt, seen.sampled, rows, signature)
        data.pairs[wanted:] = []
    corpus = originals(data.pairs, wanted)
    pack = None
    if variant.pack and (found := find_pack(*LANGUAGES[variant.name])):
        pack = recut_pack(thin(found, variant.pack), corpus, ("given", "given"))
    known = Knowledge(model, pack, encoder=load_encoder(USEM3) if variant.vectors else None)
    plan = gibbs.sampling_schedule(corpus.pairs, _cells(corpus), known=variant.recalled)
    seen = view(corpus, known.find(corpus, wanted), plan=None if plain else plan, reported=wanted)
    y, sure = label(seen.evidence, data.gold, wanted)
    return Sample(variant, seen.evidence, y, sure)


def _cells(corpus: Corpus) -> int:
    return int(np.diff(corpus.source_offsets) @ np.diff(corpus.target_offsets))


def label(evidence: Evidence, gold: WordLinks, wanted: int) -> tuple[NDArray[np.float32], int]:
    """Return how right every candidate is, and how many sure links there are."""
    pair = np.repeat(np.arange(gold.pairs), np.diff(gold.offsets))
    inside = pair < wanted
    possible = np.zeros(len(pair), bool) if gold.possible is None else gold.possible
    keys = link_keys(pair, gold.source, gold.target)[inside]
    value = np.where(possible, 0.5, 1.0).astype(np.float32)[inside]
    order = np.argsort(keys, kind="stable")
    keys, value = keys[order], value[order]
    mine = link_keys(
        np.repeat(np.arange(wanted), np.diff(evidence.offsets)), evidence.source, evidence.target
    )
    places = np.minimum(np.searchsorted(keys, mine), max(len(keys) - 1, 0))
    y = np.where(keys[places] == mine, value[places], np.float32(0))
    return y.astype(np.float32), int(np.count_nonzero(value == 1))


def gather(
    wanted: list[Variant], *, plain: bool = False, cache: Path | None = None
) -> list[Sample]:
    """Make all samples, or read those that an earlier run left in a folder."""
    made = []
    for variant in wanted:
        name = hashlib.sha256(repr((plain, astuple(variant))).encode()).hexdigest()[:16]
        path = cache / f"{name}.pickle" if cache else None
        if path and path.exists():
            evidence, y, sure = pickle.loads(path.read_bytes())
            made.append(Sample(variant, Evidence(*evidence), y, sure))
            continue
        made.append(sample(variant, plain=plain))
        print(f"{variant}: {len(made[-1].y):,} candidates", flush=True)
        if path:
            path.parent.mkdir(parents=True, exist_ok=True)
            with atomic_open(path, "wb") as file:
                pickle.dump((tuple(made[-1].evidence), made[-1].y, made[-1].sure), file)
    return made
