"""TRL's GRPO on omnigym: an environment class whose methods are the model's tools.

    pip install omnigym "trl>=1.16" datasets
    python examples/trainers/trl_grpo.py --model MODEL --tasks suite:hello

Each rollout has an instance of `Computer`. TRL calls `reset` with the row, offers the public methods as tools, and asks
for `get_reward` at the end. A rollout in which the device failed has the reward None: TRL leaves it out of its group.

Each answer of a tool is a screen of some 400 tokens, and all of them count as the completion. A call whose screen does
not fit into ``--length`` is done, but TRL leaves the screen out and ends the rollout: a turn needs about 500 tokens.
"""

from __future__ import annotations

import argparse

import gymnasium

import omnigym  # noqa: F401 - registers the ids
from omnigym.agents.tool_env import ToolEnv
from omnigym.errors import DeviceError
from omnigym.tasks.suites import list_tasks

ENV = "OmniBench-Win11-v0"


class Computer:
    """A computer that is operated by tools."""

    tasks = "suite:hello"

    def __init__(self) -> None:
        self._env = ToolEnv(gymnasium.make(ENV, observation="a11y", tasks=self.tasks), tree=400)
        self._failed = False

    def reset(self, task_id: str | None = None, seed: int = 0, **_: object) -> str:
        """Begin the episode of a row; what is returned is added to the prompt."""
        self._failed = False
        for _attempt in range(3):  # an episode that cannot begin is no episode
            try:
                return self._env.reset(seed, task_id).text
            except DeviceError as e:
                problem = e
        self._failed = True
        return f"The device failed: {problem}"

    def click(self, element: int) -> str:
        """Click an element.

        Args:
            element: The number of the element.

        Returns:
            The screen.
        """
        return self._call("click", {"element": element})

    def double_click(self, element: int) -> str:
        """Double-click an element.

        Args:
            element: The number of the element.

        Returns:
            The screen.
        """
        return self._call("click", {"element": element, "count": 2})

    def type_text(self, text: str) -> str:
        """Type text where the focus is.

        Args:
            text: The text; a newline is the Enter key.

        Returns:
            The screen.
        """
        return self._call("type", {"text": text})

    def press(self, key: str) -> str:
        """Press a key.

        Args:
            key: A name such as enter, escape or pagedown, or one character.

        Returns:
            The screen.
        """
        return self._call("press", {"key": key})

    def done(self) -> str:
        """Say that the task is complete.

        Returns:
            How the episode ended.
        """
        return self._call("done", {})

    def _call(self, name: str, arguments: dict[str, object]) -> str:
        return "The device failed." if self._failed else self._env.call(name, arguments).text

    def get_reward(self) -> float | None:
        """Return the sum of the rewards, or None where the device failed."""
        return None if self._failed else self._env.score


def main() -> None:
    """Train."""
    import torch
    from datasets import Dataset
    from trl import GRPOConfig, GRPOTrainer

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", required=True, help="a model with a chat template for tools")
    parser.add_argument("--tasks", default=Computer.tasks)
    parser.add_argument("--output", default="runs/trl")
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--group", type=int, default=8)
    parser.add_argument("--length", type=int, default=8192, help="most tokens of an episode after its first prompt")
    parser.add_argument("--rate", type=float, default=1e-6, help="the learning rate")
    parser.add_argument("--turns", type=int, default=16, help="most rounds of tool calls of an episode")
    parser.add_argument("--show", action="store_true", help="print the rollouts of each step")
    parser.add_argument("--vllm", action="store_true", help="generate with vLLM, on GPUs")
    given = parser.parse_args()
    Computer.tasks = given.tasks
    asked = [{"role": "user", "content": "Do this task on the computer, by calling tools:"}]
    rows = [{"prompt": asked, "task_id": t.id, "seed": 0} for t in list_tasks(given.tasks, split="train", device="sim")]
    arguments = GRPOConfig(
        output_dir=given.output,
        max_steps=given.steps,
        learning_rate=given.rate,
        per_device_train_batch_size=given.group,
        num_generations=given.group,
        max_completion_length=given.length,
        max_tool_calling_iterations=given.turns,
        use_cpu=not torch.cuda.is_available(),
        bf16=torch.cuda.is_available(),
        use_vllm=given.vllm,
        logging_steps=1,
        log_completions=given.show,
        report_to="none",
    )
    GRPOTrainer(
        given.model, args=arguments, train_dataset=Dataset.from_list(rows), environment_factory=Computer
    ).train()


if __name__ == "__main__":
    main()
