"""Widgets that follow the held pointer, and the wheel where nothing scrolls."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from omnigym.actions import Click, Drag, Scroll
from omnigym.devices.sim.device import SimDevice
from omnigym.sim.app import App, Context, Handler
from omnigym.sim.ui.nodes import FILL, Msg, Node, column, row
from omnigym.sim.windows.catalogue import all_apps


class _Log(NamedTuple):
    messages: tuple[Msg, ...] = ()


def _view(_state: _Log, _ctx: Context) -> Node:
    pad = row(key="board.pad", track=("track",), wheel=("wheel",), click=("click",), w=200, h=100)
    return column(pad, h=FILL, pad=40)


def _noted(name: str) -> Handler:
    return lambda state, _ctx, *rest: (_Log((*state.messages, (name, *rest))), ())


BOARD = App(
    name="board",
    title="Board",
    icon="word",
    init=lambda args, ctx: (_Log(), ()),
    view=_view,
    on={name: _noted(name) for name in ("track", "wheel", "click")},
    caption=lambda state: "Board",
)


class Board:
    def __init__(self, scale: float) -> None:
        self.device = SimDevice((1600, 1200), scale=scale, apps={**all_apps(), "board": BOARD})
        self.device.launch("board")
        desk: Any = self.device._desk
        rect = desk.shape().find(desk.regs.active, "board.pad")[2]
        self.corner, self.scale = rect[:2], scale

    def at(self, x: int, y: int) -> tuple[float, float]:
        """A point by logical pixels from the corner of the pad."""
        px = [c + v * self.scale + 0.5 for c, v in zip(self.corner, (x, y), strict=True)]
        return px[0] / 1600, px[1] / 1200

    @property
    def log(self) -> tuple[Msg, ...]:
        desk: Any = self.device._desk
        messages: tuple[Msg, ...] = desk.regs.windows[desk.regs.active].state.messages
        return messages


@pytest.fixture(params=[1.0, 2.0])
def board(request: Any) -> Board:
    return Board(request.param)


def test_a_drag_is_followed_in_logical_pixels_even_out_of_the_widget(board: Board) -> None:
    board.device.act(Drag(board.at(20, 10), board.at(260, 50)))
    assert board.log[0] == ("track", "press", 20, 10)
    assert board.log[1:] == (("track", "drag", 260, 50), ("track", "release", 260, 50))


def test_a_press_that_does_not_move_is_a_click_too(board: Board) -> None:
    board.device.act(Click(board.at(5, 5)))
    assert board.log == (("track", "press", 5, 5), ("track", "release", 5, 5), ("click",))
    board.device.act(Click(board.at(5, 5), "right"))
    assert len(board.log) == 3


def test_the_wheel_goes_to_what_has_a_use_for_it(board: Board) -> None:
    board.device.act(Scroll(board.at(5, 5), -2))
    board.device.act(Scroll(board.at(-20, -20), 1))
    assert board.log == (("wheel", -2),)
