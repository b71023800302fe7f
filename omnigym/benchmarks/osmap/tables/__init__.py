"""OS-MAP's report: levels of automation by domains, and the matrix of levels and scopes (OS-MAP 3.3, Table 3)."""

from __future__ import annotations

from omnigym.benchmarks.osmap.tables.drawing import draw_matrix
from omnigym.benchmarks.osmap.tables.matrix import AUTOMATION, MatrixCell, Scope
from omnigym.benchmarks.osmap.tables.report import OSMap, OSMapPublishedRow, osmap, osmap_of, published_rows

__all__ = [
    "AUTOMATION",
    "MatrixCell",
    "OSMap",
    "OSMapPublishedRow",
    "Scope",
    "draw_matrix",
    "osmap",
    "osmap_of",
    "published_rows",
]
