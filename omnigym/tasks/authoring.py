"""The public names for writing tasks: ``from omnigym.tasks.authoring import Condition, go, subtask``.

They are ``@subtask`` and what it is declared with, the needs that many subtasks have, and the steps that oracles share.
Each step is a generator of ordinary actions, the same on every desktop: ``yield from open_path(ui, "Music/list.txt")``.
docs/tasks.md shows how they are put together.
"""

from __future__ import annotations

from omnigym.tasks.step_library.commands import command_subtask, do
from omnigym.tasks.step_library.declaring import copied_text_need, file_need, folder_need, row_gone, row_is, some_file
from omnigym.tasks.step_library.files import go
from omnigym.tasks.step_library.files import pick_in_file_manager as pick
from omnigym.tasks.step_library.steps import (
    answer,
    chosen,
    dialog_opens,
    dismiss,
    in_front,
    name_file,
    open_path,
    pick_day,
    save_as,
    scroll_to,
)
from omnigym.tasks.subtask import (
    UI,
    AddItem,
    AddRow,
    Condition,
    Effect,
    Launch,
    MakeDir,
    Need,
    Part,
    Resource,
    SetClipboard,
    SetSetting,
    Subtask,
    WriteFile,
    all_of,
    any_of,
    negate,
    subtask,
)

__all__ = [
    "UI",
    "AddItem",
    "AddRow",
    "Condition",
    "Effect",
    "Launch",
    "MakeDir",
    "Need",
    "Part",
    "Resource",
    "SetClipboard",
    "SetSetting",
    "Subtask",
    "WriteFile",
    "all_of",
    "answer",
    "any_of",
    "chosen",
    "command_subtask",
    "copied_text_need",
    "dialog_opens",
    "dismiss",
    "do",
    "file_need",
    "folder_need",
    "go",
    "in_front",
    "name_file",
    "negate",
    "open_path",
    "pairs",
    "pick",
    "pick_day",
    "row_gone",
    "row_is",
    "save_as",
    "scroll_to",
    "some_file",
    "subtask",
]


def pairs(first: str, second: str, *values: tuple[str, str]) -> tuple[dict[str, str], ...]:
    """Parameter sets of two names."""
    return tuple({first: a, second: b} for a, b in values)
