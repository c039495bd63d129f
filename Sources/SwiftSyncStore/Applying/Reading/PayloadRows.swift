import SwiftSyncValues

/// Returns the rows of one JSON text one after another (A21).
///
/// The rows are the elements of a list, a single object, objects on separate lines, or a list or
/// object under a path of keys. With a path such as `edges[].node`, they are inside the elements of
/// a list.
package final class PayloadRows {
  enum Element {
    case row(RowNode)
    /// An element that is not an object.
    case nonObjectElement(message: String)
    /// A row that the call's transform drops.
    case dropped
  }

  private enum State {
    case start
    /// Inside the list. The next element may need a comma before it.
    case list(isFirst: Bool)
    /// Inside an object whose keys are identities.
    case keyed(isFirst: Bool)
    /// After an object that is the payload or a line of it.
    case object
    case end
  }

  private let window: PayloadWindow
  private let parser: RowParser
  private let plan: EntityPlan
  private let root: [String]
  /// The path from an element to its row.
  private let inner: [String]
  private let isKeyed: Bool
  /// Whether a list is refused.
  private let isItem: Bool
  /// What decides whether missing rows are kept.
  private let sign: ListSign?
  private var state = State.start
  /// The number of objects on separate lines.
  private var lines = 0
  /// The number of open objects of the root path.
  private var openObjects = 0

  init(
    _ window: PayloadWindow, _ parser: RowParser, as plan: EntityPlan, root: [String],
    isKeyed: Bool = false, isItem: Bool = false, sign: ListSign? = nil
  ) {
    self.isKeyed = isKeyed
    self.isItem = isItem
    self.sign = sign
    self.window = window
    self.parser = parser
    self.plan = plan
    (self.root, inner) = Self.split(root)
  }

  /// The path of the list, and the path from its elements to the rows: `edges` and `node` for
  /// `edges[].node`.
  package static func split(_ root: [String]) -> (list: [String], inner: [String]) {
    // At the end, such a step is a key of the payload.
    guard let index = root.dropLast().firstIndex(where: { $0.hasSuffix("[]") }) else {
      return (root, [])
    }
    let key = String(root[index].dropLast(2))
    // `[].node`: the payload itself is the list.
    let keys = index == 0 && key.isEmpty ? [] : [key]
    return (root[..<index] + keys, Array(root[(index + 1)...]))
  }

  /// Returns the next element, or `nil` after the last one, when the whole text is known to be
  /// JSON.
  func next(at position: Int) throws(PayloadFailure) -> Element? {
    while true {
      switch state {
      case .start:
        try begin()
      case .list(let isFirst):
        guard try hasElement(isFirst: isFirst) else {
          try finish()
          return nil
        }
        state = .list(isFirst: false)
        return try element(at: position, depth: openObjects + 1)
      case .keyed(let isFirst):
        state = .keyed(isFirst: false)
        guard let element = try keyedElement(isFirst: isFirst) else {
          try finish()
          return nil
        }
        return element
      case .object:
        guard try hasLine() else {
          isSingleObject = lines == 1 && !window.hasLines
          try finish()
          return nil
        }
        lines += 1
        return try element(at: position, depth: openObjects)
      case .end:
        return nil
      }
    }
  }

  private func begin() throws(PayloadFailure) {
    try window.scan(depth: 0) { scanner throws(JSONError) in try scanner.skipByteOrderMark() }
    for key in root { try enter(key) }
    try markOffset()
    let offset = window.offset
    let kind = try peek(offset)
    switch kind {
    case .array where !isItem: state = .list(isFirst: true)
    case .object where isKeyed: state = .keyed(isFirst: true)
    case .object where inner.isEmpty:
      state = .object
      parser.mayBeWrapper = true
    default:
      let words = isItem ? "an object" : inner.isEmpty ? "a list or an object" : "a list"
      let place = root.isEmpty ? "the payload" : "'\(root.joined(separator: "."))'"
      let reason = "expected \(words), \(place) is \(kind.words)"
      throw .noRows(reason: reason, offset: offset)
    }
    isFirstLine = true
  }

  /// Whether no line was read yet.
  private var isFirstLine = true

  /// Whether the payload is one object and not, by the name of its file, a list with one object on
  /// each line. Known after the last row.
  private(set) var isSingleObject = false

  /// Whether the payload has objects on separate lines. Known after the last row.
  var hasLines: Bool { lines > 0 && !isSingleObject }

  private func peek(_ offset: Int) throws(PayloadFailure) -> JSONKind {
    try window.scan(depth: openObjects) { scanner throws(JSONError) in
      scanner.skipWhiteSpace()
      return try scanner.peekKind()
    }
  }

  /// Continues after a key of the root path.
  private func enter(_ key: String) throws(PayloadFailure) {
    try markOffset()
    let offset = window.offset
    guard try peek(offset) == .object else { throw missingRoot(key, offset) }
    var isFirst = true
    var lists: [String] = []
    while true {
      let depth = openObjects + (isFirst ? 0 : 1)
      let found = try window.scan(depth: depth) { scanner throws(JSONError) -> Bool? in
        if isFirst { try scanner.beginObject() }
        guard let name = try scanner.nextKey(parser.arena) else { return nil }
        if name.isSame(as: key) { return true }
        let value = try scanner.skipValue()
        try sign?.read(value, at: Array(root.prefix(openObjects)) + [name.string], parser.arena)
        if lists.count < 3, try RootFinder.isListOfObjects(value) {
          lists.append(ValuePath.text([name.shownKey]))
        }
        return false
      }
      guard let found else { throw missingRoot(key, offset, lists: lists) }
      if found { break }
      isFirst = false
    }
    openObjects += 1
  }

  private func markOffset() throws(PayloadFailure) {
    do { try window.markOffset() } catch { throw .source(error) }
  }

  private func missingRoot(
    _ key: String, _ offset: Int, lists: [String] = []
  ) -> PayloadFailure {
    let path = ValuePath.text(root)
    let hint = RootFinder.hint(lists, under: Array(root.prefix(openObjects)))
    return .noRows(
      reason: "expected rows under '\(path)', found no key '\(key)'\(hint)", offset: offset)
  }

  private func hasElement(isFirst: Bool) throws(PayloadFailure) -> Bool {
    try window.scan(depth: openObjects + (isFirst ? 0 : 1)) { scanner throws(JSONError) in
      if isFirst { try scanner.beginArray() }
      return try scanner.nextElement()
    }
  }

  /// Whether an object follows: the first one, or one on a new line.
  private func hasLine() throws(PayloadFailure) -> Bool {
    if isFirstLine {
      isFirstLine = false
      return true
    }
    guard root.isEmpty else { return false }
    return try window.scan(depth: 0) { scanner throws(JSONError) in
      let isNewLine = scanner.skipToNextLine()
      guard try !scanner.isAtEnd() else { return false }
      guard isNewLine else { throw scanner.failure(.trailingText) }
      return true
    }
  }

  private func element(at position: Int, depth: Int) throws(PayloadFailure) -> Element {
    try window.scan(depth: depth) { scanner throws(JSONError) in
      try row(&scanner, under: inner[...], at: position)
    }
  }

  /// The row at a path of keys in an element.
  private func row(
    _ scanner: inout JSONScanner, under keys: ArraySlice<String>, at position: Int
  ) throws(JSONError) -> Element {
    guard try scanner.peekKind() == .object else {
      return Self.nonObject(try scanner.readValue())
    }
    if let key = keys.first {
      var found = Element.nonObjectElement(
        message: "expected an object under '\(key)', found no key '\(key)'")
      try scanner.beginObject()
      while let name = try scanner.nextKey(parser.arena) {
        if name.isSame(as: key) {
          found = try row(&scanner, under: keys.dropFirst(), at: position)
        } else {
          _ = try scanner.skipValue()
        }
      }
      return found
    }
    guard let transform = parser.transform else {
      return .row(try parser.parse(&scanner, as: plan, at: .top(position)))
    }
    let node = try parser.parse(&scanner, as: plan, at: .top(position), through: transform)
    return node.map(Element.row) ?? .dropped
  }

  private static func nonObject(_ token: JSONToken) -> Element {
    .nonObjectElement(message: ValueExpectation.message(expected: "an object", found: token))
  }

  /// The next row with its key; `nil` after the last one. False and null are left out.
  private func keyedElement(isFirst: Bool) throws(PayloadFailure) -> Element? {
    let depth = openObjects + (isFirst ? 0 : 1)
    return try window.scan(depth: depth) { scanner throws(JSONError) -> Element? in
      if isFirst { try scanner.beginObject() }
      while let key = try scanner.nextKey(parser.arena) {
        if try scanner.peekKind() == .object {
          return try parser.parse(
            &scanner, as: plan, key: key, through: parser.transform)
        }
        let token = try scanner.readValue()
        if token.kind == .null || token.kind == .bool && !token.isTrue { continue }
        return token.kind == .bool
          ? .row(parser.name(key, as: plan)) : Self.nonObject(token)
      }
      return nil
    }
  }

  /// Checks that only the rest of the enclosing objects follows the rows.
  private func finish() throws(PayloadFailure) {
    for key in root.reversed() {
      var isOpen = true
      while isOpen {
        try markOffset()
        let offset = window.offset
        let isSame = try window.scan(depth: openObjects) { scanner throws(JSONError) -> Bool? in
          guard let name = try scanner.nextKey(parser.arena) else { return nil }
          let value = try scanner.skipValue()
          try sign?.read(
            value, at: Array(root.prefix(openObjects - 1)) + [name.string], parser.arena)
          return name.isSame(as: key)
        }
        if isSame == true { throw repeatedRoot(key, offset) }
        isOpen = isSame != nil
      }
      openObjects -= 1
    }
    try window.scan(depth: 0) { scanner throws(JSONError) in try scanner.finish() }
    state = .end
  }

  /// The last of repeated keys would apply, but the rows under the first are already applied.
  private func repeatedRoot(_ key: String, _ offset: Int) -> PayloadFailure {
    .noRows(reason: "the key '\(key)' of the root path occurs twice", offset: offset)
  }
}

extension JSONScanner {
  mutating func skipByteOrderMark() throws(JSONError) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    for (index, byte) in mark.enumerated() {
      guard index < count else {
        if isFinal { return }
        throw atEnd()
      }
      guard start[index] == byte else { return }
    }
    position = 3
  }

  /// Skips white space and returns whether a line ended in it.
  fileprivate mutating func skipToNextLine() -> Bool {
    let first = position
    skipWhiteSpace()
    return (first..<position).contains { start[$0] == 0x0A }
  }

  /// Whether the whole text is read.
  fileprivate func isAtEnd() throws(JSONError) -> Bool {
    guard position == count else { return false }
    guard isFinal else { throw atEnd() }
    return true
  }
}
