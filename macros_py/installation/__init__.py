"""Into Excel and out of it again: install, uninstall, doctor. Standard library only: it runs before all else."""
