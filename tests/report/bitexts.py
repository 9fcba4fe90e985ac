"""Bitexts to report on, put together from sentences of our own."""

from __future__ import annotations

from diglot.model import Bitext, Block, Document, Link, Segment, Signature, Zone


def document(paragraphs, language=None, name=""):
    """Make a document of paragraphs, each a list of sentences; the first may be a heading (str)."""
    text, blocks, segments = "", [], []
    for paragraph in paragraphs:
        sentences = [paragraph] if isinstance(paragraph, str) else paragraph
        text += "\n" if text else ""
        start = len(text)
        for sentence in sentences:
            text += " " if len(text) > start else ""
            segments.append(Segment(len(text), len(text) + len(sentence), len(blocks)))
            text += sentence
        kind = "heading" if isinstance(paragraph, str) else "paragraph"
        blocks.append(Block(start, len(text), kind))
    return Document(text, tuple(blocks), tuple(segments), language, name)


ENGLISH = [
    "The keeper's letter",
    ["The boat came on Tuesday.", "It brought flour and 12 letters, none of them for me."],
    [
        "At night the light turns once every 21 seconds.",
        "You ask whether I am lonely.",
        "I am not.",
    ],
    ["Write again before winter."],
]
FRENCH = [
    "La lettre du gardien",
    ["Le bateau est arrivé mardi.", "Il apportait de la farine et 21 lettres.", "Aucune pour moi."],
    ["La nuit, le feu tourne toutes les 21 secondes.", "Tu demandes si je me sens seul."],
    ["Le brouillard se lève enfin.", "Écris-moi encore avant l'hiver."],
]
ARABIC = [["وصل القارب يوم الثلاثاء.", "أحضر الدقيق واثنتي عشرة رسالة.", "في الليل يدور الضوء."]]
CHINESE = [["船星期二才到。", "它带来了面粉和十二封信。", "夜里，灯光每二十一秒转一圈。"]]


def letter():
    """A short letter with one link of every kind."""
    return Bitext(
        document(ENGLISH, "en", "letter.en"),
        document(FRENCH, "fr", "letter.fr"),
        (
            Link((0,), (0,), 0.998),
            Link((1,), (1,), 0.996),
            Link((2,), (2, 3), 0.41, None, ("12 ≠ 21", "length 2.4×")),
            Link((3,), (4,), 0.999),
            Link((4,), (5,), 0.31, "confirmed"),
            Link((5,), (), 0.88),
            Link((), (6,), 0.52, None, ("no shared names",)),
            Link((6,), (7,), 0.97),
        ),
        notes=("language of the second text detected: French",),
        signature=Signature("crf", "0.1.0", (("max-merge", "6"),)),
    )


def two_scripts():
    """Three links between Arabic and Chinese."""
    return Bitext(
        document(ARABIC, "ar", "رسالة"),
        document(CHINESE, "zh", "信"),
        (Link((0,), (0,), 0.99), Link((1,), (1,), 0.38, None, ("length 2.4×",)), Link((2,), (2,))),
    )


def glossary():
    """Two lists in alphabetical order, each in its own, between two linked sentences."""
    words = ["Anker", "Boot", "Leuchtturm"]
    return Bitext(
        document([["Davor.", *words, "Danach."]], "de", "a"),
        document([["Before.", "anchor", "lighthouse", "boat", "After."]], "en", "b"),
        (Link((0,), (0,), 0.99), Link((4,), (4,), 0.98)),
        zones=(Zone((1, 4), (1, 4), "non-monotone", "sorted by alphabet"),),
    )


def long_text(size=10_000):
    """A bitext of ``size`` links, every fiftieth doubtful, every hundredth a null."""
    source, target, links = [], [], []
    for number in range(size):
        source.append(f"Sentence {number} of a long and rather uneventful book about the sea.")
        left = (len(source) - 1,)
        if number % 100 == 99:
            links.append(Link(left, (), 0.9))
            continue
        target.append(f"Satz {number} eines langen und eher ereignislosen Buches über das Meer.")
        doubtful = number % 50 == 20
        links.append(
            Link(left, (len(target) - 1,), 0.2 if doubtful else 0.99, None, ("x",) * doubtful)
        )
    cut = [[lines[k : k + 6] for k in range(0, len(lines), 6)] for lines in (source, target)]
    return Bitext(
        document(cut[0], "en", "long.en"), document(cut[1], "de", "long.de"), tuple(links)
    )
