"""What may happen at the table: boards, games and the referee. Standard library only, no input or output."""
