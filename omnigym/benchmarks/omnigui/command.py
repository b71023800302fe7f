"""``omnigym omnigui``: OmniGUI's scores by step."""

from __future__ import annotations

import json as json_text
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import typer

from omnigym.benchmarks.omnigui import DIMENSIONS, LEVELS, Language, OmniGUI
from omnigym.benchmarks.omnigui.metrics.exact_match import RULES, Rule
from omnigym.benchmarks.omnigui.multimodal_step_model import OmniAgent, read_omni
from omnigym.benchmarks.omnigui.step_agents import (
    NoneAgent,
    RandomStepAgent,
    RightAgent,
    StepAgent,
    StepInput,
    ask_steps,
)
from omnigym.benchmarks.omnigui.tables import (
    METRICS,
    OmniGUIReport,
    ScoreCell,
    SetStatistics,
    StepAnswer,
    omnigui,
    published_data,
    published_models,
    read_answers,
    statistics,
)
from omnigym.benchmarks.omnigui.tables.episodes import ByLevel
from omnigym.cli.console import (
    STDOUT,
    count_of,
    print_table,
    print_titled,
    printable,
    progress,
    stderr,
    stdout,
    write_json,
)
from omnigym.cli.options import JsonOption, SeedOption, one_of
from omnigym.errors import ConfigError, UnknownNameError, UnreadableError
from omnigym.foreign import append_to, read_bytes, replace_file
from omnigym.foreign.limits import MAX_TREE

__all__ = ["print_levels", "score"]

_ALL: Final = "all"
_NONE: Final = "none"
_BESIDE: Final = ("Gemini 3 Pro", "Gemini 2.5 Flash", "Qwen3-Omni")
_LANGUAGES: Final[tuple[Language, ...]] = ("native", "en", "zh")
_SHORT: Final = ("Loc", "Sem", "CrM", "Tmp", "Ins")
#: Of models: Tables 3, 4 and 5.
_TABLES: Final = ("models", "inputs", "instructions")
_MARK: Final = "*"
_MARKED: Final = "* published by the paper; other steps, of real phones, by the rule published"
_Answers = Mapping[tuple[str, int], StepAnswer]


def score(
    directory: Annotated[Path, typer.Argument(metavar="SET", help="A set in the published layout.")],
    answers: Annotated[
        list[Path] | None,
        typer.Argument(metavar="ANSWERS", help='Files of lines {"id": ..., "step": ..., "answer": ...}.'),
    ] = None,
    agent: Annotated[
        str | None,
        typer.Option("--agent", metavar="NAME", help="Ask this one instead: none, random, gold, omni:MODEL@URL."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Keep the agent's answers, and resume from them.")
    ] = None,
    rule: Annotated[
        str, typer.Option("--rule", metavar="RULE", help="The rule of EM and GP: paper, published or all.")
    ] = _ALL,
    sound: Annotated[bool, typer.Option("--sound/--no-sound", help="Sound since the last action.")] = True,
    film: Annotated[bool, typer.Option("--film/--no-film", help="Frames since the last action.")] = True,
    frames: Annotated[int, typer.Option("--frames", min=1, max=16, help="Number of these frames.")] = 4,
    spoken: Annotated[
        Path | None,
        typer.Option("--spoken", metavar="DIR", help="Spoken goals ID.wav, in place of the written ones."),
    ] = None,
    language: Annotated[
        str, typer.Option("--language", metavar="NAME", help="Language of the goals: native, en or zh.")
    ] = "native",
    episodes: Annotated[int | None, typer.Option("--episodes", min=1, help="Ask at the first so many only.")] = None,
    at_once: Annotated[int, typer.Option("--at-once", min=1, max=256, help="Steps asked at the same time.")] = 1,
    seed: SeedOption = 0,
    beside: Annotated[
        str, typer.Option("--beside", metavar="NAMES", help="Published rows to print: names, all or none.")
    ] = ",".join(_BESIDE),
    markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown, for a README or notes.")] = False,
    json: JsonOption = None,
) -> None:
    """Score answers to annotated steps, or ask an agent at each step with the correct history (OmniGUI 3.4 and 4).

    TM, EM, SR and GP by dimension and level (Tables 3, 4 and 5), the set (Table 7), and classes of wrong steps. The
    paper's rows are below; they are of other steps. A step without an answer is not scored.
    """
    if bool(answers) == (agent is not None):
        raise ConfigError("Name files of answers, or an --agent to ask.")
    names = () if beside in (_ALL, _NONE) else tuple(beside.split(","))
    models = [] if beside == _NONE else published_models(names)
    rules: tuple[Rule, ...] = RULES if rule == _ALL else (one_of("rule", rule, RULES),)
    found = OmniGUI(directory)
    if agent is not None:
        given = StepInput(sound, film, frames, spoken, one_of("language", language, _LANGUAGES))
        told = {agent: _ask(found, agent, given, out, episodes, at_once, seed)}
    else:
        told = {_called(path, answers or []): read_answers(path) for path in answers or []}
    reports = {name: omnigui(found, mine) for name, mine in told.items()}
    about = statistics(found)
    if json is not None:
        rows = {table: [r for r in published_data()[table] if r["agent"] in models] for table in _TABLES}
        write_json(json, {"runs": reports, "set": about, "published": rows})
    if json != STDOUT:
        _print(reports, about, rules, models, markdown)


def _called(path: Path, paths: Sequence[Path]) -> str:
    return path.stem if [p.stem for p in paths].count(path.stem) == 1 else str(path)


# -- asking ------------------------------------------------------------------------------------------------------------


def _ask(
    found: OmniGUI, name: str, given: StepInput, out: Path | None, episodes: int | None, at_once: int, seed: int
) -> _Answers:
    """The answers of an agent: those that are kept already, and the others."""
    asked = _agent(name, found, seed)
    if given.spoken is not None and not given.spoken.is_dir():
        raise ConfigError(f"There is no directory {given.spoken} of spoken goals.")
    kept = dict(_kept(out)) if out is not None and out.exists() else {}
    other = next((a for a in kept.values() if (a.inputs, a.instruction) != (given.inputs, given.instruction)), None)
    if other is not None:
        raise ConfigError(
            f"{out} has answers with the inputs {other.inputs} and a goal as {other.instruction or 'unknown'}, and "
            f"{given.inputs} and {given.instruction} are asked for. Name another file."
        )
    known = {key for key, answer in kept.items() if not answer.error}
    ask = ask_steps(found, asked, given, lambda name, step: (name, step) in known, episodes, at_once)
    with progress("Steps", None) as advance:
        for answer in ask:
            kept[answer.id, answer.step] = answer
            advance(1, f"{answer.id} {answer.step}")
            if out is not None:
                _keep(out, answer)
    return kept


def _kept(out: Path) -> _Answers:
    """The answers in a file, of which half a line at the end, that was being written when all ended, is cut off."""
    try:
        content = read_bytes(out, MAX_TREE)
        if content and not content.endswith(b"\n"):
            replace_file(out, content[: content.rfind(b"\n") + 1])
    except (OSError, UnreadableError) as e:
        raise ConfigError(f"Cannot resume from {out}: {e}. Name another file.") from None
    return read_answers(out)


def _keep(out: Path, answer: StepAnswer) -> None:
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        with append_to(out) as file:
            file.write((json_text.dumps(answer.row(), ensure_ascii=False) + "\n").encode("utf-8", "replace"))
    except OSError as e:
        raise ConfigError(f"Cannot write {out}: {e.strerror}. Name a file in a directory that can be written.") from e


def _agent(name: str, found: OmniGUI, seed: int) -> StepAgent:
    kind, _, argument = name.partition(":")
    match kind:
        case "none":
            return NoneAgent()
        case "random":
            return RandomStepAgent(seed)
        case "gold":
            return RightAgent(found)
        case "omni":
            return OmniAgent(read_omni(argument))
    raise UnknownNameError("agent", kind, ("none", "random", "gold", "omni"))


# -- printing ----------------------------------------------------------------------------------------------------------


def _print(
    reports: Mapping[str, OmniGUIReport],
    about: Sequence[SetStatistics],
    rules: Sequence[Rule],
    models: Sequence[str],
    markdown: bool,
) -> None:
    _dimensions(reports, rules, models, markdown)
    if about[-1]["levels"] != [0, 0, 0]:
        rule = rules[-1]  # the paper's rows are by the rule published
        _levels("Inputs by level (Table 4)", "inputs", reports, rule, models, markdown)
        _levels("Written and spoken goals by level (Table 5)", "instruction", reports, rule, models, markdown)
    _set(about, bool(models), markdown)
    _errors(reports, markdown)
    for name, report in reports.items():
        for why, count in report["unscored"].items():
            _note(f"{name}: {count_of(count, 'step')} of {report['steps']} not scored: {why}")
    for why in next(iter(reports.values()))["left_out"].values():
        _note(f"left out: {why}")


def print_levels(reports: Mapping[str, ByLevel], markdown: bool = False) -> None:
    """Print the success of whole episodes by level, one row per dimension.

    Args:
        reports: By the name of the agent.
        markdown: Whether it is for a file in Markdown.
    """
    groups = (*LEVELS, "overall")
    for name, report in reports.items():
        rows = []
        for dimension, of in report["rates"].items():
            cells = [of[level] for level in groups]
            if of["overall"]["tasks"]:
                rows.append([dimension, *["-" if c["rate"] is None else f"{100 * c['rate']:.1f}" for c in cells]])
                ends = [
                    "-" if c["interval"] is None else "-".join(f"{100 * e:.0f}" for e in c["interval"]) for c in cells
                ]
                rows += [["  95 % interval", *ends], ["  tasks", *[str(c["tasks"]) for c in cells]]]
        print_titled(
            f"{name}: success by dimension and level (OmniGUI 3.2), in per cent", ("", *groups), rows, markdown
        )


def _rows(label: str, report: OmniGUIReport, rule: Rule, groups: Sequence[str]) -> list[list[str]]:
    """The row of an agent, and its intervals below."""
    cells = [report["rules"][rule][group] for group in groups]
    return [
        [label, *[_per_cent(cell["metrics"][m]) for cell in cells for m in METRICS]],
        ["95 % interval", *[_ends(cell, m) for cell in cells for m in METRICS]],
    ]


def _dimensions(
    reports: Mapping[str, OmniGUIReport], rules: Sequence[Rule], models: Sequence[str], markdown: bool
) -> None:
    groups = ("overall", *DIMENSIONS)
    rows = [row for name, r in reports.items() for rule in rules for row in _rows(f"{name}, {rule}", r, rule, groups)]
    for row in published_data()["models"]:
        if row["agent"] in models:
            rows.append([f"{row['agent']} {_MARK}", *_numbers(row, groups)])
    headings = ("agent, rule", *[f"{group} {m}" for group in ("all", *_SHORT) for m in METRICS])
    print_titled("Scores by dimension (Table 3), in per cent", headings, rows, markdown)
    _marked(models, markdown)


def _levels(
    title: str,
    what: Literal["inputs", "instruction"],
    reports: Mapping[str, OmniGUIReport],
    rule: Rule,
    models: Sequence[str],
    markdown: bool,
) -> None:
    groups = (*LEVELS, "overall")
    rows = [row for name, r in reports.items() for row in _rows(f"{name}, {r[what] or 'unknown'}", r, rule, groups)]
    first = next(iter(reports.values()))
    for row, report in zip(rows[::2], reports.values(), strict=True):
        if report[what] != first[what]:
            row[1:] = _with_differences(row[1:], rows[0][1:])
    for row in published_data()["inputs" if what == "inputs" else "instructions"]:
        if row["agent"] in models:
            rows.append([f"{row['agent']}, {row[what]} {_MARK}", *_numbers(row, groups)])
    headings = (f"agent, {what}", *[f"{group[:3]} {m}" for group in (*LEVELS, "all") for m in METRICS])
    print_titled(f"{title}, rule {rule}, in per cent", headings, rows, markdown)
    _marked(models, markdown)


def _with_differences(cells: Sequence[str], first: Sequence[str]) -> list[str]:
    """Numbers with how far they are from those of the first row, as in the paper's tables."""
    return [
        cell if "-" in (cell, before) else f"{cell} ({float(cell) - float(before):+.1f})"
        for cell, before in zip(cells, first, strict=True)
    ]


def _marked(models: Sequence[str], markdown: bool) -> None:
    if models:
        stdout().print(_MARKED, style="dim", markup=False, soft_wrap=True, end="\n" * (1 + markdown))


def _set(about: Sequence[SetStatistics], beside: bool, markdown: bool) -> None:
    rows = [_counts(row["app"], row) for row in about]
    if beside:
        known = {_plain(row["app"]) for row in about}
        theirs = published_data()["apps"]
        rows += [_counts(f"{row['app']} {_MARK}", row) for row in theirs if _plain(row["app"]) in known]
        total = {key: sum(row[key] for row in theirs) for key in ("episodes", "steps")}
        sums = {
            key: [sum(n) for n in zip(*[row[key] for row in theirs], strict=True)] for key in ("dimensions", "levels")
        }
        rows.append(_counts(f"total {_MARK}", {**total, **sums}))
    headings = ("app", "episodes", "steps", *_SHORT, *[level[:3].capitalize() for level in LEVELS])
    print_titled("The set (Table 7): episodes by dimension and level", headings, rows, markdown)


def _counts(app: str, row: Mapping[str, Any]) -> list[str]:
    return [printable(app), *map(str, (row["episodes"], row["steps"], *row["dimensions"], *row["levels"]))]


def _plain(app: str) -> str:
    return app.replace(" ", "").lower()


def _errors(reports: Mapping[str, OmniGUIReport], markdown: bool) -> None:
    first = next(iter(reports.values()))
    rows = [[error, *[str(report["errors"][error]) for report in reports.values()]] for error in first["errors"]]
    rows.append(["steps scored", *[str(report["scored"]) for report in reports.values()]])
    stdout().print("### Wrong steps, rule paper\n" if markdown else "Wrong steps, rule paper", markup=False)
    print_table(("class", *reports), rows, markdown=markdown)


def _note(text: str) -> None:
    stderr().print(printable(text), markup=False, soft_wrap=True)


def _per_cent(rate: float | None) -> str:
    return "-" if rate is None else f"{100 * rate:.1f}"


def _ends(cell: ScoreCell, metric: str) -> str:
    ends = cell["intervals"][metric]
    return "-" if ends is None else "-".join(f"{100 * end:.0f}" for end in ends)


def _numbers(row: Mapping[str, Any], groups: Sequence[str]) -> list[str]:
    return [f"{number:.1f}" for group in groups for number in row[group]]
