"""Checks of where pictures are in documents and on slides."""

from __future__ import annotations

from omnigym.documents.placed import Placed, placed_pictures
from omnigym.evaluation.checks._effects import writes
from omnigym.evaluation.checks._initial_content import as_it_was
from omnigym.evaluation.condition import Verdict, not_yet, passed
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.foreign import readable
from omnigym.pictures import alike, decoded_picture

__all__ = ["pictures_placed"]

_SIDES = ("left", "right", "above", "below")


@check("pictures_placed", effects=lambda path, **_: writes(path))
def pictures_placed(probe: Probe, path: str, first: str, second: str, side: str) -> Verdict:
    """CRAB's ``verify_combined_image`` of a document or of slides: it has two pictures, one beside the other.

    Args:
        probe: Reads the device.
        path: A .odt, .odp, .docx, .pptx or PDF file.
        first, second: Files of the two pictures, as they were before; in the document they may be of another size.
        side: Where the first is, seen from the second: "left", "right", "above" or "below".
    """
    if side not in _SIDES:
        return not_yet(f"Unknown side {side!r}: expected one of {', '.join(_SIDES)}.")
    placed = probe.read(path, placed_pictures)
    if placed is None:
        return not_yet(f"There is no document {path!r}.")
    found: list[list[Placed]] = []
    for wanted in (first, second):
        pictures = as_it_was(probe, wanted, decoded_picture)
        shown = [(p, readable(decoded_picture, p.content)) for p in placed]
        here = [p for p, held in shown if held is not None and any(alike(held, picture) for picture in pictures)]
        if not here:
            return not_yet(f"{path!r} does not have the picture {wanted!r}.", len(found) / 2)
        found.append(here)
    if any(_is_beside(a, b, side, placed) for a in found[0] for b in found[1] if a is not b):
        return passed()
    return not_yet(f"In {path!r}, {first!r} is not {side} {second!r}.", 0.5)


def _is_beside(a: Placed, b: Placed, side: str, placed: tuple[Placed, ...]) -> bool:
    """Whether the first of two pictures is on a side of the second: more so than it is above or beside it otherwise."""
    if a.page != b.page:
        return False
    if side in ("right", "below"):
        return _is_beside(b, a, "left" if side == "right" else "above", placed)
    if a.paragraph != b.paragraph:  # one under the other, whatever their distance from the margin
        return side == "above" and a.paragraph < b.paragraph
    if a.x is None or a.y is None or b.x is None or b.y is None:  # letters of one line
        return side == "left" and placed.index(a) < placed.index(b)
    across, down = b.x - a.x, b.y - a.y
    return across > abs(down) if side == "left" else down > abs(across)
