"""The agent: what it tells a model, and what it makes of the answers."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from omnigym.a11y.element_table import element_table
from omnigym.actions import CallUser, Click, Done, Invalid, Move, Press, Submit, Type, Wait, pixel
from omnigym.agents.chat import ChatAgent
from omnigym.agents.config import read_config
from omnigym.agents.model import Answer, Call, PromptPicture, Usage
from omnigym.baselines.agent import GivesTurns, LogsSteps, Remembers, make_agent
from omnigym.errors import ModelLostError, RecordingError
from omnigym.recording.rollouts import Message, Turn
from tests.agents.conftest import Playing, ScriptedModel, call, config

Begin = Callable[..., tuple[Playing, Any]]
PRESS = '{"key": "escape"}'


def test_an_agent_of_a_model_tells_says_and_remembers() -> None:
    agent = make_agent("chat:m@http://127.0.0.1:1/v1")
    assert isinstance(agent, ChatAgent) and isinstance(agent, LogsSteps | GivesTurns | Remembers)
    assert agent.log_fields() == {}


def test_the_model_is_told_the_task_in_full_and_sees_the_screen(begin: Begin) -> None:
    playing, model = begin(call("press", PRESS), screenshot=True, marks=True, size=(640, 480))
    playing.step()
    (messages,) = model.asked
    assert playing.info["instruction"] in messages[0].text
    assert "640 x 480" in messages[0].text and "Windows 11" in messages[0].text and "$" not in messages[0].text
    tree, picture = messages[1].parts[1:]
    assert isinstance(picture, PromptPicture) and picture.data.startswith(b"\x89PNG")
    assert "[1] " in tree and len(tree) < 3 * 2000 + 200
    assert {t.name for t in model.tools[0]} >= {"click", "drag", "press", "submit", "done"}


def test_what_it_did_comes_back_as_the_result_of_the_call(begin: Begin) -> None:
    playing, model = begin(call("press", PRESS), call("click", '{"element": 1}'), call("done"))
    assert [playing.step(), type(playing.step()), playing.step()] == [Press("escape"), Click, Done()]
    roles = [[m.role for m in messages] for messages in model.asked]
    assert roles[2] == ["system", "user", "assistant", "tool", "user", "assistant", "tool", "user"]
    assert model.asked[2][3].text == "done"


def test_an_action_that_a_person_is_to_look_at_first(begin: Begin) -> None:
    risky = Answer(calls=(Call("press", PRESS, "a"),), checks=("malicious_instructions: look",))
    playing, _ = begin(risky)
    agent = playing.agent
    assert agent.budget_end(playing.info) is None
    action = playing.step()
    assert isinstance(action, Invalid) and "malicious_instructions" in str(playing.info["invalid_action"])
    assert agent.budget_end(playing.info) == "safety_check" and not playing.info["unscored"]
    assert agent.log_fields()["safety_checks"] == ["malicious_instructions: look"]
    agent.reset(playing.env, playing.info)  # the next episode has nothing of it
    assert agent.budget_end(playing.info) is None
    playing, _ = begin(risky, safety_checks="acknowledge")
    assert (playing.step(), playing.agent.budget_end(playing.info)) == (Press("escape"), None)


@pytest.mark.parametrize(
    ("answer", "match"),
    [
        (Answer("I think so."), "no function was called"),
        (Answer("I thi", finish_reason="length"), "cut off"),
        (Answer(), "no function was called"),
        (call("clik", "{}"), "no function 'clik'"),
        (call("click", '{"x": 1'), "no JSON"),
        (call("click", "[1, 2]"), "as a JSON object"),
        (call("click", '{"x": 5}'), "lacks the argument 'y'"),
        (call("click", '{"x": "left", "y": 1}'), "could not convert"),
        (call("click", '{"x": null, "y": 1}'), "expected a number"),
        (call("click", '{"x": 5000, "y": 1}'), "outside the screen"),
        (call("click", '{"x": NaN, "y": 1}'), "no JSON"),
        (call("click", '{"x": 1e999, "y": 1}'), "."),
        (call("click", '{"element": 999}'), "no element 999"),
        (call("click", '{"element": {"a": 1}}'), "no element"),
        (call("click", '{"x": 5, "y": 5, "speed": 3}'), "no argument speed"),
        (call("click", '{"x": 5, "y": 5, "count": 1.5}'), "whole number"),
        (call("press", '{"key": ["a"]}'), "."),
        (call("press", '{"key": "a", "modifiers": 3}'), "must be a list"),
        (call("type", '{"text": 5}'), "text must be a str"),
        (call("wait", '{"duration": "NaN"}'), "duration must lie"),
        (call("__class__", "{}"), "no function"),
    ],
)
def test_what_cannot_be_read_is_an_invalid_action_and_is_told(begin: Begin, answer: Answer, match: str) -> None:
    playing, model = begin(answer, call("done"))
    action = playing.step()
    assert isinstance(action, Invalid)
    assert playing.info["invalid_action"] == action.reason
    playing.step()
    told = "\n".join([m.text for m in model.asked[1][3:]])
    assert action.reason in told
    assert match == "." or match in action.reason
    assert playing.agent.log_fields()["error"] == action.reason


def test_several_calls_are_done_a_step_each_and_asked_about_once(begin: Begin) -> None:
    calls = (Call("press", PRESS, "a"), Call("type", '{"text": "x"}', "b"), Call("press", PRESS, "c"))
    playing, model = begin(Answer(calls=calls), call("done"), max_actions=2)
    assert [playing.step(), playing.step(), playing.step()] == [Press("escape"), Type("x"), Done()]
    results = [m.text for m in model.asked[1] if m.role == "tool"]
    assert results == ["done", "done", "not done: an answer has at most 2 actions"]
    assert playing.agent.log_fields()["usage"] is not None


def test_after_an_invalid_action_the_rest_is_dropped_and_nothing_is_done_of_what_is_half_readable(begin: Begin) -> None:
    gone = Answer(calls=(Call("open_app", '{"app": "no such app"}', "a"), Call("press", PRESS, "b")))
    half = Answer(calls=(Call("press", PRESS, "c"), Call("press", "{}", "d")))
    playing, model = begin(gone, half, call("done"))
    playing.step()
    assert playing.info["invalid_action"]
    assert isinstance(playing.step(), Invalid)
    assert [m.text for m in model.asked[1] if m.role == "tool"][1] == "not done, since one before it was invalid"
    playing.step()
    results = [m.text for m in model.asked[2] if m.role == "tool"][2:]
    assert results[0] == "not done, since another one was invalid" and "lacks the argument 'key'" in results[1]


def test_calls_without_ids_get_some_that_differ(begin: Begin) -> None:
    twice = Answer(calls=(Call("press", PRESS), Call("press", PRESS)))
    playing, model = begin(twice, twice, call("done"))
    for _ in range(5):
        playing.step()
    ids = [c.id for m in model.asked[-1] for c in m.calls]
    assert len(set(ids)) == 4
    assert [m.call_id for m in model.asked[-1] if m.role == "tool"] == ids


def test_old_screens_are_not_shown_again_and_old_turns_not_told(begin: Begin) -> None:
    answers = [call("press", PRESS) for _ in range(6)]
    playing, model = begin(*answers, screens=2, turns=3)
    for _ in range(6):
        playing.step()
    messages = model.asked[-1]
    seen = [any("[1] " in str(p) for p in m.parts) for m in messages if m.role == "user"]
    assert seen == [False, False, True, True]
    assert [m.role for m in messages] == [
        "system",
        "user",
        "assistant",
        *["tool", "user", "assistant"] * 2,
        "tool",
        "user",
    ]


@pytest.mark.parametrize(
    ("form", "text", "expected"),
    [
        ("json", 'So:\n```json\n{"name": "press", "arguments": {"key": "escape"}}\n```', Press("escape")),
        ("json", 'I {think} so: {"name": "submit", "arguments": {"answer": "4"}}', Submit("4")),
        ("json", "no", Invalid),
        ("json", "{" * 500, Invalid),
        ("json", '{"a": ' * 5000, Invalid),
        ("code", "So:\n```python\npress('escape')\n```", Press("escape")),
        ("code", "wait(duration=2)", Wait(2.0)),
        ("code", "import os; os.system('x')", Invalid),
        ("code", "press(open('/etc/passwd').read())", Invalid),
        ("code", "press('a', 'b', 'c', 'd', 'e')", Invalid),
        ("code", "(" * 5000, Invalid),
        ("code", "", Invalid),
        ("code", "\0", Invalid),
    ],
)
def test_actions_in_text(begin: Begin, form: str, text: str, expected: Any) -> None:
    playing, model = begin(Answer(text, calls=(Call("done", "{}", "z"),)), Answer(text), form=form)
    action = playing.step()
    assert isinstance(action, Invalid) if expected is Invalid else action == expected
    playing.step()
    assert model.tools[0] == ()
    told = model.asked[1][-1].text
    assert ("invalid" in told) is (expected is Invalid)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Away with it.\n```{'action_type': 'PRESS', 'key': 'esc'}```", Press("escape")),
        ('```{"action_type": "MOUSE_MOVE", "x": 0, "y": 0}```', Move),
        ("It is open.\nDONE", Done()),
        ('```{"action_type": "CALL_USER", "call_type": "email"}```', CallUser("email")),
        ('```{"action_type": "PRESS"}```', Invalid),
        ('```{"action": "PRESS"}```', Invalid),
        ("no", Invalid),
    ],
)
def test_one_fenced_action(begin: Begin, text: str, expected: Any) -> None:
    playing, model = begin(Answer(text), space="computer13", form="fenced")
    action = playing.step()
    assert isinstance(action, expected) if isinstance(expected, type) else action == expected
    assert "bare word WAIT, DONE or FAIL" in model.asked[0][0].text and '{"action_type": ' in model.asked[0][0].text


def test_what_it_was_is_told_for_the_record(begin: Begin) -> None:
    playing, _ = begin(
        Answer("Escape!", (Call("press", PRESS, "a"),), "hm", "stop", Usage(7, 3, 0.1), 2, 1.5), screenshot=True
    )
    playing.step()
    told = dict(playing.agent.log_fields())
    marks: Any = told.pop("marks")
    prompt, message = told.pop("messages")  # type: ignore[misc]
    assert (prompt["role"], prompt["pictures"], message["role"], message["pictures"]) == ("system", 0, "user", 1)
    assert playing.env.unwrapped.task.instruction in prompt["content"]
    assert set(marks) == {str(n) for n in playing.env.get_wrapper_attr("marks").by_label()}
    assert told == {
        "thought": "hm\n\nEscape!",
        "raw": 'Escape!\npress({"key": "escape"})',
        "usage": {"prompt_tokens": 7, "completion_tokens": 3, "cost": 0.1},
        "retries": 2,
        "seconds": 1.5,
        "finish_reason": {"single": "stop"},
    }
    json.dumps(playing.agent.log_fields())


def test_a_model_that_is_gone_is_an_error_and_no_action(begin: Begin, tmp_path: Path) -> None:
    playing, _ = begin(call("press", PRESS), ModelLostError("gone"), transcripts=tmp_path)
    playing.step()
    with pytest.raises(ModelLostError, match="gone"):
        playing.step()
    (file,) = tmp_path.glob("*.jsonl")
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert [line.get("error") for line in lines] == [None, "gone"]


def test_a_transcript_holds_all_that_was_said_and_the_pictures(begin: Begin, tmp_path: Path) -> None:
    playing, _ = begin(call("press", PRESS), call("done"), transcripts=tmp_path, screenshot=True)
    playing.step()
    first = playing.agent.last_turn()
    playing.step()
    (file,) = tmp_path.glob("000000-*.jsonl")
    one, two = [json.loads(line) for line in file.read_text().splitlines()]
    assert [m["role"] for m in one["messages"]] == ["system", "user"]
    assert [m["role"] for m in two["messages"]] == ["tool", "user"]
    assert one["answer"]["calls"][0]["name"] == "press"
    picture = one["messages"][1]["parts"][2]["picture"]
    assert (tmp_path / picture).read_bytes().startswith(b"\x89PNG")
    assert [(m.role, m.image) for m in first.messages] == [("system", None), ("user", picture), ("assistant", None)]


def test_a_transcript_that_cannot_be_written_says_so(begin: Begin, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(RecordingError, match="transcript"):
        begin(call("done"), transcripts=tmp_path / "file")


def test_it_goes_on_in_the_middle_of_a_conversation(begin: Begin) -> None:
    playing, model = begin(call("done"))
    said = (Message("system", "old"), Message("user", "what was seen"), Message("assistant", "what was done"))
    playing.agent.recall((Turn(messages=said),))
    playing.step()
    assert [m.text for m in model.asked[0]][1:3] == ["what was seen", "what was done"]


def test_by_functionality_one_sees_and_another_acts(begin: Begin) -> None:
    playing, model = begin(Answer("Press Escape."), call("press", PRESS), Answer("Wait."), call("wait"))
    playing.env.close()
    playing, model = begin(
        Answer("Press Escape.", usage=Usage(5, 1)),
        Answer(calls=call("press", PRESS).calls, usage=Usage(2, 1)),
        Answer("Declare it complete."),
        call("done"),
        structure="by-functionality",
    )
    assert [playing.step(), playing.agent.log_fields()["usage"], playing.step()] == [
        Press("escape"),
        {"prompt_tokens": 7, "completion_tokens": 2, "cost": None},
        Done(),
    ]
    main, tool, _, last = model.asked
    assert [bool(t) for t in model.tools] == [False, True, False, True]
    assert "[1] " in main[1].text and "[1] " not in "".join([m.text for m in tool])
    assert tool[-1].text == "Press Escape." and playing.info["instruction"] not in tool[0].text
    assert [m.role for m in last] == ["system", "user", "assistant", "tool", "user"]


def test_by_environment_one_acts_and_root_ends(begin: Begin) -> None:
    playing, model = begin(
        *(Answer("windows: press Escape. root: skip."), call("press", PRESS), call("skip")),
        *(Answer("skip both"), call("skip"), call("skip")),
        *(Answer("windows: declare it done"), call("done"), call("skip")),
        *(Answer("root: complete"), call("skip"), call("complete")),
        structure="by-environment",
    )
    actions = [playing.step() for _ in range(4)]
    assert [actions[0], actions[1], type(actions[2]), actions[3]] == [Press("escape"), Wait(), Invalid, Done()]
    names = [{t.name for t in tools} for tools in model.tools[:3]]
    assert not names[0] and {"click", "skip"} <= names[1] and "done" not in names[1]
    assert names[2] == {"complete", "fail", "submit", "skip"}
    assert playing.info["end_reason"] == "false_completion"


def test_crabs_agent_ends_after_its_turns_or_at_an_invalid_action(begin: Begin) -> None:
    playing, _ = begin(call("wait"), call("wait"), call("no_such"), max_turns=2, stop_at_invalid=True)
    playing.step()
    assert playing.agent.budget_end(playing.info) is None
    playing.step()
    assert playing.agent.budget_end(playing.info) == "reach_step_limit"
    other, _ = begin(call("no_such"), max_turns=2, stop_at_invalid=True)
    other.step()
    assert other.agent.budget_end(other.info) == "invalid_action"


def test_actions_of_one_answer_are_one_turn(begin: Begin) -> None:
    two = Answer(calls=(Call("wait", "{}", "a"), Call("wait", "{}", "b")))
    playing, _ = begin(two, max_turns=1)
    playing.step()
    assert playing.agent.budget_end(playing.info) is None  # the second one is still to be done
    playing.step()
    assert playing.agent.budget_end(playing.info) == "reach_step_limit"


def test_a_step_limit_counts_actions_or_answers() -> None:
    for unit, limits, ends in (("actions", (2, 5), None), ("answers", (32, 80), "reach_step_limit")):
        agent = ChatAgent(config(steps=unit), ScriptedModel())
        assert (agent.limit_steps(2), agent.limit_steps(5)) == limits
        agent._asked = 5
        assert agent.budget_end({"invalid_action": None}) == ends
    agent = ChatAgent(config(steps="answers", max_turns=3), ScriptedModel())
    agent.limit_steps(5)
    agent._asked = 3
    assert agent.budget_end({"invalid_action": None}) == "reach_step_limit"


@pytest.mark.parametrize("observed", ["screenshot", "a11y_tree", "screenshot_a11y_tree", "som"])
@pytest.mark.parametrize(("space", "form"), [("pyautogui", "code"), ("computer13", "json")])
def test_osworlds_observations_in_its_spaces(observed: str, space: str, form: str) -> None:
    said = {
        "pyautogui": "```python\npyautogui.click(PLACE)\npyautogui.press('escape')\n```",
        "computer13": '```json\n{"action_type": "CLICK", "parameters": {PLACE}}\n```',
    }[space]
    marked = {"pyautogui": "tag_3", "computer13": '"element": 3'}[space]
    plain = {"pyautogui": "640, 200", "computer13": '"x": 640, "y": 200'}[space]
    model = ScriptedModel(Answer(text=said.replace("PLACE", marked if observed == "som" else plain)))
    options = f"preset=osworld-{observed},space={space},form={form}"
    agent = ChatAgent(read_config(f"m@http://127.0.0.1:1/v1,{options}"), model)
    playing = Playing(agent, "OmniBench-Linux-v0", None)
    try:
        tree, size = playing.env.unwrapped.a11y(), playing.env.unwrapped.device.size  # type: ignore[attr-defined]
        bounds = playing.env.get_wrapper_attr("marks").bounds if observed == "som" else ()
        first = playing.step()
        parts = model.asked[0][1].parts
        texts = [p for p in parts[1:] if isinstance(p, str)]
        pictures = [p for p in parts if isinstance(p, PromptPicture)]
        assert len(pictures) == (observed != "a11y_tree")
        assert len(texts) == (observed != "screenshot")
        if observed == "som":
            assert texts[0].startswith("index\ttag\tname\ttext\n1\t")
            x, y, width, height = bounds[2]
            middle = x + width // 2, y + height // 2
        else:
            middle = 640, 200
            assert all(text == element_table(tree, "linux") for text in texts)
        assert isinstance(first, Click) and pixel(first.at, size) == middle
        assert ("tag_7" in model.asked[0][0].text) == (observed == "som" and space == "pyautogui")
        if space == "pyautogui":
            assert playing.step() == Press("escape")
    finally:
        playing.env.close()
