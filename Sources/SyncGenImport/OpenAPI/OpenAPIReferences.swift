import SyncGenSchema

/// The entities that keys with ids refer to.
extension OpenAPISchemaMaker {
  /// The name without its ending, e.g. `owner` for `owner_id`, `ownerID`, `owner_ids` and
  /// `owner_url`; nil for other keys.
  static func withoutEnding(_ key: String, besides others: [String] = []) -> String? {
    let snake = ImportNames.snake(key, NameStyle())
    let ends = ["_ids", "_id", "_uuids", "_uuid", "_guids", "_guid", "_gids", "_gid"]
    for end in ends + others where snake.hasSuffix(end) {
      let rest = String(snake.dropLast(end.count))
      return rest.isEmpty ? nil : rest
    }
    return nil
  }

  /// The entity that a name such as `last_editor` means.
  func entity(named name: String) -> String? {
    ReferencedNames.all(name).lazy.compactMap { sourcePositions[$0] }.first
      .map { roles.sources[$0].name }
  }

  /// Whether the ids have the type of the entity's identity.
  func identifies(_ shape: OpenAPIShape, _ entity: String) -> Bool {
    guard let target = identityShape(of: entity) else { return false }
    return target.types == ids(of: shape).types
  }

  /// The form of ids that are less precise than the identity of their entity, as a string that may be
  /// no UUID: a row with such a value is refused.
  func looseForm(ofIDs shape: OpenAPIShape, of entity: String) -> String? {
    let ids = document.expanded(ids(of: shape))
    guard ids.types == ["string"], string(ids).type == .string,
      let target = identityShape(of: entity), string(target).type != .string
    else { return nil }
    return shape.items == nil ? "a string" : "strings"
  }

  private func ids(of shape: OpenAPIShape) -> OpenAPIShape {
    shape.items.map { document.shape($0) } ?? shape
  }

  private func identityShape(of entity: String) -> OpenAPIShape? {
    let identity = roles.identity(of: entity)
    guard identity.count == 1,
      let target = components[entity].flatMap({ document.shape(ofComponent: $0) }),
      let key = target.properties.first(where: { $0.key == identity[0] })
    else { return nil }
    return document.expanded(document.shape(key.node))
  }
}
