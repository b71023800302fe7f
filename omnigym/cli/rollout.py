"""``omnigym rollout``."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any, TypeVar, cast

import numpy as np
import typer

from omnigym.baselines.agent import Agent, Describes, Env, make_agent
from omnigym.baselines.env_specs import places_of
from omnigym.baselines.rollout_runs import ROLLOUTS, RolloutPlan, Tally, play_rollouts
from omnigym.cli.console import count_of, error_line, print_table, progress, stdout, write_json
from omnigym.cli.options import (
    DeviceOption,
    EnvOption,
    JsonOption,
    ParametersOption,
    SeedOption,
    ServerOption,
    SplitOption,
    SuiteOption,
    TasksOption,
    TokenOption,
    TrustOption,
    VariationOption,
    known_environment,
    one_of,
    one_split,
    served_place,
    task_query,
)
from omnigym.cli.stopping import interrupt_on_signals
from omnigym.devices.protocol import VARIATIONS
from omnigym.errors import ConfigError, OmnigymError
from omnigym.garbage import spare_collector
from omnigym.tasks.parameter_sampling import PARAMETERS

_NO_SCORE = 2
_T = TypeVar("_T")


def rollout(
    policy: Annotated[
        str,
        typer.Option(
            "--policy",
            metavar="URL|AGENT",
            help="The model's endpoint, with options of the agent `chat` after commas; or any agent, such as oracle; "
            "oracle,space=qwen is the oracle in the words of a space.",
        ),
    ],
    model: Annotated[str | None, typer.Option("--model", metavar="NAME", help="The model's name at the URL.")] = None,
    slots: Annotated[
        int, typer.Option("--slots", min=1, max=4096, metavar="N", help="Requests to the model that are out at once.")
    ] = 8,
    env: EnvOption = "OmniBench-Win11-v0",
    device: DeviceOption = None,
    server: ServerOption = None,
    token: TokenOption = "",
    suite: SuiteOption = None,
    tasks: TasksOption = None,
    split: SplitOption = None,
    variation: VariationOption = "none",
    parameters: ParametersOption = None,
    sample: Annotated[
        int | None, typer.Option("--sample", min=1, metavar="N", help="Play only N of the tasks, drawn by --seed.")
    ] = None,
    group: Annotated[int, typer.Option("--group", min=1, max=1024, metavar="N", help="Rollouts that begin alike.")] = 8,
    seeds: Annotated[int, typer.Option("--seeds", min=1, metavar="N", help="Seeds of each task, from --seed on.")] = 1,
    seed: SeedOption = 0,
    forks: Annotated[
        int,
        typer.Option("--forks", min=0, metavar="N", help="Groups that fork from a rollout, where nodes complete."),
    ] = 0,
    desktops: Annotated[
        int, typer.Option("--desktops", min=1, max=1024, metavar="N", help="Rollouts that are played at once.")
    ] = 16,
    max_steps: Annotated[
        int | None, typer.Option("--max-steps", min=1, metavar="N", help="The most steps; else the environment's own.")
    ] = None,
    deadline: Annotated[
        float | None, typer.Option("--deadline", min=0, metavar="S", help="The most seconds of a rollout.")
    ] = None,
    retries: Annotated[
        int, typer.Option("--retries", min=0, metavar="N", help="Draws again of a rollout that could not be scored.")
    ] = 2,
    unscored: Annotated[
        bool, typer.Option("--unscored", help="Retry the rollouts without a score of a resumed run.")
    ] = False,
    trust: TrustOption = False,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="DIR", help="The run; one that exists goes on.")] = Path(
        "runs/rollout"
    ),
    json: JsonOption = None,
) -> None:
    """Play groups of rollouts with a model, for trainers such as GRPO.

    Each task and seed is played `--group` times, on `--desktops` desktops that share `--slots` requests to the model.
    `DIR/rollouts.jsonl` has a line a rollout: messages, tool calls, pictures, tokens, log-probabilities, and the reward
    of each step. After Ctrl-C, a kill or a full disk the same command goes on: nothing is played twice.

    With `--server` the desktops are those of `omnigym serve`, which step side by side.

    A rollout in which the device, the server or the endpoint failed is not scored. It is drawn again `--retries` times;
    then its group is one short. Scored and unscored rollouts make all that were begun.
    """
    known_environment(env)
    make, about = _agent_of(policy, model, slots, out, trust)
    senses = make().senses
    given: dict[str, object] = {
        "split": one_split(split),
        "variation": one_of("variation", variation, VARIATIONS),
        "parameters": parameters and one_of("parameters", parameters, PARAMETERS),
        **senses,
    }
    query = task_query(suite, tasks)
    if server is None:
        (place,) = places_of(env, device)
        with contextlib.closing(place.make(tasks=query, **given)) as first:
            chosen = _drawn(cast(Any, first.unwrapped).tasks, sample, seed)
        ids = tuple([t.id for t in chosen])
    else:
        there = partial(served_place(server, token, env, device).make, tasks=query, **given)
        with contextlib.closing(there()) as first:
            ids = _drawn(first.task_ids(), sample, seed)
    plan = RolloutPlan(
        env=env,
        agent=about,
        tasks=ids,
        seeds=tuple(range(seed, seed + seeds)),
        group=group,
        forks=forks,
        max_steps=max_steps,
        retries=retries,
        deadline=deadline,
    )
    planned = len(plan.tasks) * seeds * group
    played_at_once = min(desktops, planned)
    makes: list[Callable[[], Env]]
    if server is None:
        makes = [partial(each.make, tasks=chosen, **given) for each in place.shared_out(played_at_once)]
    else:
        makes = [there] * played_at_once
    spare_collector()
    _play(out, plan, makes, make, planned, json, unscored=unscored)


def _drawn(tasks: Sequence[_T], sample: int | None, seed: int) -> tuple[_T, ...]:
    """Return all tasks, or ``sample`` of them in their order; fewer if there are fewer."""
    if sample is None or sample >= len(tasks):
        return tuple(tasks)
    places = np.random.default_rng(seed).choice(len(tasks), sample, replace=False)
    return tuple([tasks[int(place)] for place in sorted(places)])


def _agent_of(
    policy: str, model: str | None, slots: int, out: Path, trust: bool
) -> tuple[Callable[[], Agent], Mapping[str, Any]]:
    """The maker of a desktop's agent, all with one endpoint, and what it is."""
    if policy.startswith("oracle,"):
        if model is not None:
            raise ConfigError(f"--model goes with --policy URL, got --policy {policy}.")
        return _demonstrating(policy.removeprefix("oracle,"), out)
    if not policy.startswith(("http://", "https://")):
        if model is not None:
            raise ConfigError(f"--model goes with --policy URL, got --policy {policy}.")
        agent = make_agent(policy, 0, trust)
        about = agent.about() if isinstance(agent, Describes) else {}
        return partial(make_agent, policy, 0, trust), {"agent": policy, **about}
    if model is None:
        raise ConfigError("--policy URL needs the model's name there: --model NAME")
    from omnigym.agents.chat import ChatAgent
    from omnigym.agents.config import read_config

    config = read_config(f"{model}@{policy},at_once={slots}")
    endpoint = config.endpoint()

    def chat() -> Agent:
        made = ChatAgent(config, endpoint)
        made.pictures = out
        return made

    return chat, {"agent": "chat", **config.about()}


def _demonstrating(options: str, out: Path) -> tuple[Callable[[], Agent], Mapping[str, Any]]:
    """The maker of an oracle that says its actions in a space, as a model would, and what it is."""
    from omnigym.agents.oracle_model import OracleModel, RehearsedAgent, demonstration_config

    config = demonstration_config(options)

    def demonstrator() -> Agent:
        made = RehearsedAgent(config, oracle=OracleModel(thinks=True))
        made.pictures = out
        return made

    return demonstrator, {"agent": "oracle_model", **config.about()}


def _play(
    out: Path,
    plan: RolloutPlan,
    makes: list[Callable[[], Env]],
    agent: Callable[[], Agent],
    planned: int,
    json: Path | None,
    *,
    unscored: bool,
) -> None:
    """Play and report; an early end is named after the report."""
    tally = Tally()
    problem: OmnigymError | None = None

    def keep(counted_in: Tally) -> None:
        nonlocal tally
        tally = counted_in

    playing = play_rollouts(out, plan, makes, agent, keep, again=unscored)
    with interrupt_on_signals() as stop, contextlib.closing(playing), progress("Rolling out", planned) as advance:
        try:
            for record in playing:
                advance(not record.unscored, record.task_id)
            stop.signal = None
        except KeyboardInterrupt:
            pass
        except OmnigymError as e:
            stop.signal, problem = None, e
    stopped = tally.begun - tally.scored - tally.unscored
    rows = [
        ("begun", str(tally.begun)),
        ("scored", str(tally.scored)),
        ("unscored", str(tally.unscored)),
        *([("cut off by the stop", str(stopped))] if stopped else []),
        *([("slots given up", str(tally.given_up))] if tally.given_up else []),
        *([("slots of moments that are gone", str(tally.lost))] if tally.lost else []),
        ("success rate", f"{tally.successes / tally.scored:.3f}" if tally.scored else "-"),
        ("mean reward", f"{tally.reward / tally.scored:.3f}" if tally.scored else "-"),
        ("tokens of prompts and answers", f"{tally.prompt_tokens:,} + {tally.completion_tokens:,}"),
    ]
    print_table(("rollouts", str(out / ROLLOUTS)), rows)
    if json is not None:
        write_json(json, {**{k: v for k, v in vars(tally).items() if k != "problems"}, "cut_off": stopped})
    if problem is not None:
        raise problem
    if stop():
        error_line(InterruptedError(f"Interrupted: the same command goes on with {out}"))
        raise typer.Exit(stop.exit_code)
    if tally.unscored:
        ((reason, _),) = tally.problems.most_common(1)
        error_line(f"{count_of(tally.unscored, 'rollout')} could not be scored: {reason}")
    if not tally.scored:
        raise typer.Exit(_NO_SCORE)
    stdout().print(f"{count_of(tally.scored, 'scored rollout')} in {out}", markup=False, soft_wrap=True)
