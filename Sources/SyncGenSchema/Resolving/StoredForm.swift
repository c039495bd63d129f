import SyncGenDiagnostics

/// Puts constants into the form that SQLite stores, which is the runtime's.
struct StoredForm {
  let dates: DateStorage
  let enums: [EnumModel]

  /// One literal per column; none for what is only known at run time.
  func literals(_ value: DefaultValue?) -> [SQLLiteral] {
    guard case .constant(let constant) = value else { return [] }
    if case .money(let minor, let currency) = constant {
      return [.integer(minor), .text(currency)]
    }
    return [literal(constant)]
  }

  private func literal(_ value: ConstantValue) -> SQLLiteral {
    switch value {
    case .string(let text), .decimal(let text), .day(let text), .uuid(let text), .url(let text),
      .json(let text):
      .text(text)
    case .int(let value), .money(let value, _): .integer(value)
    case .double(let value): .real(value)
    case .bool(let value): .integer(value ? 1 : 0)
    case .date(let microseconds):
      dates == .integer
        ? .integer(microseconds) : .text(CivilDate.text(microseconds: microseconds))
    case .data(let bytes): .blob(bytes)
    case .enumCase(let id, let index):
      switch enums[id.index].cases[index].rawValue {
      case .string(let text): .text(text)
      case .int(let value): .integer(value)
      }
    case .array, .dictionary: .text(json(value))
    }
  }

  /// How a constant stands inside the text of a list's column.
  private func json(_ value: ConstantValue) -> String {
    switch value {
    case .string(let text), .decimal(let text), .day(let text), .uuid(let text), .url(let text):
      JSONString.quoted(text)
    case .int(let value), .money(let value, _): String(value)
    case .double(let value): JSONText.number(value)
    case .bool(let value): value ? "true" : "false"
    case .date(let microseconds): JSONString.quoted(CivilDate.text(microseconds: microseconds))
    case .data(let bytes): JSONString.quoted(Base64Text.encode(bytes))
    case .json(let text): text
    case .enumCase(let id, let index):
      switch enums[id.index].cases[index].rawValue {
      case .string(let text): JSONString.quoted(text)
      case .int(let value): String(value)
      }
    case .array(let items): JSONText.array(items.map(json))
    case .dictionary(let entries):
      JSONText.object(entries.map { (key: $0.key, json: json($0.value)) })
    }
  }
}
