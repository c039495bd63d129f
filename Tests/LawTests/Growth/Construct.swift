@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

/// A construct of the language, with calls of any size that use it.
struct Construct: Sendable, CustomStringConvertible {
  enum Stage: Sendable {
    case apply(
      SyncTarget, payload: @Sendable (Int) -> String, change: @Sendable (inout ApplyOptions) -> Void
    )
    /// A write of the app.
    case local(String)
    /// An export of all rows of an entity.
    case export(String, ExportOptions.Relations)
  }

  let name: String
  /// What follows `version` in the schema.
  let schema: String
  let stages: [Stage]

  var text: String { "swiftsync: 1\nname: Growth\nversion: 1\n" + schema }
  var description: String { name }
}

extension Construct.Stage {
  /// Applies a complete list of rows, of which each is made from its number and the number of rows.
  static func rows(
    _ entity: String,
    change: @escaping @Sendable (inout ApplyOptions) -> Void = { $0.missingRows = .delete },
    _ row: @escaping @Sendable (Int, Int) -> String
  ) -> Construct.Stage {
    .apply(.entity(entity), payload: { count in list(count) { row($0, count) } }, change: change)
  }

  /// Applies a payload.
  static func payload(
    _ entity: String, change: @escaping @Sendable (inout ApplyOptions) -> Void = { _ in },
    _ payload: @escaping @Sendable (Int) -> String
  ) -> Construct.Stage {
    .apply(.entity(entity), payload: payload, change: change)
  }

  /// Applies a document.
  static func document(
    _ name: String, _ payload: @escaping @Sendable (Int) -> String
  ) -> Construct.Stage {
    .apply(.document(name), payload: payload, change: { _ in })
  }
}

/// A list of elements as JSON.
func list(_ count: Int, _ element: (Int) -> String) -> String {
  "[" + (0..<count).map(element).joined(separator: ",") + "]"
}

extension Construct {
  static let all =
    values + references + lists + members + identities + deletions + dependents + documents
    + resources + exports
}
