"""Actions as Python functions: what is read from their docstrings and types, and how they are called."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from omnigym.actions import Action, Click, Point, Press, Wait
from omnigym.codecs import CrabAndroidCodec, functions
from omnigym.codecs.functions import action, actions_of
from omnigym.described import FunctionDescription
from omnigym.errors import ActionError, ConfigError


class Screen:
    size = (100, 200)

    def middle(self, element: int) -> Point:
        return element / 10, 0.5


@pytest.fixture(autouse=True)
def _apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test registers is gone after it."""
    actions_of("android")
    monkeypatch.setattr(functions, "_ACTIONS", dict(functions._ACTIONS))


def sample(count: int, way: Literal["up", "down"] = "up", names: list[str] | None = None) -> None:
    """Do something that takes
    two lines to say.

    And a second paragraph.

    Args:
        count: How often, which
            takes a second line.
        way, names: Where.

    Returns:
        Nothing.
    """
    del count, way, names


def test_docstring_and_types_are_the_schema() -> None:
    about = FunctionDescription(sample)
    assert about.description == "Do something that takes two lines to say. And a second paragraph."
    assert about.told == {"count": "How often, which takes a second line.", "way": "Where.", "names": "Where."}
    assert about.required == ("count",)
    assert about.parameters["count"] == {"type": "integer", "description": "How often, which takes a second line."}
    assert about.parameters["way"]["enum"] == ["up", "down"]
    tool = about.tool()
    assert (tool["type"], tool["function"]["name"]) == ("function", "sample")
    assert tool["function"]["parameters"]["type"] == "object"


@pytest.mark.parametrize(
    ("arguments", "match"),
    [({}, "count: Field required"), ({"count": "many"}, "count"), ({"count": 1, "way": "left"}, "'up' or 'down'")],
)
def test_wrong_arguments_are_one_error(arguments: dict[str, Any], match: str) -> None:
    with pytest.raises(ActionError, match=match):
        FunctionDescription(sample).checked(arguments)


def test_a_new_action_is_a_function_and_a_codec_reads_it() -> None:
    @action("android", also=("jab",))
    def double_tap(screen: functions.Screen, element: int) -> tuple[Action, ...]:
        """Tap twice on an element."""
        return Click(screen.middle(element)), Click(screen.middle(element))

    (found,) = [a for a in actions_of("android") if a.name == "double_tap"]
    assert found(Screen(), {"element": 3}) == (Click((0.3, 0.5)),) * 2
    codec = CrabAndroidCodec((100, 200), [(0, 0, 20, 20)])
    assert len(codec.decode({"name": "jab", "arguments": {"element": 0}})) == 2
    assert "double_tap" not in [a.name for a in actions_of("linux")]


def test_names_clash_where_a_platform_would_have_two() -> None:
    def wait() -> Action:
        """Another one."""
        return Wait(5.0)

    with pytest.raises(ConfigError, match="already"):
        action("android")(wait)

    def key_press(key: str) -> Action:
        """Of another platform."""
        return Press(key)

    action("web")(key_press)
    assert [a.name for a in actions_of("web")] == ["key_press", "wait", "submit", "complete"]


@pytest.mark.parametrize("platform", ["android", "linux"])
def test_every_action_is_described(platform: str) -> None:
    for found in actions_of(platform):
        assert found.described.description.endswith("."), found.name
        assert found.described.schema["type"] == "object"
