import SyncGenSchema
import SyncGenTemplateEngine

/// `sync:` of an entity as exposed to templates.
struct SyncContext: ContextSubject {
  let entity: Entity
  let names: SwiftNames

  private var sync: EntitySync { entity.sync }

  static let type = ContextType<Self>(
    "sync", "`sync:` of an entity.",
    [
      .optionalObject("clock", "The attribute that shows which version of a row is newer.") {
        $0.attribute(at: $0.sync.clock)
      },
      .optionalObject("tombstone", "The attribute that marks a row as deleted.") {
        $0.attribute(at: $0.sync.tombstone?.attribute)
      },
      .flag("keepsTombstones", "Whether soft-deleted rows are kept.") {
        $0.sync.tombstone?.keepsRows ?? false
      },
      .optionalNumber("retention", "Seconds after which soft-deleted rows are purged.") {
        $0.sync.tombstone?.retention
      },
      .optionalText("retentionText", "The same in words, e.g. `90 days`.") {
        $0.sync.tombstone?.retention.map(Self.duration)
      },
      .optionalObject("archiveFlag", "The attribute that shows whether a row is archived.") {
        $0.attribute(at: $0.sync.archive?.flag)
      },
      .optionalObject("archiveDate", "The attribute with the date of archiving.") {
        $0.attribute(at: $0.sync.archive?.date)
      },
      .flag("isPushed", "Whether local changes are recorded.") { $0.sync.isPushed },
      .objects(
        "stated",
        "The settings that the schema declares, by the names above. Attributes are positions in "
          + "the entity's `attributes`."
      ) {
        $0.stated
      },
    ])

  private func attribute(at position: Int?) -> AttributeContext? {
    position.map {
      AttributeContext(attribute: entity.attributes[$0], entity: entity, names: names)
    }
  }

  /// The duration in the largest unit of which it is a whole number.
  private static func duration(_ seconds: Int) -> String {
    let units = [(86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second")]
    let (size, name) = units.first { seconds % $0.0 == 0 } ?? (1, "second")
    let count = seconds / size
    return "\(count) \(name)\(count == 1 ? "" : "s")"
  }

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
    if sync.isPushed { settings.append(SettingContext(name: "push", value: "true")) }
    if sync.hasETags { settings.append(SettingContext(name: "etag", value: "true")) }
    return settings
  }
}

/// A name with its value as exposed to templates.
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
