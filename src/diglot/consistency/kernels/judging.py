"""Which words of a translation stand for a term of its source, and how sure that is (compiled).

A candidate takes one word of the translation for each content word of a target term. It is judged
by how near its words are to those of the term, and by the word links between it and the source
term.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import cython
import numpy as np
from cython.cimports.diglot.consistency.kernels.levels import (
    ALTERNATIVE,
    CASE,
    FAR,
    LEMMA,
    SAME,
    SPELLING,
    STEM,
    Tables,
    begins_with,
    first_letter,
    have_common_root,
    have_other_digits,
    in_compound,
    level,
)

# Results, best first, and why nothing was accepted.
PASS, VARIANT, OTHER_WORD, PARTLY, REFUSED = range(5)
UNKNOWN, MISPLACED, OMITTED, REPLACED, SHORTENED = range(5)

MOST_WORDS = 8  # content words of a target term; later ones are not looked at
MOST_TOKENS = 6  # words of the text that are tried for each word of a term
MOST_COMBINATIONS = 400
MOST_CANDIDATES = 96  # for all occurrences of an entry in a unit

# Probabilities of links; from `LINKED` on a link counts as one.
NO_SUPPORT, SUPPORTING, LINKED, WELL_LINKED, SURELY_LINKED = 0.05, 0.1, 0.4, 0.75, 0.8
SHARE_OF_OTHERS, NEARLY = 0.5, 0.75
BESIDE = 2  # words from a term to one that stands in the same compound

# What the text as a whole must have: links, and shares of those of the source word, or of a word
# of the term.
EVIDENCE_OF_WORD, EVIDENCE_OF_TERM, SHARE_OF_ROW, SHARE_OF_COLUMN = 1, 2, 0.01, 0.05
ATTESTED, SHARE_ATTESTED, SHARE_USUAL, SHARE_FOR_FUNCTION_WORD = 3, 0.1, 0.2, 0.5
FIRST_WIDE = 0x3000  # from this letter on words are written without spaces
WELL_KNOWN = 8  # links of a word in the whole text that show what it is linked to

# Shares of the words of a candidate, of the words of the source term that it leaves out (where it
# has fewer, and where it has as many), and of words beside it that belong to the term, too.
SUPPORTED, BARELY, UNCOVERED, UNCOVERED_ALIKE, LEFT_OUT = 0.6, 0.3, 0.24, 0.34, 0.3
WIDEST_GAP = 2

# What candidates are ordered by, in this order; smaller is better.
RESULT, DISTANT, SUPPORT, LEVEL, GAP, KEY = range(6)


class Occurrences(NamedTuple):
    """Source terms in the texts, ascending by unit, then entry: shape (rows,), int32."""

    unit: Any
    begin: Any  # first token of the term
    end: Any  # the token behind its last
    entry: Any


class Outcomes(NamedTuple):
    """What comes out, a row for each occurrence: shape (rows,), and whatever stands behind it."""

    result: Any  # uint8
    level: Any  # uint8, that of the farthest word
    # uint8: SAME or CASE where the text has the whole term, function words included, in one piece
    # around the first chosen word, else LEMMA.
    exact: Any
    gap: Any  # int32, other content words between those of the term
    term: Any  # int32, -1 if nothing was accepted
    cause: Any  # uint8, why nothing was
    # (4,) float32: of the words, supported, attested or supported, contradicted; of the source
    # words, translated elsewhere.
    shares: Any
    positions: Any  # (MOST_WORDS,) int32, target tokens, -1 behind the last


def judge(
    occurrences: Occurrences, source, target, terms, source_words, target_words, links, table
) -> Outcomes:
    """Judge what stands for every occurrence of a source term, as `judgements.judge` says."""
    made = Judge(occurrences, source, target, terms, source_words, target_words)
    if links is not None:
        made.take_links(links, table)
    with cython.nogil:
        made.judge()
    return made.outcomes()


class Judge:
    """The texts, the terms, and what is known of the unit, the occurrence and the term at hand.

    `judging.pxd` says what there is.
    """

    def __init__(self, occurrences, source, target, terms, source_words, target_words):
        """Take all but links, and make room."""
        self.units, self.begins, self.ends, self.entries = occurrences
        self.source, self.source_offsets = source.tokens, source.offsets
        self.target, self.target_offsets = target.tokens, target.offsets
        self.term_offsets, self.word_offsets = terms.entry_offsets, terms.word_offsets
        self.words, self.respelt = terms.words, terms.respelt
        self.plain = target_words.plain[terms.words]
        self.bare = target_words.bare[terms.words]
        self.lemma = target_words.lemma[terms.words]
        self.token_offsets, self.tokens = terms.token_offsets, terms.tokens
        self.source_content, self.source_lemma = source_words.content, source_words.lemma
        self.tables = Tables(target_words)
        self.has_compounds = len(target_words.parts) > 0
        self.has_links = False

        most = int(np.diff(target.offsets).max(initial=0))
        self.unit = -1
        self.here_content, self.here_parts = np.zeros((2, most), np.uint8)
        self.here, self.here_plain, self.here_bare = np.zeros((3, most), np.int32)
        self.here_lemma, self.here_letter, self.here_lemma_letter = np.zeros((3, most), np.int32)
        self.linked, self.elsewhere, self.apart = np.zeros((3, most), np.float32)
        self.supported, self.joined, self.attested = np.zeros((3, most), np.uint8)
        self.levels, self.compound = np.zeros((2, MOST_WORDS, most), np.uint8)
        self.surplus = np.zeros(0, np.uint8)
        self.tried = np.zeros((MOST_WORDS, MOST_TOKENS), np.int32)
        self.trials, self.place = np.zeros((2, MOST_WORDS), np.int64)
        self.kept_row, self.kept_term = np.zeros((2, MOST_CANDIDATES + 1), np.int64)
        self.kept_key = np.zeros((MOST_CANDIDATES + 1, KEY))
        self.kept_positions = np.zeros((MOST_CANDIDATES + 1, MOST_WORDS), np.int32)
        self.kept_shares = np.zeros((MOST_CANDIDATES + 1, 4), np.float32)
        self.done = np.zeros(MOST_CANDIDATES, np.uint8)

        rows = len(self.units)
        self.result = np.full(rows, REFUSED, np.uint8)
        self.level = np.full(rows, FAR, np.uint8)
        self.exact = np.full(rows, LEMMA, np.uint8)
        self.gap = np.zeros(rows, np.int32)
        self.term = np.full(rows, -1, np.int32)
        self.cause = np.zeros(rows, np.uint8)
        self.shares = np.zeros((rows, 4), np.float32)
        self.positions = np.full((rows, MOST_WORDS), -1, np.int32)

    def take_links(self, links, table):
        """Take links of words and of lemmas."""
        self.has_links = True
        self.link_offsets, self.probability = links.offsets, links.probability
        self.link_source, self.link_target = links.source, links.target
        self.pairs, self.totals = table.keys, table.totals
        self.counts, self.possible = table.counts, table.possible
        self.target_totals = table.target_totals
        self.companions, self.second, self.doubled = table.companions, table.second, table.doubled
        self.surplus = np.zeros(int(np.diff(links.offsets).max(initial=0)), np.uint8)

    def outcomes(self):
        """What came out."""
        return Outcomes(
            *(np.asarray(self.result), np.asarray(self.level), np.asarray(self.exact)),
            *(np.asarray(self.gap), np.asarray(self.term), np.asarray(self.cause)),
            *(np.asarray(self.shares), np.asarray(self.positions)),
        )

    def judge(self):
        """Judge all occurrences, those of an entry in a unit together."""
        rows: cython.longlong = len(self.units)
        first: cython.longlong = 0
        while first < rows:
            last = first + 1
            while (
                last < rows
                and self.units[last] == self.units[first]
                and self.entries[last] == self.entries[first]
            ):
                last += 1
            if self.units[first] != self.unit:
                self.load(self.units[first])
            if self.has_links or last > first + 1 or not self.find_piece(first):
                self.kept = 0
                for row in range(first, last):
                    self.collect(row)
                self.assign()
            for row in range(first, last):
                self.compare_whole(row)
            first = last

    def load(self, unit):
        """Put what words are compared by side by side: tables of all forms are far apart."""
        self.unit, self.origin = unit, self.source_offsets[unit]
        start = self.target_offsets[unit]
        self.size = self.target_offsets[unit + 1] - start
        if self.has_links:
            self.first_link, self.last_link = self.link_offsets[unit], self.link_offsets[unit + 1]
        for j in range(self.size):
            w = self.target[start + j]
            self.here[j] = w
            self.here_content[j] = self.tables.content[w]
            self.here_plain[j] = self.tables.plain[w]
            self.here_bare[j] = self.tables.bare[w]
            self.here_lemma[j] = self.tables.lemma[w]
            self.here_letter[j] = first_letter(w, self.tables.letters, self.tables.letter_offsets)
            self.here_lemma_letter[j] = first_letter(
                w, self.tables.lemma_letters, self.tables.lemma_offsets
            )
            self.here_parts[j] = self.tables.part_offsets[w] < self.tables.part_offsets[w + 1]
        if self.has_links:
            self.find_surplus()

    def find_surplus(self):
        """Mark links of a source word to all but the surest of several copies of a target word.

        It needs one of them: in "Footnote or Endnote", "脚注および文末脚注", the first word is
        linked to both "脚注", of which one belongs to the second.
        """
        for at in range(self.first_link, self.last_link):
            self.surplus[at - self.first_link] = False
            for other in range(self.first_link, self.last_link):
                if (
                    self.link_source[other] == self.link_source[at]
                    and self.probability[other] > self.probability[at]
                    and self.here_lemma[self.link_target[other]]
                    == self.here_lemma[self.link_target[at]]
                ):
                    self.surplus[at - self.first_link] = True
                    break

    # Terms that stand in a translation in one piece.

    def find_piece(self, row):
        """Answer an occurrence by a term that stands there in one piece, in any inflection.

        Without links nothing is better than that, and most terms that are there stand so.
        """
        found: cython.bint = False
        entry = self.entries[row]
        for term in range(self.term_offsets[entry], self.term_offsets[entry + 1]):
            begin, end = self.word_offsets[term], self.word_offsets[term + 1]
            if not 0 < end - begin <= MOST_WORDS:
                continue
            for start in range(self.size):
                farthest: cython.longlong = SAME
                j: cython.longlong = start
                for at in range(begin, end):
                    while at > begin and j < self.size and not self.here_content[j]:
                        j += 1
                    if j == self.size:
                        farthest = FAR
                        break
                    farthest = max(farthest, self.inflection(at, j))
                    if farthest == FAR:
                        break
                    j += 1
                if farthest < self.level[row]:
                    found = True
                    self.level[row] = farthest
                    self.result[row] = PASS
                    self.term[row] = term
                    j = start
                    for at in range(end - begin):
                        while at > 0 and not self.here_content[j]:
                            j += 1
                        self.positions[row, at] = j
                        j += 1
        return found

    def inflection(self, at, j):
        """Level of a target word for a word of a term if it is LEMMA or nearer, else FAR."""
        if self.words[at] == self.here[j]:
            return SAME
        if self.plain[at] == self.here_plain[j]:
            return CASE
        # Accents and hyphens apart, what is the same but for case has the same bare form.
        if self.same_lemma(self.bare[at], self.lemma[at], j):
            return LEMMA
        return FAR

    def same_lemma(self, bare, lemma, j):
        """Whether a word has the bare form or the lemma of a target word for its own."""
        return (
            bare == self.here_bare[j]
            or bare == self.here_lemma[j]
            or lemma == self.here_lemma[j]
            or lemma == self.here_bare[j]
        )

    def compare_whole(self, row):
        """Find out whether the text has the whole term, function words included, in one piece."""
        term = self.term[row]
        if term < 0 or self.level[row] > CASE:
            return
        wanted = self.token_offsets[term]
        n = self.token_offsets[term + 1] - wanted
        first = self.positions[row, 0]
        for begin in range(max(0, first - n + 1), min(first, self.size - n) + 1):
            exact: cython.longlong = SAME
            for k in range(n):
                one, other = self.here[begin + k], self.tokens[wanted + k]
                if one != other:
                    same: cython.bint = self.tables.plain[one] == self.tables.plain[other]
                    exact = max(exact, CASE if same else FAR)
            if exact < self.exact[row]:
                self.exact[row] = exact

    # Words that may stand for those of a term, and the support of word links for them.

    def collect(self, row):
        """Collect candidates for an occurrence, and find out why there may be none."""
        self.begin, self.end = self.begins[row], self.ends[row]
        if self.has_links:
            self.support()
        near: cython.bint = False
        entry = self.entries[row]
        for term in range(self.term_offsets[entry], self.term_offsets[entry + 1]):
            if self.look_for(term):
                if self.has_links:
                    self.attest()
                if self.combine(row, term):
                    near = True
        self.cause[row] = self.find_cause(entry, near)

    def support(self):
        """Find out which target words are linked to the source term, and which to other words."""
        for j in range(self.size):
            self.linked[j] = self.elsewhere[j] = self.apart[j] = 0
            self.joined[j] = self.attested[j] = False
        for at in range(self.first_link, self.last_link):
            i, j, probability = self.link_source[at], self.link_target[at], self.probability[at]
            if self.begin <= i < self.end:
                self.linked[j] = max(self.linked[j], probability)
            elif not self.surplus[at - self.first_link]:
                self.elsewhere[j] = max(self.elsewhere[j], probability)
                if i < self.begin - 1 or i > self.end:
                    self.apart[j] = max(self.apart[j], probability)
            if self.begin - BESIDE <= i < self.end + BESIDE and probability >= LINKED:
                self.joined[j] = True
        for j in range(self.size):
            self.supported[j] = (
                self.linked[j] >= SUPPORTING
                and self.linked[j] >= SHARE_OF_OTHERS * self.elsewhere[j]
            )

    def look_for(self, term):
        """Find target words that may stand for each word of a term; False if one has none."""
        self.spelling, first = term, self.word_offsets[term]
        self.first = first
        self.n = min(self.word_offsets[term + 1] - first, MOST_WORDS)
        for k in range(self.n):
            g, content = self.words[first + k], self.tables.content[self.words[first + k]]
            plain, bare, lemma = self.plain[first + k], self.bare[first + k], self.lemma[first + k]
            letter = first_letter(g, self.tables.letters, self.tables.letter_offsets)
            lemma_letter = first_letter(g, self.tables.lemma_letters, self.tables.lemma_offsets)
            self.trials[k] = 0
            for j in range(self.size):
                self.levels[k, j] = FAR
                self.compound[k, j] = False
                # Czech "místo" is a preposition, and a form of "místa".
                if content and not (self.here_content[j] or self.same_lemma(bare, lemma, j)):
                    continue
                near: cython.longlong = FAR
                # Most pairs of words have nothing in common, and this tells so quickly.
                if (
                    letter == self.here_letter[j]
                    or lemma_letter == self.here_lemma_letter[j]
                    or plain == self.here_plain[j]
                    or self.same_lemma(bare, lemma, j)
                ):
                    near = level(g, self.here[j], self.tables)
                if (
                    near > LEMMA
                    and self.here_parts[j]
                    and in_compound(g, self.here[j], self.tables)
                ):
                    # What stands beside the term may be the one that is in the compound.
                    if self.has_links and self.is_of_another(lemma, j):
                        near = FAR
                    elif near > STEM and self.is_of_compound(lemma, j):
                        near = STEM
                        self.compound[k, j] = True
                elif near == STEM and (
                    self.is_part_apart(g, lemma, j) or self.is_false_friend(lemma, j)
                ):
                    near = FAR
                if self.respelt[term]:
                    # "Distanciamiento" is no form of "distanciamientosocial".
                    near = near if near <= LEMMA else FAR
                elif near == FAR and self.has_links and self.is_alternative(g, j):
                    near = ALTERNATIVE
                self.levels[k, j] = near
                if near < FAR:
                    self.insert(k, j)
            if self.has_links and self.has_compounds:
                self.drop_compounds(k)
            if self.trials[k] == 0:
                return False
        return self.n > 0

    def is_of_compound(self, lemma, j):
        """Whether a lemma that is a part of a target word stands for the source term there."""
        return (
            not self.has_links
            or self.is_usual(lemma, EVIDENCE_OF_TERM, SHARE_OF_ROW)
            or (
                self.linked[j] >= SUPPORTING
                and (
                    self.target_total(lemma) < WELL_KNOWN
                    or self.is_usual(lemma, EVIDENCE_OF_WORD, 0)
                )
            )
        )

    def is_of_another(self, lemma, j):
        """Whether a part of a compound belongs to another source word that is linked to that.

        The text links the part to this one more often than to the term: "Háttér" of "Háttérszín"
        to "background", not to "color".
        """
        others: cython.longlong = 0
        for at in range(self.first_link, self.last_link):
            i = self.link_source[at]
            if (
                self.link_target[at] == j
                and self.probability[at] >= SUPPORTING
                and not self.begin <= i < self.end
            ):
                pair = self.pair(self.source_lemma[self.source[self.origin + i]], lemma)
                if pair >= 0:
                    others = max(others, self.counts[pair])
        return others > 0 and not self.is_usual(lemma, others, 0)

    def is_part_apart(self, g, lemma, j):
        """Whether a target word is only a part of a term word, and the text links that to others.

        "Kép", a picture, is no form of "Képtár", the gallery.
        """
        return (
            self.has_links
            and in_compound(self.here[j], g, self.tables)
            and self.target_total(lemma) > 0
            and not self.is_usual(lemma, EVIDENCE_OF_WORD, 0)
        )

    def is_false_friend(self, lemma, j):
        """Whether the text has a word of the term for other things only, and another for this.

        "Форма" is no form of "формат", which the text has for "format".
        """
        return (
            self.has_links
            and self.target_total(lemma) >= WELL_KNOWN
            and not self.is_usual(lemma, EVIDENCE_OF_WORD, 0)
            and self.is_usual(self.here_lemma[j], ATTESTED, SHARE_USUAL)
        )

    def drop_compounds(self, k):
        """Try no compound without a link where a word of the term stands for it by itself.

        The end of "エクスポート", "export", is nothing for "import" beside "インポート".
        """
        alone: cython.bint = False
        for at in range(self.trials[k]):
            j = self.tried[k, at]
            alone = alone or (
                self.levels[k, j] <= LEMMA and self.linked[j] >= LINKED and self.supported[j]
            )
        kept: cython.longlong = 0
        for at in range(self.trials[k]):
            j = self.tried[k, at]
            if not (alone and self.compound[k, j] and self.linked[j] < SUPPORTING):
                self.tried[k, kept] = j
                kept += 1
        self.trials[k] = kept

    def insert(self, k, j):
        """Put a target word among those tried for a word: near ones first, then supported ones."""
        place = self.trials[k]
        while place > 0 and self.rank(k, j) < self.rank(k, self.tried[k, place - 1]):
            place -= 1
        if place < MOST_TOKENS:
            self.trials[k] = min(self.trials[k] + 1, MOST_TOKENS)
            for at in range(self.trials[k] - 1, place, -1):
                self.tried[k, at] = self.tried[k, at - 1]
            self.tried[k, place] = j

    def rank(self, k, j):
        """What target words are tried by, the smallest first."""
        level: cython.longlong = self.levels[k, j]
        if self.has_links and not self.supported[j]:
            level += FAR + 1
        return level if self.levels[k, j] <= STEM else level + 2 * (FAR + 1)

    def is_alternative(self, g, j):
        """Whether the text as a whole has both the target word and the term's for the source.

        A word of the term's root, such as a verb with another prefix, needs no such tie; but where
        words are put together what stands before a root is another word.
        """
        if self.linked[j] < WELL_LINKED or self.linked[j] < self.elsewhere[j]:
            return False
        if have_other_digits(g, self.here[j], self.tables):
            return False
        for at in range(self.first_link, self.last_link):
            i = self.link_source[at]
            if self.link_target[at] != j or self.probability[at] < WELL_LINKED:
                continue
            if not self.begin <= i < self.end:
                continue
            lemma = self.source_lemma[self.source[self.origin + i]]
            least = SHARE_OF_ROW * self.total(lemma)
            # The link at hand is one of those that are counted.
            of_word = self.pair(lemma, self.here_lemma[j])
            if of_word < 0 or self.counts[of_word] - 1 < max(EVIDENCE_OF_WORD, least):
                continue
            # "Элемент" of "элемент управления", "control", is no other word for "управление".
            if self.second[of_word]:
                continue
            of_term = self.pair(lemma, self.tables.lemma[g])
            if (of_term >= 0 or not self.has_compounds) and have_common_root(
                g, self.here[j], self.tables
            ):
                return True
            # Where words are put together, what is mostly linked to other words stands beside that
            # of the source: 設定, "settings", is in "書式設定", for "format", too.
            letter = first_letter(g, self.tables.letters, self.tables.letter_offsets)
            if self.has_compounds or letter >= FIRST_WIDE:
                least = max(least, SHARE_OF_COLUMN * self.target_total(self.tables.lemma[g]))
            if of_term >= 0 and self.possible[of_term] >= max(EVIDENCE_OF_TERM, least):
                return True
        return False

    def is_usual(self, lemma, least, share):
        """Whether the text links any word of the source term to a target lemma often.

        So many times at least, and in such a share of the links of the source word.
        """
        for i in range(self.begin, self.end):
            own = self.source_lemma[self.source[self.origin + i]]
            pair = self.pair(own, lemma)
            if pair >= 0 and self.counts[pair] >= max(least, share * self.total(own)):
                return True
        return False

    def attest(self):
        """Mark near words that the text as a whole links to the term, whatever is linked here."""
        for j in range(self.size):
            if self.attested[j] or not self.is_near(j):
                continue
            if self.linked[j] < NO_SUPPORT and self.elsewhere[j] >= SURELY_LINKED:
                continue
            if self.answers_another(j):
                continue
            for i in range(self.begin, self.end):
                w = self.source[self.origin + i]
                if not self.source_content[w]:
                    continue
                lemma = self.source_lemma[w]
                pair = self.pair(lemma, self.here_lemma[j])
                seen = self.counts[pair] - self.is_linked(i, j) if pair >= 0 else 0
                if seen >= max(ATTESTED, SHARE_ATTESTED * self.total(lemma)):
                    self.attested[j] = True
                    break

    def is_near(self, j):
        """Whether a target word is near any word of the term."""
        for k in range(self.n):
            if self.levels[k, j] <= STEM:
                return True
        return False

    def is_linked(self, i, j):
        """Whether a source word and a target word are linked here."""
        for at in range(self.first_link, self.last_link):
            if (
                self.link_source[at] == i
                and self.link_target[at] == j
                and self.probability[at] >= LINKED
            ):
                return True
        return False

    def answers_another(self, j):
        """Whether a target word is linked to the same word elsewhere in the source."""
        for at in range(self.first_link, self.last_link):
            i = self.link_source[at]
            if self.link_target[at] != j or self.probability[at] < LINKED:
                continue
            if self.begin <= i < self.end:
                continue
            if self.has_source(self.source_lemma[self.source[self.origin + i]]):
                return True
        return False

    def total(self, lemma):
        """Links of a source lemma in the whole text."""
        return self.totals[lemma] if lemma < len(self.totals) else 0

    def target_total(self, lemma):
        """Links of a target lemma in the whole text."""
        return self.target_totals[lemma] if lemma < len(self.target_totals) else 0

    def pair(self, source, target):
        """Row of two lemmas in the table of links; -1 if they are never linked."""
        return find_row(self.pairs, source, target)

    # Which combinations of words are accepted for a term, and why none is.

    def combine(self, row, term):
        """Judge combinations of words for a term; tell whether it stands anywhere in one piece."""
        self.place[: self.n] = 0
        somewhere: cython.bint = False
        for _ in range(MOST_COMBINATIONS):
            at = self.kept
            farthest: cython.longlong = 0
            self.kept_positions[at, :] = -1
            for k in range(self.n):
                self.kept_positions[at, k] = self.tried[k, self.place[k]]
                farthest = max(farthest, self.levels[k, self.kept_positions[at, k]])
            if self.is_distinct():
                gap = self.count_gap()
                somewhere = somewhere or (gap == 0 and farthest <= STEM)
                result = self.accept(farthest, gap)
                if result != REFUSED:
                    self.kept_row[at], self.kept_term[at] = row, term
                    self.kept_key[at, RESULT] = result
                    self.kept_key[at, DISTANT] = farthest > STEM
                    self.kept_key[at, SUPPORT] = -self.kept_shares[at, 1]
                    self.kept_key[at, LEVEL] = farthest
                    self.kept_key[at, GAP] = gap
                    self.keep()
            if not self.advance():
                break
        return somewhere

    def advance(self):
        """Go on to the next combination; False if that was the last."""
        for k in range(self.n - 1, -1, -1):
            self.place[k] += 1
            if self.place[k] < self.trials[k]:
                return True
            self.place[k] = 0
        return False

    def is_distinct(self):
        """Whether every word has a token of its own, or is a part of a compound."""
        at = self.kept
        for k in range(self.n):
            j = self.kept_positions[at, k]
            for earlier in range(k):
                if self.kept_positions[at, earlier] == j and not (
                    self.compound[k, j] and self.compound[earlier, j]
                ):
                    return False
        return True

    def is_chosen(self, j):
        """Whether the candidate at hand has a target word."""
        for k in range(self.n):
            if self.kept_positions[self.kept, k] == j:
                return True
        return False

    def is_repeated(self, j):
        """Whether the candidate at hand has a target word, or another copy of it."""
        for k in range(self.n):
            if self.here_lemma[self.kept_positions[self.kept, k]] == self.here_lemma[j]:
                return True
        return False

    def count_gap(self):
        """Content words between the first and the last chosen one that are not chosen."""
        first: cython.longlong = self.size
        last: cython.longlong = 0
        for k in range(self.n):
            first = min(first, self.kept_positions[self.kept, k])
            last = max(last, self.kept_positions[self.kept, k])
        gap: cython.longlong = 0
        for j in range(first, last + 1):
            if self.here_content[j] and not self.is_chosen(j):
                gap += 1
        return gap

    def accept(self, farthest, gap):
        """Result for the candidate at hand, whose shares are written."""
        near: cython.bint = farthest <= STEM
        self.kept_shares[self.kept, :] = 0
        if not self.has_links:
            if near and gap <= WIDEST_GAP:
                return PASS
            return VARIANT if farthest <= SPELLING and gap == 0 else REFUSED
        supported: cython.longlong = 0
        with_attested: cython.longlong = 0
        contradicted: cython.longlong = 0
        in_compounds: cython.bint = False
        for k in range(self.n):
            j = self.kept_positions[self.kept, k]
            # A compound is linked to any of the words that it is made of.
            inside: cython.bint = self.compound[k, j] and self.joined[j]
            in_compounds = in_compounds or inside
            if self.supported[j] or inside:
                supported += 1
            if self.supported[j] or inside or self.attested[j]:
                with_attested += 1
            # In one piece, a word of the term may be linked to the word beside its source: "szám"
            # of "egész szám" to "number" in "integer number".
            others = self.apart[j] if gap == 0 else self.elsewhere[j]
            if not inside and self.linked[j] < NO_SUPPORT and others >= LINKED:
                contradicted += 1
        n: cython.double = self.n
        self.kept_shares[self.kept, 0] = supported / n
        self.kept_shares[self.kept, 1] = with_attested / n
        self.kept_shares[self.kept, 2] = contradicted / n
        if not (
            supported >= SUPPORTED * n
            or (near and gap <= WIDEST_GAP and with_attested >= SUPPORTED * n)
            or (near and gap == 0 and supported >= BARELY * n and contradicted <= LINKED * n)
        ):
            return REFUSED
        # A term of fewer words than its source is rather a part than one of as many.
        fewer: cython.bint = self.n < self.count_source()
        self.kept_shares[self.kept, 3] = self.share_uncovered(fewer, in_compounds)
        least = UNCOVERED if fewer or self.is_known_outside else UNCOVERED_ALIKE
        if self.kept_shares[self.kept, 3] > least or (
            not in_compounds and self.leaves_out_usual(near, fewer)
        ):
            return PARTLY
        if near:
            return PASS
        return VARIANT if farthest <= SPELLING else OTHER_WORD

    def count_source(self):
        """Content words of the source term."""
        count: cython.longlong = 0
        for i in range(self.begin, self.end):
            count += self.source_content[self.source[self.origin + i]]
        return count

    def share_uncovered(self, fewer, in_compounds):
        """Share of the content words of the source term that the candidate leaves out.

        They are linked elsewhere only; or, in a term of more words than the candidate, to nothing
        here, and to none of its words in the whole text. Where words are put together one stands
        for several, and a link reaches but one of these: what stands in a compound leaves out the
        words that the text never links to those of the term. Whether it leaves out a word that is
        linked to what the text has for it elsewhere, too, is written.
        """
        self.is_known_outside = False
        asked: cython.longlong = 0
        missed: cython.longlong = 0
        for i in range(self.begin, self.end):
            if not self.source_content[self.source[self.origin + i]]:
                continue
            asked += 1
            if in_compounds:
                missed += fewer and self.is_dropped(i)
                continue
            outside: cython.bint = False
            inside: cython.bint = False
            known: cython.bint = False
            for at in range(self.first_link, self.last_link):
                j = self.link_target[at]
                if self.link_source[at] != i or self.probability[at] < LINKED:
                    continue
                pair = self.pair(
                    self.source_lemma[self.source[self.origin + i]], self.here_lemma[j]
                )
                attested: cython.bint = pair >= 0 and self.counts[pair] > ATTESTED
                # Russian "ряд" is a row, and a word like "several".
                if not (self.here_content[j] or attested):
                    continue
                if self.is_chosen(j):
                    inside = True
                else:
                    outside = True
                    known = known or attested
            missed += not inside and (outside or (self.may_leave_out(fewer) and self.is_dropped(i)))
            if known and not inside:
                self.is_known_outside = True
        # A word of the term that the text has in compounds only is linked to none of them.
        if not asked or (in_compounds and missed == asked):
            return 0.0
        return missed / cython.cast(cython.double, asked)

    def may_leave_out(self, fewer):
        """Whether a source word that nothing here is linked to may be left out.

        One word of a compound may stand for all of its source, so where words are put together
        the candidate must be what the text usually has for a word of the source, as "データ" is for
        "data": "体裁" stands for "text flow", not for "flow". Only languages without spaces are
        asked, as elsewhere compounds are found as such.
        """
        if not self.has_compounds:
            return fewer
        if not self.has_fewer_tokens():
            return False
        for k in range(self.n):
            if self.here_letter[self.kept_positions[self.kept, k]] < FIRST_WIDE:
                return False
            if not self.is_usual(self.own_lemma(k), WELL_KNOWN, SHARE_USUAL):
                return False
        return True

    def own_lemma(self, k):
        """Lemma of a word of the candidate; of a compound, of the part that the term has."""
        j = self.kept_positions[self.kept, k]
        return self.lemma[self.first + k] if self.compound[k, j] else self.here_lemma[j]

    def has_fewer_tokens(self):
        """Whether the term has fewer words than its source, function words included."""
        words: cython.longlong = 0
        for at in range(self.token_offsets[self.spelling], self.token_offsets[self.spelling + 1]):
            letter = first_letter(self.tokens[at], self.tables.letters, self.tables.letter_offsets)
            if not is_mark(letter):
                words += 1
        return words < self.end - self.begin

    def is_dropped(self, i):
        """Whether the whole text links a source word, and never to a word of the candidate.

        Nor to a part of one: "ウィザード", "wizard", is in "アジェンダウィザード".
        """
        lemma = self.source_lemma[self.source[self.origin + i]]
        if self.total(lemma) < WELL_KNOWN:
            return False
        for k in range(self.n):
            j = self.kept_positions[self.kept, k]
            if self.pair(lemma, self.own_lemma(k)) >= 0:
                return False
            if self.compound[k, j]:
                continue
            begin, end = (
                self.tables.part_offsets[self.here[j]],
                self.tables.part_offsets[self.here[j] + 1],
            )
            for at in range(begin, end):
                if self.pair(lemma, self.tables.parts[at]) >= 0:
                    return False
        return True

    def leaves_out_usual(self, near, fewer):
        """Whether other words stand for the source term, too, here and in the whole text."""
        extra: cython.longlong = 0
        for j in range(self.size):
            if self.here_content[j] and not self.is_repeated(j):
                extra += self.belongs_too(j, near, fewer)
        return extra > LEFT_OUT * (self.n + extra)

    def belongs_too(self, j, near, fewer):
        """Whether a target word that is not chosen stands for the source term, too.

        A link of a word with two counterparts may reach but one of them: what stands beside the
        candidate, and belongs to no other word, needs none.
        """
        free: cython.bint = self.is_beside(j) and (
            self.elsewhere[j] < LINKED or (fewer and self.is_of_copy(j))
        )
        own: cython.bint = self.linked[j] >= LINKED and self.linked[j] >= NEARLY * self.elsewhere[j]
        if (free or own) and (
            self.is_usual(self.here_lemma[j], ATTESTED, SHARE_USUAL)
            or self.is_of_rare(j)
            or self.is_for_function_word(self.here_lemma[j])
            or (self.has_fewer_tokens() and self.is_of_function_word(j))
        ):
            return True
        if not near:
            return False
        adjacent: cython.bint = self.n == 1 and self.is_adjacent(j)
        if free and adjacent and self.takes_two():
            return True
        return (free or (adjacent and self.elsewhere[j] < WELL_LINKED)) and self.is_companion(
            self.here_lemma[j]
        )

    def is_of_copy(self, j):
        """Whether a target word is linked to the term, and surely to copies of its words only.

        "Pole" of "Pole se seznamem" for the first word of "Combo Box or List Box".
        """
        for at in range(self.first_link, self.last_link):
            if self.link_target[at] != j or self.probability[at] < LINKED:
                continue
            lemma = self.source_lemma[self.source[self.origin + self.link_source[at]]]
            if not self.has_source(lemma):
                return False
        return self.linked[j] >= SUPPORTING

    def has_source(self, lemma):
        """Whether the source term has a word of a lemma."""
        for i in range(self.begin, self.end):
            if self.source_lemma[self.source[self.origin + i]] == lemma:
                return True
        return False

    def is_of_rare(self, j):
        """Whether a target word is linked to a term of one word that the text seldom has.

        The whole text cannot tell what stands for it, so the links here do: "Autocaption" is
        "Automatické popisky", and not "Automatické".
        """
        others = max(SUPPORTING, SHARE_OF_OTHERS * self.linked[j])
        if self.count_source() != 1 or self.elsewhere[j] >= others or not self.is_beside(j):
            return False
        for at in range(self.first_link, self.last_link):
            i = self.link_source[at]
            if self.link_target[at] != j or self.probability[at] < SUPPORTING:
                continue
            w = self.source[self.origin + i]
            if (
                self.begin <= i < self.end
                and self.source_content[w]
                and self.total(self.source_lemma[w]) < WELL_KNOWN
            ):
                return True
        return False

    def is_of_function_word(self, j):
        """Whether a target word is linked to a function word of the source term.

        "Výše" to that of "Move Up".
        """
        for at in range(self.first_link, self.last_link):
            i = self.link_source[at]
            if (
                self.link_target[at] == j
                and self.begin <= i < self.end
                and self.probability[at] >= LINKED
                and not self.source_content[self.source[self.origin + i]]
            ):
                return True
        return False

    def is_adjacent(self, j):
        """Whether a target word stands directly beside the only word of the candidate."""
        at = self.kept_positions[self.kept, 0]
        return j in (at - 1, at + 1)

    def takes_two(self):
        """Whether the text usually has two words for the only word of the source term."""
        if self.count_source() != 1:
            return False
        for i in range(self.begin, self.end):
            lemma = self.source_lemma[self.source[self.origin + i]]
            if lemma < len(self.doubled) and self.doubled[lemma]:
                return True
        return False

    def is_companion(self, lemma):
        """Whether a target lemma stands unlinked beside most links of a word of the term.

        "Opravy" of "Automatické opravy" for "AutoCorrect".
        """
        for i in range(self.begin, self.end):
            own = self.source_lemma[self.source[self.origin + i]]
            if find_row(self.companions, own, lemma) >= 0:
                return True
        return False

    def is_for_function_word(self, lemma):
        """Whether a target lemma mostly stands for a function word of the source term.

        Hungarian "másként" for that of "Save As".
        """
        for i in range(self.begin, self.end):
            w = self.source[self.origin + i]
            pair = -1 if self.source_content[w] else self.pair(self.source_lemma[w], lemma)
            least = max(ATTESTED, SHARE_FOR_FUNCTION_WORD * self.target_total(lemma))
            if pair >= 0 and self.counts[pair] >= least:
                return True
        return False

    def is_beside(self, j):
        """Whether no content word or mark stands between a target word and the candidate."""
        for k in range(self.n):
            at = self.kept_positions[self.kept, k]
            others: cython.longlong = 0
            for between in range(min(at, j) + 1, max(at, j)):
                if self.here_content[between] or is_mark(self.here_letter[between]):
                    others += 1
            if others == 0:
                return True
        return False

    def find_cause(self, entry, near):
        """Why nothing would be accepted for an occurrence."""
        if near:
            return MISPLACED
        if not self.has_links:
            return UNKNOWN
        replaced: cython.bint = False
        only_own: cython.bint = True
        for j in range(self.size):
            if self.here_content[j] and (self.linked[j] >= LINKED or self.supported[j]):
                replaced = replaced or self.linked[j] >= LINKED
                only_own = only_own and self.is_of_entry(entry, j)
        if not replaced:
            return OMITTED
        return SHORTENED if only_own else REPLACED

    def is_of_entry(self, entry, j):
        """Whether a target word is near any word of the terms of an entry."""
        first = self.word_offsets[self.term_offsets[entry]]
        last = self.word_offsets[self.term_offsets[entry + 1]]
        for at in range(first, last):
            g = self.words[at]
            w = self.here[j]
            inside: cython.bint = in_compound(g, w, self.tables) or in_compound(w, g, self.tables)
            alike = inside or begins_with(w, g, self.has_compounds, self.tables)
            if alike or level(g, w, self.tables) <= SPELLING:
                return True
        return False

    # Which candidates are kept, and which occurrence gets which.

    def keep(self):
        """Keep the candidate at hand; of too many, the worst goes."""
        if self.kept < MOST_CANDIDATES:
            self.kept = self.kept + 1
            return
        worst: cython.longlong = 0
        for other in range(1, MOST_CANDIDATES):
            if self.is_before(worst, other):
                worst = other
        if self.is_before(MOST_CANDIDATES, worst):
            self.kept_row[worst] = self.kept_row[MOST_CANDIDATES]
            self.kept_term[worst] = self.kept_term[MOST_CANDIDATES]
            self.kept_key[worst, :] = self.kept_key[MOST_CANDIDATES, :]
            self.kept_positions[worst, :] = self.kept_positions[MOST_CANDIDATES, :]
            self.kept_shares[worst, :] = self.kept_shares[MOST_CANDIDATES, :]

    def assign(self):
        """Give occurrences their candidates, the best first; no word serves two occurrences."""
        self.done[: self.kept] = False
        while True:
            best: cython.longlong = -1
            for place in range(self.kept):
                if not self.done[place] and (best < 0 or self.is_before(place, best)):
                    best = place
            if best < 0:
                return
            self.done[best] = True
            row = self.kept_row[best]
            if self.term[row] >= 0:
                continue
            for place in range(self.kept):
                # What shares a word with it is not free any more.
                if not self.done[place] and self.have_common_word(place, best):
                    self.done[place] = self.kept_row[place] != row
            self.result[row] = cython.cast(cython.uchar, self.kept_key[best, RESULT])
            self.level[row] = cython.cast(cython.uchar, self.kept_key[best, LEVEL])
            self.gap[row] = cython.cast(cython.int, self.kept_key[best, GAP])
            self.term[row] = self.kept_term[best]
            self.shares[row, :] = self.kept_shares[best, :]
            self.positions[row, :] = self.kept_positions[best, :]

    def is_before(self, one, other):
        """Whether one candidate is better than another."""
        for column in range(KEY):
            if self.kept_key[one, column] != self.kept_key[other, column]:
                return self.kept_key[one, column] < self.kept_key[other, column]
        return False

    def have_common_word(self, one, other):
        """Whether two candidates have a target word in common."""
        for k in range(MOST_WORDS):
            j = self.kept_positions[one, k]
            if j < 0:
                return False
            for at in range(MOST_WORDS):
                if self.kept_positions[other, at] == j:
                    return True
        return False


@cython.cfunc
@cython.inline
@cython.nogil
def find_row(
    keys: cython.const_longlong[::1], source: cython.longlong, target: cython.longlong
) -> cython.longlong:
    """Row of two lemmas in a table of pairs, by bisection; -1 if it has none."""
    key = (cython.cast(cython.longlong, source) << 32) + cython.cast(cython.longlong, target)
    low: cython.longlong = 0
    high: cython.longlong = len(keys)
    while low < high:
        middle = (low + high) // 2
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low if low < len(keys) and keys[low] == key else -1


@cython.cfunc
@cython.inline
@cython.nogil
def is_mark(letter: cython.int) -> cython.bint:
    """Whether a letter without case is a punctuation mark or a sign."""
    return (
        letter < ord("0")
        or ord("9") < letter < ord("a")
        or ord("z") < letter < 0xC0  # Latin letters follow
        or 0x2010 <= letter < 0x2C00
        or FIRST_WIDE <= letter < 0x3040  # kana follow
        or 0xFF00 <= letter < 0xFF10
    )
