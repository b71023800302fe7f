"""The scene: what is on the screen now, as surfaces of panels, kept between steps.

The scene is a cache of the registers: `Scene.update` compares by identity what each surface was made of, and makes
anew only what changed. Nothing that it keeps influences what it returns.
"""

from __future__ import annotations

from omnigym.devices.sim.state import Menu, Registers, Window
from omnigym.devices.sim.ui.compose import COLD, Composer, Surface, heated, same
from omnigym.devices.sim.ui.hits import Entry, Hit, look, placed, scrolling_at
from omnigym.devices.sim.ui.items import FOCUS, HOVER, PRESSED, Box, Laid, Panel
from omnigym.devices.sim.ui.menus import menu_panels
from omnigym.devices.sim.ui.nodes import Node

__all__ = ["LAYER_BAR", "LAYER_DESKTOP", "LAYER_POPUP", "LAYER_WINDOWS", "Scene"]

#: Layers by kind of surface; windows count up from theirs, front to back.
LAYER_POPUP, LAYER_WINDOWS, LAYER_BAR, LAYER_DESKTOP = 10, 20, 90, 99


class Scene:
    """Surfaces back to front.

    Args:
        composer: Makes the panels of windows.
        size: Of the screen in pixels.
    """

    def __init__(self, composer: Composer, size: tuple[int, int]) -> None:
        self._composer, self._size = composer, size
        self._surfaces: dict[str, Surface] = {}
        self._menu: tuple[Menu | None, Entry] = (None, ("menu", ()))
        self._hit: tuple[int, int, Hit | None] = (-1, -1, None)
        self.surfaces: tuple[Entry, ...] = ()

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
                self._menu = (menu, ("menu", menu_panels(self._composer.layout, menu, self._size)))
            out.append(self._menu[1])
        surfaces = tuple(out)
        if not same(surfaces, self.surfaces):
            self.surfaces = surfaces
            self._hit = (-1, -1, None)

    def _surface(self, regs: Registers, window: Window, layer: int, system: object) -> Entry:
        wid = window.id
        surface = self._surfaces.get(wid)
        if surface is None:
            surface = self._surfaces[wid] = Surface(wid)
        shell = window.mode == "shell"
        made_of = (
            window, layer, regs.active, regs.hover, regs.drag, regs.vfs, regs.clipboard, regs.settings,
            system if shell else None,
        )  # fmt: skip
        if same(made_of, surface.made_of):
            return surface.entry
        surface.made_of = made_of
        hot = self._hot(regs, window)
        active = regs.active == wid
        key = (window, active, layer, *made_of[5:])
        if same(key, surface.key):
            if hot != surface.hot:
                surface.entry = (wid, tuple([heated(p, hot) for p in surface.entry[1]]))
                surface.hot = hot
            return surface.entry
        lane = surface.lane
        if lane is not None and hot == surface.walked and same(key[1:], surface.key[1:]):
            surface.hot = hot
            if self._composer.retype(surface, window, lane):
                surface.key = key
                return surface.entry
        surface.key, surface.hot = key, hot
        self._composer.compose(surface, window, active, layer, made_of[5:])
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
        return hot or COLD

    def hit(self, x: int, y: int) -> Hit | None:
        """What is at a pixel, front first."""
        if self._hit[0] != x or self._hit[1] != y:
            self._hit = (x, y, look(self.surfaces, x, y))
        return self._hit[2]

    def scrollable(self, surface: str, x: int, y: int) -> tuple[Node, Laid] | None:
        """The innermost widget at a pixel of a surface that has something to scroll."""
        return scrolling_at(self.panels_of(surface), x, y)

    def find(self, surface: str, key: str) -> tuple[Panel, Node, Box] | None:
        """Where the node of a key is on a surface: its panel, itself, its rectangle in screen pixels."""
        return placed(self.panels_of(surface), key)

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
