@_spi(Generated) import SwiftSyncRuntime
import SyncGenCore

/// The payloads that a command line names: files, or standard input.
struct PayloadArguments: Hashable {
  static let operands = CommandDefinition.Operands("PAYLOAD", 1...CommandDefinition.Operands.many)

  private let paths: [String]

  init(_ arguments: ParsedArguments) throws(UsageError) {
    paths = arguments.operands
    if paths.contains("-"), paths.count > 1 {
      throw arguments.problem("'-' can only be the one PAYLOAD")
    }
  }

  func source() throws -> PayloadSource {
    if paths == ["-"] { return .standardInput }
    for path in paths { try FileSystem.checkReadable(path) }
    return .files(paths)
  }
}

extension PayloadProblem {
  /// Where the payload is wrong, in the form that editors make clickable.
  var place: String {
    "\(file ?? InputFile.standardInput):\(line):\(column)"
  }

  var message: String {
    "\(reason) (byte \(offset)\(path.isEmpty ? "" : ", at \(path)")) [invalid-json]"
  }
}
