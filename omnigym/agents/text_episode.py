"""An episode as trainers' own loops want it: text out, function calls in, and a reward at the end.

```python
episode = TextEpisode(lambda: gymnasium.make("OmniBench-Win11-v0", observation="a11y", tasks="suite:hello"))
print(episode.reset(seed=0))             # the instruction, and the screen's elements as numbered lines
print(episode.call("click", {"element": 7}))
episode.reward                           # the sum so far; None where nothing can be said of the agent
```

Adapters of TRL, verifiers and Inspect in ``examples/trainers`` are a few lines around it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from omnigym.actions import Action, Invalid
from omnigym.agents.dialects import Dialect, View, calls_in, make_dialect, tools_of
from omnigym.agents.model import Answer, Tool
from omnigym.agents.observing import tree_text
from omnigym.baselines.agent import Env
from omnigym.errors import ConfigError, DeviceError
from omnigym.wrappers.set_of_marks import SetOfMarks

__all__ = ["TextEpisode"]


class TextEpisode:
    """Plays one episode after another on one device.

    Args:
        make: Makes the environment, of one device with an accessibility tree; called once.
        space: The action space, one of `omnigym.agents.dialects.SPACES`.
        tree: About how many tokens of the screen's elements are told.

    Attributes:
        done: Whether the episode has ended.
        info: The info of the last step.

    Raises:
        ConfigError: The environment has several devices.
    """

    def __init__(self, make: Callable[[], Env], space: str = "omnigym", tree: int = 1500) -> None:
        self._env = SetOfMarks(make(), draw=False)
        devices = self._env.get_wrapper_attr("device_names")
        if tuple(devices) != ("",):
            raise ConfigError(f"A text episode is of one device, got {', '.join(devices)}.")
        self._space, self._tree = space, tree
        self._dialect: Dialect = make_dialect(space, "windows", marked=True)
        self._total = 0.0
        self._unscored = False
        self.done = True
        self.info: Mapping[str, Any] = {}

    @property
    def tools(self) -> tuple[Tool, ...]:
        """The functions that `call` knows, with their schemas."""
        return tools_of(self._dialect, "functions")

    @property
    def reward(self) -> float | None:
        """The sum of the rewards so far; None where the device failed or a check could not tell: leave that out."""
        return None if self._unscored else self._total

    @property
    def is_success(self) -> bool:
        """Whether the episode ended in success."""
        return bool(self.info.get("is_success", False)) and not self._unscored

    def reset(self, task: str | None = None, seed: int = 0) -> str:
        """Begin an episode.

        Args:
            task: Id of the task; None for one that is drawn.
            seed: Seeds the device and what is drawn.

        Returns:
            The instruction and the screen.

        Raises:
            DeviceError: The device failed.
        """
        _, self.info = self._env.reset(seed=seed, options=None if task is None else {"task": task})
        self._total, self._unscored, self.done = 0.0, False, False
        platform = self._env.get_wrapper_attr("devices")[""].platform
        self._dialect = make_dialect(self._space, platform, marked=True)
        return f"{self.info['instruction']}\n\n{self._screen()}"

    def call(self, name: str, arguments: object) -> str:
        """Call a function.

        Args:
            name, arguments: As the model says them; what cannot be read is an invalid action, which counts as a step.

        Returns:
            What came of it, and the screen.
        """
        return self._do(self._dialect.read(name, arguments))

    def say(self, text: str) -> str:
        """Do what an answer says as JSON objects ``{"name": ..., "arguments": {...}}``; else as `call`."""
        said = calls_in(Answer(text), self._dialect, "json")
        return self._do(tuple([a for s in said for a in s.actions if not hasattr(a, "device")]))

    def _do(self, actions: tuple[Action, ...]) -> str:
        if self.done:
            return "The episode has ended."
        for action in actions or (Invalid("", "the answer has no action"),):
            try:
                _, reward, terminated, truncated, self.info = self._env.step(action)
            except DeviceError as e:
                self.done = self._unscored = True
                return f"The device failed: {e}"
            self._total += float(reward)
            self.done = terminated or truncated
            problem = self.info["invalid_action"]
            if self.done:
                self._unscored = bool(self.info["unscored"])
                return f"The episode has ended: {self.info['end_reason']}."
            if problem:
                return f"Invalid action: {problem}\n\n{self._screen()}"
        return self._screen()

    def _screen(self) -> str:
        numbered = self._env.marks_on("")
        size = tuple(self._env.get_wrapper_attr("devices")[""].size)
        self._dialect.look(View(size, size, numbered.by_label()))
        return tree_text(self._env.tree_on(""), numbered.by_row(), self._tree)

    def close(self) -> None:
        """Release the device."""
        self._env.close()
