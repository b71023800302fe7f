"""verl's agent loop for omnigym: GRPO on episodes with pictures, on the desktops of `omnigym serve`.

`run_qwen2_5_vl_7b.sh` starts the training; ``agent.yaml`` names this class and where episodes are played. The loop says
what the agent ``chat`` says by the same options, so `omnigym evaluate` shows a trained model the same prompts. The
reward is the sum of the episode's rewards, at its last token. An episode that cannot be scored is played again, and
stops the training after three times, as verl has no rollout without a reward.
"""

from __future__ import annotations

import argparse
import io
from collections.abc import Iterator, Sequence
from typing import Any
from uuid import uuid4

from PIL import Image
from verl.experimental.agent_loop.agent_loop import AgentLoopBase, AgentLoopMetrics, AgentLoopOutput

from omnigym.agents.model import Answer, PromptMessage, PromptPicture
from omnigym.errors import DeviceLostError
from omnigym.serve.trainer_episodes import TrainerEpisodes

_ATTEMPTS = 3


class OmnigymAgentLoop(AgentLoopBase):
    """Plays an episode a rollout.

    Args:
        args, kwargs: verl's.
        env, url, observation, options: As of `TrainerEpisodes`.
    """

    def __init__(
        self,
        *args: Any,
        env: str = TrainerEpisodes.env,
        url: str = "",
        observation: str = "both",
        options: str = "",
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.episodes = TrainerEpisodes(env=env, url=url, observation=observation, options=options)

    async def run(self, sampling_params: dict[str, Any], **kwargs: Any) -> AgentLoopOutput:
        """Play the episode of a row."""
        row = kwargs["extra_info"]
        for _ in range(_ATTEMPTS):
            talk = _Talk(self, sampling_params)
            record = await self.episodes.converse(talk.ask, row["task_id"], int(row["seed"]))
            if not record.unscored:
                return talk.output(record.reward, {"is_success": record.is_success, "coverage": record.coverage})
        raise DeviceLostError("device", "step", record.problem or "the episode tells nothing about the agent")


class _Talk:
    """The tokens of an episode."""

    def __init__(self, loop: OmnigymAgentLoop, sampling_params: dict[str, Any]) -> None:
        self._loop, self._sampling, self._id = loop, sampling_params, uuid4().hex
        self._messages: list[dict[str, Any]] = []
        self._images: list[Image.Image] = []
        self._ids: list[int] = []
        self._mask: list[int] = []
        self._logprobs: list[float] | None = None
        self._turns = 0

    async def ask(self, messages: Sequence[PromptMessage]) -> Answer | None:
        """Add messages to the tokens, and draw an answer; None where the response is full."""
        loop, before = self._loop, list(self._messages)
        for message in messages:
            parts = [_part(part) for part in message.parts]
            self._images += [part["image"] for part in parts if "image" in part]
            self._messages.append({"role": message.role, "content": parts})
        if not before:
            self._ids = await loop.ct_build_initial_tokens(self._messages, images=self._images or None)
        else:
            merged, mask, logprobs = await loop.ct_merge_context_msg(
                before, self._messages, self._ids, self._mask, self._logprobs
            )
            if len(mask) >= loop.rollout_config.response_length:
                self._images = self._images[: sum("image" in p for m in before for p in m["content"])]
                return None
            self._ids, self._mask, self._logprobs = merged.token_ids, mask, logprobs
        drawn = await loop.server_manager.generate(
            request_id=self._id,
            prompt_ids=self._ids,
            sampling_params=self._sampling,
            image_data=self._images or None,
        )
        known = self._logprobs if self._logprobs is not None else ([] if drawn.log_probs else None)
        merged, self._mask, self._logprobs = await loop.ct_merge_assistant_token(
            self._ids, drawn.token_ids, self._mask, known, assistant_logprobs=drawn.log_probs or None
        )
        self._ids, self._turns = merged.token_ids, self._turns + 1
        text = loop.tokenizer.decode(drawn.token_ids, skip_special_tokens=True)
        self._messages.append({"role": "assistant", "content": [{"type": "text", "text": text}]})
        return Answer(text)

    def output(self, reward: float, told: dict[str, Any]) -> AgentLoopOutput:
        """Return the rollout in verl's form."""
        most, size = self._loop.rollout_config.response_length, len(self._mask)
        return AgentLoopOutput(
            prompt_ids=self._ids[: len(self._ids) - size],
            response_ids=self._ids[len(self._ids) - size :][:most],
            response_mask=self._mask[:most],
            response_logprobs=None if self._logprobs is None else self._logprobs[:most],
            multi_modal_data={"images": self._images} if self._images else {},
            reward_score=reward,
            num_turns=2 * self._turns,
            metrics=AgentLoopMetrics(),
            extra_fields={"turn_scores": [], "tool_rewards": [], **told},
        )


def _part(part: object) -> dict[str, Any]:
    if isinstance(part, PromptPicture):
        return {"type": "image", "image": Image.open(io.BytesIO(part.data)).convert("RGB")}
    return {"type": "text", "text": part}


def rows(episodes: TrainerEpisodes, seeds: int) -> Iterator[dict[str, Any]]:
    """The rows of a data set; the loop adds the messages."""
    for index, (task, seed) in enumerate((task, seed) for task in episodes.task_ids() for seed in range(seeds)):
        yield {
            "data_source": "omnigym",
            "agent_name": "omnigym",
            "prompt": [{"role": "user", "content": task}],
            "reward_model": {"style": "rule", "ground_truth": ""},
            "extra_info": {"index": index, "task_id": task, "seed": seed},
        }


def main() -> None:
    """Write the rows of a query."""
    import pandas as pd

    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("file", help="a file of Parquet")
    parser.add_argument("--env", default=TrainerEpisodes.env)
    parser.add_argument("--tasks", default=TrainerEpisodes.tasks)
    parser.add_argument("--split", default="train")
    parser.add_argument("--seeds", type=int, default=1)
    given = parser.parse_args()
    episodes = TrainerEpisodes(env=given.env, tasks=given.tasks, split=given.split)
    pd.DataFrame(rows(episodes, given.seeds)).to_parquet(given.file)


if __name__ == "__main__":
    main()
