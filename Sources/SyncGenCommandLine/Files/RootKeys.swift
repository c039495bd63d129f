/// The keys of a document's outermost mapping, determined without parsing it as YAML: a file with a
/// mistake has them, too.
struct RootKeys {
  private let bytes: ArraySlice<UInt8>

  init(of bytes: [UInt8]) {
    self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
  }

  func contains(_ key: String) -> Bool {
    let keys = [key, "\"\(key)\"", "'\(key)'"].map { Array($0.utf8) }
    let lines = bytes.split(whereSeparator: Self.isLineEnd).filter { !Self.isOutside($0) }
    guard let first = lines.first else { return false }
    let content = first.drop { $0 == Self.space }
    if let start = Self.flowStart(content) {
      return Self.flow(bytes[start...], contains: keys)
    }
    // Keys of other mappings have a larger indentation.
    let indentation = content.startIndex - first.startIndex
    return lines.contains { line in
      let content = line.drop { $0 == Self.space }
      return [0, indentation].contains(content.startIndex - line.startIndex)
        && Self.begins(content, with: keys)
    }
  }

  /// Whether a line is outside the mapping: empty, a comment, a directive, or the mark before the
  /// document.
  private static func isOutside(_ line: ArraySlice<UInt8>) -> Bool {
    let content = line.drop { $0 == space || $0 == UInt8(ascii: "\t") }
    guard let first = content.first, first != UInt8(ascii: "#") else { return true }
    if line.first == UInt8(ascii: "%") { return true }
    guard line.starts(with: mark) else { return false }
    let rest = line.dropFirst(mark.count).drop { $0 == space }
    return rest.isEmpty || rest.first == UInt8(ascii: "#")
  }

  /// The position after the bracket that begins a flow mapping, which may be on the line of the mark.
  private static func flowStart(_ line: ArraySlice<UInt8>) -> Int? {
    let content = line.starts(with: mark) ? line.dropFirst(mark.count).drop { $0 == space } : line
    return content.first == UInt8(ascii: "{") ? content.startIndex + 1 : nil
  }

  /// Whether a flow mapping has one of the keys directly inside its brackets.
  private static func flow(_ bytes: ArraySlice<UInt8>, contains keys: [[UInt8]]) -> Bool {
    var (depth, isKey, position) = (0, true, bytes.startIndex)
    while position < bytes.endIndex, depth >= 0 {
      let byte = bytes[position]
      if isKey, depth == 0, begins(bytes[position...], with: keys) { return true }
      switch byte {
      case UInt8(ascii: "#") where position > bytes.startIndex && isBlank(bytes[position - 1]):
        position = bytes[position...].firstIndex(where: isLineEnd) ?? bytes.endIndex
        continue
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        position = endOfText(bytes, from: position)
        isKey = false
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      if byte == UInt8(ascii: ",") { isKey = true } else if !isBlank(byte) { isKey = false }
      position += 1
    }
    return false
  }

  /// The position after a string in quotation marks.
  private static func endOfText(_ bytes: ArraySlice<UInt8>, from start: Int) -> Int {
    let quote = bytes[start]
    var position = start + 1
    while position < bytes.endIndex, bytes[position] != quote {
      let isEscape = quote == UInt8(ascii: "\"") && bytes[position] == UInt8(ascii: "\\")
      position += isEscape ? 2 : 1
    }
    return min(position + 1, bytes.endIndex)
  }

  private static func begins(_ bytes: ArraySlice<UInt8>, with keys: [[UInt8]]) -> Bool {
    keys.contains { key in
      bytes.starts(with: key)
        && bytes.dropFirst(key.count).first { $0 != space } == UInt8(ascii: ":")
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == space || byte == UInt8(ascii: "\t") || isLineEnd(byte)
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  private static let space = UInt8(ascii: " ")
  private static let mark = Array("---".utf8)
}
