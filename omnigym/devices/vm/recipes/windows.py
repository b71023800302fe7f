"""The Windows image: the user's own installation medium and licence, installed without a question.

``medium`` makes a CD with an answer file for Setup, and with what the guest runs: a Python, packages, the guest's
server. ``install`` has Windows Setup start from the user's ISO; at the first logon the guest does the work of the CD
and switches itself off. Each program of the user's list is a step of its own. ``state`` boots the machine without a
CD, and freezes it when its server answers. The rest is data: ``windows_files`` beside this file.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
import re
import secrets
import shutil
import string
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any, Final

from PIL import Image as Picture
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from omnigym.devices.guest.bundle import write_bundle
from omnigym.devices.vm.acceleration import accelerator_here
from omnigym.devices.vm.building import PARTS, Build, BuildStep, ImageRecipe, file_hash, weight
from omnigym.devices.vm.command import QEMU
from omnigym.devices.vm.device import settle_guest
from omnigym.devices.vm.firmware import check_variables, find_firmware, make_variables
from omnigym.devices.vm.hypervisor import Hypervisor
from omnigym.devices.vm.image import Firmware, Image, write_image
from omnigym.devices.vm.media import Edition, read_installer, write_medium
from omnigym.devices.waiting import Deadline
from omnigym.errors import (
    BuildError,
    ConfigError,
    DeviceError,
    DeviceLostError,
    DeviceTimeoutError,
    MissingDependencyError,
    UnreadableError,
)
from omnigym.foreign import parse_toml, read_text, show_value
from omnigym.foreign.xml_text import escape

__all__ = [
    "Console",
    "Options",
    "Program",
    "answer_file",
    "cd_arguments",
    "check_room",
    "chosen_edition",
    "plan",
    "read_key",
    "read_programs",
    "recipe",
    "rehearse",
]

_HERE: Final = Path(__file__).with_name("windows_files")
_PROGRAMS: Final = {QEMU: "qemu-system-x86", "qemu-img": "qemu-utils", "swtpm": "swtpm"}
#: What Windows 11 asks of a machine: MiB, processors, GiB.
_LEAST_MEMORY, _LEAST_CPUS, _LEAST_DISK = 4096, 2, 64
#: Free space that a build needs, in bytes: Windows twice, the memory, and what Setup unpacks.
_ROOM: Final = 60 << 30
_KEY: Final = re.compile(r"(?:[A-Z0-9]{5}-){4}[A-Z0-9]{5}\Z")
#: Hyper-V's interfaces let Windows wait without polling a clock.
_CPU: Final = {"kvm": "host,hv-relaxed,hv-vapic,hv-time,hv-spinlocks=0x1fff", "tcg": "max,smap=off"}
#: How many times longer a machine takes without KVM, about.
_SLOWER: Final = {"kvm": 1, "tcg": 15}
#: Seconds that Setup may take, may write nothing to the disk, and may take to begin to read its medium; and that a
#: machine takes from its start to its server.
_SETUP_S, _STILL_S, _BEGIN_S, _BOOT_S = 7200.0, 2400.0, 240.0, 900.0
#: How much of the ISO is read when Setup itself starts; before that, its boot loader waits for a key.
_STARTED: Final = 32 << 20
_LOOK_S: Final = 0.5
_MOST_CONSOLE, _MOST_PROGRAMS = 16 << 20, 1 << 20
_REPORT: Final = "omnigym: "
_CODE, _VARIABLES, _DISK, _MEDIUM, _TOKEN = "firmware.fd", "variables.qcow2", "disk.qcow2", "answers.iso", "token"


class Program(BaseModel):
    """A program of the user's list.

    Attributes:
        name: As it is shown.
        file: Its installer, an .exe or .msi file; a path relative to the list.
        arguments: What makes the installer ask nothing, such as ``["/S"]``. An .msi needs none.
        ok: Codes that mean success.
        seconds: The longest that it may take, without KVM 15 times as long.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = Field(min_length=1, max_length=60, pattern=r"^[ -~]+$")
    file: Path
    arguments: Annotated[tuple[str, ...], Field(max_length=50)] = ()
    ok: Annotated[tuple[int, ...], Field(max_length=50)] = (0, 3010)
    seconds: float = Field(default=900.0, gt=0, le=36_000)

    @property
    def command(self) -> list[str]:
        """What the guest runs; ``{medium}`` stands for the CD."""
        path = f"{{medium}}\\omnigym\\{self.file.name}"
        if self.file.suffix.lower() == ".msi":
            return ["msiexec", "/i", path, "/qn", "/norestart", *self.arguments]
        return [path, *self.arguments]


class _ProgramList(BaseModel):
    model_config = ConfigDict(extra="forbid")
    program: Annotated[tuple[Program, ...], Field(max_length=50)] = ()


@dataclass(frozen=True, slots=True)
class Options:
    """What the user says.

    Args:
        iso: Windows' installation medium.
        python: python.org's "Windows embeddable package (64-bit)", 3.11 or newer.
        accepted: Whether the user has accepted Windows' licence terms, which the answer file does in their name.
        edition: The edition's name; "" for Windows 11 Pro, or the first one.
        product_key: The key that Setup asks for; evaluations need none.
        programs: A list of programs, in TOML; None for none.
        size: The screen's (width, height) in pixels.
        memory: In MiB, at least 4096.
        cpus: Processors, at least 2.
        disk: In GiB, at least 64. It takes as much room as is written.
    """

    iso: Path
    python: Path
    accepted: bool = False
    edition: str = ""
    product_key: str = ""
    programs: Path | None = None
    size: tuple[int, int] = (1024, 768)
    memory: int = _LEAST_MEMORY
    cpus: int = _LEAST_CPUS
    disk: int = _LEAST_DISK


@functools.cache
def read_recipe() -> Mapping[str, Any]:
    """What ``windows_files/recipe.toml`` says."""
    return parse_toml((_HERE / "recipe.toml").read_text(encoding="utf-8"))


# -- what the user gave ------------------------------------------------------------------------------------------------


def recipe(options: Options, images: Path) -> ImageRecipe:
    """The recipe of the image ``windows``; what the user gave is looked at first.

    Args:
        options: What the user says.
        images: The folder of all images, for its room.

    Raises:
        ConfigError: Something that was given cannot be used; each says what is expected.
        MissingDependencyError: The firmware or a package is not installed.
    """
    edition = chosen_edition(options)
    firmware = find_firmware()
    check_room(images)
    programs = read_programs(options.programs) if options.programs is not None else ()
    for least, got, what in (
        (_LEAST_MEMORY, options.memory, "MiB of memory"),
        (_LEAST_CPUS, options.cpus, "processors"),
        (_LEAST_DISK, options.disk, "GiB of disk"),
    ):
        if got < least:
            raise ConfigError(f"Windows 11 needs at least {least} {what}, got {got}.")
    accelerator = accelerator_here("auto", None)
    slower = _SLOWER[accelerator]
    medium_inputs = {
        "files": file_hash(_HERE),
        "python": file_hash(options.python),
        "guest": _bundle_hash(),
        "answers": hashlib.sha256(answer_file(options, edition).encode()).hexdigest(),
        "size": options.size,
    }
    machine = {"size": options.size, "memory": options.memory, "cpus": options.cpus, "disk": options.disk}
    machine |= {"firmware": file_hash(firmware.code), "accelerator": accelerator}
    installed = {**machine, "iso": _fingerprint(options.iso)}
    builder = _Builder(options, edition, accelerator)
    steps = [
        BuildStep("medium", builder.make_medium, medium_inputs, 60.0),
        BuildStep("install", builder.install, installed, 2400.0 * slower, shared=True),
    ]
    before = "install"
    for number, program in enumerate(programs, 1):
        name = f"program-{number}"
        make = functools.partial(builder.add_program, program=program, before=before)
        steps.append(
            BuildStep(name, make, {**program.model_dump(mode="json"), "file": file_hash(program.file)}, 240.0 * slower)
        )
        before = name
    steps.append(BuildStep("state", functools.partial(builder.freeze, before=before), {}, 300.0 * slower))
    return ImageRecipe("windows", tuple(steps), _PROGRAMS)


def chosen_edition(options: Options) -> Edition:
    """The edition that is installed, once all that was given is seen to be usable."""
    editions = read_installer(options.iso)
    names = [e.name for e in editions]
    if not options.edition:
        edition = next((e for e in editions if e.id == "Professional"), editions[0])
    elif options.edition in names:
        edition = editions[names.index(options.edition)]
    else:
        raise ConfigError(f"{options.iso} has no edition {show_value(options.edition)}. It has: {', '.join(names)}.")
    if not options.accepted:
        raise ConfigError("Read the licence terms of Windows. If you accept them, say so by --accept-licence.")
    if options.product_key and not _KEY.fullmatch(options.product_key):
        raise ConfigError("A product key is five groups of five letters and digits, with hyphens between them.")
    if not options.product_key and not edition.evaluation:
        raise ConfigError(
            f"Setup of {edition.name} asks for a product key. Put yours into a file, and name it by "
            "--product-key-file; or take the ISO of an evaluation edition, which needs none."
        )
    _python_version(options.python)
    if find_spec("pip") is None:
        raise MissingDependencyError("pip", "Building the Windows image", f"{sys.executable} -m ensurepip")
    return edition


def read_key(path: Path) -> str:
    """The product key in a file, which spares it a place on a command line that others see.

    Raises:
        ConfigError: The file cannot be read.
    """
    try:
        return read_text(path, 1000).strip().upper()
    except (FileNotFoundError, UnreadableError) as e:
        problem = "there is none" if isinstance(e, FileNotFoundError) else e
        raise ConfigError(f"Expected a file with a product key, {path}: {problem}.") from None


def check_room(images: Path) -> None:
    """See that there is room for a build.

    Raises:
        ConfigError: There is not.
    """
    folder = next(p for p in (images, *images.absolute().parents) if p.is_dir())
    parts = images / PARTS
    taken = weight(parts) if parts.is_dir() else 0  # by steps of this build that are done
    if (free := shutil.disk_usage(folder).free) + taken < _ROOM:
        raise ConfigError(
            f"A build of Windows needs {_ROOM >> 30} GiB in {images}, and {free >> 30} are free. Make room there, or "
            "name another folder by OMNIGYM_IMAGES."
        )


def _python_version(path: Path) -> str:
    """The version of an embeddable Python for Windows, such as "3.12".

    Raises:
        ConfigError: It is none, or too old.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            names = {n.lower() for n in archive.namelist()}
    except FileNotFoundError:
        raise ConfigError(f"There is no file {path}. {_PYTHON}") from None
    except (OSError, zipfile.BadZipFile):
        raise ConfigError(f"{path} is no .zip file. {_PYTHON}") from None
    found = next((m for n in sorted(names) if (m := re.fullmatch(r"python3(\d{1,2})\.dll", n))), None)
    if found is None or "pythonw.exe" not in names or f"python3{found[1]}._pth" not in names:
        raise ConfigError(f"{path} is no embeddable package of Python for Windows. {_PYTHON}")
    if not 11 <= int(found[1]) <= 13:
        raise ConfigError(f"{path} is Python 3.{found[1]}; 3.11, 3.12 or 3.13 is needed. {_PYTHON}")
    return f"3.{found[1]}"


_PYTHON: Final = (
    'Download "Windows embeddable package (64-bit)" of Python 3.12 from python.org, and name it by --python.'
)


def read_programs(path: Path) -> tuple[Program, ...]:
    """The programs of a list, with their installers' paths.

    Raises:
        ConfigError: It cannot be read, or an installer is not there.
    """
    try:
        found = _ProgramList.model_validate(parse_toml(read_text(path, _MOST_PROGRAMS))).program
    except FileNotFoundError:
        raise ConfigError(f"There is no file {path}.") from None
    except UnreadableError as e:
        raise ConfigError(f"{path} is no list of programs: {e}.") from None
    except ValidationError as e:
        first = e.errors()[0]
        place = ".".join(str(p) for p in first["loc"])
        raise ConfigError(f"{path}: {place}: {first['msg']}, got {show_value(first['input'])}.") from None
    placed = tuple(p.model_copy(update={"file": path.parent / p.file}) for p in found)
    for program in placed:
        if not program.file.is_file() or program.file.suffix.lower() not in (".exe", ".msi"):
            raise ConfigError(
                f"{path}: {program.name}: {program.file} is no .exe or .msi file. Put its installer there."
            )
        if len(program.file.name) > 60:
            raise ConfigError(f"{path}: {program.name}: the name of a file on a CD has at most 60 characters.")
    return placed


def _fingerprint(iso: Path) -> str:
    """What tells an ISO from others without reading gigabytes: its length and its first and last megabyte."""
    digest = hashlib.sha256(str(size := iso.stat().st_size).encode())
    with iso.open("rb") as file:
        for place in (0, max(size - (1 << 20), 0)):
            file.seek(place)
            digest.update(file.read(1 << 20))
    return digest.hexdigest()


def _bundle_hash() -> str:
    with tempfile.TemporaryDirectory() as folder:
        write_bundle(bundle := Path(folder, "guest.pyz"), ("host",))
        return file_hash(bundle)


# -- the CD -----------------------------------------------------------------------------------------------------------


def answer_file(options: Options, edition: Edition) -> str:
    """The answer file of Windows Setup."""
    language = edition.languages[0] if edition.languages else "en-US"
    key = f"<ProductKey><Key>{escape(options.product_key)}</Key><WillShowUI>OnError</WillShowUI></ProductKey>"
    values = {
        "language": language,
        "keyboard": read_recipe()["keyboards"].get(language, language),
        "index": str(edition.index),
        "user": read_recipe()["user"],
        "password": read_recipe()["password"],
    }
    filled = {name: escape(value) for name, value in values.items()}
    template = string.Template((_HERE / "autounattend.xml").read_text(encoding="utf-8"))
    return template.substitute(filled | {"names": "Names", "product_key": key if options.product_key else ""})


def plan(name: str, actions: Sequence[Mapping[str, Any]], slower: int) -> bytes:
    """What ``logon.py`` reads: commands, by default needed, of 60 seconds, and with 0 as the code of success."""
    every = [{"ok": [0], "needed": True, **a, "seconds": a.get("seconds", 60.0) * slower} for a in actions]
    return json.dumps({"name": name, "actions": every}, indent=1).encode()


@dataclass(frozen=True, slots=True)
class _Builder:
    """The steps of the recipe."""

    options: Options
    edition: Edition
    accelerator: str

    def make_medium(self, build: Build) -> None:
        """Make ``answers.iso`` and draw the token of the guest's server."""
        options, token = self.options, secrets.token_urlsafe(24)
        packages = build.out / "packages"
        fits = ["--platform=win_amd64", "--implementation=cp", "--only-binary=:all:", "--no-deps"]
        fits.append(f"--python-version={_python_version(options.python)}")
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-compile", f"--target={packages}"]
        build.call([*pip, *fits, *read_recipe()["wheels"]])
        build.note("writes the CD")
        write_bundle(build.out / "guest.pyz", ("host",))
        payload = build.out / "payload.zip"
        with zipfile.ZipFile(payload, "w", zipfile.ZIP_DEFLATED) as archive:
            with zipfile.ZipFile(options.python) as python:
                for entry in python.infolist():
                    if not entry.is_dir():
                        archive.writestr(f"python/{entry.filename}", python.read(entry))
            for path in sorted(p for p in packages.rglob("*") if p.is_file()):
                archive.write(path, f"packages/{path.relative_to(packages).as_posix()}")
            archive.write(build.out / "guest.pyz", "guest.pyz")
            for name in ("logon.py", "task.xml"):
                archive.write(_HERE / name, name)
            shown = ["guest.pyz", "--device", "host", "--config", json.dumps({"size": options.size})]
            reached = ["--address", "0.0.0.0", "--port", "8650", "--renewable"]  # QEMU forwards to the card
            archive.writestr("serve.json", json.dumps(shown + reached))
            archive.writestr("environment.json", json.dumps({"OMNIGYM_HOST": "allow", "OMNIGYM_GUEST_TOKEN": token}))
        begin = (_HERE / "begin.cmd").read_text(encoding="ascii").replace("\n", "\r\n").encode()
        files: dict[str, bytes | Path] = {
            "autounattend.xml": answer_file(options, self.edition).encode(),
            "omnigym/begin.cmd": begin,
            "omnigym/payload.zip": payload,
            "omnigym/work.json": plan("windows", read_recipe()["command"], _SLOWER[self.accelerator]),
        }
        write_medium(build.out / _MEDIUM, files, "OMNIGYM")
        (build.out / _TOKEN).write_text(token)
        payload.unlink()
        shutil.rmtree(packages)

    def install(self, build: Build) -> None:
        """Have Windows Setup install Windows on an empty disk, and the guest do the work of the CD."""
        self.make_machine(build)
        cds = cd_arguments(self.options.iso, build.part("medium") / _MEDIUM)
        self._work(build, cds, "windows", _SETUP_S, setup=True)

    def make_machine(self, build: Build) -> None:
        """Make an empty disk and the firmware's files."""
        firmware = find_firmware()
        shutil.copyfile(firmware.code, build.out / _CODE)
        make_variables(firmware.variables, build.out / _VARIABLES)
        build.call(["qemu-img", "create", "-q", "-f", "qcow2", _DISK, f"{self.options.disk}G"])

    def add_program(self, build: Build, program: Program, before: str) -> None:
        """Have the guest install a program, on an overlay of the disk of the step before."""
        self._take(build, before)
        parent = build.part(before) / _DISK
        build.call(["qemu-img", "create", "-q", "-f", "qcow2", "-F", "qcow2", "-b", parent.absolute(), _DISK])
        action = {"name": program.name, "run": program.command, "ok": program.ok, "seconds": program.seconds}
        name = f"program-{hashlib.sha256(json.dumps(action).encode()).hexdigest()[:16]}"
        slower = _SLOWER[self.accelerator]
        files: dict[str, bytes | Path] = {
            "omnigym/work.json": plan(name, [action], slower),
            f"omnigym/{program.file.name}": program.file,
        }
        cd = build.out / "program.iso"
        write_medium(cd, files, "OMNIGYM")
        self._work(build, cd_arguments(cd), name, program.seconds + 600.0, setup=False)
        cd.unlink()

    def freeze(self, build: Build, before: str) -> None:
        """Put the disk together, boot the machine without a CD, and freeze it when the guest's server answers."""
        self._take(build, before)
        build.note("puts the disk together")
        build.call(["qemu-img", "convert", "-O", "qcow2", build.part(before) / _DISK, _DISK])
        console = Console(build.out / "console.log")
        machine = Hypervisor(self.image(build), build.out, build=True, console=console.path)
        with contextlib.closing(machine):
            machine.start()
            end = Deadline(_BOOT_S * _SLOWER[self.accelerator])
            while not end.passed:
                last = console.read()
                build.note(f"boots {last}".rstrip())
                if last.startswith("failed"):
                    raise _failed(build, machine, f"the guest says: {last}")
                with contextlib.suppress(DeviceTimeoutError):
                    machine.wait_for_guest(Deadline(_LOOK_S))
                    break
            else:
                raise _failed(build, machine, f"the guest's server does not answer within {end.seconds:g} s")
            build.note("settles")
            settle_guest(machine, end)
            build.note("freezes")
            frozen = machine.freeze("ready")
        console.path.unlink()
        write_image(frozen, build.out)

    def _take(self, build: Build, before: str) -> None:
        """Copy all of a machine but its disk from the step before."""
        for name in (_CODE, _VARIABLES):
            shutil.copyfile(build.part(before) / name, build.out / name)
        shutil.copytree(build.part(before) / "tpm", build.out / "tpm")

    def image(self, build: Build) -> Image:
        """The image in the step's folder."""
        options = self.options
        return Image(
            name="windows",
            platform="windows",
            size=options.size,
            recipe=build.key,
            memory=options.memory,
            cpus=options.cpus,
            disk=_DISK,
            firmware=Firmware(code=_CODE, variables=_VARIABLES),
            tpm=True,
            machine="q35,smm=on",
            cpu=_CPU[self.accelerator],
            token=(build.part("medium") / _TOKEN).read_text(),
            serves=tuple(read_recipe()["serves"]),
        )

    def _work(self, build: Build, cds: Sequence[str], name: str, seconds: float, *, setup: bool) -> None:
        """Run the machine until the guest has done a plan and switched itself off.

        Raises:
            BuildError: It has not: with what it said last, and with a picture of its screen.
        """
        slower = _SLOWER[self.accelerator]
        console = Console(build.out / "console.log")
        machine = Hypervisor(self.image(build), build.out, build=True, extra=cds, console=console.path)
        end, still = Deadline(seconds * slower), _Still(_STILL_S * slower)
        with contextlib.closing(machine):
            machine.start()
            if setup:
                _press_any_key(build, machine, _BEGIN_S * slower)
            while machine.alive:
                last = console.read()
                build.note(last)
                with contextlib.suppress(DeviceLostError):  # it switches itself off in this moment
                    if problem := _problem(machine, last, end, still):
                        raise _failed(build, machine, problem)
                    machine.pause(_LOOK_S)
            last = console.read()
            # Where no report ever came, the port is not heard; whether all is well, the server will show.
            if not machine.switched_off or last not in ("", f"finished {name}"):
                raise BuildError(f"windows: {machine.problem} It said last: {last or 'nothing'}.")
        for leftover in (console.path, build.out / "memory.part"):
            leftover.unlink(missing_ok=True)
        try:
            check_variables(build.out / _VARIABLES)
        except UnreadableError as e:
            raise BuildError(f"windows: {e}, though Setup ran to its end. Build it again.") from None


# -- a machine at work -------------------------------------------------------------------------------------------------


def cd_arguments(*isos: Path) -> tuple[str, ...]:
    """QEMU's arguments for CD-ROM drives; the machine starts from them if it cannot from the disk."""
    found: list[str] = []
    for number, iso in enumerate(isos, 1):
        file = {"driver": "file", "filename": str(iso.absolute()), "read-only": True}
        node = {"driver": "raw", "node-name": f"cd{number}", "read-only": True, "file": file}
        drive = f"ide-cd,drive=cd{number},bus=ide.{number},bootindex={number + 1}"
        found += ["-blockdev", json.dumps(node), "-device", drive]
    return tuple(found)


class Console:
    """What a guest reports on its serial port, where the firmware writes, too.

    Args:
        path: The file that QEMU writes.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._read, self._rest, self._last = 0, b"", ""

    def read(self) -> str:
        """The last report; a failure stays the last one.

        Raises:
            BuildError: There is too much.
        """
        with contextlib.suppress(FileNotFoundError), self.path.open("rb") as file:
            file.seek(self._read)
            new = file.read(_MOST_CONSOLE + 1 - self._read)
            self._read += len(new)
            if self._read > _MOST_CONSOLE:
                raise BuildError(f"windows: the guest wrote more than {_MOST_CONSOLE:,} bytes to its serial port.")
            *lines, self._rest = (self._rest + new).split(b"\n")
            for line in lines:
                _, mark, said = line.decode("ascii", "replace").partition(_REPORT)
                if mark and not self._last.startswith("failed"):
                    self._last = "".join(c if c.isprintable() else " " for c in said[:300]).strip()
        return self._last


class _Still:
    """Notices that a number has not changed for a while.

    Args:
        seconds: For how long.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._was, self._since = -1, time.monotonic()

    def noticed(self, number: int) -> bool:
        """Whether it has not."""
        if number != self._was:
            self._was, self._since = number, time.monotonic()
        return time.monotonic() - self._since > self.seconds


def _problem(machine: Hypervisor, last: str, end: Deadline, still: _Still) -> str:
    """Why a machine at work will not end by itself; "" if it may."""
    if last.startswith("failed"):
        return f"the guest says: {last}"
    if problem := machine.problem:
        return problem if machine.alive else ""
    if end.passed:
        return f"it is not done within {end.seconds:g} s, and said last: {last or 'nothing'}"
    if still.noticed(_moved(machine, "disk", "wr_bytes")):
        waits = f"nothing was written for {still.seconds:g} s, so it may wait for an answer"
        return f"{waits}. It said last: {last or 'nothing'}"
    return ""


def _moved(machine: Hypervisor, drive: str, counter: str) -> int:
    """How many bytes were read from a drive, or written to it."""
    every = machine.qmp("query-blockstats")
    return sum(int(d["stats"][counter]) for d in every if drive in (d.get("device"), d.get("node-name")))


def _press_any_key(build: Build, machine: Hypervisor, seconds: float) -> None:
    """Press a key until Setup starts: the boot loader of Windows' CD asks for one, and else boots from elsewhere.

    Raises:
        BuildError: Setup does not start.
    """
    end = Deadline(seconds)
    while machine.alive and _moved(machine, "cd1", "rd_bytes") < _STARTED:
        if end.passed:
            raise _failed(build, machine, f"the ISO did not start within {end.seconds:g} s: has it a UEFI boot loader?")
        build.note("starts from the ISO")
        machine.qmp("send-key", keys=[{"type": "qcode", "data": "spc"}])
        machine.pause(_LOOK_S)


def _failed(build: Build, machine: Hypervisor, problem: str) -> BuildError:
    """An error, with a picture of the machine's screen beside the images."""
    picture, seen = build.images / "windows-screen.png", ""
    with contextlib.suppress(OSError, DeviceError):
        Picture.fromarray(machine.screendump()).save(picture)
        seen = f" Its screen is in {picture}."
    return BuildError(f"windows: {problem.rstrip('.')}.{seen}")


# -- up to the start of the ISO ----------------------------------------------------------------------------------------


def rehearse(options: Options, images: Path, note: Callable[[int, str], None]) -> str:
    """Do all of a build up to the start of the ISO, and keep nothing.

    The CD is made, and the machine is put together with firmware, TPM and drives, and stands before its first
    instruction.

    Args:
        options: What the user says.
        images: The folder of all images, in which the room is.
        note: As of `Build`.

    Returns:
        What would be installed, and on what.

    Raises:
        OmnigymError: As a build would raise.
    """
    whole = recipe(options, images)
    edition = chosen_edition(options)
    builder = _Builder(options, edition, accelerator_here("auto", None))

    def stand(build: Build) -> None:
        builder.make_machine(build)
        extra = ("-S", *cd_arguments(options.iso, build.part("medium") / _MEDIUM))
        with contextlib.closing(Hypervisor(builder.image(build), build.out, build=True, extra=extra)) as machine:
            machine.start()
            if (status := machine.status) != "prelaunch":
                raise BuildError(
                    f"windows: expected a machine before its first instruction, got one that is {status!r}."
                )

    with tempfile.TemporaryDirectory(prefix="omnigym-rehearsal-") as folder:
        Build(
            ImageRecipe("windows", (whole.steps[0], BuildStep("machine", stand, {}, 5.0)), _PROGRAMS),
            Path(folder),
            note,
        ).run()
    programs = len(whole.steps) - 3
    return (
        f"{edition.name} (build {edition.build}, {edition.languages[0] if edition.languages else 'en-US'}), image "
        f"{edition.index} of the ISO; {options.memory} MiB, {options.cpus} processors, {options.disk} GiB; "
        f"{programs} programs; under {builder.accelerator}"
    )
