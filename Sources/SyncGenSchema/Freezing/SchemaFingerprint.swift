import SwiftSyncValues
import SyncGenDiagnostics

/// Computes the digest that identifies the content of one schema version.
///
/// It is made of what a frozen file states about stored data, so it covers everything that decides
/// which rows result from a payload and how they are stored. It does not cover what has no effect on
/// the data: documentation, deprecations, `generate:`, `lint:`, `api:`, the division into files, and
/// how a version is reached (`migrations:`, `renamed-from`, `backfill`). Conventions count only by
/// their effect.
package enum SchemaFingerprint {
  /// 64 lowercase hexadecimal digits, the same on every platform.
  package static func of(_ schema: Schema) -> String {
    SchemaDigest.fingerprint(
      rest: restDigest(of: schema), entities: schema.entityIDs.map { digest(of: $0, in: schema) })
  }

  /// The digest of the content that belongs to no entity.
  package static func restDigest(of schema: Schema) -> String {
    var object = FrozenObject()
    object.add(FrozenKey.name, text: schema.name.name)
    object.add(FrozenKey.version, .integer(schema.version))
    let writer = FrozenSchemaWriter(schema: schema, content: .version)
    writer.addDeclarations(to: &object)
    writer.addJoinTables(to: &object)
    return digest(of: object)
  }

  /// The digest of an entity, without the types that it refers to.
  package static func digest(of id: EntityID, in schema: Schema) -> String {
    let writer = FrozenSchemaWriter(schema: schema, content: .version)
    var object = FrozenObject()
    object.add(named: schema[id].name.name, writer.value(of: schema[id]))
    return digest(of: object)
  }

  private static func digest(of object: FrozenObject) -> String {
    SHA256.hexDigest(of: Array(FrozenValue.object(object).text().utf8))
  }

  /// A string that is equal for two entities, of any versions, with equal tables and models.
  package static func text(of id: EntityID, in schema: Schema) -> String {
    let writer = FrozenSchemaWriter(schema: schema, content: .version)
    let entity = schema[id]
    var object = schema.conventions.frozen(.version)
    object.add(named: entity.name.name, writer.value(of: entity))
    for index in schema.enums(of: id) {
      object.add(named: schema.enums[index].name.name, writer.value(of: schema.enums[index]))
    }
    for index in schema.valueTypes(of: id) {
      object.add(named: schema.valueTypes[index].name.name, type(index, in: schema))
    }
    for relation in entity.relations {
      let target = schema[relation.target]
      let members = FrozenMemberWriter(entity: target, schema: schema, content: .version)
      for column in target.identity.columns {
        object.add(
          named: target.columns[column].name.name, members.value(of: target.columns[column]))
      }
    }
    return FrozenValue.object(object).text()
  }

  /// Whether two enums, of any versions, are equal.
  package static func isSame(_ model: EnumModel, _ other: EnumModel) -> Bool {
    model.name == other.name && model.changes(of: "", to: other).isEmpty
      && model.cases.map(\.name) == other.cases.map(\.name)
      && model.cases.map(\.rawValue) == other.cases.map(\.rawValue)
  }

  /// A string that is equal for two equal value types, including the types inside them.
  package static func text(ofType index: Int, in schema: Schema) -> String {
    let writer = FrozenSchemaWriter(schema: schema, content: .version)
    var object = FrozenObject()
    object.add(FrozenKey.name, text: schema.valueTypes[index].name.name)
    for inner in schema.valueTypes(reachedBy: [.value(schema.valueTypeIDs[index])]) {
      object.add(named: schema.valueTypes[inner].name.name, type(inner, in: schema))
      for field in schema.valueTypes[inner].fields {
        guard let id = field.type.enumeration else { continue }
        object.add(named: schema[id].name.name, writer.value(of: schema[id]))
      }
    }
    return FrozenValue.object(object).text()
  }

  private static func type(_ index: Int, in schema: Schema) -> FrozenValue {
    FrozenTypeWriter(type: schema.valueTypes[index], schema: schema, content: .version).value
  }
}
