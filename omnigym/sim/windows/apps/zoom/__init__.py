"""Zoom Workplace: meetings, the calls they are, and a chat for the team."""
