# Types of what `judging.py` holds; it says what the methods do.

cimport cython

from diglot.consistency.kernels.levels cimport Tables

cdef long long PASS, VARIANT, OTHER_WORD, PARTLY, REFUSED
cdef long long UNKNOWN, MISPLACED, OMITTED, REPLACED, SHORTENED
cdef long long MOST_WORDS, MOST_TOKENS, MOST_COMBINATIONS, MOST_CANDIDATES
cdef double NO_SUPPORT, SUPPORTING, LINKED, WELL_LINKED, SURELY_LINKED, SHARE_OF_OTHERS, NEARLY
cdef long long BESIDE, WIDEST_GAP, WELL_KNOWN, FIRST_WIDE
cdef double EVIDENCE_OF_WORD, EVIDENCE_OF_TERM, SHARE_OF_ROW, SHARE_OF_COLUMN
cdef double ATTESTED, SHARE_ATTESTED, SHARE_USUAL, SHARE_FOR_FUNCTION_WORD
cdef double SUPPORTED, BARELY, UNCOVERED, UNCOVERED_ALIKE, LEFT_OUT
cdef long long RESULT, DISTANT, SUPPORT, LEVEL, GAP, KEY

@cython.final
cdef class Judge:
    # Occurrences.
    cdef const int[::1] units, begins, ends, entries
    # Texts.
    cdef const int[::1] source, target
    cdef const long long[::1] source_offsets, target_offsets
    # Target terms: of an entry, the words of each that are looked for with their keys, all words.
    cdef const long long[::1] term_offsets, word_offsets, token_offsets
    cdef const int[::1] words, plain, bare, lemma, tokens
    cdef const unsigned char[::1] respelt
    # What is known of words.
    cdef const unsigned char[::1] source_content
    cdef const int[::1] source_lemma
    cdef Tables tables
    # Word links of the units, and how often lemmas are linked in the whole text.
    cdef bint has_links, has_compounds
    cdef const long long[::1] link_offsets
    cdef const int[::1] link_source, link_target
    cdef const float[::1] probability
    cdef const long long[::1] pairs, counts, possible, totals, target_totals
    cdef const long long[::1] companions
    cdef const unsigned char[::1] second, doubled
    # The unit: where its source begins, its links, its target words and what is known of each.
    cdef long long unit, origin, first_link, last_link, size
    cdef int[::1] here, here_plain, here_bare, here_lemma, here_letter, here_lemma_letter
    cdef unsigned char[::1] here_content, here_parts, surplus
    # The occurrence, and by target word: the strongest link from it, from other words, and from
    # those that do not stand beside it, whether
    # it is supported, linked to it or a word beside it, linked to it in the text as a whole.
    cdef long long begin, end
    cdef float[::1] linked, elsewhere, apart
    cdef unsigned char[::1] supported, joined, attested
    # The term: its row, where its words begin, how many, and of each the levels of the target words, which of these hold it
    # in a compound, which are tried, how many, and which of them now.
    cdef long long spelling, first, n
    cdef unsigned char[:, ::1] levels, compound
    cdef int[:, ::1] tried
    cdef long long[::1] trials, place
    # Candidates: row of the occurrence, key, term, target tokens with -1 behind the last, shares.
    # The one behind those that are kept is the one at hand.
    cdef long long kept
    cdef bint is_known_outside
    cdef long long[::1] kept_row, kept_term
    cdef double[:, ::1] kept_key
    cdef int[:, ::1] kept_positions
    cdef float[:, ::1] kept_shares
    cdef unsigned char[::1] done
    # Outcomes.
    cdef unsigned char[::1] result, level, exact, cause
    cdef int[::1] gap, term
    cdef float[:, ::1] shares
    cdef int[:, ::1] positions

    cdef void judge(self) nogil
    cdef void load(self, long long unit) nogil
    cdef void find_surplus(self) nogil
    cdef bint find_piece(self, long long row) nogil
    cdef long long inflection(self, long long at, long long j) nogil
    cdef bint same_lemma(self, int bare, int lemma, long long j) nogil
    cdef void compare_whole(self, long long row) nogil
    cdef void collect(self, long long row) nogil
    cdef void support(self) nogil
    cdef bint look_for(self, long long term) nogil
    cdef bint is_of_compound(self, int lemma, long long j) nogil
    cdef bint is_of_another(self, int lemma, long long j) nogil
    cdef bint is_part_apart(self, int g, int lemma, long long j) nogil
    cdef bint is_false_friend(self, int lemma, long long j) nogil
    cdef void drop_compounds(self, long long k) nogil
    cdef void insert(self, long long k, long long j) nogil
    cdef long long rank(self, long long k, long long j) nogil
    cdef bint is_alternative(self, int g, long long j) nogil
    cdef bint is_usual(self, int lemma, double least, double share) nogil
    cdef void attest(self) nogil
    cdef bint is_near(self, long long j) nogil
    cdef bint is_linked(self, long long i, long long j) nogil
    cdef bint answers_another(self, long long j) nogil
    cdef long long total(self, long long lemma) nogil
    cdef long long target_total(self, long long lemma) nogil
    cdef long long pair(self, long long source, long long target) nogil
    cdef bint combine(self, long long row, long long term) nogil
    cdef bint advance(self) nogil
    cdef bint is_distinct(self) nogil
    cdef bint is_chosen(self, long long j) nogil
    cdef bint is_repeated(self, long long j) nogil
    cdef long long count_gap(self) nogil
    cdef long long accept(self, long long farthest, long long gap) nogil
    cdef long long count_source(self) nogil
    cdef double share_uncovered(self, bint fewer, bint in_compounds) nogil
    cdef bint is_dropped(self, long long i) nogil
    cdef bint may_leave_out(self, bint fewer) nogil
    cdef int own_lemma(self, long long k) nogil
    cdef bint has_fewer_tokens(self) nogil
    cdef bint leaves_out_usual(self, bint near, bint fewer) nogil
    cdef bint belongs_too(self, long long j, bint near, bint fewer) nogil
    cdef bint is_of_copy(self, long long j) nogil
    cdef bint has_source(self, int lemma) nogil
    cdef bint is_of_function_word(self, long long j) nogil
    cdef bint is_adjacent(self, long long j) nogil
    cdef bint takes_two(self) nogil
    cdef bint is_companion(self, int lemma) nogil
    cdef bint is_of_rare(self, long long j) nogil
    cdef bint is_for_function_word(self, int lemma) nogil
    cdef bint is_beside(self, long long j) nogil
    cdef long long find_cause(self, int entry, bint near) nogil
    cdef bint is_of_entry(self, int entry, long long j) nogil
    cdef void keep(self) nogil
    cdef void assign(self) nogil
    cdef bint is_before(self, long long one, long long other) nogil
    cdef bint have_common_word(self, long long one, long long other) nogil
