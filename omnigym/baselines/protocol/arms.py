"""The arms of a row side by side: what was learned from each kind of demonstrations, on each kind of task."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import pstdev

from omnigym.baselines.protocol.results import StudyOutcome, control, read, scores_of
from omnigym.baselines.protocol.rows import StudyRow
from omnigym.errors import ConfigError, MissingDependencyError
from omnigym.evaluation.intervals import Interval, Scores, difference, interval
from omnigym.tasks.instruction_styles.manner import MARK

__all__ = ["arms", "draw", "sensitivity"]

#: The values of each measure, as `RowMeasure.name_of` has them, and the heads of their tables.
_VALUES: Mapping[str, str] = {"": "success, %", "coverage": "coverage (CR), %", "consistency": "consistency (LC), %"}
#: The measures whose difference by task is the sensitivity to the order of an instruction.
_TOLD, _OTHERWISE = "graphs", "other orders"


def arms(row: StudyRow, out: Path) -> str:
    """Return tables of a row's arms in Markdown: each value by arm and measure, then differences from the first arm.

    Intervals are of 95 %, over tasks and seeds. Differences are in points, paired by task and seed.

    Raises:
        ConfigError: The row has no arms, or no result.
    """
    known = _by_arm(row, out)
    measures = row.parts()[0].measures
    out_lines: list[str] = []
    for value, head in _VALUES.items():
        names = [m.name_of(value) if value else m.name for m in measures if not value or value in m.values]
        heads = [m.name for m in measures if not value or value in m.values]
        rows = []
        for who in ("", "blind", "random"):
            own = [control(name, who) if who else name for name in names]
            for arm, (of, scores) in known.items():
                if any(name in scores for name in own):
                    cells = [_cell(scores.get(name, {})) for name in own]
                    rows.append([f"{arm}, {who}" if who else arm, *cells, _seeds(of, own)])
        out_lines += _table([head, *heads, "seeds"], rows)
    first = {arm.partition(",")[0]: arm for arm in reversed(known)}
    apart = []
    for arm, (_, scores) in known.items():
        against = first[arm.partition(",")[0]]
        if arm != against:
            cells = [_apart(scores.get(m.name, {}), known[against][1].get(m.name, {})) for m in measures]
            apart.append([f"{against} less {arm}", *cells])
    out_lines += _table(["difference of success, points", *[m.name for m in measures]], apart) if apart else []
    told = [[arm, _cell(sensitivity(scores), (0.0, 0.5))] for arm, (_, scores) in known.items()]
    out_lines += _table(["sensitivity to the order of the instruction", "standard deviation of CR, points"], told)
    return "\n".join(out_lines)


def _by_arm(row: StudyRow, out: Path) -> dict[str, tuple[list[StudyOutcome], dict[str, dict[str, list[float]]]]]:
    """The outcomes and the scores of each arm that has a result, in the order of the row."""
    if not row.arms:
        raise ConfigError(f"The parts of {row.name} are no arms. Print its table: omnigym protocol table")
    outcomes = read(out / f"{row.name}.jsonl")
    if not outcomes:
        raise ConfigError(f"{out} has no result of {row.name}. Make one: omnigym protocol run {row.name} --out {out}")
    found = {part.name: [o for o in outcomes if o.part == part.name] for part in row.parts()}
    return {arm: (of, scores_of(of)) for arm, of in found.items() if of}


def sensitivity(scores: Mapping[str, Mapping[str, Sequence[float]]]) -> Scores:
    """Return the standard deviation of CR over the orders in which each graph is told, by task and seed (5.3).

    Args:
        scores: Of an arm, by measure and task.
    """
    own, other = (scores.get(f"{name}, coverage", {}) for name in (_TOLD, _OTHERWISE))
    again = {task.partition(MARK)[0]: values for task, values in other.items()}
    return {
        task: [pstdev(pair) for pair in zip(values, again[task], strict=False)]
        for task, values in own.items()
        if task in again
    }


def _cell(scores: Scores, bounds: tuple[float, float] = (0.0, 1.0)) -> str:
    return _per_cent(interval(scores, shared=True, bounds=bounds)) if scores else ""


def _per_cent(of: Interval) -> str:
    return f"{100 * of.mean:.0f} ({100 * of.low:.0f} to {100 * of.high:.0f})"


def _apart(worse: Scores, better: Scores) -> str:
    """The second's advantage in points; "" if they have no task in common."""
    if not worse.keys() & better:
        return ""
    of = difference(worse, better, shared=True)
    return f"{100 * of.mean:+.0f} ({100 * of.low:+.0f} to {100 * of.high:+.0f})"


def _seeds(outcomes: Sequence[StudyOutcome], names: Sequence[str]) -> str:
    """The number of seeds that have a score; the least and the most, where names differ in it."""
    counts = sorted({len({o.seed for o in outcomes if name in o.scores}) for name in names} - {0})
    return "-".join(map(str, counts[:1] + counts[1:][-1:]))


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    return [f"| {' | '.join(cells)} |" for cells in (head, ["---"] * len(head), *rows)] + [""]


def draw(row: StudyRow, out: Path, path: Path) -> None:
    """Draw the success and the coverage of each arm on each measure, with intervals; a panel for each learner.

    Raises:
        ConfigError: The row has no arms, or no result.
        MissingDependencyError: Matplotlib is not installed.
    """
    try:
        from matplotlib.figure import Figure
    except ModuleNotFoundError:
        raise MissingDependencyError("matplotlib", "Drawing arms", "pip install 'omnigym[train]'") from None
    known = _by_arm(row, out)
    panels = list(dict.fromkeys(arm.partition(", ")[0] for arm in known))
    measures = row.parts()[0].measures
    figure = Figure(figsize=(9.6, 0.4 + 3.4 * len(panels)), layout="constrained")
    axes = figure.subplots(len(panels), 2, squeeze=False, sharey=True)
    for of_panel, panel in zip(axes, panels, strict=True):
        own = {arm.partition(", ")[2]: scores for arm, (_, scores) in known.items() if arm.partition(", ")[0] == panel}
        seeds = max(len({o.seed for o in of}) for arm, (of, _) in known.items() if arm.partition(", ")[0] == panel)
        for ax, value in zip(of_panel, ("", "coverage"), strict=True):
            names = [m.name_of(value) if value else m.name for m in measures if not value or value in m.values]
            width = 0.8 / len(own)
            for n, (arm, scores) in enumerate(own.items()):
                at = [k + (n - (len(own) - 1) / 2) * width for k in range(len(names))]
                means = [interval(scores.get(name, {}), shared=True) for name in names]
                ends = [[m.mean - m.low for m in means], [m.high - m.mean for m in means]]
                heights = [m.mean for m in means]
                ax.bar(at, heights, width * 0.92, yerr=ends, capsize=2, color=f"C{n}", label=f"trained on {arm}")
            labels = [f"{name.partition(',')[0]}" for name in names]
            ax.set_xticks(range(len(names)), labels)
            ax.set(title=f"{panel}: {value or 'success'}, {seeds} seed{'s' * (seeds > 1)}", ylim=(0, 1))
            ax.set_xlabel("evaluated on, held out")
            ax.grid(axis="y", alpha=0.3)
    figure.legend(*axes[0, 0].get_legend_handles_labels(), loc="outside upper center", ncols=len(own))
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=110)
