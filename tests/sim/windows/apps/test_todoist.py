"""Todoist, used as a person does: plain words, lists and boards, comments with files, undo."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from omnigym.sim.vfs import Vfs
from omnigym.sim.windows.apps.todoist.store import PROJECTS, Task, day_in, said

FRIDAY = date(2025, 3, 14)


@pytest.mark.parametrize(
    ("words", "day"),
    [
        ("today", "2025-03-14"),
        ("Tomorrow", "2025-03-15"),
        ("fri", "2025-03-21"),
        ("sunday", "2025-03-16"),
        ("next week", "2025-03-17"),
        ("in 10 days", "2025-03-24"),
        ("mar 20", "2025-03-20"),
        ("March 1", "2026-03-01"),
        ("4/2", "2025-04-02"),
        ("2025-12-24", "2025-12-24"),
        ("feb 29", ""),
        ("13/1", ""),
        ("max 5", ""),
        ("", ""),
    ],
)
def test_days_in_words(words: str, day: str) -> None:
    assert day_in(words, FRIDAY) == day


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("Buy milk tomorrow #Home p1 @shop", Task(1, "Buy milk", "Home", "", "2025-03-15", 1, ("shop",))),
        ("#home /repairs Oil the door", Task(1, "Oil the door", "Home", "Repairs")),
        ("Mail a@b.c #nowhere /repairs p9 @", Task(1, "Mail a@b.c #nowhere /repairs p9 @")),
        ("p2 @a @b @a Call in 3 days", Task(1, "Call", due="2025-03-17", priority=2, labels=("a", "b"))),
    ],
)
def test_a_task_in_plain_words(words: str, wanted: Task) -> None:
    assert said(words, Task(1, ""), PROJECTS.rows(Vfs()), FRIDAY) == wanted


@pytest.fixture
def todoist(hands: Any) -> Any:
    hands.open("todoist")
    return hands


def kept(hands: Any, title: str) -> Any:
    rows = [r for r in hands.device.query_content("content://todoist/tasks") if r["title"] == title]
    return rows[0] if rows else None


def test_a_line_adds_one_task_after_the_other_to_its_section(todoist: Any) -> None:
    todoist.click("todoist.page.Home", "todoist.add_in.Repairs")
    todoist.type("Oil the door friday\nTighten the screws p2\n")
    assert [kept(todoist, t)["section"] for t in ("Oil the door", "Tighten the screws")] == ["Repairs"] * 2
    todoist.press("escape")
    assert todoist.see("todoist.quick") is None


def test_cards_are_dragged_and_a_project_is_a_list_again(todoist: Any) -> None:
    todoist.click("todoist.page.Website")
    todoist.drag("todoist.task.6", "todoist.board.column.Review")
    assert kept(todoist, "Choose new photos")["section"] == "Review"
    todoist.click("todoist.board")
    assert todoist.see("todoist.board.column.Review") is None
    todoist.press("n", "ctrl")
    todoist.type("Loose end\n")
    todoist.click("todoist.board")
    assert kept(todoist, "Loose end")["section"] == "" and todoist.see("todoist.board.column.") is not None


def test_what_is_done_or_deleted_comes_back_as_it_was(todoist: Any) -> None:
    before = kept(todoist, "Send the signed lease")
    todoist.click("todoist.ring.1")
    assert kept(todoist, "Send the signed lease")["completed"] == "1"
    todoist.press("z", "ctrl")
    assert kept(todoist, "Send the signed lease") == before
    todoist.click("todoist.task.1", "todoist.delete", "message.delete")
    assert kept(todoist, "Send the signed lease") is None
    todoist.click("todoist.toast.undo")
    assert kept(todoist, "Send the signed lease") == before


def test_a_form_takes_plain_words_and_says_what_it_does_not_know(todoist: Any) -> None:
    todoist.click("todoist.task.1", "todoist.form.due")
    todoist.type("whenever")
    todoist.click("todoist.save")
    assert "“whenever” is no day" in todoist.node("message.text").name
    todoist.press("escape")
    todoist.press("a", "ctrl")
    todoist.type("next week\n")
    assert kept(todoist, "Send the signed lease")["due"] == "2025-03-17"


def test_a_comment_keeps_a_copy_of_its_file(todoist: Any) -> None:
    for _ in range(2):
        todoist.click("todoist.page.Home", "todoist.task.2", "todoist.attach")
        todoist.type("notes.txt\n")
    files = [r["file"] for r in todoist.device.query_content("content://todoist/comments")]
    assert len(set(files)) == 2, "the second is another file"
    notes = todoist.device.read_file("Documents/notes.txt")
    assert all(todoist.device.read_file(path) == notes for path in files)
    todoist.click("todoist.file.1")
    assert "notes" in todoist.title().lower()


def test_names_of_projects_are_taken_once(todoist: Any) -> None:
    for name in ("garden", "Garden", "#x"):
        todoist.click("todoist.projects.project")
        todoist.type(f"{name}\n")
        todoist.press("escape")
    names = [r["name"] for r in todoist.device.query_content("content://todoist/projects")]
    assert names == ["Inbox", "Home", "Website", "Errands", "garden"]
