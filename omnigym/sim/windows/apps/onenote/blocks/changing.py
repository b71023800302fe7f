"""What is done on a page of blocks, whatever the program: handlers of its messages, and its commands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from omnigym.pictures import FORMATS, read_picture, write_picture
from omnigym.sim.app import Context, Focus, Handler, OpenDialog
from omnigym.sim.commands import BAR, MENU, Command, Commands, delete_record
from omnigym.sim.common.file_dialog import FileDialog
from omnigym.sim.common.message_box import tell
from omnigym.sim.documents.edit import Edit
from omnigym.sim.vfs import HOME, Vfs, VfsError, base_name
from omnigym.sim.windows.apps.onenote.blocks.block import (
    KINDS,
    WRITTEN,
    Block,
    Blocks,
    blocks_of_text,
    index_of,
    joined,
    placed,
    shifted,
    split,
    turned,
    with_cell,
)
from omnigym.sim.windows.apps.onenote.blocks.paper import DRAFT, Paper, Result, chosen, started

_PICTURES = (("Images", ";".join(sorted(FORMATS))),)
_PNG = b"\x89PNG"
#: The icons of the kinds that one writes in.
ICONS = {
    "text": "text-description",
    "heading": "text-header-1",
    "todo": "checkbox-checked",
    "bullet": "bullets",
    "number": "numbering",
}


def _undos(state: Any) -> object:
    return state.writing.undos


def _redos(state: Any) -> object:
    return state.writing.redos


@dataclass(frozen=True, slots=True)
class Changing:
    """What a program does on its pages.

    Args:
        paper: Where they are.
        title: What its messages are headed with.
        no_picture: What it says of a file that is no picture, with "{name}".
        no_room: What it says where a page gets too large.
    """

    paper: Paper
    title: str
    no_picture: str
    no_room: str = "There is no room for that on this page."

    def handlers(self) -> Mapping[str, Handler]:
        """The handlers of its messages."""
        return {
            "append": self._append,
            "beyond": self._beyond,
            "cell": self._cell,
            "dropped": self._dropped,
            "file_from": lambda s, ctx, path: self.files(s, ctx, (path,) if path else ()),
            "pick": self._pick,
            "picture_from": self._picture_from,
            "remove_picked": self._remove_picked,
            "tick": self._tick,
            "write": self._write,
            "written": self._written,
        }

    def page_commands(self) -> tuple[Command | None, ...]:
        """What is done on the page as a whole; places are "edit" and "insert", "sizes" those of a new table."""
        back = self.paper.back

        def on_page(
            name: str, label: str, run: Handler, icon: str, shortcut: str = "", place: str = "insert"
        ) -> Command:
            return Command(name, label, None, run, icon, shortcut, (place,), lambda state: state.page)

        def table(rows: int, columns: int) -> Command:
            new = Block(0, "table", rows=(("",) * columns,) * rows)
            label = f"{rows} × {columns} table"
            return on_page(f"table_{rows}_{columns}", label, lambda s, c: self.add(s, c, (new,)), "", "", "sizes")

        return (
            on_page("paste", "Paste", self._paste, "paste", "ctrl+v", "edit"),
            Command("undo", "Undo", None, lambda s, c: back(s, c, "undos"), "undo", "ctrl+z", ("edit",), _undos),
            Command("redo", "Redo", None, lambda s, c: back(s, c, "redos"), "redo", "ctrl+y", ("edit",), _redos),
            Command("table", "Table", icon="table-add", places=("insert",), enabled=lambda s: s.page, opens="sizes"),
            *[table(rows, columns) for rows, columns in ((2, 2), (3, 2), (3, 3), (4, 4))],
            on_page("picture", "Picture", self.ask_picture, "image-add"),
            on_page("attach", "File attachment", self.ask_file, "attach"),
        )

    def commands(self, shortcuts: Mapping[str, str], *more: Command | None) -> Commands:
        """What is done to a block: turned into another kind, moved, deleted; and more that an app has.

        Args:
            shortcuts: By name of the command, also those of kinds.
            more: In front of these.
        """

        def turning(kind: str) -> Command:
            return Command(
                kind,
                KINDS[kind],
                change=lambda block: turned(block, kind),
                icon=ICONS[kind],
                shortcut=shortcuts.get(kind, ""),
                places=(BAR, "turn"),
                enabled=lambda block: block.kind in WRITTEN,
                checked=lambda block: block.kind == kind,
            )

        def moving(name: str, label: str, by: int) -> Command:
            def run(state: Any, ctx: Context, block: Block) -> Result:
                blocks = self.paper.blocks(ctx.vfs, state.page)
                after = shifted(blocks, block.id, index_of(blocks, block.id) + by)
                state, effects = self._put(state, ctx, after)
                return state, (*effects, *self.paper.onward(state, after))

            return Command(name, label, None, run, f"arrow-{name}", shortcuts.get(name, ""), (MENU,))

        return Commands(
            self.paper.app,
            *more,
            *[turning(kind) for kind in WRITTEN],
            Command("turn", "Turn into", icon="arrow-swap", opens="turn", places=(MENU,)),
            None,
            moving("up", "Move up", -1),
            moving("down", "Move down", 1),
            None,
            Command("remove", "Delete", delete_record, None, "delete", "", (MENU,)),
            records=self.paper.records(),
            menu="block_menu",
        )

    # -- writing ------------------------------------------------------------------------------------------------------

    def _put(self, state: Any, ctx: Context, blocks: Blocks, typing: object = None, vfs: Vfs | None = None) -> Result:
        if self.paper.has_room(blocks):
            return self.paper.put(state, ctx, blocks, typing, vfs)
        return state, (tell(self.title, self.no_room, "warning"),)

    def _at(self, state: Any, block: Block, at: int = -1) -> Result:
        """A block chosen, and written in where that can be."""
        state = state._replace(writing=started(state.writing, block, at))
        return state, (Focus(self.paper.editor if block.kind in WRITTEN else f"{self.paper.app}.page"),)

    def _write(self, state: Any, ctx: Context, number: int) -> Result:
        blocks = self.paper.blocks(ctx.vfs, state.page)
        at = index_of(blocks, number)
        return self._at(state, blocks[at]) if at >= 0 else (state, ())

    _pick = _write

    def _append(self, state: Any, ctx: Context) -> Result:
        """Below all else; a line is there only once something is written in it."""
        blocks = self.paper.blocks(ctx.vfs, state.page)
        last = blocks[-1] if blocks else None
        new = last if last is not None and last.kind in WRITTEN and not last.text else Block(DRAFT)
        return self._at(state, new)

    def _written(self, state: Any, ctx: Context, edit: Edit) -> Result:
        """What is written is kept at once; an end of line makes another block, a tab a table."""
        blocks, text = self.paper.blocks(ctx.vfs, state.page), edit.document.text
        block = chosen(state, blocks) or Block(0)
        at = index_of(blocks, block.id) if block.id else len(blocks)
        if "\n" not in text and "\t" not in text:
            state = state._replace(writing=state.writing._replace(edit=edit))
            if text == block.text:
                return state, ()
            found = self.paper.numbered(blocks, (block._replace(text=text),))
            state = state._replace(writing=state.writing._replace(block=found[0].id))
            return self._put(state, ctx, (*blocks[:at], *found, *blocks[at + 1 :]), found[0].id)
        lines, offset = text.split("\n"), edit.caret[1]
        index = sum([len(line) + 1 for line in lines[: edit.caret[0]]]) + offset
        found, line, caret = split(block, text, index)
        found = self.paper.numbered(blocks, found)
        after = (*blocks[:at], *found, *blocks[at + 1 :])
        if not self.paper.has_room(after):
            return state, (tell(self.title, self.no_room, "warning"),)
        put, effects = self.paper.put(state, ctx, after)
        put, focus = self._at(put, found[line], caret)
        cells = found[line].rows
        last = (Focus(self.paper.cell_key(found[line].id, len(cells) - 1, len(cells[-1]) - 1)),) if cells else focus
        return put, (*effects, *last)

    def _beyond(self, state: Any, ctx: Context, key: str) -> Result:
        """A key that leads out of the block that is written in."""
        blocks = self.paper.blocks(ctx.vfs, state.page)
        at = index_of(blocks, state.writing.block)
        at = at if at >= 0 else len(blocks)
        if key in ("up", "down"):
            near = at + (1 if key == "down" else -1)
            return self._at(state, blocks[near]) if 0 <= near < len(blocks) else (state, ())
        if key in ("ctrl+z", "ctrl+y"):
            return self.paper.back(state, ctx, "undos" if key == "ctrl+z" else "redos")
        number = blocks[at + 1 if key == "delete" else at].id if at + (key == "delete") < len(blocks) else 0
        if not number or (key == "delete" and blocks[at + 1].kind != "text"):
            return state, ()
        after, into, caret = joined(blocks, number)
        put, effects = self._put(state, ctx, after)
        put, focus = self._at(put, after[index_of(after, into)], caret)
        return put, (*effects, *focus)

    def _cell(self, state: Any, ctx: Context, number: int, row: int, column: int, text: str) -> Result:
        blocks = self.paper.blocks(ctx.vfs, state.page)
        after = tuple([with_cell(b, (row, column), text) if b.id == number else b for b in blocks])
        state = state._replace(writing=state.writing._replace(block=number, edit=Edit()))
        return self._put(state, ctx, after, (number, row, column))

    def _tick(self, state: Any, ctx: Context, number: int) -> Result:
        blocks = self.paper.blocks(ctx.vfs, state.page)
        return self._put(state, ctx, tuple([b._replace(done=not b.done) if b.id == number else b for b in blocks]))

    def _dropped(self, state: Any, ctx: Context, number: int, payload: object) -> Result:
        """A block dropped on another one comes before it."""
        blocks = self.paper.blocks(ctx.vfs, state.page)
        match payload:
            case ("block", int(moved)) if index_of(blocks, moved) >= 0:
                rest = tuple([b for b in blocks if b.id != moved])
                to = index_of(rest, number)
                return self._put(state, ctx, shifted(blocks, moved, to if to >= 0 else index_of(blocks, moved)))
        return state, ()

    def _remove_picked(self, state: Any, ctx: Context) -> Result:
        blocks = self.paper.blocks(ctx.vfs, state.page)
        block = chosen(state, blocks)
        if block is None or block.kind in WRITTEN:
            return state, ()
        state, effects = self._put(state, ctx, tuple([b for b in blocks if b != block]))
        return state._replace(writing=state.writing._replace(block=0)), effects

    # -- what is put on a page ----------------------------------------------------------------------------------------

    def add(self, state: Any, ctx: Context, new: Blocks, vfs: Vfs | None = None) -> Result:
        """Blocks put behind the one that is written in or chosen, or at the end of the page."""
        blocks = self.paper.blocks(ctx.vfs, state.page)
        new = self.paper.numbered(blocks, new)
        after = placed(blocks, new, state.writing.block)
        if not new or not self.paper.has_room(after):
            return state, (tell(self.title, self.no_room, "warning"),) if new else ()
        put, effects = self.paper.put(state, ctx, after, vfs=vfs)
        put, focus = self._at(put, new[-1])
        return put, (*effects, *focus)

    def _paste(self, state: Any, ctx: Context) -> Result:
        copied = ctx.clipboard
        if copied.image:
            return self.picture(state, ctx, "image.png", copied.image)
        if copied.files:
            return self.files(state, ctx, copied.files)
        text = copied.text.rstrip("\r\n")
        return self.add(state, ctx, blocks_of_text(text)) if text else (state, ())

    def ask_picture(self, state: Any, _ctx: Context) -> Result:
        """Which picture is to be put on the page."""
        dialog = FileDialog(False, f"{HOME}/Pictures", "", _PICTURES)
        return state, (OpenDialog("file_dialog", dialog, ("picture_from",)),)

    def ask_file(self, state: Any, _ctx: Context) -> Result:
        """Which file is to be attached."""
        return state, (OpenDialog("file_dialog", FileDialog(False, f"{HOME}/Documents"), ("file_from",)),)

    def _picture_from(self, state: Any, ctx: Context, path: str | None) -> Result:
        if path is None or not ctx.vfs.is_file(path):
            return state, ()
        return self.picture(state, ctx, base_name(path), ctx.vfs.read(path))

    def picture(self, state: Any, ctx: Context, name: str, content: bytes) -> Result:
        """A picture put on the page; a PNG file with it is kept."""
        image = read_picture(content)
        if image is None:
            return state, (tell(self.title, self.no_picture.format(name=name)),)
        content = content if content.startswith(_PNG) else write_picture(image)
        return self._kept(state, ctx, "picture", {f"{name.rpartition('.')[0] or name}.png": content})

    def files(self, state: Any, ctx: Context, paths: tuple[str, ...]) -> Result:
        """Files attached to the page: copies of them are kept."""
        return self._kept(state, ctx, "file", {base_name(p): ctx.vfs.read(p) for p in paths if ctx.vfs.is_file(p)})

    def _kept(self, state: Any, ctx: Context, kind: str, files: Mapping[str, bytes]) -> Result:
        """Blocks for files, by name, of which copies are kept."""
        vfs, new = ctx.vfs, []
        for name, content in files.items():
            try:
                vfs, path = self.paper.copied_in(vfs, name, content, ctx.clock_ms)
            except VfsError as e:
                return state, (tell(self.title, f"{name} could not be inserted.\n{e}"),)
            new.append(Block(0, kind, name, file=path))
        return self.add(state, ctx, tuple(new), vfs)
