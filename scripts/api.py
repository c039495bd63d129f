"""Writes docs/api.txt from symbol graphs, see scripts/api."""

import difflib
import glob
import json
import os
import re
import sys
import urllib.parse

import conditional_api

PAGE = "docs/api.txt"
HEAD = """\
The public symbols of the library products, without those for generated code. scripts/api writes this file, and
scripts/test compares the two: a change of the public interface shows up here. What only Apple's systems have follows the
module that it needs.
"""
MODULES = ["SwiftSyncCoding", "SwiftSyncREST", "SwiftSyncStore", "SwiftSyncEditing", "SwiftSyncSession", "SwiftSyncLive",
           "SwiftSyncURLSession", "SwiftSyncRuntime", "SwiftSyncSimulator", "SwiftSyncTestSupport"]
TYPES = {"swift.struct", "swift.class", "swift.enum", "swift.protocol"}
# Types of a module that is not a product, which a product exports.
EXPORTED = {"SwiftSyncStore": ("SwiftSyncValues", {"MissingRows"})}
# Conformances of every type, and those that the compiler infers.
IMPLICIT = {"Copyable", "Escapable", "SendableMetatype", "BitwiseCopyable"}


def load(folder, module):
    """The symbols of a module and the relationships between them."""
    symbols, relationships = [], []
    for path in sorted(glob.glob(os.path.join(folder, module + "*.symbols.json"))):
        name = os.path.basename(path).removesuffix(".symbols.json")
        if name.split("@")[0] != module:
            continue
        with open(path, encoding="utf-8") as file:
            graph = json.load(file)
        symbols += [item for item in graph["symbols"] if not is_conditional(item)]
        relationships += graph["relationships"]
    if module in EXPORTED:
        source, types = EXPORTED[module]
        others, more = load(folder, source)
        symbols += [item for item in others if item["pathComponents"][0] in types]
        relationships += more
    return symbols, relationships


def is_conditional(symbol):
    """Whether only Apple's systems have the symbol: it is then read from the sources, on every system."""
    location = symbol.get("location")
    if not location:
        return False
    path = urllib.parse.unquote(urllib.parse.urlparse(location["uri"]).path)
    return os.path.exists(path) and conditional_api.contains(path, location["position"]["line"])


def declaration(symbol):
    text = "".join(part["spelling"] for part in symbol["declarationFragments"])
    text = " ".join(text.split())
    constraints = symbol.get("swiftExtension", {}).get("constraints", [])
    words = {"conformance": ":", "superclass": ":", "sameType": "=="}
    where = ", ".join(
        f"{item['lhs']}{':' if words[item['kind']] == ':' else ' =='} {item['rhs']}" for item in constraints)
    return f"{text} where {where}" if where and " where " not in text else text


def conformances(relationships):
    """The protocols of each type, by the type's identifier."""
    found = {}
    for item in relationships:
        if item["kind"] != "conformsTo":
            continue
        name = item.get("targetFallback", "").split(".")[-1] or item["target"]
        found.setdefault(item["source"], set()).add((item["target"], name))
    return found


def heading(text, protocols, symbol):
    """The declaration of a type with all of its protocols."""
    if symbol["kind"]["identifier"] == "swift.protocol":
        text = text.split(" : ")[0]
    if "Hashable" in protocols:
        protocols -= {"Equatable"}
    name, where, constraints = text.partition(" where ")
    return name + (f": {', '.join(sorted(protocols))}" if protocols else "") + where + constraints


def lines(folder, module):
    symbols, relationships = load(folder, module)
    names = {item["identifier"]["precise"]: item["pathComponents"][-1] for item in symbols}
    protocols = conformances(relationships)
    rows = set()
    for symbol in symbols:
        path = symbol["pathComponents"]
        is_type = symbol["kind"]["identifier"] in TYPES
        owner = ".".join(path if is_type else path[:-1])
        text = declaration(symbol)
        if is_type:
            own = {names.get(target, name) for target, name in protocols.get(symbol["identifier"]["precise"], ())}
            # Not in the attribute '@resultBuilder'.
            text = heading(re.sub(rf"\b{path[-1]}\b", owner, text, count=1), own - IMPLICIT, symbol)
        rows.add((owner, not is_type, path[-1] if not is_type else "", text))
    owners = {row[0] for row in rows if not row[1]}
    # Members of types that another module declares follow a line with the extension.
    rows |= {(owner, False, "", f"extension {owner}") for owner in {row[0] for row in rows} - owners if owner}
    return [("  " if row[1] and row[0] else "") + row[3] for row in sorted(rows)]


def undocumented(folder, module):
    symbols, _ = load(folder, module)
    return sorted(".".join(item["pathComponents"]) for item in symbols if not item.get("docComment"))


def section(folder, module):
    """The symbols of a module, and those that need one of Apple's modules."""
    text = f"\n# {module}\n\n" + "\n".join(lines(folder, module)) + "\n"
    conditional, _ = conditional_api.of_module(module)
    for condition, declarations in sorted(conditional.items()):
        text += f"\n## {module} with {condition}\n\n" + "\n".join(declarations) + "\n"
    return text


def main(folder, mode):
    conditional_api.self_check()
    text = HEAD + "".join(section(folder, module) for module in MODULES)
    missing = [name for module in MODULES for name in undocumented(folder, module)]
    missing += [name for module in MODULES for name in conditional_api.of_module(module)[1]]
    for name in missing:
        print(f"error: {name} has no doc comment", file=sys.stderr)
    if mode != "--check":
        with open(PAGE, "w", encoding="utf-8") as file:
            file.write(text)
        return 0
    with open(PAGE, encoding="utf-8") as file:
        old = file.read()
    if old != text:
        sys.stderr.writelines(difflib.unified_diff(old.splitlines(True), text.splitlines(True), PAGE, "public symbols"))
        print("error: the public interface has changed; run scripts/api and review the difference", file=sys.stderr)
    return 1 if missing or old != text else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
