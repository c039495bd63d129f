import SyncGenSchema

/// Chooses the members that identify the rows of an entity, for sources that state which values no
/// two rows share.
struct StatedIdentity {
  /// The members that the source calls the identity, the first of which counts.
  var marked: [String] = []
  /// The names that usually identify rows, whether or not the source says so.
  var usual: [String] = []
  /// The lists of members whose values no two rows share.
  var unique: [[String]] = []
  /// The names that identify rows if nothing else does.
  var last: [String] = []

  /// - Parameter canIdentify: Whether the values of a member can identify rows.
  /// - Returns: The names of the members; `nil` if the source has no identity.
  func members(where canIdentify: (String) -> Bool) -> [String]? {
    if let name = marked.first(where: canIdentify) { return [name] }
    let unique = unique.filter { !$0.isEmpty && $0.allSatisfy(canIdentify) }
    if let name = usual.first(where: { unique.contains([$0]) }) { return [name] }
    let usual = usual.filter(canIdentify)
    let combined = unique.filter { $0.count > 1 }
    if let name = usual.first {
      // What two members say together, one of them does not say alone: `id` is the number of a row
      // for each `userID`.
      return combined.first { !Set($0).isDisjoint(with: usual) }
        ?? (combined.isEmpty ? [name] : unique.first { $0.count == 1 } ?? combined[0])
    }
    return unique.first { $0.count == 1 } ?? combined.first
      ?? last.first(where: canIdentify).map { [$0] }
  }
}

extension ImportedEntity {
  /// Makes members the identity, which have a value in each row and no index of their own.
  mutating func setIdentity(_ names: [String]) {
    identity = names
    for index in attributes.indices where names.contains(attributes[index].name) {
      if attributes[index].isOptional {
        attributes[index].notes.append(
          .guessed(.identity, "identifies rows; optional in the model"))
      }
      attributes[index].isOptional = false
      guard names.count == 1 else { continue }
      attributes[index].isUnique = false
      attributes[index].isIndexed = false
    }
    for index in relations.indices where names.contains(relations[index].name) {
      relations[index].isOptional = false
    }
  }

  /// Adds an identity to an entity whose source has none.
  mutating func addIdentity(_ reason: ImportNote) {
    var id = ImportedAttribute("id", .scalar(.uuid))
    id.defaultValue = .word("new")
    id.notes = [reason]
    if attributes.contains(where: { $0.name == "id" }) { id.name = "rowID" }
    attributes.insert(id, at: 0)
    identity = [id.name]
  }
}
