import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

/// How a column is filled from a payload.
package struct FieldPlan {
  /// The content of a column.
  package enum Source: Equatable {
    case attribute(Int)
    /// The reference of a relationship, by its position.
    case reference(Int)
    /// A position in a parent's ordered list, which payloads state by the order of that list.
    case position
  }

  package let source: Source
  /// The type, for messages.
  package let type: ValueType
  /// The additional check for values, for messages.
  var scalar: ScalarMetadata?
  package let converter: ValueConverter
  package let isOptional: Bool
  /// The paths of the value, in order, for reports.
  package let paths: [String]
  /// Whether the first path with a value other than null provides the value.
  let takesFirstValue: Bool
  /// The value of a new row for a missing key, and of a known one for null.
  package let defaultValue: StoredValue?
  /// For an amount of money, the column of its other part.
  let otherHalf: Int?
  /// How a value that does not fit is handled; `nil` if it rejects the row.
  let invalidValues: InvalidValues?
}

extension FieldPlan {
  /// The expected kind of value, for messages.
  package var expectation: String {
    switch converter.rule {
    case .moneyCurrency: ValueExpectation.currency
    case .moneyMajor: ValueExpectation.majorUnits
    default: scalar?.words(for: type) ?? ValueExpectation.words(for: type)
    }
  }

  /// The path with a rank, for messages.
  func path(rank: UInt8) -> String { paths[min(Int(rank), paths.count - 1)] }

  /// Reads the value of an identity from a string, whatever its type, even in a strict schema.
  package var textConverter: ValueConverter { ValueConverter(type, scalar: scalar) }

  /// The value of another column of the same base type as this column holds it; missing if the
  /// app's type of this column refuses it.
  func restored(_ value: BoundValue, in arena: ByteArena) -> BoundValue {
    guard scalar?.hasType ?? false, value.kind != .missing else { return value }
    return converter.restored(value, in: arena) ?? .missing
  }

  /// The fields of all columns, in order.
  ///
  /// - Parameter identityScalars: The scalars of identities, by entity, with which references are
  ///   read.
  package static func all(
    of entity: EntityMetadata, isStrict: Bool, identityScalars: [String: ScalarMetadata] = [:]
  ) -> [FieldPlan] {
    var fields = [FieldPlan?](repeating: nil, count: entity.columns.count)
    for (index, attribute) in entity.attributes.enumerated() {
      let isStrict = isStrict && !Linkage.isIdentifier(attribute, of: entity)
      for (offset, field) in parts(of: attribute, at: index, isStrict: isStrict).enumerated() {
        fields[attribute.column + offset] = field
      }
    }
    for (index, relation) in entity.relations.enumerated() {
      guard case .toOne(let reference) = relation.kind else { continue }
      fields[reference.column] = FieldPlan(
        relation, reference, at: index, isStrict: isStrict,
        isPart: entity.columns[reference.column].isVirtual,
        scalar: identityScalars[relation.target])
    }
    return fields.map { $0 ?? position(isStrict: isStrict) }
  }

  private static func parts(
    of attribute: AttributeMetadata, at index: Int, isStrict: Bool
  ) -> [FieldPlan] {
    let whole = FieldPlan(
      attribute, at: index, part: 0, paths: attribute.remote,
      converter: attribute.field.converter(strict: isStrict),
      otherHalf: attribute.isAmount ? attribute.column + 1 : nil)
    guard attribute.isAmount else { return [whole] }
    return [
      whole,
      FieldPlan(
        attribute, at: index, part: 1, paths: attribute.currencyPaths,
        converter: attribute.field.currencyConverter(strict: isStrict),
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
    takesFirstValue = attribute.takesFirstValue
    let defaults = attribute.defaultValues
    defaultValue =
      part < defaults.count ? attribute.type.storedDefault(defaults[part], scalar) : nil
    self.otherHalf = otherHalf
    invalidValues = attribute.invalidValues
  }

  private init(
    _ relation: RelationMetadata, _ reference: RelationMetadata.Reference, at index: Int,
    isStrict: Bool, isPart: Bool, scalar: ScalarMetadata?
  ) {
    source = .reference(index)
    type = reference.type
    self.scalar = scalar
    converter = ValueConverter(
      reference.type, ValueRules(isStrict: isStrict && relation.linkage == nil), scalar: scalar)
    // Of several targets, a row has only one; of a reference with several parts, the parts are
    // checked.
    isOptional = reference.isOptional || isPart
    paths = isStrict && reference.parts.isEmpty ? relation.ids : relation.paths
    takesFirstValue = false
    defaultValue = nil
    otherHalf = nil
    invalidValues = nil
  }

  private static func position(isStrict: Bool) -> FieldPlan {
    FieldPlan(
      source: .position, type: .int,
      converter: ValueConverter(.int, ValueRules(isStrict: isStrict)),
      isOptional: true, paths: [], takesFirstValue: false, defaultValue: nil, otherHalf: nil,
      invalidValues: nil)
  }
}
