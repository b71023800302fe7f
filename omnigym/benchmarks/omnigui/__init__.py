"""OmniGUI's set of annotated steps, read and written in its published layout (OmniGUI 3 and B.1)."""

from omnigym.benchmarks.omnigui.dataset import (
    DIMENSIONS,
    LEVELS,
    DatasetEpisode,
    DatasetStep,
    Language,
    OmniGUI,
    OmniGUIWriter,
)
from omnigym.benchmarks.omnigui.rows import Row

__all__ = ["DIMENSIONS", "LEVELS", "DatasetEpisode", "DatasetStep", "Language", "OmniGUI", "OmniGUIWriter", "Row"]
