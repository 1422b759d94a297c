"""What a guest has on this server: devices, links to further ones, and all data kept about them."""
