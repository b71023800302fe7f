"""The served phone has many clients at once; one that is slow is nobody else's concern."""

from __future__ import annotations

import socket

import pytest

from omnigym.devices.phone.process import PhoneConfig, PhoneProcess

_DEADLINE_S = 20
_REQUEST, _ANSWER = b"000chost:version", b"OKAY00040029"


def _connect(phone: PhoneProcess, said: bytes) -> socket.socket:
    client = socket.create_connection(("127.0.0.1", phone.smart_port), _DEADLINE_S)
    client.sendall(said)
    return client


def _answer(client: socket.socket) -> bytes:
    got = b""
    while len(got) < len(_ANSWER) and (more := client.recv(len(_ANSWER) - len(got))):
        got += more
    return got


def test_clients_that_are_slow_keep_nobody_waiting(capfd: pytest.CaptureFixture[str]) -> None:
    with PhoneProcess(PhoneConfig((270, 600))) as phone:
        slow = _connect(phone, _REQUEST[:1])
        silent = socket.create_connection(("127.0.0.1", phone.port), _DEADLINE_S)
        feeding = _connect(phone, b"0012host:transport-any0011shell:cat > /x.txt"[:-3])
        for byte in _REQUEST[1:]:  # between any two of its bytes another one is answered
            with _connect(phone, _REQUEST) as quick:
                assert _answer(quick) == _ANSWER
            slow.sendall(bytes([byte]))
        assert _answer(slow) == _ANSWER
        open_ = [silent, feeding, _connect(phone, _REQUEST[:7])]
    for client in (slow, *open_):
        client.close()
    assert capfd.readouterr().err == "", "what was open when the phone ended is closed without a word"


@pytest.mark.parametrize(
    "line", ["screencap -p;" * 4_000, "uiautomator dump;" * 3_000, "input swipe 1 1 9 9 60000;" * 2_000]
)
def test_a_long_line_keeps_nobody_waiting(line: str) -> None:
    said = f"shell:{line}".encode()
    with PhoneProcess(PhoneConfig((270, 600))) as phone:
        taken = b"0012host:transport-any%04x" % len(said) + said
        with _connect(phone, taken) as busy:
            busy.recv(8)  # it has been taken
            for _ in range(3):
                with _connect(phone, _REQUEST) as quick:
                    quick.settimeout(15.0)
                    assert _answer(quick) == _ANSWER
