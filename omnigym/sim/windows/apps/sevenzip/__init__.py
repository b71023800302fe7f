"""7-Zip File Manager: packs files, looks into archives, unpacks them."""
