"""The table: seats, versions, clocks, undo and what every viewer is told. It knows no transport."""
