/// The spelling of the keys of a mapping.
enum KeySpelling {
  /// The current spelling of the language. A former spelling is read with a warning.
  case current
  /// The spelling in a frozen version. Its file is never rewritten, so there are no warnings.
  case frozen
}

// The renamed keys with their former spellings. This is the only list of them.

extension TopKey {
  package static var formerSpellings: [Self: String] { [.lint: "rules"] }
}

extension EntityKey {
  package static var formerSpellings: [Self: String] { [.lint: "rules"] }
}

extension AttributeKey {
  package static var formerSpellings: [Self: String] { [.direction: "sync"] }
}

extension RelationKey {
  package static var formerSpellings: [Self: String] { [.direction: "sync"] }
}

extension MigrationStepKey {
  package static var formerSpellings: [Self: String] { [.allowLossy: "narrows"] }
}

extension APIKey {
  package static var formerSpellings: [Self: String] { [.uploads: "sync"] }
}

extension EndpointKey {
  package static var formerSpellings: [Self: String] { [.stores: "syncs"] }
}

extension SchemaKey {
  package static var formerSpellings: [Self: String] { [:] }

  /// The key with a current or former spelling.
  init?(anySpelling spelling: String) {
    guard let key = Self(rawValue: spelling) ?? Self(formerSpelling: spelling) else {
      return nil
    }
    self = key
  }

  /// The key with a former spelling.
  init?(formerSpelling spelling: String) {
    guard let key = Self.formerSpellings.first(where: { $0.value == spelling })?.key else {
      return nil
    }
    self = key
  }

  /// The spelling in frozen versions, whose formats are older than the current names of keys.
  var frozenSpelling: String { Self.formerSpellings[self] ?? rawValue }
}
