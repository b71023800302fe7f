"""``omnigym train ppo|bc|grpo|sb3``: each learner's own options, from its configuration."""

from __future__ import annotations

import importlib
from collections.abc import Callable

import typer

from omnigym.errors import MissingDependencyError

__all__ = ["LEARNERS", "learner"]

#: By the names of commands: the modules of `omnigym.baselines`, their settings, and what the commands do.
LEARNERS = {
    "ppo": ("ppo", "PPOConfig", "Train the pointer policy by PPO, from nothing or from a behaviour-cloned policy."),
    "bc": ("bc", "BCConfig", "Clone the oracles' demonstrations into the pointer policy."),
    "grpo": ("grpo", "GRPOConfig", "Train the pointer policy by GRPO: sibling episodes, credit node by node."),
    "sb3": ("sb3_ppo", "SB3Config", "Train MaskablePPO of Stable-Baselines3 contrib."),
}


def learner(name: str) -> Callable[[typer.Context], None]:
    """Return the command of a learner."""
    module, kind, says = LEARNERS[name]

    def train(context: typer.Context) -> None:
        from omnigym.cli.console import error_line, progress, stdout
        from omnigym.cli.options import known_environment
        from omnigym.cli.stopping import stop_on_signals

        settings = importlib.import_module("omnigym.baselines.settings")
        try:
            config = settings.parse(getattr(settings, kind), context.args, f"omnigym train {name}")
            known_environment(config.env_id)
            found = importlib.import_module(f"omnigym.baselines.{module}")
        except ModuleNotFoundError as e:
            raise MissingDependencyError(str(e.name), "Training", "pip install 'omnigym[train]'") from None
        done = 0
        with stop_on_signals() as stop, progress("Training", getattr(config, "steps", None)) as advance:

            def told(steps: int, note: str) -> None:
                nonlocal done
                advance(steps - done, note)
                done = steps

            found.train(config, told, stop=stop)
        if stop():
            next_step = f"Continue with: omnigym train {name} --resume --out {config.out}"
            error_line(InterruptedError(f"Interrupted. {next_step if config.CAN_RESUME else 'Train anew.'}"))
            raise typer.Exit(stop.exit_code)
        stdout().print(f"Model: {config.out}/{found.MODEL}", markup=False, soft_wrap=True)

    train.__doc__ = says
    return train
