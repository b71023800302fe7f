"""OmniBench's three actions, as its trajectories (C.2) write them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omnigym.a11y import BlockBuilder, Role, Tree
from omnigym.actions import Action, Click, Done, Drag, Invalid, Press, Scroll, Type
from omnigym.codecs import decode_omnibench, encode_omnibench

SIZE = (1920, 1080)


def decode(function: str, args: dict[str, Any], rect: list[int] | None = None) -> tuple[Action, ...]:
    return decode_omnibench({"function": function, "args": args, "rect": rect}, SIZE)


def test_the_papers_example() -> None:
    (action,) = decode("click_input", {"button": "left", "double": False}, [124, 1020, 179, 1080])
    assert isinstance(action, Click)
    assert (action.button, action.count) == ("left", 1)
    assert action.at == pytest.approx((151.5 / 1920, 1050 / 1080))
    (action,) = decode("click_input", {"button": "left", "double": True}, [1520, 371, 1614, 458])
    assert action.count == 2  # type: ignore[union-attr]


def test_wheel_is_up_when_positive() -> None:
    assert decode("wheel_mouse_input", {"wheel_dist": -3}) == (Scroll((0.5, 0.5), 3),)


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ("hello", (Type("hello"),)),
        ("{ENTER}", (Press("enter"),)),
        ("^c", (Press("c", ("ctrl",)),)),
        ("^+s", (Press("s", ("ctrl", "shift")),)),
        ("%{F4}", (Press("f4", ("alt",)),)),
        ("{TAB 3}x", (Press("tab", (), 3), Type("x"))),
        ("^(ac)", (Press("a", ("ctrl",)), Press("c", ("ctrl",)))),
        ("a{VK_BACK}", (Type("a"), Press("backspace"))),
        ("{VK_RETURN}", (Press("enter"),)),
        ("a{+}b{{}{}}", (Type("a+b{}"),)),
        ("(plain) parentheses", (Type("(plain) parentheses"),)),
        ("C:\\Users\\user\\a.txt{ENTER}", (Type("C:\\Users\\user\\a.txt"), Press("enter"))),
        ("{", None),
        ("^", None),
        ("{NOSUCH}", None),
        ("", None),
    ],
)
def test_keys(keys: str, expected: tuple[Action, ...] | None) -> None:
    got = decode("keyboard_input", {"keys": keys})
    if expected is None:
        assert [type(a) for a in got] == [Invalid]
    else:
        assert got == expected


def test_text_is_taken_as_it_is() -> None:
    assert decode("keyboard_input", {"text": "{ENTER}"}) == (Type("{ENTER}"),)


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"function": "drag"},
        {"function": "click_input", "args": {}},
        {"function": "click_input", "args": {"button": "y"}, "rect": [0, 0, 1, 1]},
        {"function": "click_input", "args": {}, "rect": [0, 0, 1]},
        {"function": "click_input", "args": {}, "rect": [9000, 0, 9001, 1]},
        {"function": "click_input", "args": [], "rect": 5},
        {"function": "wheel_mouse_input", "args": {}},
        {"function": "keyboard_input", "args": {}},
        {"action": {"type": "Tap"}},
        {"action": 5},
    ],
)
def test_what_cannot_be_read_is_invalid(data: dict[str, Any]) -> None:
    (action,) = decode_omnibench(data, SIZE)
    assert isinstance(action, Invalid)
    assert action.reason


def test_the_button_on_the_side_goes_back() -> None:
    entry = {"function": "click_input", "args": {"button": "x"}, "rect": [0, 0, 1, 1]}
    assert decode_omnibench(entry, SIZE) == (Press("left", ("alt",)),)


@given(st.text())
def test_any_keys_give_actions(keys: str) -> None:
    assert decode("keyboard_input", {"keys": keys})


units = st.floats(0, 1, exclude_max=True)


@given(
    st.one_of(
        st.builds(Click, st.tuples(units, units), st.sampled_from(["left", "right"]), st.integers(1, 2)),
        st.builds(Scroll, st.tuples(units, units), st.floats(-9, 9)),
        st.builds(Type, st.text()),
        st.builds(Drag, st.tuples(units, units), st.tuples(units, units)),
        st.just(Done()),
    )
)
def test_what_omnigym_writes_is_exact(action: Action) -> None:
    assert decode_omnibench(encode_omnibench(action, SIZE), SIZE) == (action,)


@pytest.mark.parametrize("action", [Press("s", ("ctrl",)), Press("enter"), Press("f4", ("alt",)), Type("abc")])
def test_the_published_fields_alone_say_the_same(action: Action) -> None:
    entry = encode_omnibench(action, SIZE)
    del entry["action"]
    assert decode_omnibench(entry, SIZE) == (action,)


def test_the_tree_gives_rectangle_and_text() -> None:
    builder = BlockBuilder()
    builder.add(Role.BUTTON, "Save", (100, 200, 50, 20))
    tree = Tree((builder.build(),), SIZE)
    entry = encode_omnibench(Click((110 / 1920, 210 / 1080)), SIZE, tree, thought="why")
    assert entry["rect"] == [100, 200, 150, 220]
    assert entry["control_text"] == "Save"
    assert entry["thought"] == "why"
    assert entry["description"] == "Click 'Save'."
    assert encode_omnibench(Click((0.0, 0.0)), SIZE, tree)["rect"] == [0, 0, 1, 1]
