"""The program behind ``make demo-linux``: the oracle works on a real X desktop, in the same environment class.

    python examples/demo_linux.py [--episodes 12] [--out runs/demo]

It needs Linux and the programs that ``make demo-linux`` installs as root, or prints the command for.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import gymnasium
from rich.console import Console

from omnigym.baselines.agent import make_agent
from omnigym.baselines.evaluate import run_episodes
from omnigym.cli.console import error_line, progress
from omnigym.cli.evaluate import report_table
from omnigym.errors import DeviceError, MissingDependencyError
from omnigym.evaluation.report import summarise
from omnigym.recording import find_trajectories, read_trajectory, write_video
from omnigym.wrappers import RecordTrajectory


def main() -> int:
    """Play and record the episodes; 1 where the desktop cannot be started."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--episodes", type=int, default=12, help="default: 12")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=Path("runs/demo"))
    args = parser.parse_args()
    folder = args.out / "trajectories" / "linux"
    known = set(find_trajectories(folder)) if folder.exists() else set()
    try:
        env = gymnasium.make("OmniBench-Linux-v0", device="x11", tasks="suite:one-node subtask:files/*,text/*")
        recorder = RecordTrajectory(env, folder)
        records = []
        with progress("The oracle on a real X desktop", args.episodes) as advance:
            for record in run_episodes(recorder, make_agent("oracle"), args.episodes, args.seed, "oracle"):
                records.append(record)
                advance(1, record.task_id)
        recorder.close()
    except (MissingDependencyError, DeviceError) as error:
        error_line(error)
        return 1
    console = Console(highlight=False)
    console.print("\n[b]A real X desktop[/b], one subtask of its file manager or text editor")
    console.print(report_table({"oracle": summarise(records)}))
    made = [read_trajectory(path) for path in find_trajectories(folder) if path not in known]
    write_video(max(made, key=lambda t: len(t.steps)), args.out / "linux.gif", width=800)
    console.print(f"\nGIF and trajectories: {args.out}", soft_wrap=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
