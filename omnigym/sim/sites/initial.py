"""What is on the simulated web when an episode starts, beside what its sites always have."""

from __future__ import annotations

from omnigym.sim.sites._forum_posts import Post, Thread, attached, changed
from omnigym.sim.sites._shop_data import Line, Order, Review, ordered, rated
from omnigym.sim.sites.address import slug
from omnigym.sim.sites.wiki_text import edited
from omnigym.sim.vfs import Vfs, join

_TIMES = "Line,First,Last,Every\n1,5:40,23:20,10 min\n4,6:00,22:50,15 min\n7,6:15,21:45,20 min\n"
_RULES = "Water in the morning.\nNo fires.\nClose the gate.\n"
_LIST = "Rope, 20 m\nWhistle\nFirst aid kit\nTwo litres of water\n"

#: Board, title, posts: (author, day, text, likes, name and content of a file).
_THREADS: tuple[tuple[str, str, tuple[tuple[str, str, str, int, tuple[str, str] | None], ...]], ...] = (
    (
        "Town talk",
        "New tram times",
        (
            (
                "Rita Lang",
                "2025-03-10",
                "The trams have new times from Monday on. I typed them into a table.",
                12,
                ("tram times.csv", _TIMES),
            ),
            ("Joe Park", "2025-03-11", "Thank you! Line 7 is earlier now, at last.", 3, None),
        ),
    ),
    (
        "Town talk",
        "Who waters the allotments?",
        (
            (
                "Oskar Wolf",
                "2025-03-08",
                "We need two people for April. The rules are attached.",
                4,
                ("allotment rules.txt", _RULES),
            ),
        ),
    ),
    (
        "Travel",
        "Which tent for two?",
        (
            ("Mina Sato", "2025-03-12", "We want to sleep at the lake in May. Which tent would you take?", 5, None),
            ("Ben Okoro", "2025-03-12", "The one that stands in four minutes. Everything else is a fight.", 9, None),
            ("Rita Lang", "2025-03-13", "Take a footprint with you, the ground is wet until June.", 2, None),
        ),
    ),
    (
        "Travel",
        "Packing for the north ridge",
        (
            (
                "Ben Okoro",
                "2025-03-05",
                "My list for a day on the ridge. What did I forget?",
                7,
                ("packing.txt", _LIST),
            ),
            ("Mina Sato", "2025-03-06", "A map. Phones do not work up there.", 11, None),
        ),
    ),
    (
        "Cooking",
        "Bread that does not rise",
        (
            ("Joe Park", "2025-03-13", "Third loaf in a row as flat as a plate. The yeast is new. What now?", 1, None),
            ("Oskar Wolf", "2025-03-13", "Is your kitchen cold? Put the dough beside the oven.", 6, None),
        ),
    ),
    (
        "Cooking",
        "Best coffee in town",
        (("Lena Brandt", "2025-03-02", "I say Fourth Coffee in Mill Street. Who disagrees?", 8, None),),
    ),
    (
        "Marketplace",
        "Bicycle for a child wanted",
        (("Sofia Reis", "2025-03-09", "Twenty inches, any colour but pink. We can pick it up.", 0, None),),
    ),
    (
        "Marketplace",
        "Piano to give away",
        (
            ("Paul Adler", "2025-03-07", "It is old and out of tune, but free. Third floor, no lift.", 14, None),
            ("Lena Brandt", "2025-03-08", "Is it still there?", 0, None),
        ),
    ),
)

_ARTICLES = {
    "Lakeside": (
        "| Founded = 1264\n| People = 48,210\n| River = Mill River\n\n"
        "Lakeside is a town on the north shore of [[Contoso Lake]]. It grew around a mill and a market.\n\n"
        "== History ==\nFishermen settled here in the twelfth century. The [[Old Lighthouse]] was built in 1811.\n\n"
        "== Getting about ==\nThree lines of the [[Lakeside tramway]] meet at Central Station."
    ),
    "Contoso Lake": (
        "| Area = 61 square kilometres\n| Depth = 94 metres\n\n"
        "Contoso Lake is the largest lake of the county. It freezes over once in about ten years.\n\n"
        "== Fish ==\n* Perch\n* Pike\n* Trout"
    ),
    "Old Lighthouse": (
        "| Built = 1811\n| Height = 27 metres\n\n"
        "The Old Lighthouse stands at the end of the pier of [[Lakeside]]. Its lamp was put out in 1964.\n\n"
        "== Visiting ==\nIt can be climbed every day from nine to five."
    ),
    "Lakeside tramway": (
        "| Opened = 1908\n| Lines = 3\n\n"
        "The Lakeside tramway has three lines and twenty-six stops.\n\n"
        "== Lines ==\n* Line 1 runs from the harbour to the North Clinic.\n* Line 4 runs along the shore.\n"
        "* Line 7 climbs to the ridge."
    ),
    "Sourdough": (
        "Sourdough is bread that rises with wild yeast instead of bought yeast.\n\n"
        "== Starter ==\nFlour and water stand for a week. The starter is fed every day."
    ),
    "Harmonica": (
        "| Kind = Wind instrument\n\n"
        "A harmonica is played by blowing and drawing air through its holes. See also [[Ukulele]].\n\n"
        "== Tuning ==\nMost players begin with a harmonica in C."
    ),
    "Ukulele": (
        "| Strings = 4\n\n"
        "The ukulele came from Hawaii, where it grew out of small guitars from Portugal.\n\n"
        "== Sizes ==\n* Soprano\n* Concert\n* Tenor\n* Baritone"
    ),
    "Perch": (
        "| Length = up to 50 centimetres\n\n"
        "The perch is a fish with dark stripes and red fins. It lives in [[Contoso Lake]] and hunts in groups."
    ),
    "Heron": "The heron stands still in shallow water until a fish comes near. A pair nests at the [[Old Lighthouse]].",
    "Copper": (
        "| Symbol = Cu\n| Melts at = 1,085 degrees Celsius\n\n"
        "Copper is a red metal that leads heat and electricity well.\n\n== Use ==\n* Wire\n* Roofs\n* Kettles"
    ),
}

_REVIEWS = (
    Review("two-person-tent", "Mina Sato", 5, "Four minutes, as they say. It kept us dry.", "2025-02-20"),
    Review("copper-kettle", "Joe Park", 4, "Beautiful, and loud.", "2025-01-31"),
    Review("studio-headphones", "Lena Brandt", 5, "I hear things in songs that I have known for years.", "2025-03-01"),
)
_ORDERS = (
    Order(
        "10000",
        "2025-02-24",
        (Line("desk-lamp", 1), Line("paper-notebook", 3)),
        "Alex Morgan",
        "14 Mill Street",
        "Lakeside",
        "Standard",
        8940,
        "Delivered",
    ),
)


def with_initial_sites(vfs: Vfs, now_ms: int) -> Vfs:
    """The files with what the sites know, written at the virtual moment ``now_ms``."""
    for board, title, rows in _THREADS:
        name = slug(title)
        posts = [Post(*row[:4], file=row[4][0] if row[4] is not None else "") for row in rows]
        vfs = changed(vfs, Thread(name, title, board, False, tuple(posts)), now_ms)
        for file in [row[4] for row in rows if row[4] is not None]:
            vfs = vfs.write(join(attached(name), file[0]), file[1].encode(), now_ms)
    for title, text in _ARTICLES.items():
        vfs = edited(vfs, title, text, now_ms)
    for review in _REVIEWS:
        vfs = rated(vfs, review, now_ms)
    for order in _ORDERS:
        vfs = ordered(vfs, order, now_ms)
    return vfs


def with_sites_of_yesterday(vfs: Vfs, now_ms: int) -> Vfs:
    """`with_initial_sites` a day before ``now_ms``."""
    return with_initial_sites(vfs, now_ms - 86_400_000)


def with_sites_of_an_hour_ago(vfs: Vfs, now_ms: int) -> Vfs:
    """`with_initial_sites` an hour before ``now_ms``."""
    return with_initial_sites(vfs, now_ms - 3_600_000)
