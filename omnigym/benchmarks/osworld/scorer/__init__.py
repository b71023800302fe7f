"""OSWorld's evaluators: getters that extract a state, and metrics that compare two of them (OS-MAP B.1, B.3).

A task file names them. ``result`` is what a getter reads on the device, ``expected`` what another one says it should
be, and ``func`` the metric that scores the first by the second, in [0, 1]. A getter may act on the device, since the
episode is over. A metric is a pure function of values and bytes; the few that run the agent's own programs do so on the
device (`device_metric`).

One family of getters or metrics is one module here; `registry` finds it. The check that brings all together is
`omnigym.benchmarks.osworld.checks`.
"""

from __future__ import annotations

from omnigym.benchmarks.osworld.scorer.registry import (
    File,
    NotThereError,
    device_metric,
    get_getter,
    get_metric,
    getter,
    getter_names,
    metric,
    metric_names,
    unavailable,
)

__all__ = [
    "File",
    "NotThereError",
    "device_metric",
    "get_getter",
    "get_metric",
    "getter",
    "getter_names",
    "metric",
    "metric_names",
    "unavailable",
]
