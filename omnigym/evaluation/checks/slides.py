"""Checks of presentations: .odp and .pptx files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from omnigym.documents.odp import read_odp
from omnigym.documents.pptx_read import read_deck, read_pptx
from omnigym.documents.slides import Slide
from omnigym.evaluation.checks._effects import changes, writes
from omnigym.evaluation.checks._initial_content import as_it_was, before, clipboard_before
from omnigym.evaluation.checks.pdf_files import has_more, read_pdf
from omnigym.evaluation.condition import Verdict, not_yet, passed
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.foreign import readable
from omnigym.pictures import alike, decoded_picture

__all__ = [
    "deck_theme",
    "pdf_shows_slides",
    "slide_has",
    "slide_holds_clipboard",
    "slide_notes",
    "slide_shows_picture",
    "slide_titles",
    "slides_reader",
]


def _read(probe: Probe, path: str) -> tuple[Slide, ...]:
    """The slides of the presentation at ``path``; empty if there is no file."""
    return probe.read(path, slides_reader(path)) or ()


def slides_reader(path: str) -> Callable[[bytes], tuple[Slide, ...]]:
    """What reads a presentation of that name."""
    return read_odp if path.lower().endswith(".odp") else read_pptx


def _missing(path: str) -> Verdict:
    return not_yet(f"There is no presentation {path!r} with slides.")


@check("slide_titles", effects=lambda path, **_: changes(path, "slides", "slide/*/title", "slide/*/layout"))
def slide_titles(probe: Probe, path: str, titles: Sequence[str]) -> Verdict:
    """The slides of the presentation at ``path`` have exactly these titles, in this order; "" is no title.

    What else a slide shows is what it showed before, also under another title, unless the slide is gone.
    """
    slides = _read(probe, path)
    if not slides:
        return _missing(path)
    got = [slide.title for slide in slides]
    if got != list(titles):
        return not_yet(f"The slides of {path!r} are {got}, not {list(titles)}.")
    earlier = before(probe, path, slides_reader(path))
    if earlier and not any(_kept(was, slides) for was in earlier):
        return not_yet(f"The slides of {path!r} do not show what they did.")
    return passed()


def _kept(was: Sequence[Slide], slides: Sequence[Slide]) -> bool:
    """Whether slides of the same title show the same, and of as many slides those with a new title what another did."""
    theirs = {slide.title: _shown(slide) for slide in was}
    ours = {slide.title: _shown(slide) for slide in slides}
    if any(ours[title] != shown for title, shown in theirs.items() if title in ours):
        return False
    renamed = [shown for title, shown in theirs.items() if title not in ours] if len(was) == len(slides) else []
    return all(shown in [ours[title] for title in ours.keys() - theirs.keys()] for shown in renamed)


def _shown(slide: Slide) -> tuple[object, ...]:
    """What is on a slide besides its title; a program may write pictures in another way."""
    return slide.texts, slide.notes, len(slide.pictures), slide.tables, slide.shapes, slide.hidden


@check("slide_notes", effects=lambda path, title, **_: changes(path, f"slide/{title}/notes"))
def slide_notes(probe: Probe, path: str, title: str, text: str) -> Verdict:
    """The speaker's notes of every slide with that title are ``text``."""
    found = [slide.notes for slide in _read(probe, path) if slide.title == title]
    if not found:
        return not_yet(f"There is no presentation {path!r} with a slide {title!r}.")
    return passed() if set(found) == {text} else not_yet(f"The notes of slide {title!r} are {found[0]!r}.")


@check(
    "slide_shows_picture",
    effects=lambda path, title, **_: changes(path, f"slide/{title}/pictures"),
)
def slide_shows_picture(probe: Probe, path: str, title: str, picture: str) -> Verdict:
    """A slide with that title shows the picture in the file ``picture``, once more than it did at most."""
    wanted = probe.read(picture, decoded_picture)
    if wanted is None:
        return not_yet(f"There is no picture {picture!r}.")

    def times(slides: Sequence[Slide]) -> int:
        shown = [readable(decoded_picture, p) for s in slides if s.title == title for p in s.pictures]
        return sum([p is not None and alike(p, wanted) for p in shown])

    found = times(_read(probe, path))
    most = 1 + max([times(slides) for slides in before(probe, path, slides_reader(path))], default=found)
    if 0 < found <= most:
        return passed()
    return not_yet(f"Slide {title!r} of {path!r} has the picture {picture!r} {found} times.")


@check("slide_has", effects=lambda path, title, field, **_: changes(path, f"slide/{title}/{field}"))
def slide_has(probe: Probe, path: str, title: str, field: str, value: Any) -> Verdict:
    """Every slide with that title has a value in a field of `omnigym.documents.slides.Slide`: "hidden", "tables"..."""
    if field not in Slide._fields:
        return not_yet(f"Unknown field {field!r} of a slide: expected one of {', '.join(Slide._fields)}.")
    found = [getattr(slide, field) for slide in _read(probe, path) if slide.title == title]
    if not found:
        return not_yet(f"There is no presentation {path!r} with a slide {title!r}.")
    wanted = _frozen(value)
    return passed() if set(found) == {wanted} else not_yet(f"Of slide {title!r} {field} is {str(found[0])[:80]}.")


def _frozen(value: Any) -> Any:
    """A value of a task file as slides have it: tuples for lists."""
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else value


@check("deck_theme", effects=lambda path, **_: changes(path, "theme"))
def deck_theme(probe: Probe, path: str, theme: str) -> Verdict:
    """The .pptx file at ``path`` has a theme, by its name."""
    deck = probe.read(path, read_deck)
    if deck is None:
        return _missing(path)
    return passed() if deck.theme == theme else not_yet(f"The theme of {path!r} is {deck.theme!r}, not {theme!r}.")


@check(
    "slide_holds_clipboard",
    effects=lambda path, title, **_: changes(path, f"slide/{title}/texts", f"slide/{title}/tables"),
)
def slide_holds_clipboard(probe: Probe, path: str, title: str) -> Verdict:
    """A slide with that title shows what it did and, once more, the text that was on the clipboard.

    Cells of a sheet may have become a table. White space does not matter, as programs break lines differently.
    """
    copied = ["".join(text.split()) for text in clipboard_before(probe) if text.strip()]
    now = [_written(slide) for slide in _read(probe, path) if slide.title == title]
    earlier = before(probe, path, slides_reader(path))
    was = [_written(slide) for slides in earlier for slide in slides if slide.title == title]
    for text in copied:
        held = [shown for shown in now if text in shown]
        if held and (not was or any(shown.replace(text, "", 1) in was for shown in held)):
            return passed()
    return not_yet(f"No slide {title!r} of {path!r} shows what was on the clipboard, and else what it did.")


def _written(slide: Slide) -> str:
    """What is written on a slide below its title, without white space."""
    cells = [cell for table in slide.tables for row in table for cell in row]
    return "".join("".join((*slide.texts, *cells)).split())


@check("pdf_shows_slides", effects=lambda path, **_: writes(path))
def pdf_shows_slides(probe: Probe, path: str, other: str) -> Verdict:
    """A PDF file has all titles and texts that a presentation had, and none of others; line breaks do not matter."""
    text = read_pdf(probe, path)
    if text is None:
        return not_yet(f"There is no {path!r} that can be read.")
    shown = "".join(text.split())
    for slides in as_it_was(probe, other, slides_reader(other)):
        written = [part for slide in slides for part in (slide.title, *slide.texts)]
        if slides and all("".join(part.split()) in shown for part in written):
            besides = [words for s in slides for words in (s.notes, *[c for t in s.tables for row in t for c in row])]
            if has_more(text, [*written, *besides]):
                return not_yet(f"{path!r} shows more than {other!r} had.")
            return passed()
    return not_yet(f"{path!r} does not show all of {other!r}.")
