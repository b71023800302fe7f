"""What the filter of system calls decides, by a machine like the kernel's; and that the real one has it."""

from __future__ import annotations

import errno
import platform
import struct

import pytest

pytest.importorskip("Xlib", reason="needs omnigym[x11]")

from omnigym.devices.x11 import sandbox
from omnigym.devices.x11.device import X11Device
from omnigym.devices.x11.seccomp import _MACHINES, _NEWEST, filter_program

_ALLOW, _KILL, _ERRNO = 0x7FFF0000, 0x80000000, 0x00050000
_X86, _I386, _ARM = 0xC000003E, 0x40000003, 0xC00000B7
_NEWUSER, _THREAD = 0x10000000, 0x003D0F00


def _run(program: bytes, architecture: int, number: int, *arguments: int) -> int:
    """What a filter returns."""
    data = struct.pack("=IIQ6Q", number, architecture, 0, *arguments, *[0] * (6 - len(arguments)))
    instructions = list(struct.iter_unpack("=HBBI", program))
    at = accumulator = 0
    while True:
        code, if_true, if_false, value = instructions[at]
        at += 1
        if code == 0x06:
            return int(value)
        if code == 0x20:
            accumulator = struct.unpack_from("=I", data, value)[0]
            continue
        holds = {0x15: accumulator == value, 0x25: accumulator > value, 0x45: bool(accumulator & value)}[code]
        at += if_true if holds else if_false


@pytest.mark.parametrize(
    ("machine", "architecture", "number", "arguments", "expected"),
    [
        ("x86_64", _X86, 0, (), _ALLOW),  # read
        ("x86_64", _X86, 59, (), _ALLOW),  # execve
        ("x86_64", _X86, 101, (), errno.EPERM),  # ptrace
        ("x86_64", _X86, 272, (_NEWUSER,), errno.EPERM),  # unshare
        ("x86_64", _X86, 56, (_THREAD,), _ALLOW),  # clone of a thread
        ("x86_64", _X86, 56, (17,), _ALLOW),  # fork
        ("x86_64", _X86, 56, (_NEWUSER | 17,), errno.EPERM),
        ("x86_64", _X86, 56, (0x00020000,), errno.EPERM),  # CLONE_NEWNS
        ("x86_64", _X86, 435, (), errno.ENOSYS),  # clone3
        ("x86_64", _X86, 16, (0, 0x5412), errno.EPERM),  # TIOCSTI
        ("x86_64", _X86, 16, (0, 0x1_0000_5412), errno.EPERM),  # the kernel does not look at the upper half
        ("x86_64", _X86, 16, (0, 0x541C), errno.EPERM),  # TIOCLINUX
        ("x86_64", _X86, 16, (0x5412, 0x5413), _ALLOW),  # TIOCGWINSZ
        ("x86_64", _X86, 41, (1,), _ALLOW),  # a Unix socket
        ("x86_64", _X86, 41, (40,), errno.EAFNOSUPPORT),  # AF_VSOCK
        ("x86_64", _X86, 41, (38,), errno.EAFNOSUPPORT),  # AF_ALG
        ("x86_64", _X86, 41, (17,), errno.EAFNOSUPPORT),  # AF_PACKET
        ("x86_64", _X86, 135, (0xFFFFFFFF,), _ALLOW),  # personality
        ("x86_64", _X86, 135, (0x0040000,), errno.EPERM),
        ("x86_64", _X86, _NEWEST + 1, (), errno.ENOSYS),
        ("x86_64", _X86, 0x40000000 | 59, (), errno.ENOSYS),  # x32
        ("x86_64", _I386, 26, (), _KILL),  # ptrace of 32 bit
        ("x86_64", _ARM, 0, (), _KILL),
        ("aarch64", _ARM, 63, (), _ALLOW),  # read
        ("aarch64", _ARM, 117, (), errno.EPERM),  # ptrace
        ("aarch64", _ARM, 220, (_NEWUSER,), errno.EPERM),  # clone
        ("aarch64", _ARM, 220, (_THREAD,), _ALLOW),
        ("aarch64", _ARM, 435, (), errno.ENOSYS),
        ("aarch64", _ARM, 29, (0, 0x5412), errno.EPERM),
        ("aarch64", _ARM, 198, (40,), errno.EAFNOSUPPORT),
        ("aarch64", _X86, 0, (), _KILL),
    ],
)
def test_a_call_is_decided(
    machine: str, architecture: int, number: int, arguments: tuple[int, ...], expected: int
) -> None:
    decided = _run(filter_program(machine), architecture, number, *arguments)
    assert decided == (expected if expected in (_ALLOW, _KILL) else _ERRNO | expected)


@pytest.mark.parametrize("machine", _MACHINES)
def test_every_refused_call_is_refused_and_no_other(machine: str) -> None:
    m = _MACHINES[machine]
    by_argument = {m.clone, m.ioctl, m.socket, m.personality, 435}
    assert len(set(m.refused.values())) == len(m.refused)
    for number in set(range(_NEWEST + 1)) - by_argument:
        expected = _ERRNO | errno.EPERM if number in m.refused.values() else _ALLOW
        assert _run(filter_program(machine), m.architecture, number) == expected


def test_a_machine_that_is_not_known_has_no_filter() -> None:
    assert filter_program("riscv64") == b""


@pytest.mark.x11
def test_the_kernel_refuses_what_the_filter_says() -> None:
    if sandbox.why_no_sandbox():
        pytest.skip(sandbox.why_no_sandbox())
    if platform.machine() not in _MACHINES:
        pytest.skip(f"there is no filter for {platform.machine()}")
    device = X11Device((640, 480), sandbox="require")
    numbers = sorted(_MACHINES[platform.machine()].refused.values())
    script = "; ".join(f"$! = 0; syscall({n}, 0, 0, 0, 0, 0, 0); print $!+0, ' '" for n in numbers)
    code, out, _ = device.run(["perl", "-e", f"{script}; print 'end'"])
    assert code == 0
    assert out.split() == [b"1"] * len(numbers) + [b"end"]
    for command in (
        "unshare -Ur true",
        "unshare -m true",
        "setarch -R true",
        "mount -t tmpfs x /tmp",
        "nsenter -t 1 -m",
    ):
        assert device.run(["bash", "-c", command])[0] != 0
    device.close()
