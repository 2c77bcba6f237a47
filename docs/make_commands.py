"""Writes docs/commands.md, the help of every command, from the commands themselves."""

from pathlib import Path
from typing import Any

from mazeworks.cli import maze


def commands_page() -> str:
    """The help of `maze` and of each of its commands."""
    wide: dict[str, Any] = {"max_content_width": 80, "terminal_width": 80, "resilient_parsing": True}
    with maze.make_context("maze", [], **wide) as context:
        parts = [
            "# Every command\n\nWritten by `python -m docs.make_commands`.\n",
            section("maze", maze.get_help(context)),
        ]
        for name in maze.list_commands(context):
            command = maze.get_command(context, name)
            assert command is not None
            inner = command.make_context(name, [], context, **wide)
            parts.append(section(f"maze {name}", command.get_help(inner)))
    return "\n".join(parts)


def section(title: str, text: str) -> str:
    """A heading and the help below it."""
    return f"## {title}\n\n```text\n{text}\n```\n"


if __name__ == "__main__":
    (Path(__file__).parent / "commands.md").write_text(commands_page(), encoding="utf-8")
