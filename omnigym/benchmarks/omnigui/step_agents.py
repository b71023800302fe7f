"""Agents that are asked at each step of a demonstration, with the correct history (teacher forcing, OmniGUI 3.4).

One that always waits, one by chance, and one that is right; `omnigym.benchmarks.omnigui.multimodal_step_model` asks a
model.
"""

from __future__ import annotations

import string
import zlib
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from omnigym.benchmarks.omnigui import DatasetEpisode, DatasetStep, Language, OmniGUI
from omnigym.benchmarks.omnigui.media import MediaClip, read_sound
from omnigym.benchmarks.omnigui.tables import StepAnswer
from omnigym.codecs.omnigui import OMNIGUI_ACTIONS, Annotation
from omnigym.errors import AgentError, AssetError, UnreadableError
from omnigym.foreign import read_bytes
from omnigym.foreign.limits import FILE_BYTES

__all__ = ["NoneAgent", "RandomStepAgent", "RightAgent", "StepAgent", "StepInput", "StepView", "ask_steps"]

#: After so many failures in a row what agents run on is taken for broken.
_MOST_FAILURES: Final = 10


@dataclass(frozen=True)
class StepInput:
    """The input of an agent, the same at every step.

    Attributes:
        sound: Whether there is the sound since the action before.
        film: Whether there are frames since the action before.
        frames: How many frames, 2 to 4 as published.
        spoken: A directory of spoken goals ``ID.wav``, which come in place of the written ones; None for written ones.
        language: Of written goals.
    """

    sound: bool = True
    film: bool = True
    frames: int = 4
    spoken: Path | None = None
    language: Language = "native"

    @property
    def inputs(self) -> str:
        """The inputs in the form of Table 4: image, audio, video."""
        return "I" + "+A" * self.sound + "+V" * self.film

    @property
    def instruction(self) -> str:
        """The instruction in the form of Table 5."""
        return "text" if self.spoken is None else "spoken"


class StepView:
    """A step in the view of an agent. Pictures and sounds are read when the agent asks for them.

    Args:
        episode: Its episode.
        index: Its index.
        given: The input.

    Attributes:
        id: The episode's id.
        index: The step's, from 0.
        given: The input.
    """

    def __init__(self, episode: DatasetEpisode, index: int, given: StepInput) -> None:
        self.id, self.index, self.given = episode.id, index, given
        self._episode = episode

    @property
    def _step(self) -> DatasetStep:
        return self._episode.steps[self.index]

    @property
    def goal(self) -> str:
        """The goal; "" if it is spoken."""
        return self._episode.instruction(self.given.language) if self.given.spoken is None else ""

    @property
    def history(self) -> tuple[str, ...]:
        """The earlier correct actions, one per line, with positions in thousandths: ``TAP [500, 250]``."""
        return tuple([_line(step.annotation) for step in self._episode.steps[: self.index]])

    def screenshot(self) -> NDArray[np.uint8]:
        """The screen, (height, width, 3); errors as in `omnigym.benchmarks.omnigui.DatasetStep.screenshot`."""
        return self._step.screenshot()

    def history_screenshot(self) -> NDArray[np.uint8] | None:
        """The screen two steps ago, (height, width, 3); None in the first two steps."""
        return self._episode.steps[self.index - 2].screenshot() if self.index >= 2 else None

    def sound(self) -> NDArray[np.int16] | None:
        """The sound since the previous action, (S,) at 16 kHz; None if it is not given, or the dataset has none."""
        return self._step.sound() if self.given.sound and self._step.path("wav") else None

    def clip(self) -> MediaClip | None:
        """The frames since the previous action; None if they are not given, or the dataset has no film."""
        return self._step.clip(self.given.frames) if self.given.film and self._step.path("mp4") else None

    def spoken_goal(self) -> NDArray[np.int16] | None:
        """The spoken goal, (S,) at 16 kHz; None if it is written.

        Raises:
            AssetError: There is none for this episode.
            UnreadableError: It is damaged.
        """
        if self.given.spoken is None:
            return None
        path = self.given.spoken / f"{self.id}.wav"
        try:
            return read_sound(read_bytes(path, FILE_BYTES))
        except FileNotFoundError:
            raise AssetError(f"There is no spoken goal {path}.") from None


class StepAgent(Protocol):
    """Anything that answers a step. It may be asked by several threads at once."""

    def answer(self, view: StepView) -> object:
        """Return the answer: a text, or a JSON object; an answer that cannot be parsed is wrong.

        Raises:
            AgentError: What it runs on fails, so that the step is not scored.
        """
        ...


class NoneAgent:
    """An agent that always waits."""

    def answer(self, view: StepView) -> object:
        """Return ``{"action_type": -1}``."""
        del view
        return {"action_type": -1}


class RandomStepAgent:
    """An agent that answers with one of the thirteen actions, anywhere; the same for the same seed and step.

    Args:
        seed: Any whole number of at least 0.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def answer(self, view: StepView) -> object:
        """Return an action, all equally likely, anywhere on the screen, with five letters as text."""
        rng = np.random.default_rng([self._seed, zlib.crc32(view.id.encode()), view.index])
        kind = int(rng.integers(min(OMNIGUI_ACTIONS), max(OMNIGUI_ACTIONS) + 1))
        first, second = rng.integers(0, 1001, (2, 2)).tolist()
        name = OMNIGUI_ACTIONS[kind]
        if name.startswith("SWIPE"):
            return {"action_type": kind, "start_coordinate": first, "end_coordinate": second}
        if name in ("TAP", "DOUBLE_TAP", "LONG_PRESS"):
            return {"action_type": kind, "coordinate": first}
        letters = "".join(rng.choice(list(string.ascii_lowercase), 5))
        return {"action_type": kind, **({"text": letters} if name == "INPUT" else {})}


class RightAgent:
    """An agent that answers with the annotation: the upper bound of a rule.

    Args:
        found: The set.
    """

    def __init__(self, found: OmniGUI) -> None:
        self._set = found

    def answer(self, view: StepView) -> object:
        """Return the annotated action."""
        return self._set[view.id].steps[view.index].annotation.answer()


def ask_steps(
    found: OmniGUI,
    agent: StepAgent,
    given: StepInput,
    done: Callable[[str, int], bool] = lambda _name, _step: False,
    limit: int | None = None,
    at_once: int = 1,
) -> Iterator[StepAnswer]:
    """Ask an agent at every step of a dataset, in order.

    Where what it runs on fails, or the set lacks a step's media, the answer is an error, which is not scored.

    Args:
        found: The set.
        agent: The agent.
        given: The input.
        done: Whether a step is passed over, by id and index.
        limit: How many episodes; None for all.
        at_once: How many steps are asked at the same time.

    Raises:
        AgentError: Ten steps failed one after the other.
        MissingDependencyError: PyAV is needed for films and is not installed.
    """

    def ask(view: StepView) -> tuple[StepAnswer, AgentError | None]:
        inputs, instruction = given.inputs, given.instruction
        try:
            return StepAnswer(view.id, view.index, agent.answer(view), "", inputs, instruction), None
        except (AgentError, AssetError, UnreadableError) as e:
            failed = e if isinstance(e, AgentError) else None
            return StepAnswer(view.id, view.index, None, f"{type(e).__name__}: {e}", inputs, instruction), failed

    failures = 0
    for answer, failed in _in_order(ask, _views(found, given, done, limit), at_once):
        yield answer
        failures = failures + 1 if failed is not None else 0
        if failed is not None and failures >= _MOST_FAILURES:
            raise type(failed)(f"{_MOST_FAILURES} steps failed one after the other. The last one: {failed}")


def _views(found: OmniGUI, given: StepInput, done: Callable[[str, int], bool], limit: int | None) -> Iterator[StepView]:
    for number, (name, episode) in enumerate(found.episodes()):
        if limit is not None and number >= limit:
            return
        if isinstance(episode, DatasetEpisode):
            yield from (StepView(episode, s.index, given) for s in episode.steps if not done(name, s.index))


def _in_order(
    ask: Callable[[StepView], tuple[StepAnswer, AgentError | None]], views: Iterable[StepView], at_once: int
) -> Iterator[tuple[StepAnswer, AgentError | None]]:
    if at_once == 1:
        yield from map(ask, views)
        return
    waiting = []
    with ThreadPoolExecutor(at_once, "omnigui") as pool:
        try:
            for view in views:
                waiting.append(pool.submit(ask, view))
                if len(waiting) == at_once:
                    yield waiting.pop(0).result()
            for future in waiting:
                yield future.result()
        finally:
            for future in waiting:
                future.cancel()


def _line(gold: Annotation) -> str:
    answer = gold.answer()
    start = answer.get("coordinate", answer.get("start_coordinate"))
    end = answer.get("end_coordinate")
    parts = [gold.name, *([_rounded(start)] if start else []), *(["to", _rounded(end)] if end else [])]
    return " ".join([*parts, *([f'"{gold.text}"'] if gold.name == "INPUT" else [])])


def _rounded(at: object) -> str:
    assert isinstance(at, list)
    return str([round(number) for number in at])
