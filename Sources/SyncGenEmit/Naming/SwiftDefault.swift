import SyncGenSchema

/// Defaults as Swift expressions.
struct SwiftDefault {
  let names: SwiftNames

  /// What an initialiser gives the attribute; `nil` if the schema says nothing.
  func expression(of attribute: Attribute) -> String? {
    switch attribute.defaultValue {
    case .newUUID: names.foundation("UUID") + "()"
    case .now: names.foundation("Date") + "()"
    case .temporary: names.runtime("TemporaryID") + ".\(Self.temporaryMaker(attribute.type))()"
    case .constant(let value): expression(of: value)
    case nil: nil
    }
  }

  /// What makes temporary ids of a type in `TemporaryID`.
  private static func temporaryMaker(_ type: AttributeType) -> String {
    switch type {
    case .scalar(.int): "int"
    case .scalar(.uuid): "uuid"
    default: "string"
    }
  }

  /// A constant as an expression.
  func expression(of value: ConstantValue) -> String {
    switch value {
    case .string(let text): SwiftText.string(text)
    case .int(let number): SwiftText.integer(number)
    case .double(let number): "\(number)"
    case .bool(let flag): "\(flag)"
    case .enumCase(let id, let index): ".\(names.schema[id].cases[index].name.source)"
    case .array(let values): "[" + values.map(expression).joined(separator: ", ") + "]"
    case .dictionary(let entries): dictionary(entries)
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

  private func value(_ type: ValueType, _ values: [ConstantValue?], named name: String) -> String {
    let arguments = zip(type.fields, values).map { field, value in
      "\(field.name.label): \(value.map(expression) ?? "nil")"
    }
    return "\(name)(\(arguments.joined(separator: ", ")))"
  }

  /// A value that Swift has no literal for, by the text that a column holds.
  private func constant(_ type: ScalarType, _ text: String) -> String {
    "\(names.type(type))(_constant: \(SwiftText.string(text)))"
  }

  /// A date by the distance to the zero of `Date`, near which a double is finest.
  private func date(_ microseconds: Int64) -> String {
    let distance = Double(microseconds - 978_307_200_000_000) / 1_000_000
    return "\(names.type(.date))(timeIntervalSinceReferenceDate: \(distance))"
  }

  private func dictionary(_ entries: [ConstantValue.Entry]) -> String {
    if entries.isEmpty { return "[:]" }
    let texts = entries.map { "\(SwiftText.string($0.key)): \(expression(of: $0.value))" }
    return "[" + texts.joined(separator: ", ") + "]"
  }
}
