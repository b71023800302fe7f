"""The agent on several devices: what it is shown of each, how a call names its device, who acts where."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import gymnasium
import pytest

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.a11y import Rect
from omnigym.actions import Action, Click, Done, Invalid, On, OpenApp, Press, Submit, Type, Wait
from omnigym.agents.chat import ChatAgent
from omnigym.agents.config import read_config
from omnigym.agents.dialects import FORMS, SPACES, SeveralDialect, View, calls_in, example, make_dialect, written
from omnigym.agents.model import Answer, Call, PromptPicture, Usage
from omnigym.agents.oracle_model import RehearsedAgent, rehearse
from omnigym.devices.fake.config import FakeConfig
from omnigym.envs import MultiDeviceEnv
from omnigym.errors import ActionError, ConfigError
from omnigym.tasks.task import TaskNode
from tests.agents.conftest import Playing, call, config
from tests.conftest import make_task

Begin = Callable[..., tuple[Playing, Any]]
CROSS = {"env": "Crab-Cross-v0", "task": "crab/cross-3-0"}
HOME = '{"key": "home"}'
MARKS: Mapping[str, Mapping[int, Rect]] = {
    "desktop": {1: (0, 0, 20, 20), 2: (40, 0, 20, 20)},
    "phone": {3: (0, 0, 10, 10)},
}
FIRST, LAST = Click((10.5 / 100, 10.5 / 80)), Click((5.5 / 50, 5.5 / 90))


def speaking(space: str, marked: bool = True, **platforms: str) -> SeveralDialect:
    parts = {}
    for name, platform in (platforms or {"desktop": "linux", "phone": "android"}).items():
        parts[name] = make_dialect(space, platform, marked)
        size = (50, 90) if name == "phone" else (100, 80)
        parts[name].look(View(size, size, MARKS.get(name, {})))
    return SeveralDialect(parts)


@pytest.mark.parametrize(
    ("space", "name", "arguments", "expected"),
    [
        ("omnigym", "type", {"text": "a", "device": "phone"}, On("phone", Type("a"))),
        ("omnigym", "click", {"element": 3}, On("phone", LAST)),
        ("omnigym", "click", {"element": "[1]", "device": "desktop"}, On("desktop", FIRST)),
        ("omnigym", "click__in__phone", {"x": 5, "y": 5}, On("phone", LAST)),
        ("omnigym", "done", {}, Done()),
        ("omnigym", "wait", {"duration": 2, "device": "phone"}, Wait(2.0)),
        ("omnigym", "wait", {"device": "nowhere"}, Wait()),
        ("omnigym", "drag", {"element": 1, "to_element": 3}, "of several devices, desktop and phone"),
        ("omnigym", "click", {"element": 3, "device": "desktop"}, "element 3 is on phone"),
        ("omnigym", "click", {"element": 4}, "no element 4: they are 1 to 3"),
        ("omnigym", "click", {"x": 5, "y": 5}, "names no device: expected one of desktop, phone"),
        ("omnigym", "click", {"x": 60, "y": 5, "device": "phone"}, "outside the screen of 50 x 90"),
        ("omnigym", "type", {"text": "a", "device": "tablet"}, "no device 'tablet'"),
        ("omnigym", "type", {"text": "a", "device": ["phone"]}, "no device ["),
        ("omnigym", "type", {"text": "a", "device": "root"}, "no device 'root'"),
        ("omnigym", "type__in__tablet", {"text": "a"}, "no device 'tablet'"),
        ("omnigym", "type", ["phone", "a"], "names no device"),
        ("omnigym", "type__in__phone", ["a"], "as a JSON object"),
        ("omnigym", "fly", {"device": "phone"}, "no function 'fly'"),
        ("crab", "tap__in__phone", {"element": 3}, On("phone", LAST)),
        ("crab", "TAP__in__phone", {"elem": 3}, On("phone", LAST)),
        ("crab", "tap", {"element": 3}, On("phone", LAST)),
        ("crab", "write_text__in__desktop", {"text": "a"}, On("desktop", Type("a"))),
        ("crab", "search_app__in__desktop", {"name": "firefox"}, On("desktop", OpenApp("firefox"))),
        ("crab", "complete__in__root", {}, Done()),
        ("crab", "submit", {"answer": "4"}, Submit("4")),
        ("crab", "tap__in__desktop", {"element": 1}, "no function 'tap' on desktop"),
        ("crab", "click__in__desktop", {"element": 3}, "element 3 is on phone"),
        ("crab", "tap", {"element": 1}, "no function 'tap' on desktop"),
        ("crab", "write_text", {"text": "a"}, "names no device"),
        ("crab", "write_text__in__", {"text": "a"}, "names no device"),
        ("crab", "__in__phone", {}, "no function"),
        ("crab", "", None, "no function"),
    ],
)
def test_a_call_says_its_device_by_name_argument_or_number(
    space: str, name: str, arguments: Any, expected: Action | On | str
) -> None:
    (action,) = speaking(space).read(name, arguments)
    if isinstance(expected, str):
        assert isinstance(action, Invalid) and expected in action.reason
    else:
        assert action == expected


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("space", SPACES)
@pytest.mark.parametrize("marked", [True, False])
def test_what_is_said_is_read_back_in_each_space_and_form(space: str, form: Any, marked: bool) -> None:
    marked = marked or space == "crab"
    dialect = speaking(space, marked)
    assert example(dialect, form)
    for action in (On("desktop", FIRST), On("phone", LAST), On("phone", Type("It's")), Done(), Wait(), Submit("4")):
        said = calls_in(written(action, dialect, form), dialect, form)
        assert [a for s in said for a in s.actions] == [action], said
    with pytest.raises(ActionError, match="tablet"):
        dialect.say(On("tablet", FIRST))


def test_functions_that_all_devices_have_take_the_device_as_an_argument() -> None:
    alike = {f.name: f for f in speaking("crab", desktop="linux", other="windows").functions()}
    assert alike["write_text"].required == ("text", "device") and alike["click"].required == ("element",)
    assert alike["write_text"].parameters["device"]["enum"] == ["desktop", "other"]
    assert "device" not in alike["complete"].parameters
    names = [f.name for f in speaking("crab").functions()]
    assert {"click__in__desktop", "tap__in__phone", "write_text__in__phone", "wait"} <= set(names)
    assert len(set(names)) == len(names) and set(names[-3:]) == {"complete", "submit", "wait"}


def test_each_device_is_shown_after_its_name_and_numbers_are_of_one_row(begin: Begin) -> None:
    sizes = {"phone": (270, 600)}
    playing, model = begin(call("tap__in__phone", '{"element": 30}'), call("done"), **CROSS, space="crab",
                           screenshot=True, marks=True, size=sizes, tree=800)  # fmt: skip
    action = playing.step()
    assert action.device == "phone" and isinstance(action.action, Click)
    system, user = model.asked[0]
    assert "desktop (a desktop computer with Linux) and phone (an Android phone" in system.text
    kinds = [type(p) is PromptPicture or p.partition("\n")[0] for p in user.parts]
    assert kinds[:2] == ["Step 1.", "desktop:"] and kinds[3:5] == [True, "phone:"] and kinds[-1] is True
    numbers = [
        int(line.strip()[1:].partition("]")[0]) for line in user.text.split("\n") if line.strip().startswith("[")
    ]
    assert numbers == list(range(1, len(numbers) + 1))
    told = playing.agent.log_fields()
    assert set(told["marks_on"].values()) == {"desktop", "phone"} and told["marks_on"].keys() == told["marks"].keys()
    json.dumps(told)


def test_what_is_wrong_is_told_and_nothing_is_lost(begin: Begin) -> None:
    both = Answer(calls=(Call("press", '{"key": "home", "device": "phone"}', "a"), Call("type", '{"text": "x"}', "b")))
    playing, model = begin(both, call("press", '{"key": "home", "device": "phone"}'), call("done"), **CROSS)
    assert isinstance(playing.step(), Invalid) and "names no device" in playing.info["invalid_action"]
    assert playing.step() == On("phone", Press("home"))
    results = [m.text for m in model.asked[1] if m.role == "tool"]
    assert results[0] == "not done, since another one was invalid" and "names no device" in results[1]
    assert playing.step() == Done() and playing.info["end_reason"] == "false_completion"


def test_by_environment_one_acts_on_each_device_and_sees_no_other(begin: Begin) -> None:
    spoken = Usage(10, 1)
    playing, model = begin(
        *(Answer("both", usage=spoken), Answer(calls=call("type", '{"text": "a"}').calls, usage=spoken)),
        *(Answer(calls=call("press", HOME).calls, usage=spoken), call("skip")),
        *(Answer("phone: go home"), call("skip"), call("press", HOME), call("skip")),
        *(Answer("all skip"), call("skip"), call("skip"), call("skip")),
        *(Answer("?"), call("skip"), call("type", '{"text": "a", "device": "desktop"}'), call("complete")),
        *(Answer("root: complete"), call("skip"), call("skip"), call("complete")),
        structure="by-environment",
        **CROSS,
    )
    first = playing.step()
    assert playing.agent.log_fields()["usage"]["prompt_tokens"] == 30
    assert [first, playing.step()] == [On("desktop", Type("a")), On("phone", Press("home"))]
    assert len(model.asked) == 4  # one answer of each, a step each
    assert [playing.step(), playing.step()] == [On("phone", Press("home")), Wait()]
    assert isinstance(playing.step(), Invalid)  # one acts on the phone alone
    assert playing.step() == Done()
    main, desktop, phone, root = model.asked[:4]
    assert "phone:" in main[1].text and "desktop:" in main[1].text
    assert "environment desktop" in desktop[0].text and '"Gmail"' not in desktop[1].text
    assert "environment phone" in phone[0].text and '"Firefox pinned"' not in phone[1].text
    assert "[1] " not in root[1].text
    assert [m.text for m in model.asked[6] if m.role == "tool"] == ["done"]  # each hears of its own calls
    assert [t.name for t in model.tools[3]] == ["complete", "fail", "submit", "skip"]


def test_transcripts_are_of_every_agent(begin: Begin, tmp_path: Path) -> None:
    answers = (Answer("both"), call("skip"), call("press", HOME), call("skip"))
    playing, _ = begin(*answers, structure="by-environment", transcripts=tmp_path, **CROSS)
    playing.step()
    (file,) = tmp_path.glob("*.jsonl")
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert [line["role"] for line in lines] == ["main", "desktop", "phone", "root"]


@pytest.mark.parametrize("space", ["omnigym", "crab"])
@pytest.mark.parametrize("structure", ["single", "by-functionality", "by-environment"])
def test_right_answers_score(space: str, structure: str) -> None:
    base = gymnasium.make("Crab-Cross-v0", observation="a11y")
    for form in FORMS:
        agent = RehearsedAgent(config(space=space, structure=structure, form=form, max_actions=100))
        assert rehearse(agent.wrap(base), agent, "crab/cross-3-0") is True
    base.close()


def test_sizes_are_of_all_devices_or_of_some() -> None:
    at = "m@http://127.0.0.1:1/v1"
    assert read_config(f"{at},size.phone=270x600,size.desktop=512x384").size == {
        "phone": (270, 600),
        "desktop": (512, 384),
    }
    assert read_config(f"{at},size=512x384,size.phone=270x600").size == {"phone": (270, 600)}
    with pytest.raises(ConfigError, match="size"):
        read_config(f"{at},size.phone=big")


def test_a_device_is_not_called_as_one_of_the_models_is() -> None:
    nodes = (TaskNode("save", "fake/save", {"name": "a", "text": "b"}, "root"),)
    env = MultiDeviceEnv({"root": FakeConfig()}, make_task(nodes=nodes, edges=()), observation="a11y")
    with pytest.raises(ConfigError, match="another name"):
        ChatAgent(config(), None).wrap(env)
    env.close()
