"""What both stages of the stand-in use: reports on the serial port, media, and the TPM."""

import json
import os
import socket
import subprocess
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

SERIAL = "/dev/ttyS0"
PORT = os.open(SERIAL, os.O_RDWR | os.O_NOCTTY)
ANSWERS = Path("/answers")


def report(text: str) -> None:
    """Write a line as programs of the guest do."""
    os.write(PORT, f"omnigym: {text}\n".encode())


def busybox(*words: str) -> str:
    """Run a program of busybox, and return what it says."""
    return subprocess.run(["/bin/busybox", *words], check=True, capture_output=True, text=True).stdout


def find_answers(wait: float) -> Path | None:
    """Mount the medium whose root has an answer file, as Windows Setup looks for one."""
    end = time.monotonic() + wait
    while True:
        for drive in sorted(Path("/dev").glob("sr*")):
            if not subprocess.run(
                ["/bin/busybox", "mount", "-o", "ro", str(drive), str(ANSWERS)], check=False, capture_output=True
            ).returncode:
                if (ANSWERS / "autounattend.xml").is_file() or (ANSWERS / "omnigym").is_dir():
                    return ANSWERS
                busybox("umount", str(ANSWERS))
        if time.monotonic() > end:
            return None
        time.sleep(0.2)


def secure_boot() -> bool:
    """Whether Secure Boot is enforced."""
    found = list(Path("/sys/firmware/efi/efivars").glob("SecureBoot-*"))
    return bool(found) and found[0].read_bytes()[-1] == 1


def end(how: str) -> None:
    """Restart or switch off."""
    os.sync()
    busybox(how, "-f")
    time.sleep(3600)


def run(stage: Callable[[], None]) -> None:
    """Run a stage as the first process; a failure is reported, and the machine waits as Setup does with a message."""
    try:
        stage()
    except (Exception, SystemExit):  # noqa: BLE001 - the first process may not end
        report("failed standin " + traceback.format_exc().replace("\n", " | ")[-600:])
    converse()


# -- the TPM, by its own commands (TPM 2.0 library specification, part 3) ---------------------------------------------

_PASSWORD = bytes.fromhex("00000009 40000009 0000 00 0000")
_INDEX = 0x01500020


def tpm(code: int, handles: list[int], parameters: bytes, *, authorized: bool = True) -> bytes:
    """Send a command, and return what follows the header of the answer."""
    body = b"".join(h.to_bytes(4, "big") for h in handles) + (_PASSWORD if authorized else b"") + parameters
    tag = 0x8002 if authorized else 0x8001
    with open("/dev/tpm0", "r+b", buffering=0) as device:
        device.write(tag.to_bytes(2, "big") + (10 + len(body)).to_bytes(4, "big") + code.to_bytes(4, "big") + body)
        answer = device.read(4096)
    failed = int.from_bytes(answer[6:10], "big")
    if failed:
        raise OSError(f"TPM command {code:#x} failed: {failed:#x}")
    return answer[10:]


def converse() -> None:
    """Answer commands that come by the guest server's port, a line each: a test drives the TPM this way."""
    network()
    with socket.create_server(("", 8650)) as server:
        while True:
            with server.accept()[0] as peer, peer.makefile("rw") as lines:
                for line in lines:
                    try:
                        said: Any = COMMANDS[line.split()[0]](*line.split()[1:])
                    except Exception as e:  # noqa: BLE001 - whatever it is, the test shows it
                        said = repr(e)
                    lines.write(json.dumps(said) + "\n")
                    lines.flush()


def network() -> None:
    """Take the address that QEMU forwards to."""
    for words in ("lo 127.0.0.1", "eth0 10.0.2.15"):
        busybox("ifconfig", *words.split(), "up")


def _pcr(number: str) -> str:
    return Path(f"/sys/class/tpm/tpm0/pcr-sha256/{number}").read_text().strip()


def _extend(number: str, digest: str) -> str:
    tpm(0x182, [int(number)], b"\0\0\0\1\0\x0b" + bytes.fromhex(digest))
    return _pcr(number)


def _define(size: str) -> str:
    public = _INDEX.to_bytes(4, "big") + bytes.fromhex("000b 02060006 0000") + int(size).to_bytes(2, "big")
    tpm(0x12A, [0x40000001], b"\0\0" + len(public).to_bytes(2, "big") + public)
    return "defined"


def _write(text: str) -> str:
    tpm(0x137, [_INDEX, _INDEX], len(text).to_bytes(2, "big") + text.encode() + b"\0\0")
    return text


def _read(size: str) -> str:
    return tpm(0x14E, [_INDEX, _INDEX], int(size).to_bytes(2, "big") + b"\0\0")[6 : 6 + int(size)].decode()


def _facts() -> dict[str, object]:
    return {
        "tpm": Path("/sys/class/tpm/tpm0/tpm_version_major").read_text().strip(),
        "secure_boot": secure_boot(),
        "screen": Path("/sys/class/graphics/fb0/virtual_size").read_text().strip(),
        "python": sys.version.split()[0],
    }


COMMANDS: dict[str, Callable[..., object]] = {
    "facts": _facts,
    "pcr": _pcr,
    "extend": _extend,
    "define": _define,
    "write": _write,
    "read": _read,
}
