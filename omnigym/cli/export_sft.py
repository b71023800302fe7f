"""``omnigym export sft``."""

from __future__ import annotations

import contextlib
import itertools
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Final, get_args

import gymnasium
import numpy as np
import typer

from omnigym.agents.config import ChatConfig, config_of
from omnigym.agents.demonstrator import Demonstration, Demonstrator, PackingRules, check_config, examples_of, told_again
from omnigym.agents.oracle_model import demonstration_config
from omnigym.agents.recorded_env import RecordedEnv, RecordedPlayer
from omnigym.agents.token_counts import TokenCounter
from omnigym.baselines.rollout_runs import ROLLOUTS, read_plan
from omnigym.cli.console import error_line, print_table, progress
from omnigym.cli.options import (
    DeviceOption,
    EnvOption,
    ParametersOption,
    SeedOption,
    SplitOption,
    SuiteOption,
    TasksOption,
    VariationOption,
    make_environment,
    one_of,
    one_split,
    task_query,
)
from omnigym.errors import ConfigError, OmnigymError
from omnigym.recording import find_trajectories, read_rollouts, read_trajectory, steps_of
from omnigym.recording.rollouts import RolloutRecord
from omnigym.recording.sft import Content, Layout, SFTWriter
from omnigym.tasks.split import split_of
from omnigym.tasks.suites import load_task

#: What a model sees, as options of the agent ``chat``.
_OBSERVATIONS: Final[Mapping[str, str]] = {
    "screenshot": "screenshot=true,tree=0",
    "a11y": "screenshot=false,tree=2000",
    "both": "screenshot=true,tree=2000",
    "marks": "screenshot=true,marks=true,tree=0",
}
#: Of a task that is not registered nobody knows the split.
_UNKNOWN: Final = "unknown"


def export_sft(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="An empty directory, or one to be made.")],
    runs: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[RUN]...", help="Runs of `omnigym rollout`, or recordings.", show_default=False),
    ] = None,
    oracle: Annotated[bool, typer.Option("--oracle", help="Play the oracle, in place of runs.")] = False,
    space: Annotated[
        str | None, typer.Option("--space", metavar="NAME", help="The action space of the answers; default omnigym.")
    ] = None,
    observation: Annotated[
        str, typer.Option("--observation", metavar="|".join(_OBSERVATIONS), help="The observation that the model sees.")
    ] = "screenshot",
    options: Annotated[
        str, typer.Option("--options", metavar="KEY=VALUE,...", help="Further options of the agent `chat`.")
    ] = "",
    env: EnvOption = "OmniBench-Win11-v0",
    device: DeviceOption = None,
    suite: SuiteOption = None,
    tasks: TasksOption = None,
    split: SplitOption = None,
    variation: VariationOption = "none",
    parameters: ParametersOption = None,
    sample: Annotated[
        int | None, typer.Option("--sample", min=1, metavar="N", help="Play only N of the tasks, drawn by --seed.")
    ] = None,
    seeds: Annotated[int, typer.Option("--seeds", min=1, metavar="N", help="Seeds of each task, from --seed on.")] = 1,
    seed: SeedOption = 0,
    max_steps: Annotated[
        int | None, typer.Option("--max-steps", min=1, metavar="N", help="The most steps of an oracle's episode.")
    ] = None,
    astray: Annotated[
        float,
        typer.Option("--astray", min=0, max=0.9, metavar="P", help="Probability of a mistake before an oracle's step."),
    ] = 0.0,
    thoughts: Annotated[bool, typer.Option(help="Answers have a thought, by rule from graph and screen.")] = True,
    failed: Annotated[bool, typer.Option("--failed", help="With episodes that failed.")] = False,
    pack: Annotated[str, typer.Option("--pack", metavar="step|episode", help="Length of an example.")] = "step",
    layout: Annotated[str, typer.Option("--format", metavar="jsonl|parquet", help="The kind of files.")] = "jsonl",
    content: Annotated[
        str | None,
        typer.Option(
            "--content",
            metavar="tags|parts",
            help="Pictures as <image> in a text, or as parts; default tags in JSON lines, parts in Parquet.",
        ),
    ] = None,
    max_pixels: Annotated[
        int | None,
        typer.Option("--max-pixels", min=1, metavar="N", help="The most pixels of a picture as the model gets it."),
    ] = None,
    tokenizer: Annotated[
        str | None,
        typer.Option("--tokenizer", metavar="NAME", help="Count tokens with it: a directory, or a hub's name."),
    ] = None,
) -> None:
    """Write demonstrations as chat examples for supervised fine-tuning.

    The messages are those that `omnigym evaluate` sends to a model with the same options. The answers are the actions
    of the oracle, or of recordings, in the words of `--space`; those of rollouts with a model are its own. Each answer
    is read back: it means the action. Episodes that failed, and those with an action that the space cannot say, are
    left out and counted.
    """
    given: dict[str, object] = {"split": one_split(split), "variation": variation, "parameters": parameters}
    one_of("pack", pack, ("step", "episode"))
    one_of("format", layout, get_args(Layout))
    if content is not None:
        one_of("content", content, get_args(Content))
    if oracle == bool(runs):
        raise ConfigError("Say whose demonstrations are exported: give runs, or --oracle with --tasks.")
    sight = _OBSERVATIONS[one_of("observation", observation, tuple(_OBSERVATIONS))]
    chosen = ",".join(filter(None, (f"space={space}" if space else "", sight, options)))
    config = demonstration_config(chosen)
    check_config(config)
    counter = TokenCounter(tokenizer) if tokenizer is not None else None
    counts = _Counts()
    with contextlib.ExitStack() as stack:
        if oracle:
            query = task_query(suite, tasks)
            made = make_environment(env, device, query, **given, observation=_seen(config))  # type: ignore[arg-type]
            stack.callback(made.close)
            ids = _drawn([t.id for t in made.unwrapped.tasks], sample, seed)  # type: ignore[attr-defined]
            played = _played(Demonstrator(config, made, thinks=thoughts, astray=astray), ids, seed, seeds, max_steps)
            total: int | None = len(ids) * seeds
            calls = config.spoken == "functions"
        else:
            assert runs is not None
            sources = [_Source(path, config, space, thinks=thoughts) for path in runs]
            played = itertools.chain.from_iterable([s.demonstrations(one_split(split)) for s in sources])
            total, calls = None, any(s.config.spoken == "functions" for s in sources)
            config = sources[0].config
        packing = PackingRules(pack, config.space, max_pixels, counter)
        writer = SFTWriter(directory, layout, content, calls=calls)  # type: ignore[arg-type]  # one of them
        advance = stack.enter_context(progress("Exporting", total))
        stack.enter_context(writer)
        for one in played:
            counts.episodes += 1
            if one.left_out and not (failed and one.exchanges):
                counts.left_out[one.left_out.partition(":")[0]] += 1
            else:
                for example in examples_of(one, packing):
                    writer.add(example)
                    counts.add(example)
            advance(1, one.task_id)
    _report(counts, writer, directory)


class _Counts:
    """The totals of an export."""

    def __init__(self) -> None:
        self.episodes = self.answers = self.wrong = self.recovered = self.approximate = 0
        self.tokens = self.image_tokens = self.pictures = 0
        self.left_out: Counter[str] = Counter()

    def add(self, example: Any) -> None:
        """Count a row."""
        self.answers += len(example.steps)
        self.wrong += len(example.wrong)
        self.recovered += len(example.recovered)
        self.approximate += len(example.approximate)
        self.tokens += example.tokens or 0
        self.image_tokens += example.image_tokens or 0
        self.pictures += len(example.pictures)


def _report(counts: _Counts, writer: SFTWriter, directory: Path) -> None:
    rows = [
        ("episodes", f"{counts.episodes:,}"),
        *[(f"left out: {why}", f"{n:,}") for why, n in sorted(counts.left_out.items())],
        *[(f"examples, {name}", f"{n:,}") for name, n in writer.rows.items()],
        ("answers to learn", f"{counts.answers:,}"),
        *[(what, f"{n:,}") for what, n in _marked(counts) if n],
    ]
    print_table(("demonstrations", str(directory)), rows)
    if not writer.rows:
        error_line("Nothing could be exported: see what was left out.")
        raise typer.Exit(2)


def _marked(counts: _Counts) -> Iterator[tuple[str, int]]:
    yield "mistakes, not learned", counts.wrong
    yield "answers right after one", counts.recovered
    yield "answers that say their action roughly", counts.approximate
    yield "pictures", counts.pictures
    yield "tokens of texts", counts.tokens
    yield "tokens of pictures", counts.image_tokens


def _seen(config: ChatConfig) -> str:
    return "pixels" if config.screenshot else "a11y"


def _drawn(ids: list[str], sample: int | None, seed: int) -> list[str]:
    if sample is None or sample >= len(ids):
        return ids
    places = np.random.default_rng(seed).choice(len(ids), sample, replace=False)
    return [ids[int(place)] for place in sorted(places)]


def _played(
    demonstrator: Demonstrator, ids: list[str], seed: int, seeds: int, max_steps: int | None
) -> Iterator[Demonstration]:
    for task in ids:
        for n in range(seed, seed + seeds):
            yield demonstrator.play(f"{task}#{n}", task, n, _split(task), max_steps)


@lru_cache(maxsize=4096)
def _split(task: str) -> str:
    """The split of a task by its id."""
    try:
        return split_of(load_task(task))
    except OmnigymError:  # of a file, or of a version that had it
        return _UNKNOWN


class _Source:
    """A run of `omnigym rollout`, or recordings.

    Args:
        path: Where it is.
        config: The options for recordings.
        space: The space that was asked for; None for none.
        thinks: Whether answers to recordings have a thought.
    """

    def __init__(self, path: Path, config: ChatConfig, space: str | None, *, thinks: bool) -> None:
        self._path, self._thinks = path, thinks
        self._rollouts = path / ROLLOUTS if path.is_dir() else path
        self._is_run = self._rollouts.is_file()
        self._env = ""
        self._found: list[Path] = []
        self.config = config
        if self._is_run:
            plan = read_plan(self._rollouts.parent)
            self._env, self.config = plan.env, config_of(plan.agent)
            check_config(self.config)
            if space is not None and space != self.config.space:
                raise ConfigError(
                    f"{path} has answers in the space {self.config.space}, got --space {space}. Play it in that space: "
                    f"omnigym rollout --policy oracle,space={space}"
                )
        else:
            self._found = find_trajectories(path) if path.is_dir() else []
            if not self._found:
                raise ConfigError(f"{path} is neither a run of `omnigym rollout` nor a folder with recordings.")

    def demonstrations(self, split: str | None) -> Iterator[Demonstration]:
        """Yield the episodes of a split; None for all."""
        if self._is_run:
            yield from self._told(split)
            return
        for path in self._found:
            trajectory = read_trajectory(path)
            task = str(trajectory.meta["task_id"])
            if split not in (None, _split(task)):
                continue
            if not trajectory.steps:
                continue
            env = RecordedEnv(trajectory, screens=self.config.screenshot)
            demonstrator = Demonstrator(self.config, env, RecordedPlayer(), exact=True, thinks=self._thinks)
            played = demonstrator.play(path.name, task, int(trajectory.meta.get("seed") or 0), _split(task))
            yield played._replace(seed=trajectory.meta.get("seed"))

    def _told(self, split: str | None) -> Iterator[Demonstration]:
        known: dict[str, RolloutRecord] = {}
        platform = str(gymnasium.spec(self._env).kwargs.get("platform") or "windows")
        for record in read_rollouts(self._rollouts):
            known[record.id] = record
            if split in (None, _split(record.task_id)):
                steps = steps_of(record, known)
                yield told_again(record, steps, self.config, platform, self._rollouts.parent, _split(record.task_id))
