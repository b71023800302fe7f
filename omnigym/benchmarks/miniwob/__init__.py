"""The tasks of MiniWoB++ (Liu et al. 2018), from the pages that the PyPI package ``miniwob`` ships.

``tasks="miniwob/click-test-2"`` names one, ``"suite:miniwob"`` all. Only the pages are used, in the device's own
browser; neither selenium nor a web server runs.
"""

from omnigym.benchmarks.miniwob.suite import MiniWob, miniwob_suite, miniwob_task, require_miniwob

__all__ = ["MiniWob", "miniwob_suite", "miniwob_task", "require_miniwob"]
