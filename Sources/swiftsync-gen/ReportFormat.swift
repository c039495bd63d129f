import SwiftSyncFoundation
import SyncGenCore

/// How a report is written.
enum ReportFormat: String, CaseIterable {
  case text
  case json

  static let option = OptionDefinition.choice(
    "report", of: Self.self, "how the report is written; 'text' is the default")

  init(_ arguments: ParsedArguments) {
    self = arguments.choice(Self.option) ?? .text
  }

  /// - Parameter entity: What the first line of a text is about; `nil` if the report says so itself.
  func show(
    _ report: some Encodable & CustomStringConvertible, of entity: String? = nil,
    _ console: Console
  ) throws {
    switch self {
    case .text:
      try console.output((entity.map { "\($0): " } ?? "") + report.description + "\n")
    case .json:
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      try console.output(Array(try encoder.encode(report)) + [UInt8(ascii: "\n")])
    }
  }
}
