"""BreeZip: archives are looked into, with previews and passwords, and made of files."""
