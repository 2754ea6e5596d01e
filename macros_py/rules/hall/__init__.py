"""The hall: who plays, in which line, where and when, and how far the event is."""
