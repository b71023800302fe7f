"""Steps, oracles and runs of phone camera that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.a11y import Role
from omnigym.actions import Action
from omnigym.tasks.counterexamples import wrong_run
from omnigym.tasks.step_library.phone import at_root
from omnigym.tasks.step_library.variations import as_asked
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI, oracle


@word
def shot(ui: UI, mode: str, zoom: int, camera: str = "back") -> Iterator[Action]:
    """A photo taken at once."""
    yield from at_root(ui, "camera.shutter")
    for name in ("Cancel timer", f"Switch to {camera} camera"):
        button = ui.node(Role.BUTTON, name)
        if button is not None:
            yield ui.click(button)
    yield ui.click("camera.timer")
    yield ui.click("camera.timer.0")
    yield ui.click(f"camera.mode.{mode}")
    yield ui.click(f"camera.zoom.{zoom}")
    yield ui.click("camera.shutter")


def mode(ui: UI, mode: str, zoom: int, **_: object) -> Iterator[Action]:
    """Mode and zoom, then the shutter."""
    yield from shot(ui, mode.lower(), zoom)


@oracle("phone-camera/settings")
def settings(ui: UI, flash: str, timer: int) -> Iterator[Action]:
    """The buttons above the picture; the one of the timer last."""
    yield from at_root(ui, "camera.shutter")
    for key in (f"flash.{flash}", f"timer.{timer}"):
        yield ui.click(f"camera.{key.partition('.')[0]}")
        yield ui.click(f"camera.{key}")


@wrong_run("phone-camera/mode", "phone-camera/take")
def with_the_flash(ui: UI, zoom: int, camera: str = "back", mode: str = "", **_: object) -> Iterator[Action]:
    """The flash is turned on, and stays so."""
    yield from at_root(ui, "camera.shutter")
    yield ui.click("camera.flash")
    yield ui.click("camera.flash.on")
    if mode:
        yield from as_asked("phone-camera/mode", ui, mode=mode, zoom=zoom)
    else:
        yield from as_asked("phone-camera/take", ui, camera=camera, zoom=zoom)
