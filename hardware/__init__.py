"""What is touched: camera, lights, button and sound behind small ports; drivers are imported only when chosen."""
