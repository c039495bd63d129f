package import SwiftSyncValues

/// The cases of a tagged value, prepared for reading its objects.
package final class ValueTagging: Sendable {
  /// A case as stated in the metadata.
  package struct Case: Sendable {
    package let value: Tag
    /// The fields; `nil` for a case without fields.
    package let shape: ValueShape?
    package fileprivate(set) var lenient = ValuePlan.empty
    package fileprivate(set) var strict = ValuePlan.empty
    fileprivate(set) var stored = ValuePlan.empty
    fileprivate(set) var checked = ValuePlan.empty

    package init(_ value: Tag, _ shape: ValueShape?) {
      self.value = value
      self.shape = shape
    }
  }

  /// The value of the key that distinguishes the cases.
  package enum Tag: Hashable, Sendable {
    case text(String)
    case integer(Int64)

    /// The tag as JSON.
    package var json: [UInt8] {
      switch self {
      case .text(let text):
        var json: [UInt8] = []
        JSONText.append(string: text, to: &json)
        return json
      case .integer(let number): return Array(String(number).utf8)
      }
    }

    package var text: String {
      switch self {
      case .text(let text): text
      case .integer(let number): String(number)
      }
    }
  }

  /// The case that an object states.
  package enum Found {
    case known(Int)
    case unknown(Tag)
    case failed(ValueFailure)
  }

  /// The key under which the stored JSON contains an unknown value as it was received.
  package static let unknownKey = "$unknown"

  package let cases: [Case]
  package let isRejecting: Bool
  /// The plan for the stored JSON of an unknown value.
  package let unknown: ValuePlan
  package let tag: String
  private let key: [UInt8]
  private let path: String
  private let lenient: ValueConverter
  private let strict: ValueConverter
  private let positions: [Tag: Int]
  private let expectation: String

  /// - Parameters:
  ///   - isNested: Whether payloads contain the fields under the key that the tag names.
  package init(tag: String, _ cases: [Case], isInteger: Bool, isRejecting: Bool, isNested: Bool) {
    self.tag = tag
    key = Array(tag.utf8)
    path = ValuePath.text([.key(tag)])
    self.isRejecting = isRejecting
    self.cases = cases.map { Self.planned($0, tag: tag, isNested: isNested) }
    positions = Dictionary(
      zip(cases.map(\.value), cases.indices), uniquingKeysWith: { first, _ in first })
    let type: ValueType = isInteger ? .int : .string
    lenient = ValueConverter(type)
    strict = ValueConverter(type, ValueRules(isStrict: true))
    expectation =
      isRejecting
      ? "one of \(cases.map(\.value.text).joined(separator: ", "))"
      : ValueExpectation.words(for: type)
    unknown = ValuePlan(
      [
        ValueFieldMetadata(key: tag, path: path, type),
        ValueFieldMetadata(key: Self.unknownKey, path: Self.unknownKey, .json),
      ], .stored(checked: false))
  }

  private static func planned(_ item: Case, tag: String, isNested: Bool) -> Case {
    let fields = item.shape?.fields ?? []
    let content = isNested ? item.value.text : nil
    func plan(_ form: ValuePlan.Form) -> ValuePlan {
      ValuePlan(fields, form, tag: ValuePlan.TagSlot(key: tag, value: item.value, content: content))
    }
    var item = item
    item.lenient = plan(.payload(strict: false))
    item.strict = plan(.payload(strict: true))
    item.stored = plan(.stored(checked: false))
    item.checked = plan(.stored(checked: true))
    return item
  }

  // MARK: - The case of an object

  /// Finds the case that the next object states.
  ///
  /// - Parameter scanner: A copy, so nothing is consumed.
  package func find(
    _ scanner: JSONScanner, strict isStrict: Bool, in arena: ByteArena
  ) throws(JSONError) -> Found {
    var scanner = scanner
    var tag: JSONToken?
    try scanner.beginObject()
    while let key = try scanner.nextKey(arena) {
      if key == self.key {
        tag = try scanner.readValue()
      } else {
        _ = try scanner.skipValue()
      }
    }
    guard let tag else {
      return failed("expected \(expectation) that identifies the case, but the key is missing")
    }
    return found(tag, strict: isStrict, in: arena)
  }

  private func found(_ token: JSONToken, strict isStrict: Bool, in arena: ByteArena) -> Found {
    let misfit = ValueExpectation.message(expected: expectation, found: token)
    guard let value = (isStrict ? strict : lenient).convert(token, in: arena) else {
      return failed(misfit)
    }
    let tag: Tag
    switch value.kind {
    case .text: tag = .text(value.slice.string)
    case .integer: tag = .integer(value.integer)
    default: return failed(misfit)
    }
    if let position = positions[tag] { return .known(position) }
    return isRejecting ? failed(misfit) : .unknown(tag)
  }

  private func failed(_ message: String) -> Found {
    .failed(ValueFailure(rule: .badValue, path: ".\(path)", message: message))
  }

  /// Finds the case of the next stored object, or a value that was received when its tag was
  /// unknown.
  func findStored(
    _ scanner: JSONScanner, in arena: ByteArena
  ) throws(JSONError) -> (case: Int?, raw: JSONSlice?) {
    var scanner = scanner
    var raw: JSONSlice?
    var position: Int?
    try scanner.beginObject()
    while let key = try scanner.nextKey(arena) {
      if key == self.key {
        let token = try scanner.readValue()
        if case .known(let known) = found(token, strict: true, in: arena) { position = known }
      } else if key == Self.unknownBytes {
        raw = try scanner.skipValue()
      } else {
        _ = try scanner.skipValue()
      }
    }
    return (position, raw)
  }

  package func isTag(_ key: JSONSlice) -> Bool { key == self.key }

  private static let unknownBytes = Array(unknownKey.utf8)

  /// The stored JSON of a value with a tag that no case has.
  package func text(of tag: Tag, _ raw: JSONSlice) -> [UInt8] {
    var members = [(Self.unknownBytes, Array(raw.bytes)), (key, tag.json)]
    members.sort { $0.0.lexicographicallyPrecedes($1.0) }
    var text: [UInt8] = [UInt8(ascii: "{")]
    for (index, member) in members.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      JSONText.append(string: String(decoding: member.0, as: UTF8.self), to: &text)
      text.append(UInt8(ascii: ":"))
      text += member.1
    }
    return text + [UInt8(ascii: "}")]
  }
}

extension ValueFieldMetadata {
  /// Creates a required key that exists only in the stored JSON.
  fileprivate init(key: String, path: String, _ type: ValueType) {
    self.init(field: FieldMetadata(type, remote: [path]), keys: [key])
  }
}
