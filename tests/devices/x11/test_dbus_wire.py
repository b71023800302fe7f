from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omnigym.devices.x11.dbus_wire import DBusVariant, call_message, decode, encode, read_message, split

_TEXT = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"), max_size=20)
_BASIC: dict[str, st.SearchStrategy[Any]] = {
    "y": st.integers(0, 2**8 - 1),
    "n": st.integers(-(2**15), 2**15 - 1),
    "q": st.integers(0, 2**16 - 1),
    "i": st.integers(-(2**31), 2**31 - 1),
    "u": st.integers(0, 2**32 - 1),
    "x": st.integers(-(2**63), 2**63 - 1),
    "t": st.integers(0, 2**64 - 1),
    "d": st.floats(allow_nan=False),
    "b": st.booleans(),
    "s": _TEXT,
    "o": st.just("/org/example/a_1"),
    "g": st.sampled_from(["", "s", "a{sv}", "(iu)ay"]),
}
_SIGNATURES = st.recursive(
    st.sampled_from(sorted(_BASIC)),
    lambda inner: st.one_of(
        inner.map(lambda s: "a" + s),
        st.lists(inner, min_size=1, max_size=3).map(lambda parts: "(" + "".join(parts) + ")"),
        st.tuples(st.sampled_from("isyb"), inner).map(lambda kv: "a{" + kv[0] + kv[1] + "}"),
    ),
    max_leaves=6,
)


def _values(kind: str) -> st.SearchStrategy[Any]:
    if kind in _BASIC:
        return _BASIC[kind]
    if kind[0] == "a":
        if kind[1] == "{":
            key, value = split(kind[2:-1])
            return st.dictionaries(_values(key), _values(value), max_size=3)
        return st.lists(_values(kind[1:]), max_size=3)
    return st.tuples(*(_values(part) for part in split(kind[1:-1])))


@given(st.lists(_SIGNATURES, max_size=3).flatmap(lambda s: st.tuples(st.just("".join(s)), st.tuples(*map(_values, s)))))
def test_what_is_encoded_is_decoded(case: tuple[str, tuple[Any, ...]]) -> None:
    signature, values = case
    assert decode(signature, encode(signature, values)) == values


@given(_SIGNATURES.flatmap(lambda s: st.tuples(st.just(s), _values(s))))
def test_a_variant_gives_its_value(case: tuple[str, Any]) -> None:
    signature, value = case
    assert decode("v", encode("v", (DBusVariant(signature, value),))) == (value,)


@given(st.lists(_SIGNATURES, max_size=4))
def test_split_loses_nothing(parts: list[str]) -> None:
    assert list(split("".join(parts))) == parts


@pytest.mark.parametrize("signature", ["(", "a", "(s", "z", "a{s", "s)"])
def test_broken_signatures_are_refused(signature: str) -> None:
    with pytest.raises(ValueError, match="signature"):
        split(signature)


def test_known_bytes() -> None:
    # From the D-Bus specification, "Marshaling": an array of one 64-bit integer, 5, after a 4-byte value.
    assert encode("uat", (1, [5])) == bytes.fromhex("01000000 08000000 0500000000000000".replace(" ", ""))
    assert encode("at", ([5],)) == bytes.fromhex("08000000 00000000 0500000000000000".replace(" ", ""))


def test_a_message_is_read_whole_or_not_at_all() -> None:
    body = encode("ss", ("interface", "property"))
    data = call_message(7, "org.example", "/a", "org.example.I", "Get", "ss", body)
    for size in range(len(data)):
        assert read_message(bytearray(data[:size]), 0) is None
    found = read_message(bytearray(data + data), len(data))
    assert found is not None
    message, end = found
    assert end == 2 * len(data)
    assert message.kind == 1
    assert message.values() == ("interface", "property")


@pytest.mark.parametrize(
    "extra", [DBusVariant("s", "x"), DBusVariant("v", DBusVariant("u", 5)), DBusVariant("a(ii)", [(1, 2)])]
)
def test_fields_that_nobody_knows_are_passed_over(extra: DBusVariant) -> None:
    fields = [(5, DBusVariant("u", 7)), (20, extra), (8, DBusVariant("g", "s"))]
    array = encode("ua(yv)", (0, fields))[4:]
    body = encode("s", ("hello",))
    head = b"l\2\0\1" + len(body).to_bytes(4, "little") + (1).to_bytes(4, "little")
    data = head + array + bytes(-len(head + array) % 8) + body
    found = read_message(bytearray(data), 0)
    assert found is not None
    message, end = found
    assert (message.reply_to, message.signature, message.values(), end) == (7, "s", ("hello",), len(data))
