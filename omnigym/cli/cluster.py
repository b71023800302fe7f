"""``omnigym cluster``: the devices of a node, the nodes, and draining a node."""

from __future__ import annotations

import importlib
import json
from typing import Annotated, Any

import typer

from omnigym.cli.console import STDOUT, print_table, stdout, write_json
from omnigym.cli.options import ListJsonOption

__all__ = ["drain", "list_nodes", "resources"]

AddressOption = Annotated[
    str, typer.Option("--cluster", metavar="ADDRESS", help="The Ray cluster: auto, or HOST:PORT.")
]


def resources() -> None:
    """Print the devices that this machine can run, in the form of `ray start --resources`.

    On each node: `ray start --address HOST:6379 --resources "$(omnigym cluster resources)"`
    """
    needs = importlib.import_module("omnigym.cluster.needs")
    typer.echo(json.dumps(needs.resources_here()))


def list_nodes(cluster: AddressOption = "auto", as_json: ListJsonOption = False) -> None:
    """List the nodes of a cluster, the devices that each can run, and whether it is drained."""
    found = [
        {
            "id": node.id,
            "address": node.address,
            "cores": node.resources.get("CPU", 0.0),
            "memory_gb": round(node.resources.get("memory", 0.0) / 1e9, 1),
            "devices": sorted(n.removeprefix("omnigym-") for n in node.resources if n.startswith("omnigym-")),
            "draining": node.draining,
        }
        for node in _reached(cluster).nodes()
    ]
    if as_json:
        write_json(STDOUT, found)
        return
    rows = [[str(v if not isinstance(v, list) else ", ".join(v)) for v in node.values()] for node in found]
    print_table(["id", "address", "cores", "memory (GB)", "devices", "draining"], rows)


def drain(
    node: Annotated[str, typer.Argument(metavar="NODE", help="The id of a node, as `omnigym cluster nodes` has it.")],
    cluster: AddressOption = "auto",
) -> None:
    """Stop new episodes on a node.

    Episodes that run there end; their environments go on elsewhere. The node leaves the cluster when its last actor has
    ended.
    """
    _reached(cluster).drain(node)
    stdout().print(f"{node} takes no new episode.", markup=False, soft_wrap=True)


def _reached(address: str) -> Any:
    nodes = importlib.import_module("omnigym.cluster.nodes")
    nodes.reach(address)
    return nodes
