import SwiftSyncValues
import SyncGenDiagnostics

/// Puts constants into the form that SQLite stores, which is the runtime's.
struct StoredForm {
  let dates: DateStorage
  let constants: ConstantTypes

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
        ? .integer(microseconds) : .text(DateText.text(microseconds))
    case .data(let bytes): .blob(bytes)
    case .enumCase(let id, let index):
      switch constants.enums[id.index].cases[index].rawValue {
      case .string(let text): .text(text)
      case .int(let value): .integer(value)
      }
    case .value, .array, .dictionary: .text(json(value).text())
    }
  }

  /// How a constant stands inside the text of a list's column.
  private func json(_ value: ConstantValue) -> JSONDocument {
    switch value {
    case .string(let text), .decimal(let text), .day(let text), .uuid(let text), .url(let text):
      .text(text)
    case .int(let value), .money(let value, _): .integer(value)
    case .double(let value): .json(JSONText.number(value))
    case .bool(let value): .bool(value)
    case .date(let microseconds): .text(DateText.text(microseconds))
    case .data(let bytes): .text(Base64.text(bytes))
    case .json(let text): .json(text)
    case .enumCase(let id, let index):
      switch constants.enums[id.index].cases[index].rawValue {
      case .string(let text): .text(text)
      case .int(let value): .integer(value)
      }
    case .value(let id, let values): object(constants.values[id.index], values)
    case .array(let items): .array(items.map(json))
    case .dictionary(let entries): .sorted(entries.map { ($0.key, json($0.value)) })
    }
  }
  /// Nulls are left out, and dates are as in columns.
  private func object(_ type: ValueType, _ values: [ConstantValue?]) -> JSONDocument {
    var members: [(String, JSONDocument)] = []
    for (field, value) in zip(type.fields, values) {
      switch value {
      case nil: continue
      case .money(let minor, let currency):
        members.append((field.storageNames[0], .integer(minor)))
        members.append((field.storageNames[1], .text(currency)))
      case .date(let microseconds) where field.dateStorage == .integer:
        members.append((field.storageNames[0], .integer(microseconds)))
      case .some(let value): members.append((field.storageNames[0], json(value)))
      }
    }
    return .sorted(members)
  }
}
