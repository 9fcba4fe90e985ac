"""Builds to report on: a lease of our own sentences, linked by hand; and the shipped contract."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import diglot
from diglot.model import (
    Bitext,
    Block,
    Concept,
    ConceptTerm,
    Document,
    Link,
    Segment,
    Signature,
    Term,
    Termbase,
    TermPair,
    TermVariant,
    WordLinks,
)
from diglot.report.build.page import BuildContent

# Sentence pairs with the links of their words; most words stand in the same order.
LEASE = [
    ("The tenant pays the rent.", "Le locataire paie le loyer.", "0-0 1-1 2-2 3-3 4-4 5-5"),
    ("The tenant returns the keys.", "Le locataire rend les clés.", "0-0 1-1 2-2 3-3 4-4 5-5"),
    ("The tenant may sublet.", "Le preneur peut sous-louer.", "0-0 1-1 2-2 3-3 4-4"),
    ("The tenant insures the house.", "Le preneur assure la maison.", "0-0 1-1 2-2 3-3 4-4 5-5"),
    (
        "The loan agreement binds the bank.",
        "Le contrat de prêt lie la banque.",
        "0-0 1-3 2-1 3-4 4-5 5-6 6-7",
    ),
    ("The agreement is void.", "La convention est nulle.", "0-0 1-1 2-2 3-3 4-4"),
    ("The agreement ends.", "Le contrat prend fin.", "0-0 1-1 2-2 2-3 3-4"),
    ("No smoking here.", "Prochain départ à dix heures.", ""),
    ("Agreements end with the term.", "Les contrats finissent à terme.", "0-1 1-2 2-3 4-4 5-5"),
]
DOUBTFUL = 7


def document(sentences, language, name="lease"):
    """Make a document of one paragraph a sentence."""
    text, segments = "", []
    for sentence in sentences:
        segments.append(Segment(len(text), len(text) + len(sentence), len(segments)))
        text += f"{sentence}\n"
    blocks = tuple(Block(each.start, each.end) for each in segments)
    return Document(text, blocks, tuple(segments), language, name)


def word_links(pairs, score=0.9):
    """Make links of texts like ``0-0 1-2``, one text a pair."""
    parsed = [[tuple(map(int, each.split("-"))) for each in pair.split()] for pair in pairs]
    flat = [link for pair in parsed for link in pair]
    return WordLinks(
        np.cumsum([0, *map(len, parsed)], dtype=np.int64),
        np.array([i for i, _ in flat], np.int32),
        np.array([j for _, j in flat], np.int32),
        np.full(len(flat), score, np.float32),
    )


def bitext(pairs=LEASE, languages=("en", "fr"), doubtful=DOUBTFUL, name="lease"):
    """Make a bitext of sentence pairs, one of them doubtful, and a source segment left alone."""
    links = [
        Link((k,), (k,), 0.08, reasons=("no shared names",))
        if k == doubtful
        else Link((k,), (k,), 0.97)
        for k in range(len(pairs))
    ]
    source = document([*(pair[0] for pair in pairs), "Signed in June."], languages[0], name)
    target = document([pair[1] for pair in pairs], languages[1], name)
    return Bitext(source, target, (*links, Link((len(pairs),), (), 0.9)))


def concept(number, source, target, **about):
    """Make a concept of an English and a French name."""
    names = (ConceptTerm(source, "en", **about), ConceptTerm(target, "fr"))
    return Concept(f"c{number}", names, score=1 - number / 20)


def termbase():
    """Terms of the lease: one with a status, one inside another, one in a third language."""
    loan = Concept(
        "c3",
        (
            ConceptTerm("loan agreement", "en"),
            ConceptTerm("contrat de prêt", "fr"),
            ConceptTerm("Darlehensvertrag", "de"),
        ),
        definitions=(("en", "A contract under which money is lent."),),
        subject="law",
        score=0.7,
    )
    return Termbase(
        (
            concept(1, "tenant", "locataire", status="preferred", part_of_speech="noun"),
            concept(2, "agreement", "contrat"),
            loan,
            concept(4, "rent", "loyer"),
        ),
        notes=("one blank term was passed over",),
    )


PAIRS = (
    TermPair("tenant", "locataire", probability=0.9, reasons=("often linked",), contexts=(1, 0)),
    TermPair("tenant", "preneur", probability=0.4, contexts=(2, 3)),
    TermPair("loan agreement", "contrat de prêt", probability=0.7, contexts=(4,)),
)
TERMS = (
    (
        Term(
            "agreement",
            "en",
            measures={"c_value": 2.25},
            variants=(TermVariant("agreements", "inflection", 1),),
        ),
    ),
    (Term("contrat", "fr", variants=(TermVariant("contrats", "inflection", 1),)),),
)


def lease(**changes):
    """Everything a build of the lease found."""
    content = {
        "bitexts": [bitext()],
        "languages": ("en", "fr"),
        "termbase": termbase(),
        "term_pairs": PAIRS,
        "terms": TERMS,
        "word_links": word_links([pair[2] for pair in LEASE]),
        "signatures": [("words", Signature("gibbs", "0.1.0", (("seed", "0"),)))],
        "notes": ["Two sentences were too long."],
        "files": [("termbase.tbx", "the terms")],
    }
    return BuildContent(**{**content, **changes})


def long_build(size):
    """A build of many pairs: the sentences of the lease again and again."""
    pairs = [LEASE[k % len(LEASE)] for k in range(size)]
    return lease(
        bitexts=[bitext(pairs, doubtful=-1)],
        word_links=word_links([pair[2] for pair in pairs]),
        term_pairs=PAIRS,
    )


CHINESE = [
    ("يسري عقد القرض اليوم.", "贷款合同今天生效。", "0-6 0-7 1-2 1-3 2-0 2-1 3-4 3-5 4-8"),
    ("ينتهي العقد غدا.", "合同明天终止。", "0-4 0-5 1-0 1-1 2-2 2-3 3-6"),
]


def scripts(size=2):
    """Arabic and Chinese, written from the right and without spaces."""
    pairs = [CHINESE[k % 2] for k in range(size)]
    names = [("عقد القرض", "贷款合同"), ("العقد", "合同")]
    concepts = tuple(
        Concept(f"c{k}", (ConceptTerm(one, "ar"), ConceptTerm(other, "zh")))
        for k, (one, other) in enumerate(names)
    )
    return BuildContent(
        bitexts=[bitext(pairs, ("ar", "zh"), doubtful=0, name="عقد")],
        languages=("ar", "zh"),
        termbase=Termbase(concepts),
        word_links=word_links([pair[2] for pair in pairs]),
    )


def contract(folder: Path) -> BuildContent:
    """The contract that comes with diglot, aligned by diglot; its terms were picked by hand."""
    samples = Path(diglot.__file__).parent / "samples"
    aligned = diglot.align(samples / "contract.en.docx", samples / "contract.fr.docx")
    memory = folder / "contract.tmx"
    diglot.write(memory, aligned)
    run = diglot.align_words(memory)
    names = [
        ("Contractor", "Prestataire"),
        ("Customer", "Client"),
        ("sensor", "capteur"),
        ("weather station", "station météorologique"),
        ("annual fee", "redevance annuelle"),
        ("data logger", "enregistreur de données"),
        ("solar panel", "panneau solaire"),
        ("frost alarm", "alarme de gel"),
        ("working days", "jours ouvrables"),
        ("fault", "panne"),
        ("Agreement", "contrat"),
    ]
    variants = [("sensor", "sensors"), ("weather station", "weather stations"), ("fault", "faults")]
    return BuildContent(
        bitexts=[aligned],
        languages=("en", "fr"),
        termbase=Termbase(tuple(concept(k, *pair) for k, pair in enumerate(names))),
        terms=(
            tuple(
                Term(text, "en", variants=(TermVariant(form, "inflection", 2),))
                for text, form in variants
            ),
            (),
        ),
        word_links=run.links,
        confidence=run.confidence,
        signatures=[("words", run.signature)],
    )
