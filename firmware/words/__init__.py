"""What is said to people: to the players at the table, in five languages, and how names and positions are worded."""
