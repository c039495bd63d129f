import SyncGenSchema

/// Defaults as Swift expressions.
struct SwiftDefault {
  let names: SwiftNames

  /// The default of an attribute in an initializer; `nil` if the schema states none.
  func expression(of attribute: Attribute) -> String? {
    switch attribute.defaultValue {
    case .newUUID: made(names.foundation("UUID") + "()", for: attribute)
    case .now: made(names.foundation("Date") + "()", for: attribute)
    case .temporary: made(temporary(attribute), for: attribute)
    case .constant(let value): expression(of: value, attribute.scalar)
    case nil: nil
    }
  }

  private func temporary(_ attribute: Attribute) -> String {
    names.runtime("TemporaryID") + ".\(Self.temporaryMaker(attribute.type))()"
  }

  /// A value of the stored type, as a value of the app's type if the attribute has one.
  private func made(_ stored: String, for attribute: Attribute) -> String {
    attribute.scalar?.appType.map { "\($0.name)(_constant: \(stored))" } ?? stored
  }

  /// The function of `TemporaryID` that creates temporary ids of a type.
  private static func temporaryMaker(_ type: AttributeType) -> String {
    switch type {
    case .scalar(.int): "int"
    case .scalar(.uuid): "uuid"
    default: "string"
    }
  }

  /// A constant as an expression.
  ///
  /// - Parameter named: The scalar of the schema that the type names, or that of its elements.
  func expression(of value: ConstantValue, _ named: NamedScalar?) -> String {
    guard let type = named?.appType else { return expression(of: value) }
    switch value {
    case .array(let values):
      return "[" + values.map { expression(of: $0, named) }.joined(separator: ", ") + "]"
    case .dictionary(let entries):
      return dictionary(entries) { expression(of: $0, named) }
    default: return "\(type.name)(_constant: \(expression(of: value)))"
    }
  }

  private func expression(of value: ConstantValue) -> String {
    switch value {
    case .string(let text): SwiftText.string(text)
    case .int(let number): SwiftText.integer(number)
    case .double(let number): "\(number)"
    case .bool(let flag): "\(flag)"
    case .enumCase(let id, let index): enumCase(id, names.schema[id].cases[index].name)
    case .array(let values): "[" + values.map { expression(of: $0) }.joined(separator: ", ") + "]"
    case .dictionary(let entries): dictionary(entries) { expression(of: $0) }
    case .decimal(let text): constant(.decimal, text)
    case .day(let text): constant(.day, text)
    case .uuid(let text): constant(.uuid, text)
    case .url(let text): constant(.url, text)
    case .json(let text): constant(.json, text)
    case .date(let microseconds): date(microseconds)
    case .data(let bytes):
      names.type(.data) + "([" + bytes.map(String.init).joined(separator: ", ") + "])"
    case .value(let id, let values): self.value(names.schema[id], values, named: names.type(id))
    case .money(let minor, let currency):
      names.runtime("Money")
        + "(minorUnits: \(SwiftText.integer(minor)), currency: \(SwiftText.string(currency)))"
    }
  }

  /// A case of an enum. The short forms `.none` and `.some` mean cases of `Optional` where an
  /// optional value is expected, so these cases follow their type.
  private func enumCase(_ id: EnumID, _ name: SwiftIdentifier) -> String {
    let isOfOptional = name.name == "none" || name.name == "some"
    return "\(isOfOptional ? names.type(id) : "").\(name.source)"
  }

  private func value(
    _ type: ValueTypeModel, _ values: [ConstantValue?], named name: String
  ) -> String {
    let arguments = zip(type.fields, values).map { field, value in
      "\(field.name.argument): \(value.map { expression(of: $0, field.scalar) } ?? "nil")"
    }
    return "\(name)(\(arguments.joined(separator: ", ")))"
  }

  /// A value without a Swift literal, created from the text that a column stores.
  private func constant(_ type: ScalarType, _ text: String) -> String {
    "\(names.type(type))(_constant: \(SwiftText.string(text)))"
  }

  /// A date by its distance from the reference date of `Date`, near which a double is most precise.
  private func date(_ microseconds: Int64) -> String {
    let distance = Double(microseconds - 978_307_200_000_000) / 1_000_000
    return "\(names.type(.date))(timeIntervalSinceReferenceDate: \(distance))"
  }

  private func dictionary(
    _ entries: [ConstantValue.Entry], _ expression: (ConstantValue) -> String
  ) -> String {
    if entries.isEmpty { return "[:]" }
    let texts = entries.map { "\(SwiftText.string($0.key)): \(expression($0.value))" }
    return "[" + texts.joined(separator: ", ") + "]"
  }
}
