"""The gallery: every app by its names, and a page with a search and films."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from selenium.webdriver.common.by import By

from omnigym.cli import gallery
from omnigym.cli.gallery import Entry, GallerySubtask, catalogue, write_gallery
from omnigym.errors import RecordingError
from omnigym.tasks.registry import all_subtasks
from omnigym.tasks.suites import list_tasks


def test_the_catalogue_has_every_subtask_of_a_simulated_app_once() -> None:
    entries = catalogue()
    assert len({(entry.platform, entry.app) for entry in entries}) == len(entries) > 60
    listed = [(entry.platform, subtask.id) for entry in entries for subtask in entry.subtasks]
    assert len(listed) == len(set(listed))
    for platform, device in (("windows", "sim"), ("android", "phone")):
        wanted = {task.nodes[0].subtask for task in list_tasks("suite:one-node", device=device)}
        assert wanted == {subtask for there, subtask in listed if there == platform}, platform
    assert {s.id for s in all_subtasks()} >= {subtask for _, subtask in listed}


@pytest.mark.parametrize(
    ("called", "apps"),
    [
        ("outlook", {"mail"}),
        ("Edge", {"browser"}),
        ("microsoft edge", {"browser"}),
        ("vscode", {"code_editor"}),
        ("To Do", {"todo"}),
        ("libreoffice", {"writer", "calc", "impress"}),
        ("word", {"word"}),
        ("Firefox", {"browser"}),
    ],
)
def test_a_product_s_name_is_an_app_of_a_query(called: str, apps: set[str]) -> None:
    assert {entry.app for entry in catalogue() if entry.is_called(called)} == apps
    found = list_tasks(f'"app:{called}" nodes:1 suite:one-node')
    assert found and {app for task in found for app in task.apps} == apps


ENTRIES = (
    Entry(
        "calculator",
        "Calculator </script><b>",
        "windows",
        (
            GallerySubtask("calculator/compute", "calculator/compute@0", "Compute <i>this</i>."),
            GallerySubtask("no/such", "no/such@0", "It is not there."),
        ),
    ),
    Entry("keep", "Keep", "android", ()),
)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("gallery")
    told: list[str] = []
    ((name, why),) = write_gallery(ENTRIES, out, told.append)
    assert (name, told) == ("no/such", ["calculator/compute", "no/such"]) and "no/such" in why
    return out


def test_each_subtask_has_its_film(page: Path) -> None:
    (film,) = (page / "films").iterdir()
    with Image.open(film) as opened:
        assert opened.format == "GIF" and opened.width == 512 and getattr(opened, "n_frames", 1) > 3


def test_a_film_that_is_there_is_kept(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def again(*_: object) -> None:
        raise AssertionError("a second time")

    monkeypatch.setattr(gallery, "film_oracle", again)
    assert write_gallery([ENTRIES[1]], page, lambda _: None) == ()
    (only,) = ENTRIES[0].subtasks[:1]
    assert write_gallery([Entry("c", "C", "windows", (only,))], page, lambda _: None) == ()
    write_gallery(ENTRIES[1:], page, lambda _: None)


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(RecordingError, match="cannot be written"):
        write_gallery(ENTRIES, tmp_path / "file" / "in", lambda _: None)


@pytest.mark.chromium
@pytest.mark.slow
def test_the_page_is_searched_in_a_browser(page: Path, browser: Any) -> None:
    write_gallery(ENTRIES, page, lambda _: None)
    browser.get((page / "index.html").as_uri())
    assert browser.find_element(By.TAG_NAME, "body").get_attribute("data-ready")

    def seen() -> list[str]:
        return [e.text for e in browser.find_elements(By.CSS_SELECTOR, "section h2") if e.is_displayed()]

    assert len(seen()) == 2 and "</script><b>" in seen()[0] and not browser.find_elements(By.CSS_SELECTOR, "main i")
    search = browser.find_element(By.ID, "search")
    search.send_keys("compute this")
    assert len(seen()) == 1 and browser.find_element(By.ID, "count").text == "1 app, 1 subtask"
    search.clear()
    search.send_keys("keep")
    assert [title.partition(",")[0] for title in seen()] == ["Keep"]
