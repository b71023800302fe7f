from __future__ import annotations

from typing import Any

import pytest

from omnigym.actions import KEYS, Action, Click, Drag, Move, Press, Scroll, Type, Wait, pixel
from omnigym.errors import ActionError
from omnigym.play.gestures import Gestures, action_of_key
from omnigym.play.messages import Do, Down, Key, KeyUp, Rest, Up, Wheel

SIZE = (100, 80)


class Hands:
    """A person at the page, on a clock that goes on when told to."""

    def __init__(self, **options: Any) -> None:
        self.gestures = Gestures(SIZE, **options)
        self.now = 100.0

    def feed(self, *messages: Any, most: int = 1) -> Hands:
        for message in messages:
            self.gestures.feed(message, self.now, most)
        return self

    def click(self, x: int = 10, y: int = 20, *, most: int = 1, **options: Any) -> Hands:
        self.press(x, y, most=most, **options)
        return self.release(x, y, **options)

    def press(self, x: int, y: int, *, most: int = 1, **options: Any) -> Hands:
        return self.feed(Down(x=x, y=y, at_ms=self.now * 1000, **options), most=most)

    def release(self, x: int, y: int, **options: Any) -> Hands:
        options.pop("held", None)
        return self.feed(Up(x=x, y=y, at_ms=self.now * 1000, **options))

    def later(self, seconds: float) -> Hands:
        self.now += seconds
        return self

    def done(self) -> list[Action]:
        """What can be done by now."""
        actions = []
        while (action := self.gestures.take(self.now)) is not None:
            actions.append(action)
        return actions


@pytest.fixture
def hands() -> Hands:
    return Hands()


def at(x: int, y: int) -> tuple[float, float]:
    return (x + 0.5) / SIZE[0], (y + 0.5) / SIZE[1]


def test_a_click_on_a_button_is_done_at_once(hands: Hands) -> None:
    assert hands.click(10, 20).done() == [Click(at(10, 20))]


def test_the_pixel_of_an_action_is_the_one_that_was_pressed(hands: Hands) -> None:
    for x in range(SIZE[0]):
        (click,) = hands.click(x, x % SIZE[1]).later(1).done()
        assert pixel(click.at, SIZE) == (x, x % SIZE[1])


def test_a_pixel_outside_the_screen_is_one_on_its_edge(hands: Hands) -> None:
    assert hands.click(500, 500).done() == [Click(at(99, 79))]


def test_two_quick_clicks_on_a_button_are_two_actions(hands: Hands) -> None:
    hands.click()
    assert len(hands.later(0.1).click().done()) == 2


@pytest.mark.parametrize(("clicks", "most"), [(1, 2), (2, 2), (2, 3), (3, 3)])
def test_quick_clicks_where_they_mean_something_together_are_one_action(hands: Hands, clicks: int, most: int) -> None:
    for _ in range(clicks):
        hands.click(most=most).later(0.1)
    assert hands.later(0.5).done() == [Click(at(10, 20), count=clicks)]


def test_a_click_waits_for_a_second_one_but_not_for_long(hands: Hands) -> None:
    hands.click(most=2)
    due = hands.gestures.due()
    assert hands.done() == []
    assert due is not None and 0.1 < due - hands.now < 0.5
    assert len(hands.later(due - hands.now).done()) == 1


def test_the_second_of_two_clicks_may_be_held_down(hands: Hands) -> None:
    hands.click(most=2).later(0.1).press(10, 20, most=2)
    assert hands.gestures.due() is None
    assert hands.later(2).release(10, 20).done() == [Click(at(10, 20), count=2)]


def test_the_last_click_that_means_something_does_not_wait(hands: Hands) -> None:
    assert hands.click(most=2).later(0.1).click(most=2).done() == [Click(at(10, 20), count=2)]


@pytest.mark.parametrize("second", [{"x": 40}, {"button": "right"}, {"held": ("ctrl",)}])
def test_clicks_that_differ_are_not_joined(hands: Hands, second: dict[str, Any]) -> None:
    hands.click(most=2).later(0.1).click(most=2, **second)
    assert [a.count for a in hands.later(1).done() if isinstance(a, Click)] == [1, 1]


def test_two_slow_clicks_at_one_place_are_kept_apart_on_virtual_time_too(hands: Hands) -> None:
    first = hands.click(most=2).later(0.5).done()
    second = hands.later(1).click(most=2).later(0.5).done()
    assert first == [Click(at(10, 20))]
    assert second == [Wait(0.5), Click(at(10, 20))]


def test_slow_clicks_that_queued_up_behind_a_busy_desktop_are_not_joined(hands: Hands) -> None:
    hands.click(most=2).later(0.8).click(most=2)
    assert hands.later(1).done() == [Click(at(10, 20)), Wait(0.5), Click(at(10, 20))]


def test_what_follows_a_click_does_not_wait_for_a_second_one(hands: Hands) -> None:
    hands.click(most=2).feed(Key(key="Enter"))
    assert hands.done() == [Click(at(10, 20)), Press("enter")]


def test_a_right_click_does_not_wait(hands: Hands) -> None:
    assert hands.click(most=2, button="right").done() == [Click(at(10, 20), "right")]


def test_modifiers_are_those_of_the_press(hands: Hands) -> None:
    assert hands.click(held=("ctrl", "shift")).done() == [Click(at(10, 20), modifiers=("ctrl", "shift"))]


def test_a_press_that_moves_is_a_drag_and_takes_its_time(hands: Hands) -> None:
    hands.press(10, 20, held=("shift",)).later(0.7).release(50, 25)
    assert hands.done() == [Drag(at(10, 20), at(50, 25), "left", ("shift",), 0.7)]


def test_a_hand_that_trembles_clicks(hands: Hands) -> None:
    hands.press(10, 20).release(12, 21)
    assert hands.done() == [Click(at(10, 20))]


def test_a_click_and_then_a_drag_from_the_same_place_are_two_actions(hands: Hands) -> None:
    hands.click(most=2).later(0.1).press(10, 20, most=2).later(0.1).release(60, 20)
    assert hands.done() == [Click(at(10, 20)), Drag(at(10, 20), at(60, 20), duration=0.1)]


def test_a_button_that_comes_up_without_having_gone_down_does_nothing(hands: Hands) -> None:
    assert hands.release(10, 20).done() == []
    assert hands.press(10, 20).release(10, 20, button="right").done() == []


def test_the_wheel_turns_by_whole_notches(hands: Hands) -> None:
    for _ in range(5):
        hands.feed(Wheel(x=1, y=2, dy=0.5))
    assert hands.done() == [Scroll(at(1, 2), 2.0)]
    assert hands.feed(Wheel(x=1, y=2, dy=0.5)).done() == [Scroll(at(1, 2), 1.0)]


def test_the_wheel_that_turns_back_starts_anew(hands: Hands) -> None:
    hands.feed(Wheel(x=1, y=2, dy=0.9), Wheel(x=1, y=2, dy=-1.0))
    assert hands.done() == [Scroll(at(1, 2), -1.0)]


def test_the_pointer_that_rests_is_moved_unless_it_is_elsewhere_already(hands: Hands) -> None:
    assert hands.feed(Rest(x=5, y=5), Rest(x=6, y=5)).done() == [Move(at(6, 5))]
    assert hands.feed(Rest(x=5, y=5)).click(10, 20).done() == [Click(at(10, 20))]


def test_a_hand_that_trembles_between_two_clicks_makes_a_double_click(hands: Hands) -> None:
    hands.click(most=2).later(0.25).feed(Rest(x=11, y=20)).click(most=2)
    assert hands.done() == [Click(at(10, 20), count=2)]


def test_characters_that_come_faster_than_they_are_taken_are_one_action(hands: Hands) -> None:
    hands.feed(*(Key(key=c) for c in "Grüße!"))
    assert hands.done() == [Type("Grüße!")]


def test_while_recording_what_is_typed_without_a_pause_is_one_action() -> None:
    hands = Hands(gather=True)
    for c in "on time":
        hands.feed(Key(key=c))
        assert hands.later(0.3).done() == []
    assert hands.later(1).done() == [Type("on time")]
    assert hands.feed(Key(key="a"), Key(key="Enter")).done() == [Type("a"), Press("enter")]


def test_a_key_that_repeats_is_one_action(hands: Hands) -> None:
    hands.feed(*[Key(key="ArrowDown")] * 3, Key(key="ArrowDown", held=("shift",)))
    assert hands.done() == [Press("down", (), 3), Press("down", ("shift",))]


def test_a_modifier_alone_counts_when_it_comes_up(hands: Hands) -> None:
    assert hands.feed(Key(key="Meta", held=("meta",))).done() == []
    assert hands.feed(KeyUp(key="Meta")).done() == [Press("meta")]


def test_a_modifier_with_another_key_is_a_shortcut_only(hands: Hands) -> None:
    hands.feed(Key(key="Meta", held=("meta",)), Key(key="e", code="KeyE", held=("meta",)), KeyUp(key="Meta"))
    assert hands.done() == [Press("e", ("meta",))]


def test_ctrl_alone_does_nothing(hands: Hands) -> None:
    assert hands.feed(Key(key="Control", held=("ctrl",)), KeyUp(key="Control")).done() == []


def test_a_button_of_the_page_is_its_action(hands: Hands) -> None:
    assert hands.feed(Do(action={"type": "Wait", "duration": 2.0})).done() == [Wait(2.0)]


def test_an_action_of_the_page_that_is_none_is_refused(hands: Hands) -> None:
    with pytest.raises(ActionError, match="Unknown action type 'Fly'"):
        hands.feed(Do(action={"type": "Fly"}))


def test_what_is_cleared_is_not_done(hands: Hands) -> None:
    hands.click().press(1, 1).gestures.clear()
    assert hands.release(1, 1).done() == []


# -- test keys --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "code", "held", "action"),
    [
        ("a", "KeyA", (), Type("a")),
        ("ß", "Minus", (), Type("ß")),
        ("@", "KeyQ", (), Type("@")),
        (" ", "Space", (), Type(" ")),
        ("Enter", "NumpadEnter", (), Press("enter")),
        ("Tab", "Tab", ("shift",), Press("tab", ("shift",))),
        ("PageUp", "PageUp", (), Press("pageup")),
        ("F2", "F2", (), Press("f2")),
        ("ContextMenu", "ContextMenu", (), Press("menu")),
        ("c", "KeyC", ("ctrl",), Press("c", ("ctrl",))),
        (" ", "Space", ("ctrl",), Press("space", ("ctrl",))),
        ("!", "Digit1", ("ctrl", "shift"), Press("1", ("ctrl", "shift"))),
        ("å", "KeyA", ("alt",), Press("a", ("alt",))),
        ("{", "BracketLeft", ("ctrl", "shift"), Press("[", ("ctrl", "shift"))),
    ],
)
def test_a_key_is_what_a_person_means_by_it(key: str, code: str, held: tuple[str, ...], action: Action) -> None:
    assert action_of_key(key, code, held) == action


@pytest.mark.parametrize("key", ["Control", "Shift", "Alt", "Meta", "CapsLock", "Dead", "AudioVolumeUp", "F24", "€uro"])
def test_a_key_that_does_nothing_by_itself_is_no_action(key: str) -> None:
    assert action_of_key(key, key, ()) is None


def test_every_plain_key_of_a_shortcut_is_known() -> None:
    for key in KEYS:
        if len(key) == 1:
            assert action_of_key(key, "", ("ctrl",)) == Press(key, ("ctrl",))
