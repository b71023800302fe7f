"""A kind of widget is one module: one more is laid out, read, painted, clicked, dragged and typed at like any other."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest

from omnigym.a11y import Node as TreeNode
from omnigym.a11y import Role, State
from omnigym.actions import Action, Click, Move, Press, Type
from omnigym.actions import Drag as DragAction
from omnigym.devices.sim.device import SimDevice
from omnigym.devices.sim.fuzz import audit
from omnigym.errors import ConfigError, UnknownNameError
from omnigym.sim import widgets
from omnigym.sim.app import App
from omnigym.sim.desktop import Desktop
from omnigym.sim.input.behaviour import BEHAVIOURS, Behaviour, Down
from omnigym.sim.input.messages import focus, send
from omnigym.sim.paint.canvas import Op
from omnigym.sim.paint.subject import APPEARANCES, Appearance, Subject, centred, ground_of
from omnigym.sim.platform import platform_of
from omnigym.sim.state import Drag, Window
from omnigym.sim.style.looks import Look
from omnigym.sim.ui.items import Box
from omnigym.sim.ui.kinds import KINDS, Kind, Measuring
from omnigym.sim.ui.nodes import FILL, Msg, Node, column, widget
from omnigym.sim.ui.widgets import button
from omnigym.sim.widgets.record import Widget, register

# -- a kind of widget that the toolkit does not have: stars to rate something with -----------------------------------


class RatingData(NamedTuple):
    """How many stars there are, and how many of them are given."""

    given: int
    most: int = 5


def rating(key: str, given: int, *, name: str, change: Msg) -> Node:
    """Stars; a click, a drag, the arrow keys and digits send ``(*change, stars)``."""
    return widget("rating", key, Role.SLIDER, name=name, value=str(given), data=RatingData(given), change=change)


def _size(layout: Measuring, node: Node, room: int) -> tuple[int, int]:
    data: RatingData = node.data
    style = layout.theme.style(node.kind, node.style)
    return data.most * style.icon + style.pad[0] + style.pad[2], style.icon + style.pad[1] + style.pad[3]


def _draw(s: Subject) -> list[Op]:
    data: RatingData = s.data
    side, fill = s.look.icon, ground_of(s)
    ops: list[Op] = [] if fill is None else [("box", 0, 0, s.w, s.h, fill, None, s.look.radius)]
    for i in range(data.most):
        ink = s.theme.palette.accent if i < data.given else s.theme.palette.muted
        ops.append(("icon", s.look.pad[0] + i * side, centred(s.h, side), side, "star", ink, fill))
    return ops


def _give(desk: Desktop, window: Window, node: Node, stars: int) -> None:
    data: RatingData = node.data
    change, stars = node.message("change"), min(max(0, stars), data.most)
    if change is not None and stars != data.given:
        send(desk, window.id, (*change, stars))


def _at(desk: Desktop, node: Node, rect: Box, x: int) -> int:
    style = desk.layout.theme.style(node.kind, node.style)
    return (x - rect[0] - style.pad[0]) // style.icon + 1


def _down(desk: Desktop, window: Window, node: Node, down: Down) -> bool:
    if down.button != "left":
        return False
    focus(desk, window.id, node.key)
    desk.regs.drag = Drag(node.kind, window.id, node.key, down.x, down.y, down.rect, False, down.button)
    _give(desk, window, node, _at(desk, node, down.rect, down.x))
    return True


def _dragged(desk: Desktop, window: Window, drag: Drag, x: int, y: int) -> None:
    found = desk.shape().find(window.id, drag.key)
    if found is not None:
        _give(desk, window, found[1], _at(desk, found[1], drag.data, x))


def _key(desk: Desktop, window: Window, node: Node, combo: str) -> bool:
    data: RatingData = node.data
    step = {"left": -1, "right": 1}.get(combo)
    if step is None:
        return False
    _give(desk, window, node, data.given + step)
    return True


def _letter(desk: Desktop, window: Window, node: Node, letter: str) -> bool:
    if letter.isdecimal():
        _give(desk, window, node, int(letter))
    return letter.isdecimal()


WIDGET = Widget(
    "rating",
    kind=Kind(size=_size, states=int(State.CLICKABLE)),
    appearance=Appearance(draw=_draw),
    behaviour=Behaviour(down=_down, dragged=_dragged, follows_finger=True, key=_key, letter=_letter),
    looks={"": Look(icon=20, pad=(6, 4, 6, 4), radius=4, hover="hover")},
)

register(WIDGET)  # what lies in the package of the widgets is found without


# -- and what it does --------------------------------------------------------------------------------------------------

RATER = App(
    name="rater",
    title="Rater",
    icon="word",
    init=lambda args, ctx: (2, ()),
    caption=lambda state: "Rater",
    view=lambda state, ctx: column(
        rating("rater.stars", state, name="Stars", change=("stars",)),
        button("rater.ok", "OK", click=("ok",)),
        style="canvas",
        pad=20,
        h=FILL,
    ),
    on={"stars": lambda state, ctx, given: (given, ()), "ok": lambda state, ctx: (state, ())},
)


@pytest.fixture(scope="module", params=["windows", "android"])
def shared(request: pytest.FixtureRequest) -> SimDevice:
    size = (640, 480) if request.param == "windows" else (360, 800)
    apps = {**platform_of(request.param).apps(), "rater": RATER}
    return SimDevice(size, platform=request.param, apps=apps)


@pytest.fixture
def device(shared: SimDevice) -> SimDevice:
    shared.reset()
    shared.launch("rater")
    return shared


def stars(device: SimDevice) -> TreeNode:
    found = device.tree().find(key="rater.stars")
    assert found is not None
    return found


def at(device: SimDevice, share: float) -> Any:
    x, y, w, h = stars(device).bounds
    return (x + share * w) / device.size[0], (y + h / 2) / device.size[1]


def test_it_is_laid_out_and_read(device: SimDevice) -> None:
    node = stars(device)
    assert node.bounds[2:] == (112, 28), "five stars of 20 pixels, and its own look's room around them"
    assert (node.role, node.name, node.value) == (Role.SLIDER, "Stars", "2")
    assert node.has(State.CLICKABLE | State.ENABLED | State.FOCUSABLE)


def test_it_is_painted_and_again_where_it_changes(device: SimDevice) -> None:
    x, y, _, h = stars(device).bounds
    before = device.screenshot().copy()
    device.act(Click(at(device, 0.7)))
    device.act(Move((0.5, 0.95)))
    changed = (device.screenshot() != before).any(axis=2)
    assert changed[y : y + h, x + 50 : x + 90].any(), "the third and the fourth star"
    assert not changed[y : y + h, x : x + 40].any(), "the first two were given before"
    assert not np.array_equal(before[y : y + h, x : x + 46], before[y : y + h, x + 60 : x + 106])


@pytest.mark.parametrize(
    ("act", "given"),
    [
        (lambda d: [Click(at(d, 0.9))], "5"),
        (lambda d: [Click(at(d, 0.1))], "1"),
        (lambda d: [Click(at(d, 0.9), "right")], "2"),
        (lambda d: [DragAction(at(d, 0.1), at(d, 0.7))], "4"),
        (lambda d: [DragAction(at(d, 0.5), at(d, 3.0))], "5"),
        (lambda d: [Click(at(d, 0.5)), Press("right"), Press("right"), Press("right")], "5"),
        (lambda d: [Click(at(d, 0.1)), Press("left"), Press("left")], "0"),
        (lambda d: [Press("tab"), Press("right")], "3"),
        (lambda d: [Click(at(d, 0.1)), Type("x4")], "4"),
        (lambda d: [Click(at(d, 0.1)), Press("tab"), Press("right")], "1"),
    ],
)
def test_pointer_finger_and_keyboard_reach_it(
    device: SimDevice, act: Callable[[SimDevice], list[Action]], given: str
) -> None:
    for action in act(device):
        device.act(action)
        audit(device)
    assert stars(device).value == given


def test_every_widget_of_the_package_is_registered() -> None:
    modules = [importlib.import_module(m.name) for m in pkgutil.iter_modules(widgets.__path__, f"{widgets.__name__}.")]
    records: list[Widget] = [record for module in modules for record in getattr(module, "WIDGETS", ())]
    for record in records:
        assert KINDS[record.name] is record.kind
        assert APPEARANCES[record.name] is record.appearance
        assert BEHAVIOURS[record.name] is record.behaviour
    names = {record.name for record in records}
    assert len(names) == len(records)
    assert set(KINDS) == set(APPEARANCES) == set(BEHAVIOURS) == names | {"rating"}


def test_a_name_is_given_once_and_an_unknown_one_is_an_error() -> None:
    register(WIDGET)  # the same once more is nothing new
    with pytest.raises(ConfigError, match="Two widgets are named 'button'"):
        register(Widget("button", kind=WIDGET.kind))
    with pytest.raises(ConfigError, match="No widget can be named 'press'"):
        register(Widget("press"))
    for parts in (KINDS, APPEARANCES, BEHAVIOURS):
        with pytest.raises(UnknownNameError, match=r"Unknown kind of widget 'buton'\. Did you mean 'button'"):
            parts["buton"]
