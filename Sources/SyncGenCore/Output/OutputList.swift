import SyncGenEmit

/// What is made from a schema, and from what, for builds that want the names of all files beforehand.
///
/// A line for each file, after a word that says what it is. Inputs are as seen from the list's
/// folder, outputs from the output folder. It does not name the tool's version, so that it changes
/// only when the names do.
package struct OutputList: Hashable, Sendable {
  /// What the name of a list ends with.
  package static let suffix = ".outputs"

  /// As the system is to find it.
  package let path: String
  package let text: String

  /// The list of what a generation makes, to be kept at `path`.
  package init(of generation: Generation, at path: String) {
    self.path = path
    let workingFolder = FileSystem.workingFolder ?? "/"
    let folder = Path.join(workingFolder, Path.split(path).folder)
    let inputs = generation.inputs.map {
      RelativePath.from(folder: folder, to: Path.join(workingFolder, $0))
    }
    let lines =
      ["# What is made from a schema, and from what. Written by swiftsync-gen; do not edit."]
      + inputs.prefix(1).map { "schema \($0)" }
      + inputs.dropFirst().sorted().map { "input \($0)" }
      + generation.files.map(\.path).sorted().map { "output \($0)" }
    text = lines.joined(separator: "\n") + "\n"
  }

  /// How the file at `path` differs from this list; `nil` if it does not.
  package func drift() throws(FileFailure) -> String? {
    guard try FileSystem.kind(of: path) != nil else { return "missing" }
    let present = String(decoding: try FileSystem.read(path), as: UTF8.self)
    if present == text { return nil }
    let (old, new) = (Self.entries(of: present), Self.entries(of: text))
    if let entry = new.subtracting(old).min() { return "outdated: it lacks '\(entry)'" }
    if let entry = old.subtracting(new).min() {
      return "outdated: it has '\(entry)', which is not so any more"
    }
    return "outdated: it was edited"
  }

  private static func entries(of text: String) -> Set<Substring> {
    Set(text.split(separator: "\n").filter { !$0.hasPrefix("#") })
  }

  /// Writes the list unless it is there; says whether it was written.
  package func write() throws(FileFailure) -> Bool {
    if try drift() == nil { return false }
    try FileSystem.createFolder(Path.split(path).folder)
    try FileSystem.replace(path, with: Array(text.utf8))
    return true
  }
}
