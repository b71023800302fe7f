"""Blocks, and what is done to those of a page; all of it pure."""

from __future__ import annotations

from itertools import accumulate, groupby
from typing import NamedTuple, TypeAlias

#: The kinds of blocks, by what a person calls them.
KINDS = {
    "text": "Paragraph",
    "heading": "Heading",
    "todo": "To do",
    "bullet": "Bulleted list",
    "number": "Numbered list",
    "table": "Table",
    "picture": "Picture",
    "file": "File",
}
#: Those that one writes in; behind an item of a list comes another one.
WRITTEN = ("text", "heading", "todo", "bullet", "number")
_LISTS = WRITTEN[2:]


class Block(NamedTuple):
    """A block.

    Attributes:
        id: Its number on its page; 0 while it is on none yet.
        kind: A key of `KINDS`.
        text: What is written in it; of a picture or a file, what that is called.
        done: Of what is to be done: whether it is.
        tags: Words that mark it.
        rows: Of a table, its cells: rows of one length.
        file: The path of the picture or file.
    """

    id: int
    kind: str = "text"
    text: str = ""
    done: bool = False
    tags: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    file: str = ""

    @property
    def words(self) -> str:
        """It as plain text: a line, or a line with tabs for each row."""
        return "\n".join(["\t".join(cells) for cells in self.rows]) if self.kind == "table" else self.text


#: The blocks of a page, from its top.
Blocks: TypeAlias = tuple[Block, ...]


def fitting(block: Block) -> bool:
    """Whether a block that was read from a file makes sense."""
    widths = {len(cells) for cells in block.rows}
    return block.kind in KINDS and (block.kind != "table" or (len(widths) == 1 and widths != {0}))


def index_of(blocks: Blocks, number: int) -> int:
    """Where the block with a number is; -1 where it is not."""
    return next((at for at, block in enumerate(blocks) if block.id == number), -1)


def number_of(blocks: Blocks, at: int) -> int:
    """What stands before an item of a numbered list."""
    before = at
    while before and blocks[before - 1].kind == "number":
        before -= 1
    return at - before + 1


def placed(blocks: Blocks, new: Blocks, behind: int = 0) -> Blocks:
    """With other blocks behind that with a number; at the end where there is none. An empty line gives way to them."""
    at = index_of(blocks, behind)
    if at < 0:
        return (*blocks, *new)
    kept = blocks[at : at + 1] if blocks[at].words or blocks[at].kind not in WRITTEN else ()
    return (*blocks[:at], *kept, *new, *blocks[at + 1 :])


def shifted(blocks: Blocks, number: int, to: int) -> Blocks:
    """With a block moved so that it is at an index, as near to it as there is room.

    >>> [b.id for b in shifted((Block(1), Block(2), Block(3)), 3, 0)]
    [3, 1, 2]
    """
    at = index_of(blocks, number)
    if at < 0:
        return blocks
    rest = [*blocks[:at], *blocks[at + 1 :]]
    rest.insert(min(max(to, 0), len(rest)), blocks[at])
    return tuple(rest)


def turned(block: Block, kind: str) -> Block:
    """A block made into one of another written kind; one that is of that kind becomes a paragraph again."""
    return block._replace(kind="text" if block.kind == kind else kind, done=False)


def with_cell(block: Block, at: tuple[int, int], text: str) -> Block:
    """A table with something else in a cell."""
    rows = [list(cells) for cells in block.rows]
    rows[at[0]][at[1]] = text
    return block._replace(rows=tuple(map(tuple, rows)))


def split(block: Block, text: str, at: int) -> tuple[Blocks, int, int]:
    """What becomes of a block when a text of several lines was written in it.

    Enter in an empty item ends its list. What is behind a heading is a paragraph. Lines with tabs are a table.

    Args:
        block: It.
        text: All that is in it now: with an end of line, or a tab.
        at: The index of the character before which the caret is.

    Returns:
        The blocks in its place, of which all but the first have the number 0; the index of the one that has the caret;
        and before which of its characters that is.
    """
    if text == "\n" and block.kind in _LISTS:
        return (block._replace(kind="text", text="", done=False),), 0, 0
    following = block.kind if block.kind in _LISTS else "text"
    found = list(blocks_of_text(text, following))
    if found[0].kind != "table":
        found[0] = block._replace(text=found[0].text)
    before = text[:at].split("\n")
    until = list(accumulate([len(b.rows) or 1 for b in found]))
    return tuple(found), next(n for n, lines in enumerate(until) if lines >= len(before)), len(before[-1])


def blocks_of_text(text: str, kind: str = "text") -> Blocks:
    r"""A text as blocks: a table of neighbouring lines with tabs, a block of a kind of each other line.

    >>> [b.rows or b.text for b in blocks_of_text("Prices\nTea\t3\nRice\t2\t!")]
    ['Prices', (('Tea', '3', ''), ('Rice', '2', '!'))]
    """
    found: list[Block] = []
    for tabbed, lines in groupby(text.replace("\r\n", "\n").split("\n"), lambda line: "\t" in line):
        if not tabbed:
            found += [Block(0, kind, line) for line in lines]
            continue
        cells = [line.split("\t") for line in lines]
        width = max(map(len, cells))
        found.append(Block(0, "table", rows=tuple([(*row, *[""] * (width - len(row))) for row in cells])))
    return tuple(found)


def joined(blocks: Blocks, number: int) -> tuple[Blocks, int, int]:
    """What Backspace at the start of a block makes: an item becomes a paragraph, another joins the one before it.

    Returns:
        The blocks, the number of the one that has the caret, and before which of its characters that is.
    """
    at = index_of(blocks, number)
    if blocks[at].kind != "text":
        return (*blocks[:at], turned(blocks[at], "text"), *blocks[at + 1 :]), number, 0
    if not at or blocks[at - 1].kind not in WRITTEN:
        return blocks, number, 0
    first = blocks[at - 1]
    whole = first._replace(text=first.text + blocks[at].text)
    return (*blocks[: at - 1], whole, *blocks[at + 1 :]), first.id, len(first.text)


def text_of(blocks: Blocks) -> str:
    """A page as plain text: items of lists with what stands before them."""
    signs = {"bullet": "• ", "todo": "☐ "}
    lines = []
    for at, block in enumerate(blocks):
        sign = f"{number_of(blocks, at)}. " if block.kind == "number" else signs.get(block.kind, "")
        lines.append(f"{'☑ ' if block.done else sign}{block.words}")
    return "\n".join(lines)
