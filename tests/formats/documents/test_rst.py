"""reStructuredText."""

from __future__ import annotations

from diglot.formats.documents import rst
from tests.formats.documents import packages

read = packages.reader_of("a.rst", rst.read)


def test_blocks_and_inline_markup(tmp_path):
    document = read(
        tmp_path,
        "Title\n=====\n\nA *plain*\nparagraph [1]_ with ``code``.\n\n- one\n- two\n\n"
        "term\n   Definition.\n\n+---+---+\n| a | b |\n+---+---+\n\n.. [1] The note.\n",
    )
    assert packages.blocks(document) == [
        ("heading", "Title"),
        ("paragraph", "A plain paragraph with code."),
        ("item", "one"),
        ("item", "two"),
        ("item", "term"),
        ("item", "Definition."),
        ("cell", "a"),
        ("cell", "b"),
        ("footnote", "The note."),
    ]
    assert document.blocks[1].anchor == "line 4"
    assert packages.marked(document, "emphasis") == ["plain"]


def test_directives_and_roles_of_sphinx(tmp_path):
    document = read(
        tmp_path,
        ".. toctree::\n   :maxdepth: 2\n\n   intro\n\n"
        "See :ref:`the page <page>` and :class:`Thing`.\n\n"
        ".. versionadded:: 1.2\n   It is new.\n\n.. code-block:: python\n\n   x = 1\n\n"
        ".. warning::\n   Mind the gap.\n\n.. my-own::\n\n   Its text.\n",
    )
    assert packages.texts(document) == [
        "See the page and Thing.",
        "1.2 It is new.",
        "Mind the gap.",
        "Its text.",
    ]
    assert packages.skipped(document)["code"] == 1


def test_files_are_not_included_and_mistakes_lose_no_text(tmp_path):
    (tmp_path / "secret.txt").write_text("secret")
    document = read(
        tmp_path, "Some *text.\n\n.. include:: secret.txt\n\n.. raw:: html\n\n   <b>x</b>\n"
    )
    assert packages.texts(document) == ["Some *text."]
