"""Coverage-guided fuzzing of every reader: nothing but an error of ours may leave one.

``make fuzz`` fetches atheris (libFuzzer for Python) apart from everything else and runs this;
``FUZZ="docx tmx --seconds 600"`` chooses formats and the time for each, ``FUZZ="--until 1000000"``
goes round all of them until each has had as many inputs. The readers are imported and instrumented
once; each is then run in a fork. Inputs that reach new code stay in ``build/fuzz/corpus``, from
where the next run goes on. What goes wrong stays in ``build/fuzz/findings``, once for each place
in the code; ``bench/fuzzed.json`` adds up the inputs of all runs, on any machine, for
`bench.formats`, and formats that have had fewest come first.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import gc
import hashlib
import importlib.util
import io
import itertools
import json
import mmap
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
import traceback
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from diglot import formats
from diglot.errors import DiglotError
from diglot.formats import registry
from diglot.formats.lexicons import read_translations
from diglot.formats.marked_terms import read_annotated_set
from diglot.formats.term_lists import read_term_list
from diglot.formats.units import bitext_of
from diglot.model import Document

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FOLDER = Path("build/fuzz")
COUNTS = Path("bench/fuzzed.json")
MEMORY = 5 << 30  # of addresses, of which Arrow alone reserves two
LONGEST = 4096
"""Bytes of an input; containers may be longer."""
WORDFAST_ROW = "20230101~120001\tAB\t3\tEN-US\tThe &'93;cat&'94; &tA;sleeps.\tFR-FR\tLe chat.\tx\n"
BETWEEN = b"\n=====\n"
"""Stands between the files of a format that has several."""
SLOW = 3.0
"""CPU seconds for one such input that are a finding."""
WORD = re.compile(rb"[\w:.@\\-]{2,24}")
INSTRUMENTED = """
import atheris
with atheris.instrument_imports(include=["diglot.formats", "diglot.files"]):
    from bench import fuzzing
    raise SystemExit(fuzzing.rounds())
"""


@dataclass(frozen=True, slots=True)
class Target:
    """A reader with the files to begin with."""

    kind: str
    name: str
    extension: str
    read: Callable[[Path], object]
    seeds: tuple[bytes, ...]

    @property
    def key(self) -> str:
        """Name of its folder, and in the counts."""
        return f"{self.kind}/{self.name}.{self.extension}".replace(" ", "-")


def targets() -> list[Target]:
    """Return a target for every format and extension that a test knows a small file of."""
    found = [*_documents(), *_units(), *_termbases(), *_lexicons(), *_links(), *_others()]
    found += [*_several_files(), *_judgements()]
    return list({each.key: each for each in found}.values())


def _documents() -> Iterator[Target]:
    from tests.formats.documents import packages
    from tests.hostile import test_document_fuzz as seeds

    def read(path: Path, **options: Any) -> None:
        found = formats.read(path, **options)
        if isinstance(found, Document):  # lines with a tab may be pairs
            packages.check(found)

    made = {name: [data] for name, data in seeds.TEXTS.items()}
    made |= {name: [_zipped(seeds.package(name))] for name in seeds.PACKAGES}
    made["pdf"] = [seeds.printed()]
    made["xml"] = [b"<resources><string name='a'>b</string></resources>"]
    made["ces"] = [b'<text><p id="1"><s id="1.1"><w>One</w><w>two</w></s></p></text>']
    for extension, data in made.items():
        record = registry.extensions_of(registry.DOCUMENT).get(f".{extension}")
        name = record.name if record else "android"
        yield Target("document", name, extension, read, tuple(data))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.xlsx"
        formats.write(path, _bitext(), format="xlsx")
        one = path.read_bytes().replace(b"source", b"souvce")
    with zipfile.ZipFile(io.BytesIO(one)) as book:
        parts = {each: book.read(each).replace(b"target", b"x") for each in book.namelist()}
    as_text = functools.partial(read, format="workbook")
    yield Target("document", "workbook", "xlsx", as_text, (_zipped(parts),))


def _units() -> Iterator[Target]:
    from tests.formats.units.test_wordfast import HEADER as WORDFAST
    from tests.hostile import test_fuzzed_units as seeds

    def read(path: Path, **options: Any) -> None:
        found = list(formats.read_units(path, **options))
        bitext_of(found, path=path)

    made: dict[str, list[bytes]] = {}
    for each in seeds.FORMATS:
        made.setdefault(each.removesuffix("2"), []).append(seeds.sample(each))
    made["xlz"] = [_zipped({"content.xlf": data, "a.skl": b"x"}) for data in made["xlf"]]
    for extension, data in made.items():
        record = registry.extensions_of(registry.UNITS)[f".{extension}"]
        yield Target("units", record.name, extension, read, tuple(data))
    yield Target("units", "wordfast", "txt", functools.partial(read, format="wordfast"),
                 ((WORDFAST + WORDFAST_ROW).encode(),))  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.parquet"
        formats.write(path, _bitext())
        yield Target("units", "parquet", "parquet", read, (path.read_bytes(),))
    from tests.hostile.test_lexicon_documents import ENTRY

    examples = functools.partial(read, format="wiktextract")
    example = {"text": "b c", "english": "d"}
    entry = ENTRY | {
        "lang_code": "fr",
        "lang": "French",
        "senses": [{"glosses": ["a"], "examples": [example]}],
    }
    yield Target("units", "wiktextract", "jsonl", examples, (json.dumps(entry).encode(),))


def _termbases() -> Iterator[Target]:
    from tests.formats.termbases.test_multiterm import ENTRY as MULTITERM
    from tests.hostile import test_termbase_files as seeds

    made: dict[str, list[bytes]] = {}
    for each in seeds.KINDS:
        made.setdefault(each.rpartition(".")[2], []).append(seeds.sample(each))
    made["xml"] = [MULTITERM.encode("utf-16"), MULTITERM.replace("UTF-16", "UTF-8").encode()]
    made["utf8"] = [b"# c\nturbine\teolienne\tnote\nrotor\trotor\n"]
    read = functools.partial(formats.read_termbase, languages=("en", "fr"))
    for extension, data in made.items():
        record = registry.extensions_of(registry.TERMBASE)[f".{extension}"]
        name = "multiterm" if extension == "xml" else record.name
        yield Target("termbase", name, extension, read, tuple(data))


def _lexicons() -> Iterator[Target]:
    from tests.hostile import test_lexicon_documents as documents
    from tests.hostile import test_lexicon_tables as tables

    def read(path: Path, name: str) -> None:
        _exhaust(read_translations, path, format=name)

    def written(extension: str, **options: Any) -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"a.{extension}"
            formats.write_lexicon(path, documents.LEXICON, **options)
            return path.read_bytes()

    for name, extension in tables.FORMATS.items():
        data = written(extension, format=name)
        yield Target("lexicon", name, extension, functools.partial(read, name=name), (data,))
    table = b"source\tpos\ttarget\nred\tadj\trouge\n"
    yield Target("lexicon", "tsv", "tsv", functools.partial(read, name="tsv"), (table,))
    extensions = {"tei": "freedict", "tbx": "tbx", "jsonl": "jsonl"}
    extensions |= dict.fromkeys(("ttl", "rdf", "jsonld"), "ontolex")
    for extension, name in extensions.items():
        data = written(extension)
        yield Target("lexicon", name, extension, functools.partial(read, name=name), (data,))
    entry = json.dumps(documents.ENTRY).encode() + b"\n"
    made = {"wordnet": ("lmf", documents.WORDNETS.encode()), "wiktextract": ("jsonl", entry * 2)}
    for name, (extension, data) in made.items():
        yield Target("lexicon", name, extension, functools.partial(read, name=name), (data,))


def _links() -> Iterator[Target]:
    from tests.hostile import test_link_files as links
    from tests.hostile import test_word_link_files as word_links

    for name, (reader, seed) in links.SEEDS.items():
        if name != "ces document":  # which is among the documents
            yield Target("links", name, "xml", reader, (seed,))
    for key, (reader, seed) in word_links.SEEDS.items():
        kind = "judgements" if key in {"labels", "texts", "judgements"} else "word links"
        name = "confidence" if key == "judgements" else key
        yield Target(kind, name, "words", reader, (seed,))


def _others() -> Iterator[Target]:
    from diglot.formats.term_lists.word_vectors import read_vectors
    from tests.hostile import test_term_files as lists

    with tempfile.TemporaryDirectory() as folder:
        for extension in ("txt", "tsv", "csv", "xlsx"):
            path = Path(folder) / f"t.{extension}"
            lists.write_term_list(path, lists.TERMS)
            record = registry.extensions_of(registry.TERM_LIST)[f".{extension}"]
            yield Target("term list", record.name, extension, read_term_list, (path.read_bytes(),))
    header = b'{"schema": "diglot-annotated-set", "version": 1}\n'
    segment = b'<seg id="1">a <term id="1" src="b" tgt="c">d</term></seg>'
    sets = {
        "sgml": ("sgm", b'<doc sysid="a">' + segment + b"</doc>"),
        "jsonl": ("jsonl", header + b'{"id": "1", "source": "a", "target": "b", "terms": []}\n'),
        "tsv": ("tsv", b"segment\tsource\tentry\tterm\talternatives\n1\ta b\t0\ta\tc\n"),
        "wmt25": ("jsonl", b'{"en": "a b", "de": "c", "terms": {"a": "c"}}\n'),
    }
    for name, (extension, data) in sets.items():
        read = functools.partial(read_annotated_set, format=name)
        yield Target("marked terms", name, extension, read, (data,))
    yield Target("term list", "vectors", "vec", read_vectors, (b"2 3\nwind .1 .2 .3\nx 1 2 3\n",))


def _several_files() -> Iterator[Target]:
    from tests.formats.lexicons import dictionary_files

    def parted(read: Callable[[Path], object], *names: str) -> Callable[[Path], object]:
        def read_parts(path: Path) -> object:
            parts = path.read_bytes().split(BETWEEN)
            for name, data in itertools.zip_longest(names, parts[: len(names)], fillvalue=b""):
                (path.parent / name).write_bytes(data)
            return read(path.parent / names[0])

        return read_parts

    def moses(path: Path) -> object:
        return list(formats.read_units(path, format="moses", target=path.with_suffix(".fr")))

    entries = [("red", "red /rEd/ <adj>\n1. rouge\n"), ("wind", "vent")]
    written = {
        "dictd": (dictionary_files.write_dictd, ("eng-fra.dict", "eng-fra.index")),
        "stardict": (
            dictionary_files.write_stardict,
            ("eng-fra.ifo", "eng-fra.idx", "eng-fra.dict"),
        ),
    }
    for name, (write, names) in written.items():
        with tempfile.TemporaryDirectory() as folder:
            write(Path(folder), entries, packed=False)
            seed = BETWEEN.join((Path(folder) / each).read_bytes() for each in names)
        read = functools.partial(_exhaust, read_translations, format=name)
        yield Target("lexicon", name, "parts", parted(read, *names), (seed,))
    yield Target("units", "moses", "parts", parted(moses, "a.en", "a.fr"),
                 (BETWEEN.join((b"a b\nc\n", b"d\ne f\n")),))  # fmt: skip

    def marked(path: Path) -> object:
        others = {"reference": path.with_suffix(".fr"), "terms": path.with_suffix(".jsonl")}
        return read_annotated_set(path, **others, format="lines")

    terms = b'[{"en": "a", "fr": "c"}]\n[]\n'
    yield Target("marked terms", "lines", "parts", parted(marked, "a.en", "a.fr", "a.jsonl"),
                 (BETWEEN.join((b"a b\nd\n", b"c e\nf\n", terms)),))  # fmt: skip


def _judgements() -> Iterator[Target]:
    from diglot.formats.judgements import answers, findings, span_editors
    from diglot.formats.term_lists import bucc

    def standoff(path: Path) -> object:
        return list(answers.read_standoff(path)[1])

    head = {"schema": answers.SCHEMA, "version": answers.VERSION, "kind": "terms"}
    records = (
        {"record": "item", "item": "1", "payload": {"source": "a"}},
        {"record": "judgement", "item": "1", "annotator": "b", "cells": {"c": 1}},
        {"record": "gold", "item": "1", "cells": {"c": 1}},
    )
    told = {"verdict": "false alarm", "rule": "TERM-MISSING", "place": "0123456789abcdef",
            "entry": "c1", "form": "d", "level": "none"}  # fmt: skip
    table = told | {"answer": "false alarm", "found": "e"}
    page = {"schema": findings.SCHEMA, "version": findings.VERSION, "answers": [told]}
    asked = dict.fromkeys(answers.NEEDED, "no")
    region = {"id": "r", "type": "labels", "from_name": "x", "to_name": "source",
              "value": {"start": 0, "end": 3, "text": "the", "labels": ["sure"]}}  # fmt: skip
    task = {"id": 7, "data": {"source": "the door", "target": "la porte"},
            "annotations": [{"completed_by": 1, "result": [region]}]}  # fmt: skip
    webanno = (
        b"#FORMAT=WebAnno TSV 3.3\n#T_SP=webanno.custom.Pair|label|pair|entry\n\n\n#Text=the door\n"
        b"1-1\t0-3\tthe\tsure\t1\tc1\t\n1-2\t4-8\tdoor\t_\t_\t_\t\n\n#Text=la porte\n"
        b"2-1\t9-11\tla\tsure\t1\tc1\t\n2-2\t12-17\tporte\t_\t_\t_\t\n"
    )

    def lines(*objects: object) -> bytes:
        return b"".join(json.dumps(each).encode() + b"\n" for each in objects)

    def rows(*cells: Any) -> bytes:
        return "".join("\t".join(row) + "\n" for row in cells).encode()

    suppressed = b"[[suppress]]\nentry = 'c1'\nform = 'm'\nrule = 'missing'\ndate = 2026-01-02\n"
    proposals = rows(bucc.HEADER, ["yes", "a", "b", *[""] * (len(bucc.HEADER) - 3)])
    made: list[tuple[str, str, Callable[[Path], object], bytes]] = [
        ("standoff", "jsonl", standoff, lines(head, *records)),
        ("answers", "jsonl", answers.read_answers, lines(asked)),
        ("answers", "tsv", answers.read_answers, rows(asked, asked.values())),
        ("findings", "json", findings.read_answers, lines(page)),
        ("findings", "tsv", findings.read_answers, rows(table, [*table.values()])),
        ("suppressions", "toml", findings.read_suppressions, suppressed),
        ("label-studio", "json", span_editors.read_label_studio, lines([task])),
        ("label-studio-terms", "json", span_editors.read_label_studio_terms, lines([task])),
        ("webanno", "tsv", span_editors.read_webanno, webanno),
        ("webanno-terms", "tsv", span_editors.read_webanno_terms, webanno),
        ("bucc", "txt", bucc.read_official, b"wind\nrotor blade\n"),
        ("bucc", "tsv", bucc.read_proposals, proposals),
    ]
    for name, extension, read, seed in made:
        kind = "term list" if name == "bucc" else "judgements"
        yield Target(kind, name, extension, read, (seed,))


def _exhaust(read: Callable[..., Iterator[object]], path: Path, **options: Any) -> None:
    for _ in read(path, **options):
        pass


def _bitext() -> Any:
    from tests.formats.test_registry import bitext

    return bitext()


def _zipped(members: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in members.items():
            archive.writestr(zipfile.ZipInfo(name), content)
    return buffer.getvalue()


# One reader, in a process of its own: libFuzzer ends the process it runs in.


def fuzz(target: Target, count: memoryview[int], *, seconds: int, runs: int) -> None:
    """Give a reader mutated files until the time or the number of runs is over, and count them.

    The first that fails for want of memory is the last: Arrow's zstd keeps some addresses for every
    damaged file, and under the limit of addresses all further ones would fail, too.
    """
    import atheris  # which has instrumented what was imported since `INSTRUMENTED` began
    import charset_normalizer

    from diglot.formats.documents import pdf
    from diglot.text import detection

    pdf.within_limits = lambda work, *_: work()  # coverage is seen in this process only
    # Guesses by libraries, of the encoding for advice and of languages: ten times a reader's time.
    charset_normalizer.from_bytes = lambda *_, **__: charset_normalizer.CharsetMatches()
    detection.detect = lambda *_, **__: ("und", 0.0)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    corpus = FOLDER / "corpus" / target.key
    corpus.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(target.seeds):
        (corpus / f"seed-{number}").write_bytes(seed)
    words = {word for seed in target.seeds for part in _parts(seed) for word in WORD.findall(part)}
    dictionary = FOLDER / "corpus" / f"{target.key}.dict"
    quoted = ("".join(f"\\x{byte:02x}" for byte in word) for word in sorted(words))
    dictionary.write_text("".join(f'"{word}"\n' for word in quoted))
    findings, name = FOLDER / "findings", target.key.replace("/", "-")
    findings.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=_memory()) as folder:
        path = Path(folder) / f"eng-fra.{target.extension}"

        def once(data: bytes) -> None:
            path.write_bytes(data)
            count[0] += 1
            begun = time.process_time()
            try:
                target.read(path)
            except DiglotError as error:
                if "\n" in str(error):
                    _keep(target, data, "a message of several lines", str(error))
            except Exception as error:
                place = traceback.extract_tb(error.__traceback__)[-1]
                where = f"{type(error).__name__} at {Path(place.filename).name}:{place.lineno}"
                _keep(target, data, where, traceback.format_exc())
                if isinstance(error, MemoryError):
                    os._exit(0)
            if (spent := time.process_time() - begun) > SLOW:
                _keep(target, data, f"slow: {spent:.0f} s", "")

        is_container = zipfile.is_zipfile(io.BytesIO(target.seeds[0]))
        mutator = functools.partial(_mutate, sorted(words))
        options = {"custom_mutator": mutator} if is_container else {}
        arguments = [f"-max_total_time={seconds}", f"-runs={runs}", "-verbosity=0",
                     "-timeout=600", "-report_slow_units=600",  # of the wall; `SLOW` is of the CPU
                     f"-max_len={LONGEST * (8 if is_container else 1)}",
                     f"-artifact_prefix={findings}/{name}-",
                     "-rss_limit_mb=0", str(corpus)]  # fmt: skip
        if words:  # an empty dictionary is an error
            arguments.append(f"-dict={dictionary}")
        atheris.Setup([sys.argv[0], *arguments], once, **options)
        atheris.Fuzz()


def _parts(data: bytes) -> list[bytes]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return [archive.read(name) for name in archive.namelist()]
    except zipfile.BadZipFile:
        return [data]


def _mutate(words: list[bytes], data: bytes, longest: int, seed: int) -> bytes:
    """Mutate a member of a container, whose checksums would hide whatever is changed outside."""
    chance = random.Random(seed)
    members: dict[str, bytes] = {}
    with contextlib.suppress(Exception), zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    if not members or chance.random() < 0.02:
        return _changed(data, words, chance)[:longest]
    name = chance.choice(sorted(members))
    members[name] = _changed(members[name], words, chance)[: 4 * LONGEST]
    made = _zipped(members)
    return made if len(made) <= longest else data


def _changed(data: bytes, words: list[bytes], chance: random.Random) -> bytes:
    """Return data with a few places cut, doubled, moved, flipped, or with a word put in."""
    for _ in range(1 << chance.randint(0, 3)):
        begin = chance.randrange(len(data) + 1)
        piece = data[begin : begin + (1 << chance.randint(0, 7))]
        rest = data[begin + len(piece) :]
        other = chance.randrange(len(data) + 1)
        match chance.randint(0, 5):
            case 0:
                data = data[:begin] + rest
            case 1:
                data = data[:begin] + piece * chance.randint(2, 9) + rest
            case 2:
                data = data[:other] + piece + data[other:]
            case 3:
                data = data[:begin] + bytes([chance.randrange(256)]) + data[begin + 1 :]
            case 4:
                data = data[:begin] + chance.choice(words) + data[begin:]
            case _:
                data = data[:begin] + chance.choice(words) + rest
    return data


def _keep(target: Target, data: bytes, what: str, trace: str) -> None:
    """Keep an input that goes wrong, once for each place."""
    place = hashlib.sha256(what.partition(": ")[0].encode()).hexdigest()[:8]
    name = f"{target.key.replace('/', '-')}-{place}"
    folder = FOLDER / "findings"
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / f"{name}.txt").exists():
        (folder / name).write_bytes(data)
        (folder / f"{name}.txt").write_text(f"{target.key}: {what}\n{trace}")


def _memory() -> Path | None:
    """Return a folder in memory, if the system has one."""
    memory = Path("/dev/shm")
    return memory if memory.is_dir() else None


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench.fuzzing", description=__doc__)
    parser.add_argument("names", nargs="*", help="formats, extensions or kinds; all by default")
    parser.add_argument("--seconds", type=int, default=60, help="for each reader in a round")
    parser.add_argument("--runs", type=int, default=-1, help="inputs for each reader in a round")
    parser.add_argument("--until", type=int, default=0, help="rounds, until each has had as many")
    return parser


def main() -> int:
    """Fuzz the chosen readers one after another, and add up what was run."""
    _parser().parse_args()
    if importlib.util.find_spec("atheris") is None:
        print("atheris is not installed: make fuzz fetches it, or run: pip install atheris")
        return 2
    command = [sys.executable, "-P", "-c", INSTRUMENTED, *sys.argv[1:]]
    with tempfile.TemporaryFile() as said:  # what atheris tells of each module, and errors
        code = subprocess.run(command, check=False, stderr=said).returncode
        said.seek(0)
        text = said.read().decode(errors="replace")
    if "Traceback" in text:
        print(text[text.index("Traceback") :])
    return code


def rounds() -> int:
    """Go round the chosen readers, each in a fork of this process, whose code is instrumented."""
    options = _parser().parse_args()
    names = {*options.names}
    chosen = [
        each
        for each in targets()
        if not names or {each.name, each.extension, each.kind, each.key} & names
    ]
    with tempfile.TemporaryDirectory(dir=_memory()) as folder:
        for target in chosen:  # readers are imported when they are needed: once is enough
            path = Path(folder) / f"eng-fra.{target.extension}"
            path.write_bytes(target.seeds[0])
            with contextlib.suppress(DiglotError):
                target.read(path)
    gc.freeze()
    while chosen:
        for target in sorted(chosen, key=inputs_of):
            lacking = max(1, options.until - inputs_of(target)) if options.until else options.runs
            _add(target, _in_fork(target, seconds=options.seconds, runs=lacking))
        chosen = [each for each in chosen if inputs_of(each) < options.until]
    found = sorted((FOLDER / "findings").iterdir()) if (FOLDER / "findings").exists() else []
    for each in found:
        print(each.read_text().splitlines()[0] if each.suffix == ".txt" else each)
    return 1 if found else 0


def _in_fork(target: Target, *, seconds: int, runs: int) -> int:
    """Fuzz a reader in a fork, and return the number of its inputs."""
    count = memoryview(mmap.mmap(-1, 8)).cast("q")  # which both processes see
    with tempfile.TemporaryFile() as said:
        sys.stdout.flush()
        child = os.fork()
        if not child:
            os.dup2(said.fileno(), 2)
            try:
                fuzz(target, count, seconds=seconds, runs=runs)
            finally:
                os._exit(3)  # which libFuzzer does not come back to
        status = os.waitpid(child, 0)[1]
        said.seek(0)
        text = said.read().decode(errors="replace")
    if status:
        print(f"{target.key}: ended with {status}\n{text[-2000:]}", flush=True)
    return count[0]


def _counts() -> dict[str, int]:
    return json.loads(COUNTS.read_text()) if COUNTS.exists() else {}


def inputs_of(target: Target) -> int:
    """Add up what the format of a target has had, by any of its extensions."""
    counts, key = _counts(), target.key.rpartition(".")[0]
    return sum(number for name, number in counts.items() if name.rpartition(".")[0] == key)


def _add(target: Target, number: int) -> None:
    counts = _counts()
    counts[target.key] = counts.get(target.key, 0) + number
    COUNTS.write_text(json.dumps(counts, indent=1, sort_keys=True) + "\n")
    print(f"{target.key:40} {number:10,} inputs, {inputs_of(target):,} in all", flush=True)


if __name__ == "__main__":
    raise SystemExit(main())
