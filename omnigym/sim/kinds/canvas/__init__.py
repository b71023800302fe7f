"""Programs in which one draws: a picture as what was done to it, its pixels, the board on which that is done."""
