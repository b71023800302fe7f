"""The world around a task: generated contents, records and neighbours, drawn from a seed.

A task's `World` fills the *blanks* in the texts of its setup and conditions, ``⟦letter:Documents/plan.docx⟧``. The seed
is a hash of the task's subtasks and parameters, so the same task has the same world on every machine, and held-out
parameters have contents that no training task has. Each module makes one kind of thing.
"""

from __future__ import annotations

from omnigym.tasks.worlds.blanks import World, blank, contents

__all__ = ["World", "blank", "contents"]
