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
from omnigym.devices.sim.ui.items import FOCUS, HOVER, PRESSED, Box, Laid, Panel, Slot, clip_box
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


class Surface:
    """The panels of one window, back to front, and what they were made of."""

    __slots__ = ("content", "content_key", "entry", "hot", "key", "made_of", "node", "slots")

    def __init__(self, wid: str) -> None:
        self.made_of: tuple[Any, ...] = ()
        self.key: tuple[Any, ...] = ()
        self.node: Node | None = None
        self.content: Laid | None = None
        self.content_key: tuple[Any, ...] = ()
        self.slots: dict[str, tuple[Node, int, int, Any, bool, Laid]] = {}
        self.hot: dict[str, int] = _COLD
        self.entry: _Entry = (wid, ())


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
        app = self.apps[window.app]
        rect = self._frame_of(window)
        x, y, w, h = rect[0], rect[1], rect[2] - rect[0], rect[3] - rect[1]
        panels: list[Panel] = []
        hot = surface.hot
        clip = self.screen
        left = top = right = bottom = 0
        if window.mode != "shell":
            clip = self.work
            frame, (left, top, right, bottom) = framed(self.layout, window, app, w, h, active)
            panels.append(Panel(frame, x, y, clip, _part(frame, hot), None, layer))
            clip = clip_box(clip, (x + left, y + top, x + w - right, y + h - bottom))
        w, h = max(0, w - left - right), max(0, h - top - bottom)
        content_key = (window.state, *env)
        if (
            surface.content is None
            or (surface.content.w, surface.content.h) != (w, h)
            or not _same(content_key, surface.content_key)
        ):
            node = app.view(window.state, self._context(window, w, h))
            content = surface.content
            if content is not None and surface.node is not None and content.w == w and content.h == h:
                content = patched(self.layout, surface.node, content, node, (True, True))
            else:
                content = None
            surface.content = content if content is not None else self.layout.lay(node, w, h)
            surface.content_key, surface.node = content_key, node
        slots: dict[str, tuple[Node, int, int, Any, bool, Laid]] = {}
        self._walk(
            surface.content,
            x + left,
            y + top,
            clip,
            None,
            (surface, slots, panels, window, window.focus if active else "", layer),
        )
        surface.slots, surface.entry = slots, (window.id, tuple(panels))

    def _walk(self, laid: Laid, x: int, y: int, clip: Box, slot: Node | None, run: tuple[Any, ...]) -> None:
        surface, slots, panels, window, focus, layer = run
        panels.append(Panel(laid, x, y, clip, _part(laid, surface.hot) if surface.hot else _COLD, slot, layer))
        for part in laid.panels:
            px, py = x + part.x, y + part.y
            if type(part) is Slot:
                node, w, h = part.node, part.w, part.h
                inner = clip_box(clip, (px, py, px + w, py + h))
                if inner[0] >= inner[2] or inner[1] >= inner[3]:
                    continue
                ui, focused = window.ui.get(node.key), node.key == focus
                old = surface.slots.get(node.key)
                if old is not None and old[0] is node and old[1:5] == (w, h, ui, focused):
                    slots[node.key] = old
                    self._walk(old[5], px, py, inner, node, run)
                    continue
                inside = resolve(self.layout, node, w, h, ui, focused, old[5] if old is not None else None)
                slots[node.key] = (node, w, h, ui, focused, inside)
                self._walk(inside, px, py, inner, node, run)
            else:
                piece = part.laid
                inner = clip_box(clip, (px, py, px + piece.w, py + piece.h))
                if inner[0] < inner[2] and inner[1] < inner[3]:
                    self._walk(piece, px, py, inner, None, run)

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
