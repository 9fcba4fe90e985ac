"""Small test sets, terms marked in brackets: ``tenían [1 fiebre] y [3 [2 tos] seca]``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hypothesis import strategies as st

from diglot.evaluate.terminology.texts import EncodedSet, Tokens, Vocabulary, encode_set
from diglot.model.terms import AnnotatedSegment, AnnotatedSet, TermMark

Alternatives = Mapping[str, Sequence[str]]

WORDS = ("a", "b", "c", "d", ".", "C++", "(PCR)", "|", "de")

ENGLISH = (
    "Comparably , a demographic study in 2012 showed that MERS-CoV patients also had fever (98%) , "
    "dry cough (47%) , and dyspnea (55%) as their main symptoms ."
)
SPANISH = (
    "De manera comparable , un estudio demográfico de 2012 demostró que los pacientes con MERS-CoV "
    "también tenían [1 fiebre] (98%) , [3 [2 tos] seca] (47%) y disnea (55%) como principales "
    "[4 síntomas] ."
)
SYSTEMS = tuple(
    "Comparablemente , un estudio demográfico realizado en 2012 mostró que los pacientes con "
    f"MERS-CoV también tenían fiebre (98%) , {cough} (47%) y disnea (55%) como sus principales "
    "síntomas ."
    for cough in ("tos seca", "tos")
)


def marked(
    text: str, alternatives: Alternatives | None = None, *, name: str = "1", source: str = ""
) -> AnnotatedSegment:
    """A segment from its reference with brackets; a term's form is among its alternatives."""
    plain: list[str] = []
    open_marks: list[tuple[str, int]] = []
    spans: list[tuple[str, int, int]] = []
    at = 0
    for word in text.split():
        while word.startswith("["):
            open_marks.append((word[1:], at))
            word = ""
        closing = len(word) - len(word.rstrip("]"))
        word = word[: len(word) - closing]
        if word:
            plain.append(word)
            at += len(word) + 1
        for _ in range(closing):
            entry, begin = open_marks.pop()
            spans.append((entry, begin, at - 1))
    reference = " ".join(plain)
    spans.sort(key=lambda span: (span[1], -span[2]))
    marks = []
    for entry, begin, end in spans:
        listed = list((alternatives or {}).get(entry, ()))
        form = reference[begin:end]
        marks.append(
            TermMark(
                entry,
                f"term {entry}",
                tuple(dict.fromkeys([*listed, form])),
                target_span=(begin, end),
            )
        )
    return AnnotatedSegment(name, source, reference, tuple(marks))


def encoded(*segments: AnnotatedSegment, vocabulary: Vocabulary | None = None) -> EncodedSet:
    return encode_set(AnnotatedSet(segments), vocabulary=vocabulary)


def one(
    text: str, hypothesis: str, alternatives: Alternatives | None = None, **options: object
) -> tuple[EncodedSet, Tokens]:
    """A test set of one segment, and its hypothesis."""
    gold = encoded(marked(text, alternatives), **options)  # type: ignore[arg-type]
    return gold, gold.hypothesis([hypothesis])[0]


@st.composite
def marked_sets(draw: st.DrawFn) -> AnnotatedSet:
    """Test sets whose terms may repeat and stand beside each other."""
    segments = []
    for number in range(draw(st.integers(1, 4))):
        pieces = draw(
            st.lists(
                st.tuples(
                    st.lists(st.sampled_from(WORDS), min_size=1, max_size=4),
                    st.sampled_from(("", "1", "2", "3")),
                ),
                min_size=1,
                max_size=5,
            )
        )
        text = " ".join(
            f"[{entry} {' '.join(words)}]" if entry else " ".join(words) for words, entry in pieces
        )
        segments.append(marked(text, name=str(number)))
    return AnnotatedSet(tuple(segments))


def hypotheses_for(annotated: AnnotatedSet) -> st.SearchStrategy[list[str]]:
    text = st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join)
    size = len(annotated.segments)
    return st.lists(text, min_size=size, max_size=size)
