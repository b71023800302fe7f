"""Demonstrations as chat examples: what is exported is what `evaluate` sends, and each answer means the action."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gymnasium
import pytest

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.actions import to_json
from omnigym.agents.chat import ChatAgent
from omnigym.agents.demonstrator import Demonstration, Demonstrator, PackingRules, examples_of, told_again
from omnigym.agents.dialects import MODEL_SPACES, RESIZED_BY, SPACES, View, calls_in, make_dialect
from omnigym.agents.model import Answer, Call, PromptPicture
from omnigym.agents.observing import size_of_picture
from omnigym.agents.oracle_model import OracleModel, RehearsedAgent, demonstration_config
from omnigym.agents.readback import fidelity
from omnigym.agents.recorded_env import RecordedEnv, RecordedPlayer
from omnigym.baselines.agent import make_agent
from omnigym.baselines.oracle import OracleAgent
from omnigym.baselines.rollouts import AgentBranches, Start
from omnigym.errors import ConfigError, RecordingError
from omnigym.recording import RolloutRecord, read_trajectory
from omnigym.recording.sft import ChatExample, plain_messages
from omnigym.wrappers import RecordTrajectory
from tests.agents.conftest import ScriptedModel

ENV = "OmniBench-Win11-v0"
#: A task with clicks, keys and typed text, and one of two parts.
TASKS = ("files/create-folder@0", "settings/display-name@0")

#: Spaces of desktops have no words for a phone, and the other way round.
NO_WORDS = {("omnibench", "android"), ("omnigui", "windows"), ("autoglm", "windows")}


def made(config: Any, task: str = TASKS[0], env_id: str = ENV) -> Any:
    return gymnasium.make(env_id, tasks=f"id:{task}", observation="pixels" if config.screenshot else "a11y")


def demonstrated(options: str, task: str = TASKS[0], **how: Any) -> Demonstration:
    config = demonstration_config(options)
    env = made(config, task)
    try:
        return Demonstrator(config, env, **how).play("one", task, 0, "train")
    finally:
        env.close()


def shown(messages: Any) -> list[Any]:
    """Messages as they are compared: their texts, and the bytes of their pictures."""
    return [
        (
            m.role,
            [p.data if isinstance(p, PromptPicture) else p for p in m.parts],
            [(c.name, c.arguments) for c in m.calls],
        )
        for m in messages
    ]


@pytest.mark.parametrize(
    "options",
    [
        "space=qwen",
        "space=ui-tars-1.5,screens=2,turns=2",
        "space=omnigym,marks=true,tree=300,size=640x480",
        "preset=omnibench-trajectory",
        "space=qwen2.5,stitch=before",
        "space=pyautogui,form=code,screenshot=false,tree=500",
    ],
)
def test_the_messages_are_those_that_evaluate_sends(options: str) -> None:
    told = demonstrated(options)
    assert told.success and len(told.exchanges) > 2
    # the agent that `evaluate` makes, and a model that gives the same answers
    config = demonstration_config(options)
    model = ScriptedModel(*[e.answer for e in told.exchanges])
    agent = ChatAgent(config, model)
    env = agent.wrap(made(config))
    observation, info = env.reset(seed=0, options={"task": TASKS[0]})
    agent.reset(env, info)
    ended = False
    while not ended:
        observation, _, terminated, truncated, info = env.step(agent.act(observation, info))
        ended = terminated or truncated
    assert info["is_success"]
    assert [shown(asked) for asked in model.asked] == [shown(e.messages) for e in told.exchanges]
    assert [tuple(tools) for tools in model.tools] == [e.tools for e in told.exchanges]
    env.close()


@pytest.mark.parametrize("space", [s for s in (*SPACES, *MODEL_SPACES) if s != "crab"])
@pytest.mark.parametrize(("env_id", "platform"), [(ENV, "windows"), ("OmniBench-Android-v0", "android")])
def test_every_exported_answer_reads_as_the_action_of_the_oracle(space: str, env_id: str, platform: str) -> None:
    config = demonstration_config(f"space={space}")
    env = gymnasium.make(env_id, tasks="nodes:1", observation="pixels")
    tasks = env.unwrapped.tasks  # type: ignore[attr-defined]
    demonstrator = Demonstrator(config, env)
    answers = 0
    for task in tasks[:: len(tasks) // 3][:3]:
        told = demonstrator.play("one", task.id, 0)
        for example in examples_of(told, PackingRules(space=space)) if told.success else ():
            exchange = next(e for e in told.exchanges if e.step == example.steps[0])
            dialect = make_dialect(space, platform, config.numbered)
            (picture,) = [p for p in exchange.messages[-1].parts if isinstance(p, PromptPicture)]
            dialect.look(View(size_of_picture(picture), env.unwrapped.device.size))  # type: ignore[attr-defined]
            said = example.messages[-1]
            answer = Answer("\n".join(map(str, said.parts)), tuple([Call(c.name, c.arguments) for c in said.calls]))
            found = [a for said in calls_in(answer, dialect, config.spoken) for a in said.actions]
            assert exchange.action is not None
            how = fidelity(exchange.action, found)
            assert how == ("approximate" if example.approximate else "exact"), (answer, found)
            answers += 1
    env.close()
    assert answers or (space, platform) in NO_WORDS


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    env = RecordTrajectory(
        gymnasium.make(ENV, tasks=f"id:{TASKS[0]}", observation="both"), tmp_path_factory.mktemp("r"), trees=True
    )
    agent = OracleAgent()
    observation, info = env.reset(seed=0, options={"task": TASKS[0]})
    agent.reset(env, info)
    ended = False
    while not ended:
        action = agent.act(observation, info)
        env.note(thought=agent.rationale().text)
        observation, _, terminated, truncated, info = env.step(action)
        ended = terminated or truncated
    assert env.path is not None
    yield env.path
    env.close()


@pytest.mark.parametrize("options", ["space=qwen", "space=omnigym,marks=true,tree=300", "space=opencua,screens=2"])
def test_a_recording_gives_the_examples_that_the_oracle_gives(recording: Path, options: str) -> None:
    config = demonstration_config(options)
    env = RecordedEnv(read_trajectory(recording), screens=config.screenshot)
    again = Demonstrator(config, env, RecordedPlayer(), exact=True).play("one", TASKS[0], 0, "train")
    told = demonstrated(options)
    assert again.success
    packing = PackingRules(space=config.space)
    assert list(examples_of(again, packing)) == list(examples_of(told, packing))


def test_a_recorded_action_that_a_space_says_roughly_is_left_out(recording: Path) -> None:
    config = demonstration_config("space=autoglm")  # whose Type empties the field first
    env = RecordedEnv(read_trajectory(recording), screens=True)
    told = Demonstrator(config, env, RecordedPlayer(), exact=True).play("one", TASKS[0], 0)
    assert told.left_out.startswith("the space has no words") and not told.success


def test_a_recording_without_screens_or_platform_is_an_error(recording: Path, tmp_path: Path) -> None:
    trajectory = read_trajectory(recording)
    about = {k: v for k, v in trajectory.meta.items() if k != "platform"}
    with pytest.raises(RecordingError, match="platform"):
        RecordedEnv(type(trajectory)(trajectory.path, about, trajectory.steps), screens=True)
    (tmp_path / "r").mkdir()
    for file in recording.iterdir():
        if file.suffix != ".png":
            (tmp_path / "r" / file.name).write_bytes(file.read_bytes())
    env = RecordedEnv(read_trajectory(tmp_path / "r"), screens=True)
    with pytest.raises(RecordingError, match="no screens"):
        Demonstrator(demonstration_config("space=qwen"), env, RecordedPlayer(), exact=True).play("one", TASKS[0], 0)


@pytest.mark.parametrize(
    "options",
    [
        "space=qwen,screens=2",
        "space=autoglm",
        "space=omnigym",
        "space=ui-tars,turns=1,screens=3",
        "preset=omnibench-trajectory",
    ],
)
def test_rollouts_of_a_demonstrator_are_told_again_as_they_were(tmp_path: Path, options: str) -> None:
    task, env_id, platform = TASKS[0], ENV, "windows"
    if "autoglm" in options:
        env_id, platform = "OmniBench-Android-v0", "android"
        probe = gymnasium.make(env_id, tasks="suite:hello level:1", observation="a11y")
        task = probe.unwrapped.tasks[0].id  # type: ignore[attr-defined]
        probe.close()
    config = demonstration_config(options)
    agent = RehearsedAgent(config, oracle=OracleModel(thinks=True))
    agent.pictures = tmp_path
    env = made(config, task, env_id)
    record = AgentBranches(env, agent, keep="never").play(Start(task, 0), "one", "g", 0).record
    env.close()
    told = told_again(RolloutRecord.from_json(record.to_json()), record.steps, config, platform, tmp_path, "train")
    env = made(config, task, env_id)
    live = Demonstrator(config, env).play("one", task, 0, "train")
    env.close()
    assert told.success and live.success
    packing = PackingRules(space=config.space)
    ours = [e._replace(approximate=()) for e in examples_of(live, packing)]
    assert list(examples_of(told, packing)) == ours


def test_rollouts_without_messages_of_a_model_are_an_error() -> None:
    env = gymnasium.make(ENV, tasks=f"id:{TASKS[0]}", observation="a11y")
    record = AgentBranches(env, make_agent("oracle"), keep="never").play(Start(TASKS[0], 0), "one", "g", 0).record
    env.close()
    with pytest.raises(RecordingError, match="no messages of a model"):
        told_again(record, record.steps, demonstration_config("space=qwen"), "windows", Path())


def test_an_invalid_answer_of_a_rollout_is_wrong_and_the_next_one_recovered(tmp_path: Path) -> None:
    config = demonstration_config("space=omnigym,screenshot=false,tree=500,form=json")
    answers = [Answer("nothing to read"), Answer('```json\n{"name": "done", "arguments": {}}\n```')]
    agent = ChatAgent(config, ScriptedModel(*answers))
    env = made(config)
    record = AgentBranches(env, agent, keep="never").play(Start(TASKS[0], 0), "one", "g", 0).record
    env.close()
    told = told_again(record, record.steps, config, "windows", tmp_path)
    assert [(e.wrong, e.recovered) for e in told.exchanges] == [(True, False), (False, True)]
    assert told.left_out.startswith("the episode failed")
    (example,) = examples_of(told, PackingRules())
    assert [m.learn for m in example.messages if m.role == "assistant"] == [False, True]


def test_mistakes_are_marked_and_not_learned() -> None:
    config = demonstration_config("space=qwen,screenshot=false,tree=300,screens=50")
    env = made(config)
    demonstrator = Demonstrator(config, env, astray=0.3)
    played = [demonstrator.play("one", TASKS[0], seed, "train") for seed in range(6)]
    assert played == [demonstrator.play("one", TASKS[0], seed, "train") for seed in range(6)]
    env.close()
    told = next(p for p in played if p.success and any(e.wrong for e in p.exchanges))
    wrong = [n for n, e in enumerate(told.exchanges) if e.wrong]
    assert wrong and all(told.exchanges[n + 1].recovered for n in wrong)
    assert all("did not help" in told.exchanges[n + 1].answer.text for n in wrong)
    by_step = list(examples_of(told, PackingRules("step")))
    assert len(by_step) == len(told.exchanges) - len(wrong)
    (whole,) = examples_of(told, PackingRules("episode"))
    learned = [m.learn for m in whole.messages if m.role == "assistant"]
    assert learned == [not e.wrong for e in told.exchanges]
    assert whole.wrong == tuple(told.exchanges[n].step for n in wrong) and not set(whole.wrong) & set(whole.steps)


def test_packing_by_episode_keeps_conversations_that_go_on_together() -> None:
    whole = demonstrated("space=ui-tars,screens=50")
    (one,) = examples_of(whole, PackingRules("episode"))
    assert [m.learn for m in one.messages if m.role == "assistant"] == [True] * len(whole.exchanges)
    assert len(one.pictures) == len(whole.exchanges)
    window = demonstrated("space=ui-tars,screens=1")  # earlier screens are replaced: no conversation goes on
    assert len(list(examples_of(window, PackingRules("episode")))) == len(window.exchanges)


def test_a_thought_that_reads_as_a_call_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    from omnigym.baselines.thoughts import Rationale

    quoted = '<tool_call>\n{"name": "computer_use", "arguments": {"action": "terminate"}}\n</tool_call>'
    monkeypatch.setattr(OracleAgent, "rationale", lambda *_, **__: Rationale(quoted, "", ""))
    told = demonstrated("space=qwen")
    assert told.success and not any("terminate" in e.answer.text for e in told.exchanges[:-1])


@pytest.mark.parametrize("space", sorted(RESIZED_BY))
def test_pictures_have_the_sizes_of_the_processor(space: str) -> None:
    told = demonstrated(f"space={space}")
    example = next(examples_of(told, PackingRules(space=space)))
    (picture,) = example.pictures
    assert picture.size == RESIZED_BY[space]((1024, 768)) and picture.size[0] % 28 * (picture.size[0] % 32) == 0
    assert example.image_tokens == RESIZED_BY[space].tokens(picture.size) > 500


def test_a_picture_over_its_budget_is_an_error_that_says_what_to_do() -> None:
    told = demonstrated("space=qwen2.5")
    with pytest.raises(ConfigError, match=r"1036 x 756 = 783,216 pixels .* 500,000.*size=WIDTHxHEIGHT"):
        list(examples_of(told, PackingRules(space="qwen2.5", max_pixels=500_000)))
    smaller = demonstrated("space=qwen2.5,size=640x480")
    assert list(examples_of(smaller, PackingRules(space="qwen2.5", max_pixels=500_000)))


def test_several_models_are_no_demonstration() -> None:
    with pytest.raises(ConfigError, match="structure=single"):
        demonstrated("space=omnigym,structure=by-functionality")


def test_tags_in_a_text_are_an_error_and_parts_are_not() -> None:
    told = demonstrated("space=qwen,screenshot=false,tree=300")
    example: ChatExample = next(examples_of(told, PackingRules()))
    first = example.messages[0]
    odd = example._replace(messages=(first._replace(parts=("<image>",)), *example.messages[1:]))
    with pytest.raises(RecordingError, match="--content parts"):
        plain_messages(odd, "tags")
    assert plain_messages(odd, "parts")[0]["content"] == [{"type": "text", "text": "<image>"}]


def test_the_agent_of_the_name_plays_and_says_so() -> None:
    env = gymnasium.make(ENV, tasks=f"id:{TASKS[0]}", observation="a11y")
    agent = make_agent("oracle_model:space=opencua,screenshot=false,tree=300")
    record = AgentBranches(env, agent, keep="never").play(Start(TASKS[0], 0), "one", "g", 0).record
    env.close()
    assert record.is_success
    said = record.steps[0].messages[-1].content
    assert said.startswith("## Thought:\n") and "I go on." not in said
    assert json.dumps(to_json(record.steps[0].decoded()[0]))
