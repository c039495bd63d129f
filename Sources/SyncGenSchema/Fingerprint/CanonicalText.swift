import SyncGenDiagnostics

/// Lines of words that can be read back unambiguously, whatever characters the names in them
/// contain.
///
/// Collected as the bytes that are hashed, because a large schema has millions of them.
struct CanonicalText {
  private var bytes: [UInt8] = []

  /// All lines, each followed by a line feed.
  var utf8: [UInt8] { bytes.isEmpty ? [] : bytes + [UInt8(ascii: "\n")] }

  /// Begins a line, to which the following words belong.
  mutating func line(_ depth: Int, _ keyword: String) {
    if !bytes.isEmpty { bytes.append(UInt8(ascii: "\n")) }
    for _ in 0..<(2 * depth) { bytes.append(UInt8(ascii: " ")) }
    append(keyword)
  }

  /// Adds a word; nothing for an empty text.
  mutating func word(_ word: String) {
    if word.isEmpty { return }
    bytes.append(UInt8(ascii: " "))
    append(word)
  }

  mutating func flag(_ name: String, _ isSet: Bool) {
    if isSet { word(name) }
  }

  /// Adds any text, quoted as in JSON.
  mutating func string(_ value: String) {
    bytes.append(UInt8(ascii: " "))
    quote(value)
  }

  mutating func number(_ value: Int) {
    word(String(value))
  }

  mutating func numbers(_ values: [Int]) {
    bytes.append(UInt8(ascii: " "))
    bytes.append(UInt8(ascii: "["))
    for (index, value) in values.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(String(value))
    }
    bytes.append(UInt8(ascii: "]"))
  }

  mutating func paths(_ paths: [RemotePath]) {
    for path in paths { self.path(path) }
  }

  private mutating func path(_ path: RemotePath) {
    bytes.append(UInt8(ascii: " "))
    guard path.isPlain else { return quote("path \(path.dotted)") }
    for (index, key) in path.keys.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ".")) }
      quote(key)
    }
  }

  private mutating func quote(_ value: String) {
    guard JSONString.isPlain(value) else { return append(JSONString.quoted(value)) }
    bytes.append(UInt8(ascii: "\""))
    append(value)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends the contiguous storage if there is any, in half the time of appending the view itself.
  private mutating func append(_ text: String) {
    let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { bytes.append(contentsOf: $0) }
    if isDone == nil { bytes.append(contentsOf: text.utf8) }
  }
}
