"""What the guest does at each logon: the work of a CD of omnigym's, if one is there, else it serves the desktop.

It runs with a Python of its own and the standard library, in the user's session. Reports go to the first serial port,
a line each.
"""

import json
import os
import runpy
import site
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
PORT = r"\\.\COM1"
DRIVES = [f"{letter}:\\" for letter in "DEFGHIJKLMNOP"]


def report(text: str) -> None:
    """Write a line to the serial port."""
    port = os.open(PORT, os.O_WRONLY)  # a port is opened, not made anew
    try:
        os.write(port, f"omnigym: {' '.join(text.split())[:300]}\n".encode("ascii", "replace"))
    finally:
        os.close(port)


def work(medium: Path, plan: dict[str, Any]) -> None:
    """Run the commands of a plan, each at most once, and switch off."""
    done = HERE / "done"
    done.mkdir(exist_ok=True)
    for number, action in enumerate(plan["actions"], 1):
        mark = done / f"{plan['name']}-{number}"
        if mark.exists():
            continue
        report(f"[{number}/{len(plan['actions'])}] {action['name']}")
        words = [word.replace("{medium}", str(medium)) for word in action["run"]]
        if problem := problem_of(words, action["ok"], action["seconds"]):
            report(f"{'failed' if action['needed'] else 'goes on without'} {action['name']}: {problem}")
            if action["needed"]:
                return
        mark.touch()
    report(f"finished {plan['name']}")
    subprocess.run(["shutdown", "/s", "/t", "0"], check=True)


def problem_of(words: list[str], ok: list[int], seconds: float) -> str:
    """Run a command; say what went wrong, or nothing."""
    try:
        ended = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, timeout=seconds, check=False)
    except (OSError, subprocess.TimeoutExpired) as e:
        return str(e)
    if ended.returncode in ok:
        return ""
    return f"code {ended.returncode} {(ended.stderr or ended.stdout).decode('ascii', 'replace')[-200:]}"


def serve() -> None:
    """Serve the desktop; what it says goes into a file."""
    site.addsitedir(str(HERE / "packages"))
    os.environ.update(json.loads((HERE / "environment.json").read_text()))
    sys.argv = json.loads((HERE / "serve.json").read_text())
    with open(HERE / "guest.log", "a", buffering=1, encoding="utf-8") as log:
        sys.stdout = sys.stderr = log
        report("serves")
        runpy.run_path(str(HERE / sys.argv[0]), run_name="__main__")


def main() -> None:
    """Look for a CD with work, and do it; or serve."""
    for medium in map(Path, sys.argv[1:] or DRIVES):
        try:
            plan = json.loads((medium / "omnigym" / "work.json").read_text())
        except OSError:
            continue
        work(medium, plan)
        return
    serve()


if __name__ == "__main__":
    try:
        main()
    except BaseException as e:
        report(f"failed {type(e).__name__}: {e}")
        raise
