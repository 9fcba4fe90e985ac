"""What the sentence encoder brings: ``python -m bench.encoders [words] [--pages]``.

Every set whose languages it knows is aligned with and without it, and with and without the pack
that diglot finds. The weights of words have seen all sets, in all columns alike, and no encoder.
"""

from __future__ import annotations

import argparse
import os
import re
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from bench import pages
from bench.tables import table
from bench.word_data import word_set
from diglot.evaluate.alignments.words import score
from diglot.files.atomic import atomic_open
from diglot.learning.encoders import USEM3, load_encoder
from diglot.packs.finding import find_pack
from diglot.words import align, links
from diglot.words.corpus import encode
from diglot.words.similar import similar_words

PAGE = pages.ROOT / "docs" / "methods" / "encoders.md"
WORDS = (
    ("xlwa-en-es-dev", "en", "es"),
    ("xlwa-en-it-dev", "en", "it"),
    ("xlwa-en-nl-dev", "en", "nl"),
    ("xlwa-en-pt-dev", "en", "pt"),
    ("xlwa-en-ru-dev", "en", "ru"),
    ("awesome-jaen", "ja", "en"),
    ("graca-en-fr", "en", "fr"),
    ("alibi-fr-en", "fr", "en"),
)


def words() -> str:
    """Alignment error rates of the sets of words."""
    encoder = load_encoder(USEM3)
    rows = []
    for name, source, target in WORDS:
        data = word_set(name)
        corpus, pack = encode(data.pairs), find_pack(source, target)
        begin = time.process_time()
        entries = similar_words(corpus, encoder)
        cpu = time.process_time() - begin
        figures = [
            score(links(align(corpus, pack=each, prior=prior, learn=False)), data.gold).values[
                "aer"
            ]
            for each in (None, pack)
            for prior in (None, entries)
        ]
        rows.append(
            [name, f"{len(data.pairs):,}", *(f"{100 * x:.1f}" for x in figures), f"{cpu:.1f}"]
        )
    return table(["set", "pairs", "without", "encoder", "pack", "both", "CPU s"], rows)


def main() -> None:
    """Measure and print the tables asked for."""
    parser = argparse.ArgumentParser(description="measure what the sentence encoder brings")
    parser.add_argument("what", nargs="*", choices=[*TABLES, []], help="tables; all by default")
    parser.add_argument("--pages", action="store_true", help="put the tables into the manual")
    given = parser.parse_args()
    for name in given.what or TABLES:
        content = TABLES[name]()
        print(content, end="\n\n", flush=True)
        if given.pages:
            text = PAGE.read_text(encoding="utf-8")
            mark = rf"(<!-- table: encoders {name} -->\n)\n?((?:\|[^\n]*\n)*)\n?"
            text = re.sub(mark, lambda found, new=content: f"{found[1]}\n{new}\n\n", text)
            with atomic_open(PAGE, "w") as file:
                file.write(text)


TABLES = {"words": words}

if __name__ == "__main__":
    main()
