"""Microsoft To Do, used as a person does."""

from __future__ import annotations

import json
from typing import Any

import pytest

from omnigym.a11y import Role, State
from omnigym.actions import Drag

PATH = "AppData/Local/ToDo/tasks.json"
SMART = ("my_day", "important", "planned", "tasks")


def book(hands: Any) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(hands.device.read_file(PATH))
    return content


def task(hands: Any, title: str) -> dict[str, Any]:
    return next(t for t in book(hands)["tasks"] if t["title"] == title)


def shown(hands: Any) -> list[str]:
    return [n.name for n in hands.device.tree() if n.role is Role.LIST_ITEM and n.key.startswith("todo.tasks.")]


def row(hands: Any, title: str) -> str:
    return f"todo.tasks.{task(hands, title)['id']}"


def on(hands: Any, page: str) -> None:
    if not hands.device.windows():
        hands.open("todo")
    hands.click(f"todo.page.{page}" if page in SMART else f"todo.list.{page}")


def test_pages_show_what_belongs_to_them(hands: Any) -> None:
    hands.open("todo")
    assert hands.title() == "My Day - Microsoft To Do"
    assert hands.node("todo.date").name == "Friday, March 14"
    assert shown(hands) == ["Send the offer to Contoso", "Call the dentist", "Water the plants"]
    on(hands, "important")
    assert shown(hands) == ["Pay the electricity bill", "Send the offer to Contoso", "Reserve the hotel"]
    on(hands, "planned")
    assert shown(hands)[:4] == ["Earlier", "Return the library books", "Today", "Call the dentist"]
    on(hands, "Groceries")
    assert shown(hands) == [
        "Milk",
        "Coffee beans",
        "Olive oil",
        "Oranges",
        "Dark chocolate",
        "Completed 1",
        "Brown bread",
    ]
    hands.click("todo.tasks.#completed")
    assert shown(hands)[-1] == "Completed 1"


@pytest.mark.parametrize(
    ("page", "field", "value"),
    [
        ("my_day", "my_day", "2025-03-14"),
        ("important", "important", True),
        ("planned", "due", "2025-03-14"),
        ("Work", "list", "Work"),
        ("tasks", "list", "Tasks"),
    ],
)
def test_a_task_is_added_to_the_page_shown(hands: Any, page: str, field: str, value: object) -> None:
    on(hands, page)
    hands.press("n", "ctrl")
    hands.type("Sing\n  \n")
    assert task(hands, "Sing")[field] == value
    assert "Sing" in shown(hands) and len([t for t in book(hands)["tasks"] if not t["title"].strip()]) == 0
    hands.type("Dance")
    hands.click("todo.add_button")
    assert task(hands, "Dance")[field] == value


def test_complete_star_and_my_day(hands: Any) -> None:
    on(hands, "tasks")
    plants, bill = row(hands, "Water the plants"), row(hands, "Pay the electricity bill")
    hands.click(plants.replace("tasks", "check"), bill.replace("tasks", "star"))
    assert task(hands, "Water the plants")["completed"] and not task(hands, "Pay the electricity bill")["important"]
    hands.click(bill)
    hands.press("d", "ctrl")
    hands.press("t", "ctrl")
    assert task(hands, "Pay the electricity bill")["completed"]
    assert task(hands, "Pay the electricity bill")["my_day"] == "2025-03-14"
    hands.click("todo.details.check", "todo.details.star", "todo.details.my_day")
    assert task(hands, "Pay the electricity bill") | {"id": ""} == {
        "id": "",
        "list": "Tasks",
        "title": "Pay the electricity bill",
        "completed": False,
        "important": True,
        "my_day": "",
        "due": "2025-03-17",
        "note": "",
        "steps": [],
        "files": [],
    }


def test_due_dates(hands: Any) -> None:
    on(hands, "Holiday in Lisbon")
    hands.click(row(hands, "Buy sunscreen"))
    for choice, due, said in (
        ("today", "2025-03-14", "Today"),
        ("tomorrow", "2025-03-15", "Tomorrow"),
        ("next_week", "2025-03-17", "Mon, March 17"),
    ):
        hands.click("todo.details.due", f"todo.due.{choice}")
        assert task(hands, "Buy sunscreen")["due"] == due
        assert hands.node("todo.details.due").name == f"Due {said}"
    hands.click("todo.details.due", "todo.due.pick", "date_picker.next", "date_picker.2025-04-20")
    hands.click("date_picker.save")
    assert task(hands, "Buy sunscreen")["due"] == "2025-04-20"
    hands.click("todo.details.due", "todo.due.pick")
    hands.press("escape")
    hands.click("todo.details.due", "todo.due.remove")
    assert task(hands, "Buy sunscreen")["due"] == ""


def test_the_details_change_title_steps_and_note(hands: Any) -> None:
    on(hands, "Work")
    hands.click(row(hands, "Prepare the slides"))
    hands.press("f2")
    hands.type("Finish the slides\n")
    hands.click("todo.details.step")
    hands.type("Choose pictures\nCheck the numbers\n")
    hands.click("todo.step.0.check", "todo.step.1.delete", "todo.details.note")
    hands.press("end", "ctrl")
    hands.type(" And no more.\nReally.")
    found = task(hands, "Finish the slides")
    assert found["steps"] == [{"title": "Choose pictures", "done": True}]
    assert found["note"] == "Ten slides at most. And no more.\nReally."
    hands.click("todo.details.title")
    hands.press("end")
    hands.type("!")
    hands.click(row(hands, "Review the budget"))
    assert task(hands, "Finish the slides!"), "a title is kept when something else is clicked"
    hands.click("todo.details.close")
    assert hands.see("todo.details.title") is None


def test_an_empty_or_cancelled_title_changes_nothing(hands: Any) -> None:
    on(hands, "Work")
    hands.click(row(hands, "Review the budget"))
    for end in ("\n", ""):
        hands.press("f2")
        hands.press("delete")
        hands.type(end)
        if not end:
            hands.press("escape")
        assert hands.node("todo.details.title").value == "Review the budget"
    assert task(hands, "Review the budget")


def test_delete_asks(hands: Any) -> None:
    on(hands, "Reading")
    hands.click(row(hands, "The Trial"))
    hands.press("delete")
    assert "permanently deleted" in hands.node("message.text").name
    hands.click("message.cancel")
    assert "The Trial" in shown(hands)
    hands.click("todo.details.delete", "message.delete")
    assert "The Trial" not in shown(hands) and hands.see("todo.details.title") is None


def test_the_context_menu_copies_moves_and_plans(hands: Any) -> None:
    on(hands, "Reading")
    hands.click(row(hands, "The Trial"), button="right")
    hands.click("todo.menu.copy")
    assert hands.device.clipboard().text == "The Trial"
    hands.click(row(hands, "The Trial"), button="right")
    hands.click("todo.menu.move", "todo.move.2")
    assert task(hands, "The Trial")["list"] == "Work"
    hands.click(row(hands, "Pride and Prejudice"), button="right")
    hands.click("todo.menu.due", "todo.due.tomorrow")
    assert task(hands, "Pride and Prejudice")["due"] == "2025-03-15"


def test_a_task_is_dragged_to_a_list(hands: Any) -> None:
    on(hands, "Reading")
    hands.device.act(Drag(hands.at(row(hands, "The Trial")), hands.at("todo.list.Work")))
    assert task(hands, "The Trial")["list"] == "Work"
    on(hands, "Work")
    hands.device.act(Drag(hands.at(row(hands, "The Trial")), hands.at("todo.page.planned")))
    assert task(hands, "The Trial")["list"] == "Work"


def test_lists_are_made_renamed_and_deleted(hands: Any) -> None:
    on(hands, "my_day")
    hands.click("todo.new_list")
    hands.type("Party\nBalloons")
    assert book(hands)["lists"][-1] == "Party"
    hands.press("l", "ctrl")
    hands.type("party\n")
    assert book(hands)["lists"][-1] == "party (1)"
    hands.click("todo.list.Party", "todo.options", "todo.menu.rename_list")
    hands.type("Feast\n")
    assert "Feast" in book(hands)["lists"] and hands.title() == "Feast - Microsoft To Do"
    hands.click("todo.list.Work", button="right")
    hands.click("todo.menu.delete_list", "message.delete")
    assert "Work" not in book(hands)["lists"]
    assert not [t for t in book(hands)["tasks"] if t["list"] == "Work"]
    hands.click("todo.list.Groceries", button="right")
    hands.click("todo.menu.rename_list")
    hands.type("Shopping\n")
    assert task(hands, "Milk")["list"] == "Shopping"
    hands.click("todo.page.tasks", button="right")
    assert hands.see("todo.menu.delete_list") is None


def test_search(hands: Any) -> None:
    hands.open("todo")
    hands.press("f", "ctrl")
    hands.type("BOOK")
    assert hands.node("todo.title").name == "Searching for “BOOK”"
    assert shown(hands) == [
        "Return the library books",
        "Book a table for Sunday",
        "Book a meeting room",
        "Book a yoga class",
        "Completed 1",
        "Book the flights",
    ]
    hands.press("escape")
    assert hands.node("todo.title").name == "My Day"


def test_files_are_added_opened_and_removed(hands: Any) -> None:
    on(hands, "Work")
    hands.click(row(hands, "Review the budget"))
    hands.click("todo.details.add_file")
    hands.press("escape")
    assert task(hands, "Review the budget")["files"] == []
    for _ in range(2):
        hands.click("todo.details.add_file")
        hands.type("notes.txt\n")
    folder = f"AppData/Local/ToDo/Files/{task(hands, 'Review the budget')['id']}"
    assert hands.names(folder) == ["notes (2).txt", "notes.txt"]
    hands.click("todo.file.notes.txt")
    assert hands.title() == "notes.txt - Notepad"
    hands.press("f4", "alt")
    hands.click("todo.remove_file.notes.txt")
    assert hands.names(folder) == ["notes (2).txt"] == task(hands, "Review the budget")["files"]


def test_in_a_narrow_window_one_thing_is_shown_at_a_time(hands: Any) -> None:
    hands.open("todo")
    hands.press("left", "meta")
    assert hands.see("todo.list.Work") is None
    hands.click("todo.menu", "todo.list.Work", row(hands, "Review the budget"))
    assert hands.see("todo.tasks") is None
    hands.click("todo.details.close")
    assert hands.see("todo.tasks") is not None


def test_it_shows_what_is_in_the_file_however_it_came_there(hands: Any) -> None:
    hands.open("todo")
    hands.device.write_file(PATH, b'{"tasks": [{"title": "From outside", "my_day": "2025-03-14", "steps": [1, {}]}]}')
    assert shown(hands) == ["From outside"]
    assert hands.see("todo.list.Work") is None
    hands.device.write_file(PATH, b'{"tasks": 7, "lists": [1, "Tasks", "X"]}')
    assert shown(hands) == [] and hands.see("todo.list.X") is not None


@pytest.mark.parametrize("content", [b"", b"junk", b"[]", b"\xff", b'{"tasks": [{"title": 3}, 4, {}]}'])
def test_a_spoilt_file_is_an_empty_book(hands: Any, content: bytes) -> None:
    hands.device.write_file(PATH, content)
    on(hands, "tasks")
    assert shown(hands) == []
    hands.press("n", "ctrl")
    hands.type("Begin again\n")
    assert [t["title"] for t in book(hands)["tasks"]] == ["Begin again"]


def test_tasks_without_ids_are_told_apart(hands: Any) -> None:
    rows = ", ".join(f'{{"title": "Task {n}", "id": "{i}"}}' for n, i in enumerate(["t1", "t1", "", "x"]))
    hands.device.write_file(PATH, f'{{"tasks": [{rows}]}}'.encode())
    on(hands, "tasks")
    assert shown(hands) == ["Task 0", "Task 1", "Task 2", "Task 3"]
    hands.click(f"todo.check.{next(n.key for n in hands.device.tree() if n.name == 'Task 1').rpartition('.')[2]}")
    assert [t["title"] for t in book(hands)["tasks"] if t["completed"]] == ["Task 1"]


def test_many_tasks_are_virtual(hands: Any) -> None:
    tasks = [{"title": f"Task {n}", "id": f"t{n}"} for n in range(1000)]
    hands.device.write_file(PATH, json.dumps({"tasks": tasks}).encode())
    on(hands, "tasks")
    assert 5 < len(shown(hands)) < 20


def test_the_focused_list_is_used_by_keyboard(hands: Any) -> None:
    on(hands, "Groceries")
    hands.click(row(hands, "Milk"))
    hands.press("down")
    assert hands.has(row(hands, "Coffee beans"), State.SELECTED)
    assert hands.node("todo.details.title").value == "Coffee beans"
    hands.press("c", "ctrl")
    assert hands.device.clipboard().text == "Coffee beans"


def test_names_and_days_that_make_no_sense_are_put_right(hands: Any) -> None:
    tasks = [
        {"title": "A", "list": "#my_day", "due": "soon"},
        {"title": "B", "id": "#completed", "due": "20250320"},
        {"title": "C", "list": " "},
    ]
    hands.device.write_file(PATH, json.dumps({"lists": ["#planned", "", "Fine"], "tasks": tasks}).encode())
    on(hands, "planned")
    assert shown(hands) == []
    on(hands, "tasks")
    assert shown(hands) == ["A", "B", "C"] and hands.see("todo.list.Fine") is not None


def test_a_list_that_is_gone_takes_no_more_tasks(hands: Any) -> None:
    on(hands, "Work")
    hands.device.write_file(PATH, b'{"lists": ["Home"]}')
    hands.press("n", "ctrl")
    hands.type("Rest\n")
    assert task(hands, "Rest")["list"] == "Tasks"
