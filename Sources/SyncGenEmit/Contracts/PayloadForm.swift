import SwiftSyncValues
import SyncGenDiagnostics
import SyncGenSchema

/// Converts constants to the form that payloads have.
struct PayloadForm {
  let schema: Schema
  /// Whether objects lack the keys of fields that are null.
  var omitsNull = false

  /// The value of an attribute or a field with one key.
  ///
  /// - Parameter value: `nil` for null.
  func json(_ value: ConstantValue?, _ settings: FieldSettings) -> JSONDocument {
    guard let separator = settings.separator, case .array(let elements) = value else {
      return json(value, dates: settings.remoteDates)
    }
    let texts = elements.map { element -> String in
      switch json(element, dates: settings.remoteDates) {
      case .text(let text): return text
      case let element:
        // Dates are quoted JSON.
        let text = element.text()
        return text.hasPrefix("\"") ? String(text.dropFirst().dropLast()) : text
      }
    }
    return .text(texts.joined(separator: separator))
  }

  func json(_ value: ConstantValue?, dates: DateFormats) -> JSONDocument {
    switch value {
    case nil: .null
    case .string(let text), .decimal(let text), .uuid(let text), .url(let text): .text(text)
    case .int(let number), .money(let number, _): .integer(number)
    case .double(let number): .json(String(number))
    case .bool(let value): .bool(value)
    case .date(let microseconds): .json(dates.json(date: microseconds))
    case .day(let text): .json(dates.json(day: text))
    case .data(let bytes): .text(Base64.text(bytes))
    case .json(let text): .json(text)
    case .enumCase(let id, let index): schema[id].cases[index].rawValue.json
    case .value(let id, let values): object(schema[id], values)
    case .array(let elements): .array(elements.map { json($0, dates: dates) })
    case .dictionary(let entries):
      .object(JSONObject(entries.map { ($0.key, json($0.value, dates: dates)) }))
    }
  }

  private func object(_ type: ValueTypeModel, _ values: [ConstantValue?]) -> JSONDocument {
    if let tagging = type.tagging { return object(tagging, values) }
    var object = JSONDocument.empty
    for (field, value) in zip(type.fields, values) where value != nil || !omitsNull {
      switch field.remote {
      case .paths(let paths), .firstValue(let paths):
        if let path = paths.first { object.set(path.keys[...], json(value, field.settings)) }
      case .money(let money):
        for part in parts(of: value, money) { object.set(part.path.keys[...], part.json) }
      }
    }
    return object
  }

  private func object(_ tagging: Tagging, _ values: [ConstantValue?]) -> JSONDocument {
    let tag = json(values.first ?? nil, FieldSettings())
    let fields = (values.last ?? nil).map { json($0, FieldSettings()) } ?? .empty
    var object = fields
    if tagging.isNested {
      let key = if case .text(let text) = tag { text } else { tag.text() }
      object = .object([(key, fields)])
    }
    object.set([tagging.tag], tag)
    return object
  }

  /// The keys of an amount of money with their values.
  func parts(
    of value: ConstantValue?, _ money: MoneyMapping
  ) -> [(path: RemotePath, json: JSONDocument)] {
    guard case .money(let minor, let currency) = value else {
      return money.paths.map { ($0, .null) }
    }
    let amount: JSONDocument =
      money.isMajor ? .text(money.majorUnits(of: minor)) : .integer(minor)
    return Array(zip(money.paths, [amount, .text(currency)])).map { ($0, $1) }
  }
}

extension MoneyMapping {
  /// The currency of samples, unless payloads have only one.
  static let sampleCurrency = "EUR"

  private var exponent: Int {
    CurrencyExponent.of(code ?? Self.sampleCurrency) ?? 0
  }

  /// An amount, in the units of payloads.
  func constant(_ amount: Int) -> ConstantValue {
    let units = isMajor ? (0..<exponent).reduce(amount) { amount, _ in amount * 10 } : amount
    return constant(minor: Int64(units))
  }

  func constant(minor: Int64) -> ConstantValue {
    .money(minor: minor, currency: code ?? Self.sampleCurrency)
  }

  /// An amount as decimal text.
  fileprivate func majorUnits(of minor: Int64) -> String {
    let text = CurrencyExponent.text(minorUnits: minor, exponent: exponent)
    return NumberText.canonicalDecimal(text) ?? text
  }
}
