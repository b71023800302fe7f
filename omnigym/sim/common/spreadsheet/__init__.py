"""Spreadsheets: the rules that every one has, whatever its window looks like."""
