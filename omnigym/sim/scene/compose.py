"""Composing a window: from its state to the panels of its frame, its content and the widgets in it.

Three levels are reused independently: the content, if the app's view would read the same; each part of the content with
its panels (a `Piece`); and the inside of each slot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from omnigym.sim.app import App, Context, WindowSummary
from omnigym.sim.files.journal import Journal
from omnigym.sim.memo import Memo
from omnigym.sim.scene.frame import TitleBar, framed
from omnigym.sim.scene.surface import COLD, Filled, Piece, Surface, heated, hot_part, same
from omnigym.sim.settings import Settings
from omnigym.sim.state import BARE, Window
from omnigym.sim.ui.items import Box, Laid, Panel, Slot, Sub, clip_box
from omnigym.sim.ui.kinds import KINDS
from omnigym.sim.ui.layout import Layout, resolve
from omnigym.sim.ui.nodes import Node
from omnigym.sim.ui.patch import patched
from omnigym.sim.vfs import Directory, Reads, Vfs, WatchedVfs
from omnigym.values import ClipboardContent

# -- watching ---------------------------------------------------------------------------------------------------------

# A context that records what a view reads, so that the view is called again only when something of that changed.

_FIELDS = Context._fields
_CLIPBOARD, _CLOCK, _WINDOWS, _SHELL, _JOURNAL = (
    _FIELDS.index(name) for name in ("clipboard", "clock_ms", "windows", "open_shell", "journal")
)
#: The place of the files among the fields of a context; the first of those that are watched.
FILES = _FIELDS.index("vfs")
SETTINGS = _FIELDS.index("settings")


class WatchedSettings(Settings):
    """Settings that record which of them are read.

    Attributes:
        asked: The keys that were read, also those that are missing.
        whole: Whether they were looked at as a whole: compared, counted or gone through.
    """

    __slots__ = ("asked", "whole")

    def __init__(self, settings: Settings) -> None:
        self._values, self._hash = settings._values, settings._hash
        self.asked: set[str] = set()
        self.whole = False

    def __getitem__(self, key: str) -> str:
        self.asked.add(key)
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        self.whole = True
        return super().__iter__()

    def __len__(self) -> int:
        self.whole = True
        return super().__len__()

    def __hash__(self) -> int:
        self.whole = True
        return super().__hash__()

    def __eq__(self, other: object) -> bool:
        self.whole = True
        return super().__eq__(other)


class WatchedContext(Context):
    """A context for one call of a view.

    It records which fields were read, not their values: the caller compares those by identity later. The size is not
    recorded, because a content is valid for one size anyway. Of the file system, only the paths that were read count.

    Attributes:
        read: The indices of the fields that were read.
        files: The file system, which records what is read of it.
        chosen: The settings, which record what is read of them; None of those that are not `Settings`.
    """

    read: set[int]
    files: WatchedVfs
    chosen: WatchedSettings | None

    @classmethod
    def of(cls, context: Context) -> WatchedContext:
        """A copy of ``context`` of which nothing was read yet."""
        watched = cls(*context)
        watched.read, watched.files = set(), WatchedVfs(context.vfs.root)
        settings = context.settings
        watched.chosen = WatchedSettings(settings) if isinstance(settings, Settings) else None
        return watched

    def _note(self, index: int) -> Any:
        self.read.add(index)
        return self[index]

    @property
    def vfs(self) -> Vfs:
        """The files."""
        self.read.add(FILES)
        return self.files

    @property
    def clipboard(self) -> ClipboardContent:
        """The clipboard."""
        return self._note(_CLIPBOARD)  # type: ignore[no-any-return]

    @property
    def settings(self) -> Mapping[str, str]:
        """All settings."""
        whole: Mapping[str, str] = self._note(SETTINGS)
        return whole if self.chosen is None else self.chosen

    @property
    def clock_ms(self) -> int:
        """The virtual clock in milliseconds, as `Context.clock_ms`."""
        return self._note(_CLOCK)  # type: ignore[no-any-return]

    @property
    def windows(self) -> tuple[WindowSummary, ...]:
        """The open windows."""
        return self._note(_WINDOWS)  # type: ignore[no-any-return]

    @property
    def open_shell(self) -> str:
        """The name of the shell surface that is open."""
        return self._note(_SHELL)  # type: ignore[no-any-return]

    @property
    def journal(self) -> Journal:
        """What was done to files last."""
        return self._note(_JOURNAL)  # type: ignore[no-any-return]


# -- compose ----------------------------------------------------------------------------------------------------------

#: Contents of windows in a generation of what is remembered.
_CONTENTS = 512
#: How many of them are known to have read what is there now; then that is looked up again.
_MOST_SAME = 256
#: What an app's view became: its node, the layout of that, and what it read of the files, if anything.
_Content: TypeAlias = tuple[Node, Laid, Reads | None]


def _is_written(content: Laid | None) -> bool:
    """Whether a content is a document to write in: then its state is another one at every key, and may be large."""
    for part in content.panels if content is not None else ():
        if type(part) is Slot and KINDS[part.node.kind].edits:
            return True
    return False


class _Run:
    """What all panels of a surface share while they are composed, and the slots filled so far."""

    __slots__ = ("focus", "hot", "layer", "slots", "surface", "ui")

    def __init__(self, surface: Surface, ui: Mapping[str, object], focus: str, hot: dict[str, int], layer: int) -> None:
        self.surface, self.ui, self.focus, self.hot, self.layer = surface, ui, focus, hot, layer
        self.slots: dict[str, Filled] = {}

    def keeps(self, piece: Piece) -> bool:
        """Whether every slot in a piece would be filled with the same again."""
        ui, focus = self.ui, self.focus
        for key, filled in piece[2].items():
            now = ui.get(key)
            if filled.focused != (key == focus) or (filled.ui is not now and filled.ui != now):
                return False
        return True


class Composer:
    """Makes the panels of windows.

    Args:
        layout: Lays out; what it keeps outlives episodes.
        apps: The apps by name.
        size: (width, height) of the screen in pixels.
        context: Function of a content's width and height in pixels that returns what its view may read.
        frame_of: Function of a window that returns its current rectangle in pixels.
        title_bar: The view of title bars.

    Attributes:
        work: The part of the screen in which windows are shown.
    """

    def __init__(
        self,
        layout: Layout,
        apps: Mapping[str, App],
        size: tuple[int, int],
        context: Callable[[int, int], Context],
        frame_of: Callable[[Window], Box],
        title_bar: TitleBar,
    ) -> None:
        self.layout, self.apps = layout, apps
        self.screen: Box = (0, 0, *size)
        self.work: Box = self.screen
        self._context, self._frame_of, self._title_bar = context, frame_of, title_bar
        self._reads: dict[str, tuple[int, ...]] = {}
        #: The settings that views of an app have read so far, sorted; None for all of them. It only grows.
        self._chosen: dict[str, tuple[str, ...] | None] = {}
        self._contents: Memo[_Content] = Memo(_CONTENTS)
        #: The files of the last look, and what was read so that it would be the same in them, by its identity.
        self._files: Directory | None = None
        self._same: dict[int, Reads] = {}

    def compose(
        self, surface: Surface, window: Window, active: bool, layer: int, world: Context, hot: dict[str, int]
    ) -> None:
        """Make the panels of a surface.

        Args:
            surface: Receives the panels; unchanged parts of it are reused.
            window, active, layer: The window, whether it is the active one, and the layer of its panels.
            world: What the app's view may read beside its state; its fields are compared by identity.
            hot: Flags of the moment by key.
        """
        x0, y0, x1, y1 = self._frame_of(window)
        w, h = x1 - x0, y1 - y0
        panels: list[Panel] = []
        clip = self.screen
        if window.mode not in BARE:
            frame_key = (window.title, w, h, active, window.mode)
            if surface.frame is None or frame_key != surface.frame_key:
                surface.frame = framed(self.layout, self._title_bar, window, self.apps[window.app], w, h, active)
                surface.frame_key = frame_key
            frame, (left, top, right, bottom) = surface.frame
            panel = Panel(frame, x0, y0, self.work, hot_part(frame, hot), None, layer)
            before = surface.entry[1]
            panels.append(before[0] if before and before[0] == panel else panel)
            x0, y0, x1, y1 = x0 + left, y0 + top, x1 - right, y1 - bottom
            clip = clip_box(self.work, (x0, y0, x1, y1))
            w, h = max(0, x1 - x0), max(0, y1 - y0)
        content = self._content(surface, window, w, h, world)
        panels.append(Panel(content, x0, y0, clip, hot_part(content, hot) if hot else COLD, None, layer))
        run = _Run(surface, window.ui, window.focus if active else "", hot, layer)
        place = (x0, y0, clip, layer)
        known = surface.pieces if place == surface.place else {}
        warmer = hot is not surface.pieces_hot
        pieces: dict[int, Piece] = {}
        slots: dict[str, Filled] = {}
        for index, part in enumerate(content.panels):
            piece = known.get(index)
            if piece is None or piece[0] is not part or not run.keeps(piece):
                found: list[Panel] = []
                run.slots = {}
                self._walk_part(part, x0, y0, clip, run, found)
                piece = (part, found, run.slots)
            elif warmer:
                piece = (part, [heated(p, hot) for p in piece[1]], piece[2])
            pieces[index] = piece
            panels += piece[1]
            slots |= piece[2]
        surface.pieces, surface.place, surface.slots, surface.hot = pieces, place, slots, hot
        surface.pieces_hot = hot
        surface.entry = (window.id, tuple(panels))

    def seen(self, app: str, world: Context) -> tuple[object, ...]:
        """What views of an app have read so far of the fields of `Context`, as it is now; the files first.

        It only grows: a field that a view no longer reads can cause a needless call, never a missing one.
        """
        return tuple([world[i] for i in self._reads.get(app, ())])

    def _content(self, surface: Surface, window: Window, w: int, h: int, world: Context) -> Laid:
        """What the app's view makes of its state, laid out."""
        content, state, seen = surface.content, window.state, self.seen(window.app, world)
        if content is not None and content.w == w and content.h == h and same((state, *seen), surface.content_key):
            return content
        app = self.apps[window.app]
        written = _is_written(content)
        known = None if written else self._contents.get(self._value(app.name, w, h, state, seen))
        if known is None or not (known[2] is None or self._alike(known[2], world.vfs)):
            known = self._viewed(surface, app, state, w, h)
            seen = self.seen(app.name, world)
            if not (written or _is_written(known[1])):
                self._contents.put(self._value(app.name, w, h, state, seen), known)
        surface.node, surface.content, surface.files = known
        surface.content_key = (state, *seen)
        return known[1]

    def _alike(self, reads: Reads, vfs: Vfs) -> bool:
        """Whether what was read is so still; looked up once as long as the files are the very same."""
        if self._files is not vfs.root or len(self._same) >= _MOST_SAME:
            self._files, self._same = vfs.root, {}
        if id(reads) in self._same:  # which holds them, so no others have their id
            return True
        if not reads.alike(vfs):
            return False
        self._same[id(reads)] = reads
        return True

    def _value(self, app: str, w: int, h: int, state: object, seen: tuple[object, ...]) -> tuple[object, ...]:
        """What a content is remembered under. Of the files it holds none: those of long past episodes would stay."""
        fields = self._reads.get(app, ())
        value = [self._read_of(app, v) if i == SETTINGS else v for i, v in zip(fields, seen, strict=True) if i != FILES]
        return (app, w, h, state, *value)

    def _read_of(self, app: str, settings: Any) -> object:
        """The settings that matter to the views of an app: in a layout most others have other values."""
        keys = self._chosen.get(app, ())
        return settings if keys is None else (keys, tuple([settings.get(key) for key in keys]))

    def _note_settings(self, app: str, read: WatchedSettings | None) -> None:
        known = self._chosen.get(app, ())
        if read is None or read.whole:
            self._chosen[app] = None
        elif known is not None and not read.asked.issubset(known):
            self._chosen[app] = tuple(sorted(read.asked.union(known)))

    def _viewed(self, surface: Surface, app: App, state: object, w: int, h: int) -> _Content:
        """The view of a state, what it becomes, and what it read of the files.

        Returns:
            The node, its layout, and the files that took down what was read of them, or None if nothing was.
        """
        context = WatchedContext.of(self._context(w, h))
        node, content, new = app.view(state, context), surface.content, None
        before = self._reads.get(app.name, ())
        if not context.read.issubset(before):
            self._reads[app.name] = tuple(sorted(context.read.union(before)))
        if content is not None and content.w == w and content.h == h and surface.node is not None:
            new = patched(self.layout, surface.node, content, node, (True, True))
        files = context.files.reads if FILES in context.read else None
        laid = new if new is not None else self.layout.lay(node, w, h)
        if SETTINGS in context.read:
            self._note_settings(app.name, context.chosen)
        return node, laid, files

    def _walk_part(self, part: Sub | Slot, x: int, y: int, clip: Box, run: _Run, panels: list[Panel]) -> None:
        x, y = x + part.x, y + part.y
        slot = None
        if type(part) is Slot:
            slot, w, h = part.node, part.w, part.h
        else:
            assert type(part) is Sub
            w, h = part.laid.w, part.laid.h
        inner = clip_box(clip, (x, y, x + w, y + h))
        if inner[0] >= inner[2] or inner[1] >= inner[3]:
            return
        if slot is None:
            laid = part.laid  # type: ignore[union-attr]
        else:
            slot, laid = self._fill(slot, w, h, run)
        hot = run.hot
        panels.append(Panel(laid, x, y, inner, hot_part(laid, hot) if hot else COLD, slot, run.layer))
        for nested in laid.panels:
            self._walk_part(nested, x, y, inner, run, panels)

    def _fill(self, slot: Node, w: int, h: int, run: _Run) -> tuple[Node, Laid]:
        """The node of a slot and its inside, reused if nothing that it depends on changed."""
        surface, key = run.surface, slot.key
        ui, focused = run.ui.get(key), key == run.focus
        old = surface.slots.get(key)
        if old is None or old.node is not slot or old.w != w or old.h != h or old.focused != focused or old.ui != ui:
            inside = resolve(self.layout, slot, w, h, ui, focused, old.inside if old is not None else None)
            old = Filled(slot, w, h, ui, focused, inside)
        run.slots[key] = old
        return slot, old.inside
