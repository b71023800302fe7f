"""Sliders and switches, by pointer and keyboard."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from omnigym.a11y import Role, State
from omnigym.actions import Click, Drag, MouseDown, MouseUp, Move, Press
from omnigym.devices.sim.device import SimDevice
from omnigym.sim.app import App, Context, Effect
from omnigym.sim.ui.controls import Span, slider, switch
from omnigym.sim.ui.nodes import FILL, Node, column
from omnigym.sim.windows.catalogue import all_apps


class Mixer(NamedTuple):
    bass: int = 4
    loud: bool = False


def _view(state: Mixer, _ctx: Context) -> Node:
    return column(
        slider("mixer.bass", Span(state.bass, -10, 10, 2), name="Bass", w=218, change=("bass",)),
        slider("mixer.off", Span(50), name="Off", w=218, disabled=True, change=("bass",)),
        switch("mixer.loud", "Loud", checked=state.loud, click=("loud",)),
        h=FILL,
        pad=20,
        gap=10,
    )


def _bass(state: Mixer, _ctx: Context, bass: int) -> tuple[Mixer, tuple[Effect, ...]]:
    return state._replace(bass=bass), ()


def _loud(state: Mixer, _ctx: Context, *_rest: object) -> tuple[Mixer, tuple[Effect, ...]]:
    return state._replace(loud=not state.loud), ()


MIXER = App(
    name="mixer",
    title="Mixer",
    icon="word",
    init=lambda _args, _ctx: (Mixer(), ()),
    view=_view,
    on={"bass": _bass, "loud": _loud},
    caption=lambda _state: "Mixer",
)


class Hands:
    def __init__(self, scale: float) -> None:
        self.device = SimDevice((1024, 768), scale=scale, apps={**all_apps(), "mixer": MIXER})
        self.device.launch("mixer")

    def node(self, key: str) -> Any:
        return next(n for n in self.device.tree() if n.key == key)

    def at(self, key: str, share: float) -> tuple[float, float]:
        x, y, w, h = self.node(key).bounds
        return (x + share * (w - 1) + 0.5) / 1024, (y + h / 2) / 768

    def value(self) -> str:
        return str(self.node("mixer.bass").value)


@pytest.fixture(params=[1.0, 1.5])
def hands(request: Any) -> Hands:
    return Hands(request.param)


def test_it_is_read_as_a_slider(hands: Hands) -> None:
    node = hands.node("mixer.bass")
    assert (node.role, node.name, node.value) == (Role.SLIDER, "Bass", "4")
    assert node.has(State.FOCUSABLE) and node.has(State.ENABLED)


@pytest.mark.parametrize(("share", "value"), [(0.0, "-10"), (0.5, "0"), (1.0, "10"), (0.31, "-4")])
def test_a_press_moves_the_knob_there(hands: Hands, share: float, value: str) -> None:
    hands.device.act(Click(hands.at("mixer.bass", share)))
    assert hands.value() == value


def test_the_knob_follows_the_held_pointer_beyond_the_ends(hands: Hands) -> None:
    hands.device.act(Drag(hands.at("mixer.bass", 0.7), hands.at("mixer.bass", 0.1)))
    assert hands.value() == "-8"
    hands.device.act(MouseDown(hands.at("mixer.bass", 0.1)))
    hands.device.act(Move((0.999, 0.01)))
    assert hands.value() == "10"
    hands.device.act(MouseUp((0.001, 0.9)))
    assert hands.value() == "-10"
    hands.device.act(Move((0.999, 0.01)))
    assert hands.value() == "-10"


def test_keys_move_it(hands: Hands) -> None:
    hands.device.act(Press("tab"))
    for key, value in (
        ("right", "6"),
        ("up", "8"),
        ("left", "6"),
        ("down", "4"),
        ("end", "10"),
        ("right", "10"),
        ("home", "-10"),
        ("pageup", "10"),
        ("pagedown", "-10"),
    ):
        hands.device.act(Press(key))
        assert hands.value() == value, key


def test_the_right_button_and_disabled_ones_do_nothing(hands: Hands) -> None:
    hands.device.act(Click(hands.at("mixer.bass", 0.9), "right"))
    hands.device.act(Click(hands.at("mixer.off", 0.9)))
    assert hands.value() == "4"


def test_a_switch_is_switched_by_click_and_by_space(hands: Hands) -> None:
    node = hands.node("mixer.loud")
    assert (node.role, node.value, node.has(State.CHECKED)) == (Role.SWITCH, "Off", False)
    hands.device.act(Click(hands.at("mixer.loud", 0.2)))
    assert hands.node("mixer.loud").has(State.CHECKED)
    hands.device.act(Press("tab"))
    hands.device.act(Press("tab"))
    hands.device.act(Press("space"))
    assert hands.node("mixer.loud").value == "Off"
