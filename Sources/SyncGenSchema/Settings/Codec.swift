import SwiftSyncValues
import SyncGenDiagnostics
import SyncGenYAML

/// How values of one kind are read from a schema, written to the files that are made of one,
/// described to editors, and worded in differences.
struct Codec<Value: Hashable & Sendable>: Sendable {
  /// The JSON Schema of the value.
  let schema: String
  /// Reads a value, and reports if there is none.
  let read: @Sendable (YAMLNode, StatedKey, inout DiagnosticBag) -> Value?
  let write: @Sendable (Value) -> JSONDocument
  /// The value in a difference, e.g. `'both'`.
  let word: @Sendable (Value) -> String
  /// Values with which tests try each key of this kind.
  var samples: [Value]

  /// The same, tried with other values.
  func trying(_ samples: [Value]) -> Self {
    var codec = self
    codec.samples = samples
    return codec
  }

  /// The difference between two values, e.g. `from 'both' to 'local'`.
  func change(_ old: Value, _ new: Value) -> String {
    Value.self == Bool.self ? "to \(word(new))" : "from \(word(old)) to \(word(new))"
  }
}

/// A key that a mapping states.
struct StatedKey {
  let pair: YAMLPair
  let mapping: StatedMapping

  var owner: String { mapping.owner }
  /// The key with what has it, in messages.
  var text: String { "'\(pair.key)'" + (mapping.ownerOfKeys.map { " of \($0)" } ?? "") }
}

extension Codec {
  /// The same for a value that need not be stated.
  var optional: Codec<Value?> {
    Codec<Value?>(
      schema: schema, read: { read($0, $1, &$2) }, write: { $0.map(write) ?? .null },
      word: { $0.map(word) ?? "none" }, samples: [nil] + samples.map { $0 })
  }
}

extension Codec where Value == Bool {
  static var flag: Self {
    Self(
      schema: LanguageSchema.flag, read: { $0.flag(for: $1.text, into: &$2)?.value },
      write: { .bool($0) }, word: { "\($0)" }, samples: [false, true])
  }
}

extension Codec where Value == String {
  static var text: Self {
    Self(
      schema: LanguageSchema.string, read: { $0.text(for: $1.text, into: &$2)?.value },
      write: { .text($0) }, word: { "'\($0)'" }, samples: [",", "; "])
  }

  /// A text for people, which may look like a number.
  static var prose: Self {
    Self(
      schema: LanguageSchema.scalar, read: text.read, write: text.write, word: text.word,
      samples: ["Words.", "Others."])
  }
}

extension Codec
where Value: RawRepresentable<String> & CaseIterable, Value.AllCases: Sendable {
  static var choice: Self { choice(among: Array(Value.allCases)) }

  /// - Parameter values: The only values.
  static func choice(only values: [Value]) -> Self {
    Self(
      schema: LanguageSchema.choice(values.map(\.rawValue)),
      read: { $0.choice(of: Value.self, among: values, for: $1.text, into: &$2)?.value },
      write: { .text($0.rawValue) }, word: { "'\($0.rawValue)'" }, samples: values)
  }

  /// - Parameter values: The values that editors propose.
  static func choice(among values: [Value]) -> Self {
    Self(
      schema: LanguageSchema.choice(values.map(\.rawValue)),
      read: { $0.choice(of: Value.self, for: $1.text, into: &$2)?.value },
      write: { .text($0.rawValue) }, word: { "'\($0.rawValue)'" }, samples: values)
  }
}

extension Codec where Value == DateFormats {
  static var dateFormats: Self {
    Self(
      schema: LanguageSchema.reference("dateFormats"),
      read: { DateFormatReader.read($0, for: $1.text, into: &$2)?.value }, write: \.document,
      word: { "'\($0.text)'" },
      samples: [
        DateFormats([.auto]), DateFormats([.unix]), DateFormats([.iso8601, .unixMilliseconds]),
      ])
  }
}
