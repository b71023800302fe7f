"""Commands that synthesise tasks: discover the functions of apps, and propose tasks from them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from omnigym.agents.endpoint import Endpoint
from omnigym.agents.model import PromptMessage as Message
from omnigym.benchmarks.omnibench.synthesis.discovery.discovering import DraftResult, discover
from omnigym.benchmarks.omnibench.synthesis.discovery.drafts import Proposer
from omnigym.benchmarks.omnibench.synthesis.discovery.exploring import AppExplorer
from omnigym.benchmarks.omnibench.synthesis.discovery.llm_proposer import Ask, Asker
from omnigym.benchmarks.omnibench.synthesis.discovery.storage import line_of
from omnigym.benchmarks.omnibench.synthesis.refining.llm_writer import ModelFunctionWriter
from omnigym.benchmarks.omnibench.synthesis.refining.refining import DraftFile, FunctionWriter, refine, strangers_of
from omnigym.benchmarks.omnibench.synthesis.refining.rule_based_writer import RuleWriter
from omnigym.cli.console import print_table, progress, stdout, write_text
from omnigym.cli.options import SeedOption
from omnigym.devices.sim.crawl import SCREENS
from omnigym.devices.sim.device import SimDevice
from omnigym.errors import ConfigError
from omnigym.tasks.registry import all_subtasks

# -- ``omnigym tasks discover`` ---------------------------------------------------------------------------------------


def discover_subtasks(
    app: Annotated[
        list[str] | None, typer.Option("--app", metavar="NAME", help="Only this app; may be given several times.")
    ] = None,
    clicks: Annotated[
        int, typer.Option("--clicks", min=1, metavar="N", help="Number of steps tried in an app.")
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

    Exploration or a model proposes subtasks of an app. The result of the steps becomes the conditions. A subtask that
    passes all proofs from three starts is kept, with its steps as the oracle.
    """
    device = _device()
    apps = app or list(device.apps())
    proposer = _proposer(model, url, clicks, seed)
    found: list[DraftResult] = []
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


def _proposer(model: str, url: str, clicks: int, seed: int) -> Proposer:
    if not model and not url:
        return AppExplorer(_device(), clicks, seed)
    if not (model and url):
        raise ConfigError("--model and --url belong together: the name of a model, and where it is asked.")
    endpoint = Endpoint(model, url)
    return Asker(lambda text: endpoint.answer([Message("user", (text,))]).text, _device())


def _report(found: list[DraftResult]) -> None:
    proposed = Counter(j.draft.app for j in found)
    proved = Counter(j.draft.app for j in found if j.subtask is not None)
    rows = [(app, str(count), str(proved[app])) for app, count in sorted(proposed.items())]
    print_table(("app", "proposed", "proved"), [*rows, ("all", str(len(found)), str(proved.total()))])


# -- ``omnigym tasks synthesize`` -------------------------------------------------------------------------------------


def synthesize(
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="FILE", help="A line for each draft; those that it has are done.")
    ],
    app: Annotated[
        list[str] | None, typer.Option("--app", metavar="NAME", help="Only this app; may be given several times.")
    ] = None,
    rounds: Annotated[int, typer.Option("--rounds", min=1, metavar="N", help="The most rounds for a draft.")] = 4,
    clicks: Annotated[
        int, typer.Option("--clicks", min=1, metavar="N", help="Number of steps tried in an app.")
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
    of three other subtasks. The failure of a round is feedback for the next one.
    """
    device, kept = _device(), DraftFile(output)
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


def _sides(model: str, url: str, clicks: int, seed: int) -> tuple[Proposer, FunctionWriter]:
    if not model and not url:
        return AppExplorer(_device(), clicks, seed), RuleWriter(_device())
    if not (model and url):
        raise ConfigError("--model and --url belong together: the name of a model, and where it is asked.")
    endpoint = Endpoint(model, url)
    ask: Ask = lambda text: endpoint.answer([Message("user", (text,))]).text  # noqa: E731 - one line is enough for it
    return Asker(ask, _device()), ModelFunctionWriter(ask, _device())
