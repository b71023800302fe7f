"""What a page of blocks looks like."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from omnigym.a11y import Role
from omnigym.pictures import picture_size
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.ui.controls import photo
from omnigym.sim.ui.nodes import AUTO, FILL, Element, Node, column, row
from omnigym.sim.ui.widgets import area, checkbox, field, icon, text
from omnigym.sim.windows.apps.onenote.blocks.block import WRITTEN, Block, Blocks, number_of
from omnigym.sim.windows.apps.onenote.blocks.paper import DRAFT, Paper, Writing

_INDENT, _ROW_H = 24, 26
#: Pixels beside and above what is written, also while it is being written.
_SIDE, _TOP = 8, 3
BLOCK_STYLES = looks(
    text={
        "block_text": Look(size=13),
        "block_done": Look(size=13, ink="muted"),
        "block_heading": Look(size=18, family="ui-semibold"),
        "block_sign": Look(size=13, ink="muted"),
    },
    area={
        "block_text": Look(size=13, pad=(_SIDE, _TOP, _SIDE, _TOP)),
        "block_heading": Look(size=18, family="ui-semibold", pad=(_SIDE, _TOP, _SIDE, _TOP)),
    },
    box={
        "block": Look(radius=3, hover="hover"),
        "block_chosen": Look(radius=3, edge="accent"),
        "block_cell": Look(edge="stroke_strong"),
        "block_file": Look(radius=4, fill="card", edge="stroke_strong"),
    },
    field={"block_cell": Look(size=12, pad=(6, 3, 6, 3), min_h=_ROW_H - 2)},
)


@dataclass(frozen=True, slots=True)
class PageView:
    """Makes what a program shows of a page.

    Args:
        paper: Where it is.
        tags: The icons of what blocks may be marked with.
    """

    paper: Paper
    tags: Mapping[str, str]

    def lines(self, blocks: Blocks, writing: Writing, pictures: Mapping[str, bytes], w: int) -> Node:
        """The blocks below one another.

        Args:
            blocks: Of the page.
            writing: What one does on it.
            pictures: The files of its pictures, by path.
            w: The width that it has, in logical pixels.
        """
        shown: list[Element] = [
            self._block(block, writing, pictures, number_of(blocks, at) if block.kind == "number" else 0, w)
            for at, block in enumerate(blocks)
        ]
        if writing.block == DRAFT:
            shown.append(self._block(Block(DRAFT), writing, {}, 0, w))
        return column(*shown, w=w, gap=2)

    def _block(self, block: Block, writing: Writing, pictures: Mapping[str, bytes], number: int, w: int) -> Node:
        inner = w - _INDENT * (block.kind in WRITTEN[2:]) - 22 * len(block.tags)
        if block.kind in WRITTEN:
            inside = self._written(block, writing)
        elif block.kind == "table":
            inside = self._table(block)
        else:
            inside = self._thing(block, pictures.get(block.file, b""), inner)
        key, is_draft = f"{self.paper.app}.block.{block.id}", block.id == DRAFT
        return row(
            *[icon(self.tags[tag], size=16, alt=tag) for tag in block.tags if tag in self.tags],
            self._sign(block, number),
            inside,
            style="block_chosen" if writing.block == block.id and block.kind not in WRITTEN else "block",
            key=key,
            role=Role.PARAGRAPH,
            name=block.words if block.kind != "table" else " | ".join(block.rows[0]),
            gap=6,
            pad=(2, 1),
            w=w,
            align="start" if block.kind in ("table", "picture") else "center",
            click=None if is_draft else ("write", block.id),
            context=None if is_draft else ("block_menu", block.id),
            drag=None if is_draft else ("block", block.id),
            drop=None if is_draft else ("dropped", block.id),
        )

    def _sign(self, block: Block, number: int) -> Node | None:
        if block.kind == "todo":
            tick = checkbox(f"{self.paper.app}.tick.{block.id}", "", checked=block.done, click=("tick", block.id))
            return tick._replace(name=f"Done: {block.text}")
        sign = f"{number}." if number else "•" if block.kind == "bullet" else ""
        return text(sign, style="block_sign", w=_INDENT - 6, role=None) if sign else None

    def _written(self, block: Block, writing: Writing) -> Node:
        style = "block_heading" if block.kind == "heading" else "block_text"
        if writing.block != block.id:
            shown = "block_done" if block.done else style
            return column(text(block.text or " ", style=shown, role=None, wrap=True, w=FILL), pad=(_SIDE, _TOP), w=FILL)
        return area(
            self.paper.editor,
            writing.edit,
            name="Line",
            change=("written",),
            h=AUTO,
            style=style,
            grows=True,
            beyond=("beyond",),
        )

    def _table(self, block: Block) -> Node:
        lines = [
            row(*[self._cell(block, r, c) for c in range(len(cells))], h=_ROW_H, w=AUTO, role=Role.ROW)
            for r, cells in enumerate(block.rows)
        ]
        return column(*lines, w=AUTO, pad=(6, 4), role=Role.TABLE, name="Table")

    def _cell(self, block: Block, r: int, c: int) -> Node:
        longest = max([len(cells[c]) for cells in block.rows])
        typed = field(
            self.paper.cell_key(block.id, r, c),
            block.rows[r][c],
            name=f"Row {r + 1}, column {c + 1}",
            style="block_cell",
            w=min(220, max(70, 9 * longest + 16)),
            change=("cell", block.id, r, c),
        )
        return row(typed, style="block_cell", w=AUTO, h=_ROW_H, pad=1)

    def _thing(self, block: Block, content: bytes, w: int) -> Node:
        """A picture as large as there is room for, or a file by its name."""
        size = picture_size(content) if content else None
        if block.kind == "picture" and size is not None:
            share = min(1.0, (w - 16) / size[0], 320 / size[1])
            shown = photo(content, w=max(1, round(size[0] * share)), h=max(1, round(size[1] * share)), name=block.text)
            return column(shown, pad=(8, 4), w=FILL)
        sign = icon("image-off" if block.kind == "picture" else "document", size=20)
        name = text(block.text, role=None, style="block_text")
        return row(row(sign, name, style="block_file", pad=(10, 8), gap=8, w=AUTO), pad=(8, 2), w=FILL)
