@_spi(Generated) import SwiftSyncRuntime
import SwiftSyncValues
import Testing

/// The conversion of values for which the app has a type, and the settings that it is combined with.
@Suite struct ScalarTypeConversionTests {
  /// Removes spaces, lowers the case of what is left, and refuses `none`.
  private static let type = AppScalar { value, _ in
    guard value.kind == .text else { return nil }
    let text = value.slice.string.filter { $0 != " " }.lowercased()
    return text == "none" ? nil : .text(text)
  }

  private func scalar(_ pattern: String? = nil, _ type: AppScalar? = type) throws -> ScalarMetadata
  {
    try ScalarMetadata(name: "Code", pattern: pattern, minimum: nil, maximum: nil, app: type)
  }

  private func converter(
    strict: Bool = false, emptyIsNull: Bool = false, pattern: String? = nil
  ) throws -> ValueConverter {
    ValueConverter(
      .string, rules(strict: strict, emptyIsNull: emptyIsNull), scalar: try scalar(pattern))
  }

  @Test func typeDecidesWhatIsStored() throws {
    let converter = try converter()
    #expect(try convert(#"" A b""#, converter) == .text("ab"))
    #expect(try convert(#""ab""#, converter) == .text("ab"))
    #expect(try convert("null", converter) == .stored(.null))
    #expect(try convert(#""No ne""#, converter) == .badValue)
  }

  @Test func strictnessIsKept() throws {
    #expect(try convert("7", converter()) == .text("7"))
    #expect(try convert("7", converter(strict: true)) == .badValue)
    #expect(try convert(#""7 ""#, converter(strict: true)) == .text("7"))
  }

  /// Otherwise, the value would be null once it is sent and received.
  @Test func emptyResultsAreNullLikeEmptyStrings() throws {
    let converter = try converter(emptyIsNull: true)
    #expect(try convert(#""""#, converter) == .stored(.null))
    #expect(try convert(#""  ""#, converter) == .stored(.null))
    #expect(try convert(#""  ""#, self.converter()) == .text(""))
  }

  @Test func checkAppliesToBothForms() throws {
    let converter = try converter(pattern: "^[a-zA-Z ]{2,3}$")
    #expect(try convert(#""A b""#, converter) == .text("ab"))
    #expect(try convert(#""A  b""#, converter) == .badValue)
    #expect(try convert(#""A ""#, converter) == .badValue)
  }

  @Test func valuesThatChangeTwiceAreRefused() throws {
    let shortening = AppScalar { value, _ in
      value.kind == .text ? .text(String(value.slice.string.dropLast())) : nil
    }
    let converter = ValueConverter(.string, scalar: try scalar(nil, shortening))
    #expect(try convert(#""ab""#, converter) == .badValue)
    #expect(try convert(#""""#, converter) == .text(""))
  }

  /// The payload's own bytes are bound, as without a type.
  @Test func unchangedValuesAreNotCopied() throws {
    let converter = try converter()
    var json = #""ab""#
    try json.withUTF8 { bytes in
      let arena = ByteArena(chunkSize: 16)
      var scanner = JSONScanner(bytes)
      let token = try scanner.readValue()
      let value = try #require(converter.convert(token, in: arena))
      #expect(value.slice.start == token.slice.start)
    }
  }

  @Test func datesKeepTheFormOfTheirColumn() throws {
    let minutes = AppScalar { value, storage in
      let form = DateForm.Storage(in: value.kind == .integer ? .integer : .text)
      return form.microseconds(value).map {
        .date($0 - $0 % 60_000_000, in: storage)
      }
    }
    func stored(_ storage: DateForm.Storage) throws -> Converted {
      try convert(
        #""2026-01-02T03:04:05Z""#,
        ValueConverter(
          .date(DateForm(remote: .auto, storage: storage)), scalar: try scalar(nil, minutes)))
    }
    #expect(try stored(.text) == .text("2026-01-02T03:04:00.000000Z"))
    #expect(try stored(.integer) == .integer(1_767_323_040_000_000))
    #expect(try stored(.seconds) == .integer(1_767_323_040))
    #expect(try stored(.referenceDate) == .real(789_015_840))
  }
}
