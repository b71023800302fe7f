"""OmniACT's few-shot baselines: a language model that answers a data point with a script (section 6, Figure 4).

The prompt has a role, the functions of PyAutoGUI, the five nearest examples of the training split, the elements of the
screen, rules and the task (``prompts/omniact.txt``). With ``screenshot=true`` the picture of the screen follows.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from omnigym.agents.config import ChatConfig, read_config
from omnigym.agents.model import Model, PromptMessage, PromptPicture
from omnigym.agents.observing import PictureMaker, tokens_of
from omnigym.agents.structures import prompt
from omnigym.benchmarks.omniact.baselines.agent import Elements, Reply
from omnigym.benchmarks.omniact.dataset import Point
from omnigym.errors import ConfigError
from omnigym.foreign import sound_text
from omnigym.perception import ElementFilter
from omnigym.perception.detact import describe

if TYPE_CHECKING:  # it needs the extra omnigym[train]
    from omnigym.benchmarks.omniact.baselines.nearest import Examples

__all__ = ["SHOTS", "PromptedAgent", "read_prompted"]

#: Examples in a prompt.
SHOTS: Final = 5
#: Elements that the filter leaves, at most; the length of the prompt may leave fewer.
_ELEMENTS: Final = 100
#: Characters of a script that is shown as an example.
_SCRIPT: Final = 2000
#: Options of the agent ``chat`` that have a meaning here.
_OPTIONS: Final = frozenset(
    {"model", "url", "screenshot", "picture", "tree", "request", "key_variable", "timeout", "retries", "backoff"}
    | {"per_minute", "prompt_price", "completion_price", "prompts"}
)


class PromptedAgent:
    """An agent that answers with the text of a language model.

    Args:
        config: The options; ``tree`` is the most tokens of the prompt, the picture aside.
        train: The examples of the training split.
        examples: Their instructions, in the same order.
        elements: Finds the elements of a point.
        keeper: Keeps those that the task may need.
        model: The model; None for the endpoint of the options.
    """

    def __init__(
        self,
        config: ChatConfig,
        train: Sequence[Point],
        examples: Examples,
        elements: Elements,
        keeper: ElementFilter,
        model: Model | None = None,
    ) -> None:
        self._config, self._train, self._examples = config, train, examples
        self._elements, self._keeper = elements, keeper
        self._model: Model = config.endpoint() if model is None else model

    def answer(self, point: Point) -> Reply:
        """Return the model's text, from which the scorer parses the script.

        Raises:
            AgentError: The endpoint gave no answer.
            ConfigError: The prompt without any element is too long.
        """
        frame = point.image()
        parts: list[str | PromptPicture] = [self.prompt(point, (frame.shape[1], frame.shape[0]))]
        if self._config.screenshot:
            parts.append(PictureMaker(self._config.picture).picture(frame))
        answer = self._model.answer((PromptMessage("user", tuple(parts)),))
        return Reply(sound_text(answer.text), answer.usage.prompt_tokens, answer.usage.completion_tokens)

    def prompt(self, point: Point, size: tuple[int, int]) -> str:
        """Return the prompt of a point.

        Args:
            point: It.
            size: (width, height) of its screen in pixels.

        Raises:
            ConfigError: It is too long even without elements.
        """
        nearest = [self._train[place] for place in self._examples.nearest(point.instruction, SHOTS)]
        shots = [f"Task: {p.instruction}\nScript:\n{p.script[:_SCRIPT].strip()}" for p in nearest]
        values = {
            "width": str(size[0]),
            "height": str(size[1]),
            "examples": "\n\n".join(shots),
            "elements": "",
            "task": point.instruction,
        }
        bare = prompt("omniact", values, self._config.prompts)
        left = self._config.tree - tokens_of(bare)
        if left < 1:
            raise ConfigError(
                f"The prompt of point {point.key} has {tokens_of(bare):,} tokens without any element, and "
                f"tree={self._config.tree} are the most. Allow more, such as tree=4000."
            )
        kept = self._keeper.keep(point.instruction, self._elements(point), _ELEMENTS)
        listed = describe(kept, left, tokens_of)
        return prompt("omniact", {**values, "elements": listed}, self._config.prompts)


def read_prompted(argument: str) -> ChatConfig:
    """Return the options of the agent ``llm``: ``MODEL@URL,tree=2000,screenshot=true`` or ``FILE.toml``.

    The preset is the paper's: 4,000 tokens of prompt, no picture, temperature 0.

    Raises:
        ConfigError: They are none, or one says nothing here.

    >>> config = read_prompted("small@http://localhost:8000/v1,tree=2000")
    >>> config.tree, config.screenshot, config.request
    (2000, False, {'temperature': 0.0})
    """
    config = read_config(f"{argument},preset=omniact")
    usual = ChatConfig(model=config.model, url=config.url)
    for option in dataclasses.fields(config):
        if option.name not in _OPTIONS and getattr(config, option.name) != getattr(usual, option.name):
            raise ConfigError(f"{option.name} says nothing to the agent llm, which has {', '.join(sorted(_OPTIONS))}.")
    if not config.tree:
        raise ConfigError("The agent llm needs tree, the tokens of its prompt: 2000 or 4000 in the paper.")
    return config
