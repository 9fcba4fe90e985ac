"""Every error that leaves diglot, in one tree.

    DiglotError                 anything that diglot raises on purpose
    ├── InputError              the user's data is at fault                    exit 2
    │   ├── FormatError         a file does not follow its format
    │   │   ├── EmptyTextError  it holds no text
    │   │   └── EncodingError   its text is in another encoding
    │   └── UnsafeFileError     a file breaks a safety limit (bombs, entities)
    ├── ConfigError             an option or a combination of options is wrong exit 2
    │   └── MissingExtraError   a package is needed that a plain install leaves out
    └── RunError                the work itself failed                         exit 3
        └── KernelError         the kernels of a checkout are not compiled

A user sees ``str(error)``: one line with the file, the place in it and the cure.
"""

from __future__ import annotations

from contextlib import contextmanager

TYPE_CHECKING = False  # loading typing and pathlib would cost a fifth of diglot --help
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path
    from typing import ClassVar


RIGHT_FILE = "check that it is the right file"
"""The cure where a file holds nothing that it should hold."""
LONGEST_WORD = 120
"""Characters of a word of a file that a message repeats whole."""


class DiglotError(Exception):
    """Base of every error raised by diglot on purpose."""

    exit_code: ClassVar[int] = 3


class InputError(DiglotError):
    """The user's data is at fault.

    Args:
        message: what is wrong, in words that name the thing found.
        path: the file, if there is one.
        place: where in the file: a line number, or words such as ``"page 3"``.
        cure: what the user can do about it, as an imperative.
    """

    exit_code: ClassVar[int] = 2

    def __init__(
        self,
        message: str,
        *,
        path: str | Path | None = None,
        place: int | str | None = None,
        cure: str | None = None,
    ) -> None:
        from pathlib import Path

        self.message = message
        self.path = None if path is None else Path(path)
        self.place = f"line {place}" if isinstance(place, int) else place
        self.cure = cure
        super().__init__(message)

    def __str__(self) -> str:
        where = ", ".join(str(part) for part in (self.path, self.place) if part is not None)
        message = " ".join(map(_shortened, self.message.split()))
        line = f"{where}: {message}" if where else message
        if self.cure:
            line = f"{line}; {self.cure}"
        return " ".join(line.split())

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.message, self.path, self.place, self.cure)


class FormatError(InputError):
    """A file does not follow the format it claims."""


class EmptyTextError(FormatError):
    """A file holds nothing but white space; one of many is passed over."""


class EncodingError(FormatError):
    """A file holds text in another encoding than the one that it is read in."""


class UnsafeFileError(InputError):
    """A file breaks a safety limit: entity declarations, compression bombs, hostile names."""


class ConfigError(DiglotError):
    """An option, or a combination of options, is wrong."""

    exit_code: ClassVar[int] = 2


class MissingExtraError(ConfigError):
    """A package is needed that a plain install leaves out; the message names the extra."""


class RunError(DiglotError):
    """The work itself failed."""


class KernelError(RunError, ImportError):
    """The kernels of a checkout are not compiled, or not from the sources that stand there."""


class PartDone(Exception):  # noqa: N818 - the good end of a part of a run, and no error
    """The part of a run that was asked for is done; the text says what comes next."""


@contextmanager
def naming(path: str | Path) -> Iterator[None]:
    """Let errors in what a file holds name the file."""
    try:
        yield
    except InputError as error:
        raise InputError(error.message, path=path, place=error.place, cure=error.cure) from error


def leave_out_folder(error: DiglotError, folder: str | Path) -> InputError:
    """Return an error of the same kind that does not name a folder nobody has to know."""
    shown = str(error).replace(f"{folder}/", "").replace(str(folder), "")
    return (type(error) if isinstance(error, FormatError) else InputError)(shown)


def _shortened(word: str) -> str:
    """Leave out the middle of what no line of a terminal holds, such as a huge number; no path."""
    is_shown = len(word) <= LONGEST_WORD or "/" in word or "\\" in word
    return word if is_shown else f"{word[:40]}…{word[-20:]}"


def _rebuild(
    kind: type[InputError],
    message: str,
    path: Path | None,
    place: str | None,
    cure: str | None,
) -> InputError:
    """Rebuild an InputError on the other side of a process boundary."""
    return kind(message, path=path, place=place, cure=cure)


def describe_unknown(what: str, name: object, known: Iterable[object]) -> str:
    """Return the message for a name that is not among the known ones, with the closest of these."""
    import difflib  # of no use to a command that succeeds

    names = [str(each) for each in known]
    close = difflib.get_close_matches(str(name), names, n=1)
    hint = f" (did you mean {close[0]}?)" if close else ""
    return f"unknown {what} {name!r}{hint}; available: {', '.join(names) or 'none'}"
