package import SyncGenSchema

/// The names of a version's elements in the runtime's own tables.
package struct RuntimeNames: Sendable {
  /// The recorded members of each entity that the queue can contain.
  private let queue: [String: Set<String>]
  private let links: Set<String>

  package init(_ schema: Schema) {
    let recorded = schema.entityIDs.filter { schema[$0].hasEntries }
    queue = Dictionary(
      uniqueKeysWithValues: recorded.map { id in
        (schema[id].name.name, Set(schema.recordedNames(of: id).values))
      })
    links = Set(
      schema.taggedLinkNames
        + schema.entities.flatMap { entity in
          entity.relations.filter { $0.reference != nil }.map {
            "\(entity.name.name).\($0.name.name)"
          }
        })
  }

  /// The reason why an entry of the queue belongs to another version; `nil` if it does not.
  ///
  /// - Parameter fields: The fields with commas around them.
  package func problem(entity: String, fields: String) -> String? {
    guard let known = queue[entity] else {
      return "the change queue contains entries of '\(entity)', whose changes are not recorded"
    }
    return fields.split(separator: ",").first { !known.contains(String($0)) }.map {
      "the change queue refers to '\(entity).\($0)', which is not recorded"
    }
  }

  /// The reason why a link that waits for a child belongs to another version; `nil` if it does not.
  package func problem(link: String) -> String? {
    links.contains(link)
      ? nil : "unresolved links refer to the relationship '\(link)', which does not exist"
  }
}
