"""Zip archives whose files are encrypted by a password: the cipher of PKWARE's APPNOTE 6.1, which any program reads.

`zipfile` decrypts it, but does not encrypt.
"""

from __future__ import annotations

import io
from hashlib import sha256
from struct import pack
from zipfile import ZipFile
from zlib import crc32

from omnigym.foreign import within

__all__ = ["SECRET_BYTES", "locked_zip"]

#: The cipher takes each byte by itself, a second for a megabyte and a half.
SECRET_BYTES = 2_000_000
_SALT = 12
_TABLE = tuple([crc32(bytes([n]), 0xFFFFFFFF) ^ 0xFFFFFFFF for n in range(256)])
#: Of a member: encrypted, and its name in UTF-8.
_FLAGS = 0x801


def locked_zip(archive: bytes, password: bytes) -> bytes:
    """Return an archive of stored files with all of them encrypted; the same bytes for the same archive and password.

    Raises:
        TooLargeError: It has more than is encrypted.
    """
    out, listed = bytearray(), bytearray()
    with ZipFile(io.BytesIO(archive)) as plain:
        members = plain.infolist()
        within(sum([m.file_size for m in members]), SECRET_BYTES, "bytes to encrypt")
        for member in members:
            content, name, start = plain.read(member), member.filename.encode(), len(out)
            year, month, day, hour, minute, second = member.date_time
            moment = (hour << 11 | minute << 5 | second // 2, (year - 1980) << 9 | month << 5 | day)
            salt = sha256(name + content).digest()[: _SALT - 1] + bytes([member.CRC >> 24])
            hidden = _encrypted(salt + content, password)
            facts = pack("<5H3I2H", 20, _FLAGS, 0, *moment, member.CRC, len(hidden), len(content), len(name), 0)
            out += b"PK\3\4" + facts + name + hidden
            listed += b"PK\1\2" + pack("<H", 20) + facts + pack("<3H2I", 0, 0, 0, 0, start) + name
        ends = pack("<4H2IH", 0, 0, len(members), len(members), len(listed), len(out), len(plain.comment))
        return bytes(out + listed + b"PK\5\6" + ends + plain.comment)


def _encrypted(content: bytes, password: bytes) -> bytes:
    first, second, third = 0x12345678, 0x23456789, 0x34567890
    out, table = bytearray(), _TABLE

    def turn(byte: int) -> None:
        nonlocal first, second, third
        first = first >> 8 ^ table[(first ^ byte) & 255]
        second = ((second + (first & 255)) * 0x08088405 + 1) & 0xFFFFFFFF
        third = third >> 8 ^ table[(third ^ second >> 24) & 255]

    for byte in password:
        turn(byte)
    for byte in content:
        mask = third | 2
        out.append(byte ^ (mask * (mask ^ 1) >> 8) & 255)
        turn(byte)
    return bytes(out)
