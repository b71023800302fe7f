"""TRL's GRPO on omnigym: an environment class whose methods are the model's tools.

    pip install 'omnigym[serve]' "trl>=1.16" datasets
    python examples/trainers/trl_grpo.py --model MODEL --tasks suite:hello
    python examples/trainers/trl_grpo.py --model VISION_MODEL --observation both --options size=640x480

Each rollout has an instance of `Computer`. TRL calls `reset` with the row, offers the public methods as tools, and asks
for `get_reward` at the end. A rollout in which the device failed has the reward None: TRL leaves it out of its group.

With ``--observation pixels`` or ``both`` each answer of a tool has the screenshot, too, for a vision-language model
whose processor has a chat template for tools. ``pixels`` lists no elements, so clicks go by `click_at`.

Each answer of a tool is a screen of some 400 tokens, with a picture of 640x480 some 400 more (Qwen2.5-VL), and all of
them count as the completion. A call whose screen does not fit into ``--length`` is done, but TRL leaves the screen out
and ends the rollout: a turn needs about 500 tokens, with a picture about 900.
"""

from __future__ import annotations

import argparse
import io
from typing import Any

from omnigym.agents.tool_env import ToolObservation
from omnigym.errors import DeviceError
from omnigym.serve.trainer_episodes import TrainerEpisodes


class Computer:
    """A computer that is operated by tools."""

    episodes = TrainerEpisodes(options="tree=400")

    def __init__(self) -> None:
        self._env = self.episodes.tools()
        self._failed = False

    def reset(self, task_id: str | None = None, seed: int = 0, **_: object) -> str | list[dict[str, Any]]:
        """Begin the episode of a row; what is returned is added to the prompt."""
        self._failed = False
        for _attempt in range(3):  # an episode that cannot begin is no episode
            try:
                return shown(self._env.reset(seed, task_id))
            except DeviceError as e:
                problem = e
        self._failed = True
        return f"The device failed: {problem}"

    def click(self, element: int) -> Any:
        """Click an element.

        Args:
            element: The number of the element.

        Returns:
            The screen.
        """
        return self._call("click", {"element": element})

    def click_at(self, x: int, y: int) -> Any:
        """Click a place in the picture of the screen.

        Args:
            x: Pixels from the left.
            y: Pixels from the top.

        Returns:
            The screen.
        """
        return self._call("click", {"x": x, "y": y})

    def double_click(self, element: int) -> Any:
        """Double-click an element.

        Args:
            element: The number of the element.

        Returns:
            The screen.
        """
        return self._call("click", {"element": element, "count": 2})

    def type_text(self, text: str) -> Any:
        """Type text where the focus is.

        Args:
            text: The text; a newline is the Enter key.

        Returns:
            The screen.
        """
        return self._call("type", {"text": text})

    def press(self, key: str) -> Any:
        """Press a key.

        Args:
            key: A name such as enter, escape or pagedown, or one character.

        Returns:
            The screen.
        """
        return self._call("press", {"key": key})

    def done(self) -> Any:
        """Say that the task is complete.

        Returns:
            How the episode ended.
        """
        return self._call("done", {})

    def _call(self, name: str, arguments: dict[str, object]) -> Any:
        return "The device failed." if self._failed else shown(self._env.call(name, arguments))

    def get_reward(self) -> float | None:
        """Return the sum of the rewards, or None where the device failed."""
        return None if self._failed else self._env.score


def shown(seen: ToolObservation) -> str | list[dict[str, Any]]:
    """Return what is seen in TRL's form: a text, or a text and a picture in a list."""
    if seen.picture is None:
        return seen.text
    from PIL import Image

    picture = Image.open(io.BytesIO(seen.picture.data)).convert("RGB")
    return [{"type": "text", "text": seen.text}, {"type": "image", "image": picture}]


def main() -> None:
    """Train."""
    import torch
    from datasets import Dataset
    from trl import GRPOConfig, GRPOTrainer

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", required=True, help="a model with a chat template for tools")
    parser.add_argument("--env", default=TrainerEpisodes.env)
    parser.add_argument("--url", default="", help="of `omnigym serve`; the token is in OMNIGYM_SERVE_TOKEN")
    parser.add_argument("--tasks", default=TrainerEpisodes.tasks)
    parser.add_argument("--observation", default="a11y", choices=["a11y", "pixels", "both"])
    parser.add_argument("--options", default="", help="of the agent chat, such as size=640x480,tree=800")
    parser.add_argument("--output", default="runs/trl")
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--group", type=int, default=8)
    parser.add_argument("--length", type=int, default=8192, help="most tokens of an episode after its first prompt")
    parser.add_argument("--rate", type=float, default=1e-6, help="the learning rate")
    parser.add_argument("--turns", type=int, default=16, help="most rounds of tool calls of an episode")
    parser.add_argument("--show", action="store_true", help="print the rollouts of each step, if they are texts")
    parser.add_argument("--vllm", action="store_true", help="generate with vLLM, on GPUs")
    given = parser.parse_args()
    elements = "" if given.observation == "pixels" else "tree=400"
    Computer.episodes = TrainerEpisodes(
        env=given.env,
        url=given.url,
        tasks=given.tasks,
        split="train",
        observation=given.observation,
        options=",".join(filter(None, (elements, given.options))),
    )
    asked = [{"role": "user", "content": "Do this task on the computer, by calling tools:"}]
    rows = [{"prompt": asked, "task_id": task, "seed": 0} for task in Computer.episodes.task_ids()]
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
        log_completions=given.show and given.observation == "a11y",  # TRL 1.16 cannot write completions with pictures
        report_to="none",
    )
    trainer = GRPOTrainer(
        given.model, args=arguments, train_dataset=Dataset.from_list(rows), environment_factory=Computer
    )
    trainer.train()
    trainer.save_model()


if __name__ == "__main__":
    main()
