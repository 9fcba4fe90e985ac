"""Subtitles: SRT, WebVTT and SubStation Alpha. A cue is a block whose anchor is its time code.

Lines within a cue are joined by a space; a sentence may go on in the next cue.

Reference: W3C WebVTT, section 4 (file structure) and 6.4 (cue text).
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from diglot.errors import FormatError, UnsafeFileError
from diglot.files import text as _text
from diglot.formats.blocks import Builder, Inline
from diglot.formats.documents.html import LANGUAGE
from diglot.model import Document

# HTML-like tags, and the positions that subtitle editors write in braces: {\an8}
TAG = re.compile(r"<(/?)([a-zA-Z]\w{0,9})([^<>\n]{0,300})>|\{(\\[^{}\n]{1,200})\}")
VTT_TAG = re.compile(r"<(/?)(c|i|b|u|v|lang|ruby|rt)\b([^<>\n]{0,300})>|<(\d[\d:.]{4,15})>|</>")
TIME = r"(?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3}"
TIMING = re.compile(rf"({TIME})[ \t]+-->[ \t]+({TIME})(?:[ \t]+(.*))?")
VTT_LANGUAGE = re.compile(r"^Language:[ \t]*([\w-]+)", re.MULTILINE)
SRT_TIMING = re.compile(r"^\s*-?\d{1,}:\d{1,2}:\d{1,2}[,.:]\d{1,6}\s*-->", re.MULTILINE)

LINE_END = re.compile(r"\r+\n|\r")
SRT_BARE = re.compile(r"\n[ \t]*\n(\d+)[ \t]*\n[^\n]*\w")  # number and text of a cue alone

LETTER = re.compile(r"[^\W\d_]")
BEYOND_LATIN = re.compile(r"[^\W\d_\u0000-\u024f\u1e00-\u1eff]")

ASS_COLUMNS = ("Layer", "Start", "End", "Style", "Name", "MarginL", "MarginR", "MarginV", "Effect",
               "Text")  # fmt: skip
ASS_TAG = re.compile(r"((?!))()()|\{([^{}\n]{0,2000})\}")  # braces only, as the fourth group
ASS_BREAK = re.compile(r"\\[Nnh]")
ASS_DRAWING = re.compile(r"\{[^{}]*\\p[1-9]")

# The library's expressions take time quadratic in the length of such runs.
RUNS = re.compile(r"[0-9]{200}|\s{2000}")


def read(path: Path, *, encoding: str | None = None) -> Document:
    """Read a subtitle file; WebVTT and SubStation Alpha are known by their first line, or SRT.

    Raises:
        FormatError: it does not follow the format, or holds no text.
    """
    text = _text.read_text(path, encoding=encoding, most=_text.MAX_DOCUMENT)
    if re.match(r"\ufeff?WEBVTT(?:[ \t\r\n]|$)", text):
        return _read_vtt(path, text)
    if path.suffix.lower() in {".ass", ".ssa"} or text.lstrip("\ufeff").startswith("[Script Info]"):
        return _read_ass(path, text)
    return _read_srt(path, text)


def _read_srt(path: Path, text: str) -> Document:
    import srt

    builder = Builder()
    # The library's expressions know only the line feed.
    text = LINE_END.sub("\n", text).replace("\0", "")
    if RUNS.search(text):
        raise UnsafeFileError(
            "holds absurdly long runs of digits or white space", path=path, cure="clean it up first"
        )
    if text.strip() and not SRT_TIMING.search(text):
        raise FormatError("holds no time codes", path=path, cure="check that it is an SRT file")
    end = 0
    try:
        for cue in srt.parse(text):
            begin, end = text.find(cue.content, end), end + len(cue.content)
            if bare := SRT_BARE.search(cue.content):
                raise FormatError(
                    f"cue {bare[1]} has no time code",
                    path=path,
                    place=text.count("\n", 0, begin + bare.start(1)) + 1,
                    cure="add it, or remove the cue",
                )
            anchor = f"{_stamp(cue.start)} --> {_stamp(cue.end)}"
            _add_cue(builder, cue.content, TAG, anchor, entities=False)
    except srt.SRTParseError as error:
        raise FormatError(
            "is not valid SRT here",
            path=path,
            place=text.count("\n", 0, error.expected_start) + 1,
            cure="repair number, time code or blank line of that cue",
        ) from error
    except (ValueError, OverflowError) as error:
        raise FormatError(
            f"holds a time code that is out of range ({error})", path=path, cure="repair it"
        ) from error
    return builder.finish(path, "srt")


def _read_ass(path: Path, text: str) -> Document:
    builder = Builder()
    section, columns = "", [*ASS_COLUMNS]
    for number, line in enumerate(_text.split_lines(text.removeprefix("\ufeff")), 1):
        name, _, rest = line.partition(":")
        if line.startswith("["):
            section = line.strip("[] ").lower()
        elif section == "events" and name == "Format":
            columns = [column.strip() for column in rest.split(",")]
        elif section == "events" and name in {"Dialogue", "Comment"}:
            # The text is the last column and may hold commas.
            found = dict(zip(columns, rest.split(",", len(columns) - 1), strict=False))
            if not {"Start", "End", "Text"} <= found.keys():
                raise FormatError(
                    f"has fewer columns than the line that names them ({len(columns)})",
                    path=path,
                    place=number,
                    cure="repair that line",
                )
            content = ASS_BREAK.sub("\n", found["Text"].strip())
            if name == "Comment" or ASS_DRAWING.search(content):
                builder.skips.add("comment" if name == "Comment" else "drawing", content)
            else:
                anchor = f"{found['Start'].strip()} --> {found['End'].strip()}"
                _add_cue(builder, content, ASS_TAG, anchor, entities=False)
    return builder.finish(path, "ass")


def _read_vtt(path: Path, text: str) -> Document:
    builder = Builder()
    language = None
    for number, (line, block) in enumerate(_vtt_blocks(text)):
        if number == 0:
            stated = VTT_LANGUAGE.search("\n".join(block[1:]))
            language = stated[1] if stated and LANGUAGE.fullmatch(stated[1]) else None
            continue
        place = next(
            (index for index in (0, 1) if "-->" in "".join(block[index : index + 1])), None
        )
        if place is None:
            kind = block[0].split()[0] if block[0].split() else ""
            known = {"NOTE": "note", "STYLE": "style", "REGION": "region"}
            builder.skips.add(known.get(kind, "block without a time code"), " ".join(block))
            continue
        timing = TIMING.fullmatch(block[place].strip())
        if timing is None:
            raise FormatError(
                f"the time code {block[place].strip()[:40]!r} is not valid",
                path=path,
                place=line + place,
                cure="write it like 00:01:02.500 --> 00:01:04.000",
            )
        anchor = f"{timing[1]} --> {timing[2]}"
        _add_cue(builder, "\n".join(block[place + 1 :]), VTT_TAG, anchor, entities=True)
    return builder.finish(path, "vtt", language=language)


def _vtt_blocks(text: str) -> Iterator[tuple[int, list[str]]]:
    """Give the runs of lines between blank lines, with the number of their first line.

    A time code begins a cue wherever it stands.
    """
    block: list[str] = []
    first = 1
    for number, line in enumerate(_text.split_lines(text), 1):
        is_next = "-->" in line and any("-->" in each for each in block)
        if block and (is_next or not line.strip()):
            yield first, block
            block = []
        if line.strip():
            first = first if block else number
            block.append(line)
    if block:
        yield first, block


def _add_cue(
    builder: Builder, content: str, tags: re.Pattern[str], anchor: str, *, entities: bool
) -> None:
    """Add one cue, its tags beside the text; a block for each script of a cue in two languages."""
    parts: list[tuple[bool | None, str]] = []
    for line in content.split("\n"):
        is_latin = _is_latin(tags.sub("", line))
        before, held = parts[-1] if parts else (None, "")
        if parts and (None in (before, is_latin) or before == is_latin):
            parts[-1] = (is_latin if before is None else before), f"{held}\n{line}"
        else:
            parts.append((is_latin, line))
    for _, part in parts:
        _add_part(builder, part, tags, anchor, entities=entities)


def _is_latin(text: str) -> bool | None:
    """Tell whether most letters are Latin; None if there are none."""
    letters = len(LETTER.findall(text))
    return 2 * len(BEYOND_LATIN.findall(text)) <= letters if letters else None


def _add_part(
    builder: Builder, content: str, tags: re.Pattern[str], anchor: str, *, entities: bool
) -> None:
    line = Inline(collapse=True)
    opened: list[str] = []
    position = 0
    for match in tags.finditer(content):
        line.text(_plain(content[position : match.start()], entities))
        position = match.end()
        name = match[2]
        if name is None:
            line.point("time" if tags is VTT_TAG else "position", match[4] or "")
        elif not match[1]:
            opened.append(name)
            line.open(name, match[3].strip(" ."))
        elif name in opened:
            while opened:
                line.close()
                if opened.pop() == name:
                    break
    line.text(_plain(content[position:], entities))
    while opened:
        line.close()
        opened.pop()
    text, markup = line.take()
    builder.add(text, markup, kind="cue", anchor=anchor)


def _plain(text: str, entities: bool) -> str:
    return html.unescape(text) if entities else text


def _stamp(time: timedelta) -> str:
    """Write a time the way WebVTT does, so that the two formats can be compared."""
    milliseconds = round(time.total_seconds() * 1000)
    seconds, rest = divmod(milliseconds, 1000)
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}.{rest:03}"
