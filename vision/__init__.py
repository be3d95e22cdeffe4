"""What is seen: pictures in, a sighting out."""
