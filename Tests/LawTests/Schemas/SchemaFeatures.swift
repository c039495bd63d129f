/// What random schemas may use; laws leave out what they are not about.
struct SchemaFeatures: OptionSet {
  let rawValue: Int

  static let clock = SchemaFeatures(rawValue: 1 << 0)
  static let tombstone = SchemaFeatures(rawValue: 1 << 1)
  /// Unique values besides the identity.
  static let uniques = SchemaFeatures(rawValue: 1 << 2)
  static let enforced = SchemaFeatures(rawValue: 1 << 3)
  static let oneToOne = SchemaFeatures(rawValue: 1 << 4)
  static let through = SchemaFeatures(rawValue: 1 << 5)
  /// Identities that a parent scopes.
  static let scoped = SchemaFeatures(rawValue: 1 << 6)
  static let deny = SchemaFeatures(rawValue: 1 << 7)
  static let cascade = SchemaFeatures(rawValue: 1 << 8)
  /// Attributes that are only imported, only exported or local.
  static let directions = SchemaFeatures(rawValue: 1 << 9)
  static let ordered = SchemaFeatures(rawValue: 1 << 10)
  /// Attributes with value types, tagged ones too.
  static let values = SchemaFeatures(rawValue: 1 << 11)
  /// References to one of several entities.
  static let toAny = SchemaFeatures(rawValue: 1 << 12)
  /// Lists in payloads that are not complete.
  static let partial = SchemaFeatures(rawValue: 1 << 13)
  /// References to rows whose identity has several parts.
  static let composite = SchemaFeatures(rawValue: 1 << 14)

  static let all = SchemaFeatures(rawValue: (1 << 15) - 1)
}
