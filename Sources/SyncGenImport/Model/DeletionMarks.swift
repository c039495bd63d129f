import SwiftSyncValues
import SyncGenSchema

/// Finds the members by which a server marks deleted rows.
enum DeletionMarks {
  private static let dates: Set<String> = [
    "deleted_at", "deleted_on", "deleted_date", "deleted_time", "date_deleted", "time_deleted",
    "deletion_date", "deletion_time",
  ]
  private static let flags: Set<String> = ["deleted", "is_deleted"]

  /// The parameters of lists with deleted rows.
  private static let parameters: Set<String> = [
    "deleted", "include_deleted", "with_deleted", "show_deleted", "is_deleted",
  ]

  /// States the tombstones of all entities. Soft-deleted rows are kept, because this is a guess.
  static func find(in schema: inout ImportedSchema) {
    let parameters = parametersByEntity(schema.api)
    for index in schema.entities.indices where schema.entities[index].sync.isEmpty {
      let entity = schema.entities[index]
      guard let (key, mark) = mark(in: entity) else { continue }
      schema.entities[index].sync = [
        YAMLEntry(
          "tombstone",
          .mapping([YAMLEntry(key, .text(mark.name)), YAMLEntry("soft-delete", .flag(true))]))
      ]
      let also = parameters[entity.name].map { " and the parameter \($0)" } ?? ""
      schema.entities[index].notes.append(
        .guessed(.deletion, "the tombstone, from \(mark.name)\(also)"))
    }
  }

  private static func mark(in entity: ImportedEntity) -> (key: String, mark: ImportedAttribute)? {
    let read = entity.attributes.filter { $0.direction == .both || $0.direction == .pull }
    func named(_ names: Set<String>, _ type: ScalarType) -> ImportedAttribute? {
      read.first {
        $0.type == .scalar(type) && names.contains(ImportNames.snake($0.name, NameStyle()))
      }
    }
    if let date = named(dates, .date), date.isOptional { return ("attribute", date) }
    return named(flags, .bool).map { ("flag", $0) }
  }

  /// The parameters by the entities of the lists that have them.
  private static func parametersByEntity(_ api: ImportedAPI?) -> [String: String] {
    var result: [String: String] = [:]
    for endpoint in api?.endpoints ?? [] where endpoint.stores != nil {
      let parameter = endpoint.query.first {
        parameters.contains(ImportNames.snake($0.name, NameStyle()))
      }
      guard let parameter, let entity = endpoint.returns?.mentioned else { continue }
      result[entity] = parameter.name
    }
    return result
  }
}
