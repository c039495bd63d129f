import SwiftSyncValues
import Testing

@_spi(Generated) @testable import SwiftSyncCoding
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

@Suite struct ValueExpectationTests {
  private func message(_ json: String, _ type: ValueType) throws -> String {
    var json = json
    return try json.withUTF8 {
      var scanner = JSONScanner($0)
      return ValueExpectation.message(type, found: try scanner.readValue())
    }
  }

  @Test func describesExpectedAndFoundValue() throws {
    let date = ValueType.date(DateForm(remote: .auto, storage: .text))
    #expect(try message("\"soon\"", date) == "expected a date, found \"soon\"")
    #expect(try message("12.9", .int) == "expected an integer, found 12.9")
    #expect(
      try message("\"late\"", .textEnum(allowing: ["low", "high"]))
        == "expected one of low, high, found \"late\"")
    #expect(try message("{\"a\":\n1}", .string) == "expected a string, found {\"a\": 1}")
    #expect(
      try message("\"" + String(repeating: "x", count: 50) + "\"", .uuid)
        == "expected a UUID, found \"" + String(repeating: "x", count: 40) + "…\"")
  }
}
