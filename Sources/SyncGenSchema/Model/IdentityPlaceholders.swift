/// The placeholders of a path that stand for the identity of a row: `{id}`, or the name of the entity
/// as in `/recipes/{recipeID}`.
package struct IdentityPlaceholders {
  private let entity: String
  private let parts: [String]
  private let isMember: (String) -> Bool

  /// - Parameters:
  ///   - parts: The names of the attributes and relationships of which the identity consists.
  ///   - isMember: Whether the entity has a member with a name. Such a placeholder stands for the
  ///     member.
  package init(of entity: String, parts: [String], isMember: @escaping (String) -> Bool) {
    self.entity = entity.lowercased()
    self.parts = parts
    self.isMember = isMember
  }

  /// The name of the part that a placeholder stands for.
  package func part(_ placeholder: String) -> String? {
    if parts.contains(placeholder) { return placeholder }
    if isMember(placeholder) { return nil }
    if let part = parts.first(where: { placeholder == "\($0)ID" }) { return part }
    let names = ["id", entity, entity + "id"]
    return parts.count == 1 && names.contains(placeholder.lowercased()) ? parts[0] : nil
  }

  /// The placeholder of each part; `nil` if there are other placeholders, or one is missing.
  package func arranged(_ placeholders: [String]) -> [String]? {
    guard placeholders.count == parts.count else { return nil }
    let found = parts.compactMap { part in placeholders.first { self.part($0) == part } }
    return found.count == parts.count ? found : nil
  }
}
