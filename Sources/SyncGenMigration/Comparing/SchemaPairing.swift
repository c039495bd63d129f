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
    let entities = Pairing(old: old.entities.map(\.thing), new: new.entities.map(\.thing))
    let enums = Pairing(old: old.enums.map(\.thing), new: new.enums.map(\.thing))
    self.entities = entities
    self.enums = enums
    cases = Dictionary(
      uniqueKeysWithValues: enums.pairs.map { pair in
        (
          pair.new,
          Pairing(
            old: old.enums[pair.old].cases.map(\.thing),
            new: new.enums[pair.new].cases.map(\.thing))
        )
      })
    let types = Pairing(old: old.valueTypes.map(\.thing), new: new.valueTypes.map(\.thing))
    self.types = types
    fields = Dictionary(
      uniqueKeysWithValues: types.pairs.map { pair in
        (
          pair.new,
          Pairing(
            old: old.valueTypes[pair.old].fields.map(\.thing),
            new: new.valueTypes[pair.new].fields.map(\.thing))
        )
      })
    taggedCases = Dictionary(
      uniqueKeysWithValues: types.pairs.compactMap { pair in
        guard let before = old.valueTypes[pair.old].tagging,
          let after = new.valueTypes[pair.new].tagging
        else { return nil }
        return (
          pair.new, Pairing(old: before.cases.map(\.thing), new: after.cases.map(\.thing))
        )
      })
    let oldIDs = old.entityIDs
    let newIDs = new.entityIDs
    members = entities.pairs.map { pair in
      let (before, after) = (old.entities[pair.old], new.entities[pair.new])
      return Members(
        old: oldIDs[pair.old], new: newIDs[pair.new],
        attributes: Pairing(
          old: before.attributes.map(\.thing), new: after.attributes.map(\.thing)),
        relations: Pairing(old: before.relations.map(\.thing), new: after.relations.map(\.thing)))
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

extension Entity {
  fileprivate var thing: Pairing.Thing {
    Pairing.Thing(name: name.name, renamedFrom: renamedFrom)
  }
}

extension EnumModel {
  fileprivate var thing: Pairing.Thing {
    Pairing.Thing(name: name.name, renamedFrom: renamedFrom)
  }
}

extension ValueTypeModel {
  fileprivate var thing: Pairing.Thing {
    Pairing.Thing(name: name.name, renamedFrom: renamedFrom)
  }
}

extension Tagging.Case {
  fileprivate var thing: Pairing.Thing {
    Pairing.Thing(name: name.name, renamedFrom: renamedFrom)
  }
}

extension ValueField {
  fileprivate var thing: Pairing.Thing {
    Pairing.Thing(name: name.name, renamedFrom: renamedFrom)
  }
}

extension EnumModel.Case {
  fileprivate var thing: Pairing.Thing {
    Pairing.Thing(name: name.name, renamedFrom: renamedFrom)
  }
}

extension Attribute {
  fileprivate var thing: Pairing.Thing {
    Pairing.Thing(name: name.name, renamedFrom: renamedFrom)
  }
}

extension Relation {
  fileprivate var thing: Pairing.Thing {
    Pairing.Thing(name: name.name, renamedFrom: renamedFrom)
  }

  /// The reference, if the relationship is a to-one relationship with a column.
  var reference: Reference? {
    if case .toOne(let reference) = kind { reference } else { nil }
  }
}
