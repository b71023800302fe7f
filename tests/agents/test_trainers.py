"""Adapters of ``examples/trainers``: what they do themselves, and each in the package that it is for.

The packages need environments of their own. A variable, such as ``OMNIGYM_TRL_PYTHON``, names a Python that has one of
them and what omnigym needs; where it is missing, the test is skipped.
"""

from __future__ import annotations

import asyncio
import base64
import io
import json
import os
import re
import subprocess
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any

import pytest
from PIL import Image

pytest.importorskip("msgpack", reason="pip install 'omnigym[serve]'")

from omnigym.agents.tool_env import ToolEnv
from omnigym.devices.sim.device import SimDevice
from omnigym.errors import DeviceLostError
from omnigym.serve.trainer_episodes import TrainerEpisodes
from omnigym.wrappers.marks import center_of
from tests.agents import stand_ins
from tests.agents.stand_ins import Message, Player, Refused, Request, load

_TASK = "hello/phone-open-tool@1"
_PHONE = "OmniBench-Android-v0"
_HOME = '```json\n{"name": "press", "arguments": {"key": "home"}}\n```'
_DONE = '```json\n{"name": "done", "arguments": {}}\n```'


def number(screen: str) -> int:
    """The number of the element that does the task."""
    (found,) = re.findall(r'\[(\d+)\] [^"\n]*"Calendar"', screen)
    return int(found)


def said(screen: str) -> str:
    """The right answer in words."""
    return f'```json\n{{"name": "click", "arguments": {{"element": {number(screen)}}}}}\n```'


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Devices are lost at the first call."""
    call = ToolEnv.call

    def lost(env: ToolEnv, *arguments: Any) -> Any:
        def gone(*_: object) -> None:
            raise DeviceLostError("sim", "act", "it is gone.", "Wait.")

        monkeypatch.setattr(env._env.unwrapped.devices[""], "act", gone)  # type: ignore[attr-defined]
        return call(env, *arguments)

    monkeypatch.setattr(ToolEnv, "call", lost)


# -- TRL ---------------------------------------------------------------------------------------------------------------


@pytest.fixture
def computer(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    module = load("trl_grpo", monkeypatch, {})
    monkeypatch.setattr(module.Computer, "episodes", TrainerEpisodes(env=_PHONE, options="tree=400"))
    made = module.Computer()
    yield made
    made._env.close()


@pytest.mark.parametrize(
    ("play", "reward"), [(lambda one, screen: one.click(number(screen)), 1.0), (lambda one, _: one.done(), 0.0)]
)
def test_trl_reads_the_reward_of_the_environment(computer: Any, play: Callable[..., str], reward: float) -> None:
    screen = computer.reset(task_id=_TASK, seed=3, prompt="of the row")
    assert "The episode is over" in play(computer, screen)
    assert computer.get_reward() == reward


def test_trl_leaves_a_lost_device_out_of_its_group(computer: Any, broken: None) -> None:
    computer.reset(task_id=_TASK)
    assert "not scored" in computer.press("home")
    assert computer.get_reward() is None


def test_trl_hears_of_a_device_that_does_not_start(computer: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next row may be played."""
    with monkeypatch.context() as patch:

        def gone(*_: object, **__: object) -> None:
            raise DeviceLostError("sim", "reset", "it is gone.", "Wait.")

        patch.setattr(computer._env, "reset", gone)
        assert "it is gone" in computer.reset(task_id=_TASK)
        assert (computer.type_text("x"), computer.get_reward()) == ("The device failed.", None)
    assert "Calendar" in computer.reset(task_id=_TASK)
    assert computer.get_reward() == 0.0


def test_trl_shows_a_picture_of_the_size_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    module = load("trl_grpo", monkeypatch, {})
    seeing = TrainerEpisodes(env=_PHONE, tasks=_TASK, observation="pixels", options="size=135x240")
    monkeypatch.setattr(module.Computer, "episodes", seeing)
    made = module.Computer()
    text, image = made.reset(task_id=_TASK, seed=3)
    assert (text["text"], image["image"].size) == ("Task: Open Calendar.", (135, 240))
    tree = made._env._env.get_wrapper_attr("a11y")()
    (node,) = [n for n in tree.nodes if n.name == "Calendar" and n.role.name == "BUTTON"]
    x, y = (int(share * side) for share, side in zip(center_of(node.bounds, tree.size), (135, 240), strict=True))
    assert "The episode is over" in made.click_at(x, y)[0]["text"]
    assert made.get_reward() == 1.0
    made._env.close()


# -- verifiers ---------------------------------------------------------------------------------------------------------


def verifiers_tasks(module: Any, **config: Any) -> list[Any]:
    """The tasks of a taskset."""
    taskset = module.ComputerTaskset()
    given = {"env": _PHONE, "url": "", "tasks": _TASK, "split": None, "observation": "a11y", "options": ""}
    taskset.config = SimpleNamespace(**{**given, "seeds": 1, "task": None, **config})
    return [SimpleNamespace(data=task.args[0]) for task in taskset.load()]


def played_by_verifiers(monkeypatch: pytest.MonkeyPatch, player: Player, **config: Any) -> list[tuple[str, float]]:
    module = load("omnigym_verifiers", monkeypatch, stand_ins.VERIFIERS)
    tasks = verifiers_tasks(module, seeds=2, **config)
    assert [(t.data.task_id, t.data.seed) for t in tasks] == [(_TASK, 0), (_TASK, 1)]
    asyncio.run(module.ComputerEnv().run(tasks[0], SimpleNamespace(player=player)))
    return player.rewards


@pytest.mark.parametrize(
    ("player", "rewards"),
    [
        (Player(said), [("omnigym", 1.0)]),
        (Player(lambda _: _DONE), [("omnigym", 0.0)]),
        (Player(lambda _: None), [("omnigym", 0.0)]),  # a limit of verifiers ends it
        (Player(lambda _: None, ["the model's server is gone"]), []),
    ],
)
def test_verifiers_records_the_reward(
    monkeypatch: pytest.MonkeyPatch, player: Player, rewards: list[tuple[str, float]]
) -> None:
    assert played_by_verifiers(monkeypatch, player) == rewards


def test_verifiers_hears_of_a_lost_device(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_: object) -> None:
        raise DeviceLostError("sim", "act", "it is gone.", "Wait.")

    player = Player(said)
    monkeypatch.setattr(SimDevice, "act", gone)
    with pytest.raises(DeviceLostError, match="it is gone"):
        played_by_verifiers(monkeypatch, player)
    assert player.rewards == []


def test_verifiers_shows_what_the_agent_chat_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    """The system's prompt once, then each screen alone, with its picture."""
    heard: list[list[Mapping[str, Any]]] = []
    player = Player(said, heard=heard, answers=[_HOME, None])
    played_by_verifiers(monkeypatch, player, observation="both", options="size=135x240")
    assert [[message["role"] for message in turn] for turn in heard] == [["system", "user"], ["user"]]
    for turn in heard:
        url = turn[-1]["content"][-1]["image_url"]["url"]
        assert Image.open(io.BytesIO(base64.b64decode(url.partition(",")[2]))).size == (135, 240)
    assert "Positions are pixels of a screen of 135 x 240" in heard[0][0]["content"]


@pytest.mark.parametrize("env", [_PHONE, "OmniBench-Win11-v0"])
def test_verifiers_plays_tasks_of_its_environment_alone(monkeypatch: pytest.MonkeyPatch, env: str) -> None:
    module = load("omnigym_verifiers", monkeypatch, stand_ins.VERIFIERS)
    tasks = verifiers_tasks(module, env=env, tasks="suite:hello level:1")
    assert {"phone" in task.data.task_id for task in tasks} == {env == _PHONE}


# -- Inspect -----------------------------------------------------------------------------------------------------------


def right(screen: str) -> Message:
    return Message(tool_calls=[("click", {"element": number(screen)})])


def inspected(
    monkeypatch: pytest.MonkeyPatch, answer: Callable[[Any], Message], **given: Any
) -> tuple[Any, list[Message]]:
    """The score, and the messages."""
    kept = stand_ins.inspect_store()
    module = load("inspect_task", monkeypatch, stand_ins.inspect_names(answer, kept))
    made = module.omnigym_tasks(_TASK, limit=1, env=_PHONE, **given)
    (sample,) = made.dataset
    state = SimpleNamespace(messages=list(sample.input))
    asyncio.run(made.solver(state))
    return asyncio.run(made.scorer(state, None)), state.messages


def played_by_inspect(monkeypatch: pytest.MonkeyPatch, answer: Callable[[str], Message]) -> tuple[float, Any, int]:
    score, messages = inspected(monkeypatch, answer)
    return score.value, score.metadata, len(messages)


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        (right, (1.0, {"is_success": True}, 4)),
        (lambda _: Message("I stop."), (0.0, {"is_success": False}, 3)),  # it is done as it says no more
        (lambda _: Message(tool_calls=[("press", {"key": "home"})]), (0.0, {"is_success": False}, 18)),
    ],
)
def test_inspect_scores_the_reward(
    monkeypatch: pytest.MonkeyPatch, answer: Callable[[str], Message], found: tuple[float, Any, int]
) -> None:
    assert played_by_inspect(monkeypatch, answer) == found


def test_inspect_shows_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    def answer(seen: Any) -> Message:
        (text, image) = seen
        assert image.image.startswith("data:image/png;base64,")
        return right(text.text)

    score, messages = inspected(monkeypatch, answer, observation="both", options="size=135x240")
    assert score.value == 1.0
    assert messages[-1].content[0].text.startswith("Done.")


def test_inspect_hears_of_a_lost_device(monkeypatch: pytest.MonkeyPatch, broken: None) -> None:
    with pytest.raises(DeviceLostError, match="nothing about the agent"):
        played_by_inspect(monkeypatch, right)


# -- NeMo Gym ----------------------------------------------------------------------------------------------------------


class Nemo:
    """A resource server, asked as NeMo Gym's agent asks it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, **config: Any) -> None:
        self.module = load("nemo_gym_server", monkeypatch, stand_ins.NEMO_GYM)
        self.server = self.module.ComputerServer(config=self.module.ComputerConfig(env=_PHONE, **config))

    async def seed(self, session: str = "a", task: str = _TASK) -> None:
        await self.server.seed_session(Request(session), self.module.ComputerSeed(task_id=task, seed=3))

    async def call(self, name: str, arguments: object = None, session: str = "a") -> str:
        told: str = await self.server.call(Request(session, arguments), name)
        return told

    async def verify(self, session: str = "a") -> Any:
        return await self.server.verify(Request(session), self.module.ComputerVerify(task_id=_TASK))


@pytest.mark.parametrize(("name", "reward"), [("click", 1.0), ("done", 0.0), ("fly", 0.0)])
def test_nemo_gym_verifies_the_reward(monkeypatch: pytest.MonkeyPatch, name: str, reward: float) -> None:
    async def episode() -> Any:
        nemo = Nemo(monkeypatch)
        await nemo.seed()
        screen = await nemo.call("look", {})
        assert screen.startswith("Task: Open Calendar.") and await nemo.call("look", {}) == screen
        told = await nemo.call(name, {"element": number(screen)} if name == "click" else {})
        assert ("there is no function" in told) == (name == "fly")
        found = await nemo.verify()
        assert not nemo.server._sessions
        return found

    found = asyncio.run(episode())
    assert (found.reward, found.is_success, found.task_id) == (reward, reward == 1.0, _TASK)


def test_nemo_gym_never_scores_what_says_nothing(monkeypatch: pytest.MonkeyPatch, broken: None) -> None:
    async def statuses() -> list[int]:
        nemo, found = Nemo(monkeypatch, most_sessions=1), []

        async def lost() -> None:
            await nemo.seed()
            await nemo.call("press", {"key": "home"})
            await nemo.verify()

        async def full() -> None:
            await nemo.seed("b")
            await nemo.seed("c")

        async def idle() -> None:
            nemo.server.config.idle_s = -1.0
            await nemo.seed("d")  # in the place of the one that nobody asked for any more
            await nemo.call("look", {}, "b")

        for wrong in (nemo.verify, partial(nemo.seed, task="no/such@0"), lost, full, idle):
            with pytest.raises(Refused) as e:
                await wrong()
            found.append(e.value.status)
        await nemo.server._leave("d")
        return found

    assert asyncio.run(statuses()) == [410, 422, 503, 503, 410]


# -- the packages ------------------------------------------------------------------------------------------------------


def run(package: str, *command: str, **variables: str) -> str:
    """Run a Python that has a package, with omnigym and the examples in its path."""
    variable = f"OMNIGYM_{package.upper()}_PYTHON"
    python = os.environ.get(variable, "")
    if not python:
        pytest.skip(f"{variable} names no Python with the package for {package}")
    path = os.pathsep.join([str(stand_ins.EXAMPLES.parents[1]), str(stand_ins.EXAMPLES)])
    programs = os.pathsep.join([str(Path(python).parent), os.environ["PATH"]])
    environment = {**os.environ, "PATH": programs, "PYTHONPATH": path, **variables}
    done = subprocess.run([python, *command], capture_output=True, text=True, timeout=600, check=False, env=environment)
    assert done.returncode == 0, f"{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout


@pytest.mark.slow
def test_trl_s_trainer(tmp_path: Path) -> None:
    """A call by a model reaches the environment, its screen the chat, and the reward is the environment's."""
    run("trl", str(stand_ins.EXAMPLES / "small_model.py"), str(tmp_path / "model"), "--elements", "5")
    asked = f"--model {tmp_path / 'model'} --tasks hello/open-office@0 --steps 1 --group 2 --turns 1 --show"
    told = run("trl", str(stand_ins.EXAMPLES / "trl_grpo.py"), *asked.split(), "--output", str(tmp_path / "out"))
    assert {"'reward': '1'", "'tools/call_frequency': '1'", "'tools/failure_frequency': '0'"} <= set(
        re.findall(r"'[a-z_/]+': '[0-9.]+'", told)
    )
    assert "The episode is over" in re.sub(r"[│\s]+", " ", told)


class _Streaming(BaseHTTPRequestHandler):
    """Answers as a server of chat completions does that is asked for a stream."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        last = asked["messages"][-1]["content"]
        screen = last if isinstance(last, str) else last[0]["text"]
        delta = {"role": "assistant", "content": said(screen)}
        choice = {"index": 0, "delta": delta, "finish_reason": "stop"}
        chunk = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice]}
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        self.wfile.write(f"data: {json.dumps(chunk)}\n\ndata: [DONE]\n\n".encode())

    def log_message(self, *_: object) -> None: ...


@pytest.mark.slow
def test_verifiers_s_evaluation(tmp_path: Path) -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), _Streaming) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        asked = (
            f"omnigym_verifiers --env.taskset.env {_PHONE} --env.taskset.tasks {_TASK} "
            "-r 2 --env.player.harness.id null --env.player.runtime.type subprocess -m m --no-push "
            f"--client.base-url http://127.0.0.1:{server.server_port}/v1 --output-dir {tmp_path}"
        )
        start = "from verifiers.v1.cli.eval.main import main; main()"
        run("verifiers", "-c", start, *asked.split(), PRIME_API_KEY="x")
        server.shutdown()
    (traces,) = tmp_path.rglob("traces.jsonl")
    lines = [json.loads(line) for line in traces.read_text().splitlines()]
    assert [line["errors"] + line["traces"][0]["errors"] for line in lines] == [[], []]
    assert [line["traces"][0]["rewards"]["omnigym"]["score"] for line in lines] == [1.0, 1.0]


_INSPECT = """
import re
from inspect_ai import eval
from inspect_ai.model import ModelOutput, ModelUsage, get_model
import inspect_task

def answer(messages, tools, choice, config):
    number = re.search(r'\\[(\\d+)\\] [^"\\n]*"Calendar"', messages[-1].text)[1]
    found = ModelOutput.for_tool_call("m", "click", {"element": int(number)})
    found.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return found

made = inspect_task.omnigym_tasks(env="OmniBench-Android-v0", tasks="hello/phone-open-tool@1", limit=1)
(log,) = eval(made, model=get_model("mockllm/model", custom_outputs=answer), display="none", log_format="json")
print(log.status, log.samples[0].scores["coverage"].value)
"""


@pytest.mark.slow
def test_inspect_s_evaluation(tmp_path: Path) -> None:
    assert run("inspect", "-c", _INSPECT, INSPECT_LOG_DIR=str(tmp_path)).splitlines()[-1] == "success 1.0"


_NEMO_GYM = """
import re
from unittest.mock import MagicMock
from fastapi.testclient import TestClient
from nemo_gym.server_utils import ServerClient
from nemo_gym_server import ComputerConfig, ComputerServer

config = ComputerConfig(host="127.0.0.1", port=1, entrypoint="", name="omnigym", env="OmniBench-Android-v0")
server = ComputerServer(config=config, server_client=MagicMock(spec=ServerClient))
response = {"id": "r", "created_at": 1.0, "model": "m", "object": "response", "output": [],
            "parallel_tool_calls": False, "tool_choice": "auto", "tools": []}
client = TestClient(server.setup_webserver())

def verified(task, *calls):
    row = {"responses_create_params": {"input": "Operate."}, "task_id": task, "seed": 3}
    seeded = client.post("/seed_session", json=row)
    screen = client.post("/look", json={}).text
    for name in calls:
        number = re.search(r'\\[(\\d+)\\] [^"\\n]*"Calendar"', screen)[1]
        client.post(f"/{name}", json={"element": int(number)} if name == "click" else {})
    ended = client.post("/verify", json={**row, "response": response})
    return seeded.status_code, ended.status_code, ended.json().get("reward")

print(verified("hello/phone-open-tool@1", "fly", "click"), verified("hello/phone-open-tool@1", "done"))
print(verified("no/such@0"))
"""


@pytest.mark.slow
def test_nemo_gym_s_resource_server() -> None:
    """The reward is omnigym's; a session that was never seeded is an error, not 0."""
    assert run("nemo_gym", "-c", _NEMO_GYM).splitlines() == ["(200, 200, 1.0) (200, 200, 0.0)", "(422, 410, None)"]


# -- with pictures, and a vision-language model of random weights ------------------------------------------------------


@pytest.fixture(scope="module")
def policy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """A Qwen2.5-VL of `small_model.py` and its endpoint."""
    folder = tmp_path_factory.mktemp("policy") / "model"
    run("trl", str(stand_ins.EXAMPLES / "small_model.py"), str(folder), *["--elements", "5", "6", "7", "8", "--vision"])
    command = [os.environ["OMNIGYM_TRL_PYTHON"], str(stand_ins.EXAMPLES / "small_policy.py"), "serve", str(folder)]
    path = {**os.environ, "PYTHONPATH": str(stand_ins.EXAMPLES.parents[1])}
    with subprocess.Popen([*command, "--port", "0"], stdout=subprocess.PIPE, text=True, env=path) as server:
        assert server.stdout is not None
        yield folder, server.stdout.readline().split()[2].rstrip(".")
        server.kill()


def check_step(folder: Path, rollouts: Path, rewards: list[float]) -> None:
    """A step of GRPO on two rollouts changes all weights, those of the vision tower too, if one was better."""
    command = [str(stand_ins.EXAMPLES / "small_policy.py"), "step", str(folder), "--rollouts", str(rollouts)]
    told = run("trl", *command, "--out", str(rollouts.with_suffix("")))
    assert told.startswith("2 rollouts, ")
    if len(set(rewards)) > 1:  # else no answer has an advantage
        assert re.search(r"changed: (\d+) of \1 weights, 54 of them of the vision tower", told)


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_inspect_plays_with_pictures(policy: tuple[Path, str], tmp_path: Path) -> None:
    folder, url = policy
    task = os.path.relpath(stand_ins.EXAMPLES / "inspect_task.py")  # Inspect takes no whole paths
    asked = (
        f"eval {task} --model openai-api/local/m --epochs 2 --max-connections 2 "
        "-T tasks=hello/open-office@0 -T observation=both -T options=size=280x224,tree=400 -T turns=2 "
        "--log-format json --display plain"
    )
    where = {"LOCAL_API_KEY": "x", "LOCAL_BASE_URL": url, "INSPECT_LOG_DIR": str(tmp_path)}
    run("inspect", "-c", "from inspect_ai._cli.main import main; main()", *asked.split(), **where)
    (log,) = tmp_path.glob("*.json")
    told = json.loads(log.read_text())
    assert told["status"] == "success" and len(told["samples"]) == 2
    for sample in told["samples"]:
        assert sample["scores"]["coverage"]["value"] in (0.0, 1.0)
        assert any(part["type"] == "image" for part in sample["messages"][1]["content"])
    check_step(folder, log, [sample["scores"]["coverage"]["value"] for sample in told["samples"]])


_NEMO_GYM_AGENT = """
import json, sys
url, out = sys.argv[1:3]
del sys.argv[1:]
import httpx
from unittest.mock import MagicMock
from fastapi.testclient import TestClient
from nemo_gym.server_utils import ServerClient
import nemo_gym_agent as ours

class Body:
    def __init__(self, told):
        self.told, self.ok, self.content, self.cookies = told, told.is_success, self, {}
    async def read(self):
        return self.told.content
    def raise_for_status(self):
        self.told.raise_for_status()

class Client(MagicMock):
    async def post(self, server_name, url_path, json, **_):
        body = json if isinstance(json, dict) else json.model_dump(exclude_unset=True)
        async with httpx.AsyncClient(timeout=300) as client:
            return Body(await client.post(url.removesuffix("/v1") + url_path, json={"model": "m", **body}))

where = {"type": "responses_api_models", "name": "policy_model"}
config = ours.ComputerAgentConfig(host="127.0.0.1", port=1, entrypoint="", name=ours.AGENT, model_server=where,
                                  options="size=280x224,tree=400", max_answers=2)
agent = ours.ComputerAgent(config=config, server_client=Client(spec=ServerClient))
with TestClient(agent.setup_webserver()) as client, open(out, "w") as file:
    for row in ours.rows(ours.TrainerEpisodes(tasks="hello/open-office@0"), 2):
        told = client.post("/run", json=row)
        assert told.status_code == 200, told.text
        file.write(told.text + "\\n")
"""


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_nemo_gym_s_agent_plays_with_pictures(policy: tuple[Path, str], tmp_path: Path) -> None:
    """Its agent and its model server's messages in one process: the package has no trainer."""
    folder, url = policy
    rollouts = tmp_path / "rollouts.jsonl"
    run("nemo_gym", "-c", _NEMO_GYM_AGENT, url, str(rollouts))
    lines = [json.loads(line) for line in rollouts.read_text().splitlines()]
    assert [line["reward"] in (0.0, 1.0) for line in lines] == [True, True]
    assert "input_image" in json.dumps(lines[0]["responses_create_params"]["input"])
    check_step(folder, rollouts, [line["reward"] for line in lines])


# -- prime-rl ----------------------------------------------------------------------------------------------------------

_PRIME_RL = stand_ins.EXAMPLES / "prime_rl" / "rl.toml"


def test_the_recipe_of_prime_rl_names_episodes_that_exist() -> None:
    (source,) = tomllib.loads(_PRIME_RL.read_text())["orchestrator"]["train"]["source"]
    where = {name: value for name, value in source["env"]["taskset"].items() if name not in ("id", "seeds")}
    episodes = TrainerEpisodes(**{**where, "url": ""})
    assert (episodes.config.spoken, episodes.config.size) == ("own", (1024, 768))
    assert len(episodes.task_ids()) == 166


_SCHEMA = """
import sys, tomllib
from pydantic import ValidationError
from prime_rl.configs.rl import RLConfig

def source(**more):
    told = tomllib.loads(open(sys.argv[1]).read())
    told["orchestrator"]["train"]["source"][0]["env"]["taskset"].update(more)
    return RLConfig.model_validate(told).orchestrator.train.source[0].env

print(type(source()).__name__, source().taskset.observation)
for wrong in ({"observation": "films"}, {"colour": "red"}):
    try:
        source(**wrong)
    except ValidationError:
        print("refused", *wrong)
"""


@pytest.mark.slow
def test_prime_rl_s_schema_takes_the_recipe() -> None:
    """Its Python has the package prime-rl-configs of prime-rl's repository, and verifiers."""
    told = run("prime_rl", "-c", _SCHEMA, str(_PRIME_RL)).splitlines()
    assert told == ["ComputerEnvConfig pixels", "refused observation", "refused colour"]


# -- SkyRL -------------------------------------------------------------------------------------------------------------

_SKYRL = stand_ins.EXAMPLES / "skyrl"
_SKYRL_EPISODES = """
import re, sys
sys.path.insert(0, sys.argv[1])
import skyrl_gym
import omnigym_env
from skyrl_gym.envs import register

register(id="omnigym", entry_point="omnigym_env:ComputerEnv")
where = {"env": "OmniBench-Android-v0", "url": "", "observation": "both", "options": "size=135x240"}
for answer in ("click", "done", "press"):
    extras = {"where": where, "task_id": "hello/phone-open-tool@1", "seed": 3, "max_turns": 2}
    env = skyrl_gym.make("omnigym", env_config={}, extras=extras)
    messages, _ = env.init([{"role": "user", "content": "of the row"}])
    shown = messages[-1]["content"]
    number = re.search(r'\\[(\\d+)\\] [^"\\n]*"Calendar"', str(shown))[1]
    said = {"click": '{"element": %s}' % number, "done": "{}", "press": '{"key": "home"}'}[answer]
    done, rewards = False, []
    while not done:
        told = env.step('```json\\n{"name": "%s", "arguments": %s}\\n```' % (answer, said))
        done = told["done"]
        rewards.append(told["reward"])
    kinds = [part["type"] for part in shown]
    print([m["role"] for m in messages], kinds[-1], rewards, env.get_metrics()["is_success"])
    env.close()
"""


@pytest.mark.slow
def test_skyrl_gym_plays_episodes_with_pictures() -> None:
    """A right answer, one that gives up, and one that a limit of the trainer's ends."""
    roles = "['system', 'user'] image_url"
    assert run("skyrl", "-c", _SKYRL_EPISODES, str(_SKYRL)).splitlines() == [
        f"{roles} [1.0] 1.0",
        f"{roles} [0.0] 0.0",
        f"{roles} [0.0, 0.0] 0.0",
    ]


_SKYRL_SCHEMA = """
import re, shlex, sys
from skyrl.train.config import SkyRLTrainConfig

script = open(sys.argv[1]).read().replace("\\\\\\n", " ")
(line,) = [part for part in script.splitlines() if " train " in part and "rows" not in part]
line = re.sub(r'"\\$\\{MODEL:-([^}]*)\\}"', r"\\1", line)
overrides = [word for word in shlex.split(line) if "=" in word]


def tried(*more):
    # whether all names are fields: the check of values comes after it, and imports torch
    try:
        SkyRLTrainConfig.from_cli_overrides([*overrides, *more])
    except ModuleNotFoundError as e:
        return e.name == "torch"
    except ValueError as e:
        return "refused " + str(e).partition("}")[0]
    return True

print(len(overrides) > 30, tried(), tried("generator.colour=red"))
"""


@pytest.mark.slow
def test_skyrl_s_schema_has_the_names_of_the_recipe() -> None:
    told = run("skyrl", "-c", _SKYRL_SCHEMA, str(_SKYRL / "run_qwen3_vl_8b.sh")).splitlines()
    assert told[-1] == "True True refused Invalid fields {'colour'"
