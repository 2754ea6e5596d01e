"""What a referee does, one file a verb: ``(context, options) -> list[Problem]``."""
