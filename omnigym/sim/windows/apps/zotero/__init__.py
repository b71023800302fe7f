"""Zotero: references in collections, with files and notes, cited and exported."""
