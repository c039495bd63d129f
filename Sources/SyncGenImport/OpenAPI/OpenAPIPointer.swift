import SyncGenYAML

/// JSON pointers in URI fragments.
enum OpenAPIPointer {
  static func target(_ pointer: Substring, in root: YAMLNode) -> YAMLNode? {
    guard pointer.hasPrefix("/") else { return nil }
    return pointer.dropFirst().split(separator: "/").reduce(root as YAMLNode?) { node, step in
      let key = unescaped(step)
      return node?[key] ?? Int(key).flatMap { node?.elements.dropFirst(max(0, $0)).first }
    }
  }

  /// A step of a JSON pointer in a URI fragment.
  static func unescaped(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let high = rest.first?.hexadecimal,
        let low = rest.dropFirst().first?.hexadecimal
      {
        bytes.append(high << 4 | low)
        rest = rest.dropFirst(2)
      } else if byte == UInt8(ascii: "~"), rest.first == UInt8(ascii: "1") {
        bytes.append(UInt8(ascii: "/"))
        rest = rest.dropFirst()
      } else if byte == UInt8(ascii: "~"), rest.first == UInt8(ascii: "0") {
        bytes.append(UInt8(ascii: "~"))
        rest = rest.dropFirst()
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension UInt8 {
  fileprivate var hexadecimal: UInt8? {
    switch self {
    case 48...57: self - 48
    case 65...70: self - 55
    case 97...102: self - 87
    default: nil
    }
  }
}
