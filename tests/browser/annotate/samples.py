"""Made-up items of every layer: Arabic, Chinese, a character beyond the first plane, markup."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from diglot.annotate.layers.confidence.files import confidence_items
from diglot.annotate.layers.groups.files import group_items
from diglot.annotate.layers.matches.files import match_items
from diglot.annotate.layers.questions.files import question_items
from diglot.annotate.layers.sentences.files import sentence_item
from diglot.annotate.layers.terms.files import term_items
from diglot.annotate.layers.trees.files import tree_items
from diglot.annotate.layers.word_labels.files import word_label_items
from diglot.annotate.records import Turn
from diglot.model import (
    AnnotatedSegment,
    AnnotatedSet,
    Bitext,
    Concept,
    ConceptTerm,
    Context,
    Document,
    Hypotheses,
    Link,
    Segment,
    Termbase,
    TermMark,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diglot.annotate.items import NewItem
    from diglot.annotate.store import Store

HOSTILE = "<img src=x onerror=alert(1)>"
ASTRAL = "\N{MUSICAL SYMBOL G CLEF}"

FRENCH = (
    ("The old miller opens the gate.", "Le vieux meunier ouvre la porte."),
    (f"A sign {ASTRAL} hangs over the gate.", f"Une enseigne {ASTRAL} pend sur la porte."),
    (f"The miller reads {HOSTILE} and laughs.", f"Le meunier lit {HOSTILE} et rit."),
    ("The old gate is open.", "La vieille porte est ouverte."),
    ("The river turns the heavy wheel.", "La rivière tourne la lourde roue."),
    ("The miller opens the old gate.", "Le meunier ouvre la vieille porte."),
)
ARABIC = (
    ("The old miller opens the gate.", "يفتح الطحان العجوز البوابة."),
    (f"The sign {ASTRAL} hangs there.", f"العلامة {ASTRAL} معلقة هناك."),
    (f"He reads {HOSTILE} twice.", f"يقرأ {HOSTILE} مرتين."),
    ("The river turns the heavy wheel.", "يدير النهر العجلة الثقيلة."),
)
CHINESE = (
    ("老磨坊主打开大门。", "يفتح الطحان العجوز البوابة."),
    ("河水转动沉重的轮子。", "يدير النهر العجلة الثقيلة."),
    (f"他读了{HOSTILE}两遍。", f"يقرأ {HOSTILE} مرتين."),
)
# Word by word, but for "peu à peu", "jusqu'à" and an article; two adjectives follow their nouns.
LONG_SOURCE = (
    "every morning the miller and his patient daughter open the heavy gate before sunrise and "
    "gradually carry twelve sacks of grain from the old barn to the upper floor"
)
LONG_TARGET = (
    "chaque matin le meunier et sa patiente fille ouvrent la lourde porte avant l'aube et "
    "peu à peu portent douze sacs de blé depuis la grange vieille jusqu'à l'étage supérieur"
)
LONG_LINKS = (
    *((n, n) for n in range(13)),
    (13, 14),
    (14, 15),
    *((15, n) for n in (16, 17, 18)),
    *((n, n + 3) for n in range(16, 23)),
    (23, 27),
    (24, 26),
    (25, 28),
    (25, 29),
    (26, 30),
    (27, 32),
    (28, 31),
)


def document(texts: Sequence[str], language: str, name: str, joiner: str = " ") -> Document:
    """Segments one after the other."""
    found, at = [], 0
    for text in texts:
        found.append(Segment(at, at + len(text)))
        at += len(text) + len(joiner)
    return Document(joiner.join(texts), segments=tuple(found), language=language, name=name)


def bitext(
    pairs: Sequence[tuple[str, str]], languages: tuple[str, str], name: str = "mill"
) -> Bitext:
    """Pairs linked one by one; the second link is in doubt, and of many pairs one in nine."""
    links = tuple(
        Link((n,), (n,), 0.41, reasons=("length 2.4 times",))
        if n == 1
        else Link((n,), (n,), round(0.99 - n % 90 / 100, 2))
        for n in range(len(pairs))
    )
    sides = [
        document([pair[at] for pair in pairs], language, f"{name}.{language}")
        for at, language in enumerate(languages)
    ]
    return Bitext(sides[0], sides[1], links)


def long_pair() -> NewItem:
    """A pair of 27 words and more to be divided, with the links that are right."""
    item = tree_items(bitext([(LONG_SOURCE, LONG_TARGET)], ("en", "fr"), "long"))[0]
    sides = [[start for start, _ in item.payload[side]["tokens"]] for side in ("source", "target")]
    links = [[sides[0][s], sides[1][t], 0.97] for s, t in LONG_LINKS]
    return replace(item, payload={**item.payload, "links": links}, score=0.97)


def marked() -> AnnotatedSet:
    """Terms that a termbase found in a test set."""
    segments = []
    for number, (source, target) in enumerate(FRENCH[i] for i in (0, 3, 5)):
        form = "porte"
        span, place = source.index("gate"), target.index(form)
        mark = TermMark("t1", "gate", (form, "portail"), (span, span + 4), (place, place + 5))
        segments.append(AnnotatedSegment(str(number), source, target, (mark,), "mill"))
    return AnnotatedSet(tuple(segments), "en", "fr", "mill")


def terms() -> list[NewItem]:
    """Terms with the sentences that show them; all but the miller are in doubt."""
    concepts = []
    for source, target, score, shown in (
        ("gate", "porte", 0.9, (0, 3, 5)),
        ("miller", "meunier", 0.8, (0, 2)),
        ("wheel", HOSTILE, 0.2, (4,)),
    ):
        contexts = tuple(Context(*FRENCH[at], "mill.en") for at in shown)
        ours = ConceptTerm(source, "en", frequency=len(shown), contexts=contexts)
        theirs = ConceptTerm(target, "fr", score=score, frequency=len(shown))
        concepts.append(Concept(source, (ours, theirs)))
    gate, miller, wheel = term_items(Termbase(tuple(concepts)), "en", "fr")
    doubtful = [
        replace(item, payload={**item.payload, "reasons": ["seldom seen"]})
        for item in (gate, wheel)
    ]
    return [doubtful[0], miller, doubtful[1]]


def items() -> dict[str, list[NewItem]]:
    """The items of every layer."""
    french = bitext(FRENCH, ("en", "fr"))
    chinese = bitext(CHINESE, ("zh", "ar"), "barn")
    outputs = [
        Hypotheses(tuple(target for _, target in (FRENCH[0], FRENCH[3], FRENCH[5])), name="alpha"),
        Hypotheses(("Le meunier ouvre le portail.", HOSTILE, "Il ouvre la barrière."), name="beta"),
    ]
    return {
        "sentences": [sentence_item(french), sentence_item(chinese)],
        "confidence": confidence_items(bitext(ARABIC, ("en", "ar"))),
        "word_labels": word_label_items(french),
        "groups": [*group_items(chinese), *group_items(french)],
        "trees": [*tree_items(french)[:3], long_pair()],
        "terms": terms(),
        "matches": match_items(marked()),
        "questions": question_items(marked(), outputs)[0],
    }


def fill(store: Store, judges: Sequence[int]) -> None:
    """Add a layer of every kind whose items some people are to judge, each on their own."""
    for kind, added in items().items():
        layer = store.layers.add(kind, kind, guideline="# Look twice\n\nThen **decide**.").id
        store.items.add_many(layer, added)
        ids = [store.items.by_seq(layer, seq).id for seq in range(1, len(added) + 1)]
        turns = [Turn(each, judge, at) for judge in judges for at, each in enumerate(ids)]
        store.queue.assign(layer, turns)


def tokens(payload: Any, side: str) -> list[str]:
    """The words of a side."""
    shown = payload[side]
    return [shown["text"][start:end] for start, end in shown["tokens"]]
