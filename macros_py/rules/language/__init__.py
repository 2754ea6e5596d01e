"""The language of a line: contracts, notation, and what a line is worth."""
