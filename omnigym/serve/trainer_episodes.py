"""Episodes for trainers of language models, whose model is theirs: tool calls, or a conversation that only grows.

```python
episodes = TrainerEpisodes(tasks="suite:hello level:1", observation="both", options="size=640x480,space=qwen2.5")
with episodes.tools(episodes.task_ids()[0]) as env:        # for trainers that call tools
    print(env.reset(seed=0).text)
record = await episodes.converse(ask, task, seed=0)        # for trainers that answer messages
```

Both show what the agent ``chat`` shows by the same options (`omnigym.agents.config.ChatConfig`). A conversation has its
prompts and grammar, too, so a model is evaluated on what it was trained on. ``examples/trainers`` has the adapters.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeAlias

import gymnasium

from omnigym.agents.answer_reading import form_of
from omnigym.agents.chat import ChatAgent
from omnigym.agents.config import ChatConfig, read_config
from omnigym.agents.model import Answer, PromptMessage, Tool
from omnigym.agents.tool_env import ToolEnv
from omnigym.agents.view_wrappers import wrap_view
from omnigym.baselines.agent import Env
from omnigym.baselines.rollouts import AgentBranches, Start
from omnigym.errors import AgentError, ConfigError, UnknownNameError
from omnigym.recording.rollouts import RolloutRecord
from omnigym.tasks.split import Split

__all__ = ["Ask", "TrainerEpisodes"]

#: Asks a trainer's model: the messages since its last answer in, its answer out. None ends the episode at a limit of
#: the trainer's, and the rewards so far count.
Ask: TypeAlias = Callable[[Sequence[PromptMessage]], Awaitable[Answer | None]]

_OBSERVATIONS: Final = {
    "a11y": "screenshot=false,tree=1500",
    "pixels": "screenshot=true",
    "both": "screenshot=true,tree=1500",
}
#: As many screens as the options take: all.
_ALL: Final = 10_000


@dataclass(frozen=True, kw_only=True)
class TrainerEpisodes:
    """The episodes of a trainer: which tasks, where, and how they are shown.

    Attributes:
        env: The environment's id.
        url: Of the server of `omnigym serve` that plays, such as ``tcp://127.0.0.1:8660``, whose token is in
            ``OMNIGYM_SERVE_TOKEN``; "" for this process.
        tasks: The query.
        split: "train", "heldout" or "test"; None for all.
        observation: "a11y", the numbered elements as text; "pixels", the screenshot; "both".
        options: Further ones of the agent ``chat``, ``size=640x480,tree=800,space=qwen``.
        config: All options.

    Raises:
        ConfigError: The options are wrong.
    """

    env: str = "OmniBench-Win11-v0"
    url: str = ""
    tasks: str = "suite:hello"
    split: Split | None = None
    observation: Literal["a11y", "pixels", "both"] = "a11y"
    options: str = ""
    config: ChatConfig = field(init=False)

    def __post_init__(self) -> None:
        if self.observation not in _OBSERVATIONS:
            raise UnknownNameError("observation", self.observation, _OBSERVATIONS)
        said = ",".join(filter(None, ("trainer@http://localhost", _OBSERVATIONS[self.observation], self.options)))
        config = read_config(said)
        if config.screenshot != (self.observation != "a11y") or bool(config.tree) != (self.observation != "pixels"):
            raise ConfigError(f"observation={self.observation} says which parts are shown, got options={self.options}.")
        object.__setattr__(self, "config", config)

    def make(self, tasks: str | None = None) -> Env:
        """Make the environment, with some task's id or with all tasks.

        Raises:
            OmnigymError: As of `gymnasium.make` or `omnigym.connect`.
        """
        seen, chosen, split = self.observation, tasks or self.tasks, None if tasks else self.split
        if not self.url:
            made: Env = gymnasium.make(self.env, observation=seen, tasks=chosen, split=split)
            return made
        from omnigym.serve.client import connect

        return connect(self.url, self.env, observation=seen, tasks=chosen, split=split)

    def task_ids(self) -> tuple[str, ...]:
        """Return the ids of the tasks that the environment plays.

        Raises:
            OmnigymError: As of `make`; none of the tasks is of this environment.
        """
        env = self.make()
        try:
            return tuple([task.id for task in env.get_wrapper_attr("tasks")])
        finally:
            env.close()

    def tools(self, tasks: str | None = None) -> ToolEnv:
        """Make an environment that is played by tool calls.

        Raises:
            ConfigError: Numbers are drawn that no call can use, or the picture holds more than the screen.
            OmnigymError: As of `make`.
        """
        config = self.config
        if config.marks and not config.tree:
            raise ConfigError("Tools take the numbers of listed elements: set observation=both for marks=true.")
        if config.fit == "pad" or config.stitch is not None:
            raise ConfigError("Tools show the screen alone: fit=pad and stitch are for conversations (`converse`).")
        env = self.make(tasks)
        if config.screenshot:
            env, _ = wrap_view(env, config)
        return ToolEnv(env, space=config.space, picture=config.picture, tree=config.tree)

    async def converse(self, ask: Ask, task: str, seed: int = 0, deadline_s: float | None = None) -> RolloutRecord:
        """Play an episode as a conversation that only grows: no screen and no turn is left out again.

        Args:
            ask: Asks the model, in the loop of the caller; the episode is played in a thread.
            task: Id of the task.
            seed: Of the reset.
            deadline_s: The most seconds; None for any number.

        Returns:
            The rollout, with its reward; ``unscored`` where the device failed or the episode took too long.

        Raises:
            OmnigymError: The environment cannot be made, or the task does not exist.
        """
        form = self.config.form if self.config.form in ("own", "json", "code", "fenced") else form_of(self.config.space)
        config = replace(self.config, form=form, screens=_ALL, turns=None)
        model = _TrainerModel(ask, asyncio.get_running_loop())

        def play() -> RolloutRecord:
            env = self.make(task)
            try:
                branches = AgentBranches(env, ChatAgent(config, model), keep="never")
                outcome = branches.play(Start(task, seed), task, task, seed, deadline=deadline_s, catch=True)
            finally:
                env.close()
            return outcome.record

        # a thread of its own: the loop's few would all wait here, and a trainer that needs one to answer, too
        thread = concurrent.futures.ThreadPoolExecutor(1, "episode")
        try:
            record = await asyncio.get_running_loop().run_in_executor(thread, play)
        finally:  # who is cancelled waits for no answer, and neither does the thread
            model.end()
            thread.shutdown(wait=False)
        if model.error is not None:
            raise model.error
        if not model.stopped:
            return record
        return replace(record, end_reason="reach_step_limit", unscored=False, problem="")


class _TrainerModel:
    """The trainer's model, as the agent sees it from another thread."""

    def __init__(self, ask: Ask, loop: asyncio.AbstractEventLoop) -> None:
        self._ask, self._loop = ask, loop
        self._said = 0
        self._ended = False
        self._future: concurrent.futures.Future[Answer | None] | None = None
        self.stopped = False
        self.error: BaseException | None = None

    def answer(self, messages: Sequence[PromptMessage], tools: Sequence[Tool] = ()) -> Answer:
        """Ask in the trainer's loop.

        Raises:
            AgentError: The trainer ends the episode.
        """
        del tools  # said in the prompt
        new, self._said = messages[self._said :], len(messages) + 1
        if self._ended:
            raise AgentError("The trainer has left.")
        try:
            self._future = asyncio.run_coroutine_threadsafe(_of(self._ask, new), self._loop)
            found = self._future.result()
        except BaseException as e:  # whatever the trainer raises, it gets back
            self.error = e
            raise AgentError("The trainer's model failed.") from e
        if found is None:
            self.stopped = True
            raise AgentError("The trainer ended the episode.")
        return found

    def end(self) -> None:
        """Answer no more."""
        self._ended = True
        if self._future is not None:
            self._future.cancel()


async def _of(ask: Ask, messages: Sequence[PromptMessage]) -> Answer | None:
    return await ask(messages)
