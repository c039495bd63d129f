public import SwiftSyncFoundation
@_spi(Generated) public import SwiftSyncStore
import SwiftSyncValues

/// A reason why a draft cannot be saved.
///
/// ```swift
/// ForEach(draft.problems(of: \.title), id: \.self) { Text($0.message) }
/// ```
///
/// `message` is the text under `message:` of the schema, which can also be the key of a
/// translation. To write messages in the app instead, use `kind`, which has the values of the
/// violated rule.
public struct DraftProblem: Hashable, Sendable {
  /// The rule that is violated, with its values.
  public enum Kind: Hashable, Sendable {
    /// A required member has no value.
    case required
    /// A string does not match the regular expression of its scalar.
    case pattern(String)
    /// A number is not in the range of its scalar. A bound is nil if there is none.
    case range(minimum: Decimal?, maximum: Decimal?)
    /// The app's type of a scalar refuses the value. The name is that of the scalar.
    case scalar(String)
    /// A value inside the member, such as a field of a type under `types:`, violates a rule.
    case content
    /// No column can store the value, e.g. NaN or an invalid currency.
    case unstorable
    /// The server has rejected the value, which is as it was then. Only in `Draft.problems(of:)`.
    case server
    /// The row does not meet a check: the `check` of its entity, whose name this is, or a check of
    /// the app.
    case check(String)
  }

  /// The rule that is violated, with its values.
  public let kind: Kind
  /// The name of the attribute or relationship; nil for the entity's `check`, which concerns the
  /// whole row.
  public let field: String?
  /// The reason for developers, in lower case and without a full stop.
  public let reason: String
  /// The text for people: the schema's `message:` for the scalar or the check, or else the reason
  /// as a sentence.
  public let message: String

  /// Creates a problem, for the app's own checks and for tests.
  ///
  /// - Parameters:
  ///   - kind: The rule that is violated; for a check of the app, `.check` with a name of your
  ///     choice.
  ///   - field: The name of the attribute or relationship.
  ///   - reason: The reason, in lower case and without a full stop.
  ///   - message: The text for people; nil for the reason as a sentence.
  public init(kind: Kind, field: String?, reason: String, message: String? = nil) {
    self.kind = kind
    self.field = field
    self.reason = reason
    self.message = message ?? ErrorText.sentence(reason)
  }
}

extension DraftProblem: CustomStringConvertible, LocalizedError {
  /// The field and the reason.
  public var description: String { field.map { "\($0): \(reason)" } ?? reason }

  /// The text for people.
  public var errorDescription: String? { message }
}

extension Draft {
  /// The reasons why the row cannot be saved, by the checks of the schema, in the order of the
  /// members. Empty if it can be saved.
  ///
  /// Enums and types are checked by the compiler. A required member lacks a value after
  /// `subscript(optional:)` has set it to nil. The entity's `check` is evaluated only if there are
  /// no other problems. Requirements that depend on other rows, such as unique values, are checked
  /// when the draft is saved.
  public var problems: [DraftProblem] {
    let problems = zip(Row.coding.members, row.states).compactMap { field, state in
      unset.contains(field) ? Self.lack(of: field) : Self.problem(of: state, field)
    }
    guard problems.isEmpty, let check = Row.metadata.check,
      !RowCheck(check, Row.metadata).isMet(by: row)
    else { return problems }
    return [
      DraftProblem(
        kind: .check(Row.metadata.name), field: nil, reason: "the row does not meet '\(check)'",
        message: Row.metadata.checkMessage)
    ]
  }

  /// Returns the problems of one member, by its name in the patch, e.g.
  /// `draft.problems(of: \.title)`.
  ///
  /// In a draft that resolves a `SyncProblem`, they include what the server has said about the
  /// member, until it is edited. That does not keep the draft from being saved, because the remedy
  /// may be another member.
  public func problems<Value>(
    of keyPath: WritableKeyPath<Row.Patch, Patch<Value>>
  ) -> [DraftProblem] {
    var patch = Row.Patch()
    patch[keyPath: keyPath] = .null
    let names = patch.fieldNames
    return problems.filter { $0.field.map(names.contains) ?? false } + serverProblems(of: names)
  }

  private func serverProblems(of names: [String]) -> [DraftProblem] {
    if remarks.isEmpty { return [] }
    let edited = editedFields
    return names.filter { !edited.contains($0) }.flatMap { name -> [DraftProblem] in
      let field = Row.metadata.fieldNames.firstIndex(of: name)
      return (field.flatMap { remarks[$0] } ?? []).map {
        DraftProblem(kind: .server, field: name, reason: $0, message: $0)
      }
    }
  }

  private static func lack(of field: Int) -> DraftProblem {
    DraftProblem(
      kind: .required, field: Row.metadata.fieldNames[field], reason: "a value is required")
  }

  private static func problem(of state: FieldState, _ field: Int) -> DraftProblem? {
    let name = Row.metadata.fieldNames[field]
    var values = RowWriter(Row.metadata)
    values.set(field, state, Row.coding)
    if case .invalidValue(_, _, let reason)? = values.problem {
      return DraftProblem(kind: .unstorable, field: name, reason: reason)
    }
    guard Row.metadata.attributes.indices.contains(field) else { return nil }
    let attribute = Row.metadata.attributes[field]
    guard let stored = values.values[attribute.column], stored != .null else { return nil }
    return attribute.problem(of: stored)
  }
}

extension AttributeMetadata {
  /// The check of a scalar that a value does not pass; nil if it passes all.
  fileprivate func problem(of stored: StoredValue) -> DraftProblem? {
    guard let reason = refusal(of: stored, field.scalar) else { return nil }
    return DraftProblem(
      kind: kind(of: stored), field: name, reason: reason, message: field.scalar?.message)
  }

  private func refusal(of stored: StoredValue, _ scalar: ScalarMetadata?) -> String? {
    let converter = ValueConverter(field.type, field.rules, scalar: scalar)
    guard converter.isChecked else { return nil }
    let arena = ByteArena()
    return converter.refusal(
      ofStored: BoundValue(stored, in: arena),
      expected: field.expectation, in: arena)
  }

  private func kind(of stored: StoredValue) -> DraftProblem.Kind {
    guard let scalar = field.scalar else { return .content }
    if scalar.hasType, refusal(of: stored, scalar.withoutType) == nil {
      return .scalar(scalar.name)
    }
    if let pattern = scalar.pattern { return .pattern(pattern) }
    guard scalar.minimum != nil || scalar.maximum != nil else { return .scalar(scalar.name) }
    return .range(
      minimum: scalar.minimum.flatMap(Self.bound), maximum: scalar.maximum.flatMap(Self.bound))
  }

  private static func bound(_ text: String) -> Decimal? {
    var text = text
    return text.withUTF8 { NumberText(JSONSlice($0))?.decimal }
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
