#!/usr/bin/env python3
"""Generates a schema with a long history: history.py TOOL FOLDER [VERSIONS [ENTITIES]]

Each version but the first changes every second entity in one of the ways in which a step can change it: renames, new
members with and without a backfill, other types, indexes and enums, dropped members. It also removes one entity, adds
one and renames one. All but the newest version are frozen, and the files of all steps are generated.
"""
import os
import subprocess
import sys

TOOL, FOLDER = sys.argv[1], sys.argv[2]
VERSIONS = int(sys.argv[3]) if len(sys.argv) > 3 else 20
ENTITIES = int(sys.argv[4]) if len(sys.argv) > 4 else 50
TYPES = ["string", "int", "double", "decimal", "bool", "day", "url", "json", "[string]", "money", "State0", "date"]


class Entity:
    def __init__(self, number, names):
        self.name, self.former, self.members, self.relations, self.indexes = f"Thing{number}", None, {}, {}, []
        for place, kind in enumerate(TYPES[(number + step) % len(TYPES)] for step in range(8)):
            optional = "?" if (number + place) % 3 == 0 else ""
            self.members[f"member{place}"] = {"type": kind + optional}
        self.members["isGood"] = {"type": "bool", "default": "true", "index": "true"}
        self.members["amount"] = {"type": "int"}
        if names:
            self.relations["owner"] = {"to": names[number * 7 % len(names)] + "?"}
            if number % 5 == 0:
                self.relations["friends"] = {"to": f"[{names[number * 3 % len(names)]}]", "inverse": "none"}
        if number % 4 == 0 and names:
            self.relations["part"] = {"to": names[-1], "foreign-key": "true", "on-delete": "deny"}
        self.offline = number % 2 == 0

    def text(self):
        def flow(parts):
            return "{ " + ", ".join(f"{key}: {value}" for key, value in parts.items()) + " }"

        lines = [f"  {self.name}:"]
        if self.former:
            lines.append(f"    renamed-from: {self.former}")
        lines += ["    attributes:", "      id: uuid"]
        lines += [f"      {name}: {flow({**parts, 'type': quoted(parts['type'])})}" for name, parts in self.members.items()]
        lines.append("      updatedAt: date")
        if self.relations:
            lines.append("    relations:")
            lines += [f"      {name}: {flow({**parts, 'to': quoted(parts['to'])})}" for name, parts in self.relations.items()]
        if self.indexes:
            lines.append("    indexes: [" + ", ".join(self.indexes) + "]")
        lines.append("    sync: { clock: updatedAt" + (", push: true }" if self.offline else " }"))
        return lines


def quoted(text):
    return f'"{text}"' if text[0] == "[" or text[-1] == "?" else text


class History:
    def __init__(self):
        self.entities, self.count, self.cases, self.steps = [], 0, ["todo", "done"], {}
        while len(self.entities) < ENTITIES:
            self.add()

    def add(self):
        self.entities.append(Entity(self.count, [entity.name for entity in self.entities]))
        self.count += 1

    def raise_to(self, version):
        """Changes the schema to a version. Over the versions, each entity gets each kind of change."""
        steps = self.steps[version] = []
        for entity in self.entities:
            entity.former = None
            for parts in entity.members.values():
                for key in ("renamed-from", "backfill"):
                    parts.pop(key, None)
        for place, entity in enumerate(self.entities):
            if (place + version) % 2 == 0:
                self.change(entity, (place // 2 + version) % 8, version, steps)
        self.cases.append(f"case{version}")
        self.rename(self.entities[version % len(self.entities)], version)
        self.replace_last(steps)
        self.add()

    def change(self, entity, kind, version, steps):
        members, new = entity.members, f"added{version}"
        if kind == 0:
            members[new] = {"type": "string?"}
        elif kind == 1:
            members[new] = {"type": "int", "default": str(version)}
        elif kind == 2:
            members[new] = {"type": "string", "backfill": "\"'made of ' || id\""}
        elif kind == 3:
            old = next(name for name in members if name not in ("isGood", "amount"))
            parts = members.pop(old)
            key = parts.get("remote") or "".join("_" + c.lower() if c.isupper() else c for c in old)
            if parts["type"].rstrip("?") != "money":
                parts = {**parts, "renamed-from": old, "remote": key}
                members[f"renamed{version}"] = parts
            else:
                members[old] = parts
        elif kind == 4:
            members["amount"]["type"] = {"int": "decimal", "decimal": "string", "string": "string"}[members["amount"]["type"]]
        elif kind == 5:
            entity.indexes = ["[updatedAt, amount]"] if version % 3 else ["[amount, isGood]"]
        elif kind == 6:
            old = next((name for name in members if name.startswith("member")), None)
            if old:
                del members[old]
                steps.append(f"drops: [{entity.name}.{old}]")
        elif entity.offline:
            members[new] = {"type": "bool", "default": "false", "index": "true"}
        else:
            entity.offline = True

    def rename(self, entity, version):
        old, entity.name = entity.name, f"Renamed{version}"
        entity.former = old
        for other in self.entities:
            for parts in other.relations.values():
                bare = parts["to"].strip("[]?")
                if bare == old:
                    parts["to"] = parts["to"].replace(old, entity.name)

    def replace_last(self, steps):
        """Removes the last entity to which nothing refers."""
        used = {parts["to"].strip("[]?") for entity in self.entities for parts in entity.relations.values()}
        for entity in reversed(self.entities):
            if entity.name not in used and not entity.former:
                self.entities.remove(entity)
                steps.append(f"drops: [{entity.name}]")
                # Permissions in this step to drop its members are not needed any more.
                steps[:] = [step for step in steps if f"[{entity.name}." not in step]
                return

    def text(self, version):
        lines = ["swiftsync: 1", "name: History", f"version: {version}", "generate: { output: History, sets: [sql] }"]
        lines += ["enums:", "  State0: { cases: [" + ", ".join(self.cases) + "] }", "entities:"]
        for entity in self.entities:
            lines += entity.text()
        if self.steps.get(version):
            lines += ["migrations:", f"  {version}:"] + [f"    - {step}" for step in self.steps[version]]
        return "\n".join(lines) + "\n"


def main():
    os.makedirs(FOLDER, exist_ok=True)
    path, history = os.path.join(FOLDER, "history.yaml"), History()
    for version in range(1, VERSIONS + 1):
        if version > 1:
            history.raise_to(version)
        with open(path, "w") as file:
            file.write(history.text(version))
        command = "freeze" if version < VERSIONS else "generate"
        subprocess.run([TOOL, command, "--quiet", path], check=True)


main()
