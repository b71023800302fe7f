"""Choose the screens of the collected OmniACT set, see what each gives, and write the recipe.

    python scripts/plan_omniact.py explore DIR [--only sim|x11|chromium]   # a line a screen, resumable; tens of minutes
    python scripts/plan_omniact.py recipe DIR                      # choose counts, splits; write recipe.json

The second needs scipy, which is no dependency of omnigym: pip install scipy.

For who changes apps, tasks or the collector: the recipe that ships follows from what is found here.
"""

from __future__ import annotations

import argparse
import multiprocessing
import pickle
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from omnigym.benchmarks.omniact.candidate_actions import CALLS
from omnigym.benchmarks.omniact.collecting import CollectedScreen, collect_screen
from omnigym.benchmarks.omniact.collection import digests_of, files_of
from omnigym.benchmarks.omniact.recipe import WORDINGS, ScreenPlan, ScreenRecipe, recipe_to_json
from omnigym.benchmarks.omniact.screens import Screen
from omnigym.devices.config import build_device
from omnigym.errors import OmnigymError
from omnigym.foreign import replace_file
from omnigym.tasks.suites import suite_tasks

#: Device, name of its screens, screens an app, the setting that makes it dark and every how many screens.
DEVICES = (
    ("sim", "windows", 3, ("theme", "dark"), 2),
    ("phone", "phone", 3, ("secure/ui_night_mode", "2"), 3),
    ("ubuntu", "ubuntu", 5, ("theme", "dark"), 3),
    ("x11", "linux", 2, None, 0),
    ("chromium", "web", 6, None, 0),
)
RECIPE = Path(__file__).parents[1] / "omnigym" / "tasks" / "omniact" / "recipe.json"
#: How many actions of a task's oracle are played first; pages need some until they differ.
STEPS = {"x11": (1, 3), "chromium": (1, 5)}
REAL = ("x11", "chromium")
#: Sheets besides, which scroll far, and to the side: few other screens do.
SHEETS = {("sim", "excel"): 6, ("ubuntu", "calc"): 6}
#: The fewest scripts of a screen, on simulated and real devices; recipes that are tried for one.
LEAST, LEAST_REAL, TRIES = 6, 3, 3


def slots(only: str) -> list[tuple[str, list[Screen], str]]:
    """For each screen that is wanted the recipes to try, in their order, and a kind of script that it must give."""
    out = []
    for device, name, each, dark, every in DEVICES:
        if only and only != (device if device in REAL else "sim"):
            continue
        by_app: dict[str, list[str]] = {}
        for task in suite_tasks("one-node", device):
            by_app.setdefault(task.subtasks[0].app, []).append(task.id)
        for app in sorted(by_app):
            rng = random.Random(f"{device} {app}")
            subtasks: dict[str, list[str]] = {}
            for task_id in by_app[app]:
                subtasks.setdefault(task_id.partition("@")[0], []).append(task_id)
            names = rng.sample(sorted(subtasks), len(subtasks))
            ids = [rng.choice(subtasks[n]) for n in names] * TRIES
            for number in range(each):
                tried = []
                for task_id in ids[number::each][:TRIES]:
                    settings = (dark,) if dark and number % every == every - 1 else ()
                    steps = rng.randint(*STEPS.get(device, (1, 4)))
                    tried.append(Screen(f"{name}/{app}-{number + 1}", device, task_id, steps, number, settings))
                out.append((f"{name}/{app}-{number + 1}", tried, ""))
            if device == "sim":  # one more of the largest platform, begun otherwise
                rng = random.Random(f"{device} {app} more")
                later = [
                    Screen(f"{name}/{app}-{each + 1}", device, rng.choice(ids), rng.randint(3, 7), each)
                    for _ in ids[:3]
                ]
                out.append((f"{name}/{app}-{each + 1}", later, ""))
            for number in range(each + 1, each + 1 + SHEETS.get((device, app), 0)):
                rng = random.Random(f"{device} {app} sheet {number}")
                sheet = f"{name}/{app}-{number + 1}"
                tried = [Screen(sheet, device, rng.choice(ids), rng.randint(2, 8), number) for _ in range(2 * TRIES)]
                out.append((sheet, tried, "hscroll"))
    return out


def explore_one(slot: tuple[str, list[Screen], str]) -> CollectedScreen | None:
    """The first recipe that gives enough, with what it gives."""
    _, tried, needed = slot
    for screen in tried:
        device = _DEVICES.get(screen.device)
        try:
            if device is None:
                device = _DEVICES[screen.device] = build_device(screen.device)
            found = collect_screen(screen, 0, None, device)
        except OmnigymError as e:
            print(f"{screen.name}: {type(e).__name__}: {e}", flush=True)
            continue
        counts = Counter(gold.kind for gold in found.golds)
        least = LEAST_REAL if screen.device in REAL else LEAST
        if counts.total() >= least and (not needed or counts[needed]):
            return found
        print(f"{screen.name}: {screen.task} gives {counts.total()}", flush=True)
    return None


_DEVICES: dict[str, object] = {}


def kept_as(name: str) -> str:
    """The file of a screen."""
    return name.replace("/", "-") + ".pickle"


def explore(path: Path, only: str, workers: int) -> None:
    """Keep what each screen gives that the folder does not have yet."""
    path.mkdir(parents=True, exist_ok=True)
    todo = [slot for slot in slots(only) if not (path / kept_as(slot[0])).exists()]
    with multiprocessing.Pool(workers) as pool:
        for found in pool.imap_unordered(explore_one, todo):
            if found is not None:
                replace_file(path / kept_as(found.screen.name), pickle.dumps(found))


# -- the recipe -------------------------------------------------------------------------------------------------------

#: Per cent of all calls (Table 2), and how near to it what is rounded to two decimals is.
TABLE_2 = {
    "click": 63.73,
    "doubleClick": 0.58,
    "rightClick": 0.77,
    "moveTo": 1.85,
    "dragTo": 0.29,
    "scroll": 1.68,
    "hscroll": 0.17,
    "press": 16.28,
    "hotkey": 3.00,
    "write": 11.65,
}
_NEAR = 0.00499
#: Weights by number, and the range of their sum.
Row: TypeAlias = tuple[Mapping[int, float], float, float]
INFINITE = float("inf")
#: Scripts of each split: three points each make 9,801, and one script of the test split has one more.
SCRIPTS = {"train": 2263, "val": 331, "test": 673}
SHARES = {"train": 0.7, "val": 0.1, "test": 0.2}


def splits_of(found: list[CollectedScreen], seed: int) -> dict[str, str]:
    """The split of each screen: those that begin with one subtask together, in the shares of the paper, by device."""
    splits: dict[str, str] = {}
    rng = random.Random(seed)
    for device in sorted({one.screen.device for one in found}):
        groups: dict[str, list[str]] = {}
        for one in found:
            if one.screen.device == device:
                groups.setdefault(one.screen.task.partition("@")[0], []).append(one.screen.name)
        names = rng.sample(sorted(groups), len(groups))
        total, given = sum(map(len, groups.values())), Counter()
        for name in names:
            split = max(SHARES, key=lambda s: SHARES[s] * total - given[s])
            given[split] += len(groups[name])
            splits.update(dict.fromkeys(groups[name], split))
    return splits


def counts_of(found: list[CollectedScreen], splits: dict[str, str]) -> tuple[str, dict[str, dict[str, int]]] | None:
    """The screen of which a script has one more wording, and how many scripts of each kind each screen gives.

    None if there are not enough of them for this.

    First the number of each kind, such that the shares of Table 2 hold to its two decimals; of all such numbers those
    that leave most of what was found to choose from. Then which screens they are of, as evenly as can be.
    """
    have = {one.screen.name: Counter(gold.kind for gold in one.golds) for one in found}
    supply = sum(have.values(), Counter())
    every = [(*given, extra) for extra in CALLS if supply[extra] and (given := _totals_of(supply, extra)) is not None]
    if not every:
        return None
    part, totals, extra = min(every, key=lambda one: one[0])
    print(f"at most {100 * part:.0f} % of what was found of a kind is used; one more wording of a {extra!r}")
    more = next(name for name in have if splits[name] == "test" and have[name][extra])
    later = list(CALLS)[list(CALLS).index(extra) + 1 :]  # it is of the last script of its screen
    pairs = [(name, kind) for name in have for kind in CALLS if have[name][kind]]
    most = len(pairs)
    rows: list[Row] = []
    for kind, total in totals.items():
        rows.append(({p: 1 for p, pair in enumerate(pairs) if pair[1] == kind}, total, total))
    for split, count in SCRIPTS.items():
        rows.append(({p: 1 for p, pair in enumerate(pairs) if splits[pair[0]] == split}, count, count))
    for name, mine in have.items():
        row = {p: 1.0 for p, pair in enumerate(pairs) if pair[0] == name}
        rows.append(({**row, most: -1.0}, -INFINITE, 0))
        rows.append((row, min(3, mine.total()), INFINITE))
    least = [int(pair == (more, extra)) for pair in pairs] + [0]
    upper = [0 if name == more and kind in later else have[name][kind] for name, kind in pairs] + [60]
    solved = _solve([0] * most + [1], rows, least, upper, [1] * (most + 1))
    if solved is None:
        return None
    out: dict[str, dict[str, int]] = {name: {} for name in have}
    for (name, kind), number in zip(pairs, solved, strict=False):
        if round(number):
            out[name][kind] = round(number)
    return more, out


def _totals_of(supply: Counter[str], extra: str) -> tuple[float, dict[str, int]] | None:
    """How many scripts of each kind, so that the shares of all calls are those of Table 2; before it what part is used.

    Args:
        supply: How many there are.
        extra: The kind of the script that has one more wording.
    """
    kinds = [kind for kind in CALLS if supply[kind]]
    used = len(kinds)
    rows: list[Row] = [(dict.fromkeys(range(used), 1), sum(SCRIPTS.values()), sum(SCRIPTS.values()))]
    for function, percent in TABLE_2.items():
        own = CALLS[extra].count(function)
        for share, sign in (((percent - _NEAR) / 100, 1), ((percent + _NEAR) / 100, -1)):
            weight = {
                k: sign * WORDINGS * (CALLS[kind].count(function) - share * len(CALLS[kind]))
                for k, kind in enumerate(kinds)
            }
            rows.append((weight, -sign * (own - share * len(CALLS[extra])), INFINITE))
    for k, kind in enumerate(kinds):
        rows.append(({k: 1.0, used: -float(supply[kind])}, -INFINITE, 0))
    upper = [supply[kind] for kind in kinds] + [1]
    solved = _solve([0] * used + [1], rows, [0] * (used + 1), upper, [1] * used + [0])
    if solved is None:
        return None
    return solved[used], {kind: round(solved[k]) for k, kind in enumerate(kinds)}


def _solve(
    cost: Sequence[float], rows: Sequence[Row], least: Sequence[float], upper: Sequence[float], whole: Sequence[int]
) -> list[float] | None:
    """The cheapest numbers between bounds, whole ones where said, such that each weighted sum is in its range."""
    try:
        from scipy.optimize import Bounds, LinearConstraint, milp
        from scipy.sparse import lil_matrix
    except ImportError:
        raise SystemExit("Counts are chosen with scipy, which omnigym does not need: pip install scipy") from None
    matrix = lil_matrix((len(rows), len(cost)))
    for n, (row, _, _) in enumerate(rows):
        for place, weight in row.items():
            matrix[n, place] = weight
    limits = LinearConstraint(matrix.tocsr(), [row[1] for row in rows], [row[2] for row in rows])
    options = {"time_limit": 60, "mip_rel_gap": 0.02}
    solved = milp(cost, constraints=limits, integrality=whole, bounds=Bounds(least, upper), options=options)
    return None if solved.x is None else list(solved.x)


def digests_for(plan: ScreenPlan, one: CollectedScreen) -> tuple[str, ...]:
    """The digests of a screen's files."""
    return digests_of(files_of(plan, one))


def make_recipe(folder: Path) -> None:
    """Write the recipe of what was explored."""
    found = [pickle.loads(path.read_bytes()) for path in sorted(folder.glob("*.pickle"))]
    order = {name: n for n, (name, _, _) in enumerate(slots(""))}
    found.sort(key=lambda one: order[one.screen.name])
    found = list({one.frame.tobytes(): one for one in reversed(found)}.values())[::-1]  # no screen twice
    supply = Counter(call for one in found for gold in one.golds for call in CALLS[gold.kind])
    print(f"{len(found)} screens, {sum(len(one.golds) for one in found)} scripts; calls {dict(supply)}")
    for seed in range(200):
        splits = splits_of(found, seed)
        gives = Counter(dict.fromkeys(SCRIPTS, 0))
        for one in found:
            gives[splits[one.screen.name]] += len(one.golds)
        if all(gives[split] >= count for split, count in SCRIPTS.items()):
            chosen = counts_of(found, splits)
            if chosen is not None:
                break
    else:
        raise SystemExit(f"There are not enough scripts: {gives} for {SCRIPTS}.")
    more, counts = chosen
    planned, first = [], 0
    for one in found:
        name = one.screen.name
        plan = ScreenPlan(one.screen, splits[name], {k: counts[name][k] for k in CALLS if k in counts[name]}, first)
        plan = replace(plan, more=name == more)
        first += plan.points
        planned.append(plan)
    with multiprocessing.Pool() as pool:
        digests = pool.starmap(digests_for, zip(planned, found, strict=True))
    hashes = {plan.screen.name: digest for plan, digest in zip(planned, digests, strict=True)}
    made = ScreenRecipe(0, tuple(planned), hashes)
    total = made.calls().total()
    print(f"{made.points} points;", {name: f"{100 * n / total:.2f}" for name, n in made.calls().items()})
    replace_file(RECIPE, recipe_to_json(made))


def main() -> None:
    """Read the arguments."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("explore", "recipe"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="", choices=("", "sim", "x11", "chromium"))
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    if given.what == "explore":
        explore(given.folder, given.only, given.workers)
    else:
        make_recipe(given.folder)


if __name__ == "__main__":
    main()
