import SwiftSyncValues
import SyncGenSchema

extension SampleRow {
  /// A row in a table: a value for each column, where `nil` is null.
  struct Stored {
    let entity: EntityID
    let values: [SQLLiteral?]
  }

  /// What a store makes of the row: its own row, and those that connect it with others.
  var stored: [Stored] {
    let own = Stored(entity: id, values: values)
    return [own] + names.schema[id].relations.compactMap { connection($0, of: own) }
  }

  /// The row of an entity that the only member of a list through it needs.
  private func connection(_ relation: Relation, of own: Stored) -> Stored? {
    guard number == nil, ![.missing, .null, .empty].contains(state),
      relation.direction.isPulled, !relation.remote.ids.isEmpty,
      case .manyToMany(let membership) = relation.kind,
      let identity = names.identityAttribute(relation.target),
      let member = literals(self.identity(of: relation.target, nil), identity).first
    else { return nil }
    let table = names.schema.joinTables[membership.joinTable]
    guard let through = table.through else { return nil }
    let isLeft = membership.side == .left
    let (near, far) = isLeft ? (table.left, table.right) : (table.right, table.left)
    let key = names.schema[id].identity.columns[0]
    let values = names.schema[through].columns.map { column in
      switch column.name {
      case near.column: own.values[key]
      case far.column: member
      default: column.defaultValue
      }
    }
    return Stored(entity: through, values: values)
  }

  private var values: [SQLLiteral?] {
    let entity = names.schema[id]
    var row = [SQLLiteral?](repeating: nil, count: entity.columns.count)
    for (index, attribute) in entity.attributes.enumerated() {
      let value = stored(attribute, at: index)
      for (column, literal) in zip(attribute.columns, literals(value, attribute)) {
        row[column] = literal
      }
    }
    for (index, relation) in entity.relations.enumerated() {
      guard case .toOne(let reference) = relation.kind, !reference.isComposite,
        let identity = names.identityAttribute(relation.target)
      else { continue }
      let value = stated(relation, reference, at: index).constant
      row[reference.column] = literals(value, identity).first
    }
    return row
  }

  private func literals(_ value: ConstantValue?, _ attribute: Attribute) -> [SQLLiteral] {
    value.map { names.schema.storedLiterals(of: $0, in: attribute) } ?? []
  }

  /// The value of an attribute; `nil` for null.
  private func stored(_ attribute: Attribute, at index: Int) -> ConstantValue? {
    switch isUnfit(attribute, at: index) ? attribute.replacement : stated(attribute, at: index) {
    case .value(let value): return attribute.edited(value)
    case .null where attribute.isOptional: return nil
    case .null, .nothing:
      // Other defaults are values of rows that apps create.
      guard case .constant(let value) = attribute.defaultValue else { return nil }
      return value
    }
  }

  private func isUnfit(_ attribute: Attribute, at index: Int) -> Bool {
    switch state {
    case .badDate(index): true
    case .unknownValue(index):
      attribute.type.enumeration.map { names.schema[$0].unknownValues == .reject } ?? false
    default: false
    }
  }
}

extension Attribute {
  /// What is stored of a value that does not fit, in a new row.
  fileprivate var replacement: StatedValue { settings.invalidValues == .null ? .null : .nothing }

  /// A payload's value with what `trim` and `empty-is-null` make of it.
  fileprivate func edited(_ value: ConstantValue) -> ConstantValue? {
    switch value {
    case .string(let text):
      let edited = settings.isTrimmed ? text.trimmed : text
      return edited.isEmpty && settings.isEmptyNull && isOptional ? nil : .string(edited)
    case .array(let elements) where settings.isTrimmed:
      return .array(
        elements.map { if case .string(let text) = $0 { .string(text.trimmed) } else { $0 } })
    default: return value
    }
  }
}

extension String {
  /// The text without the characters at its ends that have the property White_Space of Unicode.
  fileprivate var trimmed: String {
    let start = unicodeScalars.drop(while: \.properties.isWhitespace)
    let end = start.lastIndex { !$0.properties.isWhitespace }
    return end.map { String(start[...$0]) } ?? ""
  }
}
