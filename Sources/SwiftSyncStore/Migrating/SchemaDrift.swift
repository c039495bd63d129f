@_spi(Generated) import SwiftSyncCoding

/// Refuses a database of the schema's version that was created with a different schema of that
/// version.
///
/// The check takes longer than all the rest of opening a database, so it runs only if the
/// fingerprint of the version differs from the recorded one. A database without a record is
/// accepted as it is, because a runtime that makes no records has opened it in any state.
struct SchemaDrift {
  let connection: Connection
  let path: String
  let schema: SchemaMetadata

  /// - Throws: `SyncError.unusableDatabase` if the tables lack something, or if a row contains a
  ///   value that an enum no longer accepts.
  func check(_ note: SchemaNote?) throws(SyncError) {
    guard let note, note.version == schema.version, note.fingerprint != schema.fingerprint else {
      return
    }
    if let adoption = schema.tableAdoption {
      let problems = try adoption.problems(connection, schema.ddl)
      if let problem = problems.first { throw refusal(problem, note) }
    } else if let lack = try DatabaseFacts(connection).lack(of: DatabaseFacts(ddl: schema.ddl)) {
      throw refusal(lack, note)
    }
    for entity in schema.entities { try checkEnums(of: entity, note) }
  }

  /// The explanation of a difference between a database and the schema.
  static func cause(_ note: SchemaNote?, _ schema: SchemaMetadata) -> String {
    guard let name = note?.name else {
      return "it belongs to another schema, or the schema was changed without a new version"
    }
    if name != schema.name { return "it belongs to another schema, '\(name)'" }
    return "the schema was changed without a new version: restore it, freeze it, and then raise "
      + "'version', or delete the database if the version was never released"
  }

  private func checkEnums(of entity: EntityMetadata, _ note: SchemaNote) throws(SyncError) {
    for attribute in entity.attributes {
      guard let values = attribute.type.allowedValues else { continue }
      let column = entity.columns[attribute.column].name
      let list = values.joined(separator: ", ")
      let query = try Statement(
        "SELECT quote(\(quoted(column))) FROM \(quoted(entity.table)) "
          + "WHERE \(quoted(column)) NOT IN (\(list)) LIMIT 1", on: connection)
      guard try query.step() else { continue }
      let found = query.text(0) ?? ""
      throw refusal(
        "column '\(column)' of table '\(entity.table)' holds \(found), which the enum does not have",
        note)
    }
  }

  private func refusal(_ difference: String, _ note: SchemaNote) -> SyncError {
    .unusableDatabase(
      path: path,
      reason: "its version is \(schema.version), but \(difference); \(Self.cause(note, schema))")
  }
}

extension ValueType {
  /// The values of a closed enum as SQL; `nil` for an enum that also accepts other values.
  fileprivate var allowedValues: [String]? {
    switch self {
    case .textEnum(let values?):
      values.map(quotedText)
    case .integerEnum(let values?): values.map { "\($0)" }
    default: nil
    }
  }
}
