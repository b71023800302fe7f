"""The looks of Todoist that no other app has."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.devices.sim.style.colour import Shade
from omnigym.devices.sim.style.looks import Ink, Look, looks

__all__ = ["STYLES"]

_RED = Shade(0xDC4C3E, 0xDE5F52)
#: The rings of tasks by their priority.
_RINGS: Mapping[int, Ink] = {
    1: Shade(0xD1453B, 0xFF7066),
    2: Shade(0xEB8909, 0xFF9A14),
    3: Shade(0x246FE0, 0x5297FF),
    4: "muted",
}
_LINE = Look(
    radius=5, pad=(10, 5, 10, 5), min_h=32, gap=10, size=13, hover=Shade(0xF2EAE3, 0x383431), pressed="pressed"
)
STYLES = looks(
    box={
        "todoist_side": Look(fill=Shade(0xFCFAF8, 0x262320)),
        "todoist_task": Look(hover=Shade(0xFAF7F5, 0x2E2B29)),
        "todoist_page": Look(radius=5, hover=Shade(0xF2EAE3, 0x383431)),
        "todoist_chosen": Look(radius=5, fill=Shade(0xFFEFE5, 0x47302C)),
        "todoist_card": Look(fill="layer", edge="stroke_strong", radius=9, hover=Shade(0xFAF7F5, 0x2E2B29)),
        "todoist_quick": Look(fill="layer", edge="stroke_strong", radius=9),
        "todoist_toast": Look(fill=Shade(0x282828, 0x4A4542), radius=8),
        **{
            f"todoist_dot_{name}": Look(fill=name, radius=5)
            for name in ("plum", "teal", "blue", "green", "rust", "brown")
        },
        "todoist_dot_grey": Look(fill="thumb", radius=5),
    },
    text={
        "todoist_title": Look(size=25, family="ui-semibold"),
        "todoist_task": Look(size=13),
        "todoist_chosen": Look(size=13, ink=Shade(0xB3402F, 0xFF9B8C)),
        "todoist_done": Look(size=13, ink="disabled"),
        "todoist_today": Look(size=11, ink=Shade(0x058527, 0x3FBF62)),
        "todoist_late": Look(size=11, ink=_RED),
        "todoist_later": Look(size=11, ink=Shade(0x692EC2, 0xB48CF0)),
        "todoist_label": Look(size=11, ink=Shade(0x8A5A2B, 0xD9A870)),
        "todoist_toast": Look(ink=Shade(0xFFFFFF, 0xFFFFFF)),
    },
    button={
        "todoist_add": _LINE._replace(ink=_RED, family="ui-semibold"),
        "todoist_inline": _LINE._replace(ink="muted"),
        "todoist_save": Look(
            radius=5,
            pad=(12, 6, 12, 6),
            min_h=32,
            fill=_RED,
            ink=Shade(0xFFFFFF, 0xFFFFFF),
            hover=Shade(0xC03B2F, 0xC94C40),
        ),
        "todoist_undo": Look(radius=4, pad=(8, 4, 8, 4), min_h=26, ink=Shade(0xFF9B8C, 0xFF9B8C), hover="muted"),
        **{
            f"todoist_ring_{rank}": Look(radius=9, edge=ring, min_w=18, min_h=18, icon=10, ink=ring, hover="hover")
            for rank, ring in _RINGS.items()
        },
    },
)
