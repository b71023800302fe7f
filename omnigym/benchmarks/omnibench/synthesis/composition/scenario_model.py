"""What a scenario is made of: intents, and the steps that serve them (OmniBench B.3, A.5).

An *intent* is something that somebody wants ("prepare the team offsite"). It has a persona, what it is about (its
stories), and steps: kinds of subtasks that serve it, each with the steps whose things it takes. What of it a task has
is drawn (`weaving`), so one intent stands for many graphs, and all nodes of one graph are about the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from omnigym.errors import ConfigError
from omnigym.tasks.subtask import CATEGORIES
from omnigym.tasks.templates import names_in

__all__ = [
    "ADDRESS",
    "BOOK",
    "DECK",
    "DRAWING",
    "EVENT",
    "FOLDER",
    "GOODS",
    "LETTER",
    "LISTED",
    "MAILBOX",
    "MEETING",
    "PHOTO",
    "REPORT",
    "SNIP",
    "STICKY",
    "SUM",
    "TABLE",
    "TEXT",
    "Intent",
    "Scenario",
    "ScenarioStep",
    "mail_file",
    "paste_text",
    "repeated_steps",
    "share_file",
    "show_picture",
    "step",
    "store_copy",
    "without",
]


@dataclass(frozen=True, slots=True)
class ScenarioStep:
    """A kind of node of an intent's graphs.

    Attributes:
        name: Unique in the intent.
        subtasks: Ids of subtasks that do it; one of them is drawn.
        takes: For each thing that it takes, the names of the steps that make it, one of which has to be there; with ""
            among them it may also be there from the start.
        given: Parameters of its own, templates over the story's variables, instead of those of `fillings`.
    """

    name: str
    subtasks: tuple[str, ...]
    takes: tuple[tuple[str, ...], ...] = ()
    given: Mapping[str, str] = field(default_factory=dict)


def step(name: str, subtasks: str, takes: str = "", /, **given: str) -> ScenarioStep:
    """A step, from words separated by spaces.

    Args:
        name: Its name.
        subtasks: Ids of subtasks.
        takes: What it takes; alternatives are separated by "|", and a final "|" says that it may be there already.
        **given: Parameters of its own.

    >>> step("send", "mail/send-file skype/send-file", "paper|table|").takes
    (('paper', 'table', ''),)
    """
    return ScenarioStep(name, tuple(subtasks.split()), tuple(tuple(t.split("|")) for t in takes.split()), given)


def repeated_steps(suffix: str, steps: Iterable[ScenarioStep], /, **given: str) -> tuple[ScenarioStep, ...]:
    """The same steps once more, under names that end in a suffix.

    >>> [s.name for s in repeated_steps("2", [step("task", "todo/add-task"), step("due", "todo/due", "task")])]
    ['task2', 'due2']
    """
    steps = tuple(steps)
    own = {s.name for s in steps}
    return tuple(
        ScenarioStep(
            s.name + suffix,
            s.subtasks,
            tuple(tuple(t + suffix if t in own else t for t in alternatives) for alternatives in s.takes),
            {**s.given, **given},
        )
        for s in steps
    )


def without(steps: Iterable[ScenarioStep], *names: str) -> tuple[ScenarioStep, ...]:
    """Steps without those of some names."""
    return tuple(s for s in steps if s.name not in names)


@dataclass(frozen=True, slots=True, kw_only=True)
class Intent:
    """Something that somebody wants.

    Attributes:
        name: Unique in its scenario.
        persona: Who wants it, and why.
        want: What is wanted, an order and a template over the story's variables: "Prepare {topic}".
        stories: What it may be about: each a set of values of the variables.
        steps: In an order in which they make sense: a step takes from earlier ones only.
        core: Names of steps of which every graph has at least one.

    Raises:
        ConfigError: A step takes from one that is not before it, names occur twice, or nothing is in the core.
    """

    name: str
    persona: str
    want: str
    stories: tuple[Mapping[str, str], ...]
    steps: tuple[ScenarioStep, ...]
    core: tuple[str, ...]

    def __post_init__(self) -> None:
        seen: set[str] = set()
        for s in self.steps:
            unknown = [t for alternatives in s.takes for t in alternatives if t and t not in seen]
            if unknown or s.name in seen:
                fault = f"takes from {unknown[0]!r}, which is no step before it" if unknown else "is there twice"
                raise ConfigError(f"Intent {self.name!r}: step {s.name!r} {fault}. Change the steps.")
            seen.add(s.name)
        missing = [c for c in self.core if c not in seen]
        if missing or not self.core or not self.stories:
            what = f"its core names {missing[0]!r}, which is no step" if missing else "it has no core or no story"
            raise ConfigError(f"Intent {self.name!r}: {what}. Change it.")

    @property
    def variables(self) -> frozenset[str]:
        """The variables that its wording needs."""
        return names_in(self.want)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """A scenario (OmniBench A.5).

    Attributes:
        name: As it is called: "Media Viewing".
        place: Its place among the scenarios.
        categories: The categories of applications that it combines; every task of it has a node of each. None for the
            scenario of all that is left.
        intents: What is wanted in it.
        online: Whether all its tasks need the network.

    Raises:
        ConfigError: There is no such category.
    """

    name: str
    place: int
    categories: tuple[str, ...]
    intents: Sequence[Intent]
    online: bool = False

    def __post_init__(self) -> None:
        for category in self.categories:
            if category not in CATEGORIES:
                raise ConfigError(f"Scenario {self.name!r}: there is no category {category!r} (OmniBench A.4).")

    @property
    def key(self) -> str:
        """Its name in ids and queries: "media-viewing"."""
        return self.name.casefold().replace(" ", "-")


# -- steps that often come together, from which intents are made ------------------------------------------------------

FOLDER = (step("folder", "files/create-folder"),)

# -- what is written --------------------------------------------------------------------------------------------------

LETTER = (step("letter", "word/write-document"),)
REPORT = (
    step("report", "word/write-report", name="{stem}-report.docx"),
    step("justified", "word/justify word/centre-title", "report"),
    step("layout", "word/bullet-list word/underline-all word/italic-all", "report"),
)
TEXT = (step("text", "text/write-file"),)
STICKY = (step("sticky", "sticky-notes/write"), step("coloured", "sticky-notes/colour", "sticky"))
TABLE = (
    step("table", "excel/write-table", first="{column}", second="{measure}", label="{column} 1"),
    step("heads", "excel/bold-heads excel/colour-column", "table"),
    step("sheets", "excel/name-sheet", "table"),
    step("print", "excel/export-pdf", "table"),
)
GOODS = (
    step("goods", "excel/sort excel/line-totals excel/format-prices excel/correct-cell excel/mark-rows"),
    step("goods-print", "excel/export-pdf excel/export-csv", "goods"),
)
DECK = (
    step("deck", "powerpoint/title-deck"),
    step("slides", "powerpoint/export-pdf", "deck"),
)

# -- pictures ---------------------------------------------------------------------------------------------------------

DRAWING = (step("drawing", "paint/draw-shape", colour="{colour}", rgb="{rgb}"),)
SNIP = (step("snip", "snipping-tool/screen"),)
PHOTO = (
    step("photo", "photos/crop-half photos/rotate photos/flip photos/filter photos/crop-shape paint/resize"),
    step("copy", "photos/save-copy", "photo"),
)


def show_picture(what: str) -> tuple[ScenarioStep, ...]:
    """A picture on the clipboard, and from there in a mail or a new picture."""
    return (
        step("picked", "photos/copy-image snipping-tool/copy", what),
        step("picture-mail", "mail/send-copied-image", "picked", subject="Picture of {title}"),
        step("pasted-picture", "paint/paste", "picked"),
    )


# -- where it goes ----------------------------------------------------------------------------------------------------


def mail_file(what: str) -> tuple[ScenarioStep, ...]:
    """A file by mail, and what one does with a mail that is sent."""
    return (
        step("mailed", "mail/send-file web/mail-attach", what),
        step("waiting", "mail/flag-sent", "mailed"),
        step("also-to", "mail/forward-sent", "mailed"),
    )


def share_file(what: str) -> tuple[ScenarioStep, ...]:
    """A file to others by a chat."""
    return (step("shared", "skype/send-file zoom/share-file", what), step("told", "skype/send zoom/message"))


def store_copy(what: str) -> tuple[ScenarioStep, ...]:
    """A second one of a file elsewhere, or in an archive."""
    return (step("backup", "files/copy", what), step("zip", "7-zip/add", what))


def paste_text(what: str) -> tuple[ScenarioStep, ...]:
    """A text on the clipboard, to where it is wanted."""
    return (
        step("paste", "word/paste-into-new excel/paste-into-new", what),
        step("paste-mail", "mail/send-clipboard", what, subject="{title} as copied"),
        step("paste-chat", "skype/paste", what),
    )


# -- what is planned --------------------------------------------------------------------------------------------------

_TASK = (
    step("task", "todo/add-task", "list"),
    step("due", "todo/due", "task"),
    step("hint", "todo/add-note todo/add-steps", "task"),
    step("star", "todo/star todo/add-to-my-day", "task"),
)
LISTED = (
    step("list", "todo/new-list"),
    *_TASK,
    *repeated_steps("-b", _TASK[:3], title="{item2}"),
    *repeated_steps("-c", _TASK[:2], title="{item3}"),
)
EVENT = (
    step("event", "events/create"),
    step("remind", "events/remind", title="{item2}"),
    step("ics", "events/export", "event"),
)
ADDRESS = (
    step("contact", "people/add"),
    step("favourite", "people/favourite", "contact"),
    step("card", "people/export", "contact"),
    step("written", "people/write", "contact", subject="{title} - a question"),
)
MEETING = (
    step("meeting", "zoom/schedule"),
    step("link", "zoom/copy-link", "meeting"),
    step("call-ics", "zoom/save-invitation", "meeting"),
)
MAILBOX = (
    step("mail-folder", "mail/create-folder"),
    step("filed", "mail/file", "mail-folder"),
    step("filed-b", "mail/file", "mail-folder", subject="{title} - the list"),
    step("answer", "mail/reply", subject="{title} - a question"),
    step("pass-on", "mail/forward", subject="{title} - the offer"),
    step("flagged", "mail/flag", subject="{title} - the date"),
    step("attachment", "mail/save-attachment", subject="{title} - the papers"),
)

# -- what is looked up ------------------------------------------------------------------------------------------------

BOOK = (
    step("book", "zotero/add-book"),
    step("tagged", "zotero/tag", "book"),
    step("bib", "zotero/export", "book"),
    step("citation", "zotero/copy-citation", "book"),
)
SUM = (step("sum", "calculator/copy-result calculator/percentage"),)
