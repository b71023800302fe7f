"""The issue tracker (Roundup) in the real browser."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.a11y import Role
from omnigym.actions import Action, Submit
from omnigym.tasks.apps.web._steps import at, choose, click, go, row, rows_of, write
from omnigym.tasks.apps.web._tracker_steps import TRACKER, number_in_front, open_issue, submit
from omnigym.tasks.subtask import UI, Condition, Resource, subtask
from omnigym.tasks.trials import right_way, wrong_run

__all__: list[str] = []


@subtask(
    **TRACKER,
    id="tracker/create",
    instruction="In the Helpdesk tracker, create an issue '{title}' of priority {priority}.",
    parameters=rows_of(
        ("title", "priority"),
        ("The printer in room 4 is jammed", "bug"),
        ("Order a new monitor", "wish"),
        ("The door opener does not answer", "urgent"),
        ("Show prices with tax", "feature"),
        ("No heating on the second floor", "critical"),
        ("Links in the newsletter are broken", "bug"),
        ("Add a Portuguese translation", "feature"),
        ("The alarm rings at night", "urgent"),
    ),
    conditions=(
        row(
            "tracker/issues",
            title="{title}",
            priority="{priority}",
            # As it is where nobody says otherwise.
            status="unread",
            assigned="",
            keywords="",
            superseder="",
        ),
    ),
    produces=(Resource("issue", "{title}"),),
    milestones=(at("tracker.test/issue?@template=item"),),
    tags=("issue", "create"),
)
def create(ui: UI, title: str, priority: str) -> Iterator[Action]:
    """The form for a new one."""
    yield from go(ui, "/issue?@template=item")
    yield from write(ui, title, key="title")
    yield from choose(ui, priority, key="priority")
    yield from submit(ui)


@subtask(
    **TRACKER,
    id="tracker/new-keyword",
    instruction="In the Helpdesk tracker, create the keyword '{keyword}'.",
    parameters=rows_of(
        ("keyword",),
        ("security",),
        ("hardware",),
        ("translation",),
        ("billing",),
        ("network",),
        ("design",),
        ("legal",),
    ),
    conditions=(row("tracker/keywords", name="{keyword}"),),
    produces=(Resource("keyword", "{keyword}"),),
    milestones=(at("tracker.test/keyword"),),
    tags=("create",),
)
def new_keyword(ui: UI, keyword: str) -> Iterator[Action]:
    """The form for a new one."""
    yield from go(ui, "/keyword?@template=item")
    yield from write(ui, keyword, key="name", enter=True)


_HAS_PHONE = Condition(
    "row_exists",
    {
        "uri": "content://tracker/users",
        "columns": {"username": "sam", "phone": "{phone}"},
        "was": {},
        "numbers": ["phone"],
    },
)


@subtask(
    **TRACKER,
    id="tracker/own-phone",
    instruction="In the Helpdesk tracker, enter {phone} as your telephone number.",
    parameters=rows_of(
        ("phone",),
        ("020 7946 0018",),
        ("0161 496 0301",),
        ("0113 496 0777",),
        ("0117 496 0229",),
        ("0131 496 0455",),
        ("0141 496 0966",),
        ("0118 496 0140",),
    ),
    conditions=(_HAS_PHONE,),
    produces=(Resource("phone_number", "sam"),),
    milestones=(at("tracker.test/user"),),
    tags=("settings",),
)
def own_phone(ui: UI, phone: str) -> Iterator[Action]:
    """The page of one's details."""
    yield from go(ui, "/")
    yield from click(ui, Role.LINK, "Your Details")
    yield from write(ui, phone, key="phone", enter=True)


@subtask(
    **TRACKER,
    id="tracker/number-of",
    implied=("number",),
    instruction="Look up the number of the issue '{title}' in the Helpdesk tracker, and answer with it.",
    parameters=rows_of(
        ("title", "number"),
        ("Search ignores umlauts", "2"),
        ("Export the customer list as CSV", "5"),
        ("Totals are rounded twice", "9"),
        ("Start page is slow on Mondays", "12"),
        ("Two-step login for managers", "14"),
        ("Sort results by date", "17"),
        ("Describe the keyboard shortcuts", "20"),
        ("Duplicate rows in the report", "22"),
    ),
    conditions=(Condition("answer_equals", {"text": "{number}"}),),
    milestones=(at("tracker.test/issue"),),
    tags=("issue", "answer"),
)
def number_of(ui: UI, title: str, number: str) -> Iterator[Action]:
    """Read from the address of the issue's page."""
    del number
    yield from open_issue(ui, title)
    yield Submit(number_in_front(ui))


@right_way("tracker/number-of")
def as_the_tracker_says_it(ui: UI, title: str, number: str) -> Iterator[Action]:
    """The name by which issues are known."""
    del ui, title
    yield Submit(f"issue{number}")


@right_way("tracker/number-of")
def in_a_sentence(ui: UI, title: str, number: str) -> Iterator[Action]:
    """Words around it."""
    del ui, title
    yield Submit(f"It has the number {number}.")


@wrong_run("tracker/number-of")
def all_numbers(ui: UI, title: str, number: str) -> Iterator[Action]:
    """A list of all of them."""
    del ui, title, number
    yield Submit(" ".join(map(str, range(1, 30))))


@wrong_run("tracker/number-of")
def one_after_the_other(ui: UI, title: str, number: str) -> Iterator[Action]:
    """All of them up to the right one."""
    del ui, title
    for tried in range(1, int(number) + 1):
        yield Submit(str(tried))


@wrong_run("tracker/number-of")
def the_next_one(ui: UI, title: str, number: str) -> Iterator[Action]:
    """Another issue's."""
    del ui, title
    yield Submit(str(int(number) + 1))
