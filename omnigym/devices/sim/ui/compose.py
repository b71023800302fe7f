"""Composing a window: from its state to the panels of its frame, its content and the widgets in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import is_
from typing import Any, NamedTuple, TypeAlias

from omnigym.devices.sim.app import App, Context
from omnigym.devices.sim.state import Window
from omnigym.devices.sim.ui.frame import framed
from omnigym.devices.sim.ui.hits import Entry
from omnigym.devices.sim.ui.items import Box, Laid, Panel, Slot, Sub, clip_box
from omnigym.devices.sim.ui.layout import Layout
from omnigym.devices.sim.ui.nodes import Node
from omnigym.devices.sim.ui.patch import patched
from omnigym.devices.sim.ui.slots import resolve

__all__ = ["COLD", "Composer", "Surface", "heated", "same"]

#: No node is hovered, pressed or focused.
COLD: dict[str, int] = {}


#: The node of a slot, its width and height, what the window keeps for it, whether it is focused, its inside.
_Filled: TypeAlias = tuple[Node, int, int, Any, bool, Laid]


#: A part of a content, its panels, and the widgets in it that keep state.
_Piece: TypeAlias = "tuple[Sub | Slot, list[Panel], dict[str, _Filled]]"


class _Lane(NamedTuple):
    """The short way for typed text.

    Attributes:
        window: What the text was made of.
        at, piece: Its places among the window's panels and the content's parts.
        key: Of its widget.
        shown: `App.shown` of that state, or None while it was not asked for.
    """

    window: Window
    at: int
    piece: int
    key: str
    shown: Any


class Surface:
    """The panels of one window, and what they were made of.

    Attributes:
        made_of, key: Compared by identity: all that can change the surface, and what of it changes more than colours.
        entry: Id and panels, back to front.
        hot, walked: Flags by key, now and when the panels were made.
        content, content_key, node: What the app's view became, of what, and the view.
        frame, frame_key: Its frame with the insets, and of what.
        place, pieces: Where the content is, and the panels of each of its parts.
        slots: The widgets that keep state.
        lane: The short way for typed text, where there is one.
    """

    __slots__ = (
        "content", "content_key", "entry", "frame", "frame_key", "hot", "key", "lane", "made_of", "node", "pieces",
        "place",
        "slots", "walked",
    )  # fmt: skip

    def __init__(self, wid: str) -> None:
        self.made_of: tuple[Any, ...] = ()
        self.key: tuple[Any, ...] = ()
        self.entry: Entry = (wid, ())
        self.hot: dict[str, int] = COLD
        self.walked: dict[str, int] = COLD
        self.lane: _Lane | None = None
        self.node: Node | None = None
        self.content: Laid | None = None
        self.content_key: tuple[Any, ...] = ()
        self.frame: tuple[Laid, tuple[int, int, int, int]] | None = None
        self.frame_key: tuple[Any, ...] = ()
        self.place: tuple[Any, ...] = ()
        self.pieces: dict[int, _Piece] = {}
        self.slots: dict[str, _Filled] = {}


class _Run:
    """What is the same for all panels of a surface while they are made."""

    __slots__ = ("focus", "layer", "slots", "surface", "ui")

    def __init__(
        self, surface: Surface, slots: dict[str, _Filled], ui: Mapping[str, Any], focus: str, layer: int
    ) -> None:
        self.surface, self.slots, self.ui, self.focus, self.layer = surface, slots, ui, focus, layer


def same(a: tuple[Any, ...], b: tuple[Any, ...]) -> bool:
    """Whether two tuples hold the very same objects."""
    return len(a) == len(b) and all(map(is_, a, b))


class Composer:
    """Makes the panels of windows.

    Args:
        layout: Lays out, and remembers across episodes.
        apps: By name.
        size: Of the screen in pixels.
        context: Gives a window's app what it may know.
        frame_of: The rectangle in pixels at which a window is now.

    Attributes:
        work: The part of the screen for windows.
    """

    def __init__(
        self,
        layout: Layout,
        apps: Mapping[str, App],
        size: tuple[int, int],
        context: Callable[[Window, int, int], Context],
        frame_of: Callable[[Window], Box],
    ) -> None:
        self.layout, self.apps = layout, apps
        self.screen: Box = (0, 0, *size)
        self.work: Box = self.screen
        self._context, self._frame_of = context, frame_of

    def compose(self, surface: Surface, window: Window, active: bool, layer: int, env: tuple[Any, ...]) -> None:
        """Make the panels of a surface; ``env`` is what its app may see beside its state, compared by identity."""
        x0, y0, x1, y1 = self._frame_of(window)
        w, h = x1 - x0, y1 - y0
        panels: list[Panel] = []
        clip = self.screen
        if window.mode != "shell":
            frame_key = (window.title, w, h, active, window.mode)
            if surface.frame is None or frame_key != surface.frame_key:
                surface.frame = framed(self.layout, window, self.apps[window.app], w, h, active)
                surface.frame_key = frame_key
            frame, (left, top, right, bottom) = surface.frame
            panel = Panel(frame, x0, y0, self.work, _part(frame, surface.hot), None, layer)
            before = surface.entry[1]
            panels.append(before[0] if before and before[0] == panel else panel)
            x0, y0, x1, y1 = x0 + left, y0 + top, x1 - right, y1 - bottom
            clip = clip_box(self.work, (x0, y0, x1, y1))
            w, h = max(0, x1 - x0), max(0, y1 - y0)
        content = self._content(surface, window, w, h, env)
        run = _Run(surface, {}, window.ui, window.focus if active else "", layer)
        place = (window.ui, x0, y0, clip, layer, run.focus)
        panels.append(Panel(content, x0, y0, clip, _part(content, surface.hot) if surface.hot else COLD, None, layer))
        unmoved = surface.place and place[0] is surface.place[0] and place[1:] == surface.place[1:]
        known = surface.pieces if unmoved and surface.hot == surface.walked else {}
        pieces: dict[int, _Piece] = {}
        for index, part in enumerate(content.panels):
            piece = known.get(index)
            if piece is None or piece[0] is not part:
                found: list[Panel] = []
                run.slots = {}
                self._walk_part(part, x0, y0, clip, run, found)
                piece = (part, found, run.slots)
            pieces[index] = piece
            panels += piece[1]
        surface.slots = {}
        for _, _, slots in pieces.values():
            surface.slots |= slots
        surface.pieces, surface.place, surface.walked = pieces, place, surface.hot
        surface.entry = (window.id, tuple(panels))
        surface.lane = self._lane(window, pieces, len(panels))

    def _lane(self, window: Window, pieces: dict[int, _Piece], count: int) -> _Lane | None:
        """Where the text of a window is, when its app says how to know that nothing else changed."""
        app = self.apps[window.app]
        if app.shown is None:
            return None
        at = count - sum([len(panels) for _, panels, _ in pieces.values()])
        for index, (part, panels, _) in pieces.items():
            if type(part) is Slot and part.node.kind in ("document", "area") and len(panels) == 1:
                return _Lane(window, at, index, part.node.key, None)
            at += len(panels)
        return None

    def retype(self, surface: Surface, window: Window, lane: _Lane) -> bool:
        """Replace the text of a window where nothing else of it changed; False where that is not so."""
        app = self.apps[window.app]
        if app.edit is None or app.shown is None or not same(window[3:], lane.window[3:]):
            return False
        shown = app.shown(window.state)
        if shown != (lane.shown if lane.shown is not None else app.shown(lane.window.state)):
            return False
        old = surface.slots[lane.key]
        node = Node(*old[0][:20], (app.edit(window.state), *old[0].data[1:]), True, True)
        filled = (node, *old[1:5], resolve(self.layout, node, *old[1:5], old[5]))
        wid, panels = surface.entry
        panel = panels[lane.at]
        panel = Panel(filled[5], panel.x, panel.y, panel.clip, panel.hot, node, panel.layer)
        surface.entry = (wid, (*panels[: lane.at], panel, *panels[lane.at + 1 :]))
        surface.slots = {**surface.slots, lane.key: filled}
        surface.pieces[lane.piece] = (surface.pieces[lane.piece][0], [panel], {lane.key: filled})
        surface.lane = _Lane(window, lane.at, lane.piece, lane.key, shown)
        surface.content_key = ()  # the content still has the old node: a change of more calls the view
        return True

    def _content(self, surface: Surface, window: Window, w: int, h: int, env: tuple[Any, ...]) -> Laid:
        """What the app's view makes of its state, laid out."""
        content, key = surface.content, (window.state, *env)
        fits = content is not None and content.w == w and content.h == h
        if content is not None and fits and same(key, surface.content_key):
            return content
        node = self.apps[window.app].view(window.state, self._context(window, w, h))
        new = None
        if content is not None and fits and surface.node is not None:
            new = patched(self.layout, surface.node, content, node, (True, True))
        if new is None:
            new = self.layout.lay(node, w, h)
        surface.content, surface.content_key, surface.node = new, key, node
        return new

    def _walk_part(self, part: Sub | Slot, x: int, y: int, clip: Box, run: _Run, panels: list[Panel]) -> None:
        x, y = x + part.x, y + part.y
        surface, slot = run.surface, None
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
            key = slot.key
            ui, focused = run.ui.get(key), key == run.focus
            old = surface.slots.get(key)
            if old is None or old[0] is not slot or old[1] != w or old[2] != h or old[4] != focused or old[3] != ui:
                inside = resolve(self.layout, slot, w, h, ui, focused, old[5] if old is not None else None)
                old = (slot, w, h, ui, focused, inside)
            run.slots[key] = old
            laid = old[5]
        hot = surface.hot
        panels.append(Panel(laid, x, y, inner, _part(laid, hot) if hot else COLD, slot, run.layer))
        for nested in laid.panels:
            self._walk_part(nested, x, y, inner, run, panels)


def _part(laid: Laid, hot: dict[str, int]) -> dict[str, int]:
    """What of ``hot`` is in a piece."""
    mine = COLD
    for key, flags in hot.items():
        if laid.has(key):
            mine = {**mine, key: flags}
    return mine


def heated(panel: Panel, hot: dict[str, int]) -> Panel:
    """``panel`` with other flags of the moment."""
    mine = _part(panel.laid, hot)
    return panel if mine == panel.hot else Panel(*panel[:4], mine, *panel[5:])
