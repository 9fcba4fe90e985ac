import pytest

from diglot.errors import FormatError, InputError
from diglot.formats.term_lists.bucc import find_task, read_official, task_of


def folder(path, *names):
    for name in names:
        (path / name).write_text("", encoding="utf-8")
    return path


def test_languages_stand_in_the_name_of_the_gold(tmp_path):
    task = find_task(folder(tmp_path, "terms-fr.txt", "terms-en.txt", "terms-fr-en.txt", "x.txt"))
    assert task.languages == ("fr", "en")
    assert task.source_terms.name == "terms-fr.txt"
    assert task.gold == tmp_path / "terms-fr-en.txt"
    assert task.source_corpus is None


def test_gold_may_be_secret_and_corpora_present(tmp_path):
    task = find_task(folder(tmp_path, "terms-en.txt", "terms-fr.txt", "corpus-en.txt"))
    assert task.gold is None
    assert task.languages == ("en", "fr")
    assert task.source_corpus == tmp_path / "corpus-en.txt"


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (("terms-en-fr.txt", "terms-en.txt"), "terms-fr.txt is missing"),
        (("terms-en.txt",), "is missing"),
        ((), "terms-xx.txt, terms-yy.txt is missing"),
        (
            ("terms-en.txt", "terms-fr.txt", "terms-de.txt", "terms-en-fr.txt", "terms-en-de.txt"),
            "holds several tasks: terms-en-de.txt, terms-en-fr.txt",
        ),
    ],
)
def test_other_folders_are_refused(tmp_path, names, message):
    with pytest.raises(InputError, match=message):
        find_task(folder(tmp_path, *names))


def test_a_folder_that_does_not_exist_is_named(tmp_path):
    with pytest.raises(InputError, match="no such folder"):
        find_task(tmp_path / "none")


def test_a_new_task_is_found_again(tmp_path):
    new = task_of(tmp_path, "en", "fr")
    for path in (new.source_terms, new.target_terms, new.gold):
        path.write_text("", encoding="utf-8")
    found = find_task(tmp_path)
    assert (found.gold, found.languages) == (new.gold, new.languages)


def test_the_official_scorer_reads_lines_as_python_does(tmp_path):
    path = tmp_path / "run"
    path.write_bytes(b"\xef\xbb\xbfa\tx\r\n\n b\ty \rc\tz\xe2\x80\xa8\n")
    assert read_official(path) == ["\ufeffa\tx", "", "b\ty", "c\tz"]
    path.write_bytes(b"a\tx")
    assert read_official(path) == ["a\tx"]


def test_the_official_scorer_reads_utf_8_only(tmp_path):
    path = tmp_path / "run"
    path.write_bytes(b"\xe9\tx\n")
    with pytest.raises(FormatError, match="is not UTF-8"):
        read_official(path)
