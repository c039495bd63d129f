import SyncGenSchema
import SyncGenTemplateEngine

/// An index as templates see it.
struct IndexContext: ContextSubject {
  let index: Index
  let entity: Entity

  static let type = ContextType<Self>(
    "index", "An index on an entity's table.",
    [
      .text("name", "The name, not quoted.") { $0.index.name.name },
      .text("sqlName", "The name as SQL writes it.") { $0.index.name.quoted },
      .numbers("columns", "Positions in the entity's `columns`.") { $0.index.columns },
      .texts("sqlColumns", "The columns as SQL writes them.") { context in
        context.index.columns.map { context.entity.columns[$0].name.quoted }
      },
      .flag("isUnique", "Whether it allows each value once.") { $0.index.isUnique },
      .optionalText("predicate", "The SQL condition of a partial index.") { $0.index.predicate },
      .text("origin", "Why it is there: `stated`, `attribute`, `reference` or `clock`.") {
        switch $0.index.origin {
        case .stated: "stated"
        case .attribute: "attribute"
        case .reference: "reference"
        case .clock: "clock"
        }
      },
    ])
}

/// `sync:` of an entity as templates see it.
struct SyncContext: ContextSubject {
  let sync: EntitySync

  static let type = ContextType<Self>(
    "sync", "`sync:` of an entity. Attributes are positions in the entity's `attributes`.",
    [
      .flag("isStated", "Whether it says anything.") {
        $0.sync.clock != nil || $0.sync.tombstone != nil || $0.sync.archive != nil
          || $0.sync.isOffline
      },
      .optionalNumber("clock", "The attribute that tells which version of a row is newer.") {
        $0.sync.clock
      },
      .optionalNumber("tombstone", "The attribute that marks a row as deleted.") {
        $0.sync.tombstone?.attribute
      },
      .flag("keepsTombstones", "Whether marked rows stay.") {
        $0.sync.tombstone?.keepsRows ?? false
      },
      .optionalNumber("retention", "Seconds after which marked rows are purged.") {
        $0.sync.tombstone?.retention
      },
      .optionalNumber("archiveFlag", "The attribute that says whether a row is archived.") {
        $0.sync.archive?.flag
      },
      .optionalNumber("archiveDate", "The attribute that says since when.") {
        $0.sync.archive?.date
      },
      .flag("isOffline", "Whether local changes are recorded.") { $0.sync.isOffline },
    ])
}

/// A line under `rules:` as templates see it.
struct RuleContext: ContextSubject {
  let rule: RuleSetting

  static let type = ContextType<Self>(
    "rule", "A line under `rules:`.",
    [
      .text("code", "The rule's code, or `standard` for all.") { $0.rule.code },
      .text("level", "`off`, `warn` or `error`.") { $0.rule.level.rawValue },
      .optionalText("reason", "Why it is off.") { $0.rule.reason },
    ])
}
