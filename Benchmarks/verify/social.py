#!/usr/bin/env python3
"""Generates ten versions of the sample 'social' like those of an app: social.py TOOL FOLDER

Each version changes one or two things: it adds an attribute, an enum case or an entity, renames or drops an attribute,
requires a value, or changes a type. All but the newest version are frozen.
"""
import os
import re
import subprocess
import sys

TOOL, FOLDER = sys.argv[1], sys.argv[2]
SAMPLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Schemas", "social.yaml")
BOOKMARK = "  Bookmark:\n    attributes:\n      id: string\n      createdAt: date\n    relations:\n      status: Status\n\n"

# For each version, what is replaced by what, and the steps under 'migrations'.
CHANGES = [
    ([("      isBot:", "      pronouns: string?\n      isBot:")], None),
    ([("      isFavorite:", "      isPinned: { type: bool = false, remote: pinned }\n      isFavorite:")], None),
    ([
        ('      note: string = ""', '      bio: { type: string = "", renamed-from: note, remote: note }'),
        ("displayName, note]", "displayName, bio]"),
    ], None),
    ([("private, direct]", "private, direct, limited]")], None),
    ([("      createdAt: { type: date, index: true }\n    relations:",
       "      createdAt: { type: date, index: true }\n      isRead: bool = false\n    relations:")], None),
    ([("      language: string?\n      attachments", "      language: { type: string, backfill: \"'en'\" }\n      attachments")],
     None),
    ([("  Notice:\n", BOOKMARK + "  Notice:\n")], None),
    ([("      isFollowed:", "      usesCount: { type: int?, index: true }\n      isFollowed:")], None),
    ([("      editedAt: date?\n", "")], "drops: [Status.editedAt]"),
]


def sample():
    with open(SAMPLE) as file:
        text = file.read()
    text = re.sub(r"\n +doc: [^\n]*(?=\n)", "", text)
    return re.sub(r"\ngenerate:\n(  .*\n)+", "\ngenerate: { output: History, sets: [sql] }\n", text)


def main():
    os.makedirs(FOLDER)
    path = os.path.join(FOLDER, "history.yaml")
    text, steps = sample(), []
    for version in range(1, len(CHANGES) + 2):
        if version > 1:
            subprocess.run([TOOL, "freeze", "--quiet", path], check=True)
            text = re.sub(r", (renamed-from: \w+|backfill: \"[^\"]*\")", "", text)
            changes, step = CHANGES[version - 2]
            for old, new in changes:
                if text.count(old) != 1:
                    sys.exit(f"social.py: version {version} cannot be written: '{old}' is there {text.count(old)} times")
                text = text.replace(old, new)
            if step:
                steps.append(f"  {version}: [{{ {step} }}]")
        end = "\nmigrations:\n" + "\n".join(steps) + "\n" if steps else ""
        with open(path, "w") as file:
            file.write(text.replace("swiftsync: 1\n", f"swiftsync: 1\nversion: {version}\n") + end)
    subprocess.run([TOOL, "generate", "--quiet", path], check=True)


main()
