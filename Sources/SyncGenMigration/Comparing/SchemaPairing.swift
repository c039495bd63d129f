import SyncGenSchema

/// Two neighboring versions of a schema, with their corresponding elements.
struct SchemaPairing: Sendable {
  /// The members of an entity in both versions.
  struct Members: Sendable {
    let old: EntityID
    let new: EntityID
    let attributes: Pairing
    let relations: Pairing
    /// What happens to the values of each attribute of the new version.
    fileprivate(set) var transitions: [Transition] = []
  }

  let old: Schema
  let new: Schema
  let entities: Pairing
  let enums: Pairing
  /// The cases of each enum in both versions, by the enum's new position.
  let cases: [Int: Pairing]
  /// The types that attributes have.
  let types: Pairing
  /// The fields of each type in both versions, by the type's new position.
  let fields: [Int: Pairing]
  /// The cases of each type that is a tagged value in both versions, by the type's new position.
  let taggedCases: [Int: Pairing]
  /// The members, in the order of the new version.
  private(set) var members: [Members]
  /// The positions in `members`, by the positions of the entities in the old and the new version.
  private let memberPositions: (old: [Int: Int], new: [Int: Int])
  /// The new positions of types whose stored values may have to be rewritten.
  private(set) var changedTypes: Set<Int> = []

  init(from old: Schema, to new: Schema) {
    self.old = old
    self.new = new
    let entities = Pairing(old.entities, new.entities)
    let enums = Pairing(old.enums, new.enums)
    let types = Pairing(old.valueTypes, new.valueTypes)
    (self.entities, self.enums, self.types) = (entities, enums, types)
    cases = enums.inner { Pairing(old.enums[$0].cases, new.enums[$1].cases) }
    fields = types.inner { Pairing(old.valueTypes[$0].fields, new.valueTypes[$1].fields) }
    taggedCases = types.inner {
      guard let before = old.valueTypes[$0].tagging, let after = new.valueTypes[$1].tagging else {
        return nil
      }
      return Pairing(before.cases, after.cases)
    }
    let oldIDs = old.entityIDs
    let newIDs = new.entityIDs
    members = entities.pairs.map { pair in
      let (before, after) = (old.entities[pair.old], new.entities[pair.new])
      return Members(
        old: oldIDs[pair.old], new: newIDs[pair.new],
        attributes: Pairing(before.attributes, after.attributes),
        relations: Pairing(before.relations, after.relations))
    }
    memberPositions = (
      Dictionary(uniqueKeysWithValues: entities.pairs.enumerated().map { ($1.old, $0) }),
      Dictionary(uniqueKeysWithValues: entities.pairs.enumerated().map { ($1.new, $0) })
    )
    changedTypes = ChangedTypes(self).positions
    for position in members.indices {
      members[position].transitions = new[members[position].new].attributes.indices.map {
        Transition(ofAttribute: $0, members[position], self)
      }
    }
  }

  func members(ofNew id: EntityID) -> Members? {
    memberPositions.new[id.index].map { members[$0] }
  }

  func members(ofOld id: EntityID) -> Members? {
    memberPositions.old[id.index].map { members[$0] }
  }

  /// Whether an old and a new entity correspond.
  func isSame(_ old: EntityID, _ new: EntityID) -> Bool {
    entities.oldPositions[new.index] == old.index
  }

  /// Whether an old and a new type correspond.
  func isSame(_ old: ValueTypeID, _ new: ValueTypeID) -> Bool {
    types.oldPositions[new.index] == old.index
  }

  /// The new relationship that corresponds to an old one.
  func newRelation(of old: RelationID) -> RelationID? {
    guard let members = members(ofOld: old.entity),
      let position = members.relations.newPosition(of: old.index)
    else { return nil }
    return new.relationID(members.new, position)
  }

  func oldRelation(of new: RelationID) -> RelationID? {
    guard let members = members(ofNew: new.entity),
      let position = members.relations.oldPositions[new.index]
    else { return nil }
    return old.relationID(members.old, position)
  }
}

extension Pairing {
  /// The elements inside those of both versions, by the new position of the outer element.
  fileprivate func inner(_ pairing: (_ old: Int, _ new: Int) -> Pairing?) -> [Int: Pairing] {
    Dictionary(
      uniqueKeysWithValues: pairs.compactMap { pair in
        pairing(pair.old, pair.new).map { (pair.new, $0) }
      })
  }
}

extension Relation {
  /// The reference, if the relationship is a to-one relationship with a column.
  var reference: Reference? {
    if case .toOne(let reference) = kind { reference } else { nil }
  }
}
