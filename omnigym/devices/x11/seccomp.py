"""The system calls that a desktop's processes may not make: a seccomp filter, as the kernel's small machine runs it.

Applications are let through; what is refused is what only a way out of the sandbox, or the kernel's least tried
corners, would need: other namespaces, mounts, other processes' memory, kernel modules, keyrings, io_uring, BPF. A
refused call fails with EPERM, as it does for any user without rights; one that is newer than this list, with ENOSYS,
as on an older kernel.
"""

from __future__ import annotations

import errno
import platform
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

__all__ = ["filter_program"]

_LOAD, _EQUAL, _GREATER, _ANY_BIT, _RETURN = 0x20, 0x15, 0x25, 0x45, 0x06
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT = 0, 4, 16
_ALLOW, _ERRNO, _KILL = 0x7FFF0000, 0x00050000, 0x80000000

#: CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET.
_NEW_NAMESPACES = 0x7E020000
#: TIOCSTI types into a terminal, TIOCLINUX pastes into one, in the name of whoever sits there.
_TERMINAL_TRICKS = (0x5412, 0x541C)
#: Unix, IPv4, IPv6, netlink. The others are kernel code that no application here asks for.
_FAMILIES = (1, 2, 10, 16)
#: The ordinary one, and the question which it is.
_PERSONALITIES = (0, 0xFFFFFFFF)
#: The newest call that this list was made with (mseal, Linux 6.10); numbers are the same on all machines since 424.
_NEWEST = 462


@dataclass(frozen=True, slots=True)
class _Machine:
    """The numbers of one kind of processor: its own, and those of calls by name."""

    architecture: int
    clone: int
    ioctl: int
    personality: int
    socket: int
    refused: Mapping[str, int]


_CLONE3 = 435
_EVERYWHERE = {
    "fsconfig": 431,
    "fsmount": 432,
    "fsopen": 430,
    "fspick": 433,
    "io_uring_enter": 426,
    "io_uring_register": 427,
    "io_uring_setup": 425,
    "memfd_secret": 447,
    "mount_setattr": 442,
    "move_mount": 429,
    "open_tree": 428,
    "pidfd_getfd": 438,
    "process_madvise": 440,
    "quotactl_fd": 443,
    "set_mempolicy_home_node": 450,
}
_MACHINES = {
    "x86_64": _Machine(
        architecture=0xC000003E,
        clone=56,
        ioctl=16,
        personality=135,
        socket=41,
        refused=_EVERYWHERE
        | {
            "acct": 163,
            "add_key": 248,
            "adjtimex": 159,
            "bpf": 321,
            "chroot": 161,
            "clock_adjtime": 305,
            "clock_settime": 227,
            "delete_module": 176,
            "fanotify_init": 300,
            "finit_module": 313,
            "init_module": 175,
            "ioperm": 173,
            "iopl": 172,
            "kcmp": 312,
            "kexec_file_load": 320,
            "kexec_load": 246,
            "keyctl": 250,
            "lookup_dcookie": 212,
            "mbind": 237,
            "migrate_pages": 256,
            "modify_ldt": 154,
            "mount": 165,
            "move_pages": 279,
            "nfsservctl": 180,
            "open_by_handle_at": 304,
            "perf_event_open": 298,
            "pivot_root": 155,
            "process_vm_readv": 310,
            "process_vm_writev": 311,
            "ptrace": 101,
            "quotactl": 179,
            "reboot": 169,
            "request_key": 249,
            "set_mempolicy": 238,
            "setdomainname": 171,
            "sethostname": 170,
            "setns": 308,
            "settimeofday": 164,
            "swapoff": 168,
            "swapon": 167,
            "syslog": 103,
            "umount2": 166,
            "unshare": 272,
            "uselib": 134,
            "userfaultfd": 323,
            "vhangup": 153,
        },
    ),
    "aarch64": _Machine(
        architecture=0xC00000B7,
        clone=220,
        ioctl=29,
        personality=92,
        socket=198,
        refused=_EVERYWHERE
        | {
            "acct": 89,
            "add_key": 217,
            "adjtimex": 171,
            "bpf": 280,
            "chroot": 51,
            "clock_adjtime": 266,
            "clock_settime": 112,
            "delete_module": 106,
            "fanotify_init": 262,
            "finit_module": 273,
            "init_module": 105,
            "kcmp": 272,
            "kexec_file_load": 294,
            "kexec_load": 104,
            "keyctl": 219,
            "lookup_dcookie": 18,
            "mbind": 235,
            "migrate_pages": 238,
            "mount": 40,
            "move_pages": 239,
            "nfsservctl": 42,
            "open_by_handle_at": 265,
            "perf_event_open": 241,
            "pivot_root": 41,
            "process_vm_readv": 270,
            "process_vm_writev": 271,
            "ptrace": 117,
            "quotactl": 60,
            "reboot": 142,
            "request_key": 218,
            "set_mempolicy": 237,
            "setdomainname": 162,
            "sethostname": 161,
            "setns": 268,
            "settimeofday": 170,
            "swapoff": 225,
            "swapon": 224,
            "syslog": 116,
            "umount2": 39,
            "unshare": 97,
            "userfaultfd": 282,
            "vhangup": 58,
        },
    ),
}


def filter_program(machine: str = platform.machine()) -> bytes:
    """The filter as bubblewrap takes it; empty for a machine whose system calls are not known here.

    Programs for another kind of processor (32 bit, x32) have other numbers, so they are killed or find no call at all.

    Args:
        machine: The kind of processor, as ``uname -m`` says it.
    """
    if machine not in _MACHINES:
        return b""
    return b"".join(struct.pack("=HBBI", *instruction) for instruction in _instructions(_MACHINES[machine]))


def _instructions(m: _Machine) -> Iterator[tuple[int, int, int, int]]:
    """Code, how many are skipped if it holds and if not, value. Whatever is decided ends the program."""
    not_there, refused = _ERRNO | errno.ENOSYS, _ERRNO | errno.EPERM
    yield _LOAD, 0, 0, _ARCHITECTURE
    yield _EQUAL, 1, 0, m.architecture
    yield _RETURN, 0, 0, _KILL
    yield _LOAD, 0, 0, _NUMBER
    yield _GREATER, 0, 1, _NEWEST  # those of x32 begin at 2**30
    yield _RETURN, 0, 0, not_there
    for number in sorted(m.refused.values()):
        yield _EQUAL, 0, 1, number
        yield _RETURN, 0, 0, refused
    # Its flags are in memory, where a filter cannot look; the C library falls back to the older call.
    yield _EQUAL, 0, 1, _CLONE3
    yield _RETURN, 0, 0, not_there
    yield _EQUAL, 0, 4, m.clone
    yield _LOAD, 0, 0, _FIRST_ARGUMENT
    yield _ANY_BIT, 0, 1, _NEW_NAMESPACES
    yield _RETURN, 0, 0, refused
    yield _RETURN, 0, 0, _ALLOW
    yield from _argument(m.ioctl, 1, _TERMINAL_TRICKS, refused, _ALLOW)
    yield from _argument(m.socket, 0, _FAMILIES, _ALLOW, _ERRNO | errno.EAFNOSUPPORT)
    yield from _argument(m.personality, 0, _PERSONALITIES, _ALLOW, refused)
    yield _RETURN, 0, 0, _ALLOW


def _argument(
    call: int, which: int, values: tuple[int, ...], one_of_them: int, another: int
) -> Iterator[tuple[int, int, int, int]]:
    """Decide a call by one of its arguments; of it the kernel, too, takes only the lower 32 bits."""
    yield _EQUAL, 0, 2 + 2 * len(values), call
    yield _LOAD, 0, 0, _FIRST_ARGUMENT + 8 * which
    for value in values:
        yield _EQUAL, 0, 1, value
        yield _RETURN, 0, 0, one_of_them
    yield _RETURN, 0, 0, another
