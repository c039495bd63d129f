import SyncGenCore

/// The list of a schema's output, kept in a file beside the sources of a package.
struct ListedOutput {
  private static let remedy =
    "bring it up to date with 'swift package generate-models' or 'swiftsync-gen generate --list'"

  private let list: OutputList
  private let console: Console

  init(_ list: OutputList, _ console: Console) {
    self.list = list
    self.console = console
  }

  private var displayPath: String {
    Path.simplified(list.path)
  }

  func write() throws -> ExitStatus {
    let wasWritten = try list.write()
    console.remark("\(displayPath): \(wasWritten ? "written" : "unchanged")")
    return .done
  }

  func check() throws -> ExitStatus {
    guard let drift = try list.drift() else {
      console.remark("\(displayPath) is up to date")
      return .done
    }
    try console.output("\(displayPath): \(drift)\n")
    console.error("1 file would change; \(Self.remedy)")
    return .failed
  }

  /// Whether the build knows the files that are about to be made; says so if it does not.
  func isUpToDate() throws -> Bool {
    guard let drift = try list.drift() else { return true }
    console.error(at: displayPath, "\(drift); \(Self.remedy)")
    return false
  }
}
