"""What is kept of finished games beside their logs."""
