@_spi(Generated) import SwiftSyncStore
import SwiftSyncValues

extension PayloadInspector {
  /// Records the values of an enum, or of a list of them, that match no case and are preserved.
  func noteUnknownCases(
    in text: JSONSlice, besides known: Set<String>, _ column: Int, _ facts: ObjectFacts
  ) throws(JSONError) {
    var scanner = JSONScanner(text)
    let field = facts.plan.fields[column]
    switch (field.type, try scanner.peekKind()) {
    case (.array(let element), .array):
      var values: [JSONToken] = []
      try scanner.beginArray()
      while try scanner.nextElement() { values.append(try scanner.readValue()) }
      noteUnknownCases(in: values, of: element, besides: known, column, facts)
    case (.separated(let element, let separator), .string):
      let list = try scanner.readValue().text(in: arena)
      let parts = SeparatedText.parts(of: list, by: Array(separator.utf8))
      noteUnknownCases(
        in: parts.map { JSONToken(.string, $0) }, of: element, besides: known, column, facts)
    default:
      noteUnknownCase(try scanner.readValue(), field.converter, known, column, facts)
    }
  }

  private func noteUnknownCases(
    in values: [JSONToken], of element: ValueType, besides known: Set<String>, _ column: Int,
    _ facts: ObjectFacts
  ) {
    let converter = ValueConverter(element, isStrict: schema.metadata.isStrict)
    for (position, value) in values.enumerated() {
      place.enter(position)
      noteUnknownCase(value, converter, known, column, facts)
      place.leave()
    }
  }

  private func noteUnknownCase(
    _ token: JSONToken, _ converter: ValueConverter, _ known: Set<String>, _ column: Int,
    _ facts: ObjectFacts
  ) {
    guard let value = converter.convert(token, in: arena), !value.isNull,
      !known.contains(value.stored.text)
    else { return }
    if facts.unknownCases[column].occurrences.count == 0 {
      facts.unknownCases[column].message =
        "the value \(ValueExpectation.shortened(token)) matches no case and is kept"
    }
    facts.unknownCases[column].occurrences.add(at: place)
  }
}
