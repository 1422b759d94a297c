"""The server's processes: started, watched, replaced, ended."""
