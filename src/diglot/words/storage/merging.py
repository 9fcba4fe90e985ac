"""Word models merged and taken apart again, and pruned of rare word pairs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diglot._version import __version__
from diglot.errors import ConfigError
from diglot.flat_arrays import offsets_of
from diglot.model import Signature
from diglot.words.corpus import Vocabulary
from diglot.words.storage.model import ARRAYS, Model

Cells = tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]]

WAITING = 1 << 23
"""Word pairs that are gathered before they are summed: bounds the memory of merging many."""

PAIRS = ("rows", "columns", "forward", "backward")
"""Arrays of word pairs; those of words and jumps are the rest of `ARRAYS`."""

MIXED = "mixed"
"""Method of a model whose parts were trained by different ones."""


def merge(models: Sequence[Model], weights: Sequence[float] | None = None) -> Model:
    """Add up the counts of models, as if their texts had been one.

    Words are numbered as in the first model, then as in the next ones. Sums are made in float64
    in the order of the models; frequencies and numbers of pairs are rounded when weights are
    fractions. The signature keeps the options that all models share.

    Args:
        models: at least one, with the same languages (where known) and the same tokeniser.
        weights: a positive number for each; by default 1.

    Raises:
        ConfigError: they do not go together, or the weights do not fit them.
    """
    factors = _checked(models, weights)
    source, from_source = _united([_words(model)[0] for model in models])
    target, from_target = _united([_words(model)[1] for model in models])
    sides: dict[object, tuple[int, list[NDArray[np.int64]]]] = {
        "S": (source.size, from_source),
        "T": (target.size, from_target),
    }

    def added(name: str) -> NDArray[Any]:
        dtype, (side, *_) = ARRAYS[name]
        size, numbers = sides.get(side, (None, None))
        shape = getattr(models[0], name).shape
        total = np.zeros(shape if size is None else (size, *shape[1:]))
        for k, (model, factor) in enumerate(zip(models, factors, strict=True)):
            # Words are distinct within a model, so that no place is added to twice.
            place = slice(None) if numbers is None else numbers[k]
            total[place] += factor * getattr(model, name).astype(np.float64)
        return (np.rint(total) if dtype == "<i8" else total).astype(dtype)

    keys, forward, backward = _cells(models, factors, from_source, from_target, target.size)
    rows = offsets_of(np.bincount(keys // target.size, minlength=source.size))
    return Model(
        source_vocabulary=source,
        target_vocabulary=target,
        rows=rows,
        columns=(keys % target.size).astype(np.int32),
        forward=forward.astype(np.float32),
        backward=backward.astype(np.float32),
        pairs=round(math.fsum(w * model.pairs for w, model in zip(factors, models, strict=True))),
        signature=_signature(models, weights),
        languages=(_language(models, 0), _language(models, 1)),
        tokeniser=models[0].tokeniser,
        **{name: added(name) for name in ARRAYS if name not in PAIRS},
    )


def subtract(whole: Model, part: Model) -> Model:
    """Take the counts of one of its parts off a merged model, as far as it still has them.

    Args:
        whole: `merge` of this part and others, which may have been pruned since.
        part: its signature and languages do not count.
    """
    from diglot.words.kernels.pairs import find_pairs

    def numbers(side: Vocabulary, words: list[str]) -> NDArray[np.int64]:
        found = [side.find(word) for word in words[1:]]
        return np.array([0, *(-1 if each is None else each for each in found)], np.int64)

    source, target = map(numbers, (whole.source_vocabulary, whole.target_vocabulary), _words(part))
    places: dict[object, NDArray[np.int64]] = {
        "S": source,
        "T": target,
        "P": find_pairs(
            whole.rows, whole.columns, np.repeat(source, np.diff(part.rows)), target[part.columns]
        ),
    }
    left = {}
    for name, (_, (side, *_)) in ARRAYS.items():
        if name in {"rows", "columns"}:
            continue
        counts, less = np.array(getattr(whole, name)), getattr(part, name)
        if side in places:
            there = places[side] >= 0
            counts[places[side][there]] -= less[there]
        else:
            counts -= less
        left[name] = np.maximum(counts, counts.dtype.type(0))
    return replace(whole, pairs=whole.pairs - part.pairs, **left)


def _checked(models: Sequence[Model], weights: Sequence[float] | None) -> list[float]:
    if not models:
        raise ConfigError("there are no models to merge")
    factors = [1.0] * len(models) if weights is None else [float(weight) for weight in weights]
    if len(factors) != len(models):
        raise ConfigError(f"{len(models)} models need as many weights, not {len(factors)}")
    if not all(0 < factor < math.inf for factor in factors):
        raise ConfigError("the weights of models are positive numbers")
    tokenisers = sorted({model.tokeniser for model in models})
    if len(tokenisers) > 1:
        raise ConfigError(
            "the models do not go together: one was trained on text that came tokenised, "
            "the other on text that diglot tokenised"
        )
    return factors


def _language(models: Sequence[Model], side: int) -> str | None:
    codes = sorted({code for model in models if (code := model.languages[side]) is not None})
    if len(codes) > 1:
        raise ConfigError(f"the models are of different languages: {', '.join(codes)}")
    return codes[0] if codes else None


def _words(model: Model) -> tuple[list[str], list[str]]:
    """Words that the model has counts of; its vocabularies may have grown since."""
    return (
        model.source_vocabulary.words[: len(model.source_frequency)],
        model.target_vocabulary.words[: len(model.target_frequency)],
    )


def _united(many: Sequence[list[str]]) -> tuple[Vocabulary, list[NDArray[np.int64]]]:
    """Number the words of all lists; return each list's words as new numbers."""
    united = Vocabulary()
    # NULL not by its empty string, which a text may hold as a word.
    return united, [
        np.array([0, *(united[word] for word in words[1:])], np.int64) for words in many
    ]


def _cells(
    models: Sequence[Model],
    factors: Sequence[float],
    from_source: Sequence[NDArray[np.int64]],
    from_target: Sequence[NDArray[np.int64]],
    width: int,
) -> Cells:
    """Sum the counts of every word pair; its key is source number * width + target number."""
    waiting: list[Cells] = []
    limit = WAITING
    for model, factor, source, target in zip(
        models, factors, from_source, from_target, strict=True
    ):
        keys = np.repeat(source * width, np.diff(model.rows)) + target[model.columns]
        waiting.append(
            (
                keys,
                factor * model.forward.astype(np.float64),
                factor * model.backward.astype(np.float64),
            )
        )
        if sum(len(each[0]) for each in waiting) > limit:
            waiting = [_summed(waiting)]
            limit = max(WAITING, 2 * len(waiting[0][0]))
    return _summed(waiting)


def _summed(cells: Sequence[Cells]) -> Cells:
    keys, forward, backward = (np.concatenate([each[part] for each in cells]) for part in range(3))
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    first = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]])[: len(keys)])
    if len(first) == len(keys):
        return keys, forward[order], backward[order]
    return (
        keys[first],
        np.add.reduceat(forward[order], first),
        np.add.reduceat(backward[order], first),
    )


def _signature(models: Sequence[Model], weights: Sequence[float] | None) -> Signature:
    methods = {model.signature.method for model in models}
    first = models[0].signature
    shared = [
        option
        for option in first.options
        if all(option in model.signature.options for model in models) and option[0] != "merged"
    ]
    merged = [("merged", str(len(models)))]
    if weights is not None:
        merged.append(("weights", ",".join(f"{weight:g}" for weight in weights)))
    return Signature(
        method=first.method if len(methods) == 1 else MIXED,
        version=__version__,
        options=(*shared, *merged),
    )


# Word models without what they hardly need: pairs of tiny counts, and rare words.

MINIMUM = 0.01
KEEP = 5


def prune(model: Model, minimum: float = MINIMUM, keep: int = KEEP, *, rare: int = 0) -> Model:
    """Drop the word pairs that links hardly ever chose.

    The counts of the others stay as they are. What is dropped leaves the sums that probabilities
    are taken of, too.

    Args:
        model: stays as it is.
        minimum: pairs with smaller counts in both directions are dropped,
        keep: but not the best so many of each source word, by the sum of both counts.
        rare: words with fewer tokens in the training text are dropped with all their pairs; the
            other words are numbered anew.

    Raises:
        ConfigError: a number is negative.
    """
    if not minimum >= 0 or keep < 0 or rare < 0:
        raise ConfigError("the limits of pruning are numbers from 0")
    source = np.repeat(np.arange(len(model.rows) - 1), np.diff(model.rows))
    kept = (model.forward >= minimum) | (model.backward >= minimum)
    kept |= _best(model, source, minimum, keep)
    common_s = model.source_frequency >= rare
    common_t = model.target_frequency >= rare
    common_s[0] = common_t[0] = True
    if rare:
        kept &= common_s[source] & common_t[model.columns]
    rows = np.zeros(np.count_nonzero(common_s) + 1, np.int64)
    pairs_of = np.bincount(source[kept], minlength=len(common_s))
    np.cumsum(pairs_of[common_s], out=rows[1:])
    renumbered = np.cumsum(common_t) - 1
    left: dict[object, NDArray[np.bool_]] = {"S": common_s, "T": common_t, "P": kept}
    options = {
        **dict(model.signature.options),
        "minimum": f"{minimum:g}",
        "keep": str(keep),
        **({"rare": str(rare)} if rare else {}),
    }
    return replace(
        model,
        source_vocabulary=_chosen(model.source_vocabulary, common_s),
        target_vocabulary=_chosen(model.target_vocabulary, common_t),
        rows=rows,
        columns=renumbered[model.columns[kept]].astype(np.int32),
        **{
            name: getattr(model, name)[left[shape[0]]]
            for name, (_, shape) in ARRAYS.items()
            if shape[0] in left and name != "columns"
        },
        signature=replace(model.signature, options=tuple(options.items())),
    )


def _best(model: Model, source: NDArray[np.int64], minimum: float, keep: int) -> NDArray[np.bool_]:
    """Mark the best pairs of the source words that have too few which are kept and better."""
    best = np.zeros(len(source), bool)
    counts = model.forward + model.backward
    # With both counts below the minimum, no pair is better than these.
    number = np.bincount(source[counts >= 2 * minimum], minlength=len(model.rows) - 1)
    asked = np.flatnonzero(((number < keep) & (number < np.diff(model.rows)))[source])
    if not len(asked):
        return best
    order = asked[np.lexsort((-counts[asked], source[asked]))]
    words = source[order]
    first = np.flatnonzero(np.concatenate([[True], words[1:] != words[:-1]]))
    rank = np.arange(len(order)) - np.repeat(first, np.diff([*first, len(order)]))
    best[order[rank < keep]] = True
    return best


def _chosen(vocabulary: Vocabulary, chosen: NDArray[np.bool_]) -> Vocabulary:
    if chosen.all():
        return vocabulary
    words = vocabulary.words
    return Vocabulary(words[number] for number in np.flatnonzero(chosen)[1:].tolist())
