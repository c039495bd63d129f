package import SwiftSyncValues

/// The wording of `bad-value` messages, e.g. `expected a date, found "soon"`.
package enum ValueExpectation {
  /// The maximum number of characters of a value that a message shows.
  package static let limit = 40

  /// The expected kind of value for a type, with its article.
  package static func words(for type: ValueType) -> String {
    switch type {
    case .string: "a string"
    case .int: "an integer"
    case .double: "a number"
    case .decimal: "a decimal"
    case .bool: "a bool"
    case .date(let form):
      form.formats.isEmpty ? date(form.remote) : formatted("a date", form.formats)
    case .day: "a day"
    case .formattedDay(let form): formatted("a day", form.formats)
    case .uuid, .uuidBlob: "a UUID"
    case .url: "a URL"
    case .data: "base64 data"
    case .json: "a JSON value"
    case .money: "an amount in minor units"
    case .textEnum(nil): "a string"
    case .textEnum(let values?): "one of \(values.joined(separator: ", "))"
    case .integerEnum(nil): "an integer"
    case .integerEnum(let values?): "one of \(values.map(String.init).joined(separator: ", "))"
    case .array(let element, let separator?):
      "a string with '\(separator)' between its elements, each \(words(for: element))"
    case .value: "an object"
    case .array(.value, nil): "a list of objects"
    case .array(let element, nil): "a list, each element \(words(for: element))"
    case .dictionary(let element): "an object, each value \(words(for: element))"
    }
  }

  /// The expected value for the currency of an amount of money.
  package static let currency = "a currency of three capital letters"

  /// The expected value for an amount in major units.
  package static let majorUnits = "an amount in major units"

  /// The parts of the message about an amount in major units that cannot be stored as minor units
  /// of its currency.
  package static func unfitAmount(
    _ amount: String, of currency: String
  ) -> (expected: String, found: String) {
    guard let digits = CurrencyExponent.of(currency) else {
      return ("a currency whose number of decimals is known", currency)
    }
    var amount = amount
    let isTooLarge = amount.withUTF8 {
      NumberText(JSONSlice($0))?.scaled(by: digits, isRounded: true) == nil
    }
    if isTooLarge { return ("an amount of \(currency)", "\(amount), which is out of range") }
    let decimals = digits == 0 ? "no" : "\(digits)"
    return ("an amount of \(currency), which has \(decimals) decimals", amount)
  }

  /// The message for an amount of money of which one part is missing or null.
  package static let halfAmount = "expected both the minor units and the currency, found only one"

  private static func formatted(_ noun: String, _ formats: [DateFormat]) -> String {
    "\(noun) in the format \(formats.map { "'\($0.spelling)'" }.joined(separator: " or "))"
  }

  private static func date(_ remote: DateForm.Remote) -> String {
    switch remote {
    case .auto, .iso8601: "a date"
    case .unix: "a date in unix seconds"
    case .unixMilliseconds: "a date in unix milliseconds"
    }
  }

  /// The message without the rule's number.
  package static func message(_ type: ValueType, found token: JSONToken) -> String {
    message(expected: words(for: type), found: token)
  }

  package static func message(expected: String, found token: JSONToken) -> String {
    "expected \(expected), found \(found(token))"
  }

  /// The value, shortened, and the reason why it fits no type, unless it is obvious.
  package static func found(_ token: JSONToken) -> String {
    shortened(token) + (fault(in: token).map { ", which \($0)" } ?? "")
  }

  private static func fault(in token: JSONToken) -> String? {
    switch token.kind {
    case .null, .bool: return nil
    case .number: return token.isInvalid ? "is out of range" : nil
    case .string: return token.isInvalid ? "has a lone surrogate" : nil
    case .array, .object:
      var scanner = JSONScanner(token.slice, refusesInvalid: true)
      do throws(JSONError) {
        _ = try scanner.skipValue()
        return nil
      } catch {
        let isText = error.reason == .loneSurrogate
        return isText ? "contains a lone surrogate" : "contains a number out of range"
      }
    }
  }

  /// The value as spelled, on one line and cut off after `limit` characters.
  package static func shortened(_ token: JSONToken) -> String {
    let spelled = token.slice.string
    let short = String(spelled.prefix(limit).map { $0.isNewline ? " " : $0 })
    let text = spelled.count > limit ? short + "…" : short
    return token.kind == .string ? "\"\(text)\"" : text
  }
}
