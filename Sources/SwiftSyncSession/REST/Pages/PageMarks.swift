import SwiftSyncFoundation
import SwiftSyncValues
@_spi(Generated) import SwiftSyncREST

/// What a page states about the next pages.
struct PageMarks: Equatable {
  /// A cursor in its JSON form.
  enum Value: Hashable, Sendable {
    case text(String)
    /// A number in its JSON spelling.
    case number(String)

    var text: String {
      switch self {
      case .text(let text), .number(let text): text
      }
    }

    var json: JSONValue {
      switch self {
      case .text(let text): .string(text)
      case .number(let text): .number(JSONValue.Number(spelled: text))
      }
    }
  }

  var rows = 0
  /// The cursor or the URL of the next page; `nil` if it is missing, empty or null.
  var next: Value?
  /// The value of the last row that identifies the next page.
  var last: Value?
  var more: Bool?
  var total: Int?
  var totalPages: Int?
}

/// The error for a page whose paging values have an unexpected type.
struct PageMarkError: Error, Equatable {
  let reason: String
}

/// Finds the marks of a page in the bytes of its body, in one pass and without parsing the rows.
struct PageMarkReader: Sendable {
  private enum Mark: Sendable {
    case rows, next, more, total, totalPages
  }

  /// A mark, and the remaining keys of its path.
  private struct Wanted: Sendable {
    let mark: Mark
    let path: String
    var keys: ArraySlice<String>
  }

  private let wanted: [Wanted]
  private let lastPaths: [[String]]
  /// Whether the rows are in an object under their identities.
  private let isKeyed: Bool

  /// - Parameter root: The path of the rows, if the pages do not state it.
  init(_ pages: EndpointPages, root: String?, isKeyed: Bool) {
    let rows = PayloadRows.split(ValuePath.keys(pages.rows ?? root ?? ""))
    let marks: [(Mark, String?)] = [
      (.rows, pages.rows ?? root ?? ""), (.next, pages.next), (.more, pages.more),
      (.total, pages.total), (.totalPages, pages.totalPages),
    ]
    wanted = marks.compactMap { mark, path in
      path.map {
        Wanted(mark: mark, path: $0, keys: mark == .rows ? rows.list[...] : ValuePath.keys($0)[...])
      }
    }
    lastPaths = pages.lastPaths.map { rows.inner + ValuePath.keys($0) }
    self.isKeyed = isKeyed
  }

  /// - Throws: `PageMarkError` if a mark has another type, or the body is not JSON.
  func marks(of body: Data) throws(PageMarkError) -> PageMarks {
    guard !body.isEmpty else { return PageMarks() }
    let result: Result<PageMarks, PageMarkError> = body.withUnsafeBytes { bytes in
      Result { () throws(PageMarkError) in
        try marks(in: JSONSlice(bytes.bindMemory(to: UInt8.self)))
      }
    }
    return try result.get()
  }

  private func marks(in slice: JSONSlice) throws(PageMarkError) -> PageMarks {
    var marks = PageMarks()
    var scanner = JSONScanner(slice)
    do {
      try read(&scanner, wanted, into: &marks)
      try readLines(&scanner, into: &marks)
    } catch let error as JSONError {
      throw PageMarkError(reason: "\(error.message) (byte \(error.offset), A22)")
    } catch {
      throw error as? PageMarkError ?? PageMarkError(reason: String(describing: error))
    }
    return marks
  }

  /// Reads the rows after the first one, in a body with one object per line.
  private func readLines(
    _ scanner: inout JSONScanner, into marks: inout PageMarks
  ) throws {
    guard wanted.contains(where: { $0.mark == .rows && $0.keys.isEmpty }) else { return }
    while true {
      scanner.skipWhiteSpace()
      guard scanner.position < scanner.count else { return }
      let row = try scanner.skipValue()
      marks.rows += 1
      marks.last = try lastValue(of: row)
    }
  }

  /// Recursive: each step consumes a key of a path.
  private func read(
    _ scanner: inout JSONScanner, _ wanted: [Wanted], into marks: inout PageMarks
  ) throws {
    let found = wanted.filter(\.keys.isEmpty)
    guard let first = found.first else {
      guard try scanner.peekKind() == .object else { return _ = try scanner.skipValue() }
      return try readMembers(&scanner, wanted, into: &marks)
    }
    let isOnlyRows = try wanted.count == 1 || (found.count == 1 && scanner.peekKind() == .array)
    if isOnlyRows, first.mark == .rows { return try readRows(&scanner, into: &marks) }
    // A value that is a mark and contains others is read once for each.
    let slice = try scanner.skipValue()
    for each in found {
      var value = JSONScanner(slice)
      if each.mark == .rows {
        try readRows(&value, into: &marks)
      } else {
        try note(value.readToken(), as: each, into: &marks)
      }
    }
    let inner = wanted.filter { !$0.keys.isEmpty }
    var value = JSONScanner(slice)
    if !inner.isEmpty { try read(&value, inner, into: &marks) }
  }

  private func readMembers(
    _ scanner: inout JSONScanner, _ wanted: [Wanted], into marks: inout PageMarks
  ) throws {
    let arena = ByteArena()
    try scanner.beginObject()
    while let key = try scanner.nextKey(arena) {
      let inner = wanted.filter { wanted in wanted.keys.first.map(key.isSame(as:)) ?? false }
        .map { Wanted(mark: $0.mark, path: $0.path, keys: $0.keys.dropFirst()) }
      if inner.isEmpty {
        _ = try scanner.skipValue()
      } else {
        try read(&scanner, inner, into: &marks)
      }
    }
  }
}

// MARK: - Rows

extension PageMarkReader {
  private func readRows(_ scanner: inout JSONScanner, into marks: inout PageMarks) throws {
    marks.rows = 0
    switch try scanner.peekKind() {
    case .array:
      var last: JSONSlice?
      try scanner.beginArray()
      while try scanner.nextElement() {
        last = try scanner.skipValue()
        marks.rows += 1
      }
      marks.last = try last.flatMap(lastValue)
    case .object where isKeyed:
      try scanner.beginObject()
      while try scanner.nextKeyToken() != nil {
        _ = try scanner.skipValue()
        marks.rows += 1
      }
    case .object:
      marks.rows = 1
      marks.last = try lastValue(of: scanner.skipValue())
    case .null, .bool, .number, .string: _ = try scanner.skipValue()
    }
  }

  /// The value of a row that identifies the next page.
  private func lastValue(of row: JSONSlice) throws -> PageMarks.Value? {
    for path in lastPaths {
      if let token = try JSONScanner.token(at: path[...], in: row), let value = Self.value(token) {
        return value
      }
    }
    return nil
  }
}

// MARK: - Values

extension PageMarkReader {
  private func note(_ token: JSONToken, as wanted: Wanted, into marks: inout PageMarks) throws {
    switch wanted.mark {
    case .rows: return
    case .next:
      marks.next = try checked(token, wanted, "a string or a number") { token in
        token.kind == .string && token.slice.isEmpty
          ? .some(nil) : Self.value(token).map { .some($0) }
      }
    case .more:
      marks.more = try checked(token, wanted, "true or false") {
        $0.kind == .bool ? .some($0.isTrue) : nil
      }
    case .total: marks.total = try count(token, wanted)
    case .totalPages: marks.totalPages = try count(token, wanted)
    }
  }

  private func count(_ token: JSONToken, _ wanted: Wanted) throws -> Int? {
    try checked(token, wanted, "a number of at least 0") { token in
      guard token.kind == .number, token.isInteger, let value = Int(token.slice.string), value >= 0
      else { return nil }
      return .some(value)
    }
  }

  /// - Parameter read: Returns `nil` if the value has another type.
  private func checked<Value>(
    _ token: JSONToken, _ wanted: Wanted, _ expected: String,
    _ read: (JSONToken) -> Value??
  ) throws -> Value? {
    if token.kind == .null { return nil }
    if let value = read(token) { return value }
    throw PageMarkError(
      reason: "'\(wanted.path)' is expected to be \(expected), found \(token.kind.words)")
  }

  /// A string or a number; `nil` for any other value.
  private static func value(_ token: JSONToken) -> PageMarks.Value? {
    token.scalarText.map { token.kind == .number ? .number($0) : .text($0) }
  }
}
