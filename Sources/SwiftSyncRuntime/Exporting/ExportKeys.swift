@_spi(Generated) import SwiftSyncStore
import SwiftSyncValues

/// Determines the keys of exported members.
///
/// A style requested by a call applies to keys that the schema derived from names. Such a key is
/// recognised by its spelling: columns are derived by the same rule, so the key can be derived from
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
    let snake = Self.snake(relation.name)
    let derived: Bool
    switch relation.kind {
    case .toOne, .toOneInverse:
      derived = Self.isDerived(path, snake: snake + "_id", verbatim: relation.name + "ID")
    case .toMany, .manyToMany:
      // The singular key comes first; the plural key shows that both are derived.
      derived = relation.ids.contains {
        Self.isDerived($0, snake: snake + "_ids", verbatim: relation.name + "IDs")
      }
    }
    return derived ? styled(Self.snake(path.replacing("-", with: "_"))) ?? path : path
  }

  /// The path of the resource identifiers of a relationship.
  func linkagePath(_ path: String, of relation: String) -> String {
    guard style != nil, let outer = Linkage.relationship(at: path),
      case .key(let key)? = ValuePath.steps(outer)?.last
    else { return path }
    let restyled = restyled(key, snake: Self.snake(relation), verbatim: relation)
    return ValuePath.text([.key("relationships"), .key(restyled), .key("data")])
  }

  /// The path of a relationship's nested objects.
  func objectsPath(of relation: RelationMetadata, _ mode: ExportOptions.Relations) -> String {
    let path = restyled(
      relation.objectsPath, snake: Self.snake(relation.name), verbatim: relation.name)
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
    if Self.isDerived(path, snake: snake, verbatim: verbatim) { return styled(snake) ?? path }
    // A schema may state a column that is unrelated to the key.
    let name = Self.snake(verbatim)
    guard Self.isDerived(path, snake: name, verbatim: verbatim) else { return path }
    return styled(name) ?? path
  }

  /// A key in the requested style; `nil` if none was requested.
  private func styled(_ snake: String) -> String? {
    switch style {
    case nil: nil
    case .snakeCase: snake
    case .camelCase: Self.camel(snake)
    case .kebabCase: Self.kebab(snake)
    }
  }

  private static func isDerived(_ path: String, snake: String, verbatim: String) -> Bool {
    path == snake || path == verbatim || path == camel(snake) || path == kebab(snake)
  }

  /// The style of the relationship's keys in the schema, one of which has several words.
  private static func style(of relation: RelationMetadata) -> ExportOptions.KeyStyle {
    guard let key = relation.ids.first?.split(separator: ".").last else { return .snakeCase }
    if key.contains("-") { return .kebabCase }
    return !key.contains("_") && key.contains { $0.isUppercase } ? .camelCase : .snakeCase
  }

  /// The words joined by hyphens.
  static func kebab(_ snake: String) -> String {
    snake.split(separator: "_").joined(separator: "-")
  }

  /// The words joined, with all but the first capitalised.
  static func camel(_ snake: String) -> String {
    let parts = snake.split(separator: "_")
    return parts.dropFirst().reduce(String(parts.first ?? "")) {
      $0 + $1.prefix(1).uppercased() + $1.dropFirst()
    }
  }

  /// The words of a camel-case name joined by underscores: `projectIDs` becomes `project_ids`.
  ///
  /// Several acronyms in a row are one word here; only names of to-many relationships are converted
  /// this way.
  static func snake(_ name: String) -> String {
    let letters = Array(name)
    var result = ""
    for (index, letter) in letters.enumerated() {
      if letter.isUppercase, index > 0, isWordStart(letters, index) { result += "_" }
      result += letter.lowercased()
    }
    return result
  }

  /// Whether the capital letter at `index` begins a word: it follows a lowercase letter or a digit,
  /// or it is the last of several capitals and is followed by a lowercase letter other than a
  /// plural's `s`.
  private static func isWordStart(_ letters: [Character], _ index: Int) -> Bool {
    if letters[index - 1] == "_" { return false }
    if !letters[index - 1].isUppercase { return !(index == 1 && letters.starts(with: "iOS")) }
    guard index + 1 < letters.count, letters[index + 1].isLowercase else { return false }
    let isPlural =
      letters[index + 1] == "s" && !(index + 2 < letters.count && letters[index + 2].isLowercase)
    return !isPlural
  }
}
