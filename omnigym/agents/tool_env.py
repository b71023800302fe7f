"""An environment in the form of a language model's client: functions with schemas, and results as text and picture.

```python
with ToolEnv(gymnasium.make("OmniBench-Win11-v0", observation="a11y", tasks="suite:hello")) as env:
    print(env.reset(seed=0).text)        # the task, and the elements of the screen as numbered lines
    print(env.call("click", {"element": 7}).text)
    env.score                            # the sum of the rewards; None where nothing can be said of the agent
```

Transports of tools (`omnigym.serve.mcp_tools`, `omnigym.serve.openenv`) and the adapters of trainers in
``examples/trainers`` use it. `ToolView` reads and shows alone; `ToolEnv` plays an environment of this process or of a
server.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, Self, cast

import gymnasium

from omnigym.a11y import Rect, Tree
from omnigym.actions import Action
from omnigym.agents.dialects import calls_in, make_dialect
from omnigym.agents.dialects.dialect import View
from omnigym.agents.model import Answer, PromptPicture, Tool
from omnigym.agents.observing import PictureMaker, tree_text
from omnigym.envs.episode import failed_end
from omnigym.errors import ConfigError, DeviceError
from omnigym.wrappers.marks import marks_of

__all__ = ["ToolEnv", "ToolObservation", "ToolView", "checked_seed", "platform_of"]

#: The most elements that have a number.
_MOST_MARKS: Final = 200
_MOST_SEED: Final = 2**63
_PARTS: Final = frozenset({"screenshot", "a11y_mask"})


@dataclass(frozen=True, slots=True)
class ToolObservation:
    """The view after a reset or a call.

    Attributes:
        text: The task, what came of the call, and the elements of the screen.
        picture: The screen, if it is observed.
        reward: Of this call; None if the episode is not scored.
        over: Whether the episode has ended.
        info: As of the environment; of a call that came after the end that of the end.
    """

    text: str
    picture: PromptPicture | None
    reward: float | None
    over: bool
    info: Mapping[str, Any] = field(repr=False)


class ToolView:
    """A view that parses a client's calls and shows their results, without an environment.

    Args:
        observation_space: Of one device, with a screenshot, an accessibility tree or both.
        space: The action space, of `omnigym.agents.dialects.SPACES`.
        platform: What the device stands for, as of `platform_of`.
        picture: The format of pictures.
        tree: About how many tokens the elements of a screen may take; 0 for none, and no numbers.

    Attributes:
        pictures: Whether there are screenshots to be shown.
        score: The sum of the rewards of the episode; None if it is not scored.
        last: What was shown last; None before an episode.

    Raises:
        ConfigError: There are several devices, or nothing of this is observed.
        UnknownNameError: There is no such action space.
    """

    def __init__(
        self,
        observation_space: gymnasium.spaces.Space[Any],
        space: str = "omnigym",
        platform: str = "windows",
        picture: Literal["png", "jpeg"] = "png",
        tree: int = 4000,
    ) -> None:
        names = set(cast(gymnasium.spaces.Dict, observation_space).spaces)
        if not names & _PARTS:
            raise ConfigError(
                f"Expected an environment of one device with a screenshot or a tree, got {sorted(names)}."
            )
        self.pictures = "screenshot" in names
        self._budget = tree if "a11y_mask" in names else 0
        self._dialect = make_dialect(space, platform, bool(self._budget))
        self._pictures = PictureMaker(picture)
        self._functions = {function.name: function.tool() for function in self._dialect.functions()}
        self._tree: Tree | None = None
        self._marks: Mapping[int, Rect] = {}
        self._elements = ""
        self.last: ToolObservation | None = None
        self.score: float | None = 0.0

    @property
    def tools(self) -> tuple[Tool, ...]:
        """The functions of the action space."""
        return tuple(self._functions.values())

    @property
    def places(self) -> str:
        """The description of positions."""
        return self._dialect.places()

    @property
    def wants_tree(self) -> bool:
        """Whether elements are shown, so that `show` needs the tree of a running episode."""
        return bool(self._budget)

    def read(self, name: str, arguments: object) -> tuple[Action, ...]:
        """Return the actions of a call, or one `omnigym.actions.Invalid`, for any input."""
        return self._dialect.read(name, arguments)

    def read_text(self, text: str) -> tuple[Action, ...]:
        """Return the actions of a text answer, with calls as JSON objects ``{"name": ..., "arguments": {...}}``."""
        said = [action for call in calls_in(Answer(text), self._dialect, "json") for action in call.actions]
        return tuple(cast(list[Action], said))  # of one device, so that none is `On` another

    def begin(
        self, observation: Mapping[str, object], info: Mapping[str, object], tree: Tree | None
    ) -> ToolObservation:
        """Return the view after a reset."""
        self._dialect.reset()
        self.score = 0.0
        return self._shown(f"Task: {info['instruction']}", observation, 0.0, False, info, tree)

    def show(
        self,
        observation: Mapping[str, object],
        reward: float,
        over: bool,
        info: Mapping[str, object],
        tree: Tree | None,
    ) -> ToolObservation:
        """Return the view after a call.

        Args:
            observation, reward, over, info: Of its last step, but for the reward, which is the sum.
            tree: The accessibility tree; None after the end, and where none is wanted.
        """
        problem = info["invalid_action"]
        done = "Done." if not problem else f"Nothing was done: {problem}."
        return self._shown(done, observation, reward, over, info, tree)

    def after(self) -> ToolObservation:
        """Return the view of a call after the end, which does nothing.

        Raises:
            ResetNeeded: No episode has begun.
        """
        if self.last is None:
            raise gymnasium.error.ResetNeeded("No episode has begun. Call reset() first.")
        reward = None if self.score is None else 0.0
        return ToolObservation(
            "The episode is over; nothing was done. Begin another one.", None, reward, True, self.last.info
        )

    @property
    def running(self) -> bool:
        """Whether an episode is running."""
        return self.last is not None and not self.last.over

    def _shown(
        self,
        said: str,
        observation: Mapping[str, Any],
        reward: float,
        over: bool,
        info: Mapping[str, Any],
        tree: Tree | None,
    ) -> ToolObservation:
        scored = not info["unscored"]
        self.score = (self.score or 0.0) + reward if scored else None
        lines = [said]
        if reward:
            lines.append(f"Reward: {reward:g}.")
        if over:
            lines.append(self._end(info))
        frame = observation.get("screenshot")
        marks: Mapping[int, Rect] = {}
        if tree is not None:
            if tree is not self._tree:  # else nothing has changed
                numbered = marks_of(tree, _MOST_MARKS)
                self._tree, self._marks = tree, numbered.by_label()
                self._elements = tree_text(tree, numbered.by_row(), self._budget)
            marks = self._marks
            lines.append(self._elements)
        shown = (1, 1) if frame is None else (frame.shape[1], frame.shape[0])
        screen = shown if tree is None else tree.size
        self._dialect.look(View(screen if frame is None else shown, screen, marks))
        picture = None if frame is None else self._pictures.picture(frame.copy())
        self.last = ToolObservation("\n".join(lines), picture, reward if scored else None, over, info)
        return self.last

    def _end(self, info: Mapping[str, object]) -> str:
        if self.score is None:
            return f"The episode is over and not scored: {info['device_error'] or info['end_reason']}."
        verdict = "success" if info["is_success"] else "no success"
        return f"The episode is over: {info['end_reason']}, {verdict}. Sum of rewards: {self.score:g}."


class ToolEnv:
    """A player of an environment by functions; a context manager, which closes the environment.

    Args:
        env: The environment, of this process or of a server.
        platform: As of `ToolView`; None for that of the environment's id.
        options: Further ones of `ToolView`.

    Attributes:
        view: Reads and shows.
    """

    def __init__(self, env: gymnasium.Env[Any, Any], platform: str | None = None, **options: Any) -> None:
        self._env = env
        if platform is None:
            platform = platform_of("" if env.spec is None else env.spec.id)
        self.view = ToolView(env.observation_space, platform=platform, **options)

    @property
    def score(self) -> float | None:
        """The sum of the rewards so far; None if the episode is not scored, so leave it out."""
        return self.view.score

    @property
    def running(self) -> bool:
        """Whether an episode is running."""
        return self.view.running

    @property
    def is_success(self) -> bool:
        """Whether the episode ended in success."""
        last = self.view.last
        return last is not None and last.over and self.score is not None and bool(last.info["is_success"])

    def reset(self, seed: int | None = None, task: str | None = None) -> ToolObservation:
        """Begin an episode.

        Args:
            seed: It determines the task, if none is chosen, and all that is drawn.
            task: The id of a task.

        Raises:
            ConfigError: There is no such task.
            DeviceError: The device does not start.
            WorkerLostError: Several workers of a server were lost meanwhile.
        """
        observation, info = self._env.reset(seed=seed, options=None if task is None else {"task": task})
        return self.view.begin(observation, info, self._tree())

    def call(self, name: str, arguments: object) -> ToolObservation:
        """Call a function: one step per action that it does, as long as none is invalid.

        A call that cannot be read is a step with an `omnigym.actions.Invalid`, which is said in the text. A device that
        fails ends the episode without a score.

        Args:
            name: The function's.
            arguments: Whatever the model gave; right is a mapping.

        Raises:
            ResetNeeded: No episode has begun.
        """
        return self._do(self.view.read(name, arguments)) if self.running else self.view.after()

    def say(self, text: str) -> ToolObservation:
        """Do the actions of a text answer, as in `ToolView.read_text`; otherwise as `call`."""
        return self._do(self.view.read_text(text)) if self.running else self.view.after()

    def _do(self, actions: tuple[Action, ...]) -> ToolObservation:
        total = 0.0
        for action in actions:
            observation, reward, terminated, truncated, info = self._env.step(action)
            total += float(reward)
            if terminated or truncated or info["invalid_action"]:
                break
        over, tree = terminated or truncated, None
        if not over:
            try:
                tree = self._tree()
            except DeviceError as e:
                reason = failed_end(e)
                lost = {"end_reason": reason, "unscored": reason == "device_error", "device_error": str(e)}
                over, info = True, {**info, **lost, "is_success": False}
        return self.view.show(observation, total, over, info, tree)

    def _tree(self) -> Tree | None:
        if not self.view.wants_tree:
            return None
        tree: Tree = cast(Any, self._env).get_wrapper_attr("a11y")()
        return tree

    def close(self) -> None:
        """Close the environment."""
        self._env.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def platform_of(name: str) -> str:
    """Return the platform of a registered id, "windows", "linux", "android" or "web"; "windows" for other ids."""
    spec = gymnasium.registry.get(name)
    return str("windows" if spec is None else spec.kwargs.get("platform", "windows"))


def checked_seed(seed: object) -> int | None:
    """Return the validated seed of a JSON client.

    Raises:
        ConfigError: It is none.
    """
    if seed is None or (isinstance(seed, int) and not isinstance(seed, bool) and 0 <= seed < _MOST_SEED):
        return seed
    raise ConfigError(f"Expected a seed that is a whole number from 0 on, got {seed!r:.100}.")
