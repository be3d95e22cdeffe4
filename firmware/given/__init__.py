"""What people type or write about their table: understood, or refused in a sentence that says what to do."""
