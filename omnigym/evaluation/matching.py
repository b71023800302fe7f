"""The rule by which checks compare stored values with expected values.

Neither the kind nor the amount of white space matters, since people do not notice it. Letter case matters, unless a
check has ``any_case``, as checks of titles and names do.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from omnigym.documents.mail import address_of, split_addresses
from omnigym.errors import UnreadableError
from omnigym.foreign import read_json

__all__ = ["Address", "Lines", "PhoneNumber", "TextMentions", "column_fits", "fits", "json_in", "same_text"]

#: A number as it is dialled at one place has at least so many digits; with prefixes it has at most so many more before
#: them: two for abroad, three of a country, or the code of an area.
_LEAST_DIGITS, _MOST_PREFIX = 7, 6
#: A prefix so short is no area's: it is the code of a country, which is written with a plus, or North America's.
_SHORT_PREFIX = 2
#: A number with what people put between its digits. Stars and hashes are dialled, so they are no such signs.
_SPELT = re.compile(r"[\d\s()./+\u2010-\u2015-]*")
#: A word, with its figures and a sign of per cent: "7%", "x86".
_WORD = re.compile(r"[^\W_]+%?")
#: An amount as a person writes it, and that it has decimals.
_AMOUNT, _DECIMALS = re.compile(r"\d{1,12}([.,]\d{1,4})?"), re.compile(r"[.,]")


@dataclass(frozen=True, slots=True)
class PhoneNumber:
    """An expected phone number, in any spelling, with or without a country prefix.

    >>> column_fits("+1 (555) 014-2207", PhoneNumber("555-014-2207"))
    True
    >>> column_fits("555-114-2207", PhoneNumber("555-014-2207"))
    False
    >>> column_fits("#555-014-2207", PhoneNumber("555-014-2207"))
    False
    """

    number: str

    def reaches(self, other: str) -> bool:
        """Return whether another spelling means the same number; only digits and separators are allowed."""
        if self.number != other and _SPELT.fullmatch(other) is None:
            return False
        (a, _), (b, longer) = sorted([(_digits(n), n) for n in (self.number, other)], key=lambda each: len(each[0]))
        # The nought before an area code goes when the code of a country comes before it.
        own = a.lstrip("0")
        prefix = b.removesuffix(own)
        if a == b or len(a) < _LEAST_DIGITS or prefix == b or len(prefix) > _MOST_PREFIX:
            return a == b
        return len(prefix) > _SHORT_PREFIX or prefix in ("", "0", "1") or longer.strip().startswith("+")


@dataclass(frozen=True, slots=True)
class Address:
    """An expected line of mail addresses, each of which is one of some, or with ``none`` none of which is.

    >>> column_fits("Al <al@example.com>", Address(("al@example.com",)))
    True
    >>> column_fits("Al <al@example.com>", Address(("al@example.com",), none=True)), column_fits("", Address(()))
    (False, False)
    """

    those: tuple[str, ...]
    none: bool = False

    def fits(self, line: str) -> bool:
        """Return whether a line of addresses matches; a line without an address does not."""
        people = [address_of(person) for person in split_addresses(line)]
        return bool(people) and all((person in self.those) != self.none for person in people)


@dataclass(frozen=True, slots=True)
class TextMentions:
    """An expected text that contains certain facts, among other words; without facts, any text matches.

    >>> column_fits("About 7% of it is used", TextMentions(("7%",))), column_fits("77% of it", TextMentions(("7%",)))
    (True, False)
    """

    texts: tuple[str, ...] = ()

    def count(self, text: str) -> int:
        """Return the number of facts that a text contains, as whole words in any letter case."""
        words = _WORD.findall(text.casefold())
        return sum(_occurs(_WORD.findall(wanted.casefold()), words) for wanted in self.texts)

    def is_said(self, text: str) -> bool:
        """Return whether a text contains all of the facts."""
        return self.count(text) == len(self.texts)


@dataclass(frozen=True, slots=True)
class Lines:
    r"""An expected list of texts with one line for each, in any letter case; further lines are allowed.

    >>> column_fits("notes.txt\nbudget.txt", Lines(("budget.txt",)))
    True
    >>> column_fits("budget.txt.bak", Lines(("budget.txt",)))
    False
    """

    texts: tuple[str, ...]

    def are_in(self, text: str) -> bool:
        """Return whether a text has a line for each text of the list."""
        return all(any(same_text(line, wanted, True) for line in text.split("\n")) for wanted in self.texts)


def _occurs(sought: list[str], words: list[str]) -> bool:
    return bool(sought) and any(words[i : i + len(sought)] == sought for i in range(len(words)))


def _digits(number: str) -> str:
    return "".join(filter(str.isdecimal, number))


#: A text may have so many more line breaks than the wanted one, and one for so many characters, as lines are wrapped.
_FREE_BREAKS, _WRAPPED = 2, 50


def json_in(content: bytes | str) -> Any:
    """Return the value of a JSON text, or None if it is not valid JSON."""
    try:
        return read_json(content if isinstance(content, bytes) else content.encode("utf-8", "replace"))
    except UnreadableError:
        return None


def same_text(a: object, b: str, any_case: bool = False) -> bool:
    r"""Return whether a value is a text equal to ``b``, except for blanks, and for line breaks as programs wrap lines.

    >>> same_text("two  litres", "two litres"), same_text("Milk", "milk"), same_text("Milk", "milk", any_case=True)
    (True, False, True)
    >>> same_text("Dear Ann,\n\nhello", "Dear Ann,\nhello"), same_text("one\nword\na\nline", "one word a line")
    (True, False)
    """
    if not isinstance(a, str) or a.strip().count("\n") > b.count("\n") + _FREE_BREAKS + len(b) // _WRAPPED:
        return False
    return (a.casefold().split() == b.casefold().split()) if any_case else (a.split() == b.split())


def fits(found: object, wanted: object, any_case: bool = False) -> bool:
    """Return whether a JSON value matches; objects may have more fields and lists more items, in any order.

    >>> fits({"id": 1, "tags": ["a", "b"]}, {"tags": ["b"]}), fits({"id": 1}, {"id": "1"})
    (True, False)
    """
    if isinstance(wanted, Mapping):
        return isinstance(found, Mapping) and all(fits(found.get(k), v, any_case) for k, v in wanted.items())
    if isinstance(wanted, list | tuple):
        return isinstance(found, list) and all(any(fits(item, value, any_case) for item in found) for value in wanted)
    if isinstance(wanted, str):
        return same_text(found, wanted, any_case)
    return type(found) is type(wanted) and bool(found == wanted)


def _same_amount(found: str, wanted: str) -> bool:
    amounts = [_AMOUNT.fullmatch(text.strip()) for text in (found, wanted)]
    if None in amounts or _DECIMALS.search(wanted) is None:
        return False
    a, b = [Decimal(text.strip().replace(",", ".")) for text in (found, wanted)]
    return a == b


def column_fits(found: str, wanted: object, any_case: bool = False) -> bool:
    """Return whether a column of a row matches: columns are text, true is "1", and a list or an object is JSON.

    A `PhoneNumber` is wanted in any spelling, and so is an amount, a text that is a number with decimals; a
    `TextMentions` is wanted among any words, and `Lines` among any lines.

    >>> column_fits("1", True), column_fits("7", 7), column_fits('["x", "y"]', ["y"])
    (True, True, True)
    >>> column_fits("48.2", "48.20"), column_fits("312", "312.00"), column_fits("007", "7")
    (True, True, False)
    """
    if isinstance(wanted, PhoneNumber):
        return wanted.reaches(found)
    if isinstance(wanted, Address):
        return wanted.fits(found)
    if isinstance(wanted, TextMentions):
        return wanted.is_said(found)
    if isinstance(wanted, Lines):
        return wanted.are_in(found)
    if isinstance(wanted, bool):
        return found == str(int(wanted))
    if isinstance(wanted, int | float):
        return found == str(wanted)
    if isinstance(wanted, str):
        return same_text(found, wanted, any_case) or _same_amount(found, wanted)
    return fits(json_in(found), wanted, any_case)
