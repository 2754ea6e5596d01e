"""From a typed row of a protocol to points, ranking and masterpoints."""
