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
      }
      .byName(),
      .optionalObject("tombstone", "The attribute that marks a row as deleted.") {
        $0.attribute(at: $0.sync.tombstone?.attribute)
      }
      .byName(),
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
      }
      .byName(),
      .optionalObject("archiveDate", "The attribute with the date of archiving.") {
        $0.attribute(at: $0.sync.archive?.date)
      }
      .byName(),
      .flag("isPushed", "Whether local changes are recorded.") { $0.sync.isPushed },
      .flag("hasSettings", "Whether the schema states a setting.") { $0.hasSettings },
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

  private var hasSettings: Bool {
    sync.clock != nil || sync.tombstone != nil || sync.archive != nil || sync.isPushed
      || sync.hasETags
  }
}
