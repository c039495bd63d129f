/// The names of the structs that change entities, e.g. `TodoPatch`.
enum PatchNames {
  /// The names, one for each entity in order. If a type of the schema has the name, `Values` is
  /// appended.
  static func names(entities: [Entity], others: [SwiftIdentifier]) -> [String] {
    var taken = Set(entities.map(\.name.name)).union(others.map(\.name))
    return entities.map { entity in
      var name = entity.name.name + "Patch"
      while !taken.insert(name).inserted { name += "Values" }
      return name
    }
  }
}
