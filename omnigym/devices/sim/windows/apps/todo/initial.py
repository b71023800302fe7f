"""The tasks that a user of the simulated desktop has from the start."""

from __future__ import annotations

from typing import Any

from omnigym.devices.sim.vfs import Vfs
from omnigym.devices.sim.windows.apps.todo.book import DEFAULT_LIST, Book, Step, Task, write_book

__all__ = ["with_initial_tasks"]

_TODAY = "2025-03-14"

#: By list: titles, each with what is particular to it.
_TASKS: dict[str, tuple[tuple[str, dict[str, Any]], ...]] = {
    DEFAULT_LIST: (
        ("Call the dentist", {"my_day": _TODAY, "due": _TODAY}),
        ("Pay the electricity bill", {"due": "2025-03-17", "important": True}),
        ("Return the library books", {"due": "2025-03-12"}),
        ("Renew the passport", {"due": "2025-04-30"}),
        ("Water the plants", {"my_day": _TODAY}),
        ("Book a table for Sunday", {}),
        ("Fix the bicycle", {"steps": (Step("Buy a new tube", True), Step("Oil the chain"))}),
        ("Clean the windows", {"completed": True}),
    ),
    "Groceries": (
        ("Milk", {}),
        ("Coffee beans", {}),
        ("Olive oil", {}),
        ("Oranges", {}),
        ("Brown bread", {"completed": True}),
        ("Dark chocolate", {}),
    ),
    "Work": (
        ("Send the offer to Contoso", {"due": "2025-03-14", "important": True, "my_day": _TODAY}),
        ("Prepare the slides", {"due": "2025-03-19", "note": "Ten slides at most."}),
        ("Review the budget", {"due": "2025-03-21"}),
        ("Order new business cards", {}),
        ("Update the price list", {"due": "2025-03-24"}),
        ("Book a meeting room", {}),
        ("Hand in the travel expenses", {"due": "2025-03-10", "completed": True}),
    ),
    "Holiday in Lisbon": (
        ("Book the flights", {"completed": True}),
        ("Reserve the hotel", {"due": "2025-03-28", "important": True}),
        ("Learn some Portuguese", {}),
        ("Buy sunscreen", {}),
        ("Borrow a suitcase", {}),
        ("Find a cat sitter", {}),
    ),
    "Gifts": (
        ("A scarf for Maria", {"due": "2025-04-02"}),
        ("A puzzle for Ben", {}),
        ("Wrapping paper", {"completed": True}),
    ),
    "Fitness": (
        ("Run five kilometres", {}),
        ("Book a yoga class", {}),
        ("Buy running shoes", {"completed": True}),
    ),
    "Reading": (
        ("The Old Man and the Sea", {}),
        ("Pride and Prejudice", {}),
        ("The Trial", {}),
        ("Moby Dick", {"completed": True}),
    ),
}


def with_initial_tasks(vfs: Vfs, now: int) -> Vfs:
    """The files with the tasks of a new user, written at the virtual moment ``now``."""
    named = [(name, title, more) for name, tasks in _TASKS.items() for title, more in tasks]
    tasks = [Task(f"t{n}", name, title)._replace(**more) for n, (name, title, more) in enumerate(named, 1)]
    return write_book(vfs, Book(tuple(_TASKS), tuple(tasks)), now)
