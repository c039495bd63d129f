@_spi(Generated) import SwiftSyncStore
import SwiftSyncValues

extension PayloadInspector {
  /// Where the values of an enum are found, and to which column they belong.
  struct CaseColumn {
    let type: ValueType
    let converter: ValueConverter
    /// The values of the enum's cases.
    let known: Set<String>
    let column: Int
    let facts: ObjectFacts
  }

  /// Records the values of an enum, or of a list or dictionary of them, that match no case and are
  /// preserved.
  func noteUnknownCases(in text: JSONSlice, of column: CaseColumn) throws(JSONError) {
    var scanner = JSONScanner(text)
    switch (column.type, try scanner.peekKind()) {
    case (.array(let element, nil), .array):
      var position = 0
      try scanner.beginArray()
      while try scanner.nextElement() {
        place.enter(position)
        noteUnknownCase(try scanner.readValue(), elements(element), column)
        place.leave()
        position += 1
      }
    case (.dictionary(let element), .object):
      try scanner.beginObject()
      while let key = try scanner.nextKey(arena) {
        place.enter(key.shownKey, isNamed: false)
        noteUnknownCase(try scanner.readValue(), elements(element), column)
        place.leave()
      }
    case (.array(let element, let separator?), .string):
      let list = try scanner.readValue().text(in: arena)
      let parts = SeparatedText.parts(of: list, by: Array(separator.utf8))
      for (position, part) in parts.enumerated() {
        place.enter(position)
        noteUnknownCase(JSONToken(.string, part), elements(element), column)
        place.leave()
      }
    default: noteUnknownCase(try scanner.readValue(), column.converter, column)
    }
  }

  private func elements(_ type: ValueType) -> ValueConverter {
    ValueConverter(type, ValueRules(isStrict: schema.metadata.isStrict))
  }

  private func noteUnknownCase(
    _ token: JSONToken, _ converter: ValueConverter, _ column: CaseColumn
  ) {
    guard let value = converter.convert(token, in: arena), !value.isNull,
      !column.known.contains(value.stored.text)
    else { return }
    column.facts.seeUnknownCase(
      column.column, at: place,
      "the value \(ValueExpectation.shortened(token)) matches no case and is kept")
  }
}
