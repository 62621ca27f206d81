"""Orders of the switches in which neighbours are near each other, by the field's methods."""
