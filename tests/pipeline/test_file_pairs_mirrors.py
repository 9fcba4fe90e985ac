"""Pages of a mirrored site in pairs."""

from __future__ import annotations

import pytest

from diglot.errors import ConfigError, FormatError, InputError
from diglot.pipeline.file_pairs import pair_addresses, read_sitemap


def mirror(folder, *names):
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("<p>text</p>")
    return folder


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("a.org/en/x.html", "a.org/fr/x.html"),
        ("en.a.org/x.html", "fr.a.org/x.html"),
        ("a.org/x.en.html", "a.org/x.fr.html"),
        ("a.org/x?id=3&lang=en.html", "a.org/x?id=3&lang=fr.html"),
        ("a.org/x.html", "a.org/fr/x.html"),
    ],
)
def test_addresses_that_differ_in_the_language_are_a_pair(tmp_path, source, target):
    mirror(tmp_path, source, target, "a.org/en/other.html")
    skipped = []
    (pair,) = pair_addresses(tmp_path, ("en", "fr"), skipped)
    assert (pair.source, pair.target) == (tmp_path / source, tmp_path / target)
    assert [each.name.rpartition("org/")[2] for each in skipped] == ["en/other.html"]


def test_pages_in_other_languages_are_counted_and_not_listed(tmp_path):
    mirror(tmp_path, "x.en.html", "x.zh-cn.html", "x.de.html", "x.pt_BR.html", "y.de.html")
    skipped = []
    (pair,) = pair_addresses(tmp_path, ("en", "zh"), skipped)
    assert pair.target.name == "x.zh-cn.html"
    assert [(each.name.rpartition("/")[2], each.reason) for each in skipped] == [
        ("y.de.html", "has no partner"),
        ("2 files", "in other languages: de pt"),
    ]


def test_of_two_languages_in_a_name_the_last_counts(tmp_path):
    mirror(tmp_path, "x.en-fr.html", "x.fr-en.html")
    (pair,) = pair_addresses(tmp_path, ("en", "fr"), [])
    assert (pair.source.name, pair.target.name) == ("x.fr-en.html", "x.en-fr.html")


def test_pages_in_two_formats_are_paired_format_by_format(tmp_path):
    mirror(
        tmp_path, *(f"{code}/x.{form}" for code in ("en", "fr", "de") for form in ("html", "pdf"))
    )
    pairs = pair_addresses(tmp_path, ("en", "fr"), [])
    assert [(pair.name, pair.source.suffix, pair.target.suffix) for pair in pairs] == [
        ("x-html", ".html", ".html"),
        ("x-pdf", ".pdf", ".pdf"),
    ]


def test_one_folder_for_both_sides_needs_both_languages(tmp_path):
    with pytest.raises(ConfigError, match="-s and -t"):
        pair_addresses(mirror(tmp_path, "en/x.html"), ("en", None), [])


def test_a_folder_where_no_two_files_pair_is_refused(tmp_path):
    mirror(tmp_path, "en/x.html", "fr/y.html")
    with pytest.raises(InputError, match=r"no two of its 2 files .* marks en and sv"):
        pair_addresses(tmp_path, ("en", "sv"), [])


SITEMAP = """<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
        xmlns:xhtml="http://www.w3.org/1999/xhtml">
{}</urlset>"""
PAGE = """<url><loc>https://a.org/{0}</loc>
<xhtml:link rel="alternate" hreflang="{2}" href="https://a.org/{0}"/>
<xhtml:link rel="alternate" hreflang="{3}" href="https://a.org/{1}"/>
<xhtml:link rel="alternate" hreflang="x-default" href="https://a.org/"/></url>
"""


def sitemap(folder, *pages):
    path = folder / "a.org" / "sitemap.xml"
    path.write_text(SITEMAP.format("".join(PAGE.format(*page) for page in pages)))
    return path


def test_a_sitemap_pairs_what_its_alternates_name(tmp_path):
    mirror(tmp_path, "a.org/about.html", "a.org/a-propos/index.html", "a.org/new?x=1.html")
    path = sitemap(
        tmp_path,
        ("about", "a-propos/", "en-GB", "fr"),
        ("a-propos/", "about", "fr", "en-GB"),
        ("new?x=1", "neu", "en", "fr"),
    )
    skipped = []
    (pair,) = read_sitemap(path, (None, None), skipped)
    assert pair.source == tmp_path / "a.org/about.html"
    assert pair.target == tmp_path / "a.org/a-propos/index.html"
    assert [each.reason for each in skipped] == ["https://a.org/neu is not in the mirror"]


def test_of_more_languages_two_have_to_be_told(tmp_path):
    mirror(tmp_path, "a.org/x", "a.org/y", "a.org/z")
    path = sitemap(tmp_path, ("x", "y", "en", "fr"), ("x", "z", "en", "de"))
    with pytest.raises(ConfigError, match="pages in de, en, fr"):
        read_sitemap(path, (None, None), [])
    (pair,) = read_sitemap(path, ("German", "en"), [])
    assert (pair.source.name, pair.target.name) == ("z", "x")


def test_an_address_does_not_lead_out_of_the_mirror(tmp_path):
    mirror(tmp_path, "secret.html", "a.org/x.html")
    path = sitemap(tmp_path, ("x.html", "../secret.html", "en", "fr"))
    with pytest.raises(FormatError, match="names no pages in both languages"):
        read_sitemap(path, ("en", "fr"), [])
