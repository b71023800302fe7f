"""Keys and signatures."""

from __future__ import annotations

import base64
import random
import struct

import pytest

from omnigym.devices.phone.transport import TOKEN_SIZE, PublicKey

EXPONENT = 65537
TOKEN = bytes(range(TOKEN_SIZE))


def prime(seed: int) -> int:
    candidate = random.Random(seed).getrandbits(1024) | 1 | 3 << 1022
    while pow(2, candidate - 1, candidate) != 1 or (candidate - 1) % EXPONENT == 0:
        candidate += 2
    return candidate


@pytest.fixture(scope="module")
def pair() -> tuple[PublicKey, int]:
    p, q = prime(1), prime(2)
    return PublicKey(p * q, EXPONENT), pow(EXPONENT, -1, (p - 1) * (q - 1))


def signature(pair: tuple[PublicKey, int], token: bytes) -> bytes:
    key, private = pair
    digest = bytes.fromhex("3021300906052b0e03021a05000414") + token
    padded = b"\x00\x01" + b"\xff" * (256 - 3 - len(digest)) + b"\x00" + digest
    return pow(int.from_bytes(padded, "big"), private, key.modulus).to_bytes(256, "big")


def test_a_line_of_a_public_key(pair: tuple[PublicKey, int]) -> None:
    key, _ = pair
    raw = struct.pack("<II", 64, 0) + key.modulus.to_bytes(256, "little") + bytes(256) + struct.pack("<I", EXPONENT)
    assert PublicKey.parse(base64.b64encode(raw) + b" someone@host\0") == key


def test_signatures(pair: tuple[PublicKey, int]) -> None:
    key, _ = pair
    signed = signature(pair, TOKEN)
    assert key.signed(TOKEN, signed)
    assert not key.signed(TOKEN[::-1], signed)
    assert not key.signed(TOKEN, signed[::-1])
    assert not key.signed(TOKEN, signed[:-1])


@pytest.mark.parametrize("line", [b"", b"!!", base64.b64encode(b"short"), base64.b64encode(bytes(524))])
def test_no_key(line: bytes) -> None:
    with pytest.raises(ValueError, match="expected a"):
        PublicKey.parse(line)
