import SyncGenSchema

/// Chooses the members that identify the rows of an entity, for sources that state which values no
/// two rows share.
struct StatedIdentity {
  struct Choice: Equatable {
    let names: [String]
    /// Why the members were chosen, unless the source says so.
    var note: ImportNote?

    init(_ names: [String], _ note: ImportNote? = nil) {
      (self.names, self.note) = (names, note)
    }
  }

  /// The members that the source calls the identity, the first of which counts.
  var marked: [String] = []
  /// The names that usually identify rows, whether or not the source says so.
  var usual: [String] = []
  /// The lists of members whose values no two rows share.
  var unique: [[String]] = []
  /// The names that identify rows if nothing else does.
  var last: [String] = []
  /// Further names that may identify rows, which a comment mentions.
  var others: [String] = []

  /// - Parameter canIdentify: Whether the values of a member can identify rows.
  /// - Returns: `nil` if the source has no identity.
  func choice(where canIdentify: (String) -> Bool) -> Choice? {
    if let name = marked.first(where: canIdentify) { return Choice([name]) }
    let unique = unique.filter { !$0.isEmpty && $0.allSatisfy(canIdentify) }
    if let name = usual.first(where: { unique.contains([$0]) }) { return Choice([name]) }
    let usual = usual.filter(canIdentify)
    let combined = unique.filter { $0.count > 1 }
    if let name = usual.first {
      // What two members say together, one of them does not say alone: `id` is the number of a row
      // for each `userID`.
      if let telling = combined.first(where: { !Set($0).isDisjoint(with: usual) }) {
        return Choice(telling)
      }
      if combined.isEmpty { return Choice([name], note(besides: name, where: canIdentify)) }
    }
    if let alone = alone(unique.filter { $0.count == 1 }.flatMap(\.self)) { return alone }
    if let first = combined.first { return Choice(first) }
    return last.first(where: canIdentify).map {
      Choice([$0], .guessed(.identity, "identifies rows, by its name"))
    }
  }

  /// One of several members of which each is unique by itself: that which is named as an id.
  private func alone(_ names: [String]) -> Choice? {
    guard let first = names.first else { return nil }
    if names.count == 1 { return Choice([first]) }
    let name = names.first { name in
      let words = ImportNames.snake(name, NameStyle()).split(separator: "_")
      return words.last.map { ["id", "uuid", "guid", "identifier"].contains($0) } ?? false
    }
    let listed = names.map { "'\($0)'" }.joined(separator: ", ")
    return Choice([name ?? first], .guessed(.identity, "one of the unique values \(listed)"))
  }

  /// A remark on other names that identify rows as often.
  private func note(besides name: String, where canIdentify: (String) -> Bool) -> ImportNote? {
    (last + others).first { $0 != name && canIdentify($0) }.map {
      .guessed(.identity, "identifies rows; '\($0)' might, too")
    }
  }
}

extension ImportedEntity {
  /// Makes members the identity, which have a value in each row and no index of their own.
  mutating func setIdentity(_ choice: StatedIdentity.Choice) {
    identity = choice.names
    for index in attributes.indices where identity.contains(attributes[index].name) {
      if attributes[index].isOptional {
        let reason = choice.note?.text ?? "identifies rows"
        attributes[index].notes.append(.guessed(.identity, "\(reason); optional in the model"))
      } else if let note = choice.note {
        attributes[index].notes.append(note)
      }
      attributes[index].isOptional = false
      guard identity.count == 1 else { continue }
      attributes[index].isUnique = false
      attributes[index].isIndexed = false
    }
    for index in relations.indices where identity.contains(relations[index].name) {
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

  /// The names that an attribute with the number of a row has in many models: `orderID` of `Order`.
  var ownIDs: [String] {
    let start = name.prefix(1).lowercased() + name.dropFirst()
    return ["ID", "Id", "UUID", "Uuid"].map { start + $0 }
  }
}
