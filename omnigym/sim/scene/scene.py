"""The scene: the surfaces on the screen, each a tuple of panels, kept between steps.

The scene is a cache of the registers: it compares by identity what each surface was composed of and composes only what
changed. Nothing that it keeps influences its results.
"""

from __future__ import annotations

from omnigym.sim.app import Context
from omnigym.sim.scene.compose import Composer
from omnigym.sim.scene.hits import Entry, Hit, look, placed, scrolling_at
from omnigym.sim.scene.menus import menu_panels
from omnigym.sim.scene.surface import COLD, Surface, same
from omnigym.sim.state import Menu, Registers, Window
from omnigym.sim.ui.items import Box, Laid, Panel
from omnigym.sim.ui.nodes import FOCUS, HOVER, PRESSED, Node

#: The layer of each kind of surface. All windows have the same one here, so that bringing a window to the front leaves
#: the panels of the others unchanged; in the tree each gets its own, from just behind the taskbar's down to this.
LAYER_POPUP, LAYER_WINDOWS, LAYER_BAR, LAYER_DESKTOP = 10, 20, 90, 99


class Scene:
    """The surfaces, back to front. `aim` invalidates them; afterwards each is composed when it is first asked for.

    Args:
        composer: Makes the panels of windows.
        size: (width, height) of the screen in pixels.
        regs: The state of the desktop.
        world: What views may read of it.

    Attributes:
        surfaces: The surfaces as of the last `shapes` or `update`.
    """

    def __init__(self, composer: Composer, size: tuple[int, int], regs: Registers, world: Context) -> None:
        self._composer, self._size, self._regs, self._world = composer, size, regs, world
        self._active = ""
        self._view = object()  # replaced whenever the world or the active window changes
        self._layers: dict[str, int] = {}
        self._surfaces: dict[str, Surface] = {}
        self._menu: tuple[Menu | None, Entry] = (None, ("menu", ()))
        self._hit: tuple[int, int, Hit | None] = (-1, -1, None)
        self._moment: tuple[object, object] | None = None
        self._settled = False
        self.surfaces: tuple[Entry, ...] = ()

    def aim(self, layers: dict[str, int], world: Context) -> None:
        """Invalidate the scene after a change of the state; nothing is composed yet.

        Args:
            layers: The layer of each visible surface by its id, back to front.
            world: What views may read; the same object as long as nothing in it changed.
        """
        if world is not self._world or self._active != self._regs.active:
            self._world, self._active, self._view = world, self._regs.active, object()
        self._layers = layers
        self._hit, self._moment, self._settled = (-1, -1, None), None, False

    def shapes(self) -> tuple[Entry, ...]:
        """Compose all surfaces. Positions and contents are current; hover and press may still be the previous ones."""
        if not self._settled:
            self._settled = True
            self._show([self._shaped(wid, layer).entry for wid, layer in self._layers.items()])
        return self.surfaces

    def update(self) -> None:
        """Compose all surfaces and apply hover, press and focus, so that everything is current."""
        regs = self._regs
        self.shapes()
        moment = (regs.hover, regs.drag)
        if self._moment is None or not same(moment, self._moment):
            self._moment = moment
            for wid in self._layers:
                self._surfaces[wid].heat(self._hot(regs.windows[wid]))
            self._show([self._surfaces[wid].entry for wid in self._layers])

    def _show(self, entries: list[Entry]) -> None:
        if len(self._surfaces) > 2 * len(entries) + 8:
            self._surfaces = {wid: self._surfaces[wid] for wid in self._layers}
        if self._regs.menu is not None:
            entries.append(self._menu_entry(self._regs.menu))
        surfaces = tuple(entries)
        if not same(surfaces, self.surfaces):
            self.surfaces = surfaces

    def _menu_entry(self, menu: Menu) -> Entry:
        if self._menu[0] is not menu:
            self._menu = (menu, ("menu", menu_panels(self._composer.layout, menu, self._size)))
        return self._menu[1]

    def _shaped(self, wid: str, layer: int) -> Surface:
        """A surface that is composed; hover and press may still be the previous ones."""
        regs, world = self._regs, self._world
        window = regs.windows[wid]
        surface = self._surfaces.get(wid)
        if surface is None:
            surface = self._surfaces[wid] = Surface(wid)
        if surface.window is window and surface.layer == layer and surface.view is self._view:
            return surface
        active, composer = regs.active == wid, self._composer
        if surface.files is not None and surface.key[2] is not world.vfs and surface.files.alike(world.vfs):
            surface.rebase(world.vfs)
        unchanged = same((active, layer, *composer.seen(window.app, world)), surface.key)
        surface.layer, surface.view = layer, self._view
        if unchanged and surface.window is window:
            return surface
        surface.window = window
        composer.compose(surface, window, active, layer, world, self._focused(window, surface.hot))
        surface.key = (active, layer, *composer.seen(window.app, world))
        return surface

    def _focused(self, window: Window, hot: dict[str, int]) -> dict[str, int]:
        """``hot`` with the current focus. The tree shows the focus; hover and press wait for `update`."""
        focus = window.focus if self._regs.active == window.id else ""
        if [key for key, flags in hot.items() if flags & FOCUS] == ([focus] if focus else []):
            return hot
        now = {key: flags & ~FOCUS for key, flags in hot.items() if flags & ~FOCUS}
        if focus:
            now[focus] = now.get(focus, 0) | FOCUS
        return now or COLD

    def _hot(self, window: Window) -> dict[str, int]:
        regs, wid = self._regs, window.id
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
        """Return the hit of the frontmost surface at a pixel, or None."""
        if self._hit[0] != x or self._hit[1] != y:
            self._hit = (x, y, self._look(x, y))
        return self._hit[2]

    def _look(self, x: int, y: int) -> Hit | None:
        menu = self._regs.menu
        found = look(*self._menu_entry(menu), x, y) if menu is not None else None
        if found is None:
            for wid, layer in reversed(self._layers.items()):
                found = look(*self._shaped(wid, layer).entry, x, y)
                if found is not None:
                    break
        return found

    def scrollable(self, surface: str, x: int, y: int) -> tuple[Node, Laid] | None:
        """Return the innermost scrollable widget at a pixel of a surface, or None."""
        return scrolling_at(self.panels_of(surface), x, y)

    def find(self, surface: str, key: str) -> tuple[Panel, Node, Box] | None:
        """Return the panel, the node and its rectangle in screen pixels for a key on a surface, or None."""
        return placed(self.panels_of(surface), key)

    def slot(self, window: str, key: str) -> Laid | None:
        """Return the inside of a slot by its key; for an invisible window, as last composed."""
        surface = self._of(window)
        found = surface.slots.get(key) if surface is not None else None
        return found.inside if found is not None else None

    def slot_node(self, window: str, key: str) -> Node | None:
        """Return the node of a slot by its key; for an invisible window, as last composed."""
        surface = self._of(window)
        found = surface.slots.get(key) if surface is not None else None
        return found.node if found is not None else None

    def _of(self, wid: str) -> Surface | None:
        layer = self._layers.get(wid)
        return self._surfaces.get(wid) if layer is None else self._shaped(wid, layer)

    def panels_of(self, surface: str) -> tuple[Panel, ...]:
        """Return the panels of a surface, back to front; none if it is not visible."""
        menu, layer = self._regs.menu, self._layers.get(surface)
        if surface == "menu":
            return self._menu_entry(menu)[1] if menu is not None else ()
        return self._shaped(surface, layer).entry[1] if layer is not None else ()
