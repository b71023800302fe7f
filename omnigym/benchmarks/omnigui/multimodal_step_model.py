"""A model that sees, hears and reads one step at a time, in OmniGUI's order of contents (OmniGUI A.1)."""

from __future__ import annotations

import dataclasses
from typing import Final

from omnigym.agents.config import ChatConfig, read_config
from omnigym.agents.model import Model, Part, PromptMessage, PromptSound
from omnigym.agents.observing import PictureMaker
from omnigym.agents.structures import prompt
from omnigym.benchmarks.omnigui.media import wav_of
from omnigym.benchmarks.omnigui.step_agents import StepInput, StepView
from omnigym.errors import ConfigError

__all__ = ["OmniAgent", "read_omni"]

#: Greedy decoding, and the longest answer (Table 6).
_REQUEST: Final = {"temperature": 0, "max_tokens": 4096}
#: Options of the agent ``chat`` that hold here, too.
_OPTIONS: Final = {
    *("model", "url", "picture", "request", "key_variable", "timeout", "retries", "backoff", "per_minute"),
    *("prompt_price", "completion_price", "prompts"),
}
_SPOKEN_GOAL: Final = "(spoken, in the sound above)"


class OmniAgent:
    """An agent that asks a model behind an OpenAI-compatible endpoint, with each step as a separate conversation.

    One message has, in this order: the screenshot of two steps ago, the film's frames, the sound, the spoken goal, the
    current screenshot, and the text with goal, step and the actions before. What is not given is left out, and the
    system's message names the rest.

    Args:
        config: The model and how it is reached; ``prompts`` may name a directory with ``omnigui-system.txt`` and
            ``omnigui-step.txt``.
        model: The model; None for the endpoint of the options.
    """

    def __init__(self, config: ChatConfig, model: Model | None = None) -> None:
        self.config = config
        self._model: Model = config.endpoint() if model is None else model

    def answer(self, view: StepView) -> object:
        """Return the model's text, or the object of its tool calls if it calls any.

        Raises:
            AgentError: It gave no answer.
            AssetError: The set lacks what the step names.
            UnreadableError: A picture, sound or film is damaged.
        """
        values = {
            "goal": view.goal or _SPOKEN_GOAL,
            "step": str(view.index),
            "history": "\n".join([f"Step {n}: {line}" for n, line in enumerate(view.history)]) or "none",
        }
        system = prompt("omnigui-system", {"shown": _shown(view.given)}, self.config.prompts)
        text = prompt("omnigui-step", values, self.config.prompts)
        answer = self._model.answer(
            (PromptMessage("system", (system,)), PromptMessage("user", (*self._seen(view), text)))
        )
        if answer.calls:
            calls = [{"function": {"name": call.name, "arguments": call.arguments}} for call in answer.calls]
            return {"tool_calls": calls}
        return answer.text

    def _seen(self, view: StepView) -> list[Part]:
        """All but the text."""
        pictures = PictureMaker(self.config.picture)
        parts: list[Part] = []
        before = view.history_screenshot()
        if before is not None:
            parts += ["The screen two steps ago:", pictures.picture(before)]
        clip = view.clip()
        if clip is not None:
            times = ", ".join([f"{time:.1f}" for time in clip.times])
            parts += [f"The screen since the last action, after {times} s:", *map(pictures.picture, clip.frames)]
        sound = view.sound()
        if sound is not None:
            parts += ["The sound since the last action:", PromptSound(wav_of(sound)) if len(sound) else "none"]
        goal = view.spoken_goal()
        if goal is not None:
            parts += ["The task, spoken:", PromptSound(wav_of(goal))]
        return [*parts, "The current screen:", pictures.picture(view.screenshot())]


def _shown(given: StepInput) -> str:
    parts = [
        "screenshots",
        *(["frames of the screen since the last action"] if given.film else []),
        *(["the sound since the last action"] if given.sound else []),
        "the goal" if given.spoken is None else "the goal as speech, to which you listen",
        "the actions so far",
    ]
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def read_omni(argument: str) -> ChatConfig:
    """Return the options in the form of the command line: ``MODEL@URL,KEY=VALUE,...``, as for the agent ``chat``.

    Raises:
        ConfigError: They are none, or one is of games that last several steps.
    """
    config = read_config(argument)
    for field in dataclasses.fields(config):
        default = field.default
        if field.name not in _OPTIONS and getattr(config, field.name) != default:
            raise ConfigError(f"The agent omni has no option {field.name!r}. Known: {', '.join(sorted(_OPTIONS))}.")
    return dataclasses.replace(config, request={**_REQUEST, **config.request})
