"""What a page of one person says and keeps of files that are dropped, and of what is typed."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from diglot import formats
from diglot.annotate.review.jobs import open_workspace
from diglot.annotate.server.app import make_app
from diglot.annotate.server.identity import Entrance
from diglot.model.links import Unit, Variant
from diglot.samples import TEXTS
from tests.browser.annotate.hands import SAVED
from tests.browser.annotate.served import TOKEN
from tests.servers import running

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

CONTRACT, HEADLAMP = TEXTS["contract"], TEXTS["headlamp"]


@contextmanager
def at_home(browser: Any, folder: Path) -> Iterator[Any]:
    """The page of an empty workspace."""
    with open_workspace(folder) as work:

        def make(port: int) -> Any:
            entrance = Entrance("local", TOKEN, port)
            return make_app(work.store, entrance=entrance, follower=work.follower, workspace=work)

        with running(make) as (_, port):
            page = browser.new_page()
            page.goto(f"http://127.0.0.1:{port}/?token={TOKEN}")
            page.get_by_role("button", name="Try it with a sample contract").wait_for()
            yield page
            page.close(run_before_unload=False)


@pytest.fixture
def page(browser: Any, template: Path, tmp_path: Path) -> Iterator[Any]:
    """Such a page; ``template`` only sees to it that it is built."""
    assert template.is_dir()
    with at_home(browser, tmp_path / "work") as found:
        yield found


def drop(page: Any, *files: Path) -> None:
    page.set_input_files("input[type=file]", [os.fspath(file) for file in files])


def align(page: Any) -> None:
    page.get_by_role("button", name="Align and find terms").click()
    page.get_by_role("link", name="Read and correct the sentences").wait_for()


def test_a_text_waits_for_its_translation(page: Any) -> None:
    drop(page, CONTRACT[0])
    expect(page.locator(".drop-zone [role=status]")).to_contain_text("Now drop its translation")
    drop(page, CONTRACT[1])
    expect(page.locator(".pairs-of-files")).to_contain_text(CONTRACT[0].name)
    expect(page.locator(".pairs-of-files")).to_contain_text(CONTRACT[1].name)
    expect(page.locator(".drop-zone [role=status]")).to_have_count(0)


def test_beside_a_file_that_is_refused_the_other_one_waits(page: Any, tmp_path: Path) -> None:
    broken = tmp_path / "broken.docx"
    broken.write_bytes(b"x")
    drop(page, broken, CONTRACT[1])
    expect(page.locator(".drop-zone [role=alert]")).to_contain_text("not a complete DOCX file")
    expect(page.locator(".drop-zone [role=status]")).to_contain_text(CONTRACT[1].name)
    archive = tmp_path / "both.zip"
    archive.write_bytes(b"PK")
    drop(page, archive)
    expect(page.locator(".drop-zone [role=alert]")).to_contain_text(
        "both.zip is an archive: unpack"
    )
    drop(page, CONTRACT[0])
    expect(page.locator(".pairs-of-files")).to_contain_text(CONTRACT[1].name)
    expect(page.locator(".drop-zone [role=alert]")).to_have_count(0)


# A text is dropped on an element; whether the browser is kept from opening it instead of the page.
DROP = """(element) => {
  const data = new DataTransfer();
  data.items.add(new File(["One line of a text."], "line.txt"));
  const options = { dataTransfer: data, bubbles: true, cancelable: true };
  return !element.dispatchEvent(new DragEvent("drop", options));
}"""


def test_a_file_may_be_dropped_anywhere_and_never_takes_the_place_of_the_page(page: Any) -> None:
    assert page.locator(".foot").evaluate(DROP)
    expect(page.locator(".drop-zone [role=status]")).to_contain_text("line.txt is here")
    drop(page, *CONTRACT)
    align(page)
    page.get_by_role("link", name="Read and correct the sentences").click()
    assert page.locator(".row.chosen").evaluate(DROP)


def test_of_a_text_that_is_not_in_unicode_somebody_chooses_how_it_reads(
    page: Any, tmp_path: Path
) -> None:
    russian = "Ворота старой мельницы закрыли рано утром.\nНикто не знал, почему."
    for name, text, encoding in (
        ("mill.ru.txt", russian, "koi8-r"),
        ("mill.de.txt", "Niemand wußte, warum.\nFrüh morgens schloß man die Tür.", "cp850"),
    ):
        (tmp_path / name).write_bytes(text.encode(encoding))
    drop(page, tmp_path / "mill.ru.txt", tmp_path / "mill.de.txt")
    page.get_by_role("button", name="Früh morgens schloß man die Tür.").click()
    page.get_by_role("button", name="Ворота старой мельницы закрыли рано утром.").click()
    expect(page.locator(".pairs-of-files")).to_contain_text("mill.ru.txt")
    expect(page.locator(".pairs-of-files")).to_contain_text("Russian")
    expect(page.locator(".drop-zone [role=group]")).to_have_count(0)


def test_of_a_memory_in_three_languages_two_are_chosen(page: Any, tmp_path: Path) -> None:
    texts = {"en": "The gate was closed.", "fr": "La porte fut fermée.", "de": "Das Tor war zu."}
    unit = Unit(tuple(Variant(language, text) for language, text in texts.items()))
    formats.write_units(tmp_path / "mill.tmx", [unit])
    drop(page, tmp_path / "mill.tmx")
    page.get_by_role("combobox", name="into").select_option("de")
    page.get_by_role("button", name="Open").click()
    expect(page.locator(".job .told")).to_contain_text("1 text in another language")
    page.get_by_role("link", name="Read and correct the sentences").click()
    expect(page.locator(".row.chosen")).to_contain_text("Das Tor war zu.")


def test_a_file_that_is_too_large_is_named(page: Any, tmp_path: Path) -> None:
    huge = tmp_path / "huge.txt"
    with huge.open("wb") as file:
        file.truncate(50_000_001)
    drop(page, huge, CONTRACT[1])
    expect(page.locator(".drop-zone [role=alert]")).to_have_text(
        "huge.txt: is larger than 50 MB; divide it"
    )


def test_what_is_dropped_while_files_are_read_comes_behind_them(page: Any) -> None:
    drop(page, *CONTRACT)
    drop(page, *HEADLAMP)
    expect(page.locator(".job")).to_have_count(2)
    expect(page.locator(".job h2").first).to_contain_text("headlamp")
    expect(page.locator(".pairs-of-files .why")).to_have_count(0)
    expect(page.locator(".drop-zone [role=alert]")).to_have_count(0)
    for left in (1, 0):
        page.get_by_role("button", name="Remove").first.click()
        expect(page.locator(".job")).to_have_count(left)
    page.get_by_text("2 texts removed").click()
    removed = page.locator(".removed li", has_text=CONTRACT[0].name)
    removed.get_by_role("button", name="Restore").click()
    expect(page.locator(".job h2")).to_contain_text("contract")


def test_what_did_not_all_arrive_says_so_and_can_be_removed(page: Any) -> None:
    page.evaluate(
        """fetch("/api/jobs", {
          method: "POST",
          headers: { "content-type": "application/json", "x-diglot": "1" },
          body: JSON.stringify({ name: "lost" }),
        })"""
    )
    page.reload()
    expect(page.locator(".job")).to_contain_text("did not all arrive")
    page.get_by_role("button", name="Remove").click()
    expect(page.locator(".job, .removed")).to_have_count(0)


def test_a_language_that_is_being_written_counts_at_the_first_click(
    page: Any, tmp_path: Path
) -> None:
    one, other = tmp_path / "one.txt", tmp_path / "other.txt"
    for path in (one, other):
        path.write_text("The gate of the old mill was closed early in the morning.", "utf-8")
    drop(page, one, other)
    button = page.get_by_role("button", name="Align and find terms")
    expect(button).to_be_disabled()
    # What cannot be pressed does not look as if it could.
    assert button.evaluate("each => getComputedStyle(each).color") != "rgb(255, 255, 255)"
    field = page.get_by_role("textbox", name="Language of the target")
    field.click(click_count=3)
    page.keyboard.press("Backspace")
    expect(field).to_have_value("")
    page.keyboard.type("haitian creole")
    expect(button).to_be_enabled()
    field.fill("")
    page.keyboard.press("Tab")
    expect(field).to_have_value("en")
    expect(button).to_be_disabled()


def test_a_memory_and_its_glossary_say_how_much_is_confirmed_before_they_are_opened(
    page: Any, tmp_path: Path
) -> None:
    memory, glossary = tmp_path / "memory.tmx", tmp_path / "glossary.csv"
    glossary.write_text("English;French\nbread;pain\n", "utf-8")
    pairs = {"Fresh bread.": "Du pain frais.", "No bread.": "Pas de pain."}
    units = [
        Unit((Variant("en", source), Variant("fr", target)), kind="confirmed")
        for source, target in pairs.items()
    ]
    formats.write_units(memory, units)
    drop(page, memory, glossary)
    told = "2 of 2 links confirmed"
    expect(page.locator(".results li").first).to_contain_text(told)
    page.get_by_role("link", name="Read and correct the sentences").click()
    expect(page.locator(".foot")).to_contain_text(told)


def test_a_glossary_with_running_numbers_under_odd_headings_is_read_and_named(
    page: Any, tmp_path: Path
) -> None:
    memory, glossary = tmp_path / "memory.tmx", tmp_path / "слова.csv"
    glossary.write_text("Lp;Słowo EN;Słowo FR\n1;bread;pain\n2;salt;sel\n", "utf-8")
    formats.write_units(memory, [Unit((Variant("en", "Salt."), Variant("fr", "Du sel.")))])
    drop(page, memory, glossary)
    expect(page.locator(".results")).to_contain_text("0 of 2 terms decided")
    expect(page.locator(".job")).to_contain_text("English → French · memory.tmx · слова.csv")


def test_where_no_terms_are_found_none_are_offered_to_be_saved(page: Any, tmp_path: Path) -> None:
    files = tmp_path / "film.en.txt", tmp_path / "film.fr.txt"
    for file, words in zip(files, ("Hello, my friend.", "Salut, mon ami."), strict=True):
        file.write_text(f"{words}\n", "utf-8")
    drop(page, *files)
    align(page)
    expect(page.locator(".results")).to_contain_text("No terms were found.")
    expect(page.locator(".results [download]")).to_have_text(
        ["Save TMX", "Save as XLIFF", "Save as Excel", "Save report"]
    )


def test_what_was_done_in_another_window_is_seen_on_coming_back(browser: Any, page: Any) -> None:
    drop(page, *CONTRACT)
    expect(page.locator(".job")).to_have_count(1)
    other = browser.new_page()
    other.goto(page.url)
    other.get_by_role("button", name="Remove").click()
    expect(other.get_by_role("status").last).to_contain_text("can be restored at the end of")
    other.close()
    page.evaluate("window.dispatchEvent(new Event('focus'))")
    expect(page.locator(".job")).to_have_count(0)
    expect(page.locator(".removed summary")).to_have_text("1 text removed")


def test_texts_that_do_not_belong_together_are_doubted(page: Any) -> None:
    drop(page, CONTRACT[0], HEADLAMP[0])
    align(page)
    expect(page.locator(".job p.why")).to_contain_text("Do these texts belong together?")
    notes = page.locator(".job .told li")
    expect(notes.filter(has_text="left out: 1 hidden element")).to_have_class("muted")
    expect(notes.filter(has_text="little but lengths")).to_have_class("why")


def test_a_text_that_is_being_typed_is_not_said_to_be_saved_and_is_kept_when_the_page_is_left(
    page: Any,
) -> None:
    drop(page, *CONTRACT)
    align(page)
    expect(page.locator(".job .why")).to_have_count(0)
    page.get_by_role("link", name="Read and correct the sentences").click()
    page.locator(".row.chosen").wait_for()
    saved = page.locator(".saved")
    page.keyboard.press("e")
    page.locator("textarea").press("End")
    page.keyboard.type(" Ajout")
    expect(saved).to_contain_text("not saved yet")
    page.keyboard.press("Escape")
    expect(saved).to_contain_text("nothing to save")
    page.keyboard.press("e")
    page.locator("textarea").fill("")
    page.keyboard.press("Enter")
    expect(page.locator("[role=status]").last).to_contain_text("A text cannot be empty")
    page.keyboard.press("e")
    page.locator("textarea").press("End")
    page.keyboard.type(" Supplément")
    page.once("dialog", lambda dialog: dialog.dismiss())  # the browser asks whether to stay
    page.evaluate("setTimeout(() => location.reload())")
    expect(saved).to_have_text(SAVED)
    page.reload()
    expect(page.locator("main")).to_contain_text("Supplément")
    expect(page.locator("main")).not_to_contain_text("Ajout")
