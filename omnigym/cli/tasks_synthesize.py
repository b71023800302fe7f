"""``omnigym tasks synthesize``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from omnigym.agents.endpoint import Endpoint
from omnigym.agents.model import Asked as Message
from omnigym.cli.console import progress, stdout
from omnigym.cli.options import SeedOption
from omnigym.devices.sim.crawl import SCREENS
from omnigym.devices.sim.device import SimDevice
from omnigym.errors import ConfigError
from omnigym.tasks.subtask import all_subtasks
from omnigym.tasks.synthesis.discovery.asking import Ask, Asker
from omnigym.tasks.synthesis.discovery.drafts import Proposer
from omnigym.tasks.synthesis.discovery.exploring import Explorer
from omnigym.tasks.synthesis.refining.asked import Asked
from omnigym.tasks.synthesis.refining.keeping import Kept
from omnigym.tasks.synthesis.refining.refining import Writer, refine, strangers_of
from omnigym.tasks.synthesis.refining.ruled import Ruled

__all__ = ["synthesize"]


def synthesize(
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="FILE", help="A line for each draft; those that it has are done.")
    ],
    app: Annotated[
        list[str] | None, typer.Option("--app", metavar="NAME", help="Only this app; may be given several times.")
    ] = None,
    rounds: Annotated[int, typer.Option("--rounds", min=1, metavar="N", help="The most rounds for a draft.")] = 4,
    clicks: Annotated[
        int, typer.Option("--clicks", min=1, metavar="N", help="How many steps are tried in an app.")
    ] = 1000,
    model: Annotated[
        str, typer.Option("--model", metavar="NAME", help="Ask this model for drafts, trajectories and checks.")
    ] = "",
    url: Annotated[
        str, typer.Option("--url", metavar="URL", help="The model's endpoint, such as http://localhost:8000/v1.")
    ] = "",
    seed: SeedOption = 0,
) -> None:
    """Let trajectories and evaluation functions of drafts refine each other (OmniBench B.2).

    A pair is kept when the function passes the trajectory from three starts and rejects doing nothing and the oracles
    of three other subtasks. What is wrong in a round is told to whoever writes the next one.
    """
    device, kept = _device(), Kept(output)
    proposer, writer = _sides(model, url, clicks, seed)
    strangers = strangers_of([s for s in all_subtasks() if "sim" in s.devices])
    names = app or list(device.apps())
    with progress("Synthesizing", len(names)) as advance:
        for name in names:
            for draft in kept.left(proposer.propose(name)):
                kept.add(refine(draft, writer, device, strangers, rounds=rounds))
                advance(0, f"{name}: {draft.instruction[:60]}")
            advance(1, name)
    stdout().print(f"{len(kept)} drafts, {kept.verified} of them with trajectory and check that bear each other out.")


def _device() -> SimDevice:
    size, scale = SCREENS["windows"]
    return SimDevice(size, "windows", scale)


def _sides(model: str, url: str, clicks: int, seed: int) -> tuple[Proposer, Writer]:
    if not model and not url:
        return Explorer(_device(), clicks, seed), Ruled(_device())
    if not (model and url):
        raise ConfigError("--model and --url belong together: the name of a model, and where it is asked.")
    endpoint = Endpoint(model, url)
    ask: Ask = lambda text: endpoint.answer([Message("user", (text,))]).text  # noqa: E731 - one line is enough for it
    return Asker(ask, _device()), Asked(ask, _device())
