"""Docstrings as Markdown: doctests are fenced, tables are drawn, and names that are public are links.

A docstring holds a table in the simple form of reStructuredText, which ``help()`` shows well::

    ===== ========= =======
    field space     meaning
    ===== ========= =======

A griffe extension turns the docstrings of the API into Markdown, and `docs/gen.py` those of the environments.
"""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Collection, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import griffe

__all__ = ["Docstrings", "Table", "fence", "linked", "tables", "with_tables"]

_BLOCK = re.compile(r"^>>> .*(?:\n(?!\s*$).*)*", re.MULTILINE)
_RULE = re.compile(r" *={3,}(?: +={3,})+ *")
_NAME = re.compile(r"(?<![`\[\w])`(omnigym(?:\.\w+)+)`(?![`\]\w])")


def fence(text: str) -> str:
    """Return the text with a fence around each doctest."""
    return _BLOCK.sub(lambda m: f"```pycon\n{m[0]}\n```", text)


class Table(NamedTuple):
    """A table of a docstring: the names of its columns, and its rows in order."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def markdown(self) -> str:
        """Return the table in Markdown, without a line end."""
        lines = [self.header, ("---",) * len(self.header), *self.rows]
        return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines)


def _cells(lines: list[str], rule: str) -> Iterator[tuple[str, ...]]:
    """Yield the rows between two rules: a line whose first column is empty belongs to the row before."""
    spans = [match.span() for match in re.finditer("=+", rule)]
    row: list[str] = []
    for line in lines:
        for (_, end), (start, _) in pairwise(spans):
            if line[end:start].strip():
                raise ValueError(f"a cell is wider than its column of {end} letters in the table's line {line!r}")
        ends = [end for _, end in spans[:-1]] + [len(line)]
        cells = [line[start:end].strip() for (start, _), end in zip(spans, ends, strict=True)]
        if cells[0] and row:
            yield tuple(row)
        row = cells if cells[0] or not row else [" ".join(filter(None, pair)) for pair in zip(row, cells, strict=True)]
    yield tuple(row)


def _parts(text: str) -> Iterator[str | Table]:
    """Yield the text's lines and tables in order.

    Raises:
        ValueError: A table has not its three rules, or a cell leaves its column.
    """
    lines = text.split("\n")
    rules = [number for number, line in enumerate(lines) if _RULE.fullmatch(line)]
    if len(rules) % 3:
        raise ValueError(f"a table has three rules, above and below its header and at its end; not so:\n{text}")
    number = 0
    for first, second, third in zip(*[iter(rules)] * 3, strict=True):
        yield from lines[number:first]
        (header,) = _cells(lines[first + 1 : second], lines[first])
        yield Table(header, tuple(_cells(lines[second + 1 : third], lines[first])))
        number = third + 1
    yield from lines[number:]


def tables(text: str) -> list[Table]:
    """Return the tables of a docstring."""
    return [part for part in _parts(inspect.cleandoc(text)) if isinstance(part, Table)]


def with_tables(text: str) -> str:
    """Return a docstring with its tables in Markdown."""
    return "\n".join(part.markdown() if isinstance(part, Table) else part for part in _parts(text))


def _place(name: str) -> tuple[str, str]:
    """Return the module and the full name under which the API describes ``name``: of a constant, those of its module.

    Both are "" if nothing has the name.
    """
    module, inner = name, ""
    while module:
        try:
            thing: Any = importlib.import_module(module)
        except ImportError:
            module, _, last = module.rpartition(".")
            inner = f"{last}.{inner}".rstrip(".")
        else:
            break
    for part in inner.split(".") if inner else ():
        thing = getattr(thing, part, None)
    if thing is None or not inner:
        return ("", "") if thing is None else (module, module)
    if inspect.isclass(thing) or inspect.isroutine(thing):
        return thing.__module__, f"{thing.__module__}.{thing.__qualname__}"
    return module, module


def linked(text: str, public: Collection[str]) -> str:
    """Return the text with each full name of something public made a link, which mkdocs-autorefs resolves.

    Args:
        text: Markdown, in which `omnigym.spaces.action_space` stands as code.
        public: The modules that the API has pages of.
    """

    def replaced(match: re.Match[str]) -> str:
        module, full = _place(match[1])
        return f"[{match[0]}][{full}]" if module in public and "._" not in full else match[0]

    return _NAME.sub(replaced, text)


class Docstrings(griffe.Extension):
    """Turns the docstring of every object into Markdown."""

    def __init__(self) -> None:
        super().__init__()
        self._public = {page.stem for page in (Path(__file__).parent / "api").glob("omnigym*.md")}

    def on_object(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        """Change the object's docstring before it is parsed."""
        del kwargs
        if obj.docstring is not None:
            obj.docstring.value = linked(fence(with_tables(obj.docstring.value)), self._public)
