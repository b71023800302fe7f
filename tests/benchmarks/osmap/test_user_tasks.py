"""Tasks for which the user signs in: nobody but the user, the device and the evaluator ever has the password."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

import omnigym  # noqa: F401 - registers the environments
from omnigym.a11y import State
from omnigym.actions import CallUser, Click, Done, Press, Type
from omnigym.baselines.evaluate import play
from omnigym.baselines.oracle import OracleAgent
from omnigym.benchmarks.osmap.scopes import SCENARIOS
from omnigym.benchmarks.osmap.user_tasks import user_tasks
from omnigym.codecs import Computer13Codec
from omnigym.devices.sim.device import SimDevice
from omnigym.recording import read_trajectory
from omnigym.runs.agent_log import write_agent_log
from omnigym.sim.sites.accounts import HOST, SERVICES, digest
from omnigym.tasks.proofs.verify import verify
from omnigym.tasks.secrets import DOTS
from omnigym.tasks.task import Task, TaskNode
from omnigym.wrappers import RecordTrajectory

TASKS = user_tasks()


def made(**options: Any) -> Any:
    return gymnasium.make("OmniBench-Win11-v0", tasks=list(TASKS), disable_env_checker=True, **options)


@pytest.fixture(scope="module")
def env() -> Iterator[Any]:
    found = made()
    yield found
    found.close()


def on_the_form(env: Any, task: Task) -> None:
    """An episode whose browser shows the sign-in page."""
    env.reset(seed=0, options={"task": task})
    device = env.unwrapped.device
    device.launch("browser")
    for action in (Press("l", ("ctrl",)), Type(f"https://{HOST}/{task.nodes[0].parameters['service']}\n")):
        env.step(action)


def click(env: Any, key: str) -> Any:
    node = env.unwrapped.a11y().find(key=key)
    x, y = node.center
    width, height = env.unwrapped.device.size
    return env.step(Click(((x + 0.5) / width, (y + 0.5) / height)))


def test_the_oracle_signs_in_by_the_user(env: Any) -> None:
    assert len(TASKS) == len(SERVICES) == 6 and all(t.scenario in SCENARIOS for t in TASKS)
    assert [t.id for t in TASKS if not play(env, OracleAgent(), t, seed=0).success] == []


@pytest.mark.proof
@pytest.mark.parametrize("task", TASKS, ids=lambda t: t.id)
def test_each_task_is_proved(task: Task) -> None:
    (found,) = verify([task], lambda: SimDevice((1024, 768)))
    assert [(p.name, p.message) for p in found.proofs if not p.holds] == []


@pytest.mark.parametrize("task", TASKS[:1], ids=lambda t: t.id)
def test_without_the_user_nobody_signs_in(env: Any, task: Task) -> None:
    on_the_form(env, task)
    for key, text in (("page.email", "alex@example.com"), ("page.password", "password")):
        click(env, key)
        env.step(Type(text))
    click(env, "page.sign_in")
    assert env.unwrapped.a11y().find(key="page.problem") is not None
    *_, info = env.step(Done())
    assert not info["is_success"] and info["coverage_rate"] == 0.0


@pytest.mark.parametrize(
    ("focus", "call", "problem"),
    [
        ("page.email", "email", None),
        ("page.password", "password", None),
        ("page.password", "email", None),
        ("page.email", "password", "would show the password"),
        ("browser.address", "password", "would show the password"),
        ("page.email", "pin", "knows email, password"),
        ("page.email", "", "knows email, password"),
        (None, "email", "No text field has the keyboard"),
    ],
)
def test_the_user_types_into_a_field_that_is_one_for_it(env: Any, focus: str | None, call: str, problem: str) -> None:
    task = TASKS[0]
    on_the_form(env, task)
    if focus is None:
        env.unwrapped.device.minimise(env.unwrapped.device.windows()[0].id)
    elif focus == "browser.address":
        env.step(Press("l", ("ctrl",)))
    else:
        click(env, focus)
    before = env.unwrapped.device.tree()
    steps = env.unwrapped._runner.episode.steps
    *_, info = env.step(CallUser(call))
    assert info["steps"] == steps + 1
    if problem is not None:
        assert problem in info["invalid_action"] and env.unwrapped.device.tree() is before
        return
    assert info["invalid_action"] == ""
    shown, real = env.unwrapped.a11y().find(key=focus), env.unwrapped.device.tree().find(key=focus)
    if focus == "page.email":
        assert (shown.value, real.value) == (DOTS, task.secrets["email"])
    else:
        assert set(shown.value) == {"•"} and len(real.value) == len(task.secrets[call]) and real.has(State.PASSWORD)


def test_a_task_without_secrets_has_nobody_to_call(env: Any) -> None:
    on_the_form(env, dataclasses.replace(TASKS[0], secrets={}))
    click(env, "page.email")
    before = env.unwrapped.device.tree()
    *_, info = env.step(CallUser("email"))
    assert info["invalid_action"] == "" and env.unwrapped.device.tree() is before


def with_password(password: str) -> Task:
    task = TASKS[0]
    values = {**task.nodes[0].parameters, "digest": digest("library", task.secrets["email"], password)}
    node = TaskNode("sign_in", task.nodes[0].subtask, values)
    return dataclasses.replace(task, nodes=(node,), secrets={**task.secrets, "password": password})


def test_dots_show_nothing_of_a_password_but_its_length(env: Any) -> None:
    frames = []
    for password in ("iiiiiiiiiiiiii", "WWWWWWWWWWWWWW"):
        on_the_form(env, with_password(password))
        click(env, "page.password")
        observation, *_ = env.step(CallUser("password"))
        frames.append(observation["screenshot"])
    assert np.array_equal(*frames)


def test_a_password_cannot_be_copied_out_of_its_field(env: Any) -> None:
    on_the_form(env, TASKS[0])
    click(env, "page.password")
    for action in (CallUser("password"), Press("a", ("ctrl",)), Press("c", ("ctrl",)), Press("x", ("ctrl",))):
        env.step(action)
    click(env, "page.email")
    env.step(Press("v", ("ctrl",)))
    device = env.unwrapped.device
    assert TASKS[0].secrets["password"] not in str([n.text for n in device.tree().nodes]) + str(device.clipboard())


def test_a_recording_has_none_of_it(tmp_path: Path) -> None:
    """All files, also what the agent typed itself after it had read the address, and what it told of its steps."""
    env = RecordTrajectory(made(observation="both"), tmp_path, trees=True, arrays=True)
    task, agent = TASKS[0], OracleAgent()
    email, password = task.secrets["email"], task.secrets["password"]
    observation, info = env.reset(seed=0, options={"task": task})
    agent.reset(env, info)
    ended = False
    while not ended:
        action = agent.act(observation, info)
        if action == CallUser("password"):
            env.note(thought=f"The address is {email}, and I type it myself.")
            env.step(Type(email))
            env.step(Press("a", ("ctrl",)))  # the field has dots; it is typed over
        write_agent_log(next(tmp_path.glob("000000-*")) / "agent.jsonl", env.mask.plain({"thought": f"I saw {email}"}))
        observation, _, terminated, truncated, info = env.step(action)
        ended = terminated or truncated
        texts = [observation[key].tobytes() for key in observation if key != "screenshot"]
        assert not any(secret.encode() in text for secret in (email, password) for text in texts)
    assert info["is_success"]
    recorded = read_trajectory(next(tmp_path.glob("000000-*")))
    assert {Type(DOTS), CallUser("email"), CallUser("password")} <= {s.action for s in recorded.steps}
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert {"meta.json", "steps.jsonl", "trajectory.json", "agent.jsonl", "tree0000.json"} <= {p.name for p in files}
    for path in files:
        content = path.read_bytes().lower()
        for secret in (email, password):
            assert secret.lower().encode() not in content, path.name
    told = (next(tmp_path.glob("000000-*")) / "agent.jsonl").read_text().splitlines()
    assert all(DOTS in json.loads(line)["thought"] for line in told)
    env.close()


def test_computer_13_says_it() -> None:
    codec = Computer13Codec((100, 100))
    assert codec.decode_answer('```{"action_type": "CALL_USER", "call_type": "password"}```') == CallUser("password")
