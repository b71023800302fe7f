"""How soon the page of `omnigym view` shows a large run: in a real Chromium, from the request to the first screen.

    python benchmarks/view_page.py --episodes 1000 --steps 50

The recordings are small and all the same one, linked; with ``--plain`` there are no records of episodes beside them, so
that the list is made of the recordings' own files.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import tempfile
import threading
import time
from pathlib import Path

import numpy as np
from selenium.webdriver import Chrome, ChromeOptions, ChromeService

from omnigym.actions import Click, to_json
from omnigym.recording import TrajectoryWriter
from omnigym.view.runs import Run
from omnigym.view.server import Pages, Server

_READY = "return document.body.dataset.ready && document.querySelector('.screen img').naturalWidth"
_SINCE = "return performance.now()"


def main() -> None:
    """Make the run, open it, and say how long that took."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--episodes", type=int, default=1000)
    parser.add_argument("--steps", type=int, default=50)
    parser.add_argument("--plain", action="store_true", help="recordings only, no records of episodes")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        make_run(Path(folder), arguments.episodes, arguments.steps, arguments.plain)
        start = time.process_time()
        run = Run(folder)
        run.facts()
        print(f"the list of {len(run.entries)} episodes: {1000 * (time.process_time() - start):.0f} ms of CPU time")
        print(f"opened and shown: {opened(folder):.0f} ms (median of 5)")


def make_run(root: Path, episodes: int, steps: int, plain: bool) -> None:
    """A run whose episodes are links to one recording."""
    first = root / "trajectories" / "000000"
    names = ["a", "b", "c", "d"]
    info = {"node_ids": names, "node_status": ["evaluating"] * 4, "newly_completed": [], "coverage_rate": 0.0}
    nodes = [{"id": n, "subtask": f"files/{n}", "app": "file_manager", "parameters": {}} for n in names]
    meta = {"task_id": "files/copy@0", "instruction": "Copy it.", "nodes": nodes, "edges": [], "size": [320, 240]}
    writer = TrajectoryWriter(first, meta | {"info": info})
    noise = np.random.default_rng(0).integers(0, 255, (240, 320, 3), np.uint8)
    writer.observation(noise)
    for n in range(1, steps + 1):
        writer.observation(noise // np.uint8(1 + n % 3))
        after = info | {"steps": n, "end_reason": "reach_step_limit" if n == steps else None, "is_success": False}
        writer.step({"action": to_json(Click((n / (steps + 1), 0.5)))}, 0.0, False, n == steps, after)
    for n in range(1, episodes):
        shutil.copytree(first, root / "trajectories" / f"{n:06d}", copy_function=os.link)
    if plain:
        return
    record = {
        "nodes": [{"id": n["id"], "app": n["app"]} for n in nodes],
        "actions": steps,
        "end_reason": "reach_step_limit",
    }
    lines = [
        record | {"episode": n, "task_id": f"files/copy@{n}", "trajectory": f"trajectories/{n:06d}"}
        for n in range(episodes)
    ]
    (root / "episodes.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))


def opened(folder: str) -> float:
    """Milliseconds from the request for the page to a list and a screen that can be seen."""
    options = ChromeOptions()
    options.binary_location = str(shutil.which("chromium"))
    for argument in ("--headless=new", "--disable-gpu", "--disable-dev-shm-usage", "--no-proxy-server"):
        options.add_argument(argument)
    if os.geteuid() == 0:
        options.add_argument("--no-sandbox")  # Chromium has no sandbox for root
    took = []
    with Server(Pages([folder])) as server:
        threading.Thread(target=server.run, daemon=True).start()
        browser = Chrome(options, ChromeService(shutil.which("chromedriver")))
        try:
            for _ in range(5):
                browser.get("about:blank")
                browser.get(server.url)
                while not browser.execute_script(_READY):
                    time.sleep(0.005)
                took.append(float(browser.execute_script(_SINCE)))
        finally:
            browser.quit()
            server.stop()
    return float(np.median(took))


if __name__ == "__main__":
    main()
