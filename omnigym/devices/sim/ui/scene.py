"""The scene: what is on the screen now, as surfaces of panels, kept between steps.

The scene is a cache of the registers: `Scene.update` compares by identity what each surface was made of, and makes
anew only what changed. Nothing that it keeps influences what it returns.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import is_
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from omnigym.devices.sim.app import App, Context
from omnigym.devices.sim.state import Menu, Registers, Window
from omnigym.devices.sim.ui.frame import framed
from omnigym.devices.sim.ui.items import FOCUS, HOVER, PRESSED, Box, Laid, Panel, Slot, Sub, clip_box
from omnigym.devices.sim.ui.layout import Layout
from omnigym.devices.sim.ui.menus import menu_panels
from omnigym.devices.sim.ui.nodes import Node
from omnigym.devices.sim.ui.patch import patched
from omnigym.devices.sim.ui.slots import resolve

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Hit", "Scene", "Surface"]

#: Id and panels of a surface.
_Entry: TypeAlias = tuple[str, tuple[Panel, ...]]
_COLD: dict[str, int] = {}
#: Layers by kind of surface; windows count up from theirs, front to back.
LAYER_POPUP, LAYER_WINDOWS, LAYER_BAR, LAYER_DESKTOP = 10, 20, 90, 99


class Hit(NamedTuple):
    """What is at a point of the screen.

    Attributes:
        surface: Id of the surface ("menu" for a menu).
        panel: The panel, or None on a bare surface.
        node: The node that reacts there, or None.
        rect: The node's rectangle in screen pixels.
        enclosing: The nodes that contain it and react, innermost first, itself included.
    """

    surface: str
    panel: Panel | None
    node: Node | None
    rect: Box
    enclosing: tuple[Node, ...]


#: The node of a slot, its width and height, what the window keeps for it, whether it is focused, its inside.
_Filled: TypeAlias = tuple[Node, int, int, Any, bool, Laid]


#: A part of a content, its panels, and the widgets in it that keep state.
_Piece: TypeAlias = "tuple[Sub | Slot, list[Panel], dict[str, _Filled]]"


class _Lane(NamedTuple):
    """Where a window's text is: what it was made of, places among panels and parts, key, and what else is shown (None: not asked yet)."""

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
        "content", "content_key", "entry", "frame", "frame_key", "hot", "key", "lane", "made_of", "node", "pieces", "place",
        "slots", "walked",
    )  # fmt: skip

    def __init__(self, wid: str) -> None:
        self.made_of: tuple[Any, ...] = ()
        self.key: tuple[Any, ...] = ()
        self.entry: _Entry = (wid, ())
        self.hot: dict[str, int] = _COLD
        self.walked: dict[str, int] = _COLD
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


def _same(a: tuple[Any, ...], b: tuple[Any, ...]) -> bool:
    return len(a) == len(b) and all(map(is_, a, b))


class Scene:
    """Surfaces back to front.

    Args:
        layout: Lays out, and remembers across episodes.
        apps: By name.
        size: Of the screen in pixels.
        context: Gives a window's app what it may know.
        frame_of: The rectangle in pixels at which a window is now.
    """

    def __init__(
        self,
        layout: Layout,
        apps: Mapping[str, App],
        size: tuple[int, int],
        context: Callable[[Window, int, int], Context],
        frame_of: Callable[[Window], Box],
    ) -> None:
        self.layout, self.apps, self.size = layout, apps, size
        self.screen: Box = (0, 0, *size)
        self.work: Box = self.screen
        self._context, self._frame_of = context, frame_of
        self._surfaces: dict[str, Surface] = {}
        self._menu: tuple[Menu | None, _Entry] = (None, ("menu", ()))
        self._hit: tuple[int, int, Hit | None] = (-1, -1, None)
        self.surfaces: tuple[_Entry, ...] = ()

    def update(self, regs: Registers, stack: tuple[tuple[str, int], ...], system: object) -> None:
        """Bring the surfaces up to date.

        Args:
            regs: The state.
            stack: (id, layer) of what is visible, back to front.
            system: What only shells see; compared by identity.
        """
        out = [self._surface(regs, regs.windows[wid], layer, system) for wid, layer in stack]
        if len(self._surfaces) > 2 * len(stack) + 8:
            self._surfaces = {wid: self._surfaces[wid] for wid, _ in stack}
        menu = regs.menu
        if menu is not None:
            if self._menu[0] is not menu:
                self._menu = (menu, ("menu", menu_panels(self.layout, menu, self.size)))
            out.append(self._menu[1])
        surfaces = tuple(out)
        if not _same(surfaces, self.surfaces):
            self.surfaces = surfaces
            self._hit = (-1, -1, None)

    def _surface(self, regs: Registers, window: Window, layer: int, system: object) -> _Entry:
        wid = window.id
        surface = self._surfaces.get(wid)
        if surface is None:
            surface = self._surfaces[wid] = Surface(wid)
        shell = window.mode == "shell"
        made_of = (
            window, layer, regs.active, regs.hover, regs.drag, regs.vfs, regs.clipboard, regs.settings,
            system if shell else None,
        )  # fmt: skip
        if _same(made_of, surface.made_of):
            return surface.entry
        surface.made_of = made_of
        hot = self._hot(regs, window)
        active = regs.active == wid
        key = (window, active, layer, *made_of[5:])
        if _same(key, surface.key):
            if hot != surface.hot:
                surface.entry = (wid, tuple([_heated(p, hot) for p in surface.entry[1]]))
                surface.hot = hot
            return surface.entry
        lane = surface.lane
        if lane is not None and hot == surface.walked and _same(key[1:], surface.key[1:]):
            surface.hot = hot
            if self._retype(surface, window, lane):
                surface.key = key
                return surface.entry
        surface.key, surface.hot = key, hot
        self._compose(surface, window, active, layer, made_of[5:])
        return surface.entry

    def _hot(self, regs: Registers, window: Window) -> dict[str, int]:
        wid = window.id
        hot: dict[str, int] = {}
        if regs.active == wid and window.focus:
            hot[window.focus] = FOCUS
        hover = regs.hover
        if hover[0] == wid and hover[1]:
            hot[hover[1]] = hot.get(hover[1], 0) | HOVER
        drag = regs.drag
        if drag is not None and drag.window == wid and drag.key:
            hot[drag.key] = hot.get(drag.key, 0) | PRESSED
        return hot or _COLD

    def _compose(self, surface: Surface, window: Window, active: bool, layer: int, env: tuple[Any, ...]) -> None:
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
        panels.append(Panel(content, x0, y0, clip, _part(content, surface.hot) if surface.hot else _COLD, None, layer))
        same = surface.place and place[0] is surface.place[0] and place[1:] == surface.place[1:]
        known = surface.pieces if same and surface.hot == surface.walked else {}
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

    def _retype(self, surface: Surface, window: Window, lane: _Lane) -> bool:
        """Replace the text of a window where nothing else of it changed; False where that is not so."""
        app = self.apps[window.app]
        if app.edit is None or app.shown is None or not _same(window[3:], lane.window[3:]):
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
        if content is not None and fits and _same(key, surface.content_key):
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
        panels.append(Panel(laid, x, y, inner, _part(laid, hot) if hot else _COLD, slot, run.layer))
        for nested in laid.panels:
            self._walk_part(nested, x, y, inner, run, panels)

    def hit(self, x: int, y: int) -> Hit | None:
        """What is at a pixel, front first."""
        if self._hit[0] != x or self._hit[1] != y:
            self._hit = (x, y, self._look(x, y))
        return self._hit[2]

    def _look(self, x: int, y: int) -> Hit | None:
        for wid, panels in reversed(self.surfaces):
            found: list[tuple[Node, Box]] = []
            first: Panel | None = None
            for panel in reversed(panels):
                x0, y0, x1, y1 = panel.clip
                if x0 <= x < x1 and y0 <= y < y1:
                    laid, left, top = panel.laid, panel.x, panel.y
                    if left <= x < left + laid.w and top <= y < top + laid.h:
                        first = first or panel
                        _targets(laid, left, top, x, y, found)
            if first is not None:
                rect = found[0][1] if found else (x, y, x, y)
                return Hit(wid, first, found[0][0] if found else None, rect, tuple([n for n, _ in found]))
        return None

    def scrollable(self, surface: str, x: int, y: int) -> tuple[Node, Laid] | None:
        """The innermost widget at a pixel that has something to scroll."""
        for panel in reversed(self.panels_of(surface)):
            if panel.slot is not None and panel.laid.content[1] > panel.laid.h and _inside(panel, x, y):
                return panel.slot, panel.laid
        return None

    def find(self, surface: str, key: str) -> tuple[Panel, Node, Box] | None:
        """Where the node of a key is on a surface: its panel, itself, its rectangle in screen pixels."""
        for wid, panels in self.surfaces:
            if wid == surface:
                for panel in panels:
                    found = _item(panel.laid, panel.x, panel.y, key)
                    if found is not None:
                        return panel, *found
        return None

    def slot(self, window: str, key: str) -> Laid | None:
        """The inside of a widget that keeps state."""
        surface = self._surfaces.get(window)
        found = surface.slots.get(key) if surface is not None else None
        return found[5] if found is not None else None

    def slot_node(self, window: str, key: str) -> Node | None:
        """The node of a widget that keeps state."""
        surface = self._surfaces.get(window)
        found = surface.slots.get(key) if surface is not None else None
        return found[0] if found is not None else None

    def panels_of(self, surface: str) -> tuple[Panel, ...]:
        """The panels of a surface, back to front."""
        for wid, panels in self.surfaces:
            if wid == surface:
                return panels
        return ()


def _part(laid: Laid, hot: dict[str, int]) -> dict[str, int]:
    """What of ``hot`` is in a piece."""
    mine = _COLD
    for key, flags in hot.items():
        if laid.has(key):
            mine = {**mine, key: flags}
    return mine


def _heated(panel: Panel, hot: dict[str, int]) -> Panel:
    mine = _part(panel.laid, hot)
    return panel if mine == panel.hot else Panel(*panel[:4], mine, *panel[5:])


def _inside(panel: Panel, x: int, y: int) -> bool:
    x0, y0, x1, y1 = panel.clip
    left, top, laid = panel.x, panel.y, panel.laid
    return x0 <= x < x1 and y0 <= y < y1 and left <= x < left + laid.w and top <= y < top + laid.h


def _targets(laid: Laid, x: int, y: int, px: int, py: int, out: list[tuple[Node, Box]]) -> None:
    """Append the nodes that react at (px, py), innermost first, of a piece that lies at (x, y)."""
    for sub in reversed(laid.subs):
        left, top = x + sub.x, y + sub.y
        if left <= px < left + sub.laid.w and top <= py < top + sub.laid.h:
            _targets(sub.laid, left, top, px, py, out)
    lx, ly = px - x, py - y
    for x0, y0, x1, y1, item in reversed(laid.targets):
        if x0 <= lx < x1 and y0 <= ly < y1:
            out.append((item.node, (x + x0, y + y0, x + x1, y + y1)))


def _item(laid: Laid, x: int, y: int, key: str) -> tuple[Node, Box] | None:
    item = laid.keys.get(key)
    if item is not None:
        return item.node, (x + item.x, y + item.y, x + item.x + item.w, y + item.y + item.h)
    for sub in laid.subs:
        found = _item(sub.laid, x + sub.x, y + sub.y, key)
        if found is not None:
            return found
    return None
