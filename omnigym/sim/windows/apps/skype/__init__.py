"""Skype: chats in bubbles, groups, contact cards, calls."""
