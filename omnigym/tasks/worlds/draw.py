"""Draws from a seed, the same on every machine and in every version of Python."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

__all__ = ["FIRST_NAMES", "LAST_NAMES", "SENTENCES", "SLOTS", "TOPICS", "Draw"]


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

# The words of which contents are made. Slots in angle brackets are filled by `omnigym.tasks.worlds.writing`.
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
#: What a letter, a note or a mail is about; its first line.
TOPICS = _entries("""
About <thing> for <place> / A word on <thing> / News from <firm> / From our visit to <place> / Handover to <person>
/ How we go on with <thing> / List for <weekday> / Looking back on <month> / Notes from <place> / Offer by <firm> /
Open points on <thing> / Order of <count> pieces / Plans for <month> / Questions to <person> / Reminder for
<weekday> / Talk with <person> / The move to <place> / Thoughts on <thing> / To do before <month> / What <firm>
wrote / What was said in <place> / Work on <thing>
""")
SENTENCES = _entries("""
<person> asked for <count> copies of <thing>. / <person> will bring <thing> on <weekday>. / <person> has the key to
the room in <place>. / <person> and <person> share a car to <place>. / <firm> sent us <count> boxes instead of
<count>. / <firm> wants an answer before the end of <month>. / <firm> has moved to <place> and kept its number. / We
still wait for <thing> from <firm>. / We met <person> near <place> and talked about <thing>. / We need <count>
chairs and one table more. / Nobody has looked after <thing> since <month>. / The bill for <thing> came to <amount>
in all. / The road to <place> is closed until <month>. / The door was open again when <person> came on <weekday>. /
The second part has <count> pages and a map of <place>. / The weather in <place> was better than in <month>. / Half
of <thing> belongs to <person>. / Of <count> people in <month> half are still here. / In <place> they do it without
<thing>. / It took <count> days to find <thing>. / It was <person> who thought of it first. / On <weekday> we stay
at home if it rains. / Please ask <firm> whether they still have <thing>. / Please keep <weekday> free for <person>.
/ Somebody has to tell <firm> about <thing>. / Without <thing> it would cost <amount> less. / There is room for
<count> guests in <place>. / From <place> one gets there in <count> minutes. / Two of the windows look out on
<place>. / My copy of <thing> is with <person> now. / I gave <thing> to <person> in <place>. / I promised <firm> a
first draft in <month>. / On <weekday> the shop in <place> opens later. / Last time <person> paid <amount> for
<thing>. / Until <month> everything stays where it is.
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
