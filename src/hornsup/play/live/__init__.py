"""Tables at work: the queue of a table, its viewers and its bots."""
