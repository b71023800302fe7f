"""The issue tracker: Roundup."""

from __future__ import annotations

from omnigym.devices.chromium.serving import app_site, sql_table

__all__ = ["SITE"]

_ISSUES = """
SELECT i.id AS id, i._title AS title, s._name AS status, p._name AS priority, u._username AS assigned,
  (SELECT group_concat(k._name, ' ') FROM issue_keyword ik JOIN _keyword k ON k.id = ik.linkid WHERE ik.nodeid = i.id)
    AS keywords,
  (SELECT group_concat(n._title, '|') FROM issue_superseder x JOIN _issue n ON n.id = x.linkid WHERE x.nodeid = i.id)
    AS superseder,
  i.__retired__ AS retired
FROM _issue i LEFT JOIN _status s ON s.id = i._status LEFT JOIN _priority p ON p.id = i._priority
  LEFT JOIN _user u ON u.id = i._assignedto
"""
_MESSAGES = """
SELECT m.id AS id, i._title AS title, m._summary AS summary, u._username AS author
FROM issue_messages im JOIN _issue i ON i.id = im.nodeid JOIN _msg m ON m.id = im.linkid
  LEFT JOIN _user u ON u.id = m._author
"""
_FILES = """
SELECT f.id AS id, i._title AS title, f._name AS name, f._type AS type
FROM issue_files x JOIN _issue i ON i.id = x.nodeid JOIN _file f ON f.id = x.linkid
"""
_NOSY = """
SELECT i.id || '/' || u.id AS id, i._title AS title, u._username AS user
FROM issue_nosy n JOIN _issue i ON i.id = n.nodeid JOIN _user u ON u.id = n.linkid
"""
_USERS = """
SELECT _username AS username, _realname AS realname, _phone AS phone, _organisation AS organisation,
  _address AS address FROM _user
"""
_DATABASE = "db/db"

SITE = app_site(
    "tracker",
    title="Helpdesk",
    category="Task Management",
    packages={"roundup": "roundup"},
    start="/issue?@columns=title,id,activity,status,assignedto&@sort=activity&@group=priority&@filter=status"
    "&status=-1,1,2,3,4,5,6,7&@pagesize=50",
    tables={
        "issues": sql_table(_DATABASE, _ISSUES),
        "messages": sql_table(_DATABASE, _MESSAGES),
        "files": sql_table(_DATABASE, _FILES),
        "watchers": sql_table(_DATABASE, _NOSY),
        "users": sql_table(_DATABASE, _USERS),
        "keywords": sql_table(_DATABASE, "SELECT _name AS name FROM _keyword"),
    },
    keyed={"issues": "id", "messages": "id", "files": "id", "watchers": "id", "users": "username"},
)
