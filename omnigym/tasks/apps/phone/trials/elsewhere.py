"""The right thing done to the wrong one: a neighbour, another value; instead of what was asked for, or besides."""

from __future__ import annotations

from typing import Any

from omnigym.tasks.apps.phone.trials._kinds import besides, instead

__all__: list[str] = []

#: What is there from the start, of each app.
_FRIEND, _EVENT, _NOTE = "Ben Ortega", "Project review", "Gift ideas"
_TASK, _MAIL, _DOCUMENT = "Return the library books", "Football on Thursday", "Recipes.docx"
_FILE = {"folder": "Download", "name": "Boarding pass.txt"}
_PICTURE = {"folder": "Pictures", "stem": "Balloons"}


def _next(name: str, *choices: object) -> Any:
    """Of some values the one after that which was asked for; the first where it is none of them."""
    after = dict(zip(choices, (*choices[1:], choices[0]), strict=True))
    return lambda values: after.get(values[name], choices[0])


# -- people ---------------------------------------------------------------------------------------------------

besides("phone-contacts/create", name="Nobody Else")
instead("phone-contacts/create", phone="555-999-0000")
instead("phone-contacts/create", email="other@example.com")
for _id in ("star", "change-number", "delete"):
    besides(f"phone-contacts/{_id}", "person", name=_FRIEND)
instead("phone-contacts/change-number", new="555-999-0000")
besides("phone-calls/call-contact", "person", name=_FRIEND)
besides("phone-calls/dial", number="5559990000")
instead("phone-calls/dial", "area", number=lambda v: f"999{v['number'][3:]}")
for _id in ("delete-call", "call-back"):
    besides(f"phone-calls/{_id}", "caller", number="Emma Lindqvist")
instead("phone-calls/save-caller", name="Nobody Else")
instead("phone-calls/save-caller", "caller", number="+1 555 019 8800")
besides("phone-messages/send", "person", name=_FRIEND)
besides("phone-messages/send", text="Something else")
besides("phone-messages/send-to-number", number="555-999-5210")
besides("phone-messages/send-to-number", text="Something else")
for _id in ("reply", "mark-unread", "delete-conversation"):
    besides(f"phone-messages/{_id}", "person", number=_FRIEND)
besides("phone-messages/reply", text="Something else")
instead("phone-messages/read", number="Emma Lindqvist")
instead("phone-messages/copy-text", number=_FRIEND, body="The meeting room is booked until four.")

# -- calendar, notes, tasks -----------------------------------------------------------------------------------

for _id in ("create", "whole-day"):
    besides(f"phone-calendar/{_id}", title="Another event")
    besides(f"phone-calendar/{_id}", day="2025-03-25")
instead("phone-calendar/create", time="11:45")
instead("phone-calendar/create", place="Nowhere")
besides("phone-calendar/reminder", title=_EVENT, minutes=5)
instead("phone-calendar/reminder", minutes=_next("minutes", 5, 10, 30, 60))
for _id in ("move", "place", "invite", "delete"):
    besides(f"phone-calendar/{_id}", title=_EVENT)
instead("phone-calendar/move", day="2025-03-31")
instead("phone-calendar/place", place="Nowhere")
instead("phone-calendar/invite", guest="stranger@example.com")
besides("phone-keep/create", title="Another note")
instead("phone-keep/create", body="Something else.")
besides("phone-keep/checklist", title="Another list")
instead("phone-keep/checklist", third="Something else")
for _id in ("pin", "archive", "delete", "label", "send-by-mail"):
    besides(f"phone-keep/{_id}", title=_NOTE)
besides("phone-keep/colour", title=_NOTE, colour="coral")
instead("phone-keep/colour", colour=_next("colour", "coral", "peach", "sand", "mint", "fog", "dusk"))
instead("phone-keep/label", label="Other")
besides("phone-keep/send-by-mail", to="stranger@example.com")
for _id in ("complete", "star", "details", "delete"):
    besides(f"phone-tasks/{_id}", title=_TASK)
instead("phone-tasks/details", details="Something else")
besides("phone-tasks/add", title="Another task")
instead("phone-tasks/add", due="2025-04-11")
besides("phone-tasks/new-list", "list", name="Another list")
instead("phone-tasks/new-list", title="Another task")

# -- files ----------------------------------------------------------------------------------------------------

besides("phone-drive/create-folder", name="Another folder")
besides("phone-drive/upload", "file", **_FILE)
for _id in ("download", "move", "share", "star", "remove"):
    besides(f"phone-drive/{_id}", name=_DOCUMENT)
instead("phone-drive/move", folder=_next("folder", "Personal", "Work"))
besides("phone-drive/share", email="stranger@example.com")
besides("phone-drive/rename", name=_DOCUMENT, new_name="Another name.docx")
instead("phone-drive/rename", new_name="Another name.txt")
besides("phone-docs/create", name="Another document")
instead("phone-docs/create", text="Something else.")
besides("phone-docs/add-line", name="Recipes")
instead("phone-docs/add-line", line="Something else.")
besides("phone-files/create-folder", name="Another folder")
instead("phone-files/create-folder", folder="Podcasts")
besides("phone-files/rename", "file", new_name="another name.txt", **_FILE)
instead("phone-files/rename", new_name="another name.txt")
for _id in ("move", "copy"):
    besides(f"phone-files/{_id}", "file", destination="Podcasts", **_FILE)
    instead(f"phone-files/{_id}", destination="Podcasts")
besides("phone-files/delete", "file", **_FILE)
instead("phone-files/copy-text", "file", **_FILE)

# -- mail -----------------------------------------------------------------------------------------------------

for _id in ("send", "draft", "send-file", "send-two-files", "send-three-files", "forward"):
    besides(f"phone-gmail/{_id}", to="stranger@example.com")
for _id in ("send", "draft", "reply"):
    besides(f"phone-gmail/{_id}", text="Something else.")
besides("phone-gmail/send-file", "file", **_FILE)
for _id in ("two", "three"):
    instead(f"phone-gmail/send-{_id}-files", folder_b=_FILE["folder"], b=_FILE["name"])
for _id in ("archive", "delete", "star", "mark-unread", "to-tasks"):
    besides(f"phone-gmail/{_id}", subject=_MAIL)
for _id in ("save-attachment", "attachment-to-drive"):
    besides(f"phone-gmail/{_id}", subject="The weekend at the lake")

# -- pictures, sounds -----------------------------------------------------------------------------------------

for _id in ("favorite", "delete"):
    besides(f"phone-photos/{_id}", "picture", folder="Pictures", name="Balloons.jpg")
instead("phone-photos/wallpaper", folder="Pictures", name="Balloons.jpg")
for _id in ("rotate", "filter", "crop"):
    besides(f"phone-photos/{_id}", "picture", **_PICTURE)
instead("phone-photos/filter", tone=_next("tone", "mono", "sepia", "warm", "cool", "negative"))
instead("phone-photos/crop", shape=_next("shape", "square", "4:3", "16:9"))
besides("phone-camera/take", zoom=_next("zoom", 1, 2, 5))
instead("phone-camera/take", camera=_next("camera", "front", "back"), zoom=1)
besides("phone-camera/mode", zoom=_next("zoom", 1, 2, 5))
besides("phone-camera/mode", mode=_next("mode", "Night", "Portrait"))
instead("phone-camera/settings", flash=_next("flash", "auto", "on", "off"))
instead("phone-camera/settings", timer=_next("timer", 3, 10))
_SONGS = ("City Lights", "Paper Boats", "Low Tide", "Northern Wind", "Golden Hour", "Slow Dancing", "Campfire")
_ANOTHER_SONG = _next("title", *_SONGS, "Long Road Home")
instead("phone-music/play", title=_ANOTHER_SONG)
besides("phone-music/like", title=_ANOTHER_SONG)
besides("phone-music/new-playlist", "playlist", playlist="Another list")
instead("phone-music/new-playlist", second=_next("second", "Campfire", "City Lights"))
instead("phone-music/add-to-playlist", title=_ANOTHER_SONG)
_ANOTHER_EPISODE = _next("title", "The Lake Monster", "Wrecks and Lights", "Bread at Home")
instead("phone-music/seek", title=_ANOTHER_EPISODE)
instead("phone-music/seek", at=lambda v: v["at"] - 120)
instead("phone-music/podcast-speed", title=_ANOTHER_EPISODE)
instead("phone-music/podcast-speed", speed=_next("speed", 1.5, 2.0, 0.5))

# -- the web, maps, clock, settings ---------------------------------------------------------------------------

instead("phone-chrome/visit", url="shop.northwind.com/basket")
besides("phone-chrome/bookmark", url="shop.northwind.com/basket")
besides("phone-chrome/delete-bookmark", title=_next("title", "Fabrikam Maps", "Outlook", "Contoso Wiki"))
for _id in ("download", "watch"):
    besides(f"phone-chrome/wiki-{_id}", page="Lakeside_tramway" if _id == "download" else "Contoso_Lake")
besides("phone-chrome/shop-wish", id="two-person-tent")
instead("phone-chrome/search", words="ukulele", url="wiki.contoso.com/wiki/Ukulele")
besides("phone-maps/save", place="North Clinic")
instead("phone-maps/save", list=_next("list", "Want to go", "Favorites", "Starred places"))
for _id in ("navigate", "navigate-between"):
    besides(f"phone-maps/{_id}", place=_next("place", "Old Lighthouse", "City Library"))
    besides(f"phone-maps/{_id}", mode=_next("mode", "Walk", "Bicycle", "Car"))
instead("phone-maps/navigate-between", start="here")
instead("phone-maps/copy-address", place="North Clinic")
besides("phone-clock/set-alarm", time="03:45")
for _id in ("label-alarm", "repeat-alarm", "delete-alarm"):
    besides(f"phone-clock/{_id}", "alarm", time="07:00")
besides("phone-clock/turn-on-alarm", time="09:30")
instead("phone-clock/label-alarm", label="Something else")
instead("phone-clock/repeat-alarm", days="Mon")
besides("phone-clock/add-city", zone="America/Los_Angeles")
besides("phone-clock/start-timer", minutes=2)
_AIRPLANE = {"setting": "global/airplane_mode_on", "page": "network", "state": "on"}
besides("phone-settings/switch", "setting", **_AIRPLANE)
_ANOTHER_TILE = _next("setting", "secure/flashlight_enabled", "global/zen_mode")
besides("phone-settings/quick-tile", "tile", state="on", setting=_ANOTHER_TILE)
instead("phone-settings/brightness", percent=_next("percent", 10, 25, 35, 75, 85, 95))
_OTHER_STREAM = {
    f"system/volume_{a}_speaker": f"system/volume_{b}_speaker"
    for a, b in (("music", "ring"), ("ring", "alarm"), ("alarm", "music"))
}
besides("phone-settings/volume", setting=lambda v: _OTHER_STREAM[v["setting"]])
instead("phone-settings/volume", value=lambda v: "0" if v["value"] != "0" else "9")
instead(
    "phone-settings/screen-timeout", value=_next("value", "15000", "60000", "120000", "300000", "600000", "1800000")
)
instead("phone-settings/time-zone", zone=_next("zone", "Asia/Tokyo", "Europe/Berlin", "America/New_York"))
instead("phone-settings/rename-phone", name="Another name")
instead("phone-settings/easy-reading", size=_next("size", "0.85", "1.15", "1.3"))
