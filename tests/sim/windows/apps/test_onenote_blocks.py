"""Blocks of a page: what Enter, Backspace, tabs and moves make of them, and what is written of them into files."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from omnigym.documents import PICTURE, read_docx
from omnigym.documents.pdf import pdf_text
from omnigym.sim.windows.apps.onenote.blocks.block import (
    Block,
    Blocks,
    blocks_of_text,
    fitting,
    joined,
    number_of,
    placed,
    shifted,
    split,
    text_of,
    turned,
    with_cell,
)
from omnigym.sim.windows.apps.onenote.blocks.exporting import exported, markdown

TABLE = Block(4, "table", rows=(("Day", "Plan"), ("Friday", "a|b")))


def kinds(blocks: Blocks) -> list[tuple[str, str]]:
    return [(b.kind, b.words) for b in blocks]


@pytest.mark.parametrize(
    ("block", "text", "at", "made", "caret"),
    [
        (Block(1, "text", "ab"), "a\nb", 2, [("text", "a"), ("text", "b")], (1, 0)),
        (Block(1, "todo", "ab", True), "ab\n", 3, [("todo", "ab"), ("todo", "")], (1, 0)),
        (Block(1, "heading", "ab"), "ab\nc", 4, [("heading", "ab"), ("text", "c")], (1, 1)),
        (Block(1, "bullet"), "\n", 1, [("text", "")], (0, 0)),
        (Block(1, "text", "ab"), "ab\t", 3, [("table", "ab\t")], (0, 3)),
        (
            Block(1, "text", "ab"),
            "ab\n1\t2\n3\t4\nc",
            12,
            [("text", "ab"), ("table", "1\t2\n3\t4"), ("text", "c")],
            (2, 1),
        ),
    ],
)
def test_what_several_lines_make_of_a_block(
    block: Block, text: str, at: int, made: list[tuple[str, str]], caret: tuple[int, int]
) -> None:
    found, line, offset = split(block, text, at)
    assert kinds(found) == made
    assert (line, offset) == caret
    assert [b.done for b in found[1:]] == [False] * (len(found) - 1), "what is behind what is done is not done"


def test_backspace_makes_a_paragraph_first_and_joins_it_to_what_one_writes_in() -> None:
    blocks = (Block(1, "bullet", "ab"), Block(2, "number", "cd"), TABLE, Block(5, "text", "ef"))
    after, number, at = joined(blocks, 2)
    assert (kinds(after)[1], number, at) == (("text", "cd"), 2, 0)
    after, number, at = joined(after, 2)
    assert (kinds(after)[0], number, at) == (("bullet", "abcd"), 1, 2)
    assert joined(after, 5) == (after, 5, 0), "a table takes no line"


def test_blocks_are_moved_placed_and_turned() -> None:
    blocks = (Block(1, "text", "a"), Block(2, "text", ""), Block(3, "text", "c"))
    assert [b.id for b in shifted(blocks, 1, 9)] == [2, 3, 1]
    assert shifted(blocks, 7, 0) == blocks
    assert [b.id for b in placed(blocks, (TABLE,), 2)] == [1, 4, 3], "an empty line gives way"
    assert [b.id for b in placed(blocks, (TABLE,), 1)] == [1, 4, 2, 3]
    assert turned(Block(1, "todo", "x", True), "todo") == Block(1, "text", "x")
    assert with_cell(TABLE, (1, 0), "Sunday").rows[1] == ("Sunday", "a|b")


def test_lists_are_counted_and_pages_are_texts() -> None:
    blocks = (Block(1, "number", "a"), Block(2, "number", "b"), Block(3, "todo", "c", True), Block(4, "number", "d"))
    assert [number_of(blocks, n) for n in (0, 1, 3)] == [1, 2, 1]
    assert text_of(blocks) == "1. a\n2. b\n☑ c\n1. d"


def test_a_block_that_makes_no_sense_is_found() -> None:
    assert fitting(TABLE)
    assert not fitting(TABLE._replace(rows=()))
    assert not fitting(TABLE._replace(rows=(("a",), ("b", "c"))))
    assert not fitting(Block(1, "poem"))
    assert [b.rows for b in blocks_of_text("a\tb\r\nc\t")] == [(("a", "b"), ("c", ""))]


def test_pages_are_read_back_from_files() -> None:
    png = io.BytesIO()
    Image.new("RGB", (40, 20), "red").save(png, "PNG")
    blocks = (
        Block(1, "heading", "Plan"),
        Block(2, "todo", "Pack", True),
        TABLE,
        Block(5, "picture", "p.png", file="p"),
    )
    document = read_docx(exported("Trip", blocks, "docx", lambda _path: png.getvalue()))
    assert [p.style for p in document.paragraphs[:2]] == ["Title", "Heading 1"]
    assert document.text.split("\n") == ["Trip", "Plan", "[x] Pack", "Day\tPlan", "Friday\ta|b", PICTURE]
    picture = document.paragraphs[-1].runs[0].format.picture
    assert picture is not None
    assert picture.content == png.getvalue()
    gone = read_docx(exported("Trip", blocks, "docx", lambda _path: b"")).text
    assert gone.endswith("p.png"), "of a picture that is gone its name is left"
    assert "[x] Pack" in pdf_text(exported("Trip", blocks, "pdf", lambda _path: png.getvalue()))
    assert "| Day | Plan |\n| --- | --- |\n| Friday | a\\|b |" in markdown("Trip", blocks)
