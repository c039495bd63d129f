import Testing

@testable import SwiftSyncSession

/// The forms in which backends state the errors of single values.
@Suite struct FieldErrorsTests {
  @Test(arguments: [
    (#"{"title": ["too long", "taken"], "code": "x"}"#, ["title": ["too long", "taken"]]),
    (#"{"fields": {"title": ["taken"]}, "message": "no"}"#, ["title": ["taken"]]),
    (
      #"{"errors": {"title": "taken", "lines": {"0": ["odd"]}}}"#,
      ["title": ["taken"], "lines.0": ["odd"]]
    ),
    (
      #"{"items": [{}, {"name": ["blank"]}], "address": {"street": ["blank"]}}"#,
      ["items[1].name": ["blank"], "address.street": ["blank"]]
    ),
    (
      #"{"detail": [{"loc": ["body", "tags", 2], "msg": "no text", "type": "x"}]}"#,
      ["tags[2]": ["no text"]]
    ),
    (#"{"detail": [{"loc": ["body"], "msg": "no object"}]}"#, [:]),
    (
      ##"{"type": "about:blank", "errors": [{"pointer": "#/age", "detail": "not a number"}]}"##,
      ["age": ["not a number"]]
    ),
    (
      #"{"errors": [{"source": {"pointer": "/data/attributes/a~1b"}, "title": "no"}]}"#,
      ["a/b": ["no"]]
    ),
    (
      #"{"errors": [{"resource": "Issue", "field": "title", "code": "missing_field"}]}"#,
      ["title": ["missing_field"]]
    ),
    (
      #"{"title": "Invalid", "invalid-params": [{"name": "age", "reason": "not a number"}]}"#,
      ["age": ["not a number"]]
    ),
    (
      #"{"violations": [{"propertyPath": "lines[1].count", "message": "too many"}]}"#,
      ["lines[1].count": ["too many"]]
    ),
    (#"{"errors": [{"path": "title", "message": "is taken"}]}"#, ["title": ["is taken"]]),
    (#"{"message": "no", "status": 422}"#, [:]),
    (#"{"detail": ["required"], "errors": ["Title is blank"]}"#, ["detail": ["required"]]),
    ("[1]", [:]),
  ])
  func readsForm(body: String, expected: [String: [String]]) throws {
    #expect(FieldErrors(try JSONValue(json: body)).byPath == expected)
  }
}
