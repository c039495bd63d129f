import SyncGenSchema

/// Defaults as Swift expressions.
struct SwiftDefault {
  let names: SwiftNames

  /// What an initialiser gives the attribute; `nil` if the schema says nothing.
  func expression(of attribute: Attribute) -> String? {
    switch attribute.defaultValue {
    case .newUUID: names.foundation("UUID") + "()"
    case .now: names.foundation("Date") + "()"
    case .constant(let value): expression(of: value)
    case nil: nil
    }
  }

  private func expression(of value: ConstantValue) -> String {
    switch value {
    case .string(let text): SwiftText.string(text)
    case .int(let number): "\(number)"
    case .double(let number): "\(number)"
    case .bool(let flag): "\(flag)"
    case .enumCase(let id, let index): ".\(names.schema[id].cases[index].name.source)"
    case .array(let values): "[" + values.map(expression).joined(separator: ", ") + "]"
    case .dictionary(let entries): dictionary(entries)
    case .decimal, .date, .day, .uuid, .url, .data, .json, .money: constant(value)
    }
  }

  private func dictionary(_ entries: [ConstantValue.Entry]) -> String {
    if entries.isEmpty { return "[:]" }
    let texts = entries.map { "\(SwiftText.string($0.key)): \(expression(of: $0.value))" }
    return "[" + texts.joined(separator: ", ") + "]"
  }

  /// A value that has no literal in Swift.
  private func constant(_ value: ConstantValue) -> String {
    ""
  }
}
