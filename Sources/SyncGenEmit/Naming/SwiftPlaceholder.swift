import SyncGenSchema

/// The values of required members in a row that has no values yet, as Swift expressions.
struct SwiftPlaceholder {
  let names: SwiftNames

  /// The placeholder of a required attribute; `nil` if only the app can create a value of its type.
  func expression(of attribute: Attribute) -> String? {
    if names.isTargetID(attribute) { return names.type(of: attribute) + "(text: \"\")" }
    guard case .scalar(let type) = attribute.type, attribute.scalar?.appType == nil else {
      return expression(of: attribute.type, attribute.scalar, attribute.remote)
    }
    return switch type {
    case .date, .uuid, .data: names.type(type) + "()"
    default: inner(type)
    }
  }

  private func expression(
    of type: AttributeType, _ scalar: NamedScalar?, _ remote: RemoteMapping
  ) -> String? {
    switch type {
    case .scalar(let type): scalar?.appType == nil ? inner(type) : nil
    case .enumeration(let id):
      names.schema[id].cases.isEmpty ? nil : constant(.enumCase(id, index: 0))
    case .money: constant(.money(minor: 0, currency: currency(of: remote)))
    case .value(let id): value(id)
    case .array: "[]"
    case .dictionary: "[:]"
    }
  }

  /// A value in an expression for a member of another type. The file may not import Foundation, so
  /// the types of Foundation are not named.
  private func inner(_ type: ScalarType) -> String {
    switch type {
    case .string: "\"\""
    case .int, .double, .decimal: "0"
    case .bool: "false"
    case .day: names.type(.day) + ".today()"
    case .json: ".null"
    case .data: "[]"
    case .url: ".init(_constant: \"https://example.com\")"
    case .uuid: ".init(_constant: \"00000000-0000-0000-0000-000000000000\")"
    case .date: ".init(_constant: \"2000-01-01T00:00:00.000000Z\")"
    }
  }

  private func constant(_ value: ConstantValue) -> String {
    SwiftDefault(names: names).expression(of: value, nil)
  }

  private func currency(of remote: RemoteMapping) -> String {
    if case .money(let money) = remote { money.code ?? "" } else { "" }
  }

  /// A case without fields of a tagged value; for other types, the required fields.
  private func value(_ id: ValueTypeID) -> String? {
    let type = names.schema[id]
    if let tagging = type.tagging {
      return tagging.cases.first { $0.type == nil }.map { ".\($0.name.source)" }
    }
    var arguments: [String] = []
    for field in type.fields where !field.isOptional && field.defaultValue == nil {
      guard let value = expression(of: field.type, field.scalar, field.remote) else { return nil }
      arguments.append("\(field.name.argument): \(value)")
    }
    return "\(names.type(id))(\(arguments.joined(separator: ", ")))"
  }
}
