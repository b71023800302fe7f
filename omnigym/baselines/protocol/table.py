"""The table of the protocol as Markdown, and its curves as a picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np

from omnigym.baselines.protocol.learners import Scale
from omnigym.baselines.protocol.results import CONTROLS, StudyOutcome, control, read, scores_of
from omnigym.baselines.protocol.rows import ROWS, StudyRow, with_parts
from omnigym.errors import ConfigError, MissingDependencyError
from omnigym.evaluation.intervals import Interval, difference, interval

__all__ = ["curves", "markdown", "weakest"]

_HEAD = (
    *("question", "asked", "score", *CONTROLS, "over blind", "goal", "tasks", "seeds", "given"),
    *("steps to learn", "CPU minutes"),
)


def markdown(out: Path) -> str:
    """Return the table of the results in a directory; rows without a result are left out.

    Scores are means over tasks with intervals of 95 %, drawn over tasks and seeds. *Blind* is the same policy with its
    tree and screenshot emptied, *random* draws its actions, *sweep* clicks one thing after another, and *over blind* is
    the paired difference in points. Steps and minutes are those of one seed, the mean of all.

    Raises:
        ConfigError: There is no result, or a line is none.
    """
    lines = [line for row in ROWS.values() for line in _lines(row, read(out / f"{row.name}.jsonl"))]
    if not lines:
        raise ConfigError(f"{out} has no results. Make some: omnigym protocol run ROW --out {out}")
    rule = tuple("---" for _ in _HEAD)
    told = [note for row in ROWS.values() for note in _scale(row, read(out / f"{row.name}.jsonl"))]
    table = "".join(f"| {' | '.join(cells)} |\n" for cells in (_HEAD, rule, *lines))
    known = [outcome for row in ROWS.values() for outcome in read(out / f"{row.name}.jsonl")]
    empty = [" ".join(filter(None, (f"*{o.row}*", o.part, f"with seed {o.seed}"))) for o in known if o.nothing_found]
    if empty:
        table += f"\nThe search found nothing to learn from, so what it began with was asked: {'; '.join(empty)}.\n"
    return table + ("\nSmaller than the protocol says: " + "; ".join(told) + ".\n" if told else "")


def _scale(row: StudyRow, outcomes: Sequence[StudyOutcome]) -> Iterator[str]:
    """In what a row is another than the protocol's own."""
    if outcomes:
        given, usual = asdict(outcomes[0].scale), asdict(Scale())
        given["tasks"] = given["tasks"] or usual["tasks"]  # all of them are not fewer
        apart = [f"{name.replace('_', ' ')} {value}" for name, value in given.items() if value != usual[name]]
        if apart:
            yield f"*{row.name}*: {', '.join(apart)}"


def _lines(row: StudyRow, outcomes: Sequence[StudyOutcome]) -> Iterator[tuple[str, ...]]:
    if not outcomes:
        return
    if row.arms and len({o.part for o in outcomes}) > 1:
        for part in row.parts():
            arm = replace(with_parts(row, part.name), title=f"{row.title}: {part.name}")
            yield from _lines(arm, [o for o in outcomes if o.part == part.name])
        return
    scores = scores_of(outcomes)
    seeds = sorted({o.seed for o in outcomes})
    parts = {o.part for o in outcomes}
    missing = sorted({part.name for part in row.parts()} - parts)
    title = row.title + (f" (without {', '.join(missing)})" if missing else "")
    learning = {who: _per_seed(outcomes, _steps_of(who)) for who in _whose(outcomes)}
    steps = ", ".join(f"{who} {count:,.0f}" for who, count in learning.items()) or "-"
    minutes = _per_seed(outcomes, lambda o: sum(o.cpu_s.values())) / 60
    known = (", ".join(outcomes[0].knowledge), steps, f"{minutes:.1f}")
    asked = [name for name in scores if not _is_control(name)]
    for n, measure in enumerate(asked):
        by_task = scores[measure]
        controls = [scores.get(control(measure, who)) for who in CONTROLS]
        cells = ["" if c is None else _per_cent(interval(c, shared=True)) for c in controls]
        blind = controls[0]
        over = "" if blind is None else _points(difference(blind, by_task, shared=True))
        about = (row.goal.get(measure, ""), str(len(by_task)), str(len(seeds)))
        score = _per_cent(interval(by_task, shared=True))
        yield (title if n == 0 else "", measure, score, *cells, over, *about, *(known if n == 0 else ("", "", "")))
    for better, worse in row.compared:
        if better in scores and worse in scores:
            name = f"{better} less {worse}"
            apart = _points(difference(scores[worse], scores[better], shared=True))
            goal, none = row.goal.get(name, ""), ("",) * len(CONTROLS)
            yield ("", name, apart, *none, "", goal, "", str(len(seeds)), "", "", "")


def _is_control(measure: str) -> bool:
    return any(measure.endswith(control("", who)) for who in CONTROLS)


def _per_cent(of: Interval) -> str:
    """Such as "84 % (75-92)"."""
    return f"{100 * of.mean:.0f} % ({100 * of.low:.0f}-{100 * of.high:.0f})"


def _points(of: Interval) -> str:
    """A difference in points, such as "+9 (-1 to +19)"."""
    return f"{100 * of.mean:+.0f} ({100 * of.low:+.0f} to {100 * of.high:+.0f})"


def _steps_of(who: str) -> Callable[[StudyOutcome], float]:
    return lambda outcome: outcome.steps.get(who, 0)


def _whose(outcomes: Sequence[StudyOutcome]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(who for o in outcomes for who in o.steps))


def _per_seed(outcomes: Sequence[StudyOutcome], value: Callable[[StudyOutcome], float]) -> float:
    """The sum over the parts of a seed, the mean over seeds."""
    totals: dict[int, float] = {}
    for outcome in outcomes:
        totals[outcome.seed] = totals.get(outcome.seed, 0.0) + value(outcome)
    return float(np.mean(list(totals.values())))


def weakest(row: StudyRow, out: Path) -> dict[str, dict[str, float]]:
    """Return the subtasks, or chains, of each measure with their mean score, the weakest first.

    Raises:
        ConfigError: The row has no result.
    """
    outcomes = read(out / f"{row.name}.jsonl")
    if not outcomes:
        raise ConfigError(f"{out} has no result of {row.name}. Make one: omnigym protocol run {row.name} --out {out}")
    found: dict[str, dict[str, float]] = {}
    for measure, by_task in scores_of(outcomes).items():
        if _is_control(measure):
            continue
        groups: dict[str, list[float]] = {}
        for task, scores in by_task.items():
            groups.setdefault(task.partition("@")[0], []).extend(scores)
        means = {name: float(np.mean(scores)) for name, scores in groups.items()}
        found[measure] = dict(sorted(means.items(), key=lambda pair: (pair[1], pair[0])))
    return found


def curves(out: Path, path: Path) -> None:
    """Draw the curves of the results in a directory: the share of solved training tasks, by steps of search.

    Raises:
        ConfigError: No row has a curve.
        MissingDependencyError: Matplotlib is not installed.
    """
    try:
        from matplotlib.figure import Figure
    except ModuleNotFoundError:
        raise MissingDependencyError("matplotlib", "Drawing curves", "pip install 'omnigym[train]'") from None
    known = [(row, [o for o in read(out / f"{row.name}.jsonl") if o.curve]) for row in ROWS.values()]
    drawn = [(row, outcomes) for row, outcomes in known if outcomes]
    if not drawn:
        raise ConfigError(f"No row in {out} has a curve: no-oracle has one.")
    figure = Figure(figsize=(4.8 * len(drawn), 3.6), layout="constrained")
    axes = figure.subplots(1, len(drawn), squeeze=False)[0]
    for ax, (row, outcomes) in zip(axes, drawn, strict=True):
        for n, part in enumerate(sorted({o.part for o in outcomes})):
            for k, outcome in enumerate([o for o in outcomes if o.part == part]):
                steps, shares = zip((0, 0.0), *outcome.curve, strict=True)
                label = (part or "solved") if k == 0 else None
                ax.plot(steps, shares, marker="o", markersize=3, color=f"C{n}", label=label)
        ax.set(title=row.title, xlabel="steps of search", ylabel="training tasks with a solution", ylim=(0, 1.05))
        ax.title.set_fontsize(9)
        ax.grid(alpha=0.3)
        ax.legend()
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=110)
