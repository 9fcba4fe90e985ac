"""The shell of every page: what is in it is allowed, and nothing else is."""

from __future__ import annotations

import base64
import hashlib
import json
import re

from hypothesis import given
from hypothesis import strategies as st

import diglot
from diglot.report.pages.base import compose_page

TEXTS = st.text(st.characters(codec=None), max_size=20)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)


def shell(title, data):
    return compose_page(
        title,
        data,
        body="words/words.html",
        styles=["words/words.css"],
        scripts=["words/state.js", "words/gold.js"],
    )


def data_of(page):
    return json.loads(re.search(r'id="data">(.*?)</script', page, re.DOTALL)[1])


@given(TEXTS, st.dictionaries(st.sampled_from("abc"), VALUES))
def test_data_come_back_with_title_and_version_and_end_no_element(title, data):
    page = shell(title, data)
    clean = title.encode("utf-8", "replace").decode("utf-8")
    assert data_of(page) == {"title": clean, "version": diglot.__version__, **data}
    assert page.lower().count("</script") == 2
    assert page.lower().count("</title") == 1
    page.encode("utf-8")


def test_the_policy_allows_the_style_and_the_script_of_the_page_alone():
    page = shell("$title", {"body": "$script"})
    policy = re.search(r'Security-Policy" content="([^"]*)"', page)[1]
    for kind, pattern in (
        ("style", r"<style>(.*?)</style>"),
        ("script", r"<script>(.*?)</script>"),
    ):
        inside = re.search(pattern, page, re.DOTALL)[1]
        digest = base64.b64encode(hashlib.sha256(inside.encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none';")


def test_files_follow_those_of_every_page_in_the_order_given():
    page = shell("", {})
    places = [
        page.index(part) for part in ("const DATA = JSON", "const NUMBER = 0", "const VERDICTS")
    ]
    assert places == sorted(places)
    assert page.index("--ground: #fdfdfc") < page.index("--link: var(")
