public import SwiftSyncFoundation
@_spi(Generated) public import SwiftSyncStore
import SwiftSyncValues

/// A reason why a draft cannot be saved.
public struct DraftProblem: Hashable, Sendable {
  /// The kind of requirement that is not met.
  public enum Kind: Hashable, Sendable {
    /// A required member has no value.
    case required
    /// The value does not meet the rules of the schema's scalar: a pattern, a range, or a check of
    /// the app's type.
    case scalar
    /// No column can store the value, e.g. NaN or an invalid currency.
    case unstorable
    /// The row does not meet the `check` of its entity.
    case check
  }

  /// The kind of requirement that is not met.
  public let kind: Kind
  /// The name of the attribute or relationship; nil for the entity's `check`, which concerns the
  /// whole row.
  public let field: String?
  /// The reason, in lower case and without a full stop.
  public let reason: String

  /// Creates a problem, for the app's own checks and for tests.
  public init(kind: Kind, field: String?, reason: String) {
    self.kind = kind
    self.field = field
    self.reason = reason
  }
}

extension DraftProblem: CustomStringConvertible, LocalizedError {
  /// The field and the reason.
  public var description: String { field.map { "\($0): \(reason)" } ?? reason }

  /// The reason as a sentence.
  public var errorDescription: String? { ErrorText.sentence(reason) }
}

extension Draft {
  /// The reasons why the row cannot be saved, by the checks of the schema, in the order of the
  /// members. Empty if it can be saved.
  ///
  /// Enums, types and required members are checked by the compiler; a required member can lack a
  /// value only if `subscript(optional:)` has set it to nil. The entity's `check` is evaluated only
  /// if there are no other problems. Requirements that depend on other rows, such as unique values,
  /// are checked when the draft is saved.
  public var problems: [DraftProblem] {
    let names = Row.metadata.fieldNames
    var problems: [DraftProblem] = []
    for (field, state) in zip(Row.coding.members, row.states) {
      guard !unset.contains(field) else {
        problems.append(
          DraftProblem(kind: .required, field: names[field], reason: "a value is required"))
        continue
      }
      guard let (kind, reason) = Self.refusal(of: state, field) else { continue }
      problems.append(DraftProblem(kind: kind, field: names[field], reason: reason))
    }
    if problems.isEmpty, let check = Row.metadata.check,
      !RowCheck(check, Row.metadata).isMet(by: row)
    {
      problems.append(
        DraftProblem(kind: .check, field: nil, reason: "the row does not meet '\(check)'"))
    }
    return problems
  }

  /// Returns the problems of one member, by its name in the patch, e.g.
  /// `draft.problems(of: \.title)`.
  public func problems<Value>(
    of keyPath: WritableKeyPath<Row.Patch, Patch<Value>>
  ) -> [DraftProblem] {
    var patch = Row.Patch()
    patch[keyPath: keyPath] = .null
    let names = patch.fieldNames
    return problems.filter { $0.field.map(names.contains) ?? false }
  }

  private static func refusal(
    of state: FieldState, _ field: Int
  ) -> (DraftProblem.Kind, String)? {
    var values = RowWriter(Row.metadata)
    values.set(field, state, Row.coding)
    if case .unstorableValue(_, _, let found)? = values.problem {
      return (.unstorable, "\(found) cannot be stored")
    }
    guard Row.metadata.attributes.indices.contains(field) else { return nil }
    let attribute = Row.metadata.attributes[field]
    guard let stored = values.values[attribute.column], stored != .null,
      let reason = attribute.refusal(of: stored)
    else { return nil }
    return (.scalar, reason)
  }
}

extension AttributeMetadata {
  /// The reason why a value does not pass the checks of scalars; nil if it does.
  fileprivate func refusal(of stored: StoredValue) -> String? {
    let converter = ValueConverter(field.type, field.rules, scalar: field.scalar)
    guard converter.isChecked else { return nil }
    let arena = ByteArena()
    return converter.refusal(
      ofStored: BoundValue(stored, in: arena),
      expected: field.expectation, in: arena)
  }
}

/// The `check` of an entity, which SQLite evaluates for a row that is not in a database yet.
private struct RowCheck {
  private let check: String
  private let metadata: EntityMetadata

  init(_ check: String, _ metadata: EntityMetadata) {
    self.check = check
    self.metadata = metadata
  }

  /// Also true if the check cannot be evaluated here; the store then decides when the row is saved.
  func isMet(by row: some SyncedEntity) -> Bool {
    do throws(SyncError) {
      try insert(row)
      return true
    } catch {
      return !error.isFailedCheck
    }
  }

  private func insert(_ row: some SyncedEntity) throws(SyncError) {
    var values = RowWriter(metadata)
    row.write(to: &values)
    let settings = try values.settings
    let connection = try Connection(path: Connection.memoryPath, mode: .readWrite)
    try connection.execute(table)
    let names = settings.map { quoted(metadata.columns[$0.column].name) }
    let parameters = settings.indices.map { "?\($0 + 1)" }
    let statement = try connection.statement(
      "INSERT INTO \(quoted(metadata.table)) (\(names.joined(separator: ", "))) "
        + "VALUES (\(parameters.joined(separator: ", ")))")
    statement.bind(settings.map(\.value))
    try statement.run()
  }

  private var table: String {
    let columns = metadata.columns.filter { !$0.isVirtual }.map { column in
      "\(quoted(column.name)) \(column.storage.declaredType)"
        + (column.ignoresCase ? " COLLATE NOCASE" : "")
    }
    return "CREATE TABLE \(quoted(metadata.table)) (\(columns.joined(separator: ", ")), "
      + "CHECK (\(check)))"
  }
}
