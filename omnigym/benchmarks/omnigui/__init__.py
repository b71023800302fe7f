"""OmniGUI's set of annotated steps, read and written in its published layout (OmniGUI 3 and B.1)."""

from omnigym.benchmarks.omnigui.dataset import DIMENSIONS, LEVELS, Episode, Language, OmniGUI, OmniGUIWriter, Step
from omnigym.benchmarks.omnigui.rows import Row

__all__ = ["DIMENSIONS", "LEVELS", "Episode", "Language", "OmniGUI", "OmniGUIWriter", "Row", "Step"]
