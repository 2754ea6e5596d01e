"""What a typed row means, and what the typist probably meant."""
