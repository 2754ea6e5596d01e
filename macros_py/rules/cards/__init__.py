"""Cards, draws and deals."""
