"""How puzzles are made: found in games of bots, graded by how bots fare, chosen, and written to a file."""
