"""Tables of terms in CSV, TSV and plain lists: whoever made them, and ours back again."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from diglot.errors import ConfigError, FormatError
from diglot.formats import read_termbase, write_termbase
from diglot.formats.table_rows import normalise_heading
from diglot.formats.termbases.columns import term_columns
from diglot.formats.termbases.data_categories import status_of
from diglot.model import Concept, ConceptTerm, Context, Termbase
from diglot.model.termbase import STATUSES as STATUS_NAMES
from diglot.text.languages import language_by_heading, read_table
from tests.formats.termbases.strategies import in_order, termbases


def read(tmp_path, content, name="t.csv", **options):
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    return read_termbase(path, **options)


def forms(termbase):
    return [[(term.language, term.text) for term in each.terms] for each in termbase.concepts]


PAIR = [[("en", "bread"), ("fr", "pain")], [("en", "oven"), ("fr", "four")]]


@pytest.mark.parametrize(
    "content",
    [
        "source,target\nbread,pain\noven,four\n",
        "Source Term;Target Term\nbread;pain\noven;four\n",
        "ID;SRC;TAR\n1;bread;pain\n2;oven;four\n",
        "id,sourceLang,targetLang,sourceString,targetString\n1,en,fr,bread,pain\n2,en,fr,oven,four\n",
        "bread\tpain\noven\tfour\n",
        "bread,pain\noven,four\n",
        "c_1,bread,pain\nc_2,oven,four\n",
        "bread,pain,0.9\noven,four,0.4\n",
        "bread,pain,said often\noven,four,\n",
        "en,fr\nbread,pain\noven,four\n",
        "EN;FR\nbread;pain\noven;four\n",
        "English,French\nbread,pain\noven,four\n",
        "Term (en),Term (fr)\nbread,pain\noven,four\n",
    ],
)
def test_tables_of_any_hand_are_understood(tmp_path, content):
    assert forms(read(tmp_path, content, languages=("en", "fr"))) == PAIR


def test_three_column_lists_keep_id_score_count_or_note(tmp_path):
    def first(content):
        return read(tmp_path, content, languages=("en", "fr")).concepts[0]

    assert first("c_1,bread,pain\nc_2,oven,four\n").id == "c_1"
    assert first("bread,pain,0.9\noven,four,0.4\n").terms[1].score == 0.9
    assert first("bread,pain,17\noven,four,2\n").terms[1].frequency == 17
    assert first("bread,pain,often\noven,four,\n").terms[1].note == "often"


def test_a_plain_list_is_one_term_a_line(tmp_path):
    termbase = read(tmp_path, "bread\n\nbread, fresh\nbread\n", "t.txt", languages=("en",))
    assert forms(termbase) == [[("en", "bread")], [("en", "bread, fresh")]]
    assert termbase.notes == ("1 blank row", '1 duplicate row: "bread"')


def test_commas_in_some_terms_of_a_list_divide_nothing(tmp_path):
    termbase = read(tmp_path, "bread\nbread, fresh\noven\nsalt\n", languages=("en",))
    assert [each.terms[0].text for each in termbase.concepts] == [
        "bread",
        "bread, fresh",
        "oven",
        "salt",
    ]


def test_a_plain_list_without_a_language_is_in_an_unknown_one(tmp_path):
    assert forms(read(tmp_path, "bread\n", "t.txt")) == [[("und", "bread")]]


def test_duplicate_and_blank_rows_are_counted(tmp_path):
    termbase = read(tmp_path, "source,target\na,b\n,\na,b\n\nc,\n", languages=("en", "fr"))
    assert forms(termbase) == [[("en", "a"), ("fr", "b")], [("en", "c")]]
    assert termbase.notes == (
        "2 blank rows",
        '1 duplicate row: "a = b"',
        '1 row with one term only: "c"',
    )


def test_a_table_of_pairs_without_languages_is_one_clear_line(tmp_path):
    with pytest.raises(FormatError, match=r"does not state the languages.*--languages en,fr"):
        read(tmp_path, "source,target\na,b\n")


def test_rows_with_one_id_are_one_concept_in_any_order(tmp_path):
    termbase = read(
        tmp_path,
        "id,source,target,source language,target language\n7,loaf,pain,en,fr\n8,a,b,en,fr\n"
        "7,bread,pain,en,fr\n7,bread,miche,en,fr\n",
    )
    assert [each.id for each in termbase.concepts] == ["7", "8"]
    assert forms(termbase)[0] == [("en", "loaf"), ("en", "bread"), ("fr", "pain"), ("fr", "miche")]


def test_synonyms_in_one_cell_of_a_language_are_several_terms(tmp_path):
    termbase = read(tmp_path, 'id,en,fr\n1,bread | loaf,"pain\nmiche"\n')
    assert forms(termbase) == [[("en", "bread"), ("en", "loaf"), ("fr", "pain"), ("fr", "miche")]]


def test_rows_of_terms_give_status_note_and_definition(tmp_path):
    termbase = read(
        tmp_path,
        "concept_id,lang,term,status,POS,Domain,description\n"
        "1,en,bread,ok,noun,food,what is baked\n1,fr,pain,do not use,noun,,\n",
    )
    (concept,) = termbase.concepts
    assert concept.subject == "food"
    assert concept.definitions == (("", "what is baked"),)
    assert [(each.status, each.part_of_speech) for each in concept.terms] == [
        ("preferred", "noun"),
        ("forbidden", "noun"),
    ]


@pytest.mark.parametrize(
    ("cell", "status"),
    [
        ("approved", "preferred"),
        ("Reject", "rejected"),
        ("DNT", "do-not-translate"),
        ("do_not_use", "forbidden"),
        ("variant", "admitted"),
        ("?", None),
        ("", None),
    ],
)
def test_statuses_are_understood_as_people_write_them(tmp_path, cell, status):
    termbase = read(tmp_path, f"source,target,status\na,b,{cell}\n", languages=("en", "fr"))
    assert termbase.concepts[0].terms[1].status == status


def test_what_is_no_status_score_or_count_is_kept(tmp_path):
    termbase = read(
        tmp_path,
        "source,target,status,score,frequency,client\na,b,later,12.5,many,ACME\n",
        languages=("en", "fr"),
    )
    concept = termbase.concepts[0]
    term = concept.terms[1]
    assert (term.status, term.score, term.frequency) == (None, None, None)
    assert dict(term.properties) == {"status": "later", "score": "12.5", "frequency": "many"}
    assert concept.properties == (("client", "ACME"),)
    assert termbase.notes == ('1 status that is not known, kept as a property: "later"',)


@pytest.mark.parametrize(
    ("cell", "score"), [("0.83", 0.83), ('"0,83"', 0.83), ("83 %", 0.83), ("1", 1.0)]
)
def test_scores_are_understood_as_spreadsheets_write_them(tmp_path, cell, score):
    termbase = read(tmp_path, f"source,target,score\na,b,{cell}\n", languages=("en", "fr"))
    assert termbase.concepts[0].terms[1].score == score


def test_a_part_of_speech_of_the_row_is_that_of_both_terms(tmp_path):
    termbase = read(tmp_path, "pos,source,target\nnoun,a,b\n", languages=("en", "fr"))
    assert [term.part_of_speech for term in termbase.concepts[0].terms] == ["noun", "noun"]


def test_rows_that_disagree_on_a_status_are_counted(tmp_path):
    termbase = read(
        tmp_path,
        "id,source,target,status\n1,a,b,preferred\n1,c,b,forbidden\n",
        languages=("en", "fr"),
    )
    assert termbase.concepts[0].terms[-1].status == "preferred"
    assert termbase.notes == ('1 row that disagrees on a status, the first one taken: "b"',)


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("en", "en"),
        ("EN", "en"),
        ("fr_FR", "fr-FR"),
        ("Term (de)", "de"),
        ("German term", "de"),
        ("Português (Brasil)", "pt-BR"),
        ("English (US)", "en-US"),
        ("English_United_Kingdom", "en-GB"),
        ("Chinese (Simplified)", "zh-Hans"),
        ("Latin American Spanish", "es-419"),
        ("European Portuguese", "pt-PT"),
        ("Serbian (Latin)", "sr-Latn"),
        ("English (final version)", "en"),
        ("简体中文", "zh"),
        ("Englische", "en"),
        ("inglesa", "en"),
        ("Version française", "fr"),
        ("Английское", "en"),
        ("język angielskiego", None),
        ("po angielsku", "en"),
        ("Angličtina / English", "en"),
        ("英文", "en"),
        ("Angola", None),
        ("Germany", None),
        ("Greek letter", None),
        ("slv", "slv"),
        ("src", None),
        ("note", None),
        ("xx", None),
    ],
)
def test_languages_are_told_from_the_names_of_columns(name, language):
    assert language_by_heading(name) == language


@pytest.mark.parametrize(
    "header",
    [
        "Deutsche Benennung,Englische Benennung",
        "Quelle: Deutsch,Ziel: Englisch",
        "DE (Quelle),EN (Ziel)",
        "Deutsch,Übersetzung EN",
        "Немецкое слово,Английское слово",
    ],
)
def test_a_name_of_a_language_beside_what_a_column_is_tells_its_terms(tmp_path, header):
    termbase = read(tmp_path, f"{header},Bemerkung\nBrot,bread,x\n")
    assert forms(termbase) == [[("de", "Brot"), ("en", "bread")]]


@pytest.mark.parametrize("names", ["src\ttgt\tsrc:pos", "term:en\tterm:ja\tsrc:pos"])
@pytest.mark.parametrize("name", ["t.utx", "t.tsv"])
def test_utx_names_its_languages_and_columns_in_comments(tmp_path, name, names):
    head = f"#UTX 1.20; en-US/ja-JP; 2024-05-01T10:00:00Z+09:00; license: CC-BY 3.0\n#{names}"
    row = "tractor\tトラクター\tnoun\tforbidden\t7\n"
    [concept] = read(tmp_path, f"{head}\tterm status\tconcept ID\n{row}", name).concepts
    [source, target] = concept.terms
    assert (concept.id, source.language[:2], source.text) == ("7", "en", "tractor")
    assert (source.part_of_speech, target.text, target.status) == (
        "noun",
        "トラクター",
        "forbidden",
    )


@pytest.mark.parametrize("header", ["English,German,Do not use", "source,target,forbidden"])
def test_terms_in_a_column_of_those_to_avoid_are_forbidden(tmp_path, header):
    rows = "tractor,Schlepper,Traktor; Zugmaschine\nplough,Pflug,\nharrow,Egge,no\n"
    termbase = read(tmp_path, f"{header}\n{rows}", languages=("en", "de"))
    german = [[(term.text, term.status) for term in each.of("de")] for each in termbase.concepts]
    assert german == [
        [("Schlepper", None), ("Traktor", "forbidden"), ("Zugmaschine", "forbidden")],
        [("Pflug", None)],
        [("Egge", None)],
    ]
    assert termbase.notes == ('2 terms to avoid, taken as one in de, the first: "Traktor"',)


@pytest.mark.parametrize("name", ["Synonyms", "Synonyme (en)"])
def test_a_column_of_synonyms_holds_terms_of_the_language_before_it(tmp_path, name):
    content = f"Deutsch\tEnglisch\t{name}\tWortart\nHund\tdog\thound; mutt, cur\tSubstantiv\n"
    [concept] = read(tmp_path, content, "t.tsv").concepts
    assert [term.text for term in concept.of("en")] == ["dog", "hound", "mutt", "cur"]
    assert [term.text for term in concept.of("de")] == ["Hund"]
    termbase = read(tmp_path, "source,target,synonym\ndog,Hund,Köter\n", languages=("en", "de"))
    assert termbase.concepts[0].properties == (("synonym", "Köter"),)


def test_languages_may_stand_above_several_columns_each(tmp_path):
    content = "Deutsch,,Englisch,\nBenennung,Status,Benennung,Status\nHund,,hound,verboten\n"
    [concept] = read(tmp_path, content).concepts
    assert [(each.language, each.text, each.status) for each in concept.terms] == [
        ("de", "Hund", None),
        ("en", "hound", "forbidden"),
    ]


def test_a_title_may_stand_above_the_names_of_the_columns(tmp_path):
    termbase = read(tmp_path, "Glossary,,\n,,\nEnglish,Deutsch,Notes\nbread,Brot,\n")
    assert forms(termbase) == [[("en", "bread"), ("de", "Brot")]]
    assert "1 title above the table" in str(termbase.notes)


def test_names_of_columns_are_compared_by_their_words():
    assert (
        normalise_heading(" sourceString ") == normalise_heading("source_string") == "source string"
    )


def test_the_header_can_be_denied_and_asserted(tmp_path):
    content = "en,fr\nbread,pain\n"
    assert forms(read(tmp_path, content, header=False, languages=("en", "fr"))) == [
        [("en", "en"), ("fr", "fr")],
        [("en", "bread"), ("fr", "pain")],
    ]
    odd = "Deutsch,Klingonisch\nBrot,tIr\n"
    assert forms(read(tmp_path, odd, header=True, languages=("de", "tlh"))) == [
        [("de", "Brot"), ("tlh", "tIr")]
    ]


def test_a_running_number_under_a_name_that_nobody_knows_is_no_term(tmp_path):
    termbase = read(tmp_path, "Lp,Fraza,Frase\n1,bread,pain\n2,salt,sel\n", languages=("en", "fr"))
    assert forms(termbase) == [[("en", "bread"), ("fr", "pain")], [("en", "salt"), ("fr", "sel")]]


def test_more_than_two_languages_for_two_columns_are_an_error():
    with pytest.raises(ConfigError, match="one or two"):
        term_columns([["a", "b"]], languages=("en", "fr", "de"))


ORACLE = Termbase(
    (
        Concept(
            "b1",
            (
                ConceptTerm("bread", "en", note="the word"),
                ConceptTerm("loaf", "en", "admitted"),
                ConceptTerm("pain", "fr", "preferred", "noun", None, 0.75, 3),
                ConceptTerm(
                    "=miche", "fr", "rejected", contexts=(Context("Une miche.", "A loaf."),)
                ),
            ),
            subject="food",
        ),
        Concept("b2", (ConceptTerm("oven", "en"), ConceptTerm("four", "fr"))),
    )
)


def test_pairs_are_written_one_row_each_and_each_term_described_once(tmp_path):
    path = tmp_path / "t.csv"
    assert write_termbase(path, ORACLE) == ()
    assert path.read_text() == (
        "id,source,target,about,status,score,frequency,part of speech,context,context translation,"
        "note,source part of speech,source note,subject,source language,target language\n"
        "b1,bread,pain,,preferred,0.75,3,noun,,,,,the word,food,en,fr\n"
        "b1,bread,'=miche,,rejected,,,,Une miche.,A loaf.,,,,,en,fr\n"
        "b1,loaf,pain,source,admitted,,,,,,,,,,en,fr\n"
        "b2,oven,four,,,,,,,,,,,,en,fr\n"
    )


@pytest.mark.parametrize("layout", ["pairs", "terms"])
@pytest.mark.parametrize("extension", ["csv", "tsv"])
def test_a_written_table_gives_the_termbase_back_in_any_order_of_rows(tmp_path, extension, layout):
    path = tmp_path / f"t.{extension}"
    write_termbase(path, ORACLE, layout=layout)
    assert read_termbase(path).concepts == ORACLE.concepts
    header, *rows = path.read_text().splitlines(keepends=True)
    path.write_text("".join([header, *rows[::-1]]))
    shuffled = {each.id: in_order(each, of_terms=True) for each in read_termbase(path).concepts}
    assert shuffled == {each.id: in_order(each, of_terms=True) for each in ORACLE.concepts}


def test_a_table_of_concepts_keeps_the_terms_and_says_what_it_loses(tmp_path):
    path = tmp_path / "t.csv"
    lost = write_termbase(path, ORACLE, layout="concepts")
    assert [each.kind for each in lost][:2] == ["note of a term", "status of a term"]
    assert path.read_text() == (
        "id,en,fr,subject,concept note\nb1,bread | loaf,pain | =miche,food,\nb2,oven,four,,\n"
    )
    assert forms(read_termbase(path)) == forms(ORACLE)


def test_regions_of_a_language_stand_in_its_column_with_their_tags(tmp_path):
    termbase = Termbase(
        (Concept("a", (ConceptTerm("colour", "en-GB"), ConceptTerm("couleur", "fr-CA"))),)
    )
    write_termbase(tmp_path / "t.csv", termbase, languages=("en", "fr"))
    assert read_termbase(tmp_path / "t.csv").concepts == termbase.concepts


def test_a_third_language_is_lost_from_pairs_and_counted(tmp_path):
    termbase = Termbase((Concept("a", (*ORACLE.concepts[1].terms, ConceptTerm("Ofen", "de"))),))
    lost = write_termbase(tmp_path / "t.csv", termbase, layout="pairs", languages=("en", "fr"))
    assert [(each.kind, each.count) for each in lost] == [("term in a third language", 1)]


def test_a_mark_is_written_on_request(tmp_path):
    write_termbase(tmp_path / "t.csv", ORACLE, mark=True)
    assert (tmp_path / "t.csv").read_bytes().startswith(b"\xef\xbb\xbfid,")
    assert read_termbase(tmp_path / "t.csv").concepts == ORACLE.concepts


def test_unknown_layout_is_one_clear_line(tmp_path):
    with pytest.raises(ConfigError, match="'rows'; it can be pairs, terms, concepts"):
        write_termbase(tmp_path / "t.csv", ORACLE, layout="rows")


@pytest.mark.slow
@pytest.mark.parametrize("extension", ["csv", "tsv"])
@settings(max_examples=10)
@given(termbase=termbases())
def test_every_termbase_comes_back_from_a_table_of_terms(tmp_path_factory, extension, termbase):
    path = tmp_path_factory.mktemp("tables") / f"t.{extension}"
    assert write_termbase(path, termbase, layout="terms") == ()
    back = read_termbase(path)
    assert list(map(in_order, back.concepts)) == list(map(in_order, termbase.concepts))


@pytest.mark.slow
@pytest.mark.parametrize("extension", ["csv", "tsv"])
@settings(max_examples=10)
@given(termbase=termbases(languages=("en", "fr")))
def test_every_bilingual_termbase_comes_back_from_pairs(tmp_path_factory, extension, termbase):
    path = tmp_path_factory.mktemp("tables") / f"t.{extension}"
    assert write_termbase(path, termbase, layout="pairs", languages=("en", "fr")) == ()
    back = read_termbase(path)
    assert list(map(in_order, back.concepts)) == list(map(in_order, termbase.concepts))


def test_cells_of_many_lines_do_not_hide_the_delimiter(tmp_path):
    lines = (("aa", "0\n\n0"), ("ab", "line\nbreak"))
    concept = Concept("594", (ConceptTerm("0", "en"),), properties=lines)
    write_termbase(tmp_path / "t.csv", Termbase((concept,)), layout="pairs")
    assert read_termbase(tmp_path / "t.csv").concepts == (concept,)


@pytest.mark.parametrize(
    ("name", "count", "notes"),
    [
        ("f_en-fr_XX", 306, ()),
        ("f_en-es_XX", 306, ("306 rows without a term",)),
        (
            "g_en_fr-FR",
            326,
            ('10 rows put to an earlier one with the same source, the first: "quarantine"',),
        ),
        ("g_fr_en", 50, ()),
    ],
)
def test_glossaries_of_tico19_give_one_concept_a_source_string(shared_data, name, count, notes):
    folder = shared_data / "consistency" / "tico19" / "terminologies"
    termbase = read_termbase(folder / f"{name}.csv")
    source = termbase.languages[0]
    assert len(termbase.concepts) == count
    assert len({each.of(source)[0].text for each in termbase.concepts}) == count
    assert all(len(each.terms) >= 2 for each in termbase.concepts)
    assert termbase.notes == notes


def test_a_thesaurus_of_seven_thousand_concepts_is_read_whole(shared_data):
    path = shared_data / "terms" / "eurovoc" / "term_list_fr.csv"
    termbase = read_termbase(path, languages=("en", "fr"))
    assert len(termbase.concepts) == 7180
    assert termbase.languages == ("en", "fr")
    assert termbase.notes == ()


STATUSES = "Deutsch,Englisch,Status\nHarddisk,hard disk,verboten\n"


def statuses(termbase):
    return {term.language: term.status for each in termbase.concepts for term in each.terms}


def test_a_status_beside_languages_is_that_of_all_terms_but_the_first(tmp_path):
    assert statuses(read(tmp_path, STATUSES)) == {"de": None, "en": "forbidden"}


def test_a_status_beside_languages_is_that_of_the_target(tmp_path):
    termbase = read(tmp_path, STATUSES, languages=("en", "de-AT"))
    assert statuses(termbase) == {"de": "forbidden", "en": None}


@pytest.mark.parametrize(
    ("written", "status"),
    [
        ("Bevorzugt", "preferred"),
        ("首选", "preferred"),
        ("admis", "admitted"),
        ("no usar", "forbidden"),
        ("Do_not_use", "forbidden"),
        ("deprecatedTerm-admn-sts", "forbidden"),
        ("Nicht übersetzen", "do-not-translate"),
        ("wrong", "rejected"),
        ("candidate", None),
    ],
)
def test_a_status_is_known_in_many_languages(tmp_path, written, status):
    content = f"source,target,status\na,b,{written}\n"
    (concept,) = read(tmp_path, content, languages=("en", "fr")).concepts
    assert concept.terms[1].status == status


def test_no_word_says_two_statuses():
    known = {}
    for status, words in read_table("term_statuses.tsv"):
        for word in words.split("|"):
            assert known.setdefault(word, status) == status == status_of(word)
            assert status in STATUS_NAMES


def test_languages_that_a_header_says_are_not_overridden(tmp_path):
    content = "Source (en),Target (de)\nhouse,Haus\n"
    termbase = read(tmp_path, content, languages=("de", "en"))
    assert forms(termbase) == [[("en", "house"), ("de", "Haus")]]


def test_a_source_beside_languages_is_where_a_term_was_found(tmp_path):
    (concept,) = read(tmp_path, "English,German,Quelle\nhouse,Haus,Duden\n").concepts
    assert concept.source == "Duden"
    assert [term.text for term in concept.terms] == ["house", "Haus"]


MEMOQ = (
    "Entry_ID;Entry_Subject;Entry_Note;English_United_States_Def;English_United_States;Term_Info;"
    "Term_Example;German_Def;German;Term_Info;Term_Example;German;Term_Info;Term_Example\n"
    '1;IT;old;a rigid disk;hard disk;CasePermissive;Disks spin.;;Festplatte;"Exact;CaseSense";;'
    'Harddisk;"CasePermissive;Forbidden";\n'
    "2;IT;;;password;CasePermissive;;;;;;Kennwort;Forbidden;Ein Kennwort.\n"
)


def test_fields_behind_the_term_of_a_language_are_of_that_term(tmp_path):
    disk, password = read(tmp_path, MEMOQ).concepts
    assert [(each.language, each.text, each.status) for each in disk.terms] == [
        ("en-US", "hard disk", None),
        ("de", "Festplatte", None),
        ("de", "Harddisk", "forbidden"),
    ]
    assert disk.terms[0].contexts == (Context("Disks spin."),)
    assert (disk.subject, disk.note) == ("IT", "old")
    assert disk.definitions == (("en-US", "a rigid disk"),)
    assert [(each.text, each.status) for each in password.terms] == [
        ("password", None),
        ("Kennwort", "forbidden"),
    ]
    assert password.terms[1].contexts == (Context("Ein Kennwort."),)


def test_a_field_may_bear_the_name_of_its_language(tmp_path):
    content = "English,English_Status,German,Status German\ndisk,approved,Harddisk,deprecated\n"
    assert statuses(read(tmp_path, content)) == {"en": "preferred", "de": "forbidden"}


def test_two_scripts_of_a_language_are_two_languages(tmp_path):
    content = "English,Chinese (Simplified),Chinese (Traditional)\nfile,文件,檔案\n"
    assert forms(read(tmp_path, content)) == [
        [("en", "file"), ("zh-Hans", "文件"), ("zh-Hant", "檔案")]
    ]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("en,id\nbread,roti\n", [("en", "bread"), ("id", "roti")]),
        ("id,en\nroti,bread\n", [("en", "bread"), ("id", "roti")]),
        ("en,de,id\nbread,Brot,roti\n", [("en", "bread"), ("de", "Brot"), ("id", "roti")]),
        ("id,en,de\nx,bread,Brot\n", [("en", "bread"), ("de", "Brot")]),
        ("en,de,id\nbread,Brot,C12\n", [("en", "bread"), ("de", "Brot")]),
    ],
)
def test_a_column_id_among_languages_is_indonesian_unless_it_holds_identifiers(
    tmp_path, content, expected
):
    assert [sorted(each) for each in forms(read(tmp_path, content))] == [sorted(expected)]


def test_columns_that_say_the_language_of_every_row_are_no_header(tmp_path):
    expected = [[("en", "hello"), ("de", "hallo")], [("en", "disk"), ("de", "Scheibe")]]
    assert forms(read(tmp_path, "hello,hallo,EN,DE\ndisk,Scheibe,EN,DE\n")) == expected
    assert forms(read(tmp_path, "hello,hallo,EN,DE\n")) == expected[:1]


def test_a_term_beside_several_languages_is_in_the_one_that_is_told(tmp_path):
    content = "term,translation_de,translation_fr\ndisk,Scheibe,disque\n"
    assert forms(read(tmp_path, content, languages=("en", "de"))) == [
        [("en", "disk"), ("de", "Scheibe"), ("fr", "disque")]
    ]


@pytest.mark.parametrize(
    ("name", "answer", "status"),
    [
        ("forbidden", "True", "forbidden"),
        ("forbidden", "False", "preferred"),
        ("Do not translate", "x", "do-not-translate"),
        ("translatable", "no", "do-not-translate"),
        ("translatable", "yes", "preferred"),
    ],
)
def test_yes_and_no_decide_about_a_term(tmp_path, name, answer, status):
    content = f"term,language,status,{name}\ndisk,en,Approved,{answer}\n"
    (concept,) = read(tmp_path, content).concepts
    assert concept.terms[0].status == status
