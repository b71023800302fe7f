"""Gymnasium wrappers, one in each file.

The package exports every wrapper of its modules by itself, and imports a module when one of its names is first used.
"""

from __future__ import annotations

import importlib
import inspect
import re
from types import ModuleType
from typing import TYPE_CHECKING, Any

import gymnasium

from omnigym.discovery import modules

if TYPE_CHECKING:  # for type checkers and editors alone: a wrapper that is not here is found as well
    from omnigym.wrappers.action_mask import ActionMask as ActionMask
    from omnigym.wrappers.blindfold import Blindfold as Blindfold
    from omnigym.wrappers.cell_actions import CellActions as CellActions
    from omnigym.wrappers.click_only import ClickOnly as ClickOnly
    from omnigym.wrappers.element_actions import ElementActions as ElementActions
    from omnigym.wrappers.element_layout import ElementLayout as ElementLayout
    from omnigym.wrappers.flat_box_actions import FlatBoxActions as FlatBoxActions
    from omnigym.wrappers.grayscale_screenshot import GrayscaleScreenshot as GrayscaleScreenshot
    from omnigym.wrappers.mask_modality import MaskModality as MaskModality
    from omnigym.wrappers.multi_discrete_actions import MultiDiscreteActions as MultiDiscreteActions
    from omnigym.wrappers.no_progress_limit import NoProgressLimit as NoProgressLimit
    from omnigym.wrappers.node_actions import NodeActions as NodeActions
    from omnigym.wrappers.perceive_elements import PerceiveElements as PerceiveElements
    from omnigym.wrappers.record_trajectory import RecordTrajectory as RecordTrajectory
    from omnigym.wrappers.resize_screenshot import ResizeScreenshot as ResizeScreenshot
    from omnigym.wrappers.set_of_marks import SetOfMarks as SetOfMarks
    from omnigym.wrappers.step_limit import StepLimit as StepLimit
    from omnigym.wrappers.visible_texts import VisibleTexts as VisibleTexts

_WORD = re.compile(r"(?<!^)(?=[A-Z])")


def __getattr__(name: str) -> Any:
    """A wrapper by its name: the module that is called like it, else any."""
    own = [full.rpartition(".")[2] for full in modules(__name__)]
    public = [module for module in own if not module.startswith("_")]
    if name == "__all__":
        return sorted({exported for module in public for exported in _exports(module)})
    likely = _WORD.sub("_", name).lower()
    for module in sorted(public, key=lambda m: m != likely) if name[:1].isupper() else ():
        if name in _exports(module):
            return getattr(_module(module), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__getattr__("__all__")})


def _module(name: str) -> ModuleType:
    return importlib.import_module(f"{__name__}.{name}")


def _exports(name: str) -> tuple[str, ...]:
    """The classes that a module exports, if one of them is a wrapper."""
    module = _module(name)
    classes = {n: found for n in module.__all__ if inspect.isclass(found := getattr(module, n))}
    return tuple(classes) if any(issubclass(found, gymnasium.Wrapper) for found in classes.values()) else ()
