"""The page on which one works: what of it is written in or chosen, undo, and where its blocks are kept."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import Any, NamedTuple, TypeAlias

from omnigym.a11y import Role
from omnigym.sim.app import Context, Effect, Focus, SetFiles
from omnigym.sim.commands import Records
from omnigym.sim.documents.edit import Edit, start_lines
from omnigym.sim.tables.table import Table, next_id
from omnigym.sim.vfs import Vfs, base_name, join
from omnigym.sim.windows.apps.onenote.blocks.block import WRITTEN, Block, Blocks, index_of

Result: TypeAlias = tuple[Any, tuple[Effect, ...]]
_MAX_UNDO = 100
#: The number of a line that is written in and not there yet: with its first letter it gets one of its own.
DRAFT = -1
#: Blocks and cells that a page has room for.
_MOST = 1500


class Writing(NamedTuple):
    """What one does on a page; the state of an app has it as ``writing``, and the page's number as ``page``.

    Attributes:
        block: The number of the block that is written in or chosen, or 0.
        edit: What is written in it.
        typing: What was typed in last; what is typed there goes on joins its step of undo.
        undos, redos: The blocks before and after.
    """

    block: int = 0
    edit: Edit = Edit()
    typing: object = None
    undos: tuple[Blocks, ...] = ()
    redos: tuple[Blocks, ...] = ()


def started(writing: Writing, block: Block, at: int = -1) -> Writing:
    """With a block chosen, and written in if it is of such a kind.

    Args:
        writing: What was done before.
        block: It.
        at: Before which of its characters the caret is; -1 for its end.
    """
    caret = 0, len(block.text) if at < 0 else at
    edit = start_lines(block.text)._replace(anchor=caret, caret=caret) if block.kind in WRITTEN else Edit()
    return writing._replace(block=block.id, edit=edit)


def chosen(state: Any, blocks: Blocks) -> Block | None:
    """The block that is written in or chosen."""
    at = index_of(blocks, state.writing.block)
    return blocks[at] if at >= 0 else None


@dataclass(frozen=True, slots=True)
class Paper:
    """Where the pages of an app are.

    Args:
        app: The app's name, with which keys begin.
        table: Of the pages: each row has ``id`` and ``blocks``.
        folder: Where copies of pictures and files are kept.
    """

    app: str
    table: Table[Any]
    folder: str

    @property
    def editor(self) -> str:
        """The key of what one writes in."""
        return f"{self.app}.editor"

    def cell_key(self, number: int, row: int, column: int) -> str:
        """The key of a cell of a table."""
        return f"{self.app}.cell.{number}.{row}.{column}"

    def blocks(self, vfs: Vfs, page: int) -> Blocks:
        """Those of a page."""
        found: Blocks = next((row.blocks for row in self.table.rows(vfs) if row.id == page), ())
        return found

    def kept(self, vfs: Vfs, page: int, blocks: Blocks, now: int) -> Vfs:
        """The files with other blocks of a page."""
        rows = self.table.rows(vfs)
        return self.table.written(vfs, [row._replace(blocks=blocks) if row.id == page else row for row in rows], now)

    @staticmethod
    def numbered(blocks: Blocks, new: Blocks) -> Blocks:
        """Blocks for a page of which those without a number have got one."""
        numbers = count(next_id((*blocks, *new)))
        return tuple([block if block.id else block._replace(id=next(numbers)) for block in new])

    @staticmethod
    def has_room(blocks: Blocks) -> bool:
        """Whether a page may have so much on it."""
        return sum([len(b.rows) * len(b.rows[0]) if b.rows else 1 for b in blocks]) <= _MOST

    def copied_in(self, vfs: Vfs, name: str, content: bytes, now: int) -> tuple[Vfs, str]:
        """The files with a copy in the app's own folder, and its path.

        Raises:
            VfsError: There is no room for it.
        """
        vfs = vfs.make_dir(self.folder, now)
        path = join(self.folder, vfs.free_name(self.folder, base_name(name)))
        return vfs.write(path, content, now), path

    def put(self, state: Any, ctx: Context, blocks: Blocks, typing: object = None, vfs: Vfs | None = None) -> Result:
        """With other blocks on the page, whose numbers are known, a step that can be undone.

        Args:
            state, ctx: Of the app.
            blocks: All of the page.
            typing: In what was typed, where it was; else None.
            vfs: The files, where something else in them changes too.
        """
        vfs, writing = ctx.vfs if vfs is None else vfs, state.writing
        before = self.blocks(ctx.vfs, state.page)
        if blocks == before:
            return state, ()
        if typing is None or typing != writing.typing:
            writing = writing._replace(undos=(*writing.undos[1 - _MAX_UNDO :], before), redos=())
        state = state._replace(writing=writing._replace(typing=typing))
        return state, (SetFiles(self.kept(vfs, state.page, blocks, ctx.clock_ms)),)

    def back(self, state: Any, ctx: Context, name: str) -> Result:
        """The page as it was a step before ("undos") or after ("redos")."""
        writing, other = state.writing, "redos" if name == "undos" else "undos"
        steps: tuple[Blocks, ...] = getattr(writing, name)
        if not steps:
            return state, ()
        now = self.blocks(ctx.vfs, state.page)
        turned: dict[str, Any] = {name: steps[:-1], other: (*getattr(writing, other), now)}
        state = state._replace(writing=Writing(**turned))
        return state, (SetFiles(self.kept(ctx.vfs, state.page, steps[-1], ctx.clock_ms)),)

    def records(self) -> Records:
        """Where commands find the blocks that they are done to."""

        def of(state: Any, ctx: Context, *named: int) -> Block | None:
            blocks = self.blocks(ctx.vfs, state.page)
            at = index_of(blocks, named[0] if named else state.writing.block)
            return blocks[at] if at >= 0 else None

        def put(state: Any, ctx: Context, block: Block, after: Block | None) -> Result:
            blocks = self.blocks(ctx.vfs, state.page)
            changed = tuple([b for b in [after if b == block else b for b in blocks] if b is not None])
            state, effects = self.put(state, ctx, changed)
            if after is None and state.writing.block == block.id:
                return state._replace(writing=state.writing._replace(block=0, edit=Edit())), effects
            return state, (*effects, *self.onward(state, changed))

        return Records(of, put, {"role": Role.PARAGRAPH, "name": "{name}"})

    def onward(self, state: Any, blocks: Blocks) -> tuple[Effect, ...]:
        """The keyboard given back to what is written in, if something is."""
        block = chosen(state, blocks)
        return (Focus(self.editor),) if block is not None and block.kind in WRITTEN else ()
