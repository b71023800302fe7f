"""Step metrics of OmniBench's Tables 6 and 7: Type, Grounding and SR, over trajectories in AndroidControl's layout.

A line is an episode: ``episode_id``, ``goal``, ``screenshot_widths``, ``screenshot_heights``, ``step_instructions`` and
``actions``, each ``{"action_type": "click", "x": 540, "y": 1200}`` and the like, in pixels. ``boxes`` may say the
element that a gold action is on, ``[left, top, right, bottom]`` or null.

The papers do not say how the three are computed. Here

* **Type** is the share of steps whose action has the gold one's type;
* **Grounding** is the share of the steps with a place, `click` and `long_press`, whose answer is in the gold element
  or, where there is no box, within 14 % of the screen of the gold place. An answer without a place misses;
* **SR** is the share of steps that are right as a whole: the type, the place, the text, the app, and the direction.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Final, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, PositiveInt, ValidationError, model_validator

from omnigym.actions import Action, Click, Drag, OpenApp, Press, Scroll, Type, Wait, pixel
from omnigym.errors import RecordingError, UnreadableError
from omnigym.foreign import parse_json, place_of, read_text, replace_file
from omnigym.recording import Trajectory

__all__ = ["StepAction", "StepScores", "StepsEpisode", "episode_of", "read_episodes", "score_steps", "write_episodes"]

_MOST: Final = 256 << 20
_NEAR: Final = 0.14
_PLACED: Final = frozenset({"click", "long_press"})
_KEYS: Final = {"home": "navigate_home", "back": "navigate_back"}


class _Model(BaseModel):
    model_config = ConfigDict(extra="ignore")


class StepAction(_Model):
    """An action in AndroidControl's words."""

    action_type: str
    x: FiniteFloat | None = None
    y: FiniteFloat | None = None
    text: str | None = None
    direction: str | None = None
    app_name: str | None = None


_Box = Annotated[list[FiniteFloat], Field(min_length=4, max_length=4)]


class StepsEpisode(_Model):
    """An episode: its goal and its actions, with the sizes of the screens before them."""

    episode_id: int | str
    goal: str = ""
    screenshot_widths: list[PositiveInt]
    screenshot_heights: list[PositiveInt]
    step_instructions: list[str] = []
    actions: list[StepAction]
    boxes: list[_Box | None] = []

    @model_validator(mode="after")
    def _aligned(self) -> StepsEpisode:
        """Each action has the screen before it."""
        if min(len(self.screenshot_widths), len(self.screenshot_heights)) < len(self.actions):
            raise ValueError(f"expected the size of a screen for each of {len(self.actions)} actions")
        if self.boxes and len(self.boxes) != len(self.actions):
            raise ValueError(f"expected a box, or null, for each of {len(self.actions)} actions")
        return self


class StepScores(NamedTuple):
    """Shares of the steps, in [0, 1].

    Attributes:
        type, grounding, success: See above; ``grounding`` is None where no gold action has a place.
        steps, placed: How many steps there are, and how many with a place.
    """

    type: float
    grounding: float | None
    success: float
    steps: int
    placed: int


def read_episodes(path: Path) -> list[StepsEpisode]:
    """Return the episodes of a file of JSON lines.

    Raises:
        RecordingError: It cannot be read, or a line is no episode; names the line.
    """
    out: list[StepsEpisode] = []
    try:
        lines = read_text(path, _MOST).splitlines()
    except (OSError, UnreadableError) as e:
        raise RecordingError(f"{path} cannot be read: {e}.") from None
    for number, line in enumerate(lines, 1):
        try:
            out.append(StepsEpisode.model_validate(parse_json(line)))
        except UnreadableError as e:
            raise RecordingError(f"{path}, line {number}: {e}.") from None
        except ValidationError as e:
            error = e.errors(include_url=False)[0]
            raise RecordingError(
                f"{path}, line {number}, {place_of(error['loc']) or 'line'}: {error['msg']}."
            ) from None
    return out


def write_episodes(episodes: Iterable[StepsEpisode], path: Path) -> None:
    """Write episodes as JSON lines, atomically.

    Raises:
        RecordingError: They cannot be written.
    """
    lines = [json.dumps(e.model_dump(exclude_none=False), ensure_ascii=False) + "\n" for e in episodes]
    try:
        replace_file(path, "".join(lines))
    except OSError as e:
        raise RecordingError(f"Cannot write {path}: {e.strerror or e}.") from e


def episode_of(trajectory: Trajectory) -> StepsEpisode:
    """Return a recording of one device as an episode; the boxes are the controls that its actions were on."""
    width, height = trajectory.size
    rects: list[list[float] | None] = [s.entry.get("rect") for s in trajectory.steps]
    return StepsEpisode(
        episode_id=str(trajectory.meta["trajectory_id"]),
        goal=str(trajectory.meta["instruction"]),
        screenshot_widths=[width] * len(rects),
        screenshot_heights=[height] * len(rects),
        step_instructions=[str(s.entry.get("description", "")) for s in trajectory.steps],
        actions=[_action(s.action, (width, height)) for s in trajectory.steps],
        boxes=rects,
    )


def _action(action: Action, size: tuple[int, int]) -> StepAction:
    match action:
        case Click(at, _, _, _, duration):
            x, y = pixel(at, size)
            return StepAction(action_type="long_press" if duration else "click", x=x, y=y)
        case Scroll(_, dy, dx):
            return StepAction(action_type="scroll", direction=_way(dx, dy))
        case Drag(at, to):  # a finger moves against what is to be shown
            return StepAction(action_type="scroll", direction=_way(at[0] - to[0], at[1] - to[1]))
        case Type(text):
            return StepAction(action_type="input_text", text=text)
        case OpenApp(app):
            return StepAction(action_type="open_app", app_name=app)
        case Press(key, ()) if key in _KEYS:
            return StepAction(action_type=_KEYS[key])
        case Press(key, modifiers):
            return StepAction(action_type="press", text="+".join((*modifiers, key)))
        case Wait():
            return StepAction(action_type="wait")
    return StepAction(action_type=type(action).__name__.lower(), text=getattr(action, "answer", None))


def _way(dx: float, dy: float) -> str:
    if abs(dy) >= abs(dx):
        return "down" if dy > 0 else "up"
    return "right" if dx > 0 else "left"


def score_steps(gold: Sequence[StepsEpisode], said: Sequence[StepsEpisode]) -> StepScores:
    """Return the scores of answers, step by step; an episode or a step that is missing among them is wrong.

    Raises:
        RecordingError: There is no gold step.
    """
    answers: Mapping[str, StepsEpisode] = {str(e.episode_id): e for e in said}
    right = grounded = whole = steps = placed = 0
    for episode in gold:
        found = answers.get(str(episode.episode_id))
        for n, action in enumerate(episode.actions):
            answer = found.actions[n] if found is not None and n < len(found.actions) else None
            same = answer is not None and answer.action_type == action.action_type
            there = answer is not None and _is_there(episode, n, answer)
            has_place = action.action_type in _PLACED
            steps, right = steps + 1, right + same
            placed, grounded = placed + has_place, grounded + (has_place and there)
            whole += same and answer is not None and (there if has_place else _same_rest(action, answer))
    if not steps:
        raise RecordingError("There is no gold step to score.")
    return StepScores(right / steps, grounded / placed if placed else None, whole / steps, steps, placed)


def _is_there(episode: StepsEpisode, n: int, answer: StepAction) -> bool:
    gold, box = episode.actions[n], episode.boxes[n] if episode.boxes else None
    if answer.x is None or answer.y is None:
        return False
    if box is not None:
        return box[0] <= answer.x <= box[2] and box[1] <= answer.y <= box[3]
    if gold.x is None or gold.y is None:
        return False
    away = (answer.x - gold.x) / episode.screenshot_widths[n], (answer.y - gold.y) / episode.screenshot_heights[n]
    return math.hypot(*away) <= _NEAR


def _same_rest(gold: StepAction, answer: StepAction) -> bool:
    pairs = [(getattr(gold, name), getattr(answer, name)) for name in ("text", "direction", "app_name")]
    return all(a is None or (b is not None and _plain(a) == _plain(b)) for a, b in pairs)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
