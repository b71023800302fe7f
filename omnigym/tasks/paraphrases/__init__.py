"""Other wordings of what subtasks ask for, to test a learner with words that it was not trained with.

Each subtask has two, in the file of its family: those of "files/rename" stand in ``files.toml``. Each was written by
itself, as a person might ask for the same, and is in no training task. A new family adds a file; nothing else names it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from omnigym.foreign import parse_toml

__all__ = ["wordings_of"]


def wordings_of(subtask_id: str) -> tuple[str, ...]:
    """Other templates for the instruction of a registered subtask, with the same parameters; () if none was written.

    >>> len(wordings_of("files/rename"))
    2
    """
    return _of_family(subtask_id.partition("/")[0]).get(subtask_id, ())


@cache
def _of_family(family: str) -> Mapping[str, tuple[str, ...]]:
    file = files(__name__).joinpath(f"{family}.toml")
    if not file.is_file():
        return {}
    return {name: tuple(texts) for name, texts in parse_toml(file.read_text(encoding="utf-8")).items()}
