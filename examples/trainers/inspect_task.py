"""Inspect plays omnigym: tasks as samples, the action space as tools, the reward as the score.

    pip install 'omnigym[serve]' "inspect-ai>=0.3.280"
    inspect eval examples/trainers/inspect_task.py --model PROVIDER/MODEL -T tasks=suite:hello
    inspect eval examples/trainers/inspect_task.py --model PROVIDER/MODEL -T observation=both -T options=size=640x480

A sample in which the device failed is an error of the sample, never a score.
"""

from __future__ import annotations

import anyio.to_thread
from inspect_ai import Task, task
from inspect_ai.agent import AgentState, agent
from inspect_ai.dataset import Sample
from inspect_ai.model import ChatMessageUser, ContentImage, ContentText, execute_tools, get_model
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState
from inspect_ai.tool import ToolDef, ToolParams
from inspect_ai.util import store

from omnigym.agents.model import Tool
from omnigym.agents.tool_env import ToolEnv, ToolObservation
from omnigym.errors import DeviceLostError
from omnigym.serve.trainer_episodes import TrainerEpisodes


def shown(seen: ToolObservation) -> str | list[ContentText | ContentImage]:
    """What is seen in Inspect's form."""
    if seen.picture is None:
        return seen.text
    return [ContentText(text=seen.text), ContentImage(image=seen.picture.url)]


def as_tool(tool: Tool, env: ToolEnv) -> ToolDef:
    """A function of the action space as a tool of Inspect's."""

    async def call(**arguments: object) -> str | list[ContentText | ContentImage]:
        return shown(await anyio.to_thread.run_sync(env.call, tool.name, arguments))

    parameters = ToolParams.model_validate({**tool.parameters, "additionalProperties": False})
    return ToolDef(call, name=tool.name, description=tool.description, parameters=parameters)


@agent
def computer(episodes: TrainerEpisodes, turns: int = 30):
    """Plays the episode of a sample."""

    async def execute(state: AgentState) -> AgentState:
        task_id = store().get("task_id") or state.messages[0].metadata["task_id"]
        with await anyio.to_thread.run_sync(episodes.tools, task_id) as env:
            seen = await anyio.to_thread.run_sync(env.reset, 0, task_id)
            state.messages.append(ChatMessageUser(content=shown(seen)))
            tools = [as_tool(t, env) for t in env.view.tools]
            for _ in range(turns):
                state.output = await get_model().generate(state.messages, tools)
                state.messages.append(state.output.message)
                if not state.output.message.tool_calls:
                    await anyio.to_thread.run_sync(env.call, "done", {})
                else:
                    told, _output = await execute_tools(state.messages, tools)
                    state.messages.extend(told)
                if not env.running:
                    break
            if env.score is None:
                raise DeviceLostError("device", "step", "the episode tells nothing about the agent")
            store().set("reward", env.score)
            store().set("is_success", env.is_success)
        return state

    return execute


@scorer(metrics=[mean(), stderr()])
def coverage() -> Scorer:
    """The sum of the rewards of the episode."""

    async def score(state: TaskState, target: Target) -> Score:
        del state, target
        return Score(value=float(store().get("reward", 0.0)), metadata={"is_success": store().get("is_success")})

    return score


@task
def omnigym_tasks(
    tasks: str = "suite:hello",
    limit: int = 20,
    env: str = TrainerEpisodes.env,
    observation: str = "a11y",
    options: str | list[str] = "",
    turns: int = 30,
    url: str = "",
) -> Task:
    """Tasks of a query.

    Args:
        tasks: The query.
        limit: The first so many.
        env: The environment's id.
        observation: "a11y", "pixels" or "both".
        options: Further ones of the agent ``chat``, such as ``size=640x480,tree=400``; ``-T`` gives a list of them.
        turns: The most answers of an episode.
        url: Of a server of `omnigym serve`; "" for this process.
    """
    said = "You operate a computer by calling tools. Elements are named by their numbers."
    chosen = options if isinstance(options, str) else ",".join(options)  # Inspect splits values at commas
    episodes = TrainerEpisodes(env=env, url=url, tasks=tasks, observation=observation, options=chosen)
    samples = [
        Sample(id=name, input=[ChatMessageUser(content=said, metadata={"task_id": name})])
        for name in episodes.task_ids()[:limit]
    ]
    return Task(dataset=samples, solver=computer(episodes, turns), scorer=coverage())
