"""Machines as they are built: racks on a floor, cables with lengths, and what all of it costs."""
