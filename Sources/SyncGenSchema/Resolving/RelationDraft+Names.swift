extension RelationDraft {
  /// A relation with its names; target, inverse and kind are found later.
  init(_ declaration: RelationDeclaration, _ symbols: Symbols) {
    let name = declaration.name.value
    let isToMany = declaration.isToMany
    self.init(
      declaration: declaration, keys: Self.keys(declaration, symbols.namer),
      idProperty: isToMany ? Self.ids(name, symbols.names) : name + "ID",
      kind: isToMany ? .toMany : .reference)
  }

  /// `watchers` as `watcherIDs`.
  private static func ids(_ name: String, _ names: NameStyle) -> String {
    names.camelCase(Inflection.singular(names.snakeCase(name))) + "IDs"
  }

  private static func keys(_ declaration: RelationDeclaration, _ namer: RemoteNamer) -> RelationKeys
  {
    if case .paths(let stated) = declaration.remote {
      return RelationKeys(ids: stated.map(\.value), objects: stated.map(\.value))
    }
    let name = declaration.name.value
    return RelationKeys(
      ids: declaration.isToMany ? namer.ids(name) : namer.id(name), objects: namer.paths(name))
  }
}
