"""The battle board: boxes of tasks, arrows, dice."""
