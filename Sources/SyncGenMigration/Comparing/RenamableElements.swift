import SyncGenSchema

/// Elements of one kind in both versions, whose names may have changed.
struct RenamableElements {
  let pairing: Pairing
  let old: [any NamedElement]
  let new: [any NamedElement]
  /// E.g. `attribute`.
  let kind: String
  /// The name of the element of the new version that contains them.
  var owner: String?
  /// The positions of new elements whose former names are those of other elements.
  var derived: Set<Int> = []

  /// E.g. `attribute 'Task.title'`.
  func title(_ position: Int) -> String {
    "\(kind) '\(owner.map { $0 + "." } ?? "")\(new[position].name.name)'"
  }
}

extension SchemaPairing {
  /// All elements but the members of entities.
  var elements: [RenamableElements] {
    let enums = RenamableElements(
      pairing: enums, old: old.enums, new: new.enums, kind: "enum")
    let types = RenamableElements(
      pairing: types, old: old.valueTypes, new: new.valueTypes, kind: "type")
    return [
      RenamableElements(
        pairing: entities, old: old.entities, new: new.entities, kind: "entity"), enums,
    ]
      + inner(enums, cases, "case", \.enums) { $0.cases } + [types]
      + inner(types, fields, "field", \.valueTypes) { $0.fields }
      + inner(types, taggedCases, "case", \.valueTypes) { $0.tagging?.cases ?? [] }
  }

  /// The elements inside others, in the order of the new version.
  private func inner<Owner>(
    _ owners: RenamableElements, _ pairings: [Int: Pairing], _ kind: String,
    _ all: (Schema) -> [Owner], of elements: (Owner) -> [any NamedElement]
  ) -> [RenamableElements] {
    owners.pairing.pairs.compactMap { pair in
      pairings[pair.new].map {
        RenamableElements(
          pairing: $0, old: elements(all(old)[pair.old]), new: elements(all(new)[pair.new]),
          kind: kind, owner: owners.new[pair.new].name.name)
      }
    }
  }
}
