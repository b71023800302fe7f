"""The sites, one file each."""
