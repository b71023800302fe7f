"""Draws from a seed, the same on every machine and in every version of Python."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

__all__ = ["FIRST_NAMES", "LAST_NAMES", "SLOTS", "Draw"]


_T = TypeVar("_T")
#: How often a text is drawn again because a word that is kept free occurs in it.
_TRIES = 40


class Draw:
    """A source of choices.

    Only ``Random.random`` is used, the one method whose values Python promises for all versions; a text as the seed is
    hashed by SHA-512.

    Args:
        seed: What decides all choices.
        free: Texts without upper-case letters that nothing made up may have in it, for a task asks about them.
    """

    def __init__(self, seed: str, free: Sequence[str] = ()) -> None:
        self._random, self._free = random.Random(seed), free

    def below(self, count: int) -> int:
        """Return a number in [0, count)."""
        return int(self._random.random() * count)

    def between(self, low: int, high: int) -> int:
        """Return a number in [low, high]."""
        return low + self.below(high - low + 1)

    def pick(self, items: Sequence[_T]) -> _T:
        """Return one of some items."""
        return items[self.below(len(items))]

    def some(self, items: Sequence[_T], count: int) -> list[_T]:
        """Return ``count`` different items, or all items if they are fewer."""
        left, out = list(items), list[_T]()
        while left and len(out) < count:
            out.append(left.pop(self.below(len(left))))
        return out

    def text(self, make: Callable[[], str]) -> str:
        """Return a text without reserved words; "" if each of many attempts contains one."""
        for _ in range(_TRIES):
            made = make()
            if not self.says(made):
                return made
        return ""

    def says(self, text: str) -> bool:
        """Return whether a reserved word occurs in a text."""
        folded = text.casefold()
        for word in self._free:  # noqa: SIM110 - half the time of `any`, for each sentence that is made up
            if word in folded:
                return True
        return False


# -- vocabulary -------------------------------------------------------------------------------------------------------

# The words of which contents are made; `omnigym.tasks.worlds.writing` puts them into the sentences of ``matters.toml``.
#
# No entry has a line break, a comma or a character that keyboards do not have, so each can stand in a cell and in a
# line.


def _entries(text: str) -> tuple[str, ...]:
    """What stands between slashes."""
    return tuple(" ".join(entry.split()) for entry in text.split("/"))


FIRST_NAMES = _entries("""
Adele / Agnes / Amir / Anton / Astrid / Beatrix / Bruno / Camille / Cedric / Clara / Dario / Edda / Elias / Esther /
Fabian / Farid / Felice / Frida / Gideon / Greta / Hakan / Helena / Hugo / Ida / Ilse / Ivan / Jasper / Judith /
Kaspar / Katya / Leander / Livia / Malik / Marlene / Milan / Nadia / Niels / Odile / Oskar / Paola / Quentin /
Rafael / Renata / Ruben / Sabine / Salma / Selma / Stefan / Tamara / Tobias / Ulrich / Vera / Viktor / Wanda / Xenia
/ Yusuf / Zora
""")
LAST_NAMES = _entries("""
Abel / Adler / Almeida / Arnold / Baxter / Beck / Bianchi / Castell / Conrad / Dahl / Dorn / Duval / Eklund / Engel
/ Faber / Falk / Ferreira / Gruber / Haas / Halloran / Hirsch / Holm / Ivers / Jansen / Kaya / Keller / Kowalski /
Lambert / Lang / Lund / Marek / Meyer / Moreau / Nilsson / Novak / Okada / Olsen / Paulsen / Petit / Quist / Rahman
/ Reuter / Rosen / Sandberg / Sauer / Silva / Stein / Tanner / Thorne / Ullmann / Vance / Vogel / Wagner / Winter /
Yilmaz / Ziegler
""")
SLOTS: Mapping[str, tuple[str, ...]] = {
    "firm": _entries("""
Alder Street Press / Bellweather Tools / Birchline Foods / Blue Lantern Travel / Castor Logistics / Cobalt Printing
/ Delmar Textiles / Eastgate Clinic / Fernhill Nursery / Granite Works / Hollis & Ray / Ironwood Cycles / Juniper
Dental / Kestrel Media / Linden Bakery / Marlow Insurance / Nimbus Energy / Oakfield Schools / Pelican Boats /
Quarry Lane Studio / Redwing Couriers / Saltmarsh Hotels
"""),
    "place": _entries("""
Ashford / Avignon / Basel / Bergen / Bologna / Brno / Cadiz / Cork / Dresden / Dundee / Evora / Galway / Ghent /
Graz / Innsbruck / Kalmar / Leiden / Linz / Lucca / Lund / Malaga / Nantes / Odense / Ostend / Poznan / Riga /
Salzburg / Split / Tallinn / Tours / Trieste / Utrecht / Vaasa
"""),
    "thing": _entries("""
the address book / the blue folder / the brass lamp / the camera bag / the catalogue / the church hall / the coffee
machine / the dictionary / the double bass / the exhibition / the fence / the film festival / the fishing boat / the
floor plan / the grand piano / the guide book / the herb garden / the insurance / the kitchen clock / the ladder /
the lending library / the long table / the market stall / the model / the old bridge / the photo wall / the
projector / the reading group / the roof / the rowing club / the sewing machine / the signpost / the small van / the
spare tyres / the stage curtain / the stove / the summer fair / the tent / the tool shed / the train set / the
waiting room / the water pump
"""),
    "month": _entries("""
January / February / March / April / May / June / July / August / September / October / November / December
"""),
    "weekday": _entries("""
Monday / Tuesday / Wednesday / Thursday / Friday / Saturday / Sunday
"""),
}
