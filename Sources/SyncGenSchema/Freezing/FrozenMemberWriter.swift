import SwiftSyncValues
import SyncGenDiagnostics

/// Writes the members of one entity in the form of a frozen version.
struct FrozenMemberWriter {
  let entity: Entity
  let schema: Schema
  var content = FrozenContent.file

  func name(of part: Identity.Part) -> String {
    switch part {
    case .attribute(let index): entity.attributes[index].name.name
    case .reference(let relation): entity.relations[relation].name.name
    }
  }

  func value(of attribute: Attribute) -> FrozenValue {
    var object = FrozenObject()
    FieldKeys.attribute.write(attribute.settings, content, to: &object) {
      part($0, of: attribute)
    }
    return .object(object)
  }

  /// Columns and indexes are written as such.
  private func part(_ part: FieldDeclaration.Part, of attribute: Attribute) -> FrozenValue? {
    switch part {
    case .type:
      .text(SchemaTypeName.of(attribute.type, in: schema) + (attribute.isOptional ? "?" : ""))
    case .remote: FrozenValue(attribute.remote)
    case .defaultValue: attribute.defaultValue.map(FrozenConstants(schema: schema).value)
    case .backfill: content == .file ? attribute.backfill.map(value) : nil
    case .value, .column, .index, .unique: nil
    }
  }

  private func value(of backfill: Backfill) -> FrozenValue {
    switch backfill {
    case .expression(let sql): return .text(sql)
    case .money(let minor, let currency):
      var object = FrozenObject()
      object.add(MoneyBackfillKey.minor, text: minor)
      object.add(MoneyBackfillKey.currency, text: currency)
      return .object(object)
    }
  }

  func value(of relation: Relation) -> FrozenValue {
    var object = FrozenObject()
    RelationTable.relation.write(relation.settings, content, to: &object) {
      part($0, of: relation)
    }
    addKind(relation.kind, of: relation, to: &object)
    object.add(FrozenRelationKey.ids, .texts(relation.remote.ids.map(\.dotted)))
    object.add(FrozenRelationKey.objects, .texts(relation.remote.objects.map(\.dotted)))
    return .object(object.inOrder(of: FrozenOrder.relation))
  }

  private func part(_ part: RelationDeclaration.Part, of relation: Relation) -> FrozenValue? {
    switch part {
    case .to: .text(schema[relation.target].name.name)
    case .inverse: schema.inverseName(of: relation).map { .text($0) }
    case .onDelete: .text(relation.onDelete.rawValue)
    case .ordered: value(of: relation.ordering, target: relation.target)
    case .foreignKey: relation.hasForeignKey ? .bool(true) : nil
    case .backfill: content == .file ? relation.backfill.map { .text($0) } : nil
    case .toAny, .tag, .required, .remote, .through, .column: nil
    }
  }

  func value(of reference: TaggedReference) -> FrozenValue {
    var targets = FrozenObject()
    for target in reference.targets {
      targets.add(named: schema[target.entity].name.name, .text(target.tag))
    }
    var object = FrozenObject()
    object.add(
      FrozenTaggedReferenceKey.tag,
      text: entity.attributes[reference.tagAttribute].name.name)
    object.add(
      FrozenTaggedReferenceKey.id, text: entity.attributes[reference.idAttribute].name.name)
    object.add(FrozenTaggedReferenceKey.targets, .object(targets))
    object.add(
      FrozenTaggedReferenceKey.objects, .texts(reference.objects.map(\.dotted)))
    object.add(FrozenTaggedReferenceKey.onDelete, text: reference.onDelete.rawValue)
    object.add(FrozenTaggedReferenceKey.doc, note: reference.documentation, in: content)
    object.add(reference.annotations, in: content)
    return .object(object)
  }

  private func addKind(
    _ kind: Relation.Kind, of relation: Relation, to object: inout FrozenObject
  ) {
    let name: FrozenRelationKind =
      switch kind {
      case .toOne: .toOne
      case .toOneInverse: .toOneInverse
      case .toMany: .toMany
      case .manyToMany: .manyToMany
      }
    object.add(FrozenRelationKey.kind, text: name.rawValue)
    object.add(FrozenRelationKey.property, note: relation.idProperty.name, in: content)
    if case .toOne(let reference) = kind {
      if reference.isComposite {
        let names = reference.parts.compactMap { entity.columns[$0].attribute }
          .map { entity.attributes[$0].name.name }
        object.add(FrozenRelationKey.parts, .texts(names))
      }
      object.add(FrozenRelationKey.optional, flag: reference.isOptional)
      object.add(FrozenRelationKey.oneToOne, flag: reference.isOneToOne)
    }
  }

  private func value(of ordering: Relation.Ordering, target: EntityID) -> FrozenValue? {
    switch ordering {
    case .none: nil
    case .position: .json("true")
    case .attribute(let index): .text(schema[target].attributes[index].name.name)
    }
  }

  func value(of column: Column) -> FrozenValue {
    var object = FrozenObject()
    object.add(FrozenColumnKey.storage, text: column.storage.rawValue)
    object.add(FrozenColumnKey.required, flag: column.isRequired)
    object.add(FrozenColumnKey.default, column.defaultValue.map(value))
    switch column.source {
    case .attribute(let index):
      object.add(FrozenColumnKey.attribute, text: entity.attributes[index].name.name)
    case .moneyMinor(let index):
      object.add(FrozenColumnKey.minor, text: entity.attributes[index].name.name)
    case .moneyCurrency(let index):
      object.add(FrozenColumnKey.currency, text: entity.attributes[index].name.name)
    case .reference(let index):
      object.add(FrozenColumnKey.reference, text: entity.relations[index].name.name)
    case .position(let index):
      object.add(FrozenColumnKey.position, text: entity.relations[index].name.name)
    }
    return .object(object)
  }

  private func value(of literal: SQLLiteral) -> FrozenValue {
    switch literal {
    case .integer(let value): return .integer(value)
    case .real(let value): return .json("\(value)")
    case .text(let text): return .text(text)
    case .blob(let bytes):
      var object = FrozenObject()
      object.add(FrozenBytesKey.hex, text: HexadecimalText.bytes(bytes))
      return .object(object)
    }
  }

  func value(of index: Index) -> FrozenValue {
    var object = FrozenObject()
    IndexKeys.index.write(index.settings, content, to: &object) { part in
      switch part {
      case .on: .texts(index.names(of: entity))
      case .predicate: index.predicate.map { .text($0) }
      case .name: nil
      }
    }
    object.add(FrozenIndexKey.origin, note: index.origin.rawValue, in: content)
    return .object(object)
  }

  func value(of search: SearchIndex) -> FrozenValue {
    var object = FrozenObject()
    let names = search.names(of: entity)
    object.add(FrozenSearchKey.on, .texts(names))
    object.add(
      FrozenSearchKey.lists,
      .texts(zip(search.members, names).filter { $0.0.isList }.map(\.1)))
    object.add(FrozenSearchKey.tokenizer, text: search.tokenizer.rawValue)
    return .object(object)
  }

  var sync: FrozenObject {
    func name(_ attribute: Int) -> String { entity.attributes[attribute].name.name }
    let sync = entity.sync
    var object = FrozenObject()
    object.add(SyncKey.clock, text: sync.clock.map(name))
    if let stated = sync.tombstone {
      var tombstone = FrozenObject()
      let isFlag = entity.hasTombstoneFlag
      tombstone.add(isFlag ? TombstoneKey.flag : .attribute, text: name(stated.attribute))
      tombstone.add(TombstoneKey.softDelete, flag: stated.keepsRows)
      tombstone.add(TombstoneKey.retention, stated.retention.map { .text("\($0)s") })
      object.add(SyncKey.tombstone, .object(tombstone))
    }
    if let stated = sync.archive {
      var archive = FrozenObject()
      archive.add(ArchiveKey.flag, text: name(stated.flag))
      archive.add(ArchiveKey.date, text: name(stated.date))
      object.add(SyncKey.archive, .object(archive))
    }
    object.add(SyncKey.push, flag: sync.isPushed)
    if content == .file { object.add(SyncKey.etag, flag: sync.hasETags) }
    return object
  }
}

extension Relation {
  /// Whether SQLite checks its references.
  fileprivate var hasForeignKey: Bool {
    if case .toOne(let reference) = kind { reference.hasForeignKey } else { false }
  }
}
