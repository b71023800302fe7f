"""The wrappers that show an environment to a model, from the options: the size of the picture and its numbers."""

from __future__ import annotations

import math

from omnigym.agents.config import ChatConfig
from omnigym.agents.dialects import MOST_PICTURE
from omnigym.baselines.agent import Env
from omnigym.wrappers.osworld_marks import OSWorldMarks
from omnigym.wrappers.perceive_elements import PerceiveElements
from omnigym.wrappers.resize_screenshot import ResizeScreenshot
from omnigym.wrappers.set_of_marks import SetOfMarks

__all__ = ["wrap_view"]


def wrap_view(env: Env, config: ChatConfig) -> tuple[Env, SetOfMarks | None]:
    """Wrap an environment so that pictures have the configured size and elements have numbers.

    Returns:
        The environment, and the wrapper that numbers elements, if one does.
    """
    size = config.size or _fitted(env, config.space)
    if config.screenshot and size is not None:
        env = ResizeScreenshot(env, size, "inside" if config.fit == "pad" else "stretch")
    if config.source != "tree":
        env = PerceiveElements(env, config.source)
    if not config.numbered:
        return env, None
    marks = OSWorldMarks(env) if config.elements == "table" else SetOfMarks(env, draw=bool(config.marks))
    return marks, marks


def _fitted(env: Env, space: str) -> tuple[int, int] | None:
    """The size of a picture that the API of a space does not resize; None where the screen is small enough."""
    bound, screen = MOST_PICTURE.get(space), getattr(env.observation_space, "spaces", {}).get("screenshot")
    if bound is None or screen is None:
        return None
    height, width = screen.shape[:2]
    scale = min(bound[0] / max(width, height), math.sqrt(bound[1] / (width * height)))
    return None if scale >= 1 else (int(width * scale), int(height * scale))
