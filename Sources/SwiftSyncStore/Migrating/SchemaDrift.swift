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
  let note: SchemaNote?

  /// - Throws: `SyncError.otherVersion`, or `SyncError.unusableDatabase` for a database of another
  ///   schema, if the tables differ from those of the schema, or if a row contains a value that an
  ///   enum no longer accepts.
  func check() throws(SyncError) {
    guard let note, note.version == schema.version, note.fingerprint != schema.fingerprint else {
      return
    }
    if let adoption = schema.tableAdoption {
      let problems = try adoption.problems(connection, schema.tables)
      if let problem = problems.first { throw refusal(problem) }
    } else if let drift = try DatabaseFacts(connection)
      .drift(from: DatabaseFacts(tables: schema.tables))
    {
      throw refusal(drift)
    }
    for entity in schema.entities { try checkEnums(of: entity) }
  }

  /// The error about a difference between the database and the schema.
  func refusal(_ difference: String) -> SyncError {
    let other = note?.otherFingerprint(than: schema.fingerprint, of: schema.version)
    if let other, note?.name == schema.name {
      return .otherVersion(
        path: path, version: schema.version, fingerprint: other, difference: difference)
    }
    return .unusableDatabase(
      path: path, reason: "its version is \(schema.version), but \(difference); \(cause)")
  }

  private var cause: String {
    guard let name = note?.name else {
      return "it belongs to another schema, or the schema was changed without a new version"
    }
    if name != schema.name { return "it belongs to another schema, '\(name)'" }
    let change = "another program has changed its tables"
    return note?.isAbout(schema) == true || schema.adopts
      ? change : "another version \(schema.version) created it, or \(change)"
  }

  private func checkEnums(of entity: EntityMetadata) throws(SyncError) {
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
        "column '\(column)' of table '\(entity.table)' holds \(found), which the enum does not have"
      )
    }
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
