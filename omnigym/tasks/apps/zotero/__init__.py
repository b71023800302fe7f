"""The subtasks of Zotero."""
