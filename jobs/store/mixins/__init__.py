"""The store on an SQL database, a mixin for each subject; together they are `SqlStore`."""
