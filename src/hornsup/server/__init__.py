"""The table server: HTTP, websockets, storage and fan-out around the tables of `play/`."""
