"""NeMo Gym's agent for omnigym with pictures: it plays the conversation of the agent ``chat`` with a policy model.

    pip install 'omnigym[serve]' "nemo-gym>=0.4"                  # Python 3.12 or later
    mkdir -p responses_api_agents/omnigym/configs
    cp examples/trainers/nemo_gym_agent.py responses_api_agents/omnigym/app.py
    cp examples/trainers/nemo_gym_agent.yaml responses_api_agents/omnigym/configs/omnigym.yaml
    echo "omnigym[serve]" > responses_api_agents/omnigym/requirements.txt  # of this server
    python examples/trainers/nemo_gym_agent.py --rows suite:hello --seeds 2 > rows.jsonl
    gym env start --config responses_api_agents/omnigym/configs/omnigym.yaml --model-type vllm_model ...
    gym eval run --no-serve --agent omnigym_agent --input rows.jsonl --output rollouts.jsonl           # meanwhile

Results of tools are texts in NeMo Gym 0.4 (`NeMoGymFunctionCallOutput.output`), so its `simple_agent` cannot show a
screen, and `nemo_gym_server.py` shows none. Messages have pictures. This agent sends each screen as a message, with the
picture as ``input_image``, and reads answers in the grammar of the option ``space``. The answers come back as the model
server gave them, with their token ids where it gives some.

An episode that cannot be scored is never a reward of 0: `run` answers 503, and ``gym eval run --resume`` plays it
again.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from typing import Any, Literal

from fastapi import HTTPException, Request
from nemo_gym.base_resources_server import BaseRunRequest, BaseVerifyResponse
from nemo_gym.base_responses_api_agent import BaseResponsesAPIAgentConfig, SimpleResponsesAPIAgent
from nemo_gym.config_types import ModelServerRef
from nemo_gym.openai_utils import NeMoGymResponse, NeMoGymResponseCreateParamsNonStreaming
from nemo_gym.server_utils import get_response_json, raise_for_status
from pydantic import ConfigDict

from omnigym.agents.apis import Responses
from omnigym.agents.model import Answer, PromptMessage
from omnigym.errors import ConfigError, OmnigymError
from omnigym.serve.trainer_episodes import TrainerEpisodes

AGENT = "omnigym_agent"


class ComputerAgentConfig(BaseResponsesAPIAgentConfig):
    """Where episodes are played, how they are shown, and who answers."""

    model_server: ModelServerRef
    env: str = TrainerEpisodes.env
    url: str = ""
    observation: Literal["a11y", "pixels", "both"] = "both"
    options: str = "size=640x480"
    max_answers: int = 30


class ComputerRun(BaseRunRequest):
    """The episode of a row."""

    model_config = ConfigDict(extra="allow")
    task_id: str
    seed: int = 0


class ComputerResult(BaseVerifyResponse):
    """The reward, and how the episode ended."""

    model_config = ConfigDict(extra="allow")


class ComputerAgent(SimpleResponsesAPIAgent):
    """Plays an episode a row."""

    config: ComputerAgentConfig

    async def responses(self, body: NeMoGymResponseCreateParamsNonStreaming) -> NeMoGymResponse:
        """Pass a request on to the model."""
        told = await self.server_client.post(
            server_name=self.config.model_server.name, url_path="/v1/responses", json=body
        )
        await raise_for_status(told)
        return NeMoGymResponse.model_validate(await get_response_json(told))

    async def run(self, request: Request, body: ComputerRun) -> ComputerResult:
        """Play the episode of a row."""
        del request
        said: list[Any] = []
        answers: list[NeMoGymResponse] = []

        async def ask(messages: Sequence[PromptMessage]) -> Answer | None:
            if len(answers) == self.config.max_answers:
                return None
            said.extend(Responses().body("", messages, ())["input"])
            asked = {**body.responses_create_params.model_dump(exclude_unset=True), "input": said}
            answer = await self.responses(NeMoGymResponseCreateParamsNonStreaming.model_validate(asked))
            answers.append(answer)
            said.extend(item.model_dump() for item in answer.output)
            return Answer(answer.output_text)

        config = self.config
        try:
            episodes = TrainerEpisodes(
                env=config.env, url=config.url, observation=config.observation, options=config.options
            )
            record = await episodes.converse(ask, body.task_id, body.seed)
        except OmnigymError as e:
            raise HTTPException(422 if isinstance(e, ConfigError) else 503, str(e)) from None
        if record.unscored:
            raise HTTPException(503, record.problem or "The episode is not scored: a check could not tell.")
        first = said.index(next(item for item in said if item.get("role") == "assistant" or "call_id" in item))
        prompt = {**body.responses_create_params.model_dump(exclude_unset=True), "input": said[:first]}
        response = {**answers[-1].model_dump(), "output": said[first:]}
        ended = {"is_success": record.is_success, "end_reason": record.end_reason}
        asked = {**body.model_dump(), "responses_create_params": prompt, "response": response}
        return ComputerResult(**asked, reward=record.reward, **ended)


def rows(episodes: TrainerEpisodes, seeds: int) -> Iterator[dict[str, Any]]:
    """The rows of a data set; the agent adds the messages."""
    for name in episodes.task_ids():
        for seed in range(seeds):
            agent = {"type": "responses_api_agents", "name": AGENT}
            yield {"responses_create_params": {"input": []}, "task_id": name, "seed": seed, "agent_ref": agent}


def main() -> None:
    """Print rows, or serve, as NeMo Gym has it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", metavar="QUERY", help="print the rows of these tasks, such as suite:hello")
    parser.add_argument("--env", default=TrainerEpisodes.env)
    parser.add_argument("--seeds", type=int, default=1)
    given, _ = parser.parse_known_args()
    if given.rows is None:
        ComputerAgent.run_webserver()
        return
    for row in rows(TrainerEpisodes(env=given.env, tasks=given.rows), given.seeds):
        print(json.dumps(row))


if __name__ == "__main__":
    main()
