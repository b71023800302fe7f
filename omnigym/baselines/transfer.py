"""Training of a cloned policy for an unseen desktop, such as the real one after demonstrations of a simulated one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["FOR_ELSEWHERE"]

#: Fields of `omnigym.baselines.clone.CloneConfig`: most apps are opened by name, since where the real desktop begins
#: nothing can be clicked; file dialogs are given whole paths, whatever they show; most screens are changed by chance.
FOR_ELSEWHERE: Final[Mapping[str, float]] = {"opened": 0.7, "paths": 1.0, "disguised": 0.7}
