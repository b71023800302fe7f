"""What is on a to-do list.

They read ``AppData/Local/ToDo/tasks.json``: an object with ``lists``, their names, and ``tasks``, objects with ``id``,
``list``, ``title``, ``completed``, ``important``, ``my_day``, ``due``, ``note``, ``steps`` and ``files``. The files of
a task lie in ``AppData/Local/ToDo/Files/<its id>``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.evaluation.verdict import Verdict, not_yet, passed
from omnigym.foreign import items_in, read_json, rows_in

__all__ = ["todo_absent", "todo_file", "todo_list", "todo_list_absent", "todo_task", "todo_with_clipboard"]

_FOLDER = "AppData/Local/ToDo"
_DIGIT, _MOST_DIGITS = re.compile(r"[0-9]"), 18


def _book(probe: Probe) -> dict[str, Any] | None:
    """The content of the file, or None where there is none."""
    found = probe.read(f"{_FOLDER}/tasks.json", read_json)
    return found if isinstance(found, dict) else None


def _same(a: object, b: str) -> bool:
    return isinstance(a, str) and " ".join(a.split()).casefold() == " ".join(b.split()).casefold()


def _tasks(probe: Probe, title: str, place: str) -> list[dict[str, Any]]:
    """The tasks of a title, in a list if one is named."""
    rows = rows_in((_book(probe) or {}).get("tasks"))
    return [t for t in rows if _same(t.get("title"), title) and (not place or _same(t.get("list"), place))]


def _newest(probe: Probe) -> dict[str, Any] | None:
    """The task that was added last: its id has the highest number."""
    rows = rows_in((_book(probe) or {}).get("tasks"))
    return max(rows, key=lambda t: int("".join(_DIGIT.findall(str(t.get("id"))))[:_MOST_DIGITS] or 0), default=None)


def _place(place: str) -> str:
    return f" in the list {place!r}" if place else ""


@check("todo_task")
def todo_task(
    probe: Probe,
    title: str,
    list: str = "",  # noqa: A002 - what a person calls it
    completed: bool | None = None,
    important: bool | None = None,
    my_day: str | None = None,
    due: str | None = None,
    note: str | None = None,
    steps: Sequence[str] | None = None,
) -> Verdict:
    """There is a task of that title, letter case ignored.

    Args:
        probe: What reads the device.
        title: What is to be done.
        list: The list that it is in; "" for any.
        completed, important: What it must be.
        my_day, due: Days, "2025-03-14"; "" for none.
        note: The whole note.
        steps: The titles of all its steps, in order.
    """
    found = _tasks(probe, title, list)
    if not found:
        return not_yet(f"There is no task {title!r}{_place(list)}.")
    wanted = {"completed": completed, "important": important, "my_day": my_day, "due": due}
    wrong = ""
    for task in found:
        differ = [k for k, v in wanted.items() if v is not None and task.get(k) != v]
        if note is not None and not _same(task.get("note"), note):
            differ.append("note")
        if steps is not None and [s.get("title") for s in rows_in(task.get("steps"))] != [*steps]:
            differ.append("steps")
        if not differ:
            return passed()
        wrong = f"{differ[0]} of {title!r} is {task.get(differ[0])!r}."
    return not_yet(wrong)


@check("todo_absent")
def todo_absent(probe: Probe, title: str, list: str = "") -> Verdict:  # noqa: A002
    """There is no task of that title, in a list if one is named."""
    if _book(probe) is None:
        return not_yet("There are no tasks that can be read.")
    return not_yet(f"{title!r} is still there.") if _tasks(probe, title, list) else passed()


def _lists(probe: Probe) -> list[object] | None:
    book = _book(probe)
    return None if book is None else items_in(book.get("lists"))


@check("todo_list")
def todo_list(probe: Probe, name: str) -> Verdict:
    """There is a list of that name, letter case ignored."""
    found = _lists(probe) or []
    return passed() if any(_same(n, name) for n in found) else not_yet(f"The lists are {found}, without {name!r}.")


@check("todo_list_absent")
def todo_list_absent(probe: Probe, name: str) -> Verdict:
    """There are lists, and none of that name."""
    found = _lists(probe)
    if found is None:
        return not_yet("There are no lists that can be read.")
    return not_yet(f"There is still a list {name!r}.") if any(_same(n, name) for n in found) else passed()


@check("todo_file")
def todo_file(probe: Probe, title: str, path: str, list: str = "") -> Verdict:  # noqa: A002
    """A task has a file with the name and the content of the one at ``path``."""
    content, name = probe.read_file(path), path.replace("\\", "/").rpartition("/")[2]
    if content is None:
        return not_yet(f"There is no file {path!r}.")
    for task in _tasks(probe, title, list):
        for kept in items_in(task.get("files")):
            if _same(kept, name) and probe.read_file(f"{_FOLDER}/Files/{task.get('id')}/{kept}") == content:
                return passed()
    return not_yet(f"No task {title!r}{_place(list)} has the file {name!r}.")


@check("todo_with_clipboard")
def todo_with_clipboard(probe: Probe, list: str, title: str = "") -> Verdict:  # noqa: A002
    """The text on the clipboard is the title of the newest task, in a list; with ``title``: the note of that task."""
    copied = probe.clipboard().text
    if not copied.strip():
        return not_yet("The clipboard holds no text.")
    if not title:
        if _newest(probe) in _tasks(probe, copied, list):
            return passed()
        return not_yet(f"There is no new task {copied[:80]!r}{_place(list)}.")
    notes = [task.get("note") for task in _tasks(probe, title, list)]
    return passed() if any(_same(n, copied) for n in notes) else not_yet(f"The notes of {title!r} are {notes}.")
