package import SwiftSyncValues

extension ValueEncoder {
  package mutating func list(
    _ scanner: inout JSONScanner, _ form: ObjectForm, _ counter: (any UnknownKeyCounter)?
  ) throws(JSONError) -> Outcome {
    var list = OpenList(text: text.count, replaced: replaced.count)
    text.append(UInt8(ascii: "["))
    try scanner.beginArray()
    while try scanner.nextElement() {
      let position = list.count
      do {
        try append(&scanner, to: &list, form, counter) { "[\(position)]" }
      } catch {
        errorTrail.append("[\(position)]")
        throw error
      }
    }
    return close(list)
  }

  /// Reads the values of a list that are not next to each other in the payload.
  ///
  /// - Parameter elements: The values with their paths, which are those of `ValueFailure`.
  package mutating func list(
    of elements: [(path: String, slice: JSONSlice)], _ shape: ValueShape,
    _ counter: (any UnknownKeyCounter)?
  ) throws(JSONError) -> Outcome {
    let form = form(of: shape)
    var list = OpenList(text: text.count, replaced: replaced.count)
    text.append(UInt8(ascii: "["))
    for (path, slice) in elements {
      var scanner = JSONScanner(slice)
      try append(&scanner, to: &list, form, counter) { path }
    }
    return close(list)
  }

  /// A list that is being read.
  private struct OpenList {
    /// The start of its text, and of the values in it that were replaced.
    let text: Int
    let replaced: Int
    var count = 0
    /// The first element that does not fit.
    var failure: ValueFailure?
  }

  @inline(__always)
  private mutating func append(
    _ scanner: inout JSONScanner, to list: inout OpenList, _ form: ObjectForm,
    _ counter: (any UnknownKeyCounter)?, at place: () -> String
  ) throws(JSONError) {
    if list.count > 0 { text.append(UInt8(ascii: ",")) }
    list.count += 1
    let known = replaced.count
    if case .failed(let problem) = try element(&scanner, form, counter), list.failure == nil {
      list.failure = problem
      list.failure?.path = place() + problem.path
    }
    locateReplaced(from: known, in: place)
  }

  private mutating func close(_ list: OpenList) -> Outcome {
    text.append(UInt8(ascii: "]"))
    guard let failure = list.failure else { return .text(from: list.text) }
    text.removeLast(text.count - list.text)
    replaced.removeLast(replaced.count - list.replaced)
    return .failed(failure)
  }

  /// Reads an object of a list or dictionary, where null is not an object.
  private mutating func element(
    _ scanner: inout JSONScanner, _ form: ObjectForm, _ counter: (any UnknownKeyCounter)?
  ) throws(JSONError) -> Outcome {
    if try scanner.peekKind() == .object { return try object(&scanner, form, counter) }
    return .failed(Self.misfit("an object", try scanner.readValue()))
  }

  /// A member of the dictionary that is being read.
  private struct Member {
    let key: JSONSlice
    let start: Int
    let count: Int
    let failure: ValueFailure?
  }

  package mutating func dictionary(
    _ scanner: inout JSONScanner, _ form: ObjectForm, _ counter: (any UnknownKeyCounter)?
  ) throws(JSONError) -> Outcome {
    let mark = text.count
    let whole = replaced.count
    var members: [Member] = []
    try scanner.beginObject()
    while let token = try scanner.nextKeyToken() {
      let key = token.text(in: arena)
      do {
        members.append(try member(&scanner, key, isInvalid: token.isInvalid, form, counter))
      } catch {
        errorTrail.append(".\(key.shownKey)")
        throw error
      }
    }
    let sorted = Self.sorted(members)
    if let failure = sorted.lazy.compactMap(\.failure).first {
      text.removeLast(text.count - mark)
      replaced.removeLast(replaced.count - whole)
      return .failed(failure)
    }
    compose(sorted, from: mark)
    return .text(from: mark)
  }

  private mutating func member(
    _ scanner: inout JSONScanner, _ key: JSONSlice, isInvalid: Bool, _ form: ObjectForm,
    _ counter: (any UnknownKeyCounter)?
  ) throws(JSONError) -> Member {
    let start = text.count
    let known = replaced.count
    var failure: ValueFailure?
    defer { locateReplaced(from: known) { ".\(key.shownKey)" } }
    if case .failed(let problem) = try element(&scanner, form, counter) {
      failure = problem
      failure?.path = ".\(key.shownKey)\(problem.path)"
    }
    if isInvalid {
      failure = ValueFailure(
        rule: .badValue, path: "", message: "expected a string as a key, found a lone surrogate")
    }
    return Member(key: key, start: start, count: text.count - start, failure: failure)
  }

  /// The members sorted by the bytes of their keys. Of equal keys, the last one is kept.
  private static func sorted(_ members: [Member]) -> [Member] {
    let order = sortedIndices(members.count) { left, right in
      let (first, second) = (members[left].key, members[right].key)
      return first == second ? left < right : first < second
    }
    return order.reduce(into: []) { result, index in
      if let last = result.last, last.key == members[index].key { result.removeLast() }
      result.append(members[index])
    }
  }

  private mutating func compose(_ members: [Member], from mark: Int) {
    let start = text.count
    text.append(UInt8(ascii: "{"))
    for (index, member) in members.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      JSONText.append(string: member.key, to: &text)
      text.append(UInt8(ascii: ":"))
      repeatText(from: member.start, count: member.count)
    }
    text.append(UInt8(ascii: "}"))
    text.removeSubrange(mark..<start)
  }
}

extension ValueConverter {
  /// The text of one value of a type without a table, or of several.
  package func value(_ token: JSONToken, in arena: ByteArena) -> BoundValue? {
    guard let (outcome, text) = values(token, arena), case .text(let start) = outcome else {
      return nil
    }
    return .text(arena.copy(Array(text[start...])))
  }

  /// The reason why a value of a type without a table does not fit, with the place inside it; `nil`
  /// for other types.
  package func failure(_ token: JSONToken, in arena: ByteArena) -> ValueFailure? {
    guard let (outcome, _) = values(token, arena), case .failed(let failure) = outcome else {
      return nil
    }
    return failure
  }

  /// The reason why a stored value does not pass the checks of scalars.
  func checkFailure(
    _ token: JSONToken, _ content: ValueContent, in arena: ByteArena
  ) -> ValueFailure? {
    do throws(JSONError) {
      guard case .failed(let failure) = try checkedValues(token, content, in: arena).outcome else {
        return nil
      }
      return failure
    } catch {
      return ValueFailure(rule: .badValue, path: "", message: error.message)
    }
  }

  /// A stored value as the apps' types inside it store it; `nil` if it does not pass the checks of
  /// scalars.
  func checkedText(
    _ token: JSONToken, _ content: ValueContent, in arena: ByteArena
  ) -> BoundValue? {
    do throws(JSONError) {
      let (outcome, text) = try checkedValues(token, content, in: arena)
      guard case .text(let start) = outcome else { return nil }
      return .text(arena.copy(Array(text[start...])))
    } catch {
      return nil
    }
  }

  private func checkedValues(
    _ token: JSONToken, _ content: ValueContent, in arena: ByteArena
  ) throws(JSONError) -> (outcome: ValueEncoder.Outcome, text: [UInt8]) {
    var encoder = ValueEncoder(arena, strict: true, stored: true, checked: true)
    var scanner = JSONScanner(token.slice)
    let outcome = try encoder.encode(&scanner, content, isEmptyNull: false, nil)
    return (outcome, encoder.text)
  }

  private func values(
    _ token: JSONToken, _ arena: ByteArena
  ) -> (ValueEncoder.Outcome, text: [UInt8])? {
    guard let details, let content = details.content, token.kind == .object || token.kind == .array
    else { return nil }
    var encoder = ValueEncoder(arena, strict: rules.isStrict, stored: details.isStoredText)
    var scanner = JSONScanner(token.slice)
    do {
      let outcome = try encoder.encode(&scanner, content, isEmptyNull: false, nil)
      return (outcome, encoder.text)
    } catch {
      return nil
    }
  }
}
