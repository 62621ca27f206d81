"""The parts of the store on an SQL database, by who uses them; together they are `SqlStore`."""
