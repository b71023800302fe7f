"""Which controls do what a shortcut does, on the simulated devices."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from omnigym.actions import Action, Click, Press, Type, Wait
from omnigym.devices.protocol import HasShortcutControls
from omnigym.devices.sim.crawl import SCREENS
from omnigym.devices.sim.device import SimDevice


@pytest.fixture(scope="module")
def device() -> Iterator[SimDevice]:
    device = SimDevice()
    yield device
    device.close()


@pytest.mark.parametrize(
    ("app", "before", "press", "clicks"),
    [
        ("text_editor", (Type("abc"),), Press("a", ("ctrl",)), 1),  # a triple click
        ("text_editor", (Type("abc"),), Press("s", ("ctrl",)), 2),  # File, Save
        ("word", (Type("abc"),), Press("s", ("ctrl",)), 2),
        ("word", (), Press("o", ("ctrl",)), 2),  # File, Open
        ("word", (Type("abc"), Press("a", ("ctrl",))), Press("b", ("ctrl",)), 1),  # Bold
        ("browser", (Type("wikipedia.org\n"), Wait(1)), Press("l", ("ctrl",)), 1),  # the address
        ("todo", (), Press("n", ("ctrl",)), 1),  # the field
        ("text_editor", (), Press("a", ("ctrl",)), 0),  # nothing to select
        ("word", (Type("abc"),), Press("home", ("ctrl",)), None),  # no control does that
        ("word", (), Press("o", ("ctrl",), 2), None),  # pressed twice
        ("word", (), Press("a"), None),  # a letter
    ],
)
def test_controls_do_the_same(
    device: SimDevice, app: str, before: tuple[Action, ...], press: Press, clicks: int | None
) -> None:
    device.reset(0)
    device.launch(app)
    for action in before:
        device.act(action)
    shown, nodes = device.screenshot(), device.tree().nodes
    found = device.controls_for(press)
    assert (device.screenshot() == shown).all() and device.tree().nodes == nodes  # as it was
    assert (None if found is None else len(found)) == clicks
    if found is None:
        return
    start = device.snapshot()
    device.act(press)
    by_key = [(w.app, w.title, w.document) for w in device.windows()], device.clipboard()
    texts = [(n.key, n.name, n.value) for n in device.tree().nodes if n.key != "taskbar.clock"]
    device.restore(start)
    for click in found:
        assert isinstance(click, Click)
        device.act(click)
    assert ([(w.app, w.title, w.document) for w in device.windows()], device.clipboard()) == by_key
    assert [(n.key, n.name, n.value) for n in device.tree().nodes if n.key != "taskbar.clock"] == texts


def test_a_control_that_does_something_more_is_none_for_a_shortcut(device: SimDevice) -> None:
    """Clipchamp's clock stands in its state, so that nothing there counts as the same."""
    device.reset(0)
    device.launch("clipchamp")
    device.act(Press("n", ("ctrl",)))
    assert device.controls_for(Press("i", ("ctrl",))) is None


@pytest.mark.parametrize("platform", sorted(SCREENS))
def test_each_simulated_platform_knows_them(platform: str) -> None:
    size, scale = SCREENS[platform]  # type: ignore[index]
    device = SimDevice(size, platform, scale)  # type: ignore[arg-type]
    assert isinstance(device, HasShortcutControls)
    assert device.controls_for(Press("a", ("ctrl",))) in (None, ())
