@_spi(Generated) import SwiftSyncStore

/// Temporary ids that a response must not contain. A row that kept one would be stored twice or
/// refer to nothing, so such a response is not used.
extension ResponseReader {
  /// A pushed row in messages.
  func words(for key: PushedKey) -> String {
    "\(schema.entities[key.entity].metadata.remoteName) \(key.text)"
  }

  /// Records the server's id of a row that was sent with a temporary one.
  func rename(_ sent: PushedKey, to key: RowKey, _ response: inout PushResponse) {
    if let other = response.renamed[sent], other != key {
      response.note(
        "it contains two ids for \(words(for: sent)): \(text(other)) and \(text(key))")
    }
    response.renamed[sent] = key
  }

  /// Notes that a row has an id that is a temporary one although it must be the server's.
  func noteTemporary(
    _ key: RowKey, for sent: PushedKey, _ response: inout PushResponse
  ) {
    guard schema.entities[sent.entity].isTemporary(key) else { return }
    response.note(
      "the row for \(words(for: sent)) has the temporary id \(text(key)), not one of the server")
  }

  private func text(_ key: RowKey) -> String { key.map(\.text).joined(separator: "/") }
}

extension PushResponse {
  /// Notes ids of the response that contradict the request.
  ///
  /// - Parameter pushed: The rows of the request.
  mutating func checkIDs(of pushed: [PushedChange], _ reader: ResponseReader) {
    var owners: [PushedKey: PushedKey] = [:]
    let temporary = temporaryRows(reader.schema)
    for change in pushed where change.change.operation != .delete {
      let sent = change.key
      if let new = renamed[sent] {
        let owner = owners.updateValue(sent, forKey: PushedKey(entity: sent.entity, key: new))
        guard let owner, owner != sent else { continue }
        note(
          "\(reader.words(for: owner)) and \(reader.words(for: sent)) have the same id, "
            + new.map(\.text).joined(separator: "/"))
      } else if temporary.contains(sent) {
        reader.noteTemporary(sent.key, for: sent, &self)
      }
    }
    noteTemporaryReferences(reader)
  }

  /// The rows whose identities are temporary.
  private func temporaryRows(_ schema: SchemaPlan) -> Set<PushedKey> {
    var keys: Set<PushedKey> = []
    for (entity, rows) in rows where schema.entities[entity].temporaryPart != nil {
      let plan = schema.entities[entity]
      for row in rows.knownRows where plan.isTemporary(row.key) {
        keys.insert(PushedKey(entity: entity, key: row.key))
      }
    }
    return keys
  }

  private mutating func noteTemporaryReferences(_ reader: ResponseReader) {
    for (entity, rows) in rows {
      for row in rows.knownRows {
        guard let reference = row.temporary else { continue }
        let words = reader.words(for: PushedKey(entity: entity, key: row.key))
        note(
          "'\(reference.relation)' of \(words) contains the temporary id \(reference.id), "
            + "not one of the server")
      }
    }
  }
}
