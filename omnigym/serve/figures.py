"""The figures of a server, as Prometheus reads them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Final

from prometheus_client import generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from omnigym.serve.server import EnvServer

__all__ = ["FIGURES_KIND", "figures"]

#: The kind of content of `figures`.
FIGURES_KIND: Final = "text/plain; version=0.0.4; charset=utf-8"


def figures(server: EnvServer) -> bytes:
    """Return all figures as text; to be called in the server's loop."""
    sessions = server.sessions
    counts, pool = sessions.counts, sessions.pool
    gauges = {
        "environments": ("Environments that are taken.", sessions.environments),
        "environments_most": ("Environments that there is room for.", sessions.settings.most),
        "sessions": ("Open sessions.", len(sessions.open_sessions)),
        "clients": ("Clients with a lease.", len(sessions.leases)),
        "connections": ("Connections of the native carrier.", len(server.native.connections)),
        "episodes_running": ("Episodes that run now.", counts.running),
        "workers": ("Worker processes that answer.", len(pool.workers)),
        "descriptors": ("Open descriptors of the server process.", _descriptors()),
    }
    counters = {
        "episodes_begun": ("Episodes that began.", counts.begun),
        "episodes_scored": ("Episodes that ended with a score.", counts.scored),
        "episodes_unscored": ("Episodes that say nothing about the agent.", counts.unscored),
        "steps": ("Requests that stepped environments.", counts.steps),
        "repeated": ("Requests that came twice and were done once.", counts.repeated),
        "leases_expired": ("Clients that showed no sign of life.", counts.expired),
        "refused": ("Requests for environments that found no room.", counts.refused),
        "workers_started": ("Worker processes that were started.", pool.counts.started),
        "workers_lost": ("Worker processes that died or were killed.", pool.counts.lost),
        "workers_left": ("Places that a worker left after too many failures.", pool.counts.left),
    }
    families = [GaugeMetricFamily(f"omnigym_serve_{n}", text, value) for n, (text, value) in gauges.items()]
    counted = [CounterMetricFamily(f"omnigym_serve_{n}", text, value) for n, (text, value) in counters.items()]
    return generate_latest(_Collected([*families, *counted]))


class _Collected(Collector):
    """Figures that were read already."""

    def __init__(self, families: Iterable[Metric]) -> None:
        self._families = families

    def collect(self) -> Iterable[Metric]:
        """All figures."""
        return self._families


def _descriptors() -> int:
    try:
        return len(os.listdir("/proc/self/fd"))
    except OSError:  # not Linux
        return 0
