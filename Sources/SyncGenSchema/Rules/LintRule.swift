/// A rule that `lint:` of a schema or an entity can turn on. The raw values are permanent.
package enum LintRule: String, CaseIterable, Hashable, Sendable {
  case uuidIdentity = "uuid-identity"
  case timestamps = "timestamps"
  case syncClock = "sync-clock"
  case moneyType = "money-type"
  case orderAttribute = "order-attribute"
  case deletionMark = "deletion-mark"
  case noGeneratedJoin = "no-generated-join"
  case indexedLookups = "indexed-lookups"
  case booleanNames = "boolean-names"
  case explicitOnDelete = "explicit-on-delete"
  case clockIsNotSet = "clock-is-not-set"
  case shadowedName = "shadowed-name"

  /// The name for all rules at once.
  package static let standard = "standard"

  /// The requirement of the rule.
  package var requirement: String {
    switch self {
    case .uuidIdentity: "every entity has a 'uuid' identity"
    case .timestamps: "every entity has the dates 'createdAt' and 'updatedAt'"
    case .syncClock: "every entity has a clock: a date or a revision"
    case .moneyType: "amounts of money are 'money', never 'double'"
    case .orderAttribute:
      "lists are ordered by an indexed 'double' attribute: 'ordered: "
        + "<attribute>'"
    case .deletionMark: "deletable rows have a tombstone, or an archive flag with its date"
    case .noGeneratedJoin: "every many-to-many relationship has an entity under 'through:'"
    case .indexedLookups: "attributes used to filter or sort rows are indexed"
    case .booleanNames: "booleans begin with 'is', 'has', 'can' or 'should'"
    case .explicitOnDelete:
      "required references without a foreign key state 'on-delete'"
    case .clockIsNotSet:
      "local writes set the clocks of entities whose edits are pushed, or only the server does"
    case .shadowedName: "no entity, enum or type has the name of a type that every app uses"
    }
  }

  /// The reason for the rule.
  package var reason: String {
    switch self {
    case .uuidIdentity: "a client can create rows offline without asking the server for an id"
    case .timestamps: "support and sorting need to know when a row was created and changed"
    case .syncClock:
      "without one, an old response overwrites newer rows, and every pull is a full pull"
    case .moneyType:
      "a 'double' cannot represent every amount, and an amount without a currency is ambiguous"
    case .orderAttribute: "moving a row then writes only that row"
    case .deletionMark: "a deleted row cannot be distinguished from one that was never sent"
    case .noGeneratedJoin:
      "a membership usually needs dates, a clock and its own attributes later"
    case .indexedLookups: "a list that is fast with ten rows is still fast with ten thousand"
    case .booleanNames: "a condition then reads as a sentence"
    case .explicitOnDelete:
      "by default, the rows remain when the row to which they refer is deleted"
    case .clockIsNotSet: "an edit otherwise looks as old as the row that it changes"
    case .shadowedName:
      "'Task { }' in a file in which an entity 'Task' is visible creates a row instead of starting a task"
    }
  }

  /// The level if no `lint:` mentions the rule.
  var defaultLevel: LintSetting.Level {
    switch self {
    case .clockIsNotSet, .shadowedName: .warn
    default: .off
    }
  }
}
