/// How one column is filled from a payload.
struct FieldPlan {
  /// What a column holds.
  enum Source: Equatable {
    case attribute(Int)
    /// The reference of a relation, by its position.
    case reference(Int)
    /// A place in a parent's ordered list; payloads say it by the order of that list.
    case position
  }

  let source: Source
  let type: ValueType
  let converter: ValueConverter
  let isOptional: Bool
  let isEmptyNull: Bool
  /// Where the value is looked for, in order; for reports.
  let paths: [String]
  /// What a new row gets for a missing key and a known one for null; `.missing` if there is none.
  let defaultValue: BoundValue
  /// For an amount of money, the column of its other half.
  let otherHalf: Int?
}

extension FieldPlan {
  /// The fields of all columns, in their order.
  static func all(of entity: EntityMetadata, isStrict: Bool) -> [FieldPlan] {
    var fields = [FieldPlan?](repeating: nil, count: entity.columns.count)
    for (index, attribute) in entity.attributes.enumerated() {
      for (offset, field) in parts(of: attribute, at: index, isStrict: isStrict).enumerated() {
        fields[attribute.column + offset] = field
      }
    }
    for (index, relation) in entity.relations.enumerated() {
      guard case .toOne(let reference) = relation.kind else { continue }
      fields[reference.column] = FieldPlan(relation, reference, at: index, isStrict: isStrict)
    }
    return fields.map { $0 ?? position(isStrict: isStrict) }
  }

  private static func parts(
    of attribute: AttributeMetadata, at index: Int, isStrict: Bool
  ) -> [FieldPlan] {
    guard let currency = attribute.currency else {
      return [
        FieldPlan(
          attribute, at: index, type: attribute.type, paths: attribute.remote, part: 0,
          isStrict: isStrict)
      ]
    }
    return [
      FieldPlan(
        attribute, at: index, type: .int, paths: attribute.remote, part: 0,
        otherHalf: attribute.column + 1, isStrict: isStrict),
      FieldPlan(
        attribute, at: index, type: .currency, paths: [currency], part: 1,
        otherHalf: attribute.column, isStrict: isStrict),
    ]
  }

  private init(
    _ attribute: AttributeMetadata, at index: Int, type: ValueType, paths: [String], part: Int,
    otherHalf: Int? = nil, isStrict: Bool
  ) {
    source = .attribute(index)
    self.type = type
    converter = ValueConverter(type, isStrict: isStrict)
    isOptional = attribute.isOptional
    isEmptyNull = attribute.isEmptyNull
    self.paths = paths
    let defaults = attribute.defaultValues
    defaultValue = part < defaults.count ? BoundValue(permanent: defaults[part]) : .missing
    self.otherHalf = otherHalf
  }

  private init(
    _ relation: RelationMetadata, _ reference: RelationMetadata.Reference, at index: Int,
    isStrict: Bool
  ) {
    source = .reference(index)
    type = reference.type
    converter = ValueConverter(reference.type, isStrict: isStrict)
    isOptional = reference.isOptional
    isEmptyNull = false
    paths = relation.ids
    defaultValue = .missing
    otherHalf = nil
  }

  private static func position(isStrict: Bool) -> FieldPlan {
    FieldPlan(
      source: .position, type: .int, converter: ValueConverter(.int, isStrict: isStrict),
      isOptional: true, isEmptyNull: false, paths: [], defaultValue: .missing, otherHalf: nil)
  }
}
