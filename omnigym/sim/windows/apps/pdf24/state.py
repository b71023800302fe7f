"""PDF24: its tools, the state of its window, and what each tool makes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from omnigym.documents.pdf import LETTER, pdf_text, write_pdf
from omnigym.documents.pdf_pages import PdfSheet, join_sheets, read_pdf_file, stamp
from omnigym.documents.pdf_pictures import side_by_side
from omnigym.errors import TooLargeError, UnreadableError
from omnigym.pictures import FORMATS, verified_size
from omnigym.sim.app import Context, Effect
from omnigym.sim.commands import Command, Commands
from omnigym.sim.common.message_box import tell
from omnigym.sim.files.kinds import split_name
from omnigym.sim.handlers import sets
from omnigym.sim.kinds.job import Jobs, Kinds, Maker
from omnigym.sim.vfs import base_name

NAME = "PDF24"
PDFS: Kinds = (("PDF files", "pdf"),)
PICTURES: Kinds = (("Pictures", ";".join(FORMATS)),)
TURNS = {"90 degrees right": 1, "180 degrees": 2, "90 degrees left": 3}
NUMBERS = {"1": "{}", "Page 1": "Page {}", "1 of 9": "{} of {total}"}
_MARGIN, _LONGEST = 36, 60


class Tool(NamedTuple):
    """A tool.

    Attributes:
        title, icon, said: The parts of its tile.
        many: Whether it takes several files.
        more: The end of the name of its result.
        option: The option that it has: "pages", "turn", "numbers", "words" or "".
        kinds: The files that it takes.
        ending: Of its result.
    """

    title: str
    icon: str
    said: str
    more: str
    option: str = ""
    many: bool = False
    kinds: Kinds = PDFS
    ending: str = "pdf"


TOOLS: Mapping[str, Tool] = {
    "merge": Tool("Merge PDF", "merge", "Several PDF files become one.", " merged", many=True),
    "extract": Tool(
        "Extract pages", "document-arrow-right", "Some pages become a file of their own.", " pages", "pages"
    ),
    "remove_pages": Tool("Remove pages", "document-dismiss", "The pages that you do not need go.", " shorter", "pages"),
    "rotate": Tool(
        "Rotate pages", "arrow-rotate-clockwise", "Pages that lie on their side stand up.", " rotated", "turn"
    ),
    "images": Tool("Images to PDF", "image-multiple", "Each picture is a page.", "", "", True, PICTURES),
    "numbers": Tool("Add page numbers", "number-symbol", "At the foot of each page.", " numbered", "numbers"),
    "watermark": Tool("Add watermark", "drop", "Words across each page.", " marked", "words"),
    "text": Tool("PDF to text", "document-text", "The words alone, for an editor.", "", ending="txt"),
}


class State(NamedTuple):
    """The window.

    Attributes:
        jobs: The files that were chosen for the tool.
        tool: Its name, or "" for the toolbox.
        pages: The pages, as they are typed: "1-3, 5".
        turn: How far they are turned, one of `TURNS`.
        numbers: How pages are numbered, one of `NUMBERS`.
        words: The watermark.
    """

    jobs: Jobs = Jobs()
    tool: str = ""
    pages: str = ""
    turn: str = next(iter(TURNS))
    numbers: str = next(iter(NUMBERS))
    words: str = ""


Result: TypeAlias = tuple[State, tuple[Effect, ...]]


def _read(path: str, content: bytes) -> object:
    return read_pdf_file(content) if path.lower().endswith(".pdf") else verified_size(content)


MAKER = Maker(NAME, "pdf24", lambda state: TOOLS[state.tool].kinds if state.tool else PDFS, _read)


def pages_of(ctx: Context, path: str) -> int:
    """Return the number of pages of a file; 0 for a picture and for a damaged file."""
    try:
        return len(read_pdf_file(ctx.vfs.read(path)).sheets) if ctx.vfs.is_file(path) else 0
    except (UnreadableError, TooLargeError):
        return 0


def chosen_pages(typed: str, count: int) -> list[int]:
    """Return the pages that are typed, from 0, in that order.

    >>> chosen_pages("3, 1-2", 4)
    [2, 0, 1]

    Raises:
        UnreadableError: They are none of a file with so many pages.
    """
    found: list[int] = []
    for part in typed.replace(" ", "").split(","):
        first, dash, last = part.partition("-")
        ends = [int(n) if n.isdecimal() and len(n) < 7 else 0 for n in (first, last if dash else first)]
        if not 1 <= ends[0] <= ends[1] <= count:
            raise UnreadableError(f"'{typed}' are not pages of this file, which has {count}.\nType them as: 1-3, 5")
        found += range(ends[0] - 1, ends[1])
    return found


# -- what the tools make ----------------------------------------------------------------------------------------------


def make_result(state: State, ctx: Context) -> bytes:
    """Return the bytes of what the tool makes.

    Raises:
        UnreadableError: A file is gone or damaged, or an option is invalid.
        TooLargeError: It is more than is written.
    """
    contents = []
    for path in state.jobs.sources:
        if not ctx.vfs.is_file(path):
            raise UnreadableError(f"{base_name(path)} is not there any more.")
        contents.append(ctx.vfs.read(path))
    if state.tool == "images":
        room = (LETTER[0] - 2 * _MARGIN, LETTER[1] - 2 * _MARGIN)
        return write_pdf([side_by_side([content], _MARGIN, _MARGIN, *room) for content in contents])
    if state.tool == "text":
        return "\r\n".join(pdf_text(contents[0]).split("\n")).encode()
    sheets = tuple([sheet for content in contents for sheet in read_pdf_file(content).sheets])
    return join_sheets(_changed(state, sheets))


def _changed(state: State, sheets: tuple[PdfSheet, ...]) -> list[PdfSheet]:
    count = len(sheets)
    match TOOLS[state.tool].option:
        case "pages":
            some = chosen_pages(state.pages, count)
            kept = some if state.tool == "extract" else [n for n in range(count) if n not in some]
            if not kept:
                raise UnreadableError("Nothing would be left of this file.")
            return [sheets[n] for n in kept]
        case "turn":
            some = chosen_pages(state.pages, count) if state.pages.strip() else list(range(count))
            by = TURNS[state.turn]
            return [s._replace(turns=(s.turns + by) % 4) if n in some else s for n, s in enumerate(sheets)]
        case "numbers":
            said = NUMBERS[state.numbers]
            return [stamp(s, said.format(n, total=count), 10) for n, s in enumerate(sheets, 1)]
        case "words":
            if not state.words.strip():
                raise UnreadableError("Type the words of the watermark first.")
            return [stamp(s, state.words.strip()[:_LONGEST], 44, "middle") for s in sheets]
        case _:
            return list(sheets)


# -- commands and handlers --------------------------------------------------------------------------------------------


def _opened(state: State, _ctx: Context, tool: str) -> Result:
    """A tool begins without files."""
    return State(tool=tool) if tool in TOOLS else state, ()


def open_file(state: State, ctx: Context, path: str) -> Result:
    """A file that is open_file from outside is the first to be merged."""
    after, effects = MAKER.add_sources(State(tool="merge"), ctx, path)
    return (state if effects else after), effects


def _single(handler: Callable[..., Any]) -> Callable[..., Result]:
    """A handler of `Maker` after which a tool for one file has the last one alone."""

    def handle(state: State, ctx: Context, *rest: Any) -> Result:
        after, effects = handler(state, ctx, *rest)
        sources = after.jobs.sources
        if TOOLS[state.tool].many or len(sources) < 2:
            return after, effects
        return after._replace(jobs=after.jobs._replace(sources=(after.jobs.chosen,))), effects

    return handle


def _save(state: State, _ctx: Context) -> Result:
    tool = TOOLS[state.tool]
    name = f"{split_name(base_name(state.jobs.sources[0]))[0]}{tool.more}.{tool.ending}"
    return MAKER.where(state, name, ((f"{tool.ending.upper()} file", tool.ending),), "saved_to")


def _saved(state: State, ctx: Context, path: str | None) -> Result:
    return MAKER.write_result(state, ctx, path, lambda: make_result(state, ctx)) if path is not None else (state, ())


def _paste(state: State, ctx: Context) -> Result:
    if not state.tool:
        return state, (tell(NAME, "Choose a tool first, then paste the files for it.", "info"),)
    return _single(MAKER.on["paste"])(state, ctx)


WINDOW = Commands(
    "pdf24",
    Command("toolbox", "All tools", run=lambda _s, _: (State(), ()), icon="apps", shortcut="alt+home"),
    Command(
        "take_file",
        "Add file",
        run=MAKER.ask,
        icon="add",
        shortcut="ctrl+o",
        places=("files",),
        enabled=lambda s: s.tool,
    ),
    Command(
        "save_result",
        lambda s: TOOLS[s.tool].title if s.tool else "Save",
        run=_save,
        icon="save",
        shortcut="ctrl+s",
        places=("make",),
        enabled=lambda s: s.tool and s.jobs.sources and (TOOLS[s.tool].option != "words" or s.words.strip()),
    ),
)
HANDLERS: Mapping[str, Callable[..., Any]] = {
    **MAKER.on,
    "taken": _single(MAKER.on["taken"]),
    "paste": _paste,
    "tool": _opened,
    "saved_to": _saved,
    "pages": sets("pages"),
    "turn": sets("turn"),
    "numbers": sets("numbers"),
    "words": sets("words"),
}
