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

  func show(_ report: some Encodable & CustomStringConvertible, _ console: Console) throws {
    switch self {
    case .text:
      try console.output(report.description + "\n")
    case .json:
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      try console.output(Array(try encoder.encode(report)) + [UInt8(ascii: "\n")])
    }
  }
}
