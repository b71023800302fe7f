"""Actions: what they check, and their JSON."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omnigym.actions import (
    BUTTONS,
    CONTROL,
    KEYS,
    MODIFIERS,
    Action,
    CallUser,
    Click,
    Done,
    Drag,
    Fail,
    Invalid,
    KeyDown,
    KeyUp,
    MouseDown,
    MouseUp,
    Move,
    OpenApp,
    Press,
    Scroll,
    Submit,
    Type,
    Wait,
    from_json,
    pixel,
    to_json,
)
from omnigym.errors import ActionError

units = st.floats(0, 1)
points = st.tuples(units, units)
modifiers = st.lists(st.sampled_from(MODIFIERS), unique=True).map(tuple)
keys, buttons, texts = st.sampled_from(KEYS), st.sampled_from(BUTTONS), st.text()
seconds = st.floats(0, 10)
actions = st.one_of(
    st.builds(Move, points),
    st.builds(Click, points, buttons, st.integers(1, 3), modifiers, seconds),
    st.builds(Drag, points, points, buttons, modifiers, seconds),
    st.builds(MouseDown, points, buttons),
    st.builds(MouseUp, points, buttons),
    st.builds(Scroll, points, st.floats(-9, 9), st.floats(-9, 9), modifiers),
    st.builds(Press, keys, modifiers, st.integers(1, 5)),
    st.builds(KeyDown, keys),
    st.builds(KeyUp, keys),
    st.builds(Type, texts),
    st.builds(Wait, seconds),
    st.builds(OpenApp, texts),
    st.builds(Submit, texts),
    st.builds(CallUser, texts),
    st.just(Done()),
    st.just(Fail()),
    st.builds(Invalid, texts, texts),
)


@given(actions)
def test_json_round_trip(action: Action) -> None:
    assert from_json(to_json(action)) == action


def test_every_action_is_generated_here() -> None:
    assert len(actions.original_strategies) == len(get_args(Action))  # type: ignore[attr-defined]
    assert set(CONTROL) < set(get_args(Action))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"type": "Tap", "at": [0, 0]}, "Unknown action type 'Tap'"),
        ({"at": [0, 0]}, "Unknown action type None"),
        ({"type": "Click"}, "Cannot read a Click"),
        ({"type": "Click", "at": [0, 0], "colour": 1}, "Cannot read a Click"),
        ({"type": "Click", "at": [0, 2]}, r"must lie in \[0, 1\]"),
    ],
)
def test_json_that_cannot_be_read(data: dict[str, Any], message: str) -> None:
    with pytest.raises(ActionError, match=message):
        from_json(data)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Move((1.1, 0.0)),
        lambda: Move((float("nan"), 0.0)),
        lambda: Click((0.5, -0.1)),
        lambda: Click((0.5, 0.5), "x"),  # type: ignore[arg-type]
        lambda: Click((0.5, 0.5), count=4),
        lambda: Click((0.5, 0.5), modifiers=("hyper",)),  # type: ignore[arg-type]
        lambda: Drag((0.5, 0.5), (0.5, 1.5)),
        lambda: Scroll((2.0, 0.5), 1),
        lambda: Press("Enter"),
        lambda: KeyDown("?"),
        lambda: KeyUp(""),
    ],
)
def test_what_is_outside_is_refused(make: Any) -> None:
    with pytest.raises(ActionError):
        make()


def test_actions_are_values() -> None:
    assert Click((0.5, 0.5)) == Click((0.5, 0.5))
    assert len({Type("a"), Type("a"), Type("b")}) == 2
    with pytest.raises(FrozenInstanceError):
        Type("a").text = "b"  # type: ignore[misc]


@given(points, st.integers(1, 4000), st.integers(1, 4000))
def test_pixels_are_on_the_screen(point: tuple[float, float], width: int, height: int) -> None:
    x, y = pixel(point, (width, height))
    assert 0 <= x < width
    assert 0 <= y < height


@given(st.integers(1, 4000), st.data())
def test_the_middle_of_a_pixel_is_that_pixel(size: int, data: st.DataObject) -> None:
    n = data.draw(st.integers(0, size - 1))
    assert pixel(((n + 0.5) / size, 0), (size, size))[0] == n


def test_keys_are_unique() -> None:
    assert len(set(KEYS)) == len(KEYS)


def anything(kind: Any, *args: Any, **options: Any) -> object:
    """An action of what no type checker lets through."""
    return kind(*args, **options)


@pytest.mark.parametrize(
    "build",
    [
        lambda: anything(Click, "ab"),
        lambda: anything(Click, (0.5,)),
        lambda: anything(Click, None),
        lambda: anything(Click, (0.5, 0.5), count="2"),
        lambda: anything(Click, (0.5, 0.5), modifiers=5),
        lambda: anything(Press, ["a"]),
        lambda: anything(Press, "a", count=2.5),
        lambda: anything(Scroll, (0.5, 0.5), "x"),
        lambda: anything(Wait, "long"),
        lambda: Type(5),  # type: ignore[arg-type]
        lambda: Type("\ud800"),
        lambda: Submit(None),  # type: ignore[arg-type]
        lambda: OpenApp(5),  # type: ignore[arg-type]
        lambda: CallUser(b"?"),  # type: ignore[arg-type]
        lambda: Wait(-1.0),
        lambda: Wait(math.inf),
        lambda: Wait(math.nan),
        lambda: Scroll((0.5, 0.5), math.nan),
        lambda: Scroll((0.5, 0.5), 1.0, math.inf),
        lambda: Drag((0.5, 0.5), (0.5, 0.5), "none"),  # type: ignore[arg-type]
        lambda: Drag((0.5, 0.5), (0.5, 0.5), duration=-1.0),
        lambda: MouseDown((0.5, 0.5), "none"),  # type: ignore[arg-type]
        lambda: MouseUp((0.5, 0.5), "none"),  # type: ignore[arg-type]
        lambda: Press("a", count=0),
        lambda: Press("a", count=10**8),
        lambda: Wait(1e6),
        lambda: Scroll((0.5, 0.5), -1e9),
        lambda: Click((0.5, 0.5), duration=math.nan),
    ],
)
def test_actions_that_no_device_could_do_cannot_be_built(build: Callable[[], object]) -> None:
    with pytest.raises(ActionError):
        build()
