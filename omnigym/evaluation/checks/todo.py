"""Checks of to-do lists that `omnigym.evaluation.checks.rows` on "content://todo/tasks" cannot express."""

from __future__ import annotations

import re

from omnigym.evaluation.checks._initial_content import clipboard_before, contents_ever
from omnigym.evaluation.checks.rows import rows_with
from omnigym.evaluation.condition import Verdict, not_yet, passed
from omnigym.evaluation.matching import Lines, same_text
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.evaluation.world.effects import Effect

__all__ = ["todo_file", "todo_with_clipboard"]

_DIGIT, _MOST_DIGITS = re.compile(r"[0-9]"), 18
_TASKS = "content://todo/tasks"
#: The directory with the files of tasks, in a folder for each task that is named by its id.
_FILES = "AppData/Local/ToDo/Files"


def _newest(probe: Probe) -> str:
    """The id of the task that was added last, which has the highest number."""
    ids = [row["id"] for row in probe.content(_TASKS)]
    return max(ids, key=lambda text: int("".join(_DIGIT.findall(text))[:_MOST_DIGITS] or 0), default="")


def _where(title: str, place: str) -> dict[str, str]:
    return {"title": title, "list": place} if place else {"title": title}


def _attached(title: str, path: str, list: str = "") -> tuple[Effect, ...]:  # noqa: A002
    name = _name(path)
    row = {**_where(title, list), "files": Lines((name,))}
    return (Effect("change", _TASKS, ("files",), row=row, most=1), Effect("add", f"{_FILES}/*/{name}"))


def _name(path: str) -> str:
    return path.replace("\\", "/").rpartition("/")[2]


@check("todo_file", effects=_attached)
def todo_file(probe: Probe, title: str, path: str, list: str = "") -> Verdict:  # noqa: A002 - what a person calls it
    """A task has an attached file with the name and the content of the file at ``path``, as it is or was."""
    wanted, name = contents_ever(probe, path), _name(path)
    if not wanted:
        return not_yet(f"There is no file {path!r}.")
    for task in rows_with(probe, _TASKS, _where(title, list), any_case=True):
        for kept in task["files"].split("\n"):
            if same_text(kept, name, True) and probe.read_file(f"{_FILES}/{task['id']}/{kept}") in wanted:
                return passed()
    return not_yet(f"No task with {_where(title, list)} has the file {name!r}.")


@check("todo_with_clipboard", effects=lambda **given: (Effect("add", _TASKS, row=given, most=1),))
def todo_with_clipboard(probe: Probe, list: str) -> Verdict:  # noqa: A002
    """The text that was on the clipboard is the title of the newest task, and this task is in the list ``list``."""
    texts = [text for text in clipboard_before(probe) if text.strip()]
    if not texts:
        return not_yet("The clipboard held no text.")
    newest = _newest(probe)
    for copied in texts:
        if any(row["id"] == newest for row in rows_with(probe, _TASKS, _where(copied, list), any_case=True)):
            return passed()
    return not_yet(f"There is no new task {texts[0][:80]!r} in the list {list!r}.")
