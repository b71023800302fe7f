"""Adb's authentication: the host signs a token with a key that the phone knows.

A host's public key comes as base64 of Android's own layout: the modulus as little-endian words, behind two numbers of
Montgomery's method and before the exponent. The signature is PKCS #1 v1.5 over the token as if it were a SHA-1 digest.
"""

from __future__ import annotations

import base64
import binascii
import struct
from typing import NamedTuple

__all__ = ["TOKEN_SIZE", "PublicKey"]

TOKEN_SIZE = 20
_WORDS = 64  # of 32 bits: 2048 altogether
#: DER that says "a SHA-1 digest follows".
_SHA1_PREFIX = bytes.fromhex("3021300906052b0e03021a05000414")


class PublicKey(NamedTuple):
    """An RSA key."""

    modulus: int
    exponent: int

    @classmethod
    def parse(cls, line: bytes) -> PublicKey:
        """The key of a line of ``adbkey.pub``.

        Raises:
            ValueError: It is none.
        """
        try:
            raw = base64.b64decode(line.strip(b"\0 \n").split(b" ")[0], validate=True)
            words, _, modulus, _, exponent = struct.unpack(f"<II{4 * _WORDS}s{4 * _WORDS}sI", raw)
        except (binascii.Error, struct.error) as e:
            raise ValueError(f"expected a line of adbkey.pub, got {line[:40]!r}: {e}") from None
        if words != _WORDS:
            raise ValueError(f"expected a key of 2048 bits, got one of {words * 32}")
        return cls(int.from_bytes(modulus, "little"), exponent)

    def signed(self, token: bytes, signature: bytes) -> bool:
        """Whether the owner of this key signed the token."""
        size = 4 * _WORDS
        if len(signature) != size:
            return False
        opened = pow(int.from_bytes(signature, "big"), self.exponent, self.modulus).to_bytes(size, "big")
        tail = b"\x00" + _SHA1_PREFIX + token
        return opened == b"\x00\x01" + b"\xff" * (size - 2 - len(tail)) + tail
