"""The browser client: one shell, plain ES modules, style sheets; `server.pages` serves them."""
