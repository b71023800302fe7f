"""NeMo Gym's resource server for omnigym: a session is an episode, the action space its tools, `verify` the reward.

    pip install 'omnigym[serve]' "nemo-gym>=0.4"                  # Python 3.12 or later
    mkdir -p resources_servers/omnigym/configs
    cp examples/trainers/nemo_gym_server.py resources_servers/omnigym/app.py
    cp examples/trainers/nemo_gym.yaml resources_servers/omnigym/configs/omnigym.yaml
    echo "omnigym[serve]" > resources_servers/omnigym/requirements.txt  # of this server
    python examples/trainers/nemo_gym_server.py --rows suite:hello --seeds 2 > rows.jsonl
    gym env start --resources-server omnigym --model-type openai_model --model MODEL --model-url URL --model-api-key KEY
    gym eval run --no-serve --agent omnigym_simple_agent --input rows.jsonl --output rollouts.jsonl   # meanwhile

`gym` (once ``ng_run``) makes an environment with `uv` for each of its servers. The model's endpoint is one of OpenAI's
Responses API, whole: NeMo Gym refuses answers that lack a field.

With ``url`` in the configuration the desktops are those of `omnigym serve`, whose token is in ``OMNIGYM_SERVE_TOKEN``;
without, they are simulated in this process. A row has ``task_id`` and ``seed``, which `seed_session` takes. The model
asks for the first screen with the tool ``look``; each function answers with the next one.

Results of tools are texts in NeMo Gym 0.4, so this server shows no pictures: `nemo_gym_agent.py` does.

An episode that cannot be scored is never a reward of 0: `verify` answers 503, so that the rollout fails and
``gym eval run --resume`` plays it again. So do sessions that nobody seeded, or that were given up (410, 404).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import time
from collections.abc import Iterator
from typing import Any

from fastapi import FastAPI, HTTPException, Request
from fastapi.responses import PlainTextResponse
from nemo_gym.base_resources_server import (
    BaseResourcesServerConfig,
    BaseSeedSessionRequest,
    BaseSeedSessionResponse,
    BaseVerifyRequest,
    BaseVerifyResponse,
    SimpleResourcesServer,
)
from nemo_gym.server_utils import SESSION_ID_KEY
from pydantic import ConfigDict, PrivateAttr

from omnigym.agents.tool_env import ToolEnv
from omnigym.errors import ConfigError, OmnigymError, ServerBusyError
from omnigym.serve.trainer_episodes import TrainerEpisodes

AGENT = "omnigym_simple_agent"
LOOK = {"name": "look", "description": "Show the task and the screen. Takes no step.", "parameters": {}}


class ComputerConfig(BaseResourcesServerConfig):
    """Where episodes are played."""

    env: str = TrainerEpisodes.env
    url: str = ""
    options: str = ""
    most_sessions: int = 64
    idle_s: float = 1800.0


class ComputerSeed(BaseSeedSessionRequest):
    """The episode of a row."""

    model_config = ConfigDict(extra="ignore")
    task_id: str
    seed: int = 0


class ComputerVerify(BaseVerifyRequest):
    """What the agent sends at the end: the row and the answers, which come back with the reward."""

    model_config = ConfigDict(extra="allow")


class ComputerVerified(BaseVerifyResponse):
    """The reward, and how the episode ended."""

    model_config = ConfigDict(extra="allow")


class Session:
    """One episode; its calls are done one after another."""

    def __init__(self, env: ToolEnv) -> None:
        self.env, self.alone, self.heard = env, asyncio.Lock(), time.monotonic()

    async def do(self, work: Any, *arguments: object) -> Any:
        """Do something with the environment in a thread of its own."""
        self.heard = time.monotonic()
        async with self.alone:
            return await asyncio.to_thread(work, *arguments)


class ComputerServer(SimpleResourcesServer):
    """Plays an episode a session."""

    config: ComputerConfig
    _sessions: dict[str, Session] = PrivateAttr(default_factory=dict)

    def setup_webserver(self) -> FastAPI:
        """The base's endpoints, and after them any name as a function, so that an unknown one is an invalid action."""
        app = super().setup_webserver()
        app.post("/{name}")(self.call)
        return app

    def _made(self, task_id: str) -> ToolEnv:
        return TrainerEpisodes(env=self.config.env, url=self.config.url, options=self.config.options).tools(task_id)

    async def seed_session(self, request: Request, body: ComputerSeed) -> BaseSeedSessionResponse:
        """Begin the episode of a row."""
        await self._sweep()
        await self._leave(request.session[SESSION_ID_KEY])
        if len(self._sessions) >= self.config.most_sessions:
            raise HTTPException(503, f"All {self.config.most_sessions} sessions are taken.", {"Retry-After": "10"})
        try:
            session = Session(await asyncio.to_thread(self._made, body.task_id))
        except ServerBusyError as e:
            raise HTTPException(503, str(e), {"Retry-After": str(round(e.retry_after))}) from None
        except OmnigymError as e:
            raise _refused(e) from None
        self._sessions[request.session[SESSION_ID_KEY]] = session
        try:
            await session.do(session.env.reset, body.seed, body.task_id)
        except OmnigymError as e:
            await self._leave(request.session[SESSION_ID_KEY])
            raise _refused(e) from None
        return BaseSeedSessionResponse()

    async def call(self, request: Request, name: str) -> PlainTextResponse:
        """Do a function; what it shows is the result that the model reads."""
        session = self._session(request)
        try:
            arguments = await request.json()
        except ValueError:
            arguments = None  # an invalid action
        if name == LOOK["name"]:
            last = session.env.view.last
            return PlainTextResponse(last.text if last is not None else "")
        return PlainTextResponse((await session.do(session.env.call, name, arguments)).text)

    async def verify(self, request: Request, body: ComputerVerify) -> ComputerVerified:
        """The sum of the rewards; ends the session."""
        session = self._session(request)
        async with session.alone:
            score, last, success = session.env.score, session.env.view.last, session.env.is_success
        await self._leave(request.session[SESSION_ID_KEY])
        if score is None:
            raise HTTPException(503, "The episode is not scored: the device failed, or a check could not tell.")
        ended = {"is_success": success, "end_reason": last.info["end_reason"] if last is not None else None}
        return ComputerVerified(**body.model_dump(), reward=score, **ended)

    def _session(self, request: Request) -> Session:
        session = self._sessions.get(request.session[SESSION_ID_KEY])
        if session is None:
            raise HTTPException(410, "There is no such session: it was never seeded, or was given up.")
        return session

    async def _sweep(self) -> None:
        """Give up the sessions whose agent is gone."""
        before = time.monotonic() - self.config.idle_s
        for name, session in tuple(self._sessions.items()):
            if session.heard < before and not session.alone.locked():
                await self._leave(name)

    async def _leave(self, name: str) -> None:
        session = self._sessions.pop(name, None)
        if session is not None:
            await session.do(session.env.close)


def _refused(e: OmnigymError) -> HTTPException:
    return HTTPException(422 if isinstance(e, ConfigError) else 503, str(e))


def rows(episodes: TrainerEpisodes, seeds: int) -> Iterator[dict[str, Any]]:
    """The rows of a data set: the task is told by the tool ``look``."""
    names = episodes.task_ids()
    with episodes.tools(names[0]) as env:
        known = [{"name": t.name, "description": t.description, "parameters": t.parameters} for t in env.view.tools]
    look = {**LOOK, "parameters": {"type": "object", "properties": {}}}
    tools = [{"type": "function", "strict": False, **tool} for tool in (look, *known)]
    said = "You operate a computer by calling tools. Call look first. Elements are named by their numbers."
    asked = {"input": [{"role": "user", "content": said}], "tools": tools, "parallel_tool_calls": False}
    agent = {"type": "responses_api_agents", "name": AGENT}
    for name in names:
        for seed in range(seeds):
            yield {"responses_create_params": asked, "task_id": name, "seed": seed, "agent_ref": agent}


def main() -> None:
    """Print rows, or serve, as NeMo Gym has it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", metavar="QUERY", help="print the rows of these tasks, such as suite:hello")
    parser.add_argument("--env", default=TrainerEpisodes.env)
    parser.add_argument("--seeds", type=int, default=1)
    given, _ = parser.parse_known_args()
    if given.rows is None:
        ComputerServer.run_webserver()
        return
    for row in rows(TrainerEpisodes(env=given.env, tasks=given.rows), given.seeds):
        print(json.dumps(row))


if __name__ == "__main__":
    main()
