package import SyncGenSchema

/// What the runtime's own tables may call the parts of a version.
package struct RuntimeNames: Sendable {
  /// The recorded members of each entity that the queue can have.
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

  /// Why an entry of the queue belongs to another version; `nil` if it does not.
  ///
  /// - Parameter fields: With commas around.
  package func problem(entity: String, fields: String) -> String? {
    guard let known = queue[entity] else {
      return "the queue of local writes has entries of '\(entity)', of which nothing is recorded"
    }
    return fields.split(separator: ",").first { !known.contains(String($0)) }.map {
      "the queue of local writes names '\(entity).\($0)', which is not recorded"
    }
  }

  /// The same of links that wait for a child.
  package func problem(link: String) -> String? {
    links.contains(link)
      ? nil : "links wait for the relation '\(link)', which is not there"
  }
}
