"""Networks and their structure; imports none of the other packages."""
