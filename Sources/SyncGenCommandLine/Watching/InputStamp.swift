/// A file that records the inputs and outputs of a run, so that the next one can be skipped if none
/// of them has changed.
///
/// Each run writes it, even if it does nothing else. For a build, it is an input that changes
/// whenever the build has run, so that the build runs the tool each time: SwiftPM must know all
/// inputs before it begins, and fragments, versions and templates may be added later.
package struct InputStamp: Sendable {
  /// The name of the file in the output folder.
  package static let name = "swiftsync.stamp"

  private let path: String
  /// The settings, besides files, that the output depends on.
  private let settings: String

  package init(in folder: String, settings: [String]) {
    path = Path.join(folder, Self.name)
    let all = [ToolVersion.current, FileSystem.workingFolder ?? "/"] + settings
    self.settings = all.map { $0.split(separator: "\n").joined(separator: " ") }.joined(
      separator: "\t")
  }

  /// Whether everything is as the last run left it.
  package func isCurrent() throws(FileFailure) -> Bool {
    guard try FileSystem.kind(of: path) == .file else { return false }
    let lines = String(decoding: try FileSystem.read(path), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: true)
    guard lines.count > 1, lines[0] == settings else { return false }
    return lines.dropFirst().allSatisfy { line in
      let parts = line.split(separator: "\t", maxSplits: 1)
      return parts.count == 2 && FileStamp(of: String(parts[1])).text == parts[0]
    }
  }

  /// Writes the same content again, as a new file.
  package func renew() throws(FileFailure) {
    try FileSystem.replace(path, with: try FileSystem.read(path))
  }

  /// - Parameters:
  ///   - log: The read inputs.
  ///   - outputs: The paths of the written files.
  package func write(_ log: InputLog, outputs: [String]) throws(FileFailure) {
    // A rebuilt tool may generate different output.
    let own = outputs + [CommandLine.arguments.first ?? ""]
    let stamps = log.stamps.merging(own.map { ($0, FileStamp(of: $0)) }) { first, _ in first }
    let lines = stamps.sorted { $0.key < $1.key }.map { "\($0.value.text)\t\($0.key)" }
    let text = ([settings] + lines).joined(separator: "\n") + "\n"
    try FileSystem.createFolder(Path.split(path).folder)
    try FileSystem.replace(path, with: Array(text.utf8))
  }
}
