@_spi(Generated) import SwiftSyncREST

/// What takes several columns of the schema: references to rows whose identities have several parts, and money.
extension ImportMapping {
  // MARK: References

  /// Adds the references to rows whose identities have several parts. The file has the key of the row that they lead
  /// to, and that row has the parts.
  mutating func addComposites(to table: inout ImportedTable) throws(SyncError) {
    for relation in table.entity.relations {
      guard case .toOne(let reference) = relation.kind, !reference.parts.isEmpty else { continue }
      try addComposite(relation, reference, to: &table)
    }
  }

  private mutating func addComposite(
    _ relation: RelationMetadata, _ reference: RelationMetadata.Reference,
    to table: inout ImportedTable
  ) throws(SyncError) {
    let entity = table.entity
    let names = reference.parts.compactMap { part in
      entity.attributes.first { $0.column == part }?.name
    }
    guard let column = try column(relation.name, entity, table.source),
      var parts = try identityParts(of: relation.target, "c\(reference.parts[0])"),
      parts.all.count == names.count, let target = source(of: relation.target)
    else {
      let own = file.columns[file.table(of: table.source)] ?? []
      let hasParts = names.allSatisfy { own.contains("Z" + $0.uppercased()) }
      if reference.isOptional || hasParts { return }
      throw missing(relation.name, entity, table.source)
    }
    for (index, name) in names.enumerated() { parts.all[index].name = name }
    table.composites.all += parts.all
    table.composites.joins += join(
      file.table(of: target), as: "c\(reference.parts[0])", key: "row.\(quoted(column))")
    table.composites.joins += parts.joins
    table.compositeColumns.formUnion(reference.parts)
    if reference.isEnforced, relation.target == entity.name { table.isWhole = true }
  }

  private func join(_ table: String, as alias: String, key: String) -> String {
    " LEFT JOIN \(quoted(table)) AS \(alias) ON \(alias).Z_PK = \(key)"
  }

  /// The parts of the identity of an entity's rows; `nil` if the file does not have all of them.
  ///
  /// - Parameter alias: What SQL calls the row.
  mutating func identityParts(
    of name: String, _ alias: String
  ) throws(SyncError) -> ImportedTable.Parts? {
    guard let source = source(of: name),
      let entity = schema.entities.first(where: { $0.name == name })
    else { return nil }
    var parts = ImportedTable.Parts()
    for column in entity.identity {
      guard let part = try part(column, of: entity, source, alias, &parts.joins) else { return nil }
      parts.all.append(part)
    }
    return parts
  }

  private mutating func part(
    _ place: Int, of entity: EntityMetadata, _ source: CoreDataFile.Entity, _ alias: String,
    _ joins: inout String
  ) throws(SyncError) -> ImportedTable.Part? {
    let attribute = entity.attributes.first { $0.column == place }
    for relation in entity.relations {
      guard case .toOne(let reference) = relation.kind,
        let index = reference.storedColumns.firstIndex(of: place),
        let own = try column(relation.name, entity, source),
        let target = self.source(of: relation.target)
      else { continue }
      let inner = "\(alias)_\(place)"
      guard let parts = try identityParts(of: relation.target, inner),
        parts.all.indices.contains(index)
      else { return nil }
      joins += join(file.table(of: target), as: inner, key: "\(alias).\(quoted(own))")
      joins += parts.joins
      var part = parts.all[index]
      part.name = attribute?.name ?? relation.name
      return part
    }
    guard let attribute else { return nil }
    let table = file.table(of: source)
    if let own = try ownIdentity(of: entity, source) {
      return ImportedTable.Part(
        name: attribute.name, key: "\(alias).Z_PK", value: "NULL",
        target: ImportedTable.Target(table: table, identity: own))
    }
    guard let column = try column(attribute.name, entity, source) else { return nil }
    return ImportedTable.Part(
      name: attribute.name, key: "\(alias).Z_PK", value: "\(alias).\(quoted(column))",
      target: ImportedTable.Target(table: table, identity: .column(column, attribute.type)))
  }

  // MARK: Money

  /// Adds an amount: `price` or `priceAmount` in the model, and `priceCurrency` unless the schema states the currency.
  mutating func addAmount(
    _ attribute: AttributeMetadata, to table: inout ImportedTable
  ) throws(SyncError) {
    let (entity, source) = (table.entity, table.source)
    let name = attribute.name
    var units = try column(name, entity, source)
    if units == nil { units = try column(name + "Amount", entity, source) }
    let currency =
      attribute.currencyCode == nil
      ? try column(name + "Currency", entity, source, named: attribute.currencyName) : nil
    guard let units, currency != nil || attribute.currencyCode != nil else {
      if !attribute.isOptional && attribute.defaultValues.isEmpty {
        throw units == nil
          ? missing(name, entity, source)
          : missing(name + "Currency", entity, source, named: attribute.currencyName)
      }
      absentMembers.append("\(entity.name).\(name)")
      return
    }
    table.amounts.append(
      ImportedTable.Amount(
        name: name, units: units, currency: currency, isMinor: try isInteger(units, table),
        code: attribute.currencyCode))
  }

  /// Whether the model's attribute is an integer, so that its values are minor units.
  private func isInteger(_ column: String, _ table: ImportedTable) throws(SyncError) -> Bool {
    let type = try file.connection.query(
      "SELECT upper(type) FROM pragma_table_info(?1) WHERE upper(name) = ?2",
      [.text(table.table), .text(column)])
    return type.first?.values.first == .text("INTEGER")
  }
}

extension AttributeMetadata {
  /// What `names` of a Core Data store calls the currency of an amount; `nil` for what has none.
  var currencyName: String? { isAmount ? "\(name).currency" : nil }
}
