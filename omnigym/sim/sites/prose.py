"""Texts with the few marks of Markdown that a README or a manual needs, and what they look like on a page.

``# Title`` and ``## Part`` are headings, ``- item`` a line of a list, lines between two of three back quotes are code;
all else is paragraphs, parted by empty lines. Stars and back quotes within a line are left out.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.sim.sites.kit import heading, paragraph
from omnigym.sim.ui.nodes import FILL, Element, Node, column, memo, row
from omnigym.sim.ui.widgets import button, text

_FENCE = "```"
_INLINE = re.compile(r"\*\*|`")
_LINK = re.compile(r"\[([^\[\]]+)\]\([^()\s]*\)")
#: Of a line of code, which is not broken.
_LONGEST = 160


class Block(NamedTuple):
    """A part of a text: "title", "heading", "item", "code" or "text"."""

    kind: str
    text: str


@lru_cache(maxsize=256)
def blocks_of(source: str) -> tuple[Block, ...]:
    r"""The parts of a text.

    >>> blocks_of("# A\n\nb `c`\nd\n\n- e\n")
    (Block(kind='title', text='A'), Block(kind='text', text='b c d'), Block(kind='item', text='e'))
    """
    found: list[Block] = []
    words: list[str] = []
    code: list[str] | None = None
    for line in [*source.replace("\r\n", "\n").split("\n"), ""]:
        fence = line.strip().startswith(_FENCE)
        if code is not None and not fence:
            code.append(line)
            continue
        mark, _, rest = line.strip().partition(" ")
        kind = {"#": "title", "##": "heading", "###": "heading", "-": "item", "*": "item"}.get(mark, "") if rest else ""
        if words and (fence or kind or not line.strip()):
            found.append(Block("text", _spoken(" ".join(words))))
            words = []
        if fence:
            found += [Block("code", "\n".join(code))] if code is not None else []
            code = [] if code is None else None
        elif kind:
            found.append(Block(kind, _spoken(rest)))
        elif line.strip():
            words.append(line.strip())
    if code is not None:  # a fence that nobody closed
        found.append(Block("code", "\n".join(code).rstrip("\n")))
    return tuple(found)


def _spoken(line: str) -> str:
    return _INLINE.sub("", _LINK.sub(r"\1", line)).strip()


def code_lines(code: str, *, numbered: bool = False) -> Node:
    """Lines of code, one below the other, with their numbers if wanted."""
    lines = code.rstrip("\n").split("\n")
    w = 10 + 8 * len(str(len(lines)))
    shown = [text(line.replace("\t", "    ")[:_LONGEST] or " ", style="page_code", w=FILL) for line in lines]
    if numbered:
        numbers = [text(str(n), style="page_code_number", w=w, role=None) for n in range(1, len(lines) + 1)]
        return column(*[row(n, line, gap=10) for n, line in zip(numbers, shown, strict=True)])
    return column(*shown)


def _code(code: str, number: int) -> Node:
    copy = button(
        f"page.copy_code.{number}", icon="copy", style="tool", name="Copy the code", click=("page", "copy_code", code)
    )
    lines = row(code_lines(code), copy, align="start", gap=8)
    return column(lines, style="code_block", pad=(12, 8, 6, 8), role=Role.GROUP, name="Code")


def _shown(block: Block, number: int) -> Node:
    if block.kind == "code":
        return _code(block.text, number)
    if block.kind in ("title", "heading"):
        return column(heading(block.text, "page_title" if block.kind == "title" else "heading"), pad=(0, 6, 0, 0))
    if block.kind == "item":
        return row(text("•", style="page_text", w=14, role=None), paragraph(block.text), align="start")
    return paragraph(block.text)


def prose(source: str) -> Node:
    """A text as a page shows it; its n-th code has a button ``page.copy_code.n`` that sends "copy_code" and it."""
    lines: list[Element] = []
    codes = 0
    for block in blocks_of(source):
        codes += block.kind == "code"
        lines.append(memo(_shown, block, codes, w=FILL))
    return column(*lines, gap=9)
