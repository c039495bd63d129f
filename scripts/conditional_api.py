"""The public declarations in '#if canImport(…)' of modules of Apple's systems, read from the sources: other systems do not
compile them, so symbol graphs do not have them there. See scripts/api.py."""

import importlib.machinery
import importlib.util
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
APPLE = {"AppKit", "Combine", "Darwin", "SwiftUI", "UIKit", "os"}
DIRECTIVE = re.compile(r"^[ \t]*#(if|elseif|else|endif)\b(.*)$", re.M)
CONDITION = re.compile(r"^ canImport\((\w+)\)$")
ATTRIBUTE = r"@\w+(?:\([^()]*\))?"
MODIFIERS = ("public|package|internal|private|fileprivate|final|indirect|nonisolated|static|class|mutating|nonmutating|"
             "convenience|override|lazy|weak|required")
DECLARATION = re.compile(
    rf"^[ \t]*(?P<attributes>(?:{ATTRIBUTE}\s+)*)(?P<modifiers>(?:(?:{MODIFIERS})(?:\(set\))? )*)"
    r"(?P<kind>struct|class|enum|protocol|actor|extension|func|init|var|let|subscript|typealias|case)\b", re.M)
TYPES = {"struct", "class", "enum", "protocol", "actor"}


def load_script(name):
    sys.dont_write_bytecode = True
    loader = importlib.machinery.SourceFileLoader(name.replace("-", "_"), str(ROOT / "scripts" / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


# Blanks in the place of comments and strings.
code = load_script("check-imports").code


def regions(text):
    """The outer blocks that only systems with one of Apple's modules compile: the module, the start and the end."""
    found, depth, open_block = [], 0, None
    for directive in DIRECTIVE.finditer(text):
        word, condition = directive.group(1), directive.group(2)
        depth += {"if": 1, "endif": -1}.get(word, 0)
        if open_block and depth == (0 if word == "endif" else 1):
            found.append((*open_block, directive.start()))
            open_block = None
        module = CONDITION.match(condition)
        if depth == 1 and word in ("if", "elseif") and module and module.group(1) in APPLE:
            open_block = (module.group(1), directive.end())
    return found


def block_end(blank, start):
    """The position after the brace that closes the one at 'start'."""
    depth = 0
    for at in range(start, len(blank)):
        depth += {"{": 1, "}": -1}.get(blank[at], 0)
        if depth == 0:
            return at + 1
    return len(blank)


def header_end(blank, start, end):
    """The end of a declaration without its body: a brace, or the end of a line outside parentheses."""
    depth = 0
    for at in range(start, end):
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(blank[at], 0)
        if depth == 0 and blank[at] == "{":
            return at
        if depth == 0 and blank[at] == "\n" and not re.match(r"\s*(?:where\b|->|[{,])", blank[at:end]):
            return at
    return end


def spelled(text):
    """A declaration on one line, without its access and without the systems that have it."""
    text = re.sub(r"@available\([^()]*\)\s*", "", text)
    text = re.sub(r"\b(?:public|nonisolated) ", "", " ".join(text.split()))
    text = re.sub(r"\( ", "(", re.sub(r" \)", ")", text)).strip()
    return text


def accessors(blank):
    """What a property or a subscript with a body offers."""
    return "{ get set }" if re.search(r"\b(?:set|_modify)\b", blank) else "{ get }"


def declarations(text, blank, start, end, owner, is_public_by_default):
    """The public declarations between two positions: the type that has them, its own heading or '', the text, and whether it is
    documented."""
    at = start
    while found := DECLARATION.search(blank, at, end):
        kind = found.group("kind")
        head = header_end(blank, found.end(), end)
        has_body = head < end and blank[head] == "{"
        after = block_end(blank, head) if has_body else head
        at = max(after, found.end())
        words = found.group("modifiers").split()
        is_public = ("public" in words or is_public_by_default) and "@_spi" not in found.group("attributes")
        line = spelled(text[found.start():head])
        documented = text[:found.start()].rstrip().split("\n")[-1].strip().startswith("///")
        if kind == "extension":
            name = re.match(r"extension ([\w.]+)(.*)", line)
            yield name.group(1) + name.group(2), True, f"extension {name.group(1)}{name.group(2)}", True
            yield from declarations(text, blank, head + 1, after, name.group(1) + name.group(2), "public" in words)
        elif not is_public:
            continue
        elif kind in TYPES:
            name = re.search(rf"\b{kind} (\w+)", line).group(1)
            full = f"{owner}.{name}" if owner else name
            yield full, True, line.replace(f"{kind} {name}", f"{kind} {full}", 1), documented
            yield from declarations(text, blank, head + 1, after, full, kind == "protocol")
        else:
            if has_body and kind in ("var", "subscript"):
                line += " " + accessors(blank[head:after])
            yield owner, False, line, documented


def owner_at(text, blank, position):
    """The type or the extension around a position, '' at the top level, and None in the body of a function or a property."""
    at, end, owner = 0, len(blank), ""
    while found := DECLARATION.search(blank, at, end):
        head = header_end(blank, found.end(), end)
        after = block_end(blank, head) if head < end and blank[head] == "{" else head
        if not head < position < after:
            at = max(after, found.end())
            continue
        line = spelled(text[found.start():head])
        if found.group("kind") == "extension":
            owner = re.match(r"extension ([\w.]+)", line).group(1)
        elif found.group("kind") in TYPES:
            name = re.search(rf"\b{found.group('kind')} (\w+)", line).group(1)
            owner = f"{owner}.{name}" if owner else name
        else:
            return None
        at, end = head + 1, after
    return owner


def block_rows(text, blank, start, end):
    """The rows of 'declarations' in a block, with a heading for the type around it."""
    owner = owner_at(text, blank, start)
    rows = [] if owner is None else list(declarations(text, blank, start, end, owner, False))
    return ([(owner, True, f"extension {owner}", True)] if owner and rows else []) + rows


def of_module(module):
    """For each of Apple's modules, the lines of its declarations; and the names of those without documentation."""
    found, missing = {}, []
    for path in sorted((ROOT / "Sources" / module).rglob("*.swift")):
        text = path.read_text(encoding="utf-8")
        blank = code(text)
        for condition, start, end in regions(blank):
            rows = found.setdefault(condition, set())
            for owner, is_type, line, documented in block_rows(text, blank, start, end):
                rows.add((owner, not is_type, line))
                if not documented:
                    missing.append(f"{owner}: {line}")
    lines = {}
    for condition, rows in found.items():
        # The members of an extension are listed with the type, if it is declared here, and one without any is not listed.
        members = {row[0] for row in rows if row[1]}
        types = {row[0] for row in rows if not row[1] and not row[2].startswith("extension ")}
        kept = [row for row in sorted(rows) if row[1] or row[0] in types and not row[2].startswith("extension ")
                or row[0] in members - types]
        if kept:
            lines[condition] = [("  " if row[1] and row[0] else "") + row[2] for row in kept]
    return lines, missing


def contains(path, line):
    """Whether a line of a file, counted from 0, is in such a block."""
    text = pathlib.Path(path).read_text(encoding="utf-8")
    return any(
        text.count("\n", 0, start) <= line <= text.count("\n", 0, end) for _, start, end in regions(code(text)))


def self_check():
    planted = """\
public struct Everywhere {}
#if canImport(SwiftUI)
  /// A view.
  @available(iOS 17, *)
  @MainActor @propertyWrapper
  public struct Shown<Row: Sendable>: View {
    private let hidden = "public var a: Int"
    /// The rows.
    @MainActor public var rows: [Row] { query.rows }
    /// Creates it.
    public init(
      _ query: String = "{", limit: Int? = nil
    ) where Row: Hashable {
      let rows = 1
    }
    struct Inner {}
  }

  extension Everywhere {
    public var value: Int {
      get { 1 }
      set {}
    }
  }
  extension Other { func hidden() {} }
#else
  public struct Elsewhere {}
#endif
extension Everywhere {
  public struct Place {
    public static let here = Place()

    #if canImport(SwiftUI)
      /// There.
      public static func there(_ name: String? = nil) -> Place {
        #if canImport(SwiftUI)
          let name = name
        #endif
      }
    #endif
  }

  func hidden() {
    #if canImport(SwiftUI)
      public struct Local {}
    #endif
  }
}
"""
    blank = code(planted)
    blocks = regions(blank)
    found = [(line, documented) for _, start, end in blocks for _, _, line, documented in block_rows(planted, blank, start, end)]
    expected = [
        ("@MainActor @propertyWrapper struct Shown<Row: Sendable>: View", True),
        ("@MainActor var rows: [Row] { get }", True),
        ('init(_ query: String = "{", limit: Int? = nil) where Row: Hashable', True),
        ("extension Everywhere", True),
        ("var value: Int { get set }", False),
        ("extension Other", True),
        ("extension Everywhere.Place", True),
        ("static func there(_ name: String? = nil) -> Place", True),
    ]
    assert {block[0] for block in blocks} == {"SwiftUI"} and found == expected, f"the declarations of Apple's systems are read wrongly: {found}"
