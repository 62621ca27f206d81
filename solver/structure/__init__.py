"""What a network is like, as a question that is answered in one step."""
