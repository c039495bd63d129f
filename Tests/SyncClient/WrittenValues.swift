import Foundation
import Tracker

/// The values that a write sets. The values of title, details, estimate, position and labels are
/// unique to the write, so a value on the server identifies who wrote it.
extension Write {
  static let labelCount = 14

  static func id(ofTask row: Int) -> String {
    "7a5c0000-0000-4000-8000-\(padded(row))"
  }

  static func id(ofProject number: Int) -> String {
    "90ec0000-0000-4000-8000-\(padded(number))"
  }

  private static func padded(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: 12 - digits.count) + digits
  }

  var title: String { "title \(number)" }
  var details: String { "details \(number)" }
  var estimate: String { "\(number).5" }
  var sortIndex: Double { Double(number) + 0.25 }
  var priority: Int { number % 4 + 1 }
  var project: Int { number % 2 + 1 }

  /// The task under which the write moves its task.
  var parent: Int? {
    if case .move(let parent) = change { parent } else { nil }
  }

  /// A different set of labels for each number, by its binary digits.
  var labels: [String] {
    (0..<Self.labelCount).filter { number >> $0 & 1 == 1 }.map(Self.label)
  }

  static func label(_ index: Int) -> String { String(UnicodeScalar(UInt8(97 + index))) }

  /// The value of a field, as the judge reads it from both databases.
  func text(of field: Field) -> String {
    switch field {
    case .title: title
    case .details: details
    case .estimate: estimate
    case .sortIndex: "\(number).25"
    case .labels: labels.joined(separator: ",")
    case .priority: String(priority)
    case .project: Self.id(ofProject: project)
    case .parent: parent.map(Self.id(ofTask:)) ?? ""
    }
  }
}
