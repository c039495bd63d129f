import SwiftSyncValues
import SyncGenDiagnostics

/// Writes the defaults of attributes and fields.
struct FrozenConstants {
  let schema: Schema

  func value(of value: DefaultValue) -> FrozenValue {
    switch value {
    case .newUUID: .text("new")
    case .now: .text("now")
    case .temporary: .text("temporary")
    case .constant(let constant): self.value(of: constant)
    }
  }

  /// The constant in the canonical form of the schema language.
  func value(of constant: ConstantValue) -> FrozenValue {
    switch constant {
    case .string(let text), .decimal(let text), .day(let text), .uuid(let text), .url(let text):
      return .text(text)
    case .int(let value): return .integer(value)
    case .double(let value): return .json(JSONText.number(value))
    case .bool(let value): return .json(value ? "true" : "false")
    case .date(let microseconds): return .text(DateText.text(microseconds))
    case .data(let bytes): return .text(Base64.text(bytes))
    case .json(let text): return .json(FrozenValue.escaped(json: text))
    case .enumCase(let id, let index): return .text(schema[id].cases[index].name.name)
    case .money(let minor, let currency):
      var object = FrozenObject()
      object.add(MoneyRemoteKey.minor, .integer(minor))
      object.add(MoneyRemoteKey.currency, text: currency)
      return .object(object)
    case .value(let id, let values): return self.value(of: schema[id], values)
    case .array(let items): return .array(items.map(value))
    case .dictionary(let entries):
      return .object(
        entries.reduce(into: FrozenObject()) { $0.add(named: $1.key, self.value(of: $1.value)) })
    }
  }
  /// Every field that is not null, and a null where reading would otherwise use a default.
  private func value(of type: ValueTypeModel, _ values: [ConstantValue?]) -> FrozenValue {
    var object = FrozenObject()
    for (field, value) in zip(type.fields, values) {
      if let value {
        object.add(named: field.name.name, self.value(of: value))
      } else if field.defaultValue != nil {
        object.add(named: field.name.name, .json("null"))
      }
    }
    return .object(object)
  }
}

extension FrozenValue {
  init(_ mapping: RemoteMapping) {
    switch mapping {
    case .paths(let paths): self = .texts(paths.map(\.dotted))
    case .firstValue(let paths):
      var object = FrozenObject()
      object.add(FirstValueKey.firstValue, .texts(paths.map(\.dotted)))
      self = .object(object)
    case .money(let money):
      var object = FrozenObject()
      let key = money.isMajor ? MoneyRemoteKey.major : .minor
      object.add(key, text: money.amount.dotted)
      object.add(MoneyRemoteKey.currency, text: money.currency?.dotted)
      object.add(MoneyRemoteKey.currencyCode, text: money.code)
      self = .object(object)
    }
  }
}
