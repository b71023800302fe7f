"""Briefings: an instruction that points to a mail, a note or a document with its details (OS-MAP's L4).

The task's own setup writes the file at `Task.briefing`. An oracle opens it first, by ordinary actions, and fails unless
the screen shows its words; `omnigym.tasks.proofs.instruction_check` reads it in place of the instruction.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from omnigym.actions import Action
from omnigym.documents.mail import read_mail
from omnigym.errors import OracleError, TaskFileError
from omnigym.tasks.oracle import UI
from omnigym.tasks.setup import WriteFile
from omnigym.tasks.step_registry import find_word
from omnigym.tasks.task import Task

__all__ = ["briefing_text", "read_briefing"]

_MAIL = "eml"
#: The app in which a briefing is read, by the ending of its name.
_READERS: Mapping[str, str] = {_MAIL: "mail", "docx": "word", "txt": "text_editor"}
_WORD = re.compile(r"\w+")


def briefing_text(task: Task) -> str:
    """Return the text of a task's briefing: for a mail, the part below the headers; "" if the task has none.

    Raises:
        TaskFileError: The setup of the task writes no text to the path of the briefing.
    """
    if not task.briefing:
        return ""
    for step in task.setup:
        if isinstance(step, WriteFile) and step.path == task.briefing and isinstance(step.content, str):
            return read_mail(step.content.encode()).body if task.briefing.endswith(f".{_MAIL}") else step.content
    raise TaskFileError(
        f"Task {task.id[:80]!r}: its briefing is {task.briefing!r}, which no WriteFile of its setup writes as a text. "
        "Add the step."
    )


def read_briefing(ui: UI, task: Task) -> Iterator[Action]:
    """Yield the actions that open a task's briefing; none if the task has none.

    Raises:
        OracleError: No app is known for it, or the screen does not show its words afterwards.
        TaskFileError: As of `briefing_text`.
    """
    if not task.briefing:
        return
    text = briefing_text(task)
    folder, _, name = task.briefing.rpartition("/")
    stem, _, ending = name.rpartition(".")
    if ending not in _READERS:
        raise OracleError(f"A briefing is read from .{', .'.join(_READERS)}, got {name!r}.")
    reader = ui.of(_READERS[ending])
    if ending == _MAIL:
        yield from find_word("open_mail").function(reader, folder.rpartition("/")[2], stem)
    else:
        yield from find_word("open_path").function(reader, task.briefing)
    shown = set(_WORD.findall(" ".join(f"{n.name} {n.text} {n.value}" for n in reader.tree.nodes)))
    if missing := [word for word in _WORD.findall(text) if word not in shown]:
        raise OracleError(f"The briefing {name!r} is not read: the screen does not show {', '.join(missing[:5])}.")
