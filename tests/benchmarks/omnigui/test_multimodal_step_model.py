"""Agents that are asked step by step, among them a model behind a local server."""

from __future__ import annotations

import base64
import io
import json
import wave
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from omnigym.agents.model import Answer, Call, PromptPicture, PromptSound
from omnigym.agents.serving import ChatServer
from omnigym.benchmarks.omnigui import OmniGUI
from omnigym.benchmarks.omnigui.multimodal_step_model import OmniAgent, read_omni
from omnigym.benchmarks.omnigui.step_agents import (
    NoneAgent,
    RandomStepAgent,
    RightAgent,
    StepInput,
    StepView,
    ask_steps,
)
from omnigym.benchmarks.omnigui.tables import omnigui
from omnigym.errors import AssetError, ConfigError, ModelLostError
from tests.agents.conftest import ScriptedModel
from tests.benchmarks.omnigui.making import mp4, wav, write_set

CONFIG = read_omni("small@http://127.0.0.1:1/v1")
ALL = StepInput(frames=3)


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> OmniGUI:
    """A set with films."""
    return OmniGUI(write_set(tmp_path_factory.mktemp("omnigui") / "set", mp4([0, 100, 200]), wav(0.5, 8000)))


def view(found: OmniGUI, name: str, index: int, given: StepInput = ALL) -> StepView:
    return StepView(found[name], index, given)


def asked(found: OmniGUI, name: str, index: int, given: StepInput = ALL) -> tuple[str, list[Any]]:
    """The system's message, and the parts of the user's, with kinds in place of pictures and sounds."""
    model = ScriptedModel(Answer('{"action_type": -1}'))
    assert OmniAgent(CONFIG, model).answer(view(found, name, index, given)) == '{"action_type": -1}'
    ((system, user),) = model.asked
    parts = [p if isinstance(p, str) else type(p).__name__ for p in user.parts]
    return system.text, parts


def test_the_order_of_contents_is_the_papers(found: OmniGUI) -> None:
    system, parts = asked(found, "T4014", 2)
    assert parts[:-1] == [
        "The screen two steps ago:",
        "PromptPicture",
        "The screen since the last action, after 0.0, 0.1, 0.2 s:",
        *["PromptPicture"] * 3,
        "The sound since the last action:",
        "PromptSound",
        "The current screen:",
        "PromptPicture",
    ]
    assert "Goal: Do T4014.\nStep: 2\n" in parts[-1]
    assert "Step 0: NONE\nStep 1: LONG_PRESS [500, 500]\n" in parts[-1]
    assert "the sound since the last action" in system and "11 TASK_IMPOSSIBLE" in system


def test_in_the_first_steps_there_is_no_screen_before(found: OmniGUI) -> None:
    _, parts = asked(found, "T0540", 0)
    assert parts[0].startswith("The screen since the last action") and "Actions so far:\nnone" in parts[-1]


@pytest.mark.parametrize(
    ("given", "inputs", "kinds"),
    [
        (StepInput(sound=False, frames=2), "I+V", ["PromptPicture", "PromptPicture", "PromptPicture", "PromptPicture"]),
        (StepInput(film=False), "I+A", ["PromptPicture", "PromptSound", "PromptPicture"]),
        (StepInput(sound=False, film=False), "I", ["PromptPicture", "PromptPicture"]),
    ],
)
def test_what_is_masked_is_left_out(found: OmniGUI, given: StepInput, inputs: str, kinds: list[str]) -> None:
    system, parts = asked(found, "T4014", 3, given)
    assert given.inputs == inputs
    assert [p for p in parts if p in ("PromptPicture", "PromptSound")] == kinds
    assert ("sound" in system, "frames" in system) == (given.sound, given.film)


def test_a_spoken_goal_comes_before_the_current_screen(found: OmniGUI, tmp_path: Path) -> None:
    (tmp_path / "T4014.wav").write_bytes(wav(0.2))
    given = StepInput(spoken=tmp_path, film=False)
    system, parts = asked(found, "T4014", 0, given)
    assert parts[:-1] == [
        *["The sound since the last action:", "PromptSound", "The task, spoken:", "PromptSound"],
        *["The current screen:", "PromptPicture"],
    ]
    assert "Do T4014" not in parts[-1] and "goal as speech" in system and given.instruction == "spoken"
    with pytest.raises(AssetError, match="no spoken goal"):
        view(found, "T0540", 0, given).spoken_goal()


def test_what_a_server_is_sent(found: OmniGUI) -> None:
    def answering(body: Mapping[str, Any]) -> Answer:
        return Answer('{"action_type": 8}')

    with ChatServer(answering) as server:
        agent = OmniAgent(read_omni(f"small@{server.url},request.top_p=1"))
        answers = list(ask_steps(found, agent, StepInput(frames=2)))
    assert [a.answer for a in answers] == ['{"action_type": 8}'] * 12
    assert omnigui(found, {(a.id, a.step): a for a in answers})["rules"]["paper"]["overall"]["metrics"]["EM"] == 1 / 12
    body = server.requests[-1]
    assert (body["temperature"], body["max_tokens"], body["top_p"]) == (0, 4096, 1)
    content = body["messages"][1]["content"]
    kinds = [p["type"] for p in content]
    assert kinds == [
        "text",
        "image_url",
        "text",
        "image_url",
        "image_url",
        "text",
        "input_audio",
        "text",
        "image_url",
        "text",
    ]
    heard = next(p["input_audio"] for p in content if p["type"] == "input_audio")
    with wave.open(io.BytesIO(base64.b64decode(heard["data"]))) as file:
        assert (heard["format"], file.getframerate(), file.getnframes()) == ("wav", 16_000, 8000)


def test_a_tool_call_is_an_answer(found: OmniGUI) -> None:
    model = ScriptedModel(Answer("", (Call("tap", '{"coordinate": [500, 500]}'),)))
    first = next(ask_steps(found, OmniAgent(CONFIG, model), ALL))
    assert first.read() == ("TAP", (0.5, 0.5), None, None, "")


class Flaky:
    """Fails at some steps."""

    def __init__(self, *failures: int) -> None:
        self.failures, self.count = failures, -1

    def answer(self, view: StepView) -> object:
        self.count += 1
        if self.count in self.failures:
            raise ModelLostError("gone")
        return {"action_type": -1}


def test_a_failure_is_no_answer_and_no_score(found: OmniGUI) -> None:
    answers = list(ask_steps(found, Flaky(0, 5), ALL))
    assert [a.error for a in answers if a.error] == ["ModelLostError: gone"] * 2
    report = omnigui(found, {(a.id, a.step): a for a in answers})
    assert report["unscored"] == {"ModelLostError": 2} and report["scored"] == 10


def test_ten_failures_in_a_row_end_it(found: OmniGUI) -> None:
    seen = []
    with pytest.raises(ModelLostError, match="10 steps failed one after the other"):
        seen += [a.step for a in ask_steps(found, Flaky(*range(1, 12)), ALL)]
    assert len(list(ask_steps(found, Flaky(*range(9)), ALL))) == 12


def test_missing_media_are_no_answer(tmp_path: Path) -> None:
    found = OmniGUI(write_set(tmp_path / "set", sound=wav()[:-10]))
    model = ScriptedModel(*[Answer("{}")] * 20)
    film, sound = (list(ask_steps(found, OmniAgent(CONFIG, model), g)) for g in (ALL, StepInput(film=False)))
    assert all(a.error.startswith("AssetError: Step") for a in film)
    assert all("cut off" in a.error for a in sound)
    assert not model.asked
    # what no row names is not missing
    path = found.root / "TED" / "dataset_TED.json"
    path.write_text(path.read_text("utf-8").replace("_path", "_nowhere"), "utf-8")
    (first, *_) = ask_steps(OmniGUI(found.root), OmniAgent(CONFIG, model), ALL, limit=1)
    assert first.answer == "{}"


@pytest.mark.parametrize("at_once", [1, 3, 64])
def test_steps_come_in_order_however_many_are_asked_at_once(found: OmniGUI, at_once: int) -> None:
    answers = [(a.id, a.step) for a in ask_steps(found, NoneAgent(), ALL, at_once=at_once)]
    assert answers == [(name, s.index) for name in found.ids for s in found[name].steps]


def test_agents_without_a_model(found: OmniGUI) -> None:
    def scores(agent: Any) -> list[object]:
        return [a.answer for a in ask_steps(found, agent, ALL)]

    assert scores(RandomStepAgent(1)) == scores(RandomStepAgent(1)) != scores(RandomStepAgent(2))
    assert scores(RightAgent(found))[0] == found[found.ids[0]].steps[0].annotation.answer()
    assert json.dumps(scores(RandomStepAgent(1)))
    kinds = {RandomStepAgent(seed).answer(view(found, "T0540", 0))["action_type"] for seed in range(150)}  # type: ignore[index]
    assert kinds == set(range(-1, 12))


def test_options_of_games_are_none_here() -> None:
    with pytest.raises(ConfigError, match="no option 'marks'"):
        read_omni("small@http://127.0.0.1:1/v1,marks=true")
    assert read_omni("small@http://127.0.0.1:1/v1,request.max_tokens=9").request == {"temperature": 0, "max_tokens": 9}


def test_an_empty_sound_is_named_and_not_sent(tmp_path: Path) -> None:
    found = OmniGUI(write_set(tmp_path / "set", sound=wav(0)))
    _, parts = asked(found, "T0540", 0, StepInput(film=False))
    assert parts[:2] == ["The sound since the last action:", "none"]


def test_own_prompts(found: OmniGUI, tmp_path: Path) -> None:
    (tmp_path / "omnigui-step.txt").write_text("$goal, $step, $history")
    model = ScriptedModel(Answer(""))
    OmniAgent(read_omni(f"small@http://127.0.0.1:1/v1,prompts={tmp_path}"), model).answer(view(found, "T0540", 1))
    assert model.asked[0][1].parts[-1] == "Do T0540., 1, Step 0: NONE"
    assert all(isinstance(p, str | PromptPicture | PromptSound) for p in model.asked[0][1].parts)
