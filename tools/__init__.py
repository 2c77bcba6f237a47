"""What helps to keep the project in shape."""
