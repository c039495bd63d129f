"""Starts a Django project on a free port, with an empty database and fixtures, and ends with its input.

    serve.py PROJECT DATABASE FIXTURE…
"""

import os
import sys
import threading


def end_with_input():
    sys.stdin.buffer.read()
    os._exit(0)


def main(project, database, *fixtures):
    threading.Thread(target=end_with_input, daemon=True).start()
    sys.path.insert(0, project)
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    os.environ["MUSIC_DATABASE"] = database

    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    if fixtures:
        call_command("loaddata", *fixtures, verbosity=0)
    call_command("runserver", "--noreload", "127.0.0.1:0")


if __name__ == "__main__":
    main(*sys.argv[1:])
