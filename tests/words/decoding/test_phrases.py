from collections import Counter
from math import prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diglot.errors import ConfigError, InputError
from diglot.model import WordLinks
from diglot.words.corpus import encode
from diglot.words.decoding.confidence import Posteriors
from diglot.words.decoding.phrases import entries, join_fixed_phrases, phrase_table


def links_of(pairs):
    """Flat links of ``[{(i, j), ...}, ...]``."""
    flat = [link for links in pairs for link in sorted(links)]
    return WordLinks(
        offsets=np.cumsum([0, *(len(links) for links in pairs)]).astype(np.int64),
        source=np.array([i for i, _ in flat], np.int32),
        target=np.array([j for _, j in flat], np.int32),
    )


@st.composite
def aligned_pair(draw):
    source, target = (draw(st.lists(st.sampled_from("abcd"), max_size=7)) for _ in range(2))
    cells = [(i, j) for i in range(len(source)) for j in range(len(target))]
    links = draw(st.sets(st.sampled_from(cells), max_size=8)) if cells else set()
    return source, target, links


ALIGNED = st.lists(aligned_pair(), max_size=5)


def plain_phrases(source, target, links, longest):
    """All pairs of spans by the definition, with the links inside."""
    for i in range(len(source)):
        for i_end in range(i + 1, min(len(source), i + longest) + 1):
            for j in range(len(target)):
                for j_end in range(j + 1, min(len(target), j + longest) + 1):
                    touching = {(x, y) for x, y in links if i <= x < i_end or j <= y < j_end}
                    inside = {(x, y) for x, y in links if i <= x < i_end and j <= y < j_end}
                    if inside and inside == touching:
                        yield (
                            tuple(source[i:i_end]),
                            tuple(target[j:j_end]),
                            tuple(sorted((x - i, y - j) for x, y in inside)),
                        )


def plain_lexicon(aligned):
    """w(target | source) and w(source | target), NULL being the empty string."""
    forward, backward = Counter(), Counter()
    for source, target, links in aligned:
        for i, j in links:
            forward[source[i], target[j]] += 1
            backward[target[j], source[i]] += 1
        for j in set(range(len(target))) - {j for _, j in links}:
            forward["", target[j]] += 1
        for i in set(range(len(source))) - {i for i, _ in links}:
            backward["", source[i]] += 1
    tables = []
    for counts in (forward, backward):
        totals = Counter()
        for (given_word, _), count in counts.items():
            totals[given_word] += count
        tables.append({pair: count / totals[pair[0]] for pair, count in counts.items()})
    return tables


def plain_weight(given_words, words, links, table):
    """Lexical weight of ``words``; links are (position in given_words, position in words)."""
    return prod(
        (
            sum(table[given_words[i], word] for i in partners) / len(partners)
            if (partners := [i for i, k in links if k == j])
            else table.get(("", word), 0.0)
        )
        for j, word in enumerate(words)
    )


@settings(max_examples=40)
@given(ALIGNED, st.integers(1, 8))
def test_phrase_pairs_are_those_of_the_definition(aligned, longest):
    kept = [(s, t, links if s and t else set()) for s, t, links in aligned]
    corpus = encode((s, t) for s, t, _ in kept)
    kept = [each if each[0] and each[1] else ([], [], set()) for each in kept]
    table = phrase_table(corpus, links_of([links for *_, links in kept]), longest=longest)
    occurrences = Counter()
    for each in kept:
        occurrences.update(plain_phrases(*each, longest))
    pairs, by_source, by_target = Counter(), Counter(), Counter()
    for (s, t, _), count in occurrences.items():
        pairs[s, t] += count
        by_source[s] += count
        by_target[t] += count
    forward, backward = plain_lexicon(kept)
    seen = set()
    for source, target, scores, links, counts in entries(corpus, table):
        s, t = tuple(source), tuple(target)
        seen.add((s, t))
        assert counts == (by_target[t], by_source[s], pairs[s, t])
        alternatives = {links: n for (a, b, links), n in occurrences.items() if (a, b) == (s, t)}
        assert alternatives[links] == max(alternatives.values())
        assert scores == pytest.approx(
            (
                pairs[s, t] / by_target[t],
                plain_weight(target, source, [(j, i) for i, j in links], backward),
                pairs[s, t] / by_source[s],
                plain_weight(source, target, links, forward),
            ),
            rel=1e-5,
        )
    assert seen == set(pairs)
    assert len(table.count) == len(pairs)


@given(ALIGNED)
def test_source_phrases_come_in_order_with_the_best_target_first(aligned):
    kept = [each for each in aligned if each[0] and each[1]]
    corpus = encode((s, t) for s, t, _ in kept)
    rows = list(entries(corpus, phrase_table(corpus, links_of([links for *_, links in kept]))))
    keys = [(source, -counts[2]) for source, _, _, _, counts in rows]
    assert keys == sorted(keys)


def test_words_without_links_may_stand_at_the_edges():
    corpus = encode([(["a", "b"], ["x", "y", "z"])])
    table = phrase_table(corpus, links_of([{(0, 0), (1, 2)}]))
    found = {(" ".join(s), " ".join(t)) for s, t, *_ in entries(corpus, table)}
    assert found == {
        ("a", "x"),
        ("a", "x y"),
        ("b", "z"),
        ("b", "y z"),
        ("a b", "x y z"),
    }


def test_rare_pairs_are_left_out_without_a_change_to_the_others():
    corpus = encode([(["a"], ["x"]), (["a"], ["x"]), (["a"], ["y"])])
    table = phrase_table(corpus, links_of([{(0, 0)}] * 3), minimum=2)
    (entry,) = entries(corpus, table)
    assert entry[2][2] == pytest.approx(2 / 3)


def test_many_phrases_share_no_number():
    words = [f"w{k}" for k in range(3000)]
    corpus = encode((words[k : k + 3], words[k : k + 3]) for k in range(0, 3000, 3))
    table = phrase_table(corpus, links_of([{(0, 0), (1, 1), (2, 2)}] * 1000))
    assert len(table.count) == 6000
    assert all(source == target for source, target, *_ in entries(corpus, table))


def test_no_links_make_an_empty_table():
    corpus = encode([(["a"], ["x"]), ([], [])])
    assert list(entries(corpus, phrase_table(corpus, links_of([set(), set()])))) == []


@pytest.mark.parametrize("longest", [0, 9, -1])
def test_phrases_of_an_impossible_length_are_refused(longest):
    with pytest.raises(ConfigError, match="1 to 8"):
        phrase_table(encode([]), links_of([]), longest=longest)


@pytest.mark.parametrize(
    ("links", "message"),
    [
        ([{(0, 0)}], "1 pairs have links, but there are 2 pairs"),
        ([{(0, 0)}, {(0, 1)}], "a link of pair 2 leaves the sentence"),
        ([{(0, 0), (1, 0)}, set()], "a link of pair 1 leaves the sentence"),
        ([{(-1, 0)}, set()], "a link of pair 1 leaves the sentence"),
    ],
)
def test_links_that_do_not_fit_the_text_are_refused(links, message):
    corpus = encode([(["a"], ["x"]), (["a"], ["x"])])
    with pytest.raises(InputError, match=message):
        phrase_table(corpus, links_of(links))


AGENCY = [
    ("据 新华社 报道", "the Xinhua News Agency says", {(1, 1): 0.95, (2, 2): 0.7, (2, 4): 0.6}),
    ("新华社 记者 说", "a Xinhua News Agency reporter spoke", {(0, 1): 0.9, (1, 4): 0.9}),
    ("他 告诉 新华社", "he told the Xinhua News Agency", {(0, 0): 0.9, (1, 1): 0.9, (2, 3): 0.9}),
    ("新华社 的 照片", "photographs of Xinhua News Agency staff", {(0, 2): 0.9, (2, 0): 0.9}),
    ("新华社 发表 文章", "Xinhua News Agency had an article", {(0, 0): 0.9, (2, 5): 0.9}),
]


def candidates_of(texts):
    """A corpus, and candidates with probabilities, of ``(source, target, {(i, j): p})``."""
    corpus = encode([(source.split(), target.split()) for source, target, _ in texts])
    links = links_of([set(found) for _, _, found in texts])
    values = [found[link] for _, _, found in texts for link in sorted(found)]
    nothing = np.zeros(len(values), np.float32)
    candidates = Posteriors(
        links.offsets, links.source.astype(np.uint16), links.target.astype(np.uint16),
        nothing, nothing, corpus.source_offsets, corpus.target_offsets,
        np.full(len(corpus.target), -1, np.int32), np.full(len(corpus.source), -1, np.int32),
    )  # fmt: skip
    return corpus, candidates, np.array(values, np.float32)


def by_pair(candidates, probabilities):
    """Candidates with their probabilities, ``[{(i, j): p, ...}, ...]``."""
    cells = zip(candidates.source.tolist(), candidates.target.tolist(), strict=True)
    each = iter(zip(cells, np.round(probabilities, 3).tolist(), strict=True))
    return [dict(next(each) for _ in range(size)) for size in np.diff(candidates.offsets)]


def test_all_words_of_a_fixed_phrase_go_to_the_word_that_it_translates():
    found = by_pair(*join_fixed_phrases(*candidates_of(AGENCY)))
    assert found[1] == pytest.approx({(0, 1): 0.9, (0, 2): 0.6, (0, 3): 0.6, (1, 4): 0.9})
    assert all(sum(value == pytest.approx(0.6) for value in each.values()) >= 2 for each in found)


def test_a_word_of_a_fixed_phrase_has_less_of_its_other_links():
    found = by_pair(*join_fixed_phrases(*candidates_of(AGENCY)))
    assert found[0][2, 2] == pytest.approx(0.28)
    assert found[0][2, 4] == pytest.approx(0.6)


def test_fixed_phrases_of_the_source_are_joined_too():
    turned = [(t, s, {(j, i): p for (i, j), p in found.items()}) for s, t, found in AGENCY]
    ahead = by_pair(*join_fixed_phrases(*candidates_of(AGENCY)))
    back = by_pair(*join_fixed_phrases(*candidates_of(turned)))
    assert back == [{(j, i): p for (i, j), p in each.items()} for each in ahead]


@pytest.mark.parametrize(
    ("texts", "why"),
    [
        (AGENCY[:2], "twice is chance"),
        ([*AGENCY, ("新闻", "News", {}), ("a", "News b", {}), ("c", "News d e", {}),
          ("f", "News", {}), ("g", "News Agency", {}), ("h", "Agency h", {}),
          ("h", "Agency", {}), ("i", "Agency", {})], "the words stand elsewhere as often"),
        ([(f"通讯 {s}".replace("新华社", "新华社 通讯"), t, {}) for s, t, _ in AGENCY], "no link"),
        ([(s.replace("新华社", "新华社 通讯"),
           t, {(s.split().index("新华社"), t.split().index("Xinhua")): 0.9})
          for s, t, _ in AGENCY], "its translation may be the unlinked word beside the other"),
    ],
)  # fmt: skip
def test_other_words_are_not_joined(texts, why):
    given_texts = candidates_of(texts)
    candidates, probabilities = join_fixed_phrases(*given_texts)
    assert candidates is given_texts[1], why
    assert probabilities is given_texts[2]


@settings(max_examples=60)
@given(st.integers(0, 10_000))
def test_candidates_stay_in_order_and_inside_their_sentences(seed):
    rng = np.random.default_rng(seed)
    texts = []
    for _ in range(rng.integers(0, 12)):
        source, target = (rng.choice(list("abcde"), rng.integers(1, 6)) for _ in range(2))
        cells = [(i, j) for i in range(len(source)) for j in range(len(target))]
        found = {cell: float(rng.random()) for cell in cells if rng.random() < 0.4}
        texts.append((" ".join(source), " ".join(target), found))
    corpus, before, given_values = candidates_of(texts)
    after, values = join_fixed_phrases(corpus, before, given_values)
    old, new = by_pair(before, given_values), by_pair(after, values)
    for (source, target, _), ours, theirs in zip(texts, old, new, strict=True):
        assert list(theirs) == sorted(theirs)
        assert set(ours) <= set(theirs)
        assert all(i < len(source.split()) and j < len(target.split()) for i, j in theirs)
    assert ((values >= 0) & (values <= 1)).all()
    assert len(after.forward) == len(after.backward) == len(values)
