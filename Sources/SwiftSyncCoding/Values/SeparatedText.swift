package import SwiftSyncValues

extension ValueConverter {
  /// The JSON text of the elements of one separated string. An empty string has no elements.
  package func separated(_ token: JSONToken, in arena: ByteArena) -> BoundValue? {
    guard token.kind == .string, let details, let element = details.element,
      let type = details.elementType
    else { return nil }
    let parts = SeparatedText.parts(of: token.text(in: arena), by: details.separator)
    return arena.build { text in
      text.append(UInt8(ascii: "["))
      for (index, part) in parts.enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        guard let value = element.convert(JSONToken(.string, part), in: arena),
          JSONText.append(value, of: type, form: .stored, to: &text)
        else { return false }
      }
      text.append(UInt8(ascii: "]"))
      return true
    }.map(BoundValue.text)
  }
}

/// Lists in one string with a separator between the elements.
package enum SeparatedText {
  /// The untrimmed elements; none for an empty string.
  package static func parts(of text: JSONSlice, by separator: [UInt8]) -> [JSONSlice] {
    guard !text.isEmpty, !separator.isEmpty else { return [] }
    var parts: [JSONSlice] = []
    var first = 0
    var index = 0
    while index + separator.count <= text.count {
      if separator.indices.allSatisfy({ text[index + $0] == separator[$0] }) {
        parts.append(JSONSlice(text.start + first, index - first))
        index += separator.count
        first = index
      } else {
        index += 1
      }
    }
    parts.append(JSONSlice(text.start + first, text.count - first))
    return parts
  }

  /// The unquoted text of a stored list; `nil` if an element contains the separator, or if its only
  /// element is empty.
  package static func text(
    of list: JSONSlice, of element: ValueType, by separator: String
  ) -> [UInt8]? {
    let arena = ByteArena(chunkSize: 256)
    let separator = Array(separator.utf8)
    var scanner = JSONScanner(list, refusesInvalid: true)
    var text: [UInt8] = []
    var count = 0
    do {
      try scanner.beginArray()
      while try scanner.nextElement() {
        if count > 0 { text.append(contentsOf: separator) }
        count += 1
        guard let part = try part(scanner.readValue(), of: element, in: arena),
          parts(of: part, by: separator).count <= 1
        else { return nil }
        text.append(contentsOf: part.bytes)
      }
      try scanner.finish()
    } catch {
      return nil
    }
    // An empty string means the empty list.
    return count > 0 && text.isEmpty ? nil : text
  }

  /// An element as a string.
  private static func part(
    _ token: JSONToken, of element: ValueType, in arena: ByteArena
  ) -> JSONSlice? {
    switch (token.kind, element) {
    case (.string, let type) where type.hasFormats:
      var text: [UInt8] = []
      guard JSONText.append(.text(token.slice), of: type, form: .export(dates: nil), to: &text)
      else { return nil }
      return unquoted(arena.copy(text), in: arena)
    case (.string, _): return token.text(in: arena)
    case (.number, _), (.bool, _): return token.slice
    case (.null, _), (.array, _), (.object, _): return nil
    }
  }

  /// The text of a JSON string, or the spelling of a number.
  private static func unquoted(_ json: JSONSlice, in arena: ByteArena) -> JSONSlice? {
    var scanner = JSONScanner(json)
    do {
      let token = try scanner.readValue()
      return token.kind == .string ? token.text(in: arena) : token.slice
    } catch {
      return nil
    }
  }
}
