"""The game and the event: pure, exact, standard library only. Nothing here knows of files or sheets."""
