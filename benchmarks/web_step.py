"""How fast the real browser is, beside MiniWoB++'s own environment and BrowserGym, in one run.

    python benchmarks/web_step.py [--episodes 6] [--steps 12] [--tasks click-test-2 enter-text ...]

All step through the same MiniWoB++ tasks by the same kind of click, each with a screenshot and a tree of what is on
the page. They take turns, a task each, and each is alone on the machine in its turn: a browser that waits for its next
episode has work to do too. Then the device alone steps through a page of a thousand elements at 1024x768, first in one
browser, then in two processes at once, and through pages of real applications (`omnigym.devices.chromium.sites`):
reading and typing, and going from page to page.

Medians, and the best tenth of the steps, which says more on a machine that is busy with other things.

Peers that are not installed are left out: MiniWoB++'s environment needs selenium and chromedriver
(``pip install 'omnigym[bench]'``), BrowserGym ``pip install browsergym-miniwob``, in an environment of its own as it
wants old packages. It drives the Chromium that is here, and takes part twice: as installed, and with its delays at 0.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import shutil
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial, partialmethod
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from rich.console import Console
from rich.table import Table

from omnigym.actions import Action, Click, Move, Press, Scroll, Type
from omnigym.devices.chromium.config import ChromiumConfig
from omnigym.devices.chromium.device import ChromiumDevice
from omnigym.devices.chromium.sites.miniwob import pages_folder
from omnigym.spaces import encode_action

TASKS = ("click-test-2", "enter-text", "click-checkboxes", "login-user")
SIZE = (160, 210)
#: An environment, and its action that clicks at a pixel.
Entry = tuple[gymnasium.Env[Any, Any], Callable[[float, float], Any]]


def clicks(seed: int) -> Iterator[tuple[float, float]]:
    """Places below the instruction, in pixels."""
    rng = np.random.default_rng(seed)
    while True:
        yield float(rng.uniform(0, SIZE[0])), float(rng.uniform(50, SIZE[1]))


def omnigym_entry(task: str) -> Entry:
    """omnigym."""
    config = ChromiumConfig(size=SIZE, bar=False)
    env = gymnasium.make("OmniBench-Web-v0", device=config, tasks=f"miniwob/{task}", max_steps=10**9)
    return env, lambda x, y: encode_action(Click((x / SIZE[0], y / SIZE[1])))


def miniwob_entry(task: str) -> Entry:
    """MiniWoB++ as it is: selenium."""
    import miniwob
    import selenium  # noqa: F401  # its environments import it when they start
    from miniwob.action import ActionTypes

    if driver := shutil.which("chromedriver"):
        os.environ.setdefault("SE_CHROMEDRIVER", driver)
    gymnasium.register_envs(miniwob)
    env = gymnasium.make(f"miniwob/{task}-v1")
    create: Any = env.unwrapped.create_action  # type: ignore[attr-defined]
    return env, lambda x, y: create(ActionTypes.CLICK_COORDS, coords=np.array([x, y], np.float32))


def browsergym_entry(task: str, **delays: Any) -> Entry:
    """BrowserGym as installed, or with other delays."""
    os.environ.setdefault("MINIWOB_URL", f"{(pages_folder() / 'miniwob').as_uri()}/")
    import browsergym.miniwob  # noqa: F401  # registers the tasks
    from playwright.sync_api import BrowserType

    # It starts two, one for a chat, and asks Playwright for one that would have to be downloaded.
    launch = vars(BrowserType)["launch"]
    if not isinstance(launch, partialmethod):
        BrowserType.launch = partialmethod(launch, executable_path=shutil.which("chromium"))
    env = gymnasium.make(f"browsergym/miniwob.{task}", **delays)
    return env, lambda x, y: f"mouse_click({x:.0f}, {y:.0f})"


ENTRIES: dict[str, Callable[[str], Entry]] = {
    "omnigym": omnigym_entry,
    "MiniWoB++": miniwob_entry,
    "BrowserGym": browsergym_entry,
    # Without half a second before each observation, and a tenth within each action.
    "BrowserGym, no delays": partial(browsergym_entry, pre_observation_delay=0.0, slow_mo=0),
}


def episode(entry: Entry, steps: int, seed: int) -> Iterator[tuple[str, float]]:
    """Plays one: yields "reset" or "step" and the seconds that it took."""
    env, click = entry
    start = time.perf_counter()
    env.reset(seed=seed)
    yield "reset", time.perf_counter() - start
    for _, (x, y) in zip(range(steps), clicks(seed), strict=False):
        action = click(x, y)
        start = time.perf_counter()
        _, _, terminated, truncated, _ = env.step(action)
        yield "step", time.perf_counter() - start
        if terminated or truncated:
            return


def page(folder: Path) -> None:
    """A page of a thousand elements that answer."""
    row = "<tr><td>{0}</td><td><a href='#{0}'>Item {0}</a></td><td>{1}.50</td><td><input type=checkbox></td></tr>"
    rows = "".join(row.format(n, n * 7 % 13) for n in range(200))
    click = 'onclick="this.textContent = `clicked ${this.dataset.n = 1 + +(this.dataset.n || 0)}`"'
    (folder / "index.html").write_text(
        f"<!doctype html><title>Table</title><h1 {click}>Table</h1><table>{rows}</table>"
    )


def device_steps(steps: int, ready: Any = None) -> float:
    """Steps a second on that page: a click or a turn of the wheel, screenshot and tree."""
    with tempfile.TemporaryDirectory() as folder, closing(ChromiumDevice()) as device:
        page(Path(folder))
        device.serve("http://table.test", Path(folder))
        device.reset(0)
        device.navigate("http://table.test/")
        if ready is not None:
            ready.wait()
        start = time.perf_counter()
        for n in range(steps):
            device.act(Click((0.05, 0.15)) if n % 2 else Scroll((0.3, 0.6), dy=1 if n % 4 else -1))
            device.screenshot()
            device.tree()
        return steps / (time.perf_counter() - start)


#: Pages of applications: where one reads and types, a field there, and where one goes.
SITE_PAGES = {
    "tracker": ("/issue1", "@note", ("/issue2", "/issue?@columns=title,id,status", "/issue5")),
    "shop": ("/catalogue/", "id_q", ("/catalogue/bread-knife_2/", "/basket/", "/catalogue/")),
    "office": ("/travel.html", "traveller", ("/staff.html", "/stock.html", "/rooms.html")),
}


def site_steps(device: ChromiumDevice, name: str, steps: int) -> tuple[list[float], list[float]]:
    """Seconds of steps on an application's page: on one page, and from page to page; with screenshot and tree."""
    path, field, others = SITE_PAGES[name]
    device.reset(0)
    device.launch(name, path)
    node = device.tree().find(key=field)
    assert node is not None, (name, field)
    place = (node.center[0] / device.size[0], node.center[1] / device.size[1])
    on_page = [Click(place), Type("word "), Scroll((0.5, 0.6), dy=2), Move((0.3, 0.5)), Scroll((0.5, 0.6), dy=-2)]
    staying = [on_page[n % len(on_page)] for n in range(steps)]
    going = [
        action
        for n in range(max(steps // 10, 1))
        for action in (Press("l", ("ctrl",)), Type(f"{name}.test{others[n % len(others)]}\n"))
    ]
    return _timed(device, staying), _timed(device, going)[1::2]


def _timed(device: ChromiumDevice, actions: Sequence[Action]) -> list[float]:
    out = []
    for action in actions:
        start = time.perf_counter()
        device.act(action)
        device.screenshot()
        device.tree()
        out.append(time.perf_counter() - start)
    return out


def site_table(steps: int) -> Table:
    """How fast the device is on the pages of real applications."""
    table = Table(title="Pages of real applications, 1024x768, screenshot and tree at every step")
    for column in ("site", "steps/s", "at best", "page loads/s", "at best", "reset ms", "at best"):
        table.add_column(column, justify="left" if column == "site" else "right")
    with closing(ChromiumDevice()) as device:
        for name in SITE_PAGES:
            if name not in device.apps():
                continue
            site_steps(device, name, 5)  # starts it, and warms everything up
            staying, going = site_steps(device, name, steps)
            resets = []
            for n in range(10):
                device.launch(name)
                start = time.perf_counter()
                device.reset(n)
                resets.append(time.perf_counter() - start)
            speeds = [f"{1 / f(s):.1f}" for s in (staying, going) for f in (statistics.median, best_tenth)]
            table.add_row(name, *speeds, *(f"{f(resets) * 1e3:.0f}" for f in (statistics.median, best_tenth)))
    return table


def best_tenth(seconds: Sequence[float]) -> float:
    """What the best tenth stays below."""
    return float(np.quantile(seconds, 0.1))


def together(steps: int, count: int) -> float:
    """Steps a second of several browsers in processes of their own."""
    context = multiprocessing.get_context("spawn")
    with context.Manager() as manager, context.Pool(count) as pool:
        ready = manager.Barrier(count)
        return sum(pool.starmap(device_steps, [(steps, ready)] * count))


def main() -> None:
    """Run everything and print one table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--episodes", type=int, default=6, help="of each task and environment")
    parser.add_argument("--steps", type=int, default=12, help="of an episode at most")
    parser.add_argument("--page-steps", type=int, default=60)
    parser.add_argument("--tasks", nargs="+", default=list(TASKS))
    args = parser.parse_args()
    console = Console(width=110)
    times: dict[tuple[str, str], list[float]] = defaultdict(list)
    entries = dict(ENTRIES)
    for task in args.tasks:
        for name, make in tuple(entries.items()):
            try:
                entry = make(task)
            except ImportError as e:
                console.print(f"{name} is left out: {e}")
                del entries[name]
                continue
            with closing(entry[0]):
                for seed in range(args.episodes + 1):
                    for what, seconds in episode(entry, args.steps, seed):
                        if seed:  # the first loads the page and warms everything up
                            times[name, what].append(seconds)
    table = Table(title=f"MiniWoB++ tasks: {', '.join(args.tasks)}; screenshot and tree at every step")
    for column in ("environment", "steps", "steps/s", "at best", "reset ms", "speed", "at best", "reset"):
        table.add_column(column, justify="left" if column == "environment" else "right")
    ours = {what: statistics.median(times["omnigym", what]) for what in ("step", "reset")}
    our_best = np.quantile(times["omnigym", "step"], 0.1)
    for name in entries:
        step, reset = times[name, "step"], times[name, "reset"]
        median, best = statistics.median(step), np.quantile(step, 0.1)
        table.add_row(
            *(name, str(len(step)), f"{1 / median:.1f}", f"{1 / best:.1f}", f"{statistics.median(reset) * 1e3:.1f}"),
            *(f"{median / ours['step']:.1f}x", f"{best / our_best:.1f}x"),
            f"{statistics.median(reset) / ours['reset']:.1f}x",
        )
    console.print(table)
    console.print(site_table(args.page_steps))
    one = device_steps(args.page_steps)
    two = together(args.page_steps, 2)
    console.print(
        f"A page of a thousand elements, 1024x768: {one:.1f} steps/s; two browsers {two:.1f} ({two / one:.2f}x)"
    )


if __name__ == "__main__":
    main()
