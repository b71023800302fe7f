"""The right thing done to the wrong one: a neighbour, another value; instead of what was asked for, or besides."""

from __future__ import annotations

from typing import Any

from omnigym.tasks.apps._variations import another, following, instead

__all__: list[str] = []

#: What is there from the start, of each app.
_FRIEND, _EVENT, _NOTE = "Ben Ortega", "Project review", "Gift ideas"
_TASK, _MAIL, _DOCUMENT = "Return the library books", "Football on Thursday", "Recipes.docx"
_FILE: dict[str, Any] = {"folder": "Download", "name": "Boarding pass.txt"}
_PICTURE: dict[str, Any] = {"folder": "Pictures", "stem": "Balloons"}


# -- people ---------------------------------------------------------------------------------------------------

another("phone-contacts/create", name="Nobody Else")
instead("phone-contacts/create", phone="555-999-0000")
instead("phone-contacts/create", email="other@example.com")
for _id in ("star", "change-number", "delete"):
    another(f"phone-contacts/{_id}", "person", name=_FRIEND)
instead("phone-contacts/change-number", new="555-999-0000")
another("phone-calls/call-contact", "person", name=_FRIEND)
another("phone-calls/dial", number="5559990000")
instead("phone-calls/dial", what="area", number=lambda v: f"999{v['number'][3:]}")
for _id in ("delete-call", "call-back"):
    another(f"phone-calls/{_id}", "caller", number="Emma Lindqvist")
instead("phone-calls/save-caller", name="Nobody Else")
instead("phone-calls/save-caller", what="caller", number="+1 555 019 8800")
another("phone-messages/send", "person", name=_FRIEND)
another("phone-messages/send", text="Something else")
another("phone-messages/send-to-number", number="555-999-5210")
another("phone-messages/send-to-number", text="Something else")
for _id in ("reply", "mark-unread", "delete-conversation"):
    another(f"phone-messages/{_id}", "person", number=_FRIEND)
another("phone-messages/reply", text="Something else")
instead("phone-messages/read", number="Emma Lindqvist")
instead("phone-messages/copy-text", number=_FRIEND, body="The meeting room is booked until four.")

# -- calendar, notes, tasks -----------------------------------------------------------------------------------

for _id in ("create", "whole-day"):
    another(f"phone-calendar/{_id}", title="Another event")
    another(f"phone-calendar/{_id}", day="2025-03-25")
instead("phone-calendar/create", time="11:45")
instead("phone-calendar/create", place="Nowhere")
another("phone-calendar/reminder", title=_EVENT, minutes=5)
instead("phone-calendar/reminder", minutes=following("minutes", 5, 10, 30, 60))
for _id in ("move", "place", "invite", "delete"):
    another(f"phone-calendar/{_id}", title=_EVENT)
instead("phone-calendar/move", day="2025-03-31")
instead("phone-calendar/place", place="Nowhere")
instead("phone-calendar/invite", guest="stranger@example.com")
another("phone-keep/create", title="Another note")
instead("phone-keep/create", body="Something else.")
another("phone-keep/checklist", title="Another list")
instead("phone-keep/checklist", third="Something else")
for _id in ("pin", "archive", "delete", "label", "send-by-mail"):
    another(f"phone-keep/{_id}", title=_NOTE)
another("phone-keep/colour", title=_NOTE, colour="coral")
instead("phone-keep/colour", colour=following("colour", "coral", "peach", "sand", "mint", "fog", "dusk"))
instead("phone-keep/label", label="Other")
another("phone-keep/send-by-mail", to="stranger@example.com")
for _id in ("complete", "star", "details", "delete"):
    another(f"phone-tasks/{_id}", title=_TASK)
instead("phone-tasks/details", details="Something else")
another("phone-tasks/add", title="Another task")
instead("phone-tasks/add", due="2025-04-11")
another("phone-tasks/new-list", "list", name="Another list")
instead("phone-tasks/new-list", title="Another task")

# -- files ----------------------------------------------------------------------------------------------------

another("phone-drive/create-folder", name="Another folder")
another("phone-drive/upload", "file", **_FILE)
for _id in ("download", "move", "share", "star", "remove"):
    another(f"phone-drive/{_id}", name=_DOCUMENT)
instead("phone-drive/move", folder=following("folder", "Personal", "Work"))
another("phone-drive/share", email="stranger@example.com")
another("phone-drive/rename", name=_DOCUMENT, new_name="Another name.docx")
instead("phone-drive/rename", new_name="Another name.txt")
another("phone-docs/create", name="Another document")
instead("phone-docs/create", text="Something else.")
another("phone-docs/add-line", name="Recipes")
instead("phone-docs/add-line", line="Something else.")
another("phone-files/create-folder", name="Another folder")
instead("phone-files/create-folder", folder="Podcasts")
another("phone-files/rename", "file", new_name="another name.txt", **_FILE)
instead("phone-files/rename", new_name="another name.txt")
for _id in ("move", "copy"):
    another(f"phone-files/{_id}", "file", destination="Podcasts", **_FILE)
    instead(f"phone-files/{_id}", destination="Podcasts")
another("phone-files/delete", "file", **_FILE)
instead("phone-files/copy-text", what="file", **_FILE)

# -- mail -----------------------------------------------------------------------------------------------------

for _id in ("send", "draft", "send-file", "send-two-files", "send-three-files", "forward"):
    another(f"phone-gmail/{_id}", to="stranger@example.com")
for _id in ("send", "draft", "reply"):
    another(f"phone-gmail/{_id}", text="Something else.")
another("phone-gmail/send-file", "file", **_FILE)
for _id in ("two", "three"):
    instead(f"phone-gmail/send-{_id}-files", folder_b=_FILE["folder"], b=_FILE["name"])
for _id in ("archive", "delete", "star", "mark-unread", "to-tasks"):
    another(f"phone-gmail/{_id}", subject=_MAIL)
for _id in ("save-attachment", "attachment-to-drive"):
    another(f"phone-gmail/{_id}", subject="The weekend at the lake")

# -- pictures, sounds -----------------------------------------------------------------------------------------

for _id in ("favorite", "delete"):
    another(f"phone-photos/{_id}", "picture", folder="Pictures", name="Balloons.jpg")
instead("phone-photos/wallpaper", folder="Pictures", name="Balloons.jpg")
for _id in ("rotate", "filter", "crop"):
    another(f"phone-photos/{_id}", "picture", **_PICTURE)
instead("phone-photos/filter", tone=following("tone", "mono", "sepia", "warm", "cool", "negative"))
instead("phone-photos/crop", shape=following("shape", "square", "4:3", "16:9"))
another("phone-camera/take", zoom=following("zoom", 1, 2, 5))
instead("phone-camera/take", camera=following("camera", "front", "back"), zoom=1)
another("phone-camera/mode", zoom=following("zoom", 1, 2, 5))
another("phone-camera/mode", mode=following("mode", "Night", "Portrait"))
instead("phone-camera/settings", flash=following("flash", "auto", "on", "off"))
instead("phone-camera/settings", timer=following("timer", 3, 10))
_SONGS = ("City Lights", "Paper Boats", "Low Tide", "Northern Wind", "Golden Hour", "Slow Dancing", "Campfire")
_ANOTHER_SONG = following("title", *_SONGS, "Long Road Home")
instead("phone-music/play", title=_ANOTHER_SONG)
another("phone-music/like", title=_ANOTHER_SONG)
another("phone-music/new-playlist", "playlist", playlist="Another list")
instead("phone-music/new-playlist", second=following("second", "Campfire", "City Lights"))
instead("phone-music/add-to-playlist", title=_ANOTHER_SONG)
_ANOTHER_EPISODE = following("title", "The Lake Monster", "Wrecks and Lights", "Bread at Home")
instead("phone-music/seek", title=_ANOTHER_EPISODE)
instead("phone-music/seek", at=lambda v: v["at"] - 120)
instead("phone-music/podcast-speed", title=_ANOTHER_EPISODE)
instead("phone-music/podcast-speed", speed=following("speed", 1.5, 2.0, 0.5))

# -- the web, maps, clock, settings ---------------------------------------------------------------------------

instead("phone-chrome/visit", url="shop.northwind.com/basket")
another("phone-chrome/bookmark", url="shop.northwind.com/basket")
another("phone-chrome/delete-bookmark", title=following("title", "Fabrikam Maps", "Outlook", "Contoso Wiki"))
for _id in ("download", "watch"):
    another(f"phone-chrome/wiki-{_id}", page="Lakeside_tramway" if _id == "download" else "Contoso_Lake")
another("phone-chrome/shop-wish", id="two-person-tent")
instead("phone-chrome/search", words="ukulele", url="wiki.contoso.com/wiki/Ukulele")
another("phone-maps/save", place="North Clinic")
instead("phone-maps/save", list=following("list", "Want to go", "Favorites", "Starred places"))
for _id in ("navigate", "navigate-between"):
    another(f"phone-maps/{_id}", place=following("place", "Old Lighthouse", "City Library"))
    another(f"phone-maps/{_id}", mode=following("mode", "Walk", "Bicycle", "Car"))
instead("phone-maps/navigate-between", start="here")
instead("phone-maps/copy-address", place="North Clinic")
another("phone-clock/set-alarm", time="03:45")
for _id in ("label-alarm", "repeat-alarm", "delete-alarm"):
    another(f"phone-clock/{_id}", "alarm", time="07:00")
another("phone-clock/turn-on-alarm", time="09:30")
instead("phone-clock/label-alarm", label="Something else")
instead("phone-clock/repeat-alarm", days="Mon")
another("phone-clock/add-city", zone="America/Los_Angeles")
another("phone-clock/start-timer", minutes=2)
_AIRPLANE = {"setting": "global/airplane_mode_on", "page": "network", "state": "on"}
another("phone-settings/switch", "setting", **_AIRPLANE)
_ANOTHER_TILE = following("setting", "secure/flashlight_enabled", "global/zen_mode")
another("phone-settings/quick-tile", "tile", state="on", setting=_ANOTHER_TILE)
instead("phone-settings/brightness", percent=following("percent", 10, 25, 35, 75, 85, 95))
_OTHER_STREAM = {
    f"system/volume_{a}_speaker": f"system/volume_{b}_speaker"
    for a, b in (("music", "ring"), ("ring", "alarm"), ("alarm", "music"))
}
another("phone-settings/volume", setting=lambda v: _OTHER_STREAM[v["setting"]])
instead("phone-settings/volume", value=lambda v: "0" if v["value"] != "0" else "9")
instead(
    "phone-settings/screen-timeout", value=following("value", "15000", "60000", "120000", "300000", "600000", "1800000")
)
instead("phone-settings/time-zone", zone=following("zone", "Asia/Tokyo", "Europe/Berlin", "America/New_York"))
instead("phone-settings/rename-phone", name="Another name")
instead("phone-settings/easy-reading", size=following("size", "0.85", "1.15", "1.3"))
