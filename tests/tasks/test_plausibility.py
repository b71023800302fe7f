"""Stories that nobody would want are refused, and those that are alike but sensible are not."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

import pytest

from omnigym.errors import ConfigError
from omnigym.evaluation.dag import Dag
from omnigym.tasks.complexity import shape
from omnigym.tasks.compose import compose
from omnigym.tasks.node_binding import bind_node
from omnigym.tasks.plausibility import nonsense
from omnigym.tasks.registry import get_subtask
from omnigym.tasks.subtask import Subtask


class Told(NamedTuple):
    """A step of a story.

    Attributes:
        subtask: Id of its subtask.
        after: The indices of the steps that come before it.
        values: Parameters other than those of the first set.
    """

    subtask: str
    after: tuple[int, ...] = ()
    values: Mapping[str, object] = MappingProxyType({})


def reason(*steps: Told) -> str:
    ids = tuple(str(i) for i in range(len(steps)))
    dag = Dag(ids, tuple((str(a), ids[i]) for i, s in enumerate(steps) for a in s.after))
    nodes = {}
    for i, s in enumerate(steps):
        subtask = get_subtask(s.subtask)
        nodes[i] = bind_node(ids[i], subtask, {**subtask.parameters[0], **s.values})
    return nonsense(dag, nodes)


def then(subtask: str, **values: object) -> Told:
    return Told(subtask, (0,), values)


def one(subtask: str, **values: object) -> Told:
    return Told(subtask, (), values)


FINAL = {"folder": "Documents", "name": "final.txt"}
RENAME = one("files/rename")
COPY_TEXT = one("word/copy-text")
PASTE = then("word/paste-into-new", source="address.docx", folder="Desktop")

#: Why a story is refused, that story, and one alike that is not.
STORIES = {
    "moved again": ("put it there", (RENAME, then("files/move", **FINAL)), (RENAME, then("mail/send-file", **FINAL))),
    "copied again": ("put it there", (RENAME, then("files/copy", **FINAL)), (one("files/copy"),)),
    "downloaded and moved": (
        "put it there",
        (one("mail/save-attachment"), then("files/move", name="voucher.txt")),
        (one("phone-drive/download"), then("phone-files/move", folder="Download", name="Lease.txt")),
    ),
    "changed again": (
        "twice in a row",
        (one("excel/sort"), then("excel/bold-heads", name="food.xlsx")),
        (one("excel/sort"), then("excel/export-csv", name="food.xlsx")),
    ),
    "made and deleted": (
        "thrown away",
        (RENAME, then("files/delete", **FINAL)),
        (RENAME, one("files/delete")),
    ),
    "sent and deleted": (
        "thrown away",
        (one("mail/send"), then("mail/delete-sent", subject="Keys")),
        (one("mail/send"), then("mail/forward-sent", subject="Keys")),
    ),
    "added and ticked off": (
        "thrown away",
        (one("todo/add-task"), then("todo/complete", list="Groceries", title="Two lemons")),
        (one("todo/add-task"), then("todo/star", list="Groceries", title="Two lemons")),
    ),
    "set twice": (
        "set twice",
        (one("settings/mode-and-accent"), one("settings/accent")),
        (one("settings/mode-and-accent"), one("settings/volume")),
    ),
    "the same step again": (
        "follows itself",
        (one("files/create-folder"), then("files/create-folder", folder="Documents/Reports", name="Taxes")),
        (one("files/create-folder"), one("files/create-folder", folder="Desktop", name="Taxes")),
    ),
    "the same thing again": (
        "done twice",
        (one("mail/flag"), one("mail/flag")),
        (one("mail/flag"), one("mail/forward", folder="Inbox", subject="Passport runs out")),
    ),
    "there and back": (
        "and again",
        (one("phone-drive/upload"), then("phone-drive/download")),
        (one("phone-drive/upload"), then("phone-drive/share")),
    ),
    "from a table to a table": (
        "and again",
        (one("excel/export-csv"), then("excel/from-csv", folder="Documents", source="stock.csv", name="new.xlsx")),
        (one("excel/from-csv"), then("excel/bold-heads", folder="Downloads", name="bank.xlsx")),
    ),
    "into the same place": (
        "same place",
        (COPY_TEXT, PASTE._replace(values={"source": "address.docx"})),
        (COPY_TEXT, PASTE),
    ),
    "a folder in its namesake": (
        "own name",
        (one("files/create-folder", folder="Documents/Taxes/2024", name="Taxes"),),
        (one("files/create-folder", folder="Documents/Taxes", name="2024"),),
    ),
    "nobody filled the clipboard": ("has filled", (PASTE._replace(after=()),), (COPY_TEXT, PASTE)),
    "nobody pastes it": ("never pasted", (COPY_TEXT,), (COPY_TEXT, PASTE)),
    "read again": (
        "marked as unread",
        (one("phone-gmail/mark-unread"), then("phone-gmail/forward")),
        (one("phone-gmail/forward"), one("phone-gmail/star")),
    ),
    "two spellings": (
        "is written",
        (RENAME, then("mail/send-file", folder="Documents", name="Final.txt")),
        (RENAME, then("mail/send-file", **FINAL)),
    ),
    "an answer in the words": (
        "is to find out",
        (one("calculator/add-to-memory"), one("calculator/compute", expression="49.75 × 2")),
        (one("calculator/add-to-memory"), one("calculator/compute", expression="49.7 × 2")),
    ),
    "strangers": (
        "nothing to do",
        (one("files/rename"), one("settings/accent")),
        (one("files/rename"), one("files/create-folder", name="Taxes")),
    ),
}


@pytest.mark.parametrize("name", STORIES)
def test_a_story_is_refused_and_one_alike_is_not(name: str) -> None:
    why, refused, alike = STORIES[name]
    assert why in reason(*refused)
    assert reason(*alike) == ""


def test_composition_refuses_them(pool: tuple[Subtask, ...]) -> None:
    folders = [s for s in pool if s.id == "test/create-folder"]
    assert compose(shape("chain", 2), seed=0, subtasks=folders, sensible=False)
    with pytest.raises(ConfigError, match="sensible=False"):
        compose(shape("chain", 2), seed=0, subtasks=folders)
