"""Pairs with aligned words to report on, put together from sentences of our own."""

from __future__ import annotations

from diglot.report.pages.words import WordPair


def pair(number, source, target, links, confidence=0.97, gold=None):
    """Make a pair of texts from words between spaces and links like ``0-1:.9`` and ``0?1``."""
    return WordPair(number, source.split(), target.split(), _links(links), confidence, _gold(gold))


def _links(text):
    found = []
    for part in text.split():
        places, _, probability = part.partition(":")
        i, j = places.split("-")
        found.append((int(i), int(j), float(probability) if probability else None))
    return found


def _gold(text):
    if text is None:
        return None
    parts = [(part.replace("?", "-").split("-"), "?" not in part) for part in text.split()]
    return [(int(i), int(j), sure) for (i, j), sure in parts]


def harbour(gold=True):
    """Four pairs of English and French: groups, apart and together, nulls, a pair that is none."""
    kept = (lambda text: text) if gold else (lambda text: None)
    return [
        pair(
            1,
            "The keeper does not light the lamp before dusk .",
            "Le gardien n' allume pas la lampe avant le crépuscule .",
            "0-0:.98 1-1:.995 2-2:.44 3-2:.93 3-4:.96 4-3:.97 5-5:.95 6-6:.991 7-7:.98 8-9:.97 "
            "5-8:.21 9-10:1",
            0.97,
            kept("0-0 1-1 3-2 3-4 2?2 2?3 4-3 5-5 6-6 7-7 8-9 8?8 9-10"),
        ),
        pair(
            2,
            "Yesterday the potatoes were still in the railway station .",
            "Hier les pommes de terre étaient encore à la gare .",
            "0-0:.99 1-1:.97 2-2:.98 2-3:.91 2-4:.96 3-5:.97 4-6:.95 5-7:.62 6-8:.83 7-9:.97 "
            "8-9:.94 9-10:.999",
            0.94,
            kept("0-0 1-1 2-2 2-3 2-4 3-5 4-6 5?7 6-8 7-9 8-9 9-10"),
        ),
        pair(
            3,
            "She painted the boat blue .",
            "Prochain départ à dix heures .",
            "0-0:.05 3-1:.12 5-5:.71",
            0.08,
            kept("5?5"),
        ),
        pair(4, "Thank you .", "Merci .", "0-0:.98 1-0:.96 2-1:1", 0.99, kept("0-0 1-0 2-1")),
    ]


def scripts():
    """A pair of Arabic and Chinese."""
    return [
        pair(
            1,
            "وصل القارب يوم الثلاثاء .",
            "船 星期二 才 到 。",
            "0-3:.97 1-0:.98 2-1:.9 3-1:.95 4-4:1",
        )
    ]


def many(size):
    """``size`` pairs of some 25 words, every fiftieth of low confidence."""
    source = (
        "The boat with number {} left the small harbour at noon and nobody on the long quay saw "
        "it return before the evening of the next day ."
    )
    target = (
        "Das Boot mit Nummer {} verließ mittags den kleinen Hafen und niemand auf dem langen Kai "
        "sah es vor dem Abend des nächsten Tages zurückkommen ."
    )
    for number in range(1, size + 1):
        words = source.format(number).split(), target.format(number).split()
        links = [(k, k, 0.5 + (k * 7 + number) % 50 / 100) for k in range(len(words[1]))]
        yield WordPair(number, *words, links, 0.2 if number % 50 == 20 else 0.9)
