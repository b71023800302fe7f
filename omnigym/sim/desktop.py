"""The desktop: registers, apps, and the cached scene of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from omnigym.sim.app import App, Context, WindowSummary
from omnigym.sim.catalogue import listed
from omnigym.sim.foreign_writes import keepers_of
from omnigym.sim.platform import SimPlatform
from omnigym.sim.scene.compose import Composer
from omnigym.sim.scene.frame import title_height
from omnigym.sim.scene.hits import Hit
from omnigym.sim.scene.scene import LAYER_BAR, LAYER_DESKTOP, LAYER_POPUP, LAYER_WINDOWS, Scene
from omnigym.sim.scene.surface import same
from omnigym.sim.state import BARE, Registers, Window, with_ui
from omnigym.sim.state_history import Past
from omnigym.sim.style.theme import Sheet
from omnigym.sim.ui.items import Box
from omnigym.sim.ui.layout import Layout
from omnigym.sim.ui.nodes import Node
from omnigym.sim.vfs import Vfs
from omnigym.sim.zones import ZONES, zone_box

_MINUTE = 60_000
#: Logical pixels from the screen's edge to what goes there with the taskbar's buttons.
_LEFT = 12
#: How many scales and style sheets are laid out for at most; then it begins anew.
_SCALES = 4


class Desktop:
    """State and scene of one simulated desktop. The modules of `input` change it.

    Args:
        size: Of the screen in pixels.
        scale: Pixels per logical pixel, where the settings do not say.
        platform: What it stands for.
        apps: By name, shells included.
        vfs, settings: Of the initial state.

    Attributes:
        regs: The state.
        effects: What carries out each kind of effect.
        keepers: Which apps may write what apps keep.
        layout: Theme, and the cache of all that was laid out; another one at another scale.
        scene: Call `fresh` to have it as of now.
        past: Keeps the states of an interval, where somebody wants to hear or see them; None where nobody does.
    """

    def __init__(
        self,
        size: tuple[int, int],
        scale: float,
        platform: SimPlatform[Desktop],
        apps: Mapping[str, App],
        vfs: Vfs,
        settings: Mapping[str, str],
    ) -> None:
        self.size, self.apps, self.platform = size, apps, platform
        self.effects: Mapping[type, Callable[[Desktop, str, Any], None]] = platform.effects
        self.keepers = keepers_of(listed(apps), platform.peers)
        self.regs = Registers(vfs, settings, (size[0] // 2, size[1] // 2))
        self.past: Past | None = None
        self._world = Context(0, 0, *self._visible(()))
        self._usual = scale
        self._laid_out: dict[tuple[float, Sheet], tuple[Layout, Composer, Scene]] = {}
        self._lay_out(platform.scale(self.regs.settings, size, scale))
        self._stale = 2  # how much of the scene is out of date: 0 nothing, 1 hover and press, 2 all of it
        self._relist = True  # whether windows may have come, gone, or changed their order
        self._layers: dict[str, int] = {}
        for app in listed(apps):
            if app.layer != "window":
                self._open_shell_part(apps[app.name])
        self.clear_bars()
        self.regs.active = next((a.name for a in listed(apps) if a.layer == "desktop"), "")

    def _lay_out(self, scale: float) -> None:
        """Begin to lay out at a scale, in the theme of the settings."""
        theme = self.platform.theme(self.regs.settings, scale)
        known = self._laid_out.get((scale, theme.sheet))
        if known is None:
            if len(self._laid_out) >= _SCALES:
                self._laid_out.clear()
            layout = Layout(theme)
            composer = self._composed_by(layout)
            scene = Scene(composer, self.size, self.regs, self._world)
            known = self._laid_out[scale, theme.sheet] = layout, composer, scene
        self.layout, self._composer, self.scene = known
        self._bars: dict[str, int] = {}

    def _composed_by(self, layout: Layout) -> Composer:
        return Composer(layout, self.apps, self.size, self._view_context, self.frame_of, self.platform.title_bar)

    def place_of(self, app: App) -> list[int]:
        """Return left, top, width and height of a part of the shell in pixels."""
        if app.place is None:
            raise ValueError(f"The shell part {app.name!r} needs a place. Give its App one.")
        scale = self.layout.scale
        x, y, w, h = app.place(round(self.size[0] / scale), round(self.size[1] / scale))
        if app.moves and self.regs.settings.get("taskbar.alignment") == "left":
            x = min(x, _LEFT)
        return [round(n * scale) for n in (x, y, w, h)]

    def clear_bars(self) -> None:
        """Set the working area to the screen without the bars, and without the keyboard while it is shown."""
        left, top, bottom = 0, 0, self.size[1]
        layers = ("bar", "keyboard") if self.regs.keyboard[0] else ("bar",)
        for window in self.regs.windows.values():
            if self.apps[window.app].layer not in layers:
                continue
            if window.h > window.w:  # a dock at the left
                left = max(left, window.x + window.w)
            elif window.y <= 0:
                top = window.h
            else:
                bottom = min(bottom, window.y)
        self._composer.work = (left, top, self.size[0], bottom)

    def _open_shell_part(self, app: App) -> None:
        x, y, w, h = self.place_of(app)
        regs = self.regs
        window = Window(app.name, app.name, None, {}, x, y, w, h, "shell", False, "", (), app.focus, app.title)
        state, _ = app.init("", self.context(window))
        regs.windows = {**regs.windows, app.name: window._replace(state=state, title=app.title_of(state))}

    # -- reading ------------------------------------------------------------------------------------------------

    @property
    def work(self) -> Box:
        """The screen without its bars, where windows are placed."""
        return self._composer.work

    def frame_of(self, window: Window) -> Box:
        """Return the current rectangle of a window in pixels."""
        x0, y0, x1, y1 = self._composer.work
        mode = window.mode
        if mode in ("maximised", "full"):
            return x0, y0, x1, y1
        if mode in ZONES:
            return zone_box(mode, (x0, y0, x1, y1))
        return window.x, window.y, window.x + window.w, window.y + window.h

    @property
    def locked(self) -> bool:
        """Whether the whole screen is covered, so that nothing behind it can be reached."""
        name = self.regs.shell
        return bool(name) and self.apps[name].layer == "screen"

    def bar_height(self, window: Window) -> int:
        """Return the height of a window's title bar in pixels."""
        height = self._bars.get(window.app)
        if height is None:
            height = self._bars[window.app] = title_height(
                self.layout, self.platform.title_bar, window, self.apps[window.app]
            )
        return height

    def context(self, window: Window) -> Context:
        """Return the context of a window's app for an update."""
        regs = self.regs
        windows: tuple[WindowSummary, ...] = ()
        x0, y0, x1, y1 = self.frame_of(window)
        w, h = x1 - x0, y1 - y0
        if window.mode == "shell" or self.apps[window.app].watches:
            windows = self.summaries()
        if window.mode not in BARE:
            h -= self.bar_height(window)
        if self.layout.scale != 1.0:
            w, h = round(w / self.layout.scale), round(h / self.layout.scale)
        fields = regs.vfs, regs.clipboard, regs.settings, regs.clock_ms, windows, regs.shell, regs.journal
        return Context(w, h, *fields)

    def _view_context(self, w: int, h: int) -> Context:
        if self.layout.scale != 1.0:
            w, h = round(w / self.layout.scale), round(h / self.layout.scale)
        return Context(w, h, *self._world[2:])

    def _visible(self, windows: tuple[WindowSummary, ...]) -> tuple[Any, ...]:
        """What views may see: the fields of `Context` after the size."""
        regs = self.regs
        minute = regs.clock_ms // _MINUTE * _MINUTE
        return regs.vfs, regs.clipboard, regs.settings, minute, windows, regs.shell, regs.journal

    def summaries(self) -> tuple[WindowSummary, ...]:
        """Return the shell's view of the open windows, without dialogs."""
        regs, apps = self.regs, self.apps
        owner = self.root_of(regs.active)
        return tuple(
            [
                WindowSummary(w.id, w.app, w.title, apps[w.app].icon, w.id == owner, w.minimised)
                for w in regs.windows.values()
                if w.mode != "shell" and not w.owner
            ]
        )

    def root_of(self, wid: str) -> str:
        """Return the window to which a dialog finally belongs; a window itself."""
        window = self.regs.windows.get(wid)
        while window is not None and window.owner:
            wid = window.owner
            window = self.regs.windows.get(wid)
        return wid

    def front_of(self, wid: str) -> str:
        """Return the dialog in front of a window that blocks it; the window itself if there is none."""
        found = True
        while found:
            found = False
            for window in self.regs.windows.values():
                if window.owner == wid:
                    wid, found = window.id, True
                    break
        return wid

    def fresh(self) -> Scene:
        """Return the scene, completely up to date."""
        if self._stale:
            self.shape().update()
            self._stale = 0
        return self.scene

    def shape(self) -> Scene:
        """Return the scene with current positions and contents; hover and press may be outdated."""
        if self._stale > 1:
            world = self._world
            windows = world.windows
            if self._relist:
                self._relist = False
                self._layers = self._layered()
                summaries = self.summaries()
                if summaries != windows:
                    windows = summaries
            fields = self._visible(windows)
            if fields[3] == world.clock_ms:
                fields = (*fields[:3], world.clock_ms, *fields[4:])  # the same object: compared by identity
            if not same(fields, world[2:]):
                self._world = world = Context(0, 0, *fields)
            self.scene.aim(self._layers, world)
            self._stale = 1
        return self.scene

    def anew(self) -> Scene:
        """Return a scene composed of the registers alone, without any cache; `fresh` must be equal to it."""
        self.shape()
        composer = self._composed_by(Layout(self.layout.theme))
        composer.work = self._composer.work
        scene = Scene(composer, self.size, self.regs, self._world)
        scene.aim(self._layers, self._world)
        scene.update()
        return scene

    def _layered(self) -> dict[str, int]:
        """The layer of each part of the screen that is visible, back to front."""
        regs, apps = self.regs, self.apps
        windows = regs.windows
        low: dict[str, int] = {}
        high: dict[str, int] = {}
        for window in windows.values():
            if window.mode == "shell":
                layer = apps[window.app].layer
                if layer == "desktop":
                    low[window.id] = LAYER_DESKTOP
                elif layer == "bar" or (layer == "keyboard" and regs.keyboard[0]):
                    high = {window.id: LAYER_BAR, **high}
                elif regs.shell == window.id or (layer == "toast" and window.state and not regs.shell):
                    high[window.id] = LAYER_POPUP
        for wid in regs.order:
            window = windows[wid]
            if not window.minimised and not windows[window.owner or wid].minimised:
                if window.mode == "full" and not window.owner:
                    low = {}  # it hides all that is behind it
                low[wid] = LAYER_WINDOWS
        if regs.shell and self.platform.opens == "full":
            front = windows[regs.shell]
            if (front.w, front.h) == self.size:
                return {regs.shell: LAYER_POPUP}
        return low | high

    def focused(self) -> tuple[Window, Node] | None:
        """Return the active window and its focused node, if there is one."""
        window = self.regs.windows.get(self.regs.active)
        if window is None or not window.focus:
            return None
        scene = self.shape()
        node = scene.slot_node(window.id, window.focus)
        if node is None:
            found = scene.find(window.id, window.focus)
            if found is None:
                return None
            node = found[1]
        return window, node

    def hit(self, x: int, y: int) -> Hit | None:
        """Return the hit at a pixel."""
        return self.shape().hit(x, y)

    # -- changing -----------------------------------------------------------------------------------------------

    def touch(self) -> None:
        """Note that a register changed, so that all derived values are checked again."""
        self._stale = 2
        self._relist = True

    def load(self, saved: tuple[object, ...]) -> None:
        """Set the registers to the result of their ``save``."""
        self.regs.load(saved)
        self.follow_settings()
        self.clear_bars()
        self.touch()

    def follow_settings(self) -> None:
        """Take theme and scale from the settings; the layout stays valid if only colours change."""
        settings = self.regs.settings
        scale = self.platform.scale(settings, self.size, self._usual)
        theme = self.platform.theme(settings, scale)
        if scale != self.layout.scale or theme.sheet is not self.layout.theme.sheet:
            self._lay_out(scale)
            self.clear_bars()
        self.layout.theme = theme

    def tick(self, ms: int) -> None:
        """Advance virtual time."""
        regs = self.regs
        was = regs.clock_ms
        if self.past is not None and ms > 0:
            self.past.keep(was, regs.save())
        regs.clock_ms = was + ms
        self._stale = 2 if regs.clock_ms // _MINUTE != was // _MINUTE else self._stale or 1

    def touch_flags(self) -> None:
        """Note that only hover or press changed, so that only colours have to be updated."""
        self._stale = self._stale or 1

    def put(self, window: Window) -> None:
        """Replace a window by a changed one."""
        regs = self.regs
        windows = dict(regs.windows)
        old = windows.get(window.id)
        windows[window.id] = window
        regs.windows = windows
        self._stale = 2
        # A part of the shell may have come into sight with its state.
        if old is None or old.title != window.title or old.minimised != window.minimised or window.mode == "shell":
            self._relist = True

    def put_ui(self, wid: str, key: str, value: object) -> None:
        """Keep ``value`` for a widget of a window."""
        window = self.regs.windows.get(wid)
        if window is not None:
            self.put(with_ui(window, key, value))
