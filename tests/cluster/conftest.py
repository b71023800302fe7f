"""A small cluster on this machine: one node for the tests, others that are lost or drained."""

from __future__ import annotations

import os
import secrets
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

#: What every node has; Ray takes most of a machine's memory else.
SMALL = {"object_store_memory": 80 << 20, "memory": 8 << 30}
SETTINGS = {
    "RAY_AUTH_MODE": "token",
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_worker_niceness": "0",  # else the actors wait for all other tests
    "RAY_health_check_initial_delay_ms": "0",
}


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Ray's own cluster for tests: a head without cores, and a node that stays, with three."""
    ray = pytest.importorskip("ray", reason="needs the extra ray")
    from ray._private.authentication_test_utils import reset_auth_token_state
    from ray.cluster_utils import Cluster

    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory(prefix="ray", dir="/tmp") as folder:
        own = {"RAY_AUTH_TOKEN": secrets.token_hex(32), "RAY_TMPDIR": folder}
        for name, value in {**SETTINGS, **own}.items():
            patch.setenv(name, value)
        reset_auth_token_state()  # Ray read its settings when it was imported
        head = {"num_cpus": 0, "include_dashboard": False, **SMALL}
        cluster = Cluster(initialize_head=True, head_node_args=head)
        try:
            cluster.add_node(num_cpus=4, resources={"one": 1}, **SMALL)
            ray.init(address=cluster.address, log_to_driver=False, logging_level="error")
            yield cluster
        finally:
            ray.shutdown()
            cluster.shutdown()
            patch.undo()
            reset_auth_token_state()
            until(lambda: not processes(folder), 20)


def processes(folder: str) -> set[str]:
    """The other processes that have a file of a folder open: those of the Ray whose logs are there."""
    found = set()
    for link in Path("/proc").glob("[0-9]*/fd/*"):
        try:
            if os.readlink(link).startswith(folder):
                found.add(link.parts[2])
        except OSError:  # it has just ended
            continue
    return found - {str(os.getpid())}


def until(true: Callable[[], bool], seconds: float = 200.0) -> None:
    """Wait for something that the cluster does by itself."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.05)
