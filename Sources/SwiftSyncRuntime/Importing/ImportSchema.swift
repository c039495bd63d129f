@_spi(Generated) import SwiftSyncREST

/// A schema whose payloads hold what columns hold, under the names of members: what no format, key or direction of the
/// server's changes. Its tables are those of the schema that it is made of.
extension SchemaMetadata {
  var forImporting: SchemaMetadata {
    SchemaMetadata(
      name: name, version: version, fingerprint: fingerprint + " import",
      entities: entities.map(\.forImporting), joinTables: joinTables,
      documents: [DocumentMetadata](), strict: false, adopts: adopts, triggerFormat: triggerFormat,
      ddl: ddl)
  }
}

extension EntityMetadata {
  fileprivate var forImporting: EntityMetadata {
    EntityMetadata(
      name: name, table: table, columns: columns, attributes: attributes.map(\.forImporting),
      relations: relations.map(\.forImporting), taggedReferences: taggedReferences,
      identity: identity, uniques: uniques, search: search, check: check, sync: sync)
  }
}

extension AttributeMetadata {
  fileprivate var forImporting: AttributeMetadata {
    AttributeMetadata(
      name, storedType, scalar: scalar, optional: isOptional, column: column, remote: [name],
      currency: isAmount ? "\(name) currency" : nil, currencyCode: nil,
      default: defaultValues, generated: generatedDefault, invalid: invalidValues,
      touch: isTouched)
  }

  /// Lists that payloads write as one text are JSON, too.
  private var storedType: ValueType {
    if case .separated(let element, _) = type.asStored { .array(element) } else { type.asStored }
  }
}

extension RelationMetadata {
  fileprivate var forImporting: RelationMetadata {
    // What the store has besides stays in lists.
    RelationMetadata(
      name, to: target, kind, inverse: inverse, ids: [name], objects: [], onDelete: onDelete,
      nesting: Nesting(partial: .always))
  }
}
