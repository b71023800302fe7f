"""The spaces that models were trained on: answers in their public formats, right, malformed and hostile."""

from __future__ import annotations

import json
from typing import Any

import gymnasium
import pytest

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.actions import (
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
)
from omnigym.agents.chat import ChatAgent
from omnigym.agents.dialects import GRAMMARS, MODEL_SPACES, View, calls_in, make_dialect
from omnigym.agents.dialects.pointing import Resized
from omnigym.agents.model import Answer, Call
from omnigym.agents.oracle_model import RehearsedAgent, rehearse
from omnigym.errors import ConfigError
from tests.agents.conftest import config

#: The picture that was looked at, and the screen: twice as large.
PICTURE, SCREEN = (1000, 500), (2000, 1000)


def read(space: str, text: str = "", *calls: tuple[str, object], platform: str = "windows") -> tuple[Action, ...]:
    """The actions of an answer, its text or its calls."""
    dialect = make_dialect(space, platform, marked=False)
    dialect.look(View(PICTURE, SCREEN))
    form = "own" if space in GRAMMARS else "functions"
    made = tuple([Call(name, json.dumps(arguments), f"c{n}") for n, (name, arguments) in enumerate(calls)])
    said = calls_in(Answer(text, made, finish_reason="stop"), dialect, form)
    return tuple([action for s in said for action in s.actions])  # type: ignore[misc]


def at(x: float, y: float, size: tuple[int, int] = PICTURE, half: float = 0.5) -> tuple[float, float]:
    return (x + half) / size[0], (y + half) / size[1]


def tars(action: str) -> str:
    return f"Thought: The button is on the left.\nAction: {action}"


def qwen(name: str, **arguments: Any) -> str:
    return f"I click.\n<tool_call>\n{json.dumps({'name': name, 'arguments': arguments})}\n</tool_call>"


BOX = "start_box='<|box_start|>(250,500)<|box_end|>'"
#: 1036 x 504 is what a processor makes of the picture.
RESIZED = (1008, 504)


@pytest.mark.parametrize(
    ("space", "platform", "text", "actions"),
    [
        ("qwen", "windows", qwen("computer_use", action="left_click", coordinate=[250, 500]), (Click((0.25, 0.5)),)),
        (
            "qwen",
            "windows",
            qwen("computer_use", action="triple_click", coordinate=[0, 1000]),
            (Click((0, 1), count=3),),
        ),
        ("qwen", "windows", qwen("computer_use", action="key", keys=["ctrl", "s"]), (Press("s", ("ctrl",)),)),
        ("qwen", "windows", qwen("computer_use", action="scroll", pixels=-300), (Scroll((0.5, 0.5), 3.0),)),
        ("qwen", "windows", qwen("computer_use", action="terminate", status="failure"), (Fail(),)),
        ("qwen", "windows", qwen("computer_use", action="answer", text="42"), (Submit("42"),)),
        (
            "qwen",
            "windows",
            qwen("computer_use", action="mouse_move", coordinate=[100, 100])
            + qwen("computer_use", action="left_click_drag", coordinate=[200, 200]),
            (Move((0.1, 0.1)), Drag((0.1, 0.1), (0.2, 0.2))),
        ),
        (
            "qwen2.5",
            "windows",
            qwen("computer_use", action="left_click", coordinate=[250, 250]),
            (Click(at(250, 250, RESIZED)),),
        ),
        ("qwen", "android", qwen("mobile_use", action="click", coordinate=[250, 500]), (Click((0.25, 0.5)),)),
        (
            "qwen",
            "android",
            qwen("mobile_use", action="long_press", coordinate=[1, 2], time=1),
            (Click((0.001, 0.002), duration=1.0),),
        ),
        (
            "qwen",
            "android",
            qwen("mobile_use", action="swipe", coordinate=[500, 800], coordinate2=[500, 200]),
            (Drag((0.5, 0.8), (0.5, 0.2)),),
        ),
        ("qwen", "android", qwen("mobile_use", action="system_button", button="Menu"), (Press("recents"),)),
        ("qwen", "android", qwen("mobile_use", action="open", text="Clock"), (OpenApp("Clock"),)),
        ("qwen", "android", qwen("mobile_use", action="key", text="volume_up"), (Press("volumeup"),)),
        # without tags, and with the arguments alone
        ("qwen", "windows", '{"action": "left_click", "coordinate": [250, 500]}', (Click((0.25, 0.5)),)),
        ("ui-tars", "windows", tars(f"click({BOX})"), (Click((0.25, 0.5)),)),
        ("ui-tars", "windows", tars("left_double(start_box='(250,500)')"), (Click((0.25, 0.5), count=2),)),
        ("ui-tars", "windows", tars("right_single(start_box='[200, 400, 300, 600]')"), (Click((0.25, 0.5), "right"),)),
        ("ui-tars", "windows", tars("hotkey(key='ctrl shift c')"), (Press("c", ("ctrl", "shift")),)),
        ("ui-tars", "windows", tars("type(content='it\\'s\\n')"), (Type("it's\n"),)),
        ("ui-tars", "windows", tars("type(content='it's \"here\"')"), (Type('it\'s "here"'),)),
        ("ui-tars", "windows", tars(f"scroll({BOX}, direction='down')"), (Scroll((0.25, 0.5), 5),)),
        ("ui-tars", "windows", tars("wait()"), (Wait(5.0),)),
        ("ui-tars", "windows", tars("finished(content='12:30')"), (Submit("12:30"), Done())),
        ("ui-tars", "windows", tars("finished()"), (Done(),)),
        ("ui-tars", "windows", tars("call_user()"), (Fail(),)),
        ("ui-tars-1.5", "windows", tars("click(point='<point>250 250</point>')"), (Click(at(250, 250, RESIZED)),)),
        (
            "ui-tars-1.5",
            "windows",
            tars("drag(start_point='<point>0 0</point>', end_point='<point>504 252</point>')"),
            (Drag(at(0, 0, RESIZED), at(504, 252, RESIZED)),),
        ),
        ("ui-tars", "android", tars(f"long_press({BOX})"), (Click((0.25, 0.5), duration=1.0),)),
        ("ui-tars", "android", tars("press_back()"), (Press("back"),)),
        ("ui-tars", "android", tars("open_app(app_name='Clock')"), (OpenApp("Clock"),)),
        ("ui-tars", "android", tars(f"scroll({BOX}, direction='down')"), (Drag((0.25, 0.5), (0.25, 0.2)),)),
        (
            "autoglm",
            "android",
            '<think>I tap.</think>\n<answer>do(action="Tap", element=[250,500])</answer>',
            (Click((0.25, 0.5)),),
        ),
        (
            "autoglm",
            "android",
            '<answer>do(action="Type", text="say "hi" now")</answer>',
            (Press("a", ("ctrl",)), Type('say "hi" now')),
        ),
        (
            "autoglm",
            "android",
            '<answer>do(action="Swipe", start=[500,800], end=[500,200])</answer>',
            (Drag((0.5, 0.8), (0.5, 0.2)),),
        ),
        ("autoglm", "android", '<answer>do(action="Launch", app="Clock")</answer>', (OpenApp("Clock"),)),
        ("autoglm", "android", '<answer>do(action="Wait", duration="3 seconds")</answer>', (Wait(3.0),)),
        ("autoglm", "android", 'I am done.</think>finish(message="It is 12:30.")', (Submit("It is 12:30."), Done())),
        ("autoglm", "android", '<answer>do(action="Take_over", message="Log in")</answer>', (CallUser("Log in"),)),
    ],
)
def test_grammars(space: str, platform: str, text: str, actions: tuple[Action, ...]) -> None:
    assert read(space, text, platform=platform) == actions


@pytest.mark.parametrize(
    ("call", "actions"),
    [
        ({"type": "click", "x": 10, "y": 20, "button": "left"}, (Click(at(10, 20)),)),
        (
            {"type": "click", "x": 10, "y": 20, "button": "wheel", "keys": ["CTRL"]},
            (Click(at(10, 20), "middle", 1, ("ctrl",)),),
        ),
        ({"type": "click", "x": 10, "y": 20, "button": "back"}, (Press("left", ("alt",)),)),
        ({"type": "double_click", "x": 10, "y": 20}, (Click(at(10, 20), count=2),)),
        ({"type": "scroll", "x": 10, "y": 20, "scroll_x": 0, "scroll_y": 250}, (Scroll(at(10, 20), 2.5),)),
        ({"type": "keypress", "keys": ["CTRL", "ARROWUP"]}, (Press("up", ("ctrl",)),)),
        ({"type": "drag", "path": [{"x": 1, "y": 2}, {"x": 3, "y": 4}]}, (Drag(at(1, 2), at(3, 4)),)),
        (
            {"type": "drag", "path": [{"x": 1, "y": 2}, {"x": 3, "y": 4}, {"x": 5, "y": 6}]},
            (MouseDown(at(1, 2)), Move(at(3, 4)), Move(at(5, 6)), MouseUp(at(5, 6))),
        ),
        ({"type": "screenshot"}, (Wait(0.0),)),
        ({"type": "wait"}, (Wait(2.0),)),
        ({"type": "type", "text": "hi"}, (Type("hi"),)),
    ],
)
def test_openai(call: dict[str, Any], actions: tuple[Action, ...]) -> None:
    assert read("openai", "", ("computer", {"actions": [call]})) == actions


def test_a_batch_of_openai_is_one_call() -> None:
    batch = [{"type": "move", "x": 1, "y": 1}, {"type": "type", "text": "a"}, {"type": "screenshot"}]
    assert read("openai", "", ("computer", {"actions": batch})) == (Move(at(1, 1)), Type("a"))
    assert read("openai", "It is done.") == (Done(),)
    assert read("anthropic", "It is done.") == (Done(),)


@pytest.mark.parametrize(
    ("name", "arguments", "actions"),
    [
        ("left_click", {"coordinate": [10, 20]}, (Click(at(10, 20)),)),
        (
            "triple_click",
            {"coordinate": [10, 20], "text": "ctrl+shift"},
            (Click(at(10, 20), "left", 3, ("ctrl", "shift")),),
        ),
        ("key", {"text": "ctrl+shift+Escape", "repeat": 2}, (Press("escape", ("ctrl", "shift"), 2),)),
        ("key", {"text": "Page_Down"}, (Press("pagedown"),)),
        ("hold_key", {"text": "shift", "duration": 2}, (KeyDown("shift"), Wait(2.0), KeyUp("shift"))),
        ("scroll", {"coordinate": [10, 20], "scroll_direction": "up", "scroll_amount": 3}, (Scroll(at(10, 20), -3),)),
        ("left_click_drag", {"start_coordinate": [1, 2], "coordinate": [3, 4]}, (Drag(at(1, 2), at(3, 4)),)),
        ("type", {"text": "hi"}, (Type("hi"),)),
        ("wait", {"duration": 3}, (Wait(3.0),)),
        ("screenshot", {}, (Wait(0.0),)),
    ],
)
def test_anthropic(name: str, arguments: dict[str, Any], actions: tuple[Action, ...]) -> None:
    assert read("anthropic", "", (name, arguments)) == actions


def test_a_click_without_a_position_is_where_the_pointer_is() -> None:
    assert read("anthropic", "", ("mouse_move", {"coordinate": [10, 20]}), ("left_click", {})) == (
        Move(at(10, 20)),
        Click(at(10, 20)),
    )


@pytest.mark.parametrize(
    ("space", "said", "why"),
    [
        ("qwen", "Just words.", "no <tool_call>"),
        ("qwen", "<tool_call>{" + "[" * 10_000 + "</tool_call>", "no JSON"),
        ("qwen", "<tool_call>[1]</tool_call>", "JSON object"),
        ("qwen", qwen("rm", action="left_click"), "no function"),
        ("qwen", qwen("computer_use", action="left_click"), "position is needed"),
        ("qwen", qwen("computer_use", action="left_click", coordinate=[2000, 5]), "outside"),
        ("qwen", qwen("computer_use", action="left_click", coordinate=[[1], {}]), "numbers"),
        ("qwen", qwen("computer_use", action="left_click", coordinate=[True, 5]), "numbers"),
        (
            "qwen",
            '<tool_call>{"name": "computer_use", "arguments": {"action": "scroll", "pixels": NaN}}</tool_call>',
            "",
        ),
        ("qwen", qwen("computer_use", action="key", keys=["a", "b"]), "held"),
        ("qwen", qwen("computer_use", action="key", keys=["ctrl"] * 1000), "at most 8"),
        ("qwen", qwen("computer_use", action="type", text="x" * 20_000), "10,000"),
        ("qwen", qwen("computer_use", action="wait", time=1e9), "seconds"),
        ("qwen", qwen("computer_use", action="fly"), "no action"),
        ("qwen", qwen("computer_use"), "lacks the argument"),
        ("ui-tars", "Thought: I do not know.", "Action"),
        ("ui-tars", tars("click(start_box='(x,y)')"), "position"),
        ("ui-tars", tars("__import__('os').system('rm -rf /')"), "not a call"),
        ("ui-tars", tars("click(start_box=open('/etc/passwd'))"), "malformed"),
        ("ui-tars", tars("(" * 5000), "not a call"),
        ("ui-tars", tars("type(content='" + "a='" * 10_000), "Error"),
        ("ui-tars", tars("scroll(direction='sideways')"), "direction"),
        ("autoglm", "", "no <answer>"),
        ("autoglm", '<answer>do(action="Tap", element=[1])</answer>', "position"),
        ("autoglm", '<answer>do(action="Dance")</answer>', "no action"),
        ("autoglm", '<answer>eval("1")</answer>', "no function"),
        ("autoglm", "<answer>" + "do(" * 3000 + "</answer>", "Error"),
    ],
)
def test_what_cannot_be_read_is_one_invalid_action(space: str, said: str, why: str) -> None:
    (action,) = read(space, said, platform="android" if space == "autoglm" else "windows")
    assert isinstance(action, Invalid) and why in action.reason, action


@pytest.mark.parametrize(
    "batch",
    [
        None,
        [],
        [None],
        [{"type": "click"}] * 100,
        [{"type": "click", "x": -1, "y": 0}],
        [{"type": "click", "x": 1e400, "y": 0}],
        [{"type": "drag", "path": [{"x": 1, "y": 1}] * 1000}],
        [{"type": "scroll", "x": 1, "y": 1, "scroll_y": "far"}],
        [{"type": "click", "x": 1, "y": 1, "button": "any"}],
        [{"type": "format_disk"}],
    ],
)
def test_a_batch_that_cannot_be_read_is_none_at_all(batch: object) -> None:
    (action,) = read("openai", "", ("computer", {"actions": batch}))
    assert isinstance(action, Invalid)


def test_pictures_are_resized_as_the_processor_does() -> None:
    qwen25 = Resized(28, 3136, 12_845_056)
    assert qwen25((1920, 1080)) == (1932, 1092)
    assert qwen25((10, 10)) == (56, 56)
    width, height = qwen25((8000, 6000))
    assert width * height <= 12_845_056 and not (width % 28 or height % 28)


@pytest.mark.parametrize("space", MODEL_SPACES)
@pytest.mark.parametrize("env_id", ["OmniBench-Win11-v0", "OmniBench-Android-v0"])
def test_right_answers_score(env_id: str, space: str) -> None:
    base = gymnasium.make(env_id, observation="a11y", tasks="nodes:1")
    tasks = base.unwrapped.tasks  # type: ignore[attr-defined]
    agent = RehearsedAgent(config(space=space, max_actions=100))
    scores = [rehearse(agent.wrap(base), agent, t.id) for t in tasks[:: len(tasks) // 6][:6]]
    assert True in scores and False not in scores, scores
    base.close()


def test_a_model_s_space_is_of_one_device_and_one_model() -> None:
    with pytest.raises(ConfigError, match="form=own"):
        config(form="own")
    with pytest.raises(ConfigError, match="api=responses"):
        config(space="openai", api="chat")
    with pytest.raises(ConfigError, match="one model"):
        config(space="ui-tars", structure="by-functionality")
    env = gymnasium.make("Crab-Cross-v0", observation="a11y")
    with pytest.raises(ConfigError, match="one device"):
        ChatAgent(config(space="qwen")).wrap(env)
    env.close()
