import SyncGenSchema

/// The names in the stores of a source.
extension ImportNamer {
  /// Notes what `names` of `CoreDataStore` needs: members with another column in the store than
  /// their names say, and renamed entities.
  mutating func noteStoreNames(of source: ImportedSchema) {
    guard source.hasStoresToCopy else { return }
    schema.hasStoresToCopy = false
    var entries: [String] = []
    for (index, entity) in source.entities.enumerated() {
      let name = schema.entities[index].name
      if name != entity.name {
        entries.append(Self.entry(name, entity.name))
        schema.entities[index].notes.append(Self.note(entries[entries.count - 1]))
      }
      for (position, attribute) in entity.attributes.enumerated()
      where !attribute.notes.contains(where: { $0.text.hasPrefix("added:") }) {
        Self.note(attribute.name, &schema.entities[index].attributes[position], name, &entries)
      }
      for (position, relation) in entity.relations.enumerated() {
        Self.note(relation.name, &schema.entities[index].relations[position], name, &entries)
      }
    }
    guard !entries.isEmpty else { return }
    schema.suggestions.append(
      "to copy the rows of a store of this model, give 'CoreDataStore' the names that differ: "
        + "names: [\(entries.joined(separator: ", "))]")
  }

  private static func note(
    _ old: String, _ member: inout some ImportedMember, _ entity: String, _ entries: inout [String]
  ) {
    // The columns of a store have names in upper case.
    guard member.name.uppercased() != old.uppercased() else { return }
    let entry = entry("\(entity).\(member.name)", old)
    entries.append(entry)
    member.notes.append(note(entry))
  }

  private static func entry(_ name: String, _ old: String) -> String { "\"\(name)\": \"\(old)\"" }

  private static func note(_ entry: String) -> ImportNote {
    "to copy rows, CoreDataStore needs names: [\(entry)]"
  }
}

/// A member of an entity with comments.
private protocol ImportedMember {
  var name: String { get }
  var notes: [ImportNote] { get set }
}

extension ImportedAttribute: ImportedMember {}
extension ImportedRelation: ImportedMember {}
