import SyncGenDiagnostics

/// Writes a resolved schema so that no convention is needed to read it again.
///
/// It leaves out what is not about stored data: `generate:`, `lint:` and `api:`. Positions are
/// written as names, so that an attribute that is added in the middle changes no other line.
struct FrozenSchemaWriter {
  let schema: Schema
  var content = FrozenContent.file

  /// Adds the members of a frozen version after its head.
  func write(to object: inout FrozenObject) {
    addDeclarations(to: &object)
    object.add(
      FrozenKey.entities, .object(unordered(schema.entities.map { ($0.name.name, value(of: $0)) })))
    addJoinTables(to: &object)
    if content == .version { return }
    object.add(FrozenKey.migration, .array(schema.steps.map(value)))
  }

  /// Adds what comes before the entities.
  func addDeclarations(to object: inout FrozenObject) {
    object.add(FrozenKey.doc, note: schema.documentation, in: content)
    object.add(schema.annotations, in: content)
    object.add(FrozenKey.conventions, .object(schema.conventions.frozen(content)))
    object.add(
      FrozenKey.enums, .object(unordered(schema.enums.map { ($0.name.name, value(of: $0)) })))
    let stored = schema.storedValueTypes.map { schema.valueTypes[$0] }
    if !stored.isEmpty {
      let types = stored.map {
        ($0.name.name, FrozenTypeWriter(type: $0, schema: schema, content: content).value)
      }
      object.add(FrozenKey.types, .object(unordered(types)))
    }
  }

  func addJoinTables(to object: inout FrozenObject) {
    let joinTables =
      content == .version
      ? schema.joinTables.sorted { $0.name.name < $1.name.name } : schema.joinTables
    object.add(FrozenKey.joinTables, .array(joinTables.map(value)))
  }

  /// Declarations whose order is that of files and lines, which is not part of a version.
  private func unordered(_ values: [(String, FrozenValue)]) -> FrozenObject {
    named(content == .version ? values.sorted { $0.0 < $1.0 } : values)
  }

  private func named(_ values: [(String, FrozenValue)]) -> FrozenObject {
    values.reduce(into: FrozenObject()) { $0.add(named: $1.0, $1.1) }
  }

  // MARK: Enums

  func value(of model: EnumModel) -> FrozenValue {
    var object = FrozenObject()
    EnumTable.enumeration.write(model.settings, content, to: &object) { part in
      switch part {
      case .cases: .object(named(model.cases.map { ($0.name.name, value(of: $0)) }))
      }
    }
    return .object(object.inOrder(of: FrozenOrder.enumeration))
  }

  private func value(of item: EnumModel.Case) -> FrozenValue {
    let raw: FrozenValue =
      switch item.rawValue {
      case .string(let text): .text(text)
      case .int(let value): .integer(value)
      }
    guard content == .file, item.notes != Notes() else { return raw }
    var object = FrozenObject()
    EnumCaseTable.enumCase.write(item.notes, content, to: &object) { part in
      switch part {
      case .value: raw
      }
    }
    return .object(object.inOrder(of: FrozenOrder.enumCase))
  }

  // MARK: Entities

  func value(of entity: Entity) -> FrozenValue {
    var object = FrozenObject()
    object.add(FrozenEntityKey.table, text: entity.table.name)
    object.add(FrozenEntityKey.plural, note: entity.plural, in: content)
    object.add(entity.notes, in: content)
    let members = FrozenMemberWriter(entity: entity, schema: schema, content: content)
    object.add(
      FrozenEntityKey.attributes,
      .object(named(entity.attributes.map { ($0.name.name, members.value(of: $0)) })))
    object.add(
      FrozenEntityKey.relations,
      .object(named(entity.relations.map { ($0.name.name, members.value(of: $0)) })))
    if !entity.taggedReferences.isEmpty {
      let references = entity.taggedReferences.map { ($0.name.name, members.value(of: $0)) }
      object.add(FrozenEntityKey.taggedReferences, .object(named(references)))
    }
    object.add(
      FrozenEntityKey.columns,
      .object(named(entity.columns.map { ($0.name.name, members.value(of: $0)) })))
    object.add(FrozenEntityKey.identity, .texts(entity.identity.parts.map(members.name)))
    object.add(
      FrozenEntityKey.indexes,
      .object(named(entity.indexes.map { ($0.name.name, members.value(of: $0)) })))
    if let search = entity.search {
      object.add(FrozenEntityKey.search, members.value(of: search))
    }
    object.add(FrozenEntityKey.check, text: entity.check?.value)
    object.add(FrozenEntityKey.sync, .object(members.sync))
    return .object(object)
  }

  // MARK: Join tables and steps

  private func value(of table: JoinTable) -> FrozenValue {
    var object = FrozenObject()
    object.add(FrozenJoinTableKey.name, text: table.name.name)
    object.add(FrozenJoinTableKey.left, value(of: table.left))
    object.add(FrozenJoinTableKey.right, value(of: table.right))
    object.add(FrozenJoinTableKey.position, text: table.positionColumn?.name)
    object.add(FrozenJoinTableKey.inverseIndex, text: table.inverseIndex.name)
    object.add(FrozenJoinTableKey.through, text: table.through.map { schema[$0].name.name })
    return .object(object)
  }

  private func value(of end: JoinTable.End) -> FrozenValue {
    var object = FrozenObject()
    object.add(FrozenEndKey.entity, text: schema[end.entity].name.name)
    object.add(FrozenEndKey.relation, text: end.relation.map { schema[$0].name.name })
    if end.isComposite {
      let columns = end.columns.map { ($0.name.name, FrozenValue.text($0.storage.rawValue)) }
      object.add(FrozenEndKey.columns, .object(named(columns)))
    } else {
      object.add(FrozenEndKey.column, text: end.column.name)
      object.add(FrozenEndKey.storage, text: end.storage.rawValue)
    }
    return .object(object)
  }

  /// Writes the long form only if entities are stated.
  private func add(_ function: String, entities: [Located<String>]?, to object: inout FrozenObject)
  {
    guard let entities else { return object.add(MigrationStepKey.custom, text: function) }
    var custom = FrozenObject()
    custom.add(CustomStepKey.function, text: function)
    custom.add(CustomStepKey.entities, .texts(entities.map(\.value)))
    object.add(MigrationStepKey.custom, .object(custom))
  }

  private func value(of step: StatedStep) -> FrozenValue {
    var object = FrozenObject()
    switch step.action {
    case .sql(let statement): object.add(MigrationStepKey.sql, text: statement)
    case .custom(let name): add(name, entities: step.entities, to: &object)
    case .drops(let names): object.add(MigrationStepKey.drops, .texts(names))
    case .allowLossy(let names):
      object.add(MigrationStepKey.allowLossy, .texts(names))
    case .remoteChanged(let names): object.add(MigrationStepKey.remoteChanged, .texts(names))
    }
    object.add(MigrationStepKey.before, flag: step.runsBefore)
    if !step.mayChange.isEmpty {
      object.add(MigrationStepKey.mayChange, .texts(step.mayChange.map(\.value)))
    }
    return .object(object)
  }
}
