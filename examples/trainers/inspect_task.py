"""Inspect plays omnigym: tasks as samples, the action space as tools, the reward as the score.

    pip install omnigym "inspect-ai>=0.3.280"
    inspect eval examples/trainers/inspect_task.py --model PROVIDER/MODEL -T tasks=suite:hello

A sample in which the device failed is an error of the sample, never a score.
"""

from __future__ import annotations

import anyio.to_thread
import gymnasium
from inspect_ai import Task, task
from inspect_ai.agent import AgentState, agent
from inspect_ai.dataset import Sample
from inspect_ai.model import ChatMessageUser, execute_tools, get_model
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState
from inspect_ai.tool import ToolDef, ToolParams
from inspect_ai.util import store

import omnigym  # noqa: F401 - registers the ids
from omnigym.agents.model import Tool
from omnigym.agents.tool_env import ToolEnv
from omnigym.errors import DeviceLostError
from omnigym.tasks.suites import list_tasks

ENV = "OmniBench-Win11-v0"


def as_tool(tool: Tool, env: ToolEnv) -> ToolDef:
    """A function of the action space as a tool of Inspect's."""

    async def call(**arguments: object) -> str:
        return (await anyio.to_thread.run_sync(env.call, tool.name, arguments)).text

    parameters = ToolParams.model_validate({**tool.parameters, "additionalProperties": False})
    return ToolDef(call, name=tool.name, description=tool.description, parameters=parameters)


@agent
def computer(tasks: str, turns: int = 30):
    """Plays the episode of a sample."""

    async def execute(state: AgentState) -> AgentState:
        task_id = store().get("task_id") or state.messages[0].metadata["task_id"]
        with ToolEnv(gymnasium.make(ENV, observation="a11y", tasks=tasks)) as env:
            seen = await anyio.to_thread.run_sync(env.reset, 0, task_id)
            state.messages.append(ChatMessageUser(content=seen.text))
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
def omnigym_tasks(tasks: str = "suite:hello", limit: int = 20) -> Task:
    """Tasks of a query.

    Args:
        tasks: The query.
        limit: The first so many.
    """
    said = "You operate a computer by calling tools. Elements are named by their numbers."
    samples = [
        Sample(id=t.id, input=[ChatMessageUser(content=said, metadata={"task_id": t.id})])
        for t in list_tasks(tasks)[:limit]
    ]
    return Task(dataset=samples, solver=computer(tasks), scorer=coverage())
