"""Build the Wine system, if it is not there, and show its desktop over HTTP until Ctrl+C, for `GuestConfig`.

python scripts/wine_machine.py [--build | --run doctor --device host --yes]
"""

from __future__ import annotations

import argparse
import contextlib
import sys
import tempfile
import threading
from pathlib import Path

from omnigym.cli.console import progress
from omnigym.devices.guest.config import TOKEN_VARIABLE
from omnigym.devices.vm.building import Build
from omnigym.devices.vm.image import images_dir
from omnigym.devices.vm.native_wine import NativeWine, native_system, run_omnigym
from omnigym.devices.vm.recipes.wine import native_recipe


def main() -> int:
    """Build, then serve."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", action="store_true", help="only build it")
    parser.add_argument("--run", nargs=argparse.REMAINDER, help="run a command of omnigym there, in a Windows Python")
    args = parser.parse_args()
    recipe = native_recipe()
    with progress("Building wine-native", sum(round(s.seconds) for s in recipe.steps)) as advance:
        Build(recipe, images_dir(), advance).run()
    if args.build:
        return 0
    with tempfile.TemporaryDirectory() as folder:
        if args.run:
            run_omnigym(native_system(), Path(folder), args.run)
            return 0
        machine = NativeWine(native_system(), Path(folder))
        with contextlib.closing(machine), contextlib.suppress(KeyboardInterrupt):
            sys.stdout.write(f"{machine.url}\n{TOKEN_VARIABLE}={machine.token}\nCtrl+C ends it.\n")
            sys.stdout.flush()
            threading.Event().wait()
    return 0


if __name__ == "__main__":
    sys.exit(main())
