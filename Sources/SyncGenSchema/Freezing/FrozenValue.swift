import SyncGenDiagnostics

/// A part of a frozen version as JSON, a fact in each line.
///
/// What git merges are lines: two branches that change different facts must not meet in one.
indirect enum FrozenValue {
  /// JSON that needs no further quoting.
  case json(String)
  /// Values side by side in one line.
  case row([FrozenValue])
  /// Values below each other.
  case list([FrozenValue])
  case object(FrozenObject)

  static func text(_ text: String) -> FrozenValue { .json(quoted(text)) }

  static func texts(_ texts: [String]) -> FrozenValue { .row(texts.map { .text($0) }) }

  static func integer(_ value: some BinaryInteger) -> FrozenValue { .json("\(value)") }

  /// The text in quotation marks.
  static func quoted(_ text: String) -> String {
    escaped(json: JSONString.quoted(text))
  }

  /// JSON without what YAML, by which it is read, takes for line ends or refuses.
  static func escaped(json: String) -> String {
    json.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar.value {
      case 0x7F...0x9F, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF:
        result += "\\u" + HexadecimalText.padded(scalar.value, to: 4)
      default: result.unicodeScalars.append(scalar)
      }
    }
  }

  /// - Parameter indent: What stands before each line but the first.
  func text(indent: String = "") -> String {
    switch self {
    case .json(let text): text
    case .row(let items): "[" + items.map { $0.text(indent: indent) }.joined(separator: ", ") + "]"
    case .list(let items): Self.block("[", items.map { ("", $0) }, "]", indent)
    case .object(let object):
      Self.block("{", object.members.map { (Self.quoted($0.key) + ": ", $0.value) }, "}", indent)
    }
  }

  private static func block(
    _ open: String, _ items: [(label: String, value: FrozenValue)], _ close: String,
    _ indent: String
  ) -> String {
    if items.isEmpty { return open + close }
    let inner = indent + "  "
    let lines = items.map { inner + $0.label + $0.value.text(indent: inner) }
    return open + "\n" + lines.joined(separator: ",\n") + "\n" + indent + close
  }
}

/// The members of a JSON object in the order in which they are written.
struct FrozenObject {
  private(set) var members: [(key: String, value: FrozenValue)] = []

  /// Adds a member; one without a value is left out.
  mutating func add(_ key: some RawRepresentable<String>, _ value: FrozenValue?) {
    if let value { members.append((key.rawValue, value)) }
  }

  mutating func add(named key: String, _ value: FrozenValue) {
    members.append((key, value))
  }

  mutating func add(_ key: some RawRepresentable<String>, text: String?) {
    add(key, text.map { .text($0) })
  }

  /// Adds `true`, or nothing.
  mutating func add(_ key: some RawRepresentable<String>, flag: Bool) {
    if flag { add(key, .json("true")) }
  }
}
