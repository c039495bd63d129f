extension RelationDraft {
  /// Creates a relationship with its names; target, inverse and kind are determined later.
  init(_ declaration: RelationDeclaration, _ symbols: Symbols) {
    let name = declaration.name.value
    let isToMany = declaration.isToMany
    let snake = symbols.names.snakeCase(name)
    let singular = isToMany ? Inflection.singular(snake) : snake
    self.init(
      declaration: declaration, snakeName: snake, singularName: singular,
      keys: Self.keys(declaration, snake, singular, symbols.namer),
      idProperty: isToMany ? symbols.names.camelCase(singular) + "IDs" : name + "ID",
      kind: isToMany ? .toMany : .reference)
  }

  private static func keys(
    _ declaration: RelationDeclaration, _ snake: String, _ singular: String, _ namer: RemoteNamer
  ) -> RelationKeys {
    if case .paths(let stated) = declaration.remote {
      return RelationKeys(ids: stated.map(\.value), objects: stated.map(\.value))
    }
    let name = declaration.name.value
    if namer.envelope == .jsonAPI {
      let paths = namer.paths(snake: snake, verbatim: name).map(namer.linkage)
      return RelationKeys(ids: paths, objects: paths)
    }
    let ids =
      declaration.isToMany
      ? namer.ids(name, snake: snake, singular: singular) : namer.id(name, snake: snake)
    return RelationKeys(ids: ids, objects: namer.paths(snake: snake, verbatim: name))
  }
}
