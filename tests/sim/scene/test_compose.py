"""A view is called again when its state or something that it read is another, and for nothing else."""

from __future__ import annotations

from typing import Any

from omnigym.devices.sim.device import SimDevice
from omnigym.sim.app import App, Context
from omnigym.sim.scene.compose import FILES, WatchedContext
from omnigym.sim.vfs import Vfs
from omnigym.sim.windows.catalogue import all_apps


def test_what_is_read_of_a_context_is_taken_down() -> None:
    context = Context(3, 4, Vfs(), None, {"a": "b"}, 5, (), "start")  # type: ignore[arg-type]
    watched = WatchedContext.of(context)
    assert (watched.w, watched.h, watched.read) == (3, 4, set())
    for index, field in list(enumerate(Context._fields))[2:]:
        value = getattr(watched, field)
        assert index in watched.read, field
        assert (value is watched.files) if index == FILES else value is context[index]


def test_a_view_is_called_again_only_for_a_setting_that_it_read() -> None:
    calls: dict[str, int] = {}

    def counted(app: App) -> App:
        def view(state: Any, ctx: Context) -> Any:
            calls[app.name] = calls.get(app.name, 0) + 1
            return app.view(state, ctx)

        return app._replace(view=view)

    device = SimDevice(apps={name: counted(app) for name, app in all_apps().items()})
    device.launch("calculator")
    device.launch("settings")
    device.screenshot()
    calls.clear()
    device.set_setting("sound.volume", "12")
    device.screenshot()
    assert calls == {"taskbar": 1}
    device.set_setting("account.name", "Robin")
    device.screenshot()
    assert calls == {"taskbar": 1, "settings": 1}


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


def test_a_content_is_found_again_after_a_write_elsewhere_and_never_with_other_files() -> None:
    calls: list[str] = []
    explorer = all_apps()["file_manager"]

    def view(state: Any, ctx: Context) -> Any:
        calls.append("file_manager")
        return explorer.view(state, ctx)

    device = SimDevice(apps={**all_apps(), "file_manager": explorer._replace(view=view)})

    def names() -> set[str]:
        device.reset()
        device.launch("file_manager", "Documents")
        return {n.name for n in device.tree()}

    assert "new.txt" not in names()
    calls.clear()
    assert "new.txt" not in names()
    assert not calls
    device.reset()
    device.write_file("Music/song.txt", b"la")
    device.launch("file_manager", "Documents")
    assert device.tree()
    assert not calls
    device.write_file("Documents/new.txt", b"")
    assert any(n.name == "new.txt" for n in device.tree())
    assert len(calls) == 1
    assert "new.txt" not in names()
