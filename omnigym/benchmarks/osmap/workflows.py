"""The level L4, the global conductor (OS-MAP 3.1): workflows over applications, whose details stand elsewhere.

The instruction names a mail, a note or a document, and nothing that stands in it. Its text is that of a composed task.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from omnigym.benchmarks.osmap.levels import LIMITS, SUITE, goal_node
from omnigym.benchmarks.osmap.scopes import slug
from omnigym.documents.mail import Headers, Mail, write_mail
from omnigym.foreign import parse_toml
from omnigym.tasks.instructions import write_instruction
from omnigym.tasks.setup import WriteFile
from omnigym.tasks.task import Task

__all__ = ["workflow", "workflows"]

#: Whose desktop it is, and when the mail came, in milliseconds: 13 March 2025, the day before the simulated one.
_OWNER, _CAME_MS = "Alex Morgan <alex.morgan@outlook.com>", 1_741_852_800_000
#: By where the details stand: the instruction, and the path.
_BRIEFINGS: Mapping[str, tuple[str, str]] = {
    "mail": ("Do what {who} asks for in the mail '{title}'.", "AppData/Local/Mail/Inbox/{title}.eml"),
    "note": ("On the desktop there is a note of {who}'s, '{title}.txt'. Do what it asks for.", "Desktop/{title}.txt"),
    "document": (
        "Do what {who} asks for in the document '{title}.docx', which is on the desktop.",
        "Desktop/{title}.docx",
    ),
}


def workflow(name: str, said: Mapping[str, Any]) -> Task:
    """The task of one workflow.

    Args:
        name: Its name.
        said: As a table of ``workflows.toml`` has it.
    """
    nodes = tuple(goal_node(str(number), goal) for number, goal in enumerate(said["goals"], start=1))
    edges = tuple((before, after) for before, after in said.get("order", ()))
    plain = Task(id=name, nodes=nodes, edges=edges)
    text = write_instruction(plain.bound, plain.dag)
    instruction, path = (
        part.format(title=said["title"], who=said["from"].partition(" ")[0]) for part in _BRIEFINGS[said["where"]]
    )
    return Task(
        id=f"{SUITE}/L4/{slug(said['scenario'])}/{name}",
        nodes=nodes,
        edges=edges,
        instruction=instruction,
        intent=name.replace("-", " "),
        suite=SUITE,
        max_steps=LIMITS["L4"],
        evaluate="at_end",
        setup=(WriteFile(path, _mail(said, text) if said["where"] == "mail" else text),),
        level="L4",
        scenario=said["scenario"],
        briefing=path,
    )


def _mail(said: Mapping[str, Any], text: str) -> str:
    headers = Headers(sender=said["from"], to=_OWNER, subject=said["title"], date_ms=_CAME_MS)
    return write_mail(Mail(headers, text)).decode()


def workflows() -> list[Task]:
    """Every workflow of ``workflows.toml``, in its order."""
    said = parse_toml(Path(__file__).with_name("workflows.toml").read_text("utf-8"))
    return [workflow(name, own) for name, own in said.items()]
