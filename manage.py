#!/usr/bin/env python3
"""The way in for commands."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "core.settings")
    from django.core.management import execute_from_command_line

    from games.engine.rulebook import BadRulebook

    try:
        execute_from_command_line(sys.argv)
    except BadRulebook as unreadable:  # it is read when its game is imported, before any command begins
        sys.exit(str(unreadable))


if __name__ == "__main__":
    main()
