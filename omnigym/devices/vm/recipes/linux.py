"""The Linux image: Debian's packages, put together without root, without a loop mount, and booted once.

``system`` has mmdebstrap write a root file system as an archive; the container begins with it, too. ``disk`` makes an
ext4 file system of it. ``state`` boots that with the guest's server of this omnigym, and freezes the machine when its
desktop answers. All else is data: ``linux_files/recipe.toml`` and the files beside it.
"""

from __future__ import annotations

import io
import json
import platform
import secrets
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, Literal

from omnigym.devices.guest.bundle import write_bundle
from omnigym.devices.vm.booting import boot_and_freeze
from omnigym.devices.vm.building import Build, BuildStep, ImageRecipe, as_root, file_hash, program
from omnigym.devices.vm.command import QEMU
from omnigym.devices.vm.image import DirectBoot, Image, write_image
from omnigym.errors import ConfigError, MissingDependencyError
from omnigym.foreign import parse_toml

__all__ = [
    "LINUX_FILES",
    "PROGRAMS",
    "guest_hash",
    "initial_files",
    "machine_recipe",
    "qemu_version",
    "read_recipe",
    "recipe",
    "system_step",
]

#: The data of the recipe, some of which other recipes use too.
LINUX_FILES: Final = Path(__file__).with_name("linux_files")
#: The Debian package of each program that `system_step` runs.
PROGRAMS: Final = {
    "mmdebstrap": "mmdebstrap",
    "unshare": "util-linux",
    "newuidmap": "uidmap",
    "tar": "tar",
}
_DISK_PROGRAMS: Final = {
    "mke2fs": "e2fsprogs",
    "qemu-img": "qemu-utils",
    QEMU: "qemu-system-x86",
}
#: The size of the disk, most of which is a hole, and of the machine's memory in MiB.
_DISK, _MEMORY = "8G", 1024
_COMMAND_LINE: Final = (
    "root=/dev/vda rootdelay=300 rw quiet net.ifnames=0 fsck.mode=skip mitigations=off nowatchdog console=ttyS0 "
    # Nothing gives up on a machine that is slow because others are busy; no cursor blinks behind the desktop.
    "vt.global_cursor_default=0 systemd.default_timeout_start_sec=900 systemd.default_device_timeout_sec=900"
)
#: The device that the guest's server shows.
_SHOWN: Final = ("host",)
#: Fields of its configuration: an unaccelerated machine is some ten times as slow, and on a busy one slower yet.
_HOST: Final = {"own_session": True, "cap": 8.0, "patience": 8.0}
_SERVES: Final = ("a11y", "apps", "clipboard", "file_types", "files", "pointer", "processes", "shell", "user_data")
#: What it can do besides, by what the machine stands for.
_ALSO: Final[Mapping[str, tuple[str, ...]]] = {"windows": ("settings",)}


def recipe(size: tuple[int, int] = (1024, 768)) -> ImageRecipe:
    """The recipe of the image ``linux``.

    Args:
        size: The screen's (width, height) in pixels.

    Raises:
        ConfigError: The machine is not an x86-64 one.
    """
    return machine_recipe("linux", system_step(), size, "linux", _MEMORY, read_recipe()["warm"])


def machine_recipe(
    name: str,
    system: BuildStep,
    size: tuple[int, int],
    stands_for: Literal["linux", "windows"],
    memory: int,
    warm: Sequence[str],
) -> ImageRecipe:
    """The recipe of an image that boots a system and the guest's server in it.

    Args:
        name: The image's name.
        system: The step that writes ``system.tar``.
        size: The screen's (width, height) in pixels.
        stands_for: What the machine stands for.
        memory: Its memory in MiB.
        warm: Applications that are started once before it is frozen.

    Raises:
        ConfigError: The machine is not an x86-64 one.
    """
    if platform.machine() not in ("x86_64", "AMD64"):
        raise ConfigError(f"The image {name!r} is built on x86-64 only; this machine is {platform.machine()}.")
    disk = BuildStep("disk", lambda build: _make_disk(build, system.name), {"size": _DISK}, 60.0)
    served = {"guest": guest_hash(), "qemu": qemu_version()}
    inputs = {"size": size, "memory": memory, "command line": _COMMAND_LINE, "host": _HOST, **served}
    state = BuildStep("state", lambda build: _freeze(build, size, stands_for, memory, warm), inputs, 240.0)
    return ImageRecipe(name, (system, disk, state), {**PROGRAMS, **_DISK_PROGRAMS})


def guest_hash() -> str:
    """The hash of the guest's server that goes into the image."""
    with tempfile.TemporaryDirectory() as folder:
        bundle = Path(folder) / "guest.pyz"
        write_bundle(bundle, _SHOWN)
        return file_hash(bundle)


def qemu_version() -> str:
    """The first line that QEMU says of itself; "" where there is none, which the build says."""
    try:
        said = subprocess.run([program(QEMU), "--version"], capture_output=True, text=True, check=False, timeout=30)
    except OSError:
        return ""
    return said.stdout.partition("\n")[0]


def read_recipe() -> dict[str, Any]:
    """What ``linux_files/recipe.toml`` says."""
    return parse_toml((LINUX_FILES / "recipe.toml").read_text(encoding="utf-8"))


# -- the root file system ---------------------------------------------------------------------------------------------


def system_step() -> BuildStep:
    """The step that writes ``system.tar``."""
    return BuildStep("system", _make_system, {"files": file_hash(LINUX_FILES)}, 240.0, shared=True)


def _make_system(build: Build) -> None:
    data = read_recipe()
    wheels = build.out / "wheels"
    _install_wheels(build, data, wheels)
    hidden = [*data["without"], *(f"/lib/modules/*/kernel/{m}/*" for m in data["without_modules"])]
    user, place = data["user"], "/opt/omnigym"
    folders = sorted({f"{place}/packages", *(str(Path(path).parent) for path in data["files"].values())})
    hooks = [
        *(f'mkdir -p "$1"{folder}' for folder in folders),
        f"sync-in {shlex.quote(str(wheels))} {place}/packages",
        *(f"upload {shlex.quote(str(LINUX_FILES / name))} {path}" for name, path in data["files"].items()),
        f'chmod 755 "$1"{data["files"]["initramfs.sh"]}',
        f'chroot "$1" useradd --create-home --shell /bin/bash --uid 1000 {user}',
        'chroot "$1" systemctl --quiet enable omnigym-desktop.service systemd-networkd.service',
        'chroot "$1" systemctl --quiet set-default multi-user.target',
        f'chroot "$1" systemctl --quiet mask {" ".join(data["masked"])}',
        'chroot "$1" update-initramfs -u -k all',
        # Caches of typefaces are valid for folders whose time is the same to the nanosecond; archives keep seconds.
        'chroot "$1" find /usr/share/fonts /usr/local/share/fonts -type d -exec touch -d 2020-01-01 {} +',
        'chroot "$1" fc-cache --system-only',
        'printf "omnigym\\n" > "$1/etc/hostname"; printf "127.0.0.1 localhost omnigym\\n" > "$1/etc/hosts"',
    ]
    build.call(
        [
            "mmdebstrap",
            "--mode=auto",
            "--variant=minbase",
            f"--architectures={data['architecture']}",
            '--aptopt=APT::Install-Recommends "false"',
            *(f"--dpkgopt=path-exclude={p}" for p in hidden),
            f"--include={','.join([*data['kernel'], *data['packages']])}",
            *(f"--customize-hook={hook}" for hook in hooks),
            data["suite"],
            build.out / "system.tar",
        ]
    )


def _install_wheels(build: Build, data: dict[str, Any], folder: Path) -> None:
    """Unpack wheels for the guest's Python, which is another one than this."""
    if find_spec("pip") is None:
        raise MissingDependencyError("pip", "Building the Linux image", f"{sys.executable} -m ensurepip")
    fits = ["--implementation=cp", f"--python-version={data['python']}", "--only-binary=:all:", "--no-deps"]
    fits += [f"--platform={p}_x86_64" for p in ("manylinux_2_28", "manylinux2014")]
    build.call([sys.executable, "-m", "pip", "install", "--no-compile", f"--target={folder}", *fits, *data["wheels"]])


# -- the disk ---------------------------------------------------------------------------------------------------------

#: What root does, or who is root in a namespace of their own. The tree is removed by whoever could make it.
_DISK_SCRIPT: Final = """
set -e
trap 'rm -rf root' EXIT
trap 'exit 143' TERM INT
mkdir root
tar -xf "$1" -C root
cp root/boot/vmlinuz-* kernel
cp root/boot/initrd.img-* initrd.system
chmod 644 kernel initrd.system
rm -rf root/boot/*
mke2fs -q -t ext4 -O ^has_journal -E root_owner=0:0 -L omnigym -d root disk.raw "$2"
"""


def _make_disk(build: Build, system: str) -> None:
    script = _DISK_SCRIPT.replace("mke2fs", shlex.quote(program("mke2fs")))
    build.call(as_root(["sh", "-c", script, "disk", build.part(system) / "system.tar", _DISK]))
    raw = build.out / "disk.raw"
    build.call(["qemu-img", "convert", "-O", "qcow2", raw, build.out / "disk.qcow2"])
    raw.unlink()


# -- the running machine ----------------------------------------------------------------------------------------------


def _freeze(
    build: Build, size: tuple[int, int], stands_for: Literal["linux", "windows"], memory: int, warm: Sequence[str]
) -> None:
    token, disk = secrets.token_urlsafe(24), build.part("disk")
    for name in ("kernel", "disk.qcow2"):
        build.note(f"copies {name}")
        shutil.copyfile(disk / name, build.out / name)
    write_bundle(build.out / "guest.pyz", _SHOWN)
    guest = build.out / "guest.pyz"
    shown = json.dumps({"size": size, **_HOST}).encode()
    served = {"guest.pyz": guest.read_bytes(), "host.json": shown, "token": token.encode()}
    initial = initial_files({f"omnigym/{name}": content for name, content in served.items()})
    (build.out / "initrd").write_bytes(initial + (disk / "initrd.system").read_bytes())
    guest.unlink()
    image = Image(
        name=build.recipe.name,
        platform=stands_for,
        size=size,
        recipe=build.key,
        memory=memory,
        direct_boot=DirectBoot(kernel="kernel", initrd="initrd", append=_COMMAND_LINE),
        cpu="max,smap=off",
        token=token,
        serves=tuple(sorted((*_SERVES, *_ALSO.get(stands_for, ())))),
    )
    write_image(boot_and_freeze(build, image, warm), build.out)


def initial_files(files: dict[str, bytes]) -> bytes:
    """An uncompressed archive of cpio's ``newc`` form, which a kernel unpacks before the one that follows it.

    Args:
        files: The content of each by its path, such as ``"omnigym/token"``; folders are made.
    """
    folders = {str(parent) for path in files for parent in Path(path).parents if str(parent) != "."}
    out = io.BytesIO()
    for number, (path, content) in enumerate(
        [*((f, None) for f in sorted(folders)), *files.items(), ("TRAILER!!!", b"")]
    ):
        mode = 0o40755 if content is None else 0o100644
        data, name = content or b"", path.encode() + b"\0"
        fields = (number + 1, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(name), 0)
        out.write(b"070701" + b"".join(b"%08X" % f for f in fields) + name)
        out.write(b"\0" * (-out.tell() % 4) + data)
        out.write(b"\0" * (-out.tell() % 4))
    out.write(b"\0" * (-out.tell() % 512))
    return out.getvalue()
