/// Features that random schemas may use; each law excludes those that do not concern it.
struct SchemaFeatures: OptionSet {
  let rawValue: Int

  static let clock = SchemaFeatures(rawValue: 1 << 0)
  static let tombstone = SchemaFeatures(rawValue: 1 << 1)
  /// Unique values other than the identity.
  static let uniques = SchemaFeatures(rawValue: 1 << 2)
  static let foreignKey = SchemaFeatures(rawValue: 1 << 3)
  static let oneToOne = SchemaFeatures(rawValue: 1 << 4)
  static let through = SchemaFeatures(rawValue: 1 << 5)
  /// Identities that are scoped by a parent.
  static let scoped = SchemaFeatures(rawValue: 1 << 6)
  static let deny = SchemaFeatures(rawValue: 1 << 7)
  static let cascade = SchemaFeatures(rawValue: 1 << 8)
  /// Attributes that are import-only, export-only or local.
  static let directions = SchemaFeatures(rawValue: 1 << 9)
  static let ordered = SchemaFeatures(rawValue: 1 << 10)
  /// Attributes with value types, including tagged ones.
  static let values = SchemaFeatures(rawValue: 1 << 11)
  /// References to one of several entities.
  static let toAny = SchemaFeatures(rawValue: 1 << 12)
  /// Incomplete lists in payloads.
  static let partial = SchemaFeatures(rawValue: 1 << 13)
  /// References to rows with a composite identity.
  static let composite = SchemaFeatures(rawValue: 1 << 14)

  static let all = SchemaFeatures(rawValue: (1 << 15) - 1)
}
