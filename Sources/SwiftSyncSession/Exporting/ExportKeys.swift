@_spi(Generated) import SwiftSyncStore
import SwiftSyncValues

/// Determines the keys of exported members.
///
/// A style requested by a call applies to keys that the schema derived from names. Such a key is
/// recognized by its spelling: columns are derived by the same rule, so the key can be derived from
/// the column's name.
struct ExportKeys {
  let style: ExportOptions.KeyStyle?

  /// The path of an attribute's value; for money, that of the minor units.
  func path(of attribute: AttributeMetadata, in entity: EntityMetadata) -> String? {
    guard let path = attribute.remote.first else { return nil }
    let column = entity.columns[attribute.column].name
    let verbatim = !attribute.isAmount ? attribute.name : attribute.name + "Minor"
    return restyled(path, snake: column, verbatim: verbatim)
  }

  func currencyPath(of attribute: AttributeMetadata, in entity: EntityMetadata) -> String? {
    guard let path = attribute.currency else { return nil }
    let column = entity.columns[attribute.column + 1].name
    return restyled(path, snake: column, verbatim: attribute.name + "Currency")
  }

  /// The path of a relationship's ids.
  func idsPath(of relation: RelationMetadata) -> String? {
    guard let path = relation.ids.first else { return nil }
    if Linkage.relationship(at: path) != nil { return linkagePath(path, of: relation.name) }
    let snake = KeySpelling.snake(relation.name)
    let derived: Bool
    switch relation.kind {
    case .toOne, .toOneInverse:
      derived = KeySpelling.isDerived(path, snake: snake + "_id", verbatim: relation.name + "ID")
    case .toMany, .manyToMany:
      // The singular key comes first; the plural key shows that both are derived.
      derived = relation.ids.contains {
        KeySpelling.isDerived($0, snake: snake + "_ids", verbatim: relation.name + "IDs")
      }
    }
    return derived ? styled(KeySpelling.snake(path.replacing("-", with: "_"))) ?? path : path
  }

  /// The path of the resource identifiers of a relationship.
  func linkagePath(_ path: String, of relation: String) -> String {
    guard style != nil, let outer = Linkage.relationship(at: path),
      case .key(let key)? = ValuePath.steps(outer)?.last
    else { return path }
    let restyled = restyled(key, snake: KeySpelling.snake(relation), verbatim: relation)
    return ValuePath.text([.key("relationships"), .key(restyled), .key("data")])
  }

  /// The path of a relationship's nested objects.
  func objectsPath(of relation: RelationMetadata, _ mode: ExportOptions.Relations) -> String {
    let path = restyled(
      relation.objectsPath, snake: KeySpelling.snake(relation.name), verbatim: relation.name)
    guard mode == .nestedAttributes else { return path }
    switch style ?? Self.style(of: relation) {
    case .snakeCase: return path + "_attributes"
    case .camelCase: return path + "Attributes"
    case .kebabCase: return path + "-attributes"
    }
  }

  private func restyled(_ path: String, snake: String, verbatim: String) -> String {
    // The key of a resource object's member.
    let outer = "attributes."
    if style != nil, path.hasPrefix(outer) {
      return outer
        + restyled(String(path.dropFirst(outer.count)), snake: snake, verbatim: verbatim)
    }
    if KeySpelling.isDerived(path, snake: snake, verbatim: verbatim) {
      return styled(snake) ?? path
    }
    // A schema may state a column that is unrelated to the key.
    let name = KeySpelling.snake(verbatim)
    guard KeySpelling.isDerived(path, snake: name, verbatim: verbatim) else { return path }
    return styled(name) ?? path
  }

  /// A key in the requested style; `nil` if none was requested.
  private func styled(_ snake: String) -> String? {
    style?.spelling.key(snake)
  }

  /// The style of the relationship's keys in the schema, one of which has several words.
  private static func style(of relation: RelationMetadata) -> ExportOptions.KeyStyle {
    guard let key = relation.ids.first?.split(separator: ".").last else { return .snakeCase }
    if key.contains("-") { return .kebabCase }
    return !key.contains("_") && key.contains { $0.isUppercase } ? .camelCase : .snakeCase
  }
}
