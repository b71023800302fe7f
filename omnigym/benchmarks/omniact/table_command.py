"""``omnigym omniact table``: agents that answer points of a dataset with scripts, in the form of OmniACT's Table 4."""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from omnigym.benchmarks.omniact.baselines.agent import Elements, Gold, Nothing, Random, ScriptAgent
from omnigym.benchmarks.omniact.baselines.evaluating import EvaluationRow, evaluate, fingerprint
from omnigym.benchmarks.omniact.baselines.rules import Rules
from omnigym.benchmarks.omniact.baselines.screens import KeptTexts, SeenScreens
from omnigym.benchmarks.omniact.baselines.train_icons import TrainIcons, labelled_icons
from omnigym.benchmarks.omniact.command import print_scores
from omnigym.benchmarks.omniact.dataset import SPLITS, OmniAct, Point
from omnigym.benchmarks.omniact.metrics.action_score import RULES
from omnigym.benchmarks.omniact.scoring import published_rows
from omnigym.cli.console import STDOUT, progress, stderr, write_json
from omnigym.cli.options import JsonOption, SeedOption, one_of
from omnigym.errors import ConfigError, MissingDependencyError, UnknownNameError
from omnigym.perception import ScreenTextReader
from omnigym.perception.detact import DetACT
from omnigym.perception.filtering import RuleFilter
from omnigym.perception.icon_packs import PAINTED_WITH, installed_packs
from omnigym.perception.icons import TemplateMatcher
from omnigym.perception.shapes import ContourSegmenter
from omnigym.perception.texts import reader_of

if TYPE_CHECKING:
    from omnigym.benchmarks.omniact.baselines.nearest import Examples

__all__ = ["table"]

_AGENTS = ("gold", "nothing", "random", "nearest", "rules", "rules-train")
_LLM = "llm"
#: Where a model is says nothing of what it answers.
_ADDRESS = re.compile(r"@https?://[^,]+")


def table(
    folder: Annotated[Path, typer.Argument(metavar="SET", help="The data set, such as omnigym omniact collect makes.")],
    agents: Annotated[
        list[str] | None,
        typer.Option(
            "--agent",
            metavar="NAME",
            help="gold, nothing, random, nearest, rules, rules-train, or a model as llm:MODEL@URL,tree=2000. "
            "May be given several times; by default all that need no model.",
        ),
    ] = None,
    split: Annotated[str, typer.Option("--split", metavar="train|val|test", help="Split of the points.")] = "test",
    every: Annotated[
        int, typer.Option("--every", min=1, metavar="N", help="Only every Nth point, from one that --seed draws.")
    ] = 1,
    rule: Annotated[
        str, typer.Option("--rule", metavar="paper|published", help="Scores as the paper prints them or as published.")
    ] = "published",
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="DIR", help="Directory of answers, texts of screens and vectors, with which a run goes on."
        ),
    ] = None,
    at_once: Annotated[
        int,
        typer.Option(
            "--at-once", min=1, max=256, metavar="N", help="Maximum number of concurrent requests to a model."
        ),
    ] = 1,
    reader: Annotated[
        str, typer.Option("--reader", metavar="NAME", help="Reads the text of screens: rapidocr, easyocr, tesseract.")
    ] = "rapidocr",
    seed: SeedOption = 0,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown, for a README or notes.")] = False,
    json: JsonOption = None,
) -> None:
    """Print OmniACT's Table 4 of agents that answer each point of a dataset with a script (OmniACT 6).

    An answer that is no script scores 0. Where a model's endpoint fails, the point is not scored. The answers are kept
    in DIR/answers, where omnigym omniact score reads them too. The paper's rows are below; they are of other tasks.
    """
    known = one_of("rule", rule, RULES)
    data = OmniAct(folder)
    points = _every(data.split(one_of("split", split, SPLITS)), every, seed)
    if not points:
        raise ConfigError(f"{folder} has no points in the split {split}.")
    names = agents or list(_AGENTS)
    rows = list[EvaluationRow]()
    bench = _Bench(data, out, reader, seed)
    for spec in names:
        agent, name = bench.agent(spec), _ADDRESS.sub("", spec)
        with progress(name, len(points)) as advance:
            rows.append(evaluate(name, agent, points, known, bench.answers(name, points), at_once, advance))
    if json is not None:
        about = {"set": fingerprint(points), "split": split, "every": every, "seed": seed}
        write_json(json, {**about, "rows": rows, "published": published_rows()})
    if json != STDOUT:
        print_scores([(row["agent"], row) for row in rows], markdown=markdown)
        for row in rows:
            if row["prompt_tokens"]:
                tokens = f"{row['prompt_tokens']:,} tokens of prompts, {row['completion_tokens']:,} of answers"
                stderr().print(f"{row['agent']}: {tokens}", markup=False, soft_wrap=True)


def _every(points: Sequence[Point], every: int, seed: int) -> Sequence[Point]:
    return points[random.Random(seed).randrange(every) :: every] if every > 1 else points


class _Bench:
    """Makes the agents, which share the elements of screens and the vectors of examples."""

    def __init__(self, data: OmniAct, out: Path | None, reader: str, seed: int) -> None:
        self._data, self._out, self._reader, self._seed = data, out, reader, seed

    def agent(self, spec: str) -> ScriptAgent:
        """An agent by its name.

        Raises:
            UnknownNameError: There is none of that name.
            ConfigError: The options of a language model are wrong, or the set has no examples.
            MissingDependencyError: It needs a package that is not installed.
        """
        makers: Mapping[str, Callable[[], ScriptAgent]] = {
            "gold": Gold,
            "nothing": Nothing,
            "random": lambda: Random(self._elements, self._seed),
            "nearest": self._nearest,
            "rules": lambda: Rules(self._elements, RuleFilter()),
            "rules-train": lambda: Rules(self._elements_by_train(), RuleFilter()),
        }
        name, _, argument = spec.partition(":")
        if name == _LLM:
            return self._prompted(argument)
        if spec not in makers:
            raise UnknownNameError("agent of OmniACT", spec, (*makers, f"{_LLM}:MODEL@URL"))
        return makers[spec]()

    def answers(self, name: str, points: Sequence[Point]) -> Path | None:
        """The file of an agent's answers. A model's are gone on with; those of the others are cheap, and made anew."""
        if self._out is None:
            return None
        about = [name, str(self._seed), self._reader, version("omnigym"), fingerprint(points)]
        digest = hashlib.sha256("\0".join(about).encode()).hexdigest()
        path = self._out / "answers" / f"{re.sub(r'[^A-Za-z0-9.]+', '-', name)[:40]}-{digest[:12]}.jsonl"
        if not name.startswith(f"{_LLM}:"):
            path.unlink(missing_ok=True)
        return path

    @cached_property
    def _texts(self) -> ScreenTextReader:
        made = reader_of(self._reader)
        return (
            made if self._out is None else KeptTexts(made, f"{self._reader} {version('omnigym')}", self._out / "texts")
        )

    @cached_property
    def _icons(self) -> TemplateMatcher:
        return TemplateMatcher([pack for pack in installed_packs() if pack not in PAINTED_WITH])

    @cached_property
    def _elements(self) -> Elements:
        return SeenScreens(DetACT(self._texts, icons=self._icons).elements)

    def _elements_by_train(self) -> Elements:
        train = self._data.split("train")
        with progress("training screens", None) as advance:
            icons = labelled_icons(train, ContourSegmenter(), advance)
        return SeenScreens(DetACT(self._texts, icons=TrainIcons(icons, self._icons)).elements)

    @cached_property
    def _train(self) -> tuple[Sequence[Point], Examples]:
        try:
            from omnigym.benchmarks.omniact.baselines.nearest import Examples
        except ModuleNotFoundError as e:
            raise MissingDependencyError(str(e.name), "The nearest example", "pip install 'omnigym[train]'") from None
        points = self._data.split("train")
        texts = [point.instruction for point in points]
        with progress("vectors", len(set(texts))) as advance:
            return points, Examples(texts, folder=self._out, advance=advance)

    def _nearest(self) -> ScriptAgent:
        points, examples = self._train
        from omnigym.benchmarks.omniact.baselines.nearest import Nearest  # only now is it known that it can be imported

        return Nearest(points, examples)

    def _prompted(self, argument: str) -> ScriptAgent:
        from omnigym.benchmarks.omniact.model_agent import PromptedAgent, read_prompted

        config = read_prompted(argument)
        points, examples = self._train
        return PromptedAgent(config, points, examples, self._elements, RuleFilter())
