import SwiftSyncFoundation
import SyncGenCommandLine

/// The format of a report.
enum ReportFormat: String, CaseIterable {
  case text
  case json

  static let option = OptionDefinition.choice(
    "report", of: Self.self, "how the report is written; 'text' is the default")

  init(_ arguments: ParsedArguments) {
    self = arguments.choice(Self.option) ?? .text
  }

  /// - Parameter entity: The subject of the first line of a text report; `nil` if the report
  ///   contains it.
  func show(
    _ report: some Encodable & CustomStringConvertible, of entity: String? = nil,
    _ console: Console
  ) throws {
    switch self {
    case .text:
      try console.output((entity.map { "\($0): " } ?? "") + report.description + "\n")
    case .json: try Self.showJSON(report, console)
    }
  }

  static func showJSON(_ report: some Encodable, _ console: Console) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try console.output(Array(try encoder.encode(report)) + [UInt8(ascii: "\n")])
  }
}
