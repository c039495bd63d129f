import SwiftSyncValues
import SyncGenSchema

/// Finds the dates that a server sets with each change of a row.
enum ClockMarks {
  private static let names: Set<String> = [
    "changed_at", "date_modified", "date_updated", "last_modified", "last_modified_at",
    "last_updated", "last_updated_at", "modified", "modified_at", "modified_on", "update_time",
    "updated", "updated_at", "updated_on",
  ]

  /// States the clocks of all entities. Only the server may set them, because a device that sends a
  /// clock has to set it with each edit.
  static func find(in schema: inout ImportedSchema) {
    for index in schema.entities.indices {
      let entity = schema.entities[index]
      guard !entity.sync.contains(where: { $0.key == SyncKey.clock.rawValue }),
        let date = entity.attributes.first(where: isClock)
      else { continue }
      schema.entities[index].sync.insert(
        YAMLEntry(SyncKey.clock.rawValue, .text(date.name)), at: 0)
      schema.entities[index].notes.append(
        .guessed(.clock, "the clock, from \(date.name), which only the server sets"))
    }
  }

  private static func isClock(_ attribute: ImportedAttribute) -> Bool {
    attribute.direction == .pull && attribute.type == .scalar(.date) && !attribute.isOptional
      && names.contains(ImportNames.snake(attribute.name, NameStyle()))
  }
}
