"""SkyRL's environment for omnigym: an episode as a conversation, with pictures as ``image_url``.

`run_qwen3_vl_8b.sh` starts the training. The environment says what the agent ``chat`` says by the same options, so
`omnigym evaluate` shows a trained model the same prompts. The sum of the rewards comes with the last answer. An episode
that cannot be scored raises, as SkyRL has no rollout without a reward.

    python omnigym_env.py rows train.parquet --tasks "suite:hello level:1"      # the rows of a data set
    python omnigym_env.py train KEY=VALUE...                                    # SkyRL's trainer, with its options
"""

from __future__ import annotations

import argparse
import asyncio
import concurrent.futures
import queue
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from skyrl_gym.envs import register
from skyrl_gym.envs.base_text_env import BaseTextEnv, BaseTextEnvStepOutput

from omnigym.agents.apis import ChatCompletions
from omnigym.agents.model import Answer, PromptMessage
from omnigym.errors import DeviceLostError
from omnigym.recording.rollouts import RolloutRecord
from omnigym.serve.trainer_episodes import TrainerEpisodes

NAME = "omnigym"


class ComputerEnv(BaseTextEnv):
    """Plays the episode of a row.

    Args:
        env_config: Not used: a row says where its episode is played.
        extras: The row, with ``where`` (of `TrainerEpisodes`), ``task_id``, ``seed``, and SkyRL's ``max_turns``.
    """

    def __init__(self, env_config: Any = None, extras: dict[str, Any] | None = None) -> None:
        super().__init__()
        del env_config
        self._row = extras or {}
        self.max_turns = int(self._row.get("max_turns", 12))
        self._asked: queue.Queue[Sequence[PromptMessage] | None] = queue.Queue()
        self._answers: queue.Queue[Answer | None] = queue.Queue()
        self._thread = concurrent.futures.ThreadPoolExecutor(1, "episode")
        self._episode: concurrent.futures.Future[RolloutRecord] | None = None
        self._record: RolloutRecord | None = None

    def init(self, prompt: list[dict[str, Any]]) -> tuple[list[dict[str, Any]], dict[str, Any]]:
        """Begin the episode; the prompt of the row is replaced by that of the agent."""
        del prompt
        self._episode = self._thread.submit(self._play)
        self._episode.add_done_callback(lambda _: self._asked.put(None))
        return self._next(), {}

    def _play(self) -> RolloutRecord:
        async def ask(messages: Sequence[PromptMessage]) -> Answer | None:
            self._asked.put(messages)
            return await asyncio.to_thread(self._answers.get)

        row = self._row
        return asyncio.run(TrainerEpisodes(**row["where"]).converse(ask, row["task_id"], int(row["seed"])))

    def _next(self) -> list[dict[str, Any]]:
        """The messages since the last answer; none at the end."""
        told = self._asked.get()
        if told is None:
            assert self._episode is not None, "init comes first"
            self._record = self._episode.result()
            return []
        return list(ChatCompletions().body("", told, ())["messages"])

    def step(self, action: str) -> BaseTextEnvStepOutput:
        """Do what an answer says."""
        self.turns += 1
        self._answers.put(Answer(action))
        messages = self._next()
        if self._record is None and self.turns >= self.max_turns:
            self._answers.put(None)  # the rewards so far count
            messages = self._next()
        record = self._record
        if record is not None and record.unscored:
            raise DeviceLostError("device", "step", record.problem or "the episode tells nothing about the agent")
        reward = 0.0 if record is None else record.reward
        return BaseTextEnvStepOutput(observations=messages, reward=reward, done=record is not None, metadata={})

    def close(self) -> None:
        """End the episode."""
        self._answers.put(None)
        self._thread.shutdown(wait=False)

    def get_metrics(self) -> dict[str, Any]:
        """Return how the episode ended."""
        record = self._record
        return {} if record is None else {"is_success": float(record.is_success), "coverage": record.coverage}


def rows(episodes: TrainerEpisodes, where: dict[str, Any], seeds: int) -> Iterator[dict[str, Any]]:
    """The rows of a data set; the environment adds the messages."""
    for task in episodes.task_ids():
        for seed in range(seeds):
            prompt = [{"role": "user", "content": task}]
            yield {"prompt": prompt, "env_class": NAME, "where": where, "task_id": task, "seed": seed}


def train(arguments: list[str]) -> None:
    """Run SkyRL's trainer on this environment."""
    import ray
    from skyrl.train.config import SkyRLTrainConfig
    from skyrl.train.entrypoints.main_base import BasePPOExp
    from skyrl.train.utils import validate_cfg
    from skyrl.train.utils.utils import initialize_ray

    config = SkyRLTrainConfig.from_cli_overrides(arguments)
    validate_cfg(config)
    initialize_ray(config)

    @ray.remote(num_cpus=1)
    def entrypoint() -> None:
        register(id=NAME, entry_point="omnigym_env:ComputerEnv")
        BasePPOExp(config).run()

    ray.get(entrypoint.remote())


def main() -> None:
    """Write rows, or train."""
    if sys.argv[1:2] == ["train"]:
        train(sys.argv[2:])
        return
    import pandas as pd

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["rows", "train"])
    parser.add_argument("file", help="a file of Parquet")
    parser.add_argument("--env", default=TrainerEpisodes.env)
    parser.add_argument("--url", default="", help="of `omnigym serve`; the token is in OMNIGYM_SERVE_TOKEN")
    parser.add_argument("--tasks", default=TrainerEpisodes.tasks)
    parser.add_argument("--split", default="train")
    parser.add_argument("--observation", default="pixels", choices=["a11y", "pixels", "both"])
    parser.add_argument("--options", default="space=qwen,size=1024x768")
    parser.add_argument("--seeds", type=int, default=1)
    given = parser.parse_args()
    where = {name: getattr(given, name) for name in ("env", "url", "observation", "options")}
    episodes = TrainerEpisodes(**where, tasks=given.tasks, split=given.split)
    pd.DataFrame(rows(episodes, where, given.seeds)).to_parquet(given.file)


if __name__ == "__main__":
    main()
