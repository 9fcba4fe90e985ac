"""The datasheet of a release: what only its makers know, and what the project knows by itself.

Reference: Gebru et al. 2021, Datasheets for Datasets, Communications of the ACM 64 (12).
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from diglot.errors import FormatError, InputError
from diglot.files.atomic import write_bytes
from diglot.files.text import read_text


@dataclass(frozen=True, slots=True)
class Question:
    """One field that the makers fill in.

    Attributes:
        section: heading that it stands under.
        key: its name in the file.
        question: what it asks.
        mandatory: whether a release needs it.
    """

    section: str
    key: str
    question: str
    mandatory: bool = True


QUESTIONS: tuple[Question, ...] = (
    Question("purpose", "purpose", "Why were these data made?"),
    Question("purpose", "intended_use", "What are they fit for, and what are they not?"),
    Question("texts", "genres", "What kinds of text are they?"),
    Question("texts", "sources", "Where do the texts come from, in which editions?"),
    Question("texts", "licences", "Under which licences do the texts stand?"),
    Question("texts", "sampling", "How were texts and items chosen?"),
    Question("texts", "exclusions", "What was left out, and why?", mandatory=False),
    Question("annotators", "training", "How were the annotators trained?"),
    Question("annotators", "native_languages", "Which languages are their native ones?"),
    Question("annotators", "payment", "How were they paid?"),
    Question("release", "licence", "Under which licence do the judgements stand?"),
    Question("release", "known_problems", "Which problems are known?", mandatory=False),
    Question("release", "cite", "How are the data cited?"),
    Question("release", "contact", "Who answers questions?"),
)

Answers = dict[str, str]
"""Answers by key of the question."""


def write_template(path: Path, answers: Mapping[str, str] | None = None) -> None:
    """Write a file with all questions, to be filled in.

    Raises:
        InputError: it cannot be written.
    """
    lines = ["# The datasheet of this project. A release needs every field that is not optional."]
    section = ""
    for each in QUESTIONS:
        if each.section != section:
            section = each.section
            lines += ["", f"[{section}]"]
        optional = "" if each.mandatory else " (optional)"
        answer = _quoted((answers or {}).get(each.key, ""))
        lines += [f"# {each.question}{optional}", f"{each.key} = {answer}"]
    write_bytes(path, ("\n".join(lines) + "\n").encode())


def read_answers(path: Path) -> Answers:
    """Read a file of answers; what is not asked is refused, since it is a slip of the pen.

    Raises:
        FormatError: it is no TOML, or has an unknown field or one that is no text.
        InputError: it cannot be read.
    """
    try:
        sections = tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise FormatError(f"is not TOML: {error}", path=path, cure="repair that line") from error
    known = {(each.section, each.key) for each in QUESTIONS}
    answers: Answers = {}
    for section, fields in sections.items():
        for key, answer in fields.items() if isinstance(fields, dict) else [("", fields)]:
            if (section, key) not in known or not isinstance(answer, str):
                raise FormatError(
                    f"has the field {section}.{key}, which is not a question, or is not text",
                    path=path,
                    cure="write it between quotes under the name that the template gives it",
                )
            answers[key] = answer.strip()
    return answers


def check_answers(path: Path, answers: Mapping[str, str]) -> None:
    """Refuse answers in which a mandatory one is missing.

    Raises:
        InputError: fields are empty; names them all.
    """
    empty = [
        f"{each.section}.{each.key}"
        for each in QUESTIONS
        if each.mandatory and not answers.get(each.key)
    ]
    if empty:
        raise InputError(
            f"lacks {', '.join(empty)}", path=path, cure="fill these fields in, then release again"
        )


def render_datasheet(
    title: str, answers: Mapping[str, str], facts: Sequence[tuple[str, Sequence[str]]]
) -> str:
    """Return the datasheet as Markdown.

    Args:
        title: name and version of the release.
        answers: of the makers.
        facts: what the project knows: headings with lines of Markdown.
    """
    lines = [f"# {title}", ""]
    section = ""
    for each in QUESTIONS:
        if each.section != section:
            section = each.section
            lines += [f"## {section.capitalize()}", ""]
        lines += [f"**{each.question}** {answers.get(each.key) or '–'}", ""]
    for heading, body in facts:
        lines += [f"## {heading}", "", *body, ""]
    return "\n".join(lines)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
