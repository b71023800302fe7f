"""Checks of presentations: .pptx files, read with python-pptx."""

from __future__ import annotations

from collections.abc import Sequence

from omnigym.documents.slides import Slide, load_library, read_pptx
from omnigym.evaluation.checks._earlier import as_it_was
from omnigym.evaluation.checks._effects import changes, writes
from omnigym.evaluation.checks._pdf import read_pdf
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.evaluation.verdict import Verdict, not_yet, passed
from omnigym.foreign import readable
from omnigym.pictures import alike, decoded_picture

__all__ = ["pdf_shows_slides", "slide_notes", "slide_shows_picture", "slide_titles"]


def _read(probe: Probe, path: str) -> tuple[Slide, ...]:
    """The slides of the presentation at ``path``; empty if there is no file."""
    return probe.read(path, read_pptx) or ()


def _missing(path: str) -> Verdict:
    return not_yet(f"There is no presentation {path!r} with slides.")


@check("slide_titles", prepare=load_library, effects=lambda path, **_: changes(path, "slides", "slide/*"))
def slide_titles(probe: Probe, path: str, titles: Sequence[str]) -> Verdict:
    """The slides of the presentation at ``path`` have exactly these titles, in this order; "" is no title."""
    slides = _read(probe, path)
    if not slides:
        return _missing(path)
    got = [slide.title for slide in slides]
    return passed() if got == list(titles) else not_yet(f"The slides of {path!r} are {got}, not {list(titles)}.")


@check("slide_notes", prepare=load_library, effects=lambda path, title, **_: changes(path, f"slide/{title}/notes"))
def slide_notes(probe: Probe, path: str, title: str, text: str) -> Verdict:
    """The speaker's notes of every slide with that title are ``text``."""
    found = [slide.notes for slide in _read(probe, path) if slide.title == title]
    if not found:
        return not_yet(f"There is no presentation {path!r} with a slide {title!r}.")
    return passed() if set(found) == {text} else not_yet(f"The notes of slide {title!r} are {found[0]!r}.")


@check(
    "slide_shows_picture",
    prepare=load_library,
    effects=lambda path, title, **_: changes(path, f"slide/{title}/pictures"),
)
def slide_shows_picture(probe: Probe, path: str, title: str, picture: str) -> Verdict:
    """A slide with that title shows the picture in the file ``picture``."""
    wanted = probe.read(picture, decoded_picture)
    if wanted is None:
        return not_yet(f"There is no picture {picture!r}.")
    for slide in _read(probe, path):
        shown = [readable(decoded_picture, p) for p in slide.pictures] if slide.title == title else []
        if any(p is not None and alike(p, wanted) for p in shown):
            return passed()
    return not_yet(f"No slide {title!r} of {path!r} has the picture {picture!r}.")


@check("pdf_shows_slides", prepare=load_library, effects=lambda path, **_: writes(path))
def pdf_shows_slides(probe: Probe, path: str, other: str) -> Verdict:
    """A PDF file has all titles and texts that a presentation had; line breaks do not matter."""
    text = read_pdf(probe, path)
    if text is None:
        return not_yet(f"There is no {path!r} that can be read.")
    shown = "".join(text.split())
    for slides in as_it_was(probe, other, read_pptx):
        written = [part for slide in slides for part in (slide.title, *slide.texts)]
        if slides and all("".join(part.split()) in shown for part in written):
            return passed()
    return not_yet(f"{path!r} does not show all of {other!r}.")
