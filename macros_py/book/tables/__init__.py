"""Each table of the workbook and what its rows mean: rows to the rules' nouns, and back."""
