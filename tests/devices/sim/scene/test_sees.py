"""A view reads nothing of its context that its app does not declare, else it would show what is old."""

from __future__ import annotations

from typing import Any

import numpy as np

from omnigym.a11y import State
from omnigym.actions import Click
from omnigym.devices.sim.app import App, Context
from omnigym.devices.sim.device import SimDevice
from omnigym.devices.sim.windows.catalogue import all_apps


class _Watched:
    """A context that notes which fields are read."""

    def __init__(self, context: Context, read: set[str]) -> None:
        self._context, self._read = context, read

    def __getattr__(self, name: str) -> Any:
        self._read.add(name)
        return getattr(self._context, name)


def _watched(app: App, read: set[str]) -> App:
    view = app.view
    return app._replace(view=lambda state, ctx: view(state, _Watched(ctx, read)))  # type: ignore[arg-type]


def test_views_read_what_their_apps_declare() -> None:
    reads: dict[str, set[str]] = {name: set() for name in all_apps()}
    apps = {name: _watched(app, reads[name]) for name, app in all_apps().items()}
    device = SimDevice(apps=apps)
    rng = np.random.default_rng(0)
    for app in ("excel", "word", "text_editor", "file_manager"):
        device.reset()
        device.launch(app)
        for _ in range(150):
            nodes = [n for n in device.tree() if n.has(State.ENABLED | State.CLICKABLE)]
            x, y = nodes[rng.integers(len(nodes))].center
            button = "right" if rng.random() < 0.2 else "left"
            device.act(Click(((x + 0.5) / 1024, (y + 0.5) / 768), button))
    assert reads["taskbar"] - {"w", "h"} == {"vfs", "settings", "clock_ms", "windows", "open_shell"}
    for name, app in apps.items():
        assert reads[name] - {"w", "h"} <= set(app.sees or ()), name


def test_a_view_is_called_again_only_for_files_that_it_read() -> None:
    calls: dict[str, int] = {}

    def counted(app: App) -> App:
        def view(state: Any, ctx: Context) -> Any:
            calls[app.name] = calls.get(app.name, 0) + 1
            return app.view(state, ctx)

        return app._replace(view=view)

    device = SimDevice(apps={name: counted(app) for name, app in all_apps().items()})
    device.launch("calculator")
    device.launch("file_manager", "Documents")
    device.screenshot()
    calls.clear()
    device.write_file("Music/song.txt", b"la")
    device.screenshot()
    assert not calls.keys() & {"calculator", "file_manager", "desktop"}
    device.write_file("Documents/new.txt", b"")
    assert any(n.name == "new.txt" for n in device.tree())
    assert calls["file_manager"] == 1 and "calculator" not in calls
