import Foundation
import SwiftSyncRuntime
import Testing

/// JSON values from values of any type, and their parts.
@Suite struct JSONValueTests {
  private let value: JSONValue = [
    "name": "x", "count": 3, "ratio": 1.5, "big": 1e300, "isOpen": true, "none": nil,
    "tags": ["a", 2],
  ]

  @Test func parts() {
    #expect(value["name"]?.string == "x" && value["count"]?.string == nil)
    #expect(value["count"]?.int == 3 && value["ratio"]?.int == nil && value["big"]?.int == nil)
    #expect(value["count"]?.double == 3 && value["ratio"]?.double == 1.5)
    #expect(value["isOpen"]?.bool == true && value["count"]?.bool == nil)
    #expect(value["none"]?.isNull == true && value["name"]?.isNull == false)
    #expect(value["tags"]?.array == ["a", 2] && value["tags"]?[1]?.int == 2)
    #expect(value.object?.count == 7 && value.array == nil && value["tags"]?.object == nil)
  }

  @Test func readsSerializedJSON() throws {
    let text =
      #"{"a":true,"b":1,"c":1.5,"d":null,"e":"x","f":[1,{"g":18446744073709551615}],"h":[]}"#
    let any = try JSONSerialization.jsonObject(with: Data(text.utf8))
    #expect(try JSONValue(any).json == text)
    let members = try #require(any as? [String: Any])
    #expect(try JSONValue(members).json == text)
  }

  @Test func readsSwiftValues() throws {
    let members: [String: Any] = [
      "a": UInt64.max, "b": Int8(-1), "c": 0.5, "d": Float(2.5), "e": [true, false],
      "f": ["g": JSONValue.null], "h": try #require(Decimal(string: "12345678901234567890.25")),
    ]
    #expect(
      try JSONValue(members).json
        == #"{"a":18446744073709551615,"b":-1,"c":0.5,"d":2.5,"e":[true,false],"#
        + #""f":{"g":null},"h":12345678901234567890.25}"#)
  }

  @Test func refusesOtherValues() {
    func reason(_ value: Any) -> String? {
      do {
        _ = try JSONValue(value)
      } catch let EncodingError.invalidValue(_, context) {
        return context.debugDescription
      } catch {
        return "\(error)"
      }
      return nil
    }
    #expect(reason(Date()) == "a value of type 'Date' is not JSON")
    #expect(reason(["a": [Double.nan]]) == "nan is not a number in JSON")
    #expect(reason([1: "x"]) == "a value of type 'Dictionary<Int, String>' is not JSON")
    #expect(reason(["a": 1]) == nil)
  }
}
