"""Concepts as TBX text, valid in the structure of the version and style that is written.

TBX has no place for some of what diglot knows (an exact score, a frequency, the translation of a
context, categories of other dialects). Notes may stand everywhere, so these go into notes that
begin with ``x-diglot-`` and are read back.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from diglot.formats.blocks import Skips, escape_attribute, escape_text
from diglot.formats.termbases import data_categories as names
from diglot.formats.termbases.data_categories import OWN, by_language
from diglot.model import Concept, ConceptTerm, Context, Termbase
from diglot.model.termbase import DO_NOT_TRANSLATE, PREFERRED

CARRIED = re.compile(r"(descrip|admin|termNote|ref|xref):([^@]+?)(?:@(.+))?", re.DOTALL)
TAG = re.compile(r"[a-zA-Z]{1,8}(?:-[a-zA-Z0-9]{1,8})*")
URL = re.compile(r"https?://\S+")


class TbxWriter:
    """Turns concepts into lines of the file."""

    def __init__(self, version: str, skips: Skips) -> None:
        self._modern = version != "2"
        self._dct = version == "3-dct"
        self._skips = skips
        modern = self._modern
        self._entry, self._language = (
            ("conceptEntry", "langSec") if modern else ("termEntry", "langSet")
        )
        self._term = "termSec" if modern else "tig"
        self._term_types = names.TERM_TYPES if modern else names.TERM_TYPES_2

    def header(self, termbase: Termbase) -> str:
        """Return everything before the first concept."""
        languages = termbase.languages
        main = escape_attribute(languages[0] if languages else "en")
        made = "<p>written by diglot</p>"
        if termbase.signature:
            made += f"\n<p>{OWN}signature: {escape_text(str(termbase.signature))}</p>"
        title = f"<titleStmt><title>{escape_text(termbase.title)}</title></titleStmt>\n"
        description = (
            f"<fileDesc>\n{title if termbase.title else ''}"
            f"<sourceDesc>{made}</sourceDesc>\n</fileDesc>\n"
        )
        if not self._modern:
            return (
                '<?xml version="1.0" encoding="UTF-8"?>\n'
                f'<!DOCTYPE martif SYSTEM "{names.DTD}">\n'
                f'<martif type="TBX" xml:lang="{main}">\n<martifHeader>\n{description}'
                f'<encodingDesc><p type="XCSURI">{names.XCS}</p></encodingDesc>\n'
                "</martifHeader>\n<text>\n<body>\n"
            )
        modules = "".join(f' xmlns:{name}="{uri}"' for name, uri in names.MODULES.items())
        return (
            '<?xml version="1.0" encoding="UTF-8"?>\n'
            f'<tbx type="TBX-Basic" style="{"dct" if self._dct else "dca"}" xml:lang="{main}" '
            f'xmlns="{names.CORE}"{modules if self._dct else ""}>\n'
            f"<tbxHeader>\n{description}</tbxHeader>\n<text>\n<body>\n"
        )

    def footer(self) -> str:
        """Return everything after the last concept."""
        return f"</body>\n</text>\n</{'tbx' if self._modern else 'martif'}>\n"

    def concept(self, concept: Concept) -> str:
        """Return one concept, which has a term."""
        sections = by_language(concept.terms)
        beside = {language: [""] for language in sections}
        parts = [f'<{self._entry} id="{escape_attribute(names.xml_id(concept.id))}">\n']
        if concept.subject is not None:
            parts.append(self._category("subjectField", concept.subject))
        parts += self._definitions(concept, "", "")
        for language in dict.fromkeys(each for each, _ in concept.definitions if each):
            if language in sections:
                beside[language] += self._definitions(concept, language, "")
            else:
                parts += self._definitions(concept, language, language)
        if concept.source is not None:
            parts.append(self._category("source", concept.source))
        parts += self._scores(concept.score)
        for name, value in self._other(concept):
            parts.append(self._property(name, value, "c", beside))
        if concept.note is not None:
            parts.append(_note(concept.note))
        for language, terms in sections.items():
            parts.append(f'<{self._language} xml:lang="{self._tag(language)}">\n')
            parts += beside[language]
            parts += [self._section(term) for term in terms]
            parts.append(f"</{self._language}>\n")
        parts.append(f"</{self._entry}>\n")
        return "".join(parts)

    def _tag(self, language: str) -> str:
        """Return a language tag; count one that the standard does not allow, but keep it."""
        tag = language.replace("_", "-")
        if not TAG.fullmatch(tag):
            self._skips.add("language tag that TBX does not allow, written as it is", tag)
        return escape_attribute(tag)

    def _section(self, term: ConceptTerm) -> str:
        """Return one term: first what describes it, then everything around it."""
        notes: list[str] = []
        around: list[str] = []
        left = self._status(term, notes, around)
        if term.part_of_speech is not None:
            self._picked("partOfSpeech", "part-of-speech", term.part_of_speech, notes, around)
        if term.kind is not None:
            self._picked("termType", "kind", term.kind, notes, around)
        around += self._scores(term.score)
        if term.frequency is not None:
            around.append(_own("frequency", str(term.frequency)))
        around += [self._context(context) for context in term.contexts]
        if term.source is not None:
            around.append(self._category("source", term.source))
        for name, value in left:
            written = self._property(name, value, "t", {})
            is_note = name.startswith("termNote:") and not written.startswith("<note>")
            (notes if is_note else around).append(written)
        if term.note is not None:
            around.append(_note(term.note))
        return (
            f"<{self._term}>\n<term>{escape_text(term.text)}</term>\n"
            f"{''.join(notes)}{''.join(around)}</{self._term}>\n"
        )

    def _status(
        self, term: ConceptTerm, notes: list[str], around: list[str]
    ) -> list[tuple[str, str]]:
        """Write the status, as the file said it where that still holds; return other properties."""
        told = f"termNote:{names.STATUS_CATEGORY}"
        left = list(term.properties)
        status = PREFERRED if term.status == DO_NOT_TRANSLATE else term.status
        value = names.STATUS_VALUES[status] if status else ""
        for name, found in term.properties:
            if name == told and status is not None:
                if names.status_of(found) != status:
                    left.remove((name, found))
                elif self._allows_status(found):
                    left.remove((name, found))
                    value = found
        if value:
            notes.append(self._category(names.STATUS_CATEGORY, value))
        if term.status != status and term.status is not None:
            around.append(_own("status", term.status))
        return left

    def _allows_status(self, value: str) -> bool:
        return value in names.STATUSES_3 or not self._modern

    def _picked(
        self, category: str, own: str, told: str, notes: list[str], around: list[str]
    ) -> None:
        """Write a value that must be one of a list; beside it what was really said."""
        value = names.camel_case_of(told)
        allowed = names.words_of_camel_case(value) == told
        if category == "termType":
            allowed = allowed and value in self._term_types
            instead = "variant"
        else:
            allowed = allowed and (value in names.PARTS_OF_SPEECH or not self._modern)
            instead = "noun" if told == "proper noun" else "other"
        notes.append(self._category(category, value if allowed else instead))
        if not allowed:
            around.append(_own(own, told))

    def _scores(self, score: float | None) -> list[str]:
        """Write a score: the reliability code where there is one, and the exact value."""
        if score is None:
            return []
        exact = _own("score", repr(float(score)))
        if self._modern:
            return [exact]
        code = min(10, max(1, round(10 * score)))
        return [f'<descrip type="reliabilityCode">{code}</descrip>\n', exact]

    def _context(self, context: Context) -> str:
        inside = self._category("context", context.text)
        if context.source is not None:
            inside += self._category("source", context.source)
        if context.translation is not None:
            inside += _own("translation", context.translation)
        return f"<descripGrp>\n{inside}</descripGrp>\n"

    def _definitions(self, concept: Concept, language: str, told: str) -> list[str]:
        """Write the definitions in one language, with their sources where each has one."""
        texts = [text for each, text in concept.definitions if each == language]
        sources = _sources(concept, language)
        if len(sources) != len(texts):
            return [self._category("definition", text, told) for text in texts]
        return [
            f"<descripGrp>\n{self._category('definition', text, told)}"
            f"{self._category('source', source)}</descripGrp>\n"
            for text, source in zip(texts, sources, strict=True)
        ]

    def _other(self, concept: Concept) -> list[tuple[str, str]]:
        """Return the properties of a concept that are not written with its definitions."""
        used = {
            names.sources_of(language)
            for language in {each for each, _ in concept.definitions}
            if len(_sources(concept, language))
            == sum(each == language for each, _ in concept.definitions)
        }
        return [each for each in concept.properties if each[0] not in used]

    def _property(self, name: str, value: str, level: str, beside: dict[str, list[str]]) -> str:
        """Write a property where it came from, or as a note where this dialect has no place."""
        match = CARRIED.fullmatch(name)
        language = name.rpartition("@")[2] if "@" in name else None
        if language is not None and level == "c" and language in beside:
            if name == f"note@{language}":
                beside[language].append(_note(value))
                return ""
            if match is not None and match[3] == language and self._has_place(match, value, "l"):
                beside[language].append(self._carried(match[1], match[2], value))
                return ""
        elif match is not None and match[3] is None and self._has_place(match, value, level):
            return self._carried(match[1], match[2], value)
        return _own("property", f"{name}={value}")

    def _has_place(self, match: re.Match[str], value: str, level: str) -> bool:
        """Tell whether a category may stand at a level: c(oncept), l(anguage) or t(erm)."""
        carrier, category = match[1], match[2]
        if not value.strip() or (carrier == "termNote" and level != "t"):
            return False
        if carrier == "xref" and not URL.match(value):
            return False
        if not self._modern:
            return carrier != "ref" or value.startswith("#")
        if names.CATEGORIES.get(category, ("",))[0] != carrier:
            return False
        if category == "grammaticalGender" and value not in names.GENDERS:
            return False
        return level in names.LEVELS.get(category, "")

    def _carried(self, carrier: str, category: str, value: str) -> str:
        if carrier not in {"ref", "xref"}:
            return self._category(category, value, carrier=carrier)
        target, _, text = value.partition(" ")
        if target.startswith("#"):
            target = names.xml_id(target[1:])
        elif carrier == "ref":
            target, text = "", value
        told = f' target="{escape_attribute(target)}"' if target else ""
        if self._dct:
            name = f"{names.CATEGORIES[category][1]}:{category}"
            return f"<{name}{told}>{escape_text(text)}</{name}>\n"
        kind = escape_attribute(category)
        return f'<{carrier} type="{kind}"{told}>{escape_text(text)}</{carrier}>\n'

    def _category(
        self, category: str, value: str, language: str = "", *, carrier: str | None = None
    ) -> str:
        """Write one data category in the style of the file."""
        told = f' xml:lang="{escape_attribute(language)}"' if language else ""
        text = escape_text(value)
        if self._dct:
            name = f"{names.CATEGORIES[category][1]}:{category}"
            return f"<{name}{told}>{text}</{name}>\n"
        carrier = carrier or names.CATEGORIES[category][0]
        return f'<{carrier} type="{escape_attribute(category)}"{told}>{text}</{carrier}>\n'


def _sources(concept: Concept, language: str) -> Sequence[str]:
    wanted = names.sources_of(language)
    return [value for name, value in concept.properties if name == wanted]


def _note(text: str) -> str:
    return f"<note>{escape_text(text)}</note>\n"


def _own(name: str, value: str) -> str:
    return _note(f"{OWN}{name}: {value}")
