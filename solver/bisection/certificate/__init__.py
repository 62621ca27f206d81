"""What a certificate is made of: its kinds in one table, and what others read of it."""
