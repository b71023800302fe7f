"""The root of the command line, and the only place where errors become exit codes.

Exit codes: 0 success; 1 a negative result (a task that fails verification); 2 it could not run; 130 (Ctrl-C) and 143
(SIGTERM) interrupted.
"""

from __future__ import annotations

import ast
import importlib
import io
import signal
import sys
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from omnigym.cli.train import LEARNERS, learner
from omnigym.envs import register_all
from omnigym.errors import OmnigymError
from omnigym.manifest import manifests
from omnigym.plugins import use_plugins

__all__ = ["app", "main"]


_INTERRUPTED = 128 + signal.SIGINT

#: By group, the module and function of each command, in the order of the help. Manifests add those of benchmarks.
_COMMANDS: dict[str, dict[str, tuple[str, str]]] = {
    "omnigym": {
        "clone": ("omnigym.cli.clone", "clone"),
        "evaluate": ("omnigym.cli.evaluate", "evaluate"),
        "compare": ("omnigym.cli.compare", "compare_runs"),
        "record": ("omnigym.cli.record", "record"),
        "replay": ("omnigym.cli.record", "replay"),
        "rollout": ("omnigym.cli.rollout", "rollout"),
        "view": ("omnigym.cli.serving", "view"),
        "play": ("omnigym.cli.serving", "play"),
        "serve": ("omnigym.cli.serve", "serve"),
        "phone": ("omnigym.cli.serving", "phone"),
        "guest": ("omnigym.cli.serving", "guest"),
        "mcp": ("omnigym.cli.mcp_tools", "mcp"),
        "perceive": ("omnigym.cli.perceive", "perceive"),
        "answers": ("omnigym.cli.answers", "answers"),
        "apps": ("omnigym.cli.apps", "apps"),
        "checks": ("omnigym.cli.checks", "checks"),
        "doctor": ("omnigym.cli.conformance", "doctor"),
    },
    "tasks": {
        "list": ("omnigym.cli.tasks_show", "list_tasks"),
        "show": ("omnigym.cli.tasks_show", "show"),
        "verify": ("omnigym.cli.tasks_verify", "verify"),
        "validate": ("omnigym.cli.tasks_validate", "validate"),
        "schema": ("omnigym.cli.tasks_show", "schema"),
    },
    "vm": {
        "list": ("omnigym.cli.vm", "list_images"),
        "show": ("omnigym.cli.vm", "show"),
        "remove": ("omnigym.cli.vm", "remove"),
        "container": ("omnigym.cli.vm", "container"),
    },
    "cluster": {
        "resources": ("omnigym.cli.cluster", "resources"),
        "nodes": ("omnigym.cli.cluster", "list_nodes"),
        "drain": ("omnigym.cli.cluster", "drain"),
    },
    "build": {
        "linux": ("omnigym.cli.vm", "linux"),
        "windows": ("omnigym.cli.vm", "windows"),
        "wine": ("omnigym.cli.vm", "wine"),
    },
    "export": {
        "hf": ("omnigym.cli.export_hub", "export_hub"),
        "lerobot": ("omnigym.cli.export_lerobot", "export_lerobot"),
        "sft": ("omnigym.cli.export_sft", "export_sft"),
    },
    "leaderboard": {
        "table": ("omnigym.cli.compare", "leaderboard"),
    },
    "protocol": {
        "list": ("omnigym.cli.protocol", "list_rows"),
        "run": ("omnigym.cli.protocol", "run"),
        "table": ("omnigym.cli.protocol", "table"),
        "arms": ("omnigym.cli.protocol", "arms"),
        "weakest": ("omnigym.cli.protocol", "weakest"),
    },
}
#: What the app and each command that is made for itself have in common.
_USUAL: dict[str, Any] = {
    "rich_markup_mode": "markdown",
    "add_completion": False,
    "pretty_exceptions_show_locals": False,
}


class _Flags:
    """Leaves out the type of an option that is a flag: ``--version <bool>`` looks as if a value followed."""

    def get_params(self, ctx: Any) -> list[Any]:
        """The parameters, for the help and for parsing."""
        params: list[Any] = super().get_params(ctx)  # type: ignore[misc]  # of the command beside this class
        for param in params:
            if getattr(param, "is_flag", False):
                param.metavar = ""
        return params


class _Command(_Flags, TyperCommand):
    """A command of omnigym."""


class _Commands(_Flags, TyperGroup):
    """A group that imports a command when it is chosen; until then it knows its name and docstring."""

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """The command that the arguments begin with, imported."""
        name, command, rest = super().resolve_command(ctx, args)
        found = _COMMANDS.get(self.name or "", {}).get(name or "")
        if name is None or found is None:
            return name, command, rest
        module, function = found
        alone = typer.Typer(**_USUAL)
        alone.command(name, cls=_Command)(getattr(importlib.import_module(module), function))
        return name, typer.main.get_command(alone), rest


class _Leaderboard(_Commands):
    """Runs alone are those of a table: `omnigym leaderboard RUN...` is `omnigym leaderboard table RUN...`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """`table` comes first, unless another command or a wish for help does."""
        named = {*self.commands, *ctx.help_option_names}
        return super().parse_args(ctx, ["table", *args] if args and args[0] not in named else args)


def _named(module: str, function: str) -> Callable[[], None]:
    """The entry of a command in the help: a function with its docstring, which is read and not imported."""
    file = Path(__file__).parents[2].joinpath(*module.split(".")).with_suffix(".py")
    body = ast.parse(file.read_text(encoding="utf-8")).body
    found = next(part for part in body if isinstance(part, ast.FunctionDef) and part.name == function)

    def stand_in() -> None: ...

    stand_in.__doc__ = ast.get_docstring(found)
    return stand_in


class _Group(_Commands):
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
            _error_line(error)
            raise typer.Exit(2) from None
        except KeyboardInterrupt:  # what the command had open is closed by now
            _error_line(InterruptedError("Interrupted."))
            raise typer.Exit(_INTERRUPTED) from None


app = typer.Typer(
    cls=_Group,
    name="omnigym",
    help="Computer use as a reinforcement-learning problem: train, evaluate and record agents on desktops.",
    epilog="Start with `omnigym doctor`: it says what this machine can run and how to get the rest.",
    no_args_is_help=True,
    **_USUAL,
    context_settings={"help_option_names": ["-h", "--help"]},
)
_tasks = typer.Typer(
    cls=_Commands, no_args_is_help=True, help="List, draw, verify, validate, discover and compose tasks."
)
_train = typer.Typer(cls=_Commands, no_args_is_help=True, help="Train an agent. Each learner's --help has its options.")
_export = typer.Typer(cls=_Commands, no_args_is_help=True, help="Write rollouts, episodes and tasks for others.")
_leaderboard = typer.Typer(cls=_Leaderboard, no_args_is_help=True, help="Print a table of runs; files for the board.")
_protocol = typer.Typer(
    cls=_Commands, no_args_is_help=True, help="Benchmark the learners: a command for each row, and the table."
)
_cluster = typer.Typer(cls=_Commands, no_args_is_help=True, help="Nodes of a Ray cluster: list and drain them.")
_vm = typer.Typer(cls=_Commands, no_args_is_help=True, help="Build, list and remove images of virtual machines.")
_build = typer.Typer(cls=_Commands, no_args_is_help=True, help="Build an image of a virtual machine.")

_own_groups: dict[str, typer.Typer] = {}
for _manifest in manifests():
    for _group, _help in _manifest.groups.items():
        _own_groups[_group] = typer.Typer(cls=_Commands, no_args_is_help=True, help=_help)
    for _group, _commands in _manifest.commands.items():
        for _name, _entry in _commands.items():
            _module, _, _function = _entry.partition(":")
            _COMMANDS.setdefault(_group, {})[_name] = (_module, _function)
for _name in LEARNERS:  # their options are their own, --help included
    _own = {"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []}
    _train.command(_name, context_settings=_own, add_help_option=False)(learner(_name))
_GROUPS = {
    "omnigym": app,
    "tasks": _tasks,
    "export": _export,
    "leaderboard": _leaderboard,
    "protocol": _protocol,
    "cluster": _cluster,
    "vm": _vm,
    "build": _build,
    **_own_groups,
}
for _group, _typer in _GROUPS.items():
    for _name, _place in _COMMANDS[_group].items():
        _typer.command(_name)(_named(*_place))
app.add_typer(_train, name="train")
app.add_typer(_tasks, name="tasks")
app.add_typer(_export, name="export")
app.add_typer(_leaderboard, name="leaderboard")
app.add_typer(_protocol, name="protocol")
_vm.add_typer(_build, name="build")
app.add_typer(_vm, name="vm")
app.add_typer(_cluster, name="cluster")
for _name, _typer in _own_groups.items():
    app.add_typer(_typer, name=_name)


def _error_line(error: BaseException) -> None:
    from omnigym.cli.console import error_line

    error_line(error)


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
    register_all()  # the environments of plugins


def main() -> None:
    """Run the command line on ``sys.argv``."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a pipe of Windows has 256 letters
            stream.reconfigure(errors="backslashreplace")
    app()
