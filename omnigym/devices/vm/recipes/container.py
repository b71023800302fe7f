"""The Linux desktop as a container image, in the form of the OCI: for who has Docker or Podman and no KVM.

It begins with the same root file system as the virtual machine, and leaves out the kernel. `buildah` makes it, without
root, in a storage of its own that is removed at the end.
"""

from __future__ import annotations

import json
import os
import shlex
from pathlib import Path
from typing import Final

from omnigym.devices.guest.bundle import write_bundle
from omnigym.devices.vm.building import Build, BuildStep, ImageRecipe, clear, file_hash
from omnigym.devices.vm.recipes.linux import PROGRAMS, guest_hash, read_recipe, system_step

__all__ = ["ARCHIVE", "recipe"]

#: The file of the image, which `docker load` and `podman load` read.
ARCHIVE: Final = "omnigym-linux.oci.tar"
#: What runs in it.
_COMMAND: Final = Path(__file__).with_name("container_files") / "container.sh"
_NAME: Final = "omnigym-linux"
_GUEST_PORT, _WATCH_PORT = 8650, 6080
#: What a container has no use for.
_LEFT_OUT: Final = ("./boot/*", "./lib/modules", "./usr/lib/modules", "./vmlinuz*", "./initrd.img*", "./dev/*")

_SCRIPT: Final = """
set -e
container=$(buildah from --name omnigym scratch)
root=$(buildah mount "$container")
tar -xf "$1" -C "$root" {left_out}
mkdir -p "$root/opt/omnigym"
cp "$2" "$root/opt/omnigym/guest.pyz"
cp "$5" "$root/opt/omnigym/container.sh"
chmod 644 "$root"/opt/omnigym/guest.pyz "$root"/opt/omnigym/container.sh
buildah umount "$container" > /dev/null
buildah config --user {user} --workingdir /home/{user} --env LANG=C.UTF-8 --env HOME=/home/{user} \\
    --port {guest} --port {watch} --cmd '["sh", "/opt/omnigym/container.sh"]' \\
    --label org.opencontainers.image.title={name} --label org.omnigym.recipe="$3" "$container"
buildah commit --quiet --rm --format oci --timestamp 0 "$container" "oci-archive:$4:{name}:latest"
"""


def recipe() -> ImageRecipe:
    """The recipe of the container ``linux-container``."""
    image = BuildStep(
        "container", _make_image, {"guest": guest_hash(), "script": _script(), "command": file_hash(_COMMAND)}, 120.0
    )
    return ImageRecipe("linux-container", (system_step(), image), {**PROGRAMS, "buildah": "buildah"}, "container.json")


def _script() -> str:
    left_out = " ".join(shlex.quote(f"--exclude={pattern}") for pattern in _LEFT_OUT)
    user = read_recipe()["user"]
    return _SCRIPT.format(left_out=left_out, user=user, guest=_GUEST_PORT, watch=_WATCH_PORT, name=_NAME)


def _make_image(build: Build) -> None:
    guest, archive = build.out / "guest.pyz", build.out / ARCHIVE
    write_bundle(guest, ("host",))
    words: list[str | Path] = [
        "sh",
        "-c",
        _script(),
        "container",
        build.part("system") / "system.tar",
        guest,
        build.key,
        archive,
        _COMMAND,
    ]
    storage = build.out / "storage"
    apart = {
        "CONTAINERS_STORAGE_CONF": str(build.out / "storage.conf"),
        "BUILDAH_ISOLATION": "chroot",
    }
    places = f'graphroot = "{storage}/images"\nrunroot = "{storage}/run"\n'
    (build.out / "storage.conf").write_text(f'[storage]\ndriver = "vfs"\n{places}', encoding="utf-8")
    build.call(words if os.geteuid() == 0 else ["buildah", "unshare", *words], env=apart)
    clear(storage)
    for made in (guest, build.out / "storage.conf"):
        made.unlink()
    said: dict[str, object] = {
        "format": "omnigym-container/1",
        "recipe": build.key,
        "archive": ARCHIVE,
        "name": f"{_NAME}:latest",
    }
    said |= {"ports": {"guest": _GUEST_PORT, "watch": _WATCH_PORT}}
    (build.out / "container.json").write_text(json.dumps(said, indent=1) + "\n", encoding="utf-8")
