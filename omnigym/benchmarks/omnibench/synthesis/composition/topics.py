"""What stories are about, and what one writes and has to do for each: work, home, clubs, studies, travels."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["ARTICLES", "CLUB", "HOME", "PLACES", "PRODUCTS", "SCRIPTS", "STUDY", "THREADS", "TRAVEL", "WORK"]

_Topic = Mapping[str, str]


def _topic(topic: str, title: str, texts: str, items: str, column: str = "Item", measure: str = "Cost") -> _Topic:
    stem = title.casefold().replace(" ", "-").replace("'", "")
    return {
        "topic": topic,
        "title": title,
        "stem": stem,
        "texts": texts,
        "items": items,
        "column": column,
        "measure": measure,
    }


WORK = (
    _topic(
        "the team offsite",
        "Team offsite",
        "We meet for two days outside the office.|Bring something warm for the evening.|The bus leaves at eight.",
        "Book the bus|Order lunch|Reserve two rooms|Print the badges|Ask for allergies",
    ),
    _topic(
        "the product launch",
        "Product launch",
        "The new model is shown to the press first.|All texts have to be ready a week before.|Sales needs the prices.",
        "Check the price list|Invite the press|Test the microphone|Order flowers|Print the flyers",
    ),
    _topic(
        "the budget review",
        "Budget review",
        "Travel cost less than planned.|Two projects are over their budget.|We decide about the rest in April.",
        "Collect the invoices|Compare with last year|Ask for missing receipts|Round the figures|Book a room",
        "Project",
        "Euros",
    ),
    _topic(
        "the new colleague's first week",
        "First week",
        "Everybody takes half an hour for a talk.|The laptop is on the desk on Monday.|Lunch is on us.",
        "Prepare the laptop|Order a badge|Show the building|Plan the first talks|Water the desk plant",
        "Day",
        "Hours",
    ),
    _topic(
        "the office move",
        "Office move",
        "The movers come at seven in the morning.|Each desk gets a number.|What is not packed stays behind.",
        "Order boxes|Label the desks|Cancel the old line|Hand over the keys|Take down the shelves",
        "Room",
        "Boxes",
    ),
    _topic(
        "the trade fair",
        "Trade fair",
        "Our stand is in hall three.|Two of us are there all day.|Leads are written down at once.",
        "Ship the stand|Print business cards|Plan the shifts|Order a screen|Reserve parking",
        "Day",
        "Visitors",
    ),
    _topic(
        "the safety training",
        "Safety training",
        "It takes ninety minutes.|Everybody signs the list.|The exits are shown at the end.",
        "Check the exits|Print the list|Test the alarm|Ask the fire brigade|Refill the first aid box",
        "Floor",
        "People",
    ),
    _topic(
        "the customer survey",
        "Customer survey",
        "Most customers are happy with the delivery.|Every fifth one waits too long.|We ask again in June.",
        "Write the questions|Send the reminder|Count the answers|Draw the winners|Thank everybody",
        "Question",
        "Answers",
    ),
)
HOME = (
    _topic(
        "the birthday party",
        "Birthday party",
        "We begin at four in the garden.|If it rains we are in the barn.|Presents are kept secret.",
        "Bake the cake|Buy candles|Borrow chairs|Choose the music|Hang up the lights",
        "Guest",
        "Plates",
    ),
    _topic(
        "the new kitchen",
        "New kitchen",
        "The oven comes before the cupboards.|The walls are to be yellow.|We cook at the neighbours' meanwhile.",
        "Measure the walls|Choose the tiles|Call the plumber|Sell the old stove|Empty the cupboards",
    ),
    _topic(
        "the vegetable garden",
        "Vegetable garden",
        "Beans go behind the shed.|The soil is still too cold for tomatoes.|Water only in the evening.",
        "Dig the beds|Buy seeds|Mend the fence|Set up the water butt|Sow the peas",
        "Bed",
        "Plants",
    ),
    _topic(
        "the move to the new flat",
        "New flat",
        "We get the keys on a Friday.|The lift is small, so the sofa goes by the stairs.|Pizza for all helpers.",
        "Rent a van|Pack the books|Tell the bank|Read the meters|Paint the bedroom",
        "Room",
        "Boxes",
    ),
    _topic(
        "the tax return",
        "Tax return",
        "All receipts are in the blue box.|The office closes at noon.|Last year it took three evenings.",
        "Sort the receipts|Find the wage slips|Add up the journeys|Sign the form|Copy everything",
        "Month",
        "Euros",
    ),
    _topic(
        "the garage sale",
        "Garage sale",
        "Everything is sold for less than ten.|Books are by the kilo.|What is left goes to charity.",
        "Sort the toys|Write price tags|Get change|Set up tables|Put up posters",
        "Thing",
        "Price",
    ),
)
CLUB = (
    _topic(
        "the choir concert",
        "Choir concert",
        "We sing in the old church.|The rehearsal is an hour before.|Black clothes, please.",
        "Print the programme|Tune the piano|Collect the scores|Sell tickets|Thank the organist",
        "Voice",
        "Singers",
    ),
    _topic(
        "the street festival",
        "Street festival",
        "The street is closed from noon.|Every house brings a cake.|Music until ten.",
        "Ask the town|Rent benches|Find a band|Make a rota|Borrow the tent",
        "House",
        "Cakes",
    ),
    _topic(
        "the book club",
        "Book club",
        "This time we read a short one.|Bring a sentence that you liked.|We choose the next book together.",
        "Reserve the room|Order two copies|Write five questions|Bake biscuits|Return the last book",
        "Book",
        "Votes",
    ),
    _topic(
        "the football cup",
        "Football cup",
        "Eight teams play on two fields.|The final is at five.|Bring two balls for each team.",
        "Draw the groups|Mark the fields|Find referees|Buy medals|Cut oranges",
        "Team",
        "Goals",
    ),
    _topic(
        "the school play",
        "School play",
        "The first act is in the forest.|Costumes are in the gym.|Parents sit in the first rows.",
        "Paint the trees|Learn the lines|Sew the capes|Test the lights|Print the tickets",
        "Part",
        "Lines",
    ),
    _topic(
        "the charity run",
        "Charity run",
        "Every round earns two euros.|The course is around the lake.|Water is at the bridge.",
        "Measure the course|Print numbers|Find sponsors|Order water|Ask the paramedics",
        "Runner",
        "Rounds",
    ),
)
STUDY = (
    _topic(
        "my thesis",
        "Thesis",
        "The second chapter is about method.|Results come before the discussion.|The professor reads it in May.",
        "Check the sources|Number the figures|Rewrite the summary|Ask for the data|Print two copies",
        "Chapter",
        "Pages",
    ),
    _topic(
        "the seminar on rivers",
        "River seminar",
        "Slow rivers carry more sand.|The delta moves every year.|Two floods changed the course.",
        "Read the article|Draw the map|Compare the floods|Prepare a question|Return the atlas",
        "River",
        "Length",
    ),
    _topic(
        "the history exam",
        "History exam",
        "Three questions out of five.|The charter is older than the town.|Dates matter less than reasons.",
        "Repeat the dates|Make cards|Read the charter|Sleep early|Pack two pens",
        "Century",
        "Events",
    ),
    _topic(
        "the biology project",
        "Biology project",
        "The beans grew faster in the shade.|Each pot was measured twice.|Photos were taken on Mondays.",
        "Measure the pots|Take photos|Draw the curve|Clean the lab|Write the summary",
        "Pot",
        "Height",
    ),
    _topic(
        "the Spanish course",
        "Spanish course",
        "Twenty new words a week.|We speak only Spanish on Thursdays.|The exam is in June.",
        "Learn the verbs|Find a partner|Watch a film|Do the exercises|Pay the fee",
        "Week",
        "Words",
    ),
)
TRAVEL = (
    _topic(
        "the trip to Norway",
        "Trip to Norway",
        "We take the night train to Bergen.|The hut is booked for three nights.|It stays light until eleven.",
        "Book the ferry|Buy rain jackets|Renew the passport|Charge the camera|Ask for maps",
        "Place",
        "Nights",
    ),
    _topic(
        "the weekend in Vienna",
        "Weekend in Vienna",
        "The hotel is behind the opera.|On Sunday the museums are free.|We eat at the market.",
        "Reserve a table|Buy tram tickets|Print the booking|Pack a suit|Look up concerts",
        "Museum",
        "Tickets",
    ),
    _topic(
        "the hike along the coast",
        "Coast hike",
        "The path is closed at high tide.|Each stage is about fifteen kilometres.|The last bus goes at seven.",
        "Check the tides|Buy blister plasters|Reserve the hut|Fill the bottles|Tell the neighbours",
        "Stage",
        "Kilometres",
    ),
    _topic(
        "the school trip to the museum",
        "Museum trip",
        "Thirty pupils and three teachers.|The guide meets us at ten.|Everybody brings lunch.",
        "Order the bus|Collect the money|Print the worksheets|Count the pupils|Call the guide",
        "Group",
        "Pupils",
    ),
)


def _article(name: str, about: str) -> _Topic:
    """A story about an article of the wiki."""
    topic = _topic(
        about,
        f"About {name}",
        f"The article on {name} is a good start.|Two sources are missing.|A picture would help.",
        f"Read on {name}|Check two facts|Ask the librarian|Draw a sketch|Note the sources",
        "Fact",
        "Page",
    )
    return {**topic, "article": name, "article_page": name.replace(" ", "_")}


def _place(place: str, start: str, topic: _Topic) -> _Topic:
    """A story that leads to a place on the map."""
    return {**topic, "place": place, "start": start, "where": place}


def _product(product: str, topic: _Topic) -> _Topic:
    """A story for which something is bought."""
    return {**topic, "product": product, "product_id": product.casefold().replace(" ", "-")}


def _thread(thread: str, identity: str, topic: _Topic) -> _Topic:
    """A story that a thread of the forum is about."""
    return {**topic, "thread": thread, "thread_id": identity}


ARTICLES = (
    _article("Perch", "the perch"),
    _article("Copper", "copper"),
    _article("Lakeside", "Lakeside"),
    _article("Harmonica", "the harmonica"),
    _article("Contoso Lake", "Contoso Lake"),
    _article("Sourdough", "sourdough"),
    _article("Ukulele", "the ukulele"),
    _article("Heron", "the heron"),
    _article("Old Lighthouse", "the Old Lighthouse"),
)
PLACES = (
    _place("City Museum", "Central Station", TRAVEL[3]),
    _place("Harbour Grill", "Grand Hotel", HOME[0]),
    _place("Old Lighthouse", "Central Station", TRAVEL[2]),
    _place("Trey Bakery", "Green Market", CLUB[1]),
    _place("Palace Cinema", "City Library", CLUB[4]),
    _place("Rose Garden", "North Clinic", CLUB[5]),
)
PRODUCTS = (
    _product("Desk lamp", WORK[2]),
    _product("Sleeping bag", TRAVEL[0]),
    _product("Copper kettle", HOME[1]),
    _product("Chef knife", HOME[1]),
    _product("Paper notebook", STUDY[4]),
    _product("Ukulele", CLUB[4]),
    _product("Harmonica", CLUB[0]),
)
THREADS = (
    _thread("Which tent for two?", "which-tent-for-two", TRAVEL[2]),
    _thread("Best coffee in town", "best-coffee-in-town", TRAVEL[1]),
    _thread("New tram times", "new-tram-times", TRAVEL[3]),
    _thread("Who waters the allotments?", "who-waters-the-allotments", HOME[2]),
    _thread("Packing for the north ridge", "packing-for-the-north-ridge", TRAVEL[0]),
    _thread("Bread that does not rise", "bread-that-does-not-rise", CLUB[1]),
)


def _script(kind: str, count: int) -> _Topic:
    """A story about a small script that writes numbers into a file."""
    numbers = {
        "squares": (f"1..{count} | % {{ $_ * $_ }}", [n * n for n in range(1, count + 1)]),
        "countdown": (f"{count}..1", list(range(count, 0, -1))),
        "doubles": (f"1..{count} | % {{ $_ * 2 }}", [2 * n for n in range(1, count + 1)]),
    }
    pipe, made = numbers[kind]
    topic = _topic(
        f"the {kind} up to {count}",
        f"{kind.capitalize()} {count}",
        "The script has one line.|It has to run on every computer.|The numbers go into a file.",
        "Read the manual|Test it twice|Write a comment|Ask a colleague|Keep a copy",
    )
    return {
        **topic,
        "script": f"{pipe} | Set-Content $HOME\\Documents\\{kind}.txt",
        "script_name": f"{kind}-{count}.ps1",
        "output": f"Documents/{kind}.txt",
        "result": "\n".join(map(str, made)),
    }


SCRIPTS = tuple(_script(kind, count) for kind in ("squares", "countdown", "doubles") for count in range(3, 15))
