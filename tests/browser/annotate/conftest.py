"""A served project with items of every layer, and pages of it that must stay clean."""

from __future__ import annotations

import os
import shutil
from importlib.resources import files
from typing import TYPE_CHECKING, Any, ClassVar

import pytest

from diglot.annotate.store import Store
from tests.browser.annotate.samples import fill
from tests.browser.annotate.served import JUDGES, PASSWORD, PEOPLE, Project, served
from tests.browser.conftest import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

DESKTOP, TABLET, PHONE = (1280, 800), (820, 1180), (320, 640)


def _missing(message: str) -> None:
    if os.environ.get("CI"):
        pytest.fail(message)
    pytest.skip(message)


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with items of every layer and people of four roles, to be copied."""
    if not (files("diglot.annotate") / "static" / "index.html").is_file():
        _missing("the page is not built: run make page (it needs npm)")
    folder = tmp_path_factory.mktemp("mill") / "project"
    with Store.create(folder, name="Mill") as store:
        ids = {
            name: store.people.add(name, role, password=PASSWORD).id
            for name, role in PEOPLE.items()
        }
        fill(store, [ids[name] for name in JUDGES])
    return folder


@pytest.fixture(scope="module")
def mill(template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    """The project, served; all tests of a module share it."""
    folder = tmp_path_factory.mktemp("served") / "project"
    shutil.copytree(template, folder)
    with served(folder) as project:
        yield project


class Visits:
    """Pages of a project by person; none may say anything or ask anybody else.

    Browsers that are closed stay for later visits, emptied, with one blank page: a new one costs
    more than most tests.

    Attributes:
        refusals: whether the browser may tell of answers that refuse, which it always does.
    """

    _free: ClassVar[list[Any]] = []

    def __init__(self, browser: Any, project: Project) -> None:
        self.project = project
        self.refusals = False
        self._browser = browser.browser
        self._contexts: dict[str, Any] = {}
        self._said: list[str] = []
        self._asked: list[str] = []
        self._heard = {
            "console": lambda message: self._said.append(message.text),
            "weberror": lambda error: self._said.append(str(error.error)),
            "request": lambda request: self._asked.append(request.url),
        }

    def __call__(
        self,
        address: str = "/",
        person: str | None = "Olga",
        *,
        size: tuple[int, int] = DESKTOP,
        scheme: str = "light",
    ) -> Any:
        """Open an address as somebody, or as a stranger; pages of one person share a browser."""
        page = self.context(person).new_page()
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.goto(self.project.address + address)
        page.wait_for_selector("main, .nothing :is(button, a)")
        return page

    def context(self, person: str | None = "Olga") -> Any:
        """The browser of somebody."""
        name = person or ""
        if name not in self._contexts:
            context = self._free.pop() if self._free else self._opened()
            for event, hear in self._heard.items():
                context.on(event, hear)
            if person is not None:
                context.add_cookies([self.project.cookie(person)])
            self._contexts[name] = context
        return self._contexts[name]

    def _opened(self) -> Any:
        context = self._browser.new_context()
        context.set_default_timeout(PATIENCE)
        context.new_page()
        return context

    def _empty(self, context: Any) -> None:
        """Take from a browser what it knows, and keep it for another visit."""
        blank, *pages = context.pages
        for page in pages:
            page.close()
        for event, hear in self._heard.items():
            context.remove_listener(event, hear)
        context.set_offline(False)
        context.clear_cookies()
        everything = {"origin": self.project.address, "storageTypes": "all"}
        context.new_cdp_session(blank).send("Storage.clearDataForOrigin", everything)
        self._free.append(context)

    def close(self) -> None:
        """Close all pages; what they said and asked for is looked at."""
        while self._contexts:
            self._empty(self._contexts.popitem()[1])
        told = "Failed to load resource"
        said = [each for each in self._said if not (self.refusals and each.startswith(told))]
        assert said == []
        assert [url for url in self._asked if not url.startswith(self.project.address + "/")] == []


@pytest.fixture
def visit(browser: Any, mill: Project) -> Iterator[Visits]:
    """Open pages of the project."""
    visits = Visits(browser, mill)
    yield visits
    visits.close()


@pytest.fixture(scope="session")
def keep(project: Path) -> Callable[..., None]:
    """Keep a screenshot in ``out/screenshots/annotate`` of the project, whole page or window."""
    folder = project / "out" / "screenshots" / "annotate"
    folder.mkdir(parents=True, exist_ok=True)

    def keep_screenshot(page: Any, name: str) -> None:
        page.screenshot(path=folder / f"{name}.png", animations="disabled")

    return keep_screenshot


@pytest.fixture(scope="session")
def axe(project: Path) -> str:
    """The source of axe-core, which npm brings."""
    path = project / "web" / "node_modules" / "axe-core" / "axe.min.js"
    if not path.is_file():
        _missing("axe-core is not there: run npm ci in web/")
    return path.read_text("utf-8")
