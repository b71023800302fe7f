"""``omnigym tasks discover``."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from omnigym.agents.endpoint import Endpoint
from omnigym.agents.model import Asked
from omnigym.cli.console import print_table, progress, stdout, write_text
from omnigym.cli.options import SeedOption
from omnigym.devices.sim.crawl import SCREENS
from omnigym.devices.sim.device import SimDevice
from omnigym.errors import ConfigError
from omnigym.tasks.synthesis.discovery.asking import Asker
from omnigym.tasks.synthesis.discovery.discovering import Judged, discover
from omnigym.tasks.synthesis.discovery.drafts import Proposer
from omnigym.tasks.synthesis.discovery.exploring import Explorer
from omnigym.tasks.synthesis.discovery.keeping import line_of

__all__ = ["discover_subtasks"]


def discover_subtasks(
    app: Annotated[
        list[str] | None, typer.Option("--app", metavar="NAME", help="Only this app; may be given several times.")
    ] = None,
    clicks: Annotated[
        int, typer.Option("--clicks", min=1, metavar="N", help="How many steps are tried in an app.")
    ] = 3000,
    model: Annotated[
        str, typer.Option("--model", metavar="NAME", help="Ask this model for proposals instead of exploring.")
    ] = "",
    url: Annotated[
        str, typer.Option("--url", metavar="URL", help="The model's endpoint, such as http://localhost:8000/v1.")
    ] = "",
    seed: SeedOption = 0,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write what was proved, a line each.")
    ] = None,
    verbose: Annotated[bool, typer.Option("--verbose", help="Print each proposal, and why it was refused.")] = False,
) -> None:
    """Find subtasks on the screens of the simulated Windows, and prove them (OmniBench B.1).

    What an app can be asked for is proposed by exploring it, or by a model; what the steps come to becomes the
    conditions; what holds all proofs from three starts is kept, with its steps for an oracle.
    """
    device = _device()
    apps = app or list(device.apps())
    proposer = _proposer(model, url, clicks, seed)
    found: list[Judged] = []
    with progress("Discovering", len(apps)) as advance:
        for name in apps:
            for judged in discover(proposer, [name], device):
                found.append(judged)
                advance(0, f"{name}: {judged.draft.instruction[:60]}")
                if verbose:
                    verdict = "proved" if judged.subtask is not None else f"refused: {judged.why}"
                    stdout().print(f"{judged.draft.instruction} - {verdict}", markup=False, soft_wrap=True)
            advance(1, name)
    _report(found)
    if output is not None:
        write_text(output, "".join(f"{line_of(j.subtask, j.draft.steps)}\n" for j in found if j.subtask is not None))


def _device() -> SimDevice:
    size, scale = SCREENS["windows"]
    return SimDevice(size, "windows", scale)


def _proposer(model: str, url: str, clicks: int, seed: int) -> Proposer:
    if not model and not url:
        return Explorer(_device(), clicks, seed)
    if not (model and url):
        raise ConfigError("--model and --url belong together: the name of a model, and where it is asked.")
    endpoint = Endpoint(model, url)
    return Asker(lambda text: endpoint.answer([Asked("user", (text,))]).text, _device())


def _report(found: list[Judged]) -> None:
    proposed = Counter(j.draft.app for j in found)
    proved = Counter(j.draft.app for j in found if j.subtask is not None)
    rows = [(app, str(count), str(proved[app])) for app, count in sorted(proposed.items())]
    print_table(("app", "proposed", "proved"), [*rows, ("all", str(len(found)), str(proved.total()))])
