package import SwiftSyncValues
package import SyncGenDiagnostics

/// The formats in which payloads write dates. They are tried in order for reading, and the first
/// one is used for writing.
package struct DateFormats: Hashable, Sendable {
  /// At least one.
  package let formats: [DateFormat]

  package static let auto = DateFormats([.auto])

  package init(_ formats: [DateFormat]) {
    self.formats = formats
  }

  /// The spellings in a schema, e.g. `unix`.
  package var spellings: [String] { formats.map(\.spelling) }

  /// The value in a schema: a string, or a list of several.
  package var document: JSONDocument {
    formats.count == 1 ? .text(spellings[0]) : .texts(spellings)
  }

  /// The spelling in a schema.
  package var text: String {
    formats.count == 1 ? spellings[0] : "[\(spellings.joined(separator: ", "))]"
  }

  /// Whether it is the default for schemas that state nothing.
  package var isAuto: Bool { self == .auto }

  /// Whether it is only ISO 8601 and possibly unix times.
  package var isISO: Bool { formats.allSatisfy { $0 == .auto || $0 == .iso8601 } }

  /// Whether some of the dates are text, and whether some are numbers.
  package var hasTexts: Bool { formats.contains { !$0.isUnix } }
  package var hasNumbers: Bool { formats.contains(where: \.isUnix) }

  /// The JSON of a date in the first format.
  package func json(date microseconds: Int64) -> String {
    switch formats.first {
    case .unix?: String(microseconds / 1_000_000)
    case .unixMilliseconds?: String(microseconds / 1000)
    case .rfc2822?, .pattern?: Self.json(DateFields(microseconds: microseconds), formats[0])
    case .auto?, .iso8601?, nil:
      JSONText.quoted(DateText.text(microseconds).prefix(19) + "Z")
    }
  }

  /// A date of whole seconds as it is read from its JSON. Patterns may leave out parts of it.
  package func rounded(_ microseconds: Int64) -> Int64 {
    guard case .pattern(let pattern)? = formats.first else { return microseconds }
    var text: [UInt8] = []
    pattern.append(DateFields(microseconds: microseconds), to: &text)
    return String(decoding: text, as: UTF8.self)
      .withSlice { pattern.fields($0)?.microseconds } ?? microseconds
  }

  /// The JSON of a day in the first format.
  package func json(day text: String) -> String {
    guard let date = DateText.microseconds(text) else { return JSONText.quoted(text) }
    switch formats.first {
    case .auto?, .iso8601?, nil: return JSONText.quoted(text)
    default: return json(date: date)
    }
  }

  private static func json(_ fields: DateFields, _ format: DateFormat) -> String {
    var text: [UInt8] = []
    if case .pattern(let pattern) = format {
      pattern.append(fields, to: &text)
    } else {
      InternetDate.append(fields, to: &text)
    }
    return JSONText.quoted(String(decoding: text, as: UTF8.self))
  }
}

extension DateFormat {
  fileprivate var isUnix: Bool { self == .unix || self == .unixMilliseconds }
}

extension Conventions {
  /// The default formats of a type's dates: the convention applies to dates, but not to days.
  package func dates(of type: PayloadType) -> DateFormats {
    type.hasDays ? .auto : remoteDates
  }

  package func dates(of type: AttributeType) -> DateFormats {
    type.hasDays ? .auto : remoteDates
  }
}

extension PayloadType {
  /// Whether values are days, or lists of them.
  var hasDays: Bool {
    switch self {
    case .scalar(.day): true
    case .array(let element), .dictionary(let element), .optional(let element): element.hasDays
    default: false
    }
  }
}
