"""The root of the command line, and the one place where errors become exit codes.

Exit codes: 0 it worked; 1 it ran and the answer is no (a task that fails verification); 2 it could not run; 130
(Ctrl-C) and 143 (SIGTERM) it was interrupted.
"""

from __future__ import annotations

import signal
from itertools import islice
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from omnigym.cli.checks import checks
from omnigym.cli.clone import clone
from omnigym.cli.compare import compare_runs, leaderboard
from omnigym.cli.console import error_line
from omnigym.cli.doctor import doctor
from omnigym.cli.evaluate import evaluate
from omnigym.cli.omnieval import omnieval
from omnigym.cli.phone import phone
from omnigym.cli.play import play
from omnigym.cli.protocol import list_rows, run, table, weakest
from omnigym.cli.record import record
from omnigym.cli.replay import replay
from omnigym.cli.tasks_compose import compose
from omnigym.cli.tasks_discover import discover_subtasks
from omnigym.cli.tasks_export import export
from omnigym.cli.tasks_generate import generate_tasks
from omnigym.cli.tasks_list import list_tasks
from omnigym.cli.tasks_schema import schema
from omnigym.cli.tasks_show import show
from omnigym.cli.tasks_synthesize import synthesize
from omnigym.cli.tasks_validate import validate
from omnigym.cli.tasks_verify import verify
from omnigym.cli.train import LEARNERS, learner
from omnigym.cli.view import view
from omnigym.errors import OmnigymError
from omnigym.plugins import use_plugins

__all__ = ["app", "main"]


_INTERRUPTED = 128 + signal.SIGINT


class _Group(TyperGroup):
    """A group under which every error that omnigym raises on purpose is one line and exit code 2, and Ctrl-C 130."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """`--plugin` may stand anywhere: it is the root's, as it comes before anything is looked up."""
        first, rest = [], []
        words = iter(args)
        for word in words:
            if word == "--plugin":
                first += [word, *islice(words, 1)]
            elif word.startswith("--plugin="):
                first.append(word)
            else:
                rest.append(word)
        return super().parse_args(ctx, [*first, *rest])

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except OmnigymError as error:
            error_line(error)
            raise typer.Exit(2) from None
        except KeyboardInterrupt:  # what the command had open is closed by now
            error_line(InterruptedError("Interrupted."))
            raise typer.Exit(_INTERRUPTED) from None


app = typer.Typer(
    cls=_Group,
    name="omnigym",
    help="Computer use as a reinforcement-learning problem: train, evaluate and record agents on desktops.",
    epilog="Start with `omnigym doctor`: it says what this machine can run and how to get the rest.",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    add_completion=False,
    pretty_exceptions_show_locals=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
_tasks = typer.Typer(no_args_is_help=True, help="List, draw, verify, validate, discover and compose tasks.")
_train = typer.Typer(no_args_is_help=True, help="Train an agent. Each learner's --help has its options.")
_protocol = typer.Typer(no_args_is_help=True, help="What agents learn: a command for each row, and the table.")

for _name in LEARNERS:  # their options are their own, --help included
    _own = {"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []}
    _train.command(_name, context_settings=_own, add_help_option=False)(learner(_name))
app.add_typer(_train, name="train")
app.command()(clone)
app.command()(evaluate)
app.command("compare")(compare_runs)
app.command()(leaderboard)
app.command()(omnieval)
app.command()(record)
app.command()(replay)
app.command()(view)
app.command()(play)
app.command()(phone)
app.add_typer(_tasks, name="tasks")
app.command()(checks)
app.add_typer(_protocol, name="protocol")
app.command()(doctor)
_tasks.command("list")(list_tasks)
_tasks.command("show")(show)
_tasks.command("verify")(verify)
_tasks.command("validate")(validate)
_tasks.command("compose")(compose)
_tasks.command("discover")(discover_subtasks)
_tasks.command("generate")(generate_tasks)
_tasks.command("synthesize")(synthesize)
_tasks.command("export")(export)
_tasks.command("schema")(schema)
_protocol.command("list")(list_rows)
_protocol.command("run")(run)
_protocol.command("table")(table)
_protocol.command("weakest")(weakest)


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(version("omnigym"))
        raise typer.Exit


@app.callback()
def _root(
    plugin: Annotated[
        list[str] | None,
        typer.Option(
            "--plugin",
            metavar="MODULE|PATH",
            help="Import this first, wherever it stands: own subtasks, checks, agents. May be given several times.",
        ),
    ] = None,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    del version
    use_plugins(*(plugin or ()))


def main() -> None:
    """Run the command line on ``sys.argv``."""
    app()
