@_spi(Generated) import SwiftSyncREST

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
  /// For the words of messages.
  let type: ValueType
  /// The check that values have to pass besides, for the words of messages.
  var scalar: ScalarMetadata?
  let converter: ValueConverter
  let isOptional: Bool
  /// Where the value is looked for, in order; for reports.
  let paths: [String]
  /// What a new row gets for a missing key and a known one for null.
  let defaultValue: StoredValue?
  /// For an amount of money, the column of its other half.
  let otherHalf: Int?
  /// What happens to a value that does not fit; `nil` where it rejects the row.
  let invalidValues: InvalidValues?
}

extension FieldPlan {
  /// What a value has to be, for messages.
  var expectation: String {
    switch converter.rule {
    case .moneyCurrency: ValueExpectation.currency
    case .moneyMajor: ValueExpectation.majorUnits
    default: scalar?.words(for: type) ?? ValueExpectation.words(for: type)
    }
  }

  /// The fields of all columns, in their order.
  static func all(of entity: EntityMetadata, isStrict: Bool) -> [FieldPlan] {
    var fields = [FieldPlan?](repeating: nil, count: entity.columns.count)
    for (index, attribute) in entity.attributes.enumerated() {
      // The identity of a resource object is a text whatever its type is.
      let isStrict = isStrict && !Linkage.isIdentity(attribute.remote.first, of: entity)
      for (offset, field) in parts(of: attribute, at: index, isStrict: isStrict).enumerated() {
        fields[attribute.column + offset] = field
      }
    }
    for (index, relation) in entity.relations.enumerated() {
      guard case .toOne(let reference) = relation.kind else { continue }
      fields[reference.column] = FieldPlan(
        relation, reference, at: index, isStrict: isStrict,
        isPart: entity.columns[reference.column].isVirtual)
    }
    return fields.map { $0 ?? position(isStrict: isStrict) }
  }

  private static func parts(
    of attribute: AttributeMetadata, at index: Int, isStrict: Bool
  ) -> [FieldPlan] {
    let isEmptyNull = attribute.isEmptyNull
    let whole = FieldPlan(
      attribute, at: index, part: 0, paths: attribute.remote,
      converter: attribute.isMajor
        ? .majorUnits(isEmptyNull: isEmptyNull)
        : ValueConverter(
          attribute.type, isStrict: isStrict, isEmptyNull: isEmptyNull, scalar: attribute.scalar),
      otherHalf: attribute.isAmount ? attribute.column + 1 : nil)
    guard attribute.isAmount else { return [whole] }
    return [
      whole,
      FieldPlan(
        attribute, at: index, part: 1, paths: attribute.currency.map { [$0] } ?? [],
        converter: .currency(isStrict: isStrict, isEmptyNull: isEmptyNull),
        otherHalf: attribute.column),
    ]
  }

  private init(
    _ attribute: AttributeMetadata, at index: Int, part: Int, paths: [String],
    converter: ValueConverter, otherHalf: Int?
  ) {
    source = .attribute(index)
    type = attribute.type
    scalar = attribute.scalar
    self.converter = converter
    isOptional = attribute.isOptional
    self.paths = paths
    let defaults = attribute.defaultValues
    defaultValue = part < defaults.count ? defaults[part] : nil
    self.otherHalf = otherHalf
    invalidValues = attribute.invalidValues
  }

  private init(
    _ relation: RelationMetadata, _ reference: RelationMetadata.Reference, at index: Int,
    isStrict: Bool, isPart: Bool
  ) {
    source = .reference(index)
    type = reference.type
    converter = ValueConverter(reference.type, isStrict: isStrict && relation.linkage == nil)
    // Of several targets the row has one, and of a row with several parts these are judged.
    isOptional = reference.isOptional || isPart
    paths = isStrict && reference.parts.isEmpty ? relation.ids : relation.paths
    defaultValue = nil
    otherHalf = nil
    invalidValues = nil
  }

  private static func position(isStrict: Bool) -> FieldPlan {
    FieldPlan(
      source: .position, type: .int, converter: ValueConverter(.int, isStrict: isStrict),
      isOptional: true, paths: [], defaultValue: nil, otherHalf: nil, invalidValues: nil)
  }
}
