import SyncGenDiagnostics

/// JSON that is put together from a schema, with the keys of objects in the order in which they were set.
indirect enum ContractJSON: Sendable {
  /// A number, a boolean or null.
  case word(String)
  case text(String)
  case array([ContractJSON])
  case object([(key: String, value: ContractJSON)])

  static let null = word("null")
  static let empty = object([])

  static func texts(_ texts: [String]) -> ContractJSON { .array(texts.map { .text($0) }) }

  /// Sets the value at a path; what lies on the way and is not an object makes room for one.
  mutating func set(_ path: ArraySlice<String>, _ value: ContractJSON) {
    guard let key = path.first else {
      self = value
      return
    }
    var members: [(key: String, value: ContractJSON)] = []
    if case .object(let known) = self { members = known }
    let index = members.firstIndex { $0.key == key } ?? members.endIndex
    if index == members.endIndex { members.append((key, .empty)) }
    members[index].value.set(path.dropFirst(), value)
    self = .object(members)
  }

  /// In one line, with blanks after commas and colons.
  var line: String {
    switch self {
    case .word(let word): return word
    case .text(let text): return JSONString.quotedInSource(text)
    case .array(let elements): return "[" + elements.map(\.line).joined(separator: ", ") + "]"
    case .object(let members):
      let texts = members.map { "\(JSONString.quotedInSource($0.key)): \($0.value.line)" }
      return texts.isEmpty ? "{}" : "{ " + texts.joined(separator: ", ") + " }"
    }
  }

  /// In several lines, two blanks for each level.
  func lines(indentation: String = "") -> String {
    let inner = indentation + "  "
    switch self {
    case .array(let elements) where !elements.isEmpty:
      let texts = elements.map { inner + $0.lines(indentation: inner) }
      return "[\n" + texts.joined(separator: ",\n") + "\n\(indentation)]"
    case .object(let members) where !members.isEmpty:
      let texts = members.map {
        "\(inner)\(JSONString.quotedInSource($0.key)): \($0.value.lines(indentation: inner))"
      }
      return "{\n" + texts.joined(separator: ",\n") + "\n\(indentation)}"
    default: return line
    }
  }
}
