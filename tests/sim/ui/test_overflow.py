"""What of a bar has no room is in the menu of its last button."""

from __future__ import annotations

import pytest

from omnigym.actions import Click
from omnigym.devices.sim.device import SimDevice
from omnigym.sim.app import App
from omnigym.sim.platform import platform_of
from omnigym.sim.ui.nodes import column, row
from omnigym.sim.ui.overflow import fold
from omnigym.sim.ui.widgets import button, combo, separator, text, toggle
from omnigym.sim.windows.office import group

_NAMES = ("Cut", "Copy", "Paste")


def _view(state: tuple[str, ...], _ctx: object) -> object:
    buttons = [button(f"demo.{name.lower()}", name, click=("do", name), w=90) for name in _NAMES]
    look = toggle("demo.bold", "Bold", checked="Bold" in state, click=("do", "Bold"), w=90)
    size = combo("demo.size", "11", ("11", "12"), name="Size", w=90, change=("do",))
    bar = fold(*buttons, separator(vertical=True), look, size, key="demo.more", style="", h=40, align="center")
    named = fold(
        group("One", button("demo.one", "1", click=("do", "1"), w=300)),
        group("Two", button("demo.two", "2", click=("do", "2"), w=300)),
        group("Three", button("demo.three", "3", click=("do", "3"), w=300)),
        key="demo.more_groups",
        style="",
        h=60,
    )
    return column(row(bar, h=40), row(named, h=60), text("Done: " + ", ".join(state), key="demo.done"))


@pytest.fixture(scope="module")
def device() -> SimDevice:
    apps = dict(platform_of("windows").apps())
    on = {"do": lambda s, _ctx, name: ((*s, name), ())}
    for name, w in (("wide", 1000), ("narrow", 380)):
        app = App(name=name, title=name, icon="word", init=lambda _a, _c: ((), ()), view=_view, on=on, size=(w, 400))  # type: ignore[arg-type]
        apps[name] = app
    return SimDevice((1024, 768), apps=apps)


def _click(device: SimDevice, *, key: str = "", text: str = "") -> None:
    node = device.tree().find(key=key) if key else device.tree().find(text=text)
    assert node is not None, key or text
    x, y = node.center
    device.act(Click(((x + 0.5) / 1024, (y + 0.5) / 768)))


def _done(device: SimDevice) -> str:
    node = device.tree().find(key="demo.done")
    assert node is not None
    return node.name


def test_a_bar_with_room_has_no_button_for_more(device: SimDevice) -> None:
    device.reset(0)
    device.launch("wide")
    tree = device.tree()
    assert tree.find(key="demo.more") is None
    assert tree.find(key="demo.more_groups") is None
    assert tree.find(key="demo.size") is not None


def test_the_last_ones_are_reached_by_the_menu(device: SimDevice) -> None:
    device.reset(0)
    device.launch("narrow")
    tree = device.tree()
    shown = [key for key in ("cut", "copy", "paste", "bold", "size") if tree.find(key=f"demo.{key}") is not None]
    assert shown == ["cut", "copy", "paste"]
    more = tree.find(key="demo.more")
    assert more is not None
    assert more.bounds[0] + more.bounds[2] <= device.windows()[0].bounds[0] + device.windows()[0].bounds[2]
    _click(device, key="demo.more")
    _click(device, key="demo.bold")
    assert _done(device) == "Done: Bold"
    _click(device, key="demo.more")
    _click(device, key="demo.size")
    _click(device, text="12")
    assert _done(device) == "Done: Bold, 12"


def test_groups_are_submenus(device: SimDevice) -> None:
    device.reset(0)
    device.launch("narrow")
    _click(device, key="demo.more_groups")
    _click(device, text="Three")
    _click(device, key="demo.three")
    assert _done(device) == "Done: 3"


@pytest.mark.parametrize(
    ("app", "key"), [("word", "word.find"), ("word", "word.select_all"), ("writer", "writer.align_right")]
)
def test_all_of_an_office_bar_is_reached_at_640x480(app: str, key: str) -> None:
    small = SimDevice((640, 480), "linux" if app == "writer" else "windows")
    small.reset(0)
    small.launch(app)
    assert small.tree().find(key=key) is None
    for opened in ("word.more_groups", "toolbar.Formatting.more", "more.Editing", "word.select"):
        node = small.tree().find(key=opened)
        if node is not None and small.tree().find(key=key) is None:
            x, y = node.center
            small.act(Click(((x + 0.5) / 640, (y + 0.5) / 480)))
    assert small.tree().find(key=key) is not None
