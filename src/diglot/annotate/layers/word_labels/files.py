"""Word links to be labelled: chosen by diglot or read from TransRead, and written as links."""

from __future__ import annotations

import itertools
import random
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import partial
from statistics import fmean
from typing import TYPE_CHECKING, Any

from diglot.annotate.items import AnsweredItem, NewItem
from diglot.annotate.layers import words
from diglot.annotate.layers.cells import SIDES, Payload, doubly_numbered_cells, tokens_of
from diglot.annotate.layers.layer import (
    AnnotatorJudgement,
    Measure,
    annotator_pairs,
    label_measures,
)
from diglot.annotate.layers.sources import FileContents, FileNote, FoundJudgement, read_pairs, unite
from diglot.annotate.layers.word_labels import LAYER
from diglot.annotate.schemes import UNKNOWN, Scheme
from diglot.errors import ConfigError
from diglot.evaluate.agreement import set_agreement
from diglot.formats.judgements import transread_labels
from diglot.model import Bitext, LabelledLink, Skipped
from diglot.pipeline.steps.scores.agreement import AgreementComparison

if TYPE_CHECKING:
    from pathlib import Path

    from diglot.annotate.bodies import Body, Value
    from diglot.annotate.options import ImportOptions
    from diglot.annotate.records import LayerRecord


def labelled_links(payload: Payload, body: Body) -> list[words.LabelledWords]:
    """The labelled links of the layer ``word_labels``, ascending."""
    source, target = (words.positions(payload, side) for side in SIDES)
    return sorted(
        (source[s], target[t], str(label))
        for s, t, label in doubly_numbered_cells(body, "l")
        if s in source and t in target
    )


def label_cells(payload: Payload, links: Iterable[words.LabelledWords]) -> dict[str, Value]:
    """The cells of labelled links, the inverse of `labelled_links`."""
    source, target = (tokens_of(payload, side) for side in SIDES)
    cells: dict[str, Value] = {f"l{source[s][0]}-{target[t][0]}": label for s, t, label in links}
    return dict(sorted(cells.items()))


def links_of_labels(payload: Payload, scheme: Scheme, body: Body) -> list[words.MarkedLink]:
    """What labelled links become in files of sure and possible ones, as the scheme says."""
    return words.marked_links(scheme, labelled_links(payload, body))


def word_label_items(
    bitext: Bitext, *, per_pair: int = 5, policy: str = "stratified", seed: int = 0
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
    for key, payload, links in words.aligned_pairs(bitext, seed):
        rng = random.Random(f"{seed}/{key}")  # noqa: S311 - repeatable, no secret
        chosen = chosen_links(links.both, per_pair, policy, rng)
        if not chosen:
            continue
        candidates = [
            {"source": source, "target": target, "score": score}
            for source, target, score in words.place_links(payload, chosen)
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


def chosen_links(
    links: Sequence[words.WordLink], most: int, policy: str, rng: random.Random
) -> list[words.WordLink]:
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


def recognises(paths: Sequence[Path], options: ImportOptions) -> bool:
    """Folders of tasks of TransRead."""
    return paths[0].is_dir()


def read(paths: Sequence[Path], options: ImportOptions) -> FileContents:
    """Read links: a folder of one task of TransRead, or pairs of which diglot links the words.

    Two files of words and one of links between them, of any aligner, give its links to be labelled.

    Raises:
        InputError: a file cannot be read.
        ConfigError: the files do not go together.
    """
    if all(path.is_dir() for path in paths):
        return unite(_judged(path, options) for path in paths)
    if len(paths) == 3:
        return _proposed_elsewhere(paths, options)
    if not options.suggestions:
        raise ConfigError("word links to label are proposed by diglot: leave out the option")
    items_of = partial(
        word_label_items, per_pair=options.per_pair, policy=options.policy, seed=options.seed
    )
    return read_pairs(paths, options, items_of)


def _proposed_elsewhere(paths: Sequence[Path], options: ImportOptions) -> FileContents:
    """The links of another aligner, at most so many a pair as is asked for."""
    pairs, links = words.linked_lines(paths, options.reading)
    items = []
    for number, (key, pair) in enumerate(pairs.items()):
        here = slice(int(links.offsets[number]), int(links.offsets[number + 1]))
        known = links.scores is not None
        scores = (
            links.scores[here].tolist()
            if links.scores is not None
            else [0.5] * len(links.source[here])
        )
        rng = random.Random(f"{options.seed}/{key}")  # noqa: S311 - repeatable, no secret
        # Without probabilities there are no strata: the links are drawn.
        policy = options.policy if known else "random"
        given = [(s, t, round(p, 4)) for (s, t), p in zip(links.of(number), scores, strict=True)]
        chosen = chosen_links(given, options.per_pair, policy, rng)
        candidates = [
            {"source": source, "target": target, "score": score if known else None}
            for source, target, score in words.place_links(pair.payload, chosen)
        ]
        if candidates:
            policies = {"name": policy, "seed": options.seed, "most": options.per_pair}
            payload = {
                **pair.payload,
                "pair": number + 1,
                "candidates": candidates,
                "policy": {**policies, "links": paths[2].name},
            }
            score = round(fmean(link[2] for link in chosen), 4) if known else None
            items.append(NewItem(key=key, payload=payload, score=score))
    return FileContents(tuple(items))


def _judged(folder: Path, options: ImportOptions) -> FileContents:
    """The task of a folder: what is asked is every link that some annotator labelled."""
    reading = options.reading
    task = transread_labels.read_task(folder)
    pairs = {
        number: words.word_pair(*texts, reading.languages) for number, texts in task.texts.items()
    }
    by_pair: dict[int, dict[str, list[LabelledLink]]] = {}
    listed = list(FileNote.of(folder.name, task.link_sets.lacking.values()))
    for name, annotation in task.annotations.items():
        listed += FileNote.of_labels(folder.name, annotation.odd)
        for link in annotation.links:
            if len(link.source) == len(link.target) == 1:
                by_pair.setdefault(link.pair, {}).setdefault(name, []).append(link)
            else:
                shown = f"{link.source}:{link.target}:{link.label}"
                message = f"annotator {name} labelled no link of two words: {shown}"
                listed.append(FileNote(folder.name, f"pair {link.pair}", message))
    items, judgements = [], []
    for number, given in sorted(by_pair.items()):
        pair = pairs[number]
        key = f"{folder.name}:{number}"
        items.append(NewItem(key=key, payload=_payload(pair, number, given)))
        judgements += [
            FoundJudgement(
                key,
                f"annotator {name}",
                label_cells(
                    pair.payload,
                    [
                        (link.source[0], link.target[0], LAYER.scheme.name_of(link.label))
                        for link in links
                    ],
                ),
            )
            for name, links in sorted(given.items())
        ]
    return FileContents(tuple(items), tuple(judgements), tuple(listed))


def _payload(
    pair: words.WordPair, number: int, given: dict[str, list[LabelledLink]]
) -> dict[str, Any]:
    places = {
        (pair.source[link.source[0]], pair.target[link.target[0]])
        for links in given.values()
        for link in links
    }
    return {
        **pair.payload,
        "pair": number,
        "candidates": [
            {"source": source, "target": target, "score": None} for source, target in sorted(places)
        ],
        "policy": "as in the file",
    }


# Labels of word links as TransRead has them, and as sure and possible links.

FORMATS = {"": "transread", **words.WORD_LINK_FORMATS}


def write(
    path: Path, name: str, answers: Sequence[AnsweredItem], layer: LayerRecord
) -> tuple[Skipped, ...]:
    """Write labels into a folder with the text, or links as the scheme maps the labels.

    Raises:
        InputError: a file cannot be written.
        ConfigError: a word cannot stand in such a file.
    """
    if name != "transread":
        links = [links_of_labels(each.payload, layer.scheme, each.cells) for each in answers]
        return words.write_links(path, name, answers, links)
    numbers = {each.key: number for number, each in enumerate(answers, 1)}
    texts = {
        numbers[each.key]: (
            tuple(words.words_of(each.payload, "source")),
            tuple(words.words_of(each.payload, "target")),
        )
        for each in answers
    }
    links_found = [
        LabelledLink(numbers[each.key], (source,), (target,), label.removeprefix(UNKNOWN))
        for each in answers
        for source, target, label in labelled_links(each.payload, each.cells)
    ]
    annotation = transread_labels.Annotation(tuple(links_found))
    path.mkdir(parents=True, exist_ok=True)
    task = transread_labels.Task(texts, {"gold": annotation})
    transread_labels.write_task(path, path.name, task)
    return ()


# Agreement on the labels of links between words.


def compare(judgements: Sequence[AnnotatorJudgement], scheme: Scheme) -> Iterator[Measure]:
    """Compare labels, and which links are not called wrong."""

    def labels_in(body: Body) -> dict[str, str]:
        return {f"{s}-{t}": str(label) for s, t, label in doubly_numbered_cells(body, "l")}

    yield from label_measures("label", judgements, labels_in, scheme.names)
    for between, both in annotator_pairs(judgements):
        chosen: list[dict[Hashable, Hashable]] = [
            {
                (judged.item, unit): judged.item
                for judged in side
                for unit, label in labels_in(judged.cells).items()
                if label != "wrong"
            }
            for side in zip(*both, strict=True)
        ]
        score = set_agreement(*chosen, groups={**chosen[0], **chosen[1]})
        yield AgreementComparison("links that are not wrong", *between, score)
