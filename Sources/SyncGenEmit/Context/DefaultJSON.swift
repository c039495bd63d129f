import SwiftSyncValues
import SyncGenSchema
import SyncGenTemplateEngine

/// Defaults as JSON, in the form that is the same for all backends.
struct DefaultJSON {
  let schema: Schema

  func value(of constant: ConstantValue) -> TemplateValue {
    switch constant {
    case .string(let text), .decimal(let text), .day(let text), .uuid(let text), .url(let text):
      .string(text)
    case .int(let value): .int(Int(value))
    case .double(let value): .double(value)
    case .bool(let value): .bool(value)
    case .date(let microseconds): .string(DateText.text(microseconds))
    case .data(let bytes): .string(Base64.text(bytes))
    case .json(let text): json(text)
    case .enumCase(let id, let index): value(of: schema[id].cases[index].rawValue)
    case .money(let minor, let currency): money(minor, currency)
    case .value(let id, let values): object(schema[id], values)
    case .array(let items): .array(items.map(value))
    case .dictionary(let entries):
      .dictionary(TemplateDictionary(entries.map { (key: $0.key, value: value(of: $0.value)) }))
    }
  }

  private func value(of raw: EnumModel.RawValue) -> TemplateValue {
    switch raw {
    case .string(let text): .string(text)
    case .int(let value): .int(Int(value))
    }
  }

  private func money(_ minor: Int64, _ currency: String) -> TemplateValue {
    .dictionary(
      TemplateDictionary([("minor", .int(Int(minor))), ("currency", .string(currency))]))
  }

  /// The text of a default is valid JSON, since the schema was read from it.
  private func json(_ text: String) -> TemplateValue {
    do {
      return try JSONValueReader.value(of: Array(text.utf8))
    } catch {
      return .string(text)
    }
  }

  /// The fields that are not null.
  private func object(_ type: ValueTypeModel, _ values: [ConstantValue?]) -> TemplateValue {
    .dictionary(
      TemplateDictionary(
        zip(type.fields, values).compactMap { field, constant in
          constant.map { (key: field.name.name, value: value(of: $0)) }
        }))
  }
}
