"""Text candidates: the parts of an instruction that may have to be typed."""

from __future__ import annotations

import re

__all__ = ["template", "text_candidates"]

_QUOTED = re.compile(r"(?<!\w)'((?:[^']|(?<=\w)'(?=\w))+)'|\"([^\"]+)\"|“([^”]+)”|‘([^’]+)’|`([^`]+)`")
_PARAMETER = re.compile(r"[A-Za-z]:\\[^\s'\"]+|/?[\w.-]+(?:/[\w.-]+)+|\b[\w-]+\.[A-Za-z]\w{1,4}\b|\b\d+(?:[.,:]\d+)*\b")


def text_candidates(instruction: str, limit: int) -> tuple[str, ...]:
    r"""Return the parts that look like parameters: quoted strings first, then paths, file names and numbers.

    Args:
        instruction: The instruction of the task.
        limit: The most candidates.

    >>> text_candidates("Rename 'a.txt' to 'Bob\'s plan.txt' in Documents/Old.", 4)
    ('a.txt', "Bob's plan.txt", 'Documents/Old')
    """
    found: dict[str, None] = {}
    rest = instruction
    for match in _QUOTED.finditer(instruction):
        found[next(g for g in match.groups() if g)] = None
        rest = rest.replace(match.group(0), " ", 1)
    for match in _PARAMETER.finditer(rest):
        found[match.group(0).rstrip(".")] = None
    return tuple(found)[:limit]


def template(instruction: str, candidates: tuple[str, ...]) -> str:
    """Return the instruction with each candidate replaced by its number, so that only the kind of task remains.

    >>> template("Rename 'a.txt' to 'b.txt' in Documents.", ("a.txt", "b.txt"))
    "Rename '{1}' to '{2}' in Documents."
    """
    # Long ones first, because a candidate may be a part of another one.
    for n, text in sorted(enumerate(candidates, 1), key=lambda pair: -len(pair[1])):
        instruction = instruction.replace(text, f"{{{n}}}")
    return instruction
