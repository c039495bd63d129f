import SwiftSyncValues
import SyncGenDiagnostics

/// Converts constants to the form that SQLite stores, which is the runtime's.
struct StoredForm {
  /// That of the column, for types that have several.
  let storage: ValueStorage
  let constants: ConstantTypes

  /// One literal for each column; none for a value that is known only at run time.
  func literals(_ value: DefaultValue?) -> [SQLLiteral] {
    guard case .constant(let constant) = value else { return [] }
    if case .money(let minor, let currency) = constant {
      return [.integer(minor), .text(currency)]
    }
    return [literal(constant)]
  }

  private func literal(_ value: ConstantValue) -> SQLLiteral {
    switch value {
    case .uuid(let text) where storage == .blob: .blob(UUIDText.bytes(text) ?? [])
    case .string(let text), .decimal(let text), .day(let text), .uuid(let text), .url(let text),
      .json(let text):
      .text(text)
    case .int(let value), .money(let value, _): .integer(value)
    case .double(let value): .real(value)
    case .bool(let value): .integer(value ? 1 : 0)
    case .date(let microseconds): date(microseconds)
    case .data(let bytes): .blob(bytes)
    case .enumCase(let id, let index):
      switch constants.enums[id.index].cases[index].rawValue {
      case .string(let text): .text(text)
      case .int(let value): .integer(value)
      }
    case .value, .array, .dictionary: .text(json(value).text())
    }
  }

  private func date(_ microseconds: Int64) -> SQLLiteral {
    switch storage {
    case .text, .blob: .text(DateText.text(microseconds))
    case .integer: .integer(microseconds)
    case .seconds: .integer(DateNumber.seconds(microseconds))
    case .referenceDate: .real(DateNumber.referenceSeconds(microseconds))
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
  private func object(_ type: ValueTypeModel, _ values: [ConstantValue?]) -> JSONDocument {
    .sorted(members(of: type, values))
  }

  private func members(
    of type: ValueTypeModel, _ values: [ConstantValue?]
  ) -> [JSONObject.Member] {
    if let tagging = type.tagging {
      var members = (values.first ?? nil).map { [(key: tagging.tag, value: json($0))] } ?? []
      if case .value(let id, let values)?? = values.last {
        members += self.members(of: constants.values[id.index], values)
      }
      return members
    }
    return zip(type.fields, values).flatMap { field, value in
      value.map { Array(zip(field.storageNames, parts($0, of: field))) } ?? []
    }
  }

  /// The values of a field under each of its keys.
  private func parts(_ value: ConstantValue, of field: ValueField) -> [JSONDocument] {
    switch value {
    case .money(let minor, let currency): [.integer(minor), .text(currency)]
    case .date(let microseconds) where field.storage == .integer: [.integer(microseconds)]
    default: [json(value)]
    }
  }

  func texts(_ value: ConstantValue, in field: ValueField) -> [String] {
    parts(value, of: field).map { $0.text() }
  }
}

extension Schema {
  /// The default of a field under its keys in the stored text, each as JSON.
  package func storedTexts(of value: ConstantValue, in field: ValueField) -> [String] {
    storedForm(field.storage).texts(value, in: field)
  }

  /// A constant of an attribute in each of its columns.
  package func storedLiterals(
    of value: ConstantValue, in attribute: Attribute
  ) -> [SQLLiteral] {
    storedForm(attribute.storage).literals(.constant(value))
  }

  private func storedForm(_ storage: ValueStorage) -> StoredForm {
    StoredForm(storage: storage, constants: ConstantTypes(enums: enums, values: valueTypes))
  }
}
