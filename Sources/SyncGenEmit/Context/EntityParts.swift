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
      .objects("stated", "What it says, by the names above; nothing that is not said.") {
        $0.stated
      },
    ])

  private var stated: [SettingContext] {
    let numbers = [
      ("clock", sync.clock), ("tombstone", sync.tombstone?.attribute),
      ("retention", sync.tombstone?.retention), ("archiveFlag", sync.archive?.flag),
      ("archiveDate", sync.archive?.date),
    ]
    var settings = numbers.compactMap { name, number in
      number.map { SettingContext(name: name, value: String($0)) }
    }
    if sync.tombstone?.keepsRows == true {
      let place = settings.firstIndex { $0.name == "tombstone" }.map { $0 + 1 } ?? settings.count
      settings.insert(SettingContext(name: "keepsTombstones", value: "true"), at: place)
    }
    if sync.isOffline { settings.append(SettingContext(name: "offline", value: "true")) }
    return settings
  }
}

/// A name with its value as templates see it.
struct SettingContext: ContextSubject {
  let name: String
  let value: String

  static let type = ContextType<Self>(
    "setting", "A name with its value.",
    [
      .text("name", "The name.") { $0.name },
      .text("value", "The value as JSON writes it.") { $0.value },
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
