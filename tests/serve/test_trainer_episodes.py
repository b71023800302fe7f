"""Episodes whose model is a trainer's: what it is shown, how they end, and that both ways agree with the agent."""

from __future__ import annotations

import asyncio
import io
import re
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import gymnasium
import pytest
from PIL import Image

pytest.importorskip("msgpack", reason="pip install 'omnigym[serve]'")

from omnigym.agents.chat import ChatAgent
from omnigym.agents.config import read_config
from omnigym.agents.model import Answer, PromptMessage, PromptPicture
from omnigym.baselines.evaluate import run_episodes
from omnigym.devices.sim.device import SimDevice
from omnigym.errors import ConfigError, DeviceLostError
from omnigym.recording.rollouts import RolloutRecord
from omnigym.serve.server import EnvServer, ServerSettings
from omnigym.serve.trainer_episodes import TrainerEpisodes

_PHONE, _TASK = "OmniBench-Android-v0", "hello/phone-open-tool@1"
_HOME = '```json\n{"name": "press", "arguments": {"key": "home"}}\n```'


def right(messages: Sequence[PromptMessage]) -> str:
    """The answer that does the task."""
    (number,) = re.findall(r'\[(\d+)\] [^"\n]*"Calendar"', messages[-1].text)
    return f'```json\n{{"name": "click", "arguments": {{"element": {number}}}}}\n```'


def converse(answers: Sequence[Any], heard: list[Sequence[PromptMessage]] | None = None, **given: Any) -> RolloutRecord:
    """Play the task with answers: texts, functions of the messages, None, or errors."""
    left = list(answers)

    async def ask(messages: Sequence[PromptMessage]) -> Answer | None:
        if heard is not None:
            heard.append(messages)
        answer = left.pop(0)
        if isinstance(answer, Exception):
            raise answer
        said = answer(messages) if callable(answer) else answer
        return None if said is None else Answer(said)

    return asyncio.run(TrainerEpisodes(env=_PHONE, **given).converse(ask, _TASK, 3))


@pytest.mark.parametrize(
    ("answers", "found"),
    [
        ([_HOME, right], (1.0, "success", False, "")),
        ([""] * 3 + [right], (1.0, "success", False, "")),  # nothing readable is an invalid action
        ([_HOME, None], (0.0, "reach_step_limit", False, "")),
    ],
)
def test_a_conversation_ends_as_the_episode_does(answers: Sequence[Any], found: tuple[Any, ...]) -> None:
    record = converse(answers)
    assert (record.reward, record.end_reason, record.unscored, record.problem) == found


def test_a_conversation_only_grows() -> None:
    """Each message comes once, and no screen is taken back, whatever window the options set."""
    heard: list[Sequence[PromptMessage]] = []
    converse([_HOME] * 3 + [right], heard, observation="both", options="size=135x240,screens=1,turns=1")
    assert [[m.role for m in new] for new in heard] == [["system", "user"], ["user"], ["user"], ["user"]]
    for new in heard:
        (picture,) = [part for part in new[-1].parts if isinstance(part, PromptPicture)]
        assert Image.open(io.BytesIO(picture.data)).size == (135, 240)


@pytest.mark.parametrize("options", ["size=135x240", "size=135x240,marks=true", "space=qwen2.5,size=168x280"])
def test_the_first_prompt_is_that_of_the_agent(options: str) -> None:
    """A model is evaluated on what it was trained on, byte for byte."""
    asked: list[Sequence[PromptMessage]] = []

    class Keeps:
        def answer(self, messages: Sequence[PromptMessage], tools: object = ()) -> Answer:
            asked.append(tuple(messages))
            return Answer("I stop.")

    form = "" if "space" in options else ",form=json"
    config = read_config(f"m@http://localhost,screenshot=true,tree=1500,max_turns=1,{options}{form}")
    env = gymnasium.make(_PHONE, tasks=_TASK, observation="pixels")
    next(iter(run_episodes(env, ChatAgent(config, Keeps()), 1, seed=3)))
    env.close()
    heard: list[Sequence[PromptMessage]] = []
    converse([None], heard, observation="both", options=options)

    def plain(messages: Sequence[PromptMessage]) -> list[Any]:
        return [(m.role, [p.data if isinstance(p, PromptPicture) else p for p in m.parts]) for m in messages]

    assert plain(heard[0]) == plain(asked[0])


def test_tools_show_the_pictures_and_numbers_of_the_agent() -> None:
    heard: list[Sequence[PromptMessage]] = []
    options = "size=135x240,marks=true"
    converse([None], heard, observation="both", options=options)
    text, picture = heard[0][-1].parts[1:]
    with TrainerEpisodes(env=_PHONE, observation="both", options=options).tools(_TASK) as env:
        seen = env.reset(seed=3)
    assert isinstance(picture, PromptPicture)
    assert seen.picture is not None
    assert seen.picture.data == picture.data
    assert seen.text == f"Task: Open Calendar.\n{text}"


def test_what_fails_is_unscored_or_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="the trainer's own"):
        converse([ValueError("the trainer's own")])

    def gone(*_: object) -> None:
        raise DeviceLostError("sim", "act", "it is gone.", "Wait.")

    monkeypatch.setattr(SimDevice, "act", gone)
    record = converse([right])
    assert record.unscored
    assert "it is gone" in record.problem


@pytest.mark.parametrize(
    ("given", "error", "said"),
    [
        ({"observation": "smell"}, ConfigError, "observation"),
        ({"observation": "pixels", "options": "tree=100"}, ConfigError, "says which parts are shown"),
        ({"observation": "a11y", "options": "screenshot=true"}, ConfigError, "says which parts are shown"),
        ({"options": "sizes=1x1"}, ConfigError, "no option 'sizes'"),
        ({"tasks": "hello/open-office@0"}, ConfigError, "No task fits"),
    ],
)
def test_what_cannot_be_is_refused(given: dict[str, Any], error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        TrainerEpisodes(**{"env": _PHONE, **given}).task_ids()


def test_drawn_numbers_need_a_list_for_tools() -> None:
    with pytest.raises(ConfigError, match="observation=both"):
        TrainerEpisodes(env=_PHONE, observation="pixels", options="marks=true").tools(_TASK)


def test_a_server_plays_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMNIGYM_SERVE_TOKEN", "secret")
    with EnvServer(ServerSettings({_PHONE: None}, "secret", workers=1, most=2)) as server:
        url = f"tcp://127.0.0.1:{server.port}"
        assert converse([_HOME, right], url=url, observation="both", options="size=135x240").reward == 1.0
        assert TrainerEpisodes(env=_PHONE, url=url, tasks=_TASK).task_ids() == (_TASK,)


def test_many_conversations_leave_threads_for_the_trainer() -> None:
    """A trainer that answers by a thread of its loop answers more episodes than the loop has threads."""

    async def ask(messages: Sequence[PromptMessage]) -> Answer | None:
        return Answer(await asyncio.to_thread(right, messages))

    async def play() -> list[RolloutRecord]:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
        episodes = TrainerEpisodes(env=_PHONE)
        return await asyncio.wait_for(asyncio.gather(*[episodes.converse(ask, _TASK, 3) for _ in range(3)]), 120)

    assert [record.reward for record in asyncio.run(play())] == [1.0] * 3


def test_a_cancelled_conversation_leaves_no_thread() -> None:
    async def ask(_: Sequence[PromptMessage]) -> Answer | None:
        await asyncio.Event().wait()
        return None

    async def play() -> None:
        task = asyncio.create_task(TrainerEpisodes(env=_PHONE).converse(ask, _TASK, 3))
        while not [thread for thread in threading.enumerate() if thread.name.startswith("episode")]:
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(play())
    for thread in threading.enumerate():
        if thread.name.startswith("episode"):
            thread.join(60)
            assert not thread.is_alive()
