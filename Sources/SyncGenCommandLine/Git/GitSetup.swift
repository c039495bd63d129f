import SyncGenDiagnostics
import SyncGenEmit
package import SyncGenSchema

/// What makes Git treat generated files as such: attributes, which are committed, and settings and
/// hooks of one clone.
package struct GitSetup {
  /// A file that the setup writes, or a setting.
  package enum Item: Hashable {
    case attributes(path: String, block: [String], text: String)
    case setting(key: String, value: String)
    case hook(path: String, text: String)
    /// A hook that is not written, because someone else wrote it or other repositories use it, and
    /// the line that it lacks.
    case foreignHook(path: String, isThere: Bool, line: String)
  }

  /// What differs from the wanted state; empty if nothing is to be done.
  package let items: [Item]
  private let git: Git
  /// The top folder of the repository.
  private let top: String

  private static let driver = "swiftsync-gen"
  private static let start = "# swiftsync-gen git-setup"
  private static let end = "# end of swiftsync-gen git-setup"
  private static let hooks = ["pre-commit", "pre-merge-commit"]

  /// - Parameters:
  ///   - allowsCommands: Whether the hooks run the commands that the schemas state.
  ///   - hasHooks: Whether hooks are a part of it.
  package init(
    for schemas: [Schema], allowingCommands allowsCommands: Bool, hooks hasHooks: Bool
  ) throws {
    let top = try Git(in: "").line(["rev-parse", "--show-toplevel"])
    let git = Git(in: top)
    let places = try schemas.map { try Places(of: $0, in: top) }
    self.git = git
    self.top = top
    let check = Self.check(places, allowsCommands)
    var items: [Item] = []
    items += try Self.attributes(places.flatMap(\.outputs), top).map { [$0] } ?? []
    items += try Self.settings(git)
    for name in hasHooks ? Self.hooks : [] {
      items += try Self.hook(name, check, top, git).map { [$0] } ?? []
    }
    self.items = items
  }

  // MARK: Attributes

  private static func attributes(_ outputs: [String], _ top: String) throws -> Item? {
    let path = Path.join(top, ".gitattributes")
    let old =
      try FileSystem.kind(of: path) == nil
      ? "" : String(decoding: try FileSystem.read(path), as: UTF8.self)
    var seen: Set<String> = []
    let folders = outputs.filter { seen.insert($0).inserted }
    let block =
      [start] + folders.map { "\(pattern($0))** linguist-generated merge=\(driver)" }
      // Both sides tell which files are the tool's own, until 'generate' writes the file again.
      + folders.map { "\(pattern($0)).*\(OutputManifest.suffix) merge=union" } + [end]
    let text = replacingBlock(in: old, with: block)
    if let marker = SourceFile(path: path, bytes: Array(text.utf8)).conflictMarkers.first {
      throw CommandFailure(
        ".gitattributes:\(marker.line) is a conflict marker of Git; keep the lines of both branches, "
          + "delete the markers, and run the command again")
    }
    return text == old ? nil : .attributes(path: ".gitattributes", block: block, text: text)
  }

  /// A folder as the beginning of a pattern, in which blanks would end it.
  private static func pattern(_ folder: String) -> String {
    let special: Set<Character> = ["*", "?", "[", "\\"]
    let prefix = folder.isEmpty ? "/" : "/\(folder)/"
    return prefix.reduce(into: "") { result, character in
      if character == " " {
        result += "[[:space:]]"
      } else {
        result += special.contains(character) ? "\\\(character)" : String(character)
      }
    }
  }

  private static func replacingBlock(in text: String, with block: [String]) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if let first = lines.firstIndex(of: start), let last = lines[first...].firstIndex(of: end) {
      return (lines[..<first] + block + lines[(last + 1)...]).joined(separator: "\n")
    }
    let gap = text.isEmpty ? "" : text.hasSuffix("\n") ? "\n" : "\n\n"
    return text + gap + block.joined(separator: "\n") + "\n"
  }

  // MARK: Settings

  /// The driver keeps our side of a file that the tool wrote, which 'generate' writes again, and merges
  /// every other file as usual.
  private static func settings(_ git: Git) throws -> [Item] {
    let wanted = [
      ("merge.\(driver).name", "keep our side of what swiftsync-gen generated"),
      (
        "merge.\(driver).driver",
        "head -c \(GeneratedHeader.reach) %A | grep -q '\(GeneratedHeader.marker)' "
          + "&& head -c \(GeneratedHeader.reach) %B | grep -q '\(GeneratedHeader.marker)' "
          + "|| git merge-file %A %O %B"
      ),
    ]
    return try wanted.filter { key, value in try git.setting(key) != value }
      .map { .setting(key: $0.0, value: $0.1) }
  }

  // MARK: Hooks

  /// The command of the hooks, which run in the top folder.
  private static func check(_ places: [Places], _ allowsCommands: Bool) -> String {
    var folders: [String] = []
    for place in places where !folders.contains(place.folder) { folders.append(place.folder) }
    // Schemas in the usual folder are found, and new ones with them.
    let named = folders == [SchemaFinder.folder] ? [] : folders
    let operands = named.map { " " + quoted($0.isEmpty ? "." : $0) }.joined()
    return "swiftsync-gen generate --check --staged" + (allowsCommands ? " --allow-commands" : "")
      + operands
  }

  private static func quoted(_ word: String) -> String {
    "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }

  private static func hook(
    _ name: String, _ check: String, _ top: String, _ git: Git
  ) throws -> Item? {
    let path = try git.line(["rev-parse", "--git-path", "hooks/\(name)"])
    let text = """
      #!/bin/sh
      \(start)
      if ! command -v swiftsync-gen >/dev/null; then
        echo "swiftsync-gen is not installed, so generated files are not checked" >&2
        exit 0
      fi
      exec \(check)

      """
    let place = Path.join(top, path)
    let line = "\(check) || exit 1"
    guard try FileSystem.kind(of: place) != nil else {
      return try isOwn(place, top, git)
        ? .hook(path: path, text: text) : .foreignHook(path: path, isThere: false, line: line)
    }
    let old = String(decoding: try FileSystem.read(place), as: UTF8.self)
    if old == text { return nil }
    if old.contains(start) { return .hook(path: path, text: text) }
    return old.contains(check) ? nil : .foreignHook(path: path, isThere: true, line: line)
  }

  /// Whether only this repository uses a hook. 'core.hooksPath' may name a folder for all of them.
  private static func isOwn(_ hook: String, _ top: String, _ git: Git) throws -> Bool {
    let common = Path.join(top, try git.line(["rev-parse", "--git-common-dir"]))
    let place = PackageBounds.destination(of: hook)
    return Path.isInside(place, top) || Path.isInside(place, PackageBounds.destination(of: common))
  }

  // MARK: Showing and writing

  /// What will be written, for the user to confirm.
  package var text: String {
    items.map { item in
      switch item {
      case .attributes(let path, let block, _):
        Self.listed("\(path), which you commit:", block)
      case .setting(let key, let value): Self.listed("setting \(key) of this clone:", [value])
      case .hook(let path, let text):
        Self.listed("\(path):", text.split(separator: "\n").map(String.init))
      case .foreignHook(let path, let isThere, let line):
        Self.listed(
          isThere
            ? "\(path) exists and stays as it is; add this line to it:"
            : "\(path) is outside this repository and is not written; a hook there needs this line:",
          [line])
      }
    }.joined(separator: "\n")
  }

  private static func listed(_ title: String, _ lines: [String]) -> String {
    ([title] + lines.map { "  " + $0 }).joined(separator: "\n") + "\n"
  }

  /// Whether there is something to write, rather than only advice.
  package var writes: Bool {
    items.contains { if case .foreignHook = $0 { false } else { true } }
  }

  /// What only the user can do: a sentence for each hook that is not installed.
  package var openHooks: [String] {
    items.compactMap { item in
      guard case .foreignHook(let path, let isThere, let line) = item else { return nil }
      let reason = isThere ? "someone else wrote it" : "it is outside this repository"
      return "hook '\(path)' was not installed, because \(reason); add this line to it: \(line)"
    }
  }

  package func write() throws {
    for item in items {
      switch item {
      case .attributes(let path, _, let text):
        try FileSystem.replace(Path.join(top, path), with: Array(text.utf8))
      case .setting(let key, let value): try git.run(["config", key, value])
      case .hook(let path, let text):
        let place = Path.join(top, path)
        try FileSystem.createFolder(Path.split(place).folder)
        try FileSystem.replace(place, with: Array(text.utf8))
        try FileSystem.makeExecutable(place)
      case .foreignHook: break
      }
    }
  }
}

/// Where a schema and its output are, from the top folder of the repository.
private struct Places {
  let folder: String
  let outputs: [String]

  init(of schema: Schema, in top: String) throws(CommandFailure) {
    func place(_ path: String) throws(CommandFailure) -> String {
      let destination = PackageBounds.destination(of: path)
      guard Path.isInside(destination, top) else {
        throw CommandFailure("'\(path)' is outside the repository '\(top)'")
      }
      return String(destination.dropFirst(top == "/" ? 1 : top.count + 1))
    }
    folder = Path.split(try place(schema.path)).folder
    outputs = try schema.forEachOutput.map { (output) throws(CommandFailure) in
      try place(Path.besides(schema.path, output.generation.output))
    }
  }
}
