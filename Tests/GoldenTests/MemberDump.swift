import SwiftSyncValues
import SyncGenSchema

/// Attributes, relationships and columns as readable text.
enum MemberDump {
  static func text(of attribute: Attribute, _ entity: Entity, _ schema: Schema) -> String {
    var parts = ["\(attribute.name.source): \(type(attribute.type, schema))"]
    if attribute.isOptional { parts[0] += "?" }
    parts.append("remote \(remote(attribute.remote))")
    if let value = attribute.defaultValue {
      parts.append("default \(ValueDump.text(of: value, schema))")
    }
    if attribute.direction != .both { parts.append("sync \(attribute.direction.rawValue)") }
    if case .scalar(.date) = attribute.type {
      parts.append("dates \(attribute.remoteDates.text) \(attribute.storage.rawValue)")
    }
    if attribute.isEmptyNull { parts.append("empty-is-null") }
    if attribute.isTouched { parts.append("touch") }
    if let former = attribute.renamedFrom { parts.append("was \(former)") }
    if let sql = attribute.backfill { parts.append("backfill '\(sql)'") }
    if let documentation = attribute.documentation { parts.append("doc '\(documentation)'") }
    if let reason = attribute.deprecation { parts.append("deprecated '\(reason)'") }
    return parts.joined(separator: " ")
  }

  static func text(of relation: Relation, _ entity: Entity, _ schema: Schema) -> String {
    var parts = ["\(relation.name.source) -> \(schema[relation.target].name.name)"]
    parts.append(kind(relation, entity, schema))
    if let inverse = relation.inverse { parts.append("inverse \(schema[inverse].name.name)") }
    parts.append("ids \(paths(relation.remote.ids)) objects \(paths(relation.remote.objects))")
    parts.append("id property \(relation.idProperty.name)")
    parts.append("on-delete \(relation.onDelete.rawValue)")
    if relation.direction != .both { parts.append("sync \(relation.direction.rawValue)") }
    if let former = relation.renamedFrom { parts.append("was \(former)") }
    if let documentation = relation.documentation { parts.append("doc '\(documentation)'") }
    if let reason = relation.deprecation { parts.append("deprecated '\(reason)'") }
    return parts.joined(separator: " ")
  }

  private static func kind(_ relation: Relation, _ entity: Entity, _ schema: Schema) -> String {
    switch relation.kind {
    case .toOne(let reference):
      "to-one \(entity.columns[reference.column].name.name)"
        + (reference.isOptional ? " optional" : "")
        + (reference.hasForeignKey ? " foreign-key" : "")
        + (reference.isOneToOne ? " one-to-one" : "")
        + (reference.positionColumn.map { " position \(entity.columns[$0].name.name)" } ?? "")
    case .toOneInverse: "to-one by its inverse"
    case .toMany(let ordering): "to-many" + order(ordering, relation, schema)
    case .manyToMany(let membership):
      "many-to-many \(schema.joinTables[membership.joinTable].name.name) \(membership.side)"
        + order(membership.ordering, relation, schema)
    }
  }

  private static func order(
    _ ordering: Relation.Ordering, _ relation: Relation, _ schema: Schema
  ) -> String {
    switch ordering {
    case .none: ""
    case .position: " ordered"
    case .attribute(let index):
      " ordered by \(schema[relation.target].attributes[index].name.name)"
    }
  }

  static func text(of column: Column) -> String {
    "\(column.name.quoted) \(column.storage.rawValue)" + (column.isRequired ? " NOT NULL" : "")
      + (column.collation == .binary ? "" : " collation \(column.collation.rawValue)")
      + (column.defaultValue.map { " default \(ValueDump.text(of: $0))" } ?? "")
  }

  private static func remote(_ remote: RemoteMapping) -> String {
    switch remote {
    case .paths(let paths): self.paths(paths)
    case .firstValue(let paths): "first of \(self.paths(paths))"
    case .money(let money):
      (money.isMajor ? "major " : "") + money.paths.map(\.dotted).joined(separator: " + ")
        + (money.code.map { " in \($0)" } ?? "")
    }
  }

  private static func paths(_ paths: [RemotePath]) -> String {
    paths.map(\.dotted).joined(separator: "|")
  }

  private static func type(_ type: AttributeType, _ schema: Schema) -> String {
    switch type {
    case .scalar(let scalar): scalar.rawValue
    case .enumeration(let id): schema[id].name.name
    case .value(let id): schema[id].name.name
    case .money: "money"
    case .array(let element): "[\(text(of: element, schema))]"
    case .dictionary(let element): "[string: \(text(of: element, schema))]"
    }
  }

  private static func text(of element: ElementType, _ schema: Schema) -> String {
    switch element {
    case .scalar(let scalar): scalar.rawValue
    case .enumeration(let id): schema[id].name.name
    case .value(let id): schema[id].name.name
    }
  }
}
