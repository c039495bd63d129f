/// How the keys of a mapping are spelled.
enum KeySpelling {
  /// As the language spells them today. A former spelling is read with a warning.
  case current
  /// As a frozen version spells them. Its file is never rewritten, so that nothing warns.
  case frozen
}

// The keys that were renamed, with their former spellings. The only list of them.

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

  /// The key with a spelling of today or a former one.
  init?(anySpelling spelling: String) {
    guard let key = Self(rawValue: spelling) ?? Self(formerSpelling: spelling) else {
      return nil
    }
    self = key
  }

  /// The key that once had a spelling.
  init?(formerSpelling spelling: String) {
    guard let key = Self.formerSpellings.first(where: { $0.value == spelling })?.key else {
      return nil
    }
    self = key
  }

  /// The spelling in frozen versions: their formats are older than the names that keys have today.
  var frozenSpelling: String { Self.formerSpellings[self] ?? rawValue }
}
