"""Makes an ISO that stands in for Windows Setup: ``python tests/devices/vm/standin/make.py OUT.iso``.

It has the layout of Microsoft's (UDF, ``sources/install.wim`` with its metadata, an EFI boot image) and Debian's
signed boot chain, which Microsoft's keys vouch for, so it starts with Secure Boot enforced. Booted, it does what
Windows Setup would do with an answer file (`setup.py`), and what Windows would do at the first logon (`logon.py`).

It needs root, mmdebstrap, mtools, e2fsprogs, pycdlib and Debian's packages, and takes about three minutes.
"""

from __future__ import annotations

import gzip
import io
import shutil
import struct
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pycdlib

from omnigym.devices.guest.bundle import write_bundle

HERE = Path(__file__).parent
BOOT = ["shim-signed", "grub-efi-amd64-signed", "linux-image-amd64", "busybox-static"]
ROOT = "busybox-static,python3-minimal,python3-numpy,python3-pil,fdisk,dosfstools"
MODULES = ["ahci", "sd_mod", "sr_mod", "isofs", "ext4", "crc32c_generic", "loop", "e1000e", "efivarfs", "vfat"]
MODULES += ["nls_cp437", "nls_ascii"]
GRUB = """set timeout=0
insmod all_video
search --no-floppy --set=root --file /standin/vmlinuz
linux /standin/vmlinuz standin=%s panic=10 quiet console=tty0 %s
initrd /standin/initrd
boot
"""
#: Windows' programs, of which only the last does something.
COMMAND = """#!/bin/busybox sh
echo "$(/bin/busybox basename "$0") $*" >> /omnigym/commands.log
[ "${0##*/}" != msiexec ] || [ -f "$(echo "$2" | /bin/busybox tr '\\\\' /)" ] || exit 1619
[ "${0##*/}" = shutdown ] || exit 0
/bin/busybox sync
/bin/busybox poweroff -f
"""
WIM = """<WIM><TOTALBYTES>1</TOTALBYTES><IMAGE INDEX="1"><NAME>Windows 11 Stand-in</NAME>
<DISPLAYNAME>Windows 11 Stand-in</DISPLAYNAME><WINDOWS><ARCH>9</ARCH><EDITIONID>EnterpriseEval</EDITIONID>
<LANGUAGES><LANGUAGE>en-US</LANGUAGE><DEFAULT>en-US</DEFAULT></LANGUAGES>
<VERSION><MAJOR>10</MAJOR><MINOR>0</MINOR><BUILD>26100</BUILD></VERSION></WINDOWS></IMAGE></WIM>"""


def wim(description: str = WIM) -> bytes:
    """The header and the metadata of a .wim file, and nothing else of it."""
    data = b"\xff\xfe" + description.encode("utf-16-le")
    header = bytearray(208)
    header[:8] = b"MSWIM\0\0\0"
    struct.pack_into("<III", header, 8, 208, 0x10D00, 0)
    struct.pack_into("<HHI", header, 40, 1, 1, 1)
    struct.pack_into("<QQQ", header, 72, len(data) | 2 << 56, 208, len(data))
    return bytes(header) + data


def make(out: Path, work: Path, extra: str = "") -> None:
    """Make the ISO.

    Args:
        out: The ISO.
        work: A directory in which packages and the root are kept for the next time.
        extra: Further words of the kernel's command line.
    """
    packages = _packages(work)
    kernel = next(packages.glob("boot/vmlinuz-*"))
    disk, medium = work / "root.ext4", work / "standin"
    medium.mkdir(exist_ok=True)
    _root(work, disk)
    shutil.copyfile(kernel, medium / "vmlinuz")
    (medium / "initrd").write_bytes(gzip.compress(_initrd(packages, kernel.name.partition("-")[2]), 6))
    shim, grub = packages / "usr/lib/shim", packages / "usr/lib/grub/x86_64-efi-signed"
    boot = work / "efi.img"
    for file, stage in ((boot, "setup"), (medium / "esp.img", "logon")):
        large = stage == "logon"  # the installed system's has the kernel in it
        file.unlink(missing_ok=True)
        subprocess.run(["mkfs.vfat", "-C", file, str((96 if large else 6) << 10)], check=True, capture_output=True)
        _copy(
            file,
            {
                "EFI/BOOT/BOOTX64.EFI": (shim / "shimx64.efi.signed").read_bytes(),
                "EFI/BOOT/grubx64.efi": (grub / "grubx64.efi.signed").read_bytes(),
                "EFI/BOOT/grub.cfg": (GRUB % (stage, extra)).encode(),
            }
            | ({f"standin/{n}": (medium / n).read_bytes() for n in ("vmlinuz", "initrd")} if large else {}),
        )
    iso = pycdlib.PyCdlib()
    iso.new(interchange_level=3, joliet=3, udf="2.60", vol_ident="CCCOMA_X64FRE")
    for folder in ("/sources", "/standin", "/EFI", "/EFI/BOOT"):
        iso.add_directory(folder.upper(), joliet_path=folder, udf_path=folder)
    files = {"/sources/install.wim": wim(), "/sources/boot.wim": wim(), "/setup.exe": b"MZ"}
    files["/EFI/BOOT/grub.cfg"] = (GRUB % ("setup", extra)).encode()  # GRUB sees the CD, not the image it came from
    for name, content in files.items():
        iso.add_fp(io.BytesIO(content), len(content), f"{name.upper()};1", joliet_path=name, udf_path=name)
    for path in (*sorted(medium.iterdir()), disk):
        name = f"/standin/{path.name}"
        short = path.name.upper() if "." in path.name else f"{path.name.upper()}."
        iso.add_file(str(path), f"/STANDIN/{short};1", joliet_path=name, udf_path=name)
    iso.add_file(str(boot), "/EFI.IMG;1", joliet_path="/efi.img", udf_path="/efi.img")
    iso.add_eltorito("/EFI.IMG;1", efi=True, platform_id=0xEF)
    iso.write(str(out))
    iso.close()


def _packages(work: Path) -> Path:
    """The files of the packages that boot, unpacked."""
    out = work / "packages"
    if not out.is_dir():
        depends = subprocess.run(
            ["apt-cache", "depends", "linux-image-amd64"], check=True, capture_output=True, text=True
        )
        kernel = next(line.split()[1] for line in depends.stdout.splitlines() if "Depends:" in line)
        with tempfile.TemporaryDirectory(dir=work) as folder:
            names = [kernel if name == "linux-image-amd64" else name for name in BOOT]
            subprocess.run(["apt-get", "download", *names], cwd=folder, check=True)
            for package in Path(folder).glob("*.deb"):
                subprocess.run(["dpkg", "-x", package, out], check=True)
    return out


def _root(work: Path, disk: Path) -> None:
    """The root of both stages."""
    archive, tree = work / "rootfs.tar", work / "rootfs"
    if not archive.is_file():
        command = ["mmdebstrap", "--mode=root", "--variant=minbase", f"--include={ROOT}"]
        subprocess.run([*command, "bookworm", archive], check=True, stdin=subprocess.DEVNULL)
    if not tree.is_dir():
        tree.mkdir()
        subprocess.run(["tar", "-xf", archive, "-C", tree], check=True)
        for place in ("var/cache/apt", "var/lib/apt/lists", "usr/share/doc", "usr/share/locale", "dev"):
            shutil.rmtree(tree / place, ignore_errors=True)
        for place in ("dev", "medium", "answers", "standin", "target"):
            (tree / place).mkdir(exist_ok=True)
    for stage in ("setup", "logon", "machine"):
        shutil.copyfile(HERE / f"{stage}.py", tree / "standin" / f"{stage}.py")
    write_bundle(tree / "standin" / "fake.pyz", ("fake",))
    commands = tree / "standin" / "commands"
    commands.mkdir(exist_ok=True)
    for name in ("reg", "net", "netsh", "sc", "powercfg", "msiexec", "shutdown"):
        (commands / name).write_text(COMMAND)
        (commands / name).chmod(0o755)
    disk.unlink(missing_ok=True)
    subprocess.run(["mke2fs", "-q", "-t", "ext4", "-d", tree, disk, "400M"], check=True)


def _copy(image: Path, files: dict[str, bytes]) -> None:
    """Put files into a FAT image."""
    folders = sorted({str(parent) for name in files for parent in Path(name).parents if str(parent) != "."})
    for folder in folders:
        subprocess.run(["mmd", "-i", image, f"::/{folder}"], check=True)
    for name, content in files.items():
        subprocess.run(["mcopy", "-i", image, "-", f"::/{name}"], input=content, check=True)


def _initrd(packages: Path, version: str) -> bytes:
    """A cpio archive of busybox, drivers and `init.sh`."""
    tree = packages / "lib/modules" / version
    drivers = {p.stem.replace("-", "_"): p for p in tree.rglob("*.ko")}
    order: list[Path] = []

    def need(name: str) -> None:
        path = drivers.get(name.replace("-", "_"))
        if path is None or path in order:  # built in, or there already
            return
        for other in _depends(path):
            need(other)
        order.append(path)

    for module in MODULES:
        need(module)
    files = {"init": (HERE / "init.sh").read_bytes(), "bin/busybox": (packages / "bin/busybox").read_bytes()}
    files |= {f"modules/{p.name}": p.read_bytes() for p in order}
    files["modules/order"] = "\n".join(p.name for p in order).encode()
    return b"".join(_cpio(["bin", "modules"], files))


def _depends(module: Path) -> list[str]:
    """The modules that one needs, from its own note."""
    note = module.read_bytes().partition(b"\0depends=")[2].partition(b"\0")[0]
    return [name for name in note.decode().split(",") if name]


def _cpio(folders: list[str], files: dict[str, bytes]) -> Iterator[bytes]:
    """An archive in the "newc" form that the kernel unpacks."""
    entries = [(name, 0o040755, b"") for name in folders] + [(name, 0o100755, data) for name, data in files.items()]
    for number, (name, mode, data) in enumerate([*entries, ("TRAILER!!!", 0, b"")], 1):
        fields = [number, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(name) + 1, 0]
        header = b"070701" + "".join(f"{f:08x}" for f in fields).encode() + name.encode() + b"\0"
        yield header + b"\0" * (-len(header) % 4) + data + b"\0" * (-len(data) % 4)


if __name__ == "__main__":
    target = Path(sys.argv[1])
    with tempfile.TemporaryDirectory(dir=target.parent) as scratch:
        make(target, Path(sys.argv[2]) if len(sys.argv) > 2 else Path(scratch), " ".join(sys.argv[3:]))
