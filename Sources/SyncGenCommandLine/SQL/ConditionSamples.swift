import SwiftSyncSQLite
import SwiftSyncThreads
import SwiftSyncValues
import SyncGenSchema

/// Checks sample rows against the SQL condition of their entity, in an executable that lacks the
/// rules of payloads.
///
/// It decides conditions on values that are stored as payloads write them, and notes if there was
/// another one.
///
/// `@unchecked`: the lock protects all mutable state.
final class ConditionSamples: PayloadChecking, @unchecked Sendable {
  private let schema: Schema
  private let lock = ThreadLock()
  private var undecided: String?

  init(_ schema: Schema) {
    self.schema = schema
  }

  func accepts(_ payload: CheckedPayload) -> Bool {
    if let answer = answer(payload) { return answer }
    lock.withLock { undecided = payload.entity }
    return false
  }

  /// Throws if a row could not be checked, because output may then contain a wrong one.
  func check() throws(CommandFailure) {
    guard let entity = lock.withLock({ undecided }) else { return }
    throw CommandFailure(
      "\(schema.path): sample rows of '\(entity)' have to meet its 'check', which a build cannot "
        + "determine for all types; write this output with 'swiftsync-gen generate'")
  }

  /// `nil` if only the rules of payloads decide.
  private func answer(_ payload: CheckedPayload) -> Bool? {
    guard payload.document == nil,
      let entity = schema.entities.first(where: { $0.name.name == payload.entity }),
      let check = entity.check?.value, let columns = columns(of: entity, namedIn: check)
    else { return nil }
    let row = SQLText.string(payload.json)
    let values = columns.map { "json_extract(\(row), \(SQLText.string($0.path)))" }
    let names = columns.map(\.column.name.quoted).joined(separator: ", ")
    do throws(SQLRefusal) {
      let database = try SchemaDatabase()
      database.limit(to: .part)
      try database.run(Self.table(of: entity, check: check))
      try database.run(
        "INSERT INTO \(entity.table.quoted) (\(names)) VALUES (\(values.joined(separator: ", ")))")
      return true
    } catch {
      return error.isOfConstraint ? false : nil
    }
  }

  private static func table(of entity: Entity, check: String) -> String {
    let columns = entity.columns.map { column in
      "\(column.name.quoted) \(column.storage.rawValue) COLLATE \(column.collation.rawValue)"
    }
    return "CREATE TABLE \(entity.table.quoted) (\(columns.joined(separator: ", ")), "
      + "CHECK (\(check)))"
  }

  /// The columns that a condition names, with the JSON paths of their values in payloads; `nil` if
  /// one of them holds other values than payloads.
  private func columns(
    of entity: Entity, namedIn check: String
  ) -> [(column: Column, path: String)]? {
    let words = Set(SQLToken.tokens(of: check).filter(\.isName).map { $0.text.lowercased() })
    var columns: [(column: Column, path: String)] = []
    for column in entity.columns where words.contains(column.name.name.lowercased()) {
      guard case .attribute(let index) = column.source,
        let path = entity.attributes[index].plainPath
      else { return nil }
      columns.append((column, path))
    }
    return columns.isEmpty ? nil : columns
  }
}

extension Attribute {
  /// The JSON path of its value in payloads; `nil` if the value is stored differently, or need not
  /// be valid.
  fileprivate var plainPath: String? {
    switch type {
    case .scalar(.string), .scalar(.int), .scalar(.double), .scalar(.bool), .enumeration: break
    case .scalar, .money, .value, .array, .dictionary: return nil
    }
    guard scalar == nil, !settings.isTrimmed, !settings.isEmptyNull, settings.direction.isImported,
      defaultValue == nil || !isOptional, case .paths(let paths) = remote, let path = paths.first,
      path.isPlain, !path.dotted.contains(where: { "\"\\".contains($0) })
    else { return nil }
    return "$" + path.keys.map { ".\"\($0)\"" }.joined()
  }
}
