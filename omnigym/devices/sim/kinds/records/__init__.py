"""Records of one table, shown as lists with letters, tables that are sorted, boards, and forms."""
