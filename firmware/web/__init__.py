"""The page: the table in a browser. It runs beside the loop, only puts events into its queue, and is shed first."""
