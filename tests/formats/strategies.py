"""Generated units: texts as they occur, and as they should never."""

from __future__ import annotations

from hypothesis import strategies as st

from diglot.files.xml import remove_illegal_characters
from diglot.model import Markup, Unit, Variant

NASTY = (
    "",
    " ",
    "  two  spaces  ",
    "line\nbreak",
    "carriage\rreturn",
    "both\r\nends\r\n",
    "tab\tinside",
    "\u2028\u2029\x85\x0b\x0c",
    "שלום \u202eright to left\u202c",
    "𝒜𠮷😀👩‍👩‍👧",
    "e\u0301 in NFD, é in NFC",
    "\ufeffmark in the middle\ufeff",
    "zero\u200bwidth\u200d\u00ad\u00a0\u202f",
    "<b>&amp; ]]> <!-- \"quotes\" 'single'",
    "=1+1",
    "+2",
    "-3",
    "@sum",
    "'quoted",
    '"',
    '""',
    "a;b,c\td|e",
    "x\x01y\x1fz\x7f",
    "_x000D_",
    "%s {0} &File _Edit",
    "source",
    "#comment",
    "null",
    "中文。没有空格。",
)


def texts(*, xml: bool = False, line: bool = False):
    """Texts; those that XML can hold, or those that fit on one line."""
    made = st.one_of(
        st.sampled_from(NASTY),
        st.text(max_size=20),
        st.lists(st.sampled_from(NASTY), max_size=3).map("".join),
    ).filter(lambda text: not any("\ud800" <= c <= "\udfff" for c in text))
    made = made.map(lambda text: text.replace("\0", ""))
    if xml:
        made = made.map(lambda text: remove_illegal_characters(text)[0])
    if line:
        made = made.map(lambda text: text.replace("\n", " ").replace("\r", " "))
    return made


names = st.from_regex(r"[A-Za-z][A-Za-z0-9._-]{0,11}", fullmatch=True)
languages = st.sampled_from(
    ["en", "fr", "de-CH", "zh", "ja", "ar", "pt-BR", "sr-Latn", "und", "es-419"]
)


def variants(language: str, text, markup=None):
    """Variants in a language; some made of several segments."""

    @st.composite
    def made(draw):
        parts = draw(st.lists(text, min_size=1, max_size=3))
        joined = ("" if language in {"zh", "ja"} else " ").join(parts)
        lengths = tuple(map(len, parts)) if len(parts) > 1 or parts == [""] else ()
        marks = draw(markup(joined)) if markup else ()
        return Variant(language, joined, marks, lengths)

    return made()


def tmx_markup(text: str):
    """Codes and nested ``hi`` in document order, as a TMX reader gives them."""

    @st.composite
    def made(draw):
        points = draw(st.lists(st.integers(0, len(text)), max_size=4))
        marks = [
            Markup(place, place, "ph", f'<ph x="{number}">&lt;img/&gt;</ph>')
            for number, place in enumerate(sorted(points))
        ]
        if text and draw(st.booleans()):
            marks.append(Markup(0, len(text), "hi", '<hi type="b"/>'))
        return tuple(sorted(marks, key=lambda mark: (mark.start, -mark.end)))

    return made()


@st.composite
def units(
    draw,
    *,
    text,
    sides=(2, 2),
    markup=None,
    method=None,
    properties=True,
    pair=None,
    field=None,
):
    """A unit; ``sides`` bounds the number of languages."""
    field = field if field is not None else text.filter(bool)
    count = draw(st.integers(*sides))
    chosen = pair or draw(st.lists(languages, min_size=count, max_size=count, unique=True))
    return Unit(
        tuple(draw(variants(language, text, markup)) for language in chosen),
        id=draw(st.none() | names),
        score=draw(st.none() | st.floats(0, 1)),
        kind=draw(st.none() | field),
        reasons=tuple(draw(st.lists(field, max_size=2))),
        method=draw(st.none() | field) if method is None else method,
        document=draw(st.none() | field),
        paragraphs=draw(st.none() | st.tuples(st.integers(-1, 99), st.integers(-1, 99))),
        properties=tuple(draw(st.lists(st.tuples(names, text), max_size=2))) if properties else (),
        notes=tuple(draw(st.lists(text, max_size=2))) if properties else (),
    )
