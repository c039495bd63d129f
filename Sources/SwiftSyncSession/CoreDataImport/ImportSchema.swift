@_spi(Generated) import SwiftSyncStore

/// A schema whose payloads contain the values of columns under the names of members, regardless of
/// the server's formats, keys and directions. Its tables are those of the original schema.
extension SchemaMetadata {
  var forImporting: SchemaMetadata {
    SchemaMetadata(
      name: name, version: version, fingerprint: fingerprint + " import",
      entities: entities.map(\.forImporting), joinTables: joinTables,
      documents: [DocumentMetadata](), strict: false, adoption: adoption,
      triggerFormat: triggerFormat, tables: tables, triggers: triggers)
  }
}

extension EntityMetadata {
  fileprivate var forImporting: EntityMetadata {
    EntityMetadata(
      name: name, table: table, columns: columns, attributes: attributes.map(\.forImporting),
      relations: relations.map(\.forImporting),
      taggedReferences: taggedReferences.map(\.forImporting),
      identity: identity, uniques: uniques, search: search, check: check, sync: sync)
  }
}

extension AttributeMetadata {
  /// The key of the currency of an amount.
  var currencyKey: String { "\(name) currency" }

  fileprivate var forImporting: AttributeMetadata {
    AttributeMetadata(
      name,
      FieldMetadata(
        storedType, scalar: field.scalar, optional: field.isOptional, remote: [name],
        currency: isAmount ? currencyKey : nil, invalid: field.invalidValues),
      column: column, default: defaultValues, generated: generatedDefault, touch: isTouched)
  }

  /// Lists that payloads write as one string are JSON as well.
  private var storedType: ValueType {
    if case .array(let element, _) = field.type.asStored {
      .array(element)
    } else {
      field.type.asStored
    }
  }
}

extension RelationMetadata {
  fileprivate var forImporting: RelationMetadata {
    // Additional members in the store remain in lists.
    RelationMetadata(
      name, to: target, kind, inverse: inverse, ids: [name], objects: [], onDelete: onDelete,
      nesting: Nesting(missingRows: .keep))
  }
}

extension TaggedReferenceMetadata {
  fileprivate var forImporting: TaggedReferenceMetadata {
    TaggedReferenceMetadata(
      name, tag: tagColumn, id: idColumn, targets: targets, objects: [], onDelete: onDelete)
  }
}
