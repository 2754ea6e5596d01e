"""A deal as it is bid and played, and what the cards allow."""
